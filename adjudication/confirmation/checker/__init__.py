"""The second engine: checks the proof that a verdict about life and death carries.

It takes a certificate's text and trusts nothing in it. It shares nothing with the search but the
values of :mod:`adjudication.confirmation.problem`: the board, moves, static results and walk are
its own.
"""

from adjudication.confirmation.checker.checking import (
    CheckedCertificate,
    certificate_fits,
    check_certificate,
)
from adjudication.confirmation.checker.errors import CheckError

__all__ = ["CheckError", "CheckedCertificate", "certificate_fits", "check_certificate"]
