"""How much memory this process took at most, so that a bound on it can be tested."""

import resource
import sys
from pathlib import Path

_STATUS = Path("/proc/self/status")
_CLEAR = Path("/proc/self/clear_refs")


def forget_peak() -> None:
    """Count the peak anew from here, where the system can."""
    if _CLEAR.exists():
        _CLEAR.write_text("5")


def peak_bytes() -> int:
    """Return the most memory that the process ever took, or since :func:`forget_peak`."""
    if _STATUS.exists():
        for line in _STATUS.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
