"""How much memory this process holds, and a limit to it. Of address space, as the system counts it."""

import sys
from pathlib import Path

__all__ = ["available", "held", "limit_growth"]

_STATUS = Path("/proc/self/statm")
MEGABYTE = 2**20

if sys.platform == "linux":
    import resource

    def available() -> bool:
        """Whether this system can limit a process."""
        return _STATUS.exists()

    def held() -> int:
        """Bytes of address space."""
        return int(_STATUS.read_text().split(maxsplit=1)[0]) * resource.getpagesize()

    def limit_growth(megabytes: int) -> None:
        """From now on this process gets so much more memory and no more."""
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        wanted = held() + megabytes * MEGABYTE
        resource.setrlimit(resource.RLIMIT_AS, (wanted if most < 0 else min(wanted, most), most))

else:

    def available() -> bool:
        """Whether this system can limit a process."""
        return False

    def held() -> int:
        """Bytes of address space; unknown here."""
        return 0

    def limit_growth(megabytes: int) -> None:
        """Not on this system."""
        raise OSError(f"this system cannot limit a process to {megabytes} MB more")
