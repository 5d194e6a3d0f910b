"""The second engine: checks the proof that a verdict about life and death carries.

It takes a certificate's text and believes nothing of it. It shares nothing with the search but the
values of :mod:`adjudication.confirmation.problem`: its own board, moves, static results and walk.
"""

from adjudication.confirmation.checker.checking import CheckedCertificate, belongs, check
from adjudication.confirmation.checker.errors import CheckError

__all__ = ["CheckError", "CheckedCertificate", "belongs", "check"]
