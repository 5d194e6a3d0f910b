"""Counting what comes from one place, in the memory that all processes share."""

import time

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from tournament.web.origin import place_of


def too_many(what: str, request: HttpRequest, *, most: int, seconds: int) -> bool:
    """Count one more of ``what`` from where a request comes; say whether that is one too many.

    At most ``most`` in every ``seconds``. No address is kept, only what nobody can trace back.
    """
    window = int(time.time()) // seconds
    place = salted_hmac(f"shinpan.{what}", f"{place_of(request)} {window}").hexdigest()
    key = f"{what}:{place}"
    return counted(key, seconds) > most


def counted(key: str, seconds: int) -> int:
    """Count one more under a key, which is kept for so long; return how many there are by now."""
    for _attempt in range(2):
        try:
            return int(cache.incr(key))
        except ValueError:  # the first, or the shared cache has just gone or come back
            if cache.add(key, 1, seconds):
                return 1
    return 1
