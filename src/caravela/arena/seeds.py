"""Seeds made from names."""

from hashlib import blake2b

__all__ = ["derive_seed"]


def derive_seed(*parts: object) -> int:
    """A seed of 63 bits that depends on the text of every part, in order."""
    text = "\x1f".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") >> 1
