/* exp, log and tanh from IEEE basic operations only, so that every machine and C library gives the same bits
 * (relative error below 1e-14). Compile without fused multiply-add contraction. */
#ifndef CARAVELA_DETMATH_H
#define CARAVELA_DETMATH_H

#include <stdint.h>
#include <string.h>

/* log of a positive, finite, normal x. */
static inline double det_log(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, 8);
    int e = (int)(bits >> 52) - 1023;
    bits = (bits & 0x000FFFFFFFFFFFFFULL) | 0x3FF0000000000000ULL;
    double m;
    memcpy(&m, &bits, 8);               /* 1 <= m < 2 */
    if (m > 1.4142135623730951) {
        m *= 0.5;
        e += 1;
    }
    double t = (m - 1.0) / (m + 1.0);   /* log m = 2 atanh t, |t| < 0.1716 */
    double z = t * t;
    double s = 1.0 / 19.0;
    s = s * z + 1.0 / 17.0;
    s = s * z + 1.0 / 15.0;
    s = s * z + 1.0 / 13.0;
    s = s * z + 1.0 / 11.0;
    s = s * z + 1.0 / 9.0;
    s = s * z + 1.0 / 7.0;
    s = s * z + 1.0 / 5.0;
    s = s * z + 1.0 / 3.0;
    s = s * z + 1.0;
    return (double)e * 0.6931471805599453 + 2.0 * t * s;
}

/* exp, clamped to x in [-700, 700]. */
static inline double det_exp(double x)
{
    if (x > 700.0) x = 700.0;
    if (x < -700.0) x = -700.0;
    double scaled = x * 1.4426950408889634;
    int k = (int)(scaled < 0.0 ? scaled - 0.5 : scaled + 0.5);
    double r = (x - (double)k * 0.693147180369123816490) - (double)k * 1.90821492927058770002e-10;
    double s = 1.0 / 6227020800.0;      /* Taylor to degree 13, |r| < 0.3466 */
    s = s * r + 1.0 / 479001600.0;
    s = s * r + 1.0 / 39916800.0;
    s = s * r + 1.0 / 3628800.0;
    s = s * r + 1.0 / 362880.0;
    s = s * r + 1.0 / 40320.0;
    s = s * r + 1.0 / 5040.0;
    s = s * r + 1.0 / 720.0;
    s = s * r + 1.0 / 120.0;
    s = s * r + 1.0 / 24.0;
    s = s * r + 1.0 / 6.0;
    s = s * r + 0.5;
    s = s * r + 1.0;
    s = s * r + 1.0;
    uint64_t bits = (uint64_t)(k + 1023) << 52;
    double power;
    memcpy(&power, &bits, 8);
    return s * power;
}

static inline double det_tanh(double x)
{
    if (x > 20.0) return 1.0;
    if (x < -20.0) return -1.0;
    double e = det_exp(2.0 * x);
    return (e - 1.0) / (e + 1.0);
}

#endif
