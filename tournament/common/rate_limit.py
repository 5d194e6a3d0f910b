"""Counting what somebody does, in the memory that all processes share."""

from django.core.cache import cache


def counted(key: str, seconds: int) -> int:
    """Count one more under a key, which is kept for so long; return how many there are by now."""
    for _attempt in range(2):
        try:
            return int(cache.incr(key))
        except ValueError:  # the first, or the shared cache has just gone or come back
            if cache.add(key, 1, seconds):
                return 1
    return 1
