"""Checking the short texts that people type: names, clubs, cities, ranks."""

import unicodedata

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.errors import UserError

# Control characters (NUL among them, which PostgreSQL refuses) and halves of surrogate pairs.
REFUSED = frozenset({"Cc", "Cs"})


def clean_text(model: type[models.Model], field: str, text: str, *, verbatim: bool = False) -> str:
    """Return ``text`` for a column, on one line and with single spaces, or else ``verbatim``.

    Raises UserError, naming ``field``, for text that is longer than the column or that no
    keyboard writes.
    """
    cleaned = text if verbatim else " ".join(text.split())
    if any(unicodedata.category(character) in REFUSED for character in cleaned):
        raise UserError(
            "unreadable_text", field=field, text=_("Write this without control characters.")
        )
    column = model._meta.get_field(field)
    assert isinstance(column, models.CharField)
    most = column.max_length
    if most is not None and len(cleaned) > most:
        raise UserError(
            "too_long", field=field, text=_("Write at most %(most)d characters.") % {"most": most}
        )
    return cleaned
