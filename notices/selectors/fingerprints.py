"""What stands for an e-mail address where the address itself must not stand."""

from django.utils.crypto import salted_hmac


def fingerprint(email: str) -> str:
    """Return what tells an address from another one, and gives neither away."""
    return salted_hmac("shinpan.address", email.strip().lower(), algorithm="sha256").hexdigest()[
        :32
    ]
