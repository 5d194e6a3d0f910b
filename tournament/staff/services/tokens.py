"""The secrets of private links: drawn, signed for the address, hashed for the database."""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass

from django.core.signing import Signer

SECRET_BYTES = 16


@dataclass(frozen=True, slots=True)
class Token:
    """What is given away of a link, and what is kept of it."""

    text: str
    hash: str


def new_token() -> Token:
    """Return the token of a new link, drawn at random."""
    return token_of(secrets.token_bytes(SECRET_BYTES))


def token_of(secret: bytes) -> Token:
    """Return the token of a secret. Raises ValueError for one of another length."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes")
    value = urlsafe_b64encode(secret).decode().rstrip("=")
    return Token(_signer().sign(value), _hash(value))


def hash_of(text: str) -> str:
    """Return the hash of a token's secret. Raises BadSignature for one not made here."""
    return _hash(_signer().unsign(text))


def _signer() -> Signer:
    return Signer(sep=".", salt="shinpan.link")


def _hash(value: str) -> str:
    return hashlib.sha256(value.encode()).hexdigest()
