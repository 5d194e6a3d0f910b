"""The secret of a webhook, and the signature of a message, according to Standard Webhooks.

The key is derived from the webhook's seed and ``SHINPAN_SECRET_KEY``: it is not in the database,
and an installation with another secret key derives other keys.
"""

from base64 import b64encode
from datetime import datetime

from django.utils.crypto import salted_hmac
from standardwebhooks import Webhook as Signer


def secret_of(seed: str) -> str:
    """Return the secret that the owner of a webhook gives to their program."""
    return "whsec_" + b64encode(_key(seed)).decode()


def signature(seed: str, *, message_id: str, sent_at: datetime, body: bytes) -> str:
    """Return the value of ``webhook-signature``; ``sent_at`` is in UTC."""
    return Signer(_key(seed)).sign(message_id, sent_at, body.decode())


def _key(seed: str) -> bytes:
    return salted_hmac("shinpan.webhook", seed, algorithm="sha256").digest()
