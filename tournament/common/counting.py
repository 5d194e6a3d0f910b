"""Counting what comes from one place, in the memory that all processes share."""

import time

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from tournament.common.origin import place_of
from tournament.common.rate_limit import counted


def too_many(what: str, request: HttpRequest, *, most: int, seconds: int) -> bool:
    """Count one more of ``what`` from where a request comes; say whether that is one too many.

    At most ``most`` in every ``seconds``. No address is kept, only what nobody can trace back.
    """
    window = int(time.time()) // seconds
    place = salted_hmac(f"shinpan.{what}", f"{place_of(request)} {window}").hexdigest()
    key = f"{what}:{place}"
    return counted(key, seconds) > most
