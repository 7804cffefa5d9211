"""cext/include/detmath.h once more, in Python floats: the same IEEE operations in the same order."""

import math

_LOG = [1.0 / n for n in (17.0, 15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0)]
_EXP = [1.0 / n for n in (479001600.0, 39916800.0, 3628800.0, 362880.0, 40320.0, 5040.0, 720.0, 120.0, 24.0, 6.0)]


def det_log(x: float) -> float:
    """Logarithm of a positive, normal x."""
    mantissa, exponent = math.frexp(x)  # mantissa in [0.5, 1)
    m, e = mantissa * 2.0, exponent - 1
    if m > 1.4142135623730951:
        m *= 0.5
        e += 1
    t = (m - 1.0) / (m + 1.0)
    z = t * t
    s = 1.0 / 19.0
    for coefficient in _LOG:
        s = s * z + coefficient
    s = s * z + 1.0
    return float(e) * 0.6931471805599453 + 2.0 * t * s


def det_exp(x: float) -> float:
    """Exponential, clamped to x in [-700, 700]."""
    x = min(max(x, -700.0), 700.0)
    scaled = x * 1.4426950408889634
    k = int(scaled - 0.5 if scaled < 0.0 else scaled + 0.5)
    r = (x - k * 0.693147180369123816490) - k * 1.90821492927058770002e-10
    s = 1.0 / 6227020800.0
    for coefficient in _EXP:
        s = s * r + coefficient
    s = s * r + 0.5
    s = s * r + 1.0
    s = s * r + 1.0
    return math.ldexp(s, k)


def det_tanh(x: float) -> float:
    """Hyperbolic tangent."""
    if x > 20.0:
        return 1.0
    if x < -20.0:
        return -1.0
    e = det_exp(2.0 * x)
    return (e - 1.0) / (e + 1.0)
