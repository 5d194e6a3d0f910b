"""The error for a certificate that proves nothing, with a code that programs can rely on."""

from __future__ import annotations


class CheckError(ValueError):
    """A certificate that proves nothing; ``code`` says why.

    ``text.*``, ``fields``, ``rules`` and the names of fields: it is not in the form of a
    certificate. ``problem.*``: it is not about a valid problem. ``walk.*``: it is no proof.
    ``other``: it is about something else.
    """

    def __init__(self, code: str, text: str) -> None:
        """Keep the code."""
        super().__init__(text)
        self.code = code
