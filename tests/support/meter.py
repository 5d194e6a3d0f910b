"""Processor time and memory of processes with all their children (Linux)."""

import os
import re
from collections import defaultdict
from pathlib import Path

_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_PROC = Path("/proc")


def cpu_seconds(pid: int) -> float:
    """Return the processor time of a process and its children, those that ended included."""
    total = 0
    for one in family(pid):
        fields = _stat(one)
        total += sum(int(fields[place]) for place in (11, 12, 13, 14)) if fields else 0
    return total / _TICK


def memory_bytes(pid: int) -> int:
    """Return the memory in use of a process and its children; shared pages count each time."""
    total = 0
    for one in family(pid):
        try:
            total += int((_PROC / str(one) / "statm").read_text().split()[1]) * _PAGE
        except OSError:
            continue
    return total


def peak_memory_bytes(pid: int) -> int:
    """Return the most memory that a process and its children have held, each at its own time."""
    total = 0
    for one in family(pid):
        try:
            status = (_PROC / str(one) / "status").read_text()
        except OSError:
            continue
        found = re.search(r"^VmHWM:\s+(\d+) kB$", status, re.MULTILINE)
        total += 1024 * int(found[1]) if found else 0
    return total


def family(pid: int) -> list[int]:
    """Return a process and all that descend from it, the oldest first."""
    children = defaultdict(list)
    for path in _PROC.iterdir():
        fields = _stat(int(path.name)) if path.name.isdigit() else []
        if fields:
            children[int(fields[1])].append(int(path.name))
    found, at = [pid], 0
    while at < len(found):
        found += sorted(children[found[at]])
        at += 1
    return found


def _stat(pid: int) -> list[str]:
    """Return the fields of ``/proc/PID/stat`` from the state on; nothing for one that is gone."""
    try:
        return (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
