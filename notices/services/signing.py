"""Webhooks' secrets and signatures, as Standard Webhooks has them.

The key is HMAC-SHA256 of the webhook's seed under ``SHINPAN_SECRET_KEY``: it is nowhere in the
database, and another installation's key makes other secrets.
"""

import hashlib
import hmac
from base64 import b64encode

from django.utils.crypto import salted_hmac

PREFIX = "whsec_"


def secret_of(seed: str) -> str:
    """Return the secret that the owner of a webhook gives to his program."""
    return PREFIX + b64encode(_key(seed)).decode()


def signature(seed: str, *, message_id: str, timestamp: int, body: bytes) -> str:
    """Return the value of ``webhook-signature``: of id, time in seconds and body."""
    signed = b".".join((message_id.encode(), str(timestamp).encode(), body))
    return "v1," + b64encode(hmac.new(_key(seed), signed, hashlib.sha256).digest()).decode()


def _key(seed: str) -> bytes:
    return salted_hmac("shinpan.webhook", seed, algorithm="sha256").digest()
