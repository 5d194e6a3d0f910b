"""Checking the short texts that people type: names, clubs, cities, ranks."""

import unicodedata

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.errors import UserError

# Control characters (NUL among them, which PostgreSQL refuses) and halves of surrogate pairs.
REFUSED = frozenset({"Cc", "Cs"})
# Overrides and isolates of the writing direction turn round what stands beside a name on a page.
# The marks for left and right, and joiners, belong to the spelling of names and stay.
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Letters and symbols that are blank: fillers of Hangul, and the Braille pattern without a dot.
BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")


def clean_text(model: type[models.Model], field: str, text: str, *, verbatim: bool = False) -> str:
    """Return ``text`` for a column, on one line and with single spaces, or else ``verbatim``.

    Raises UserError, naming ``field``, for text that is longer than the column, that no keyboard
    writes, or that nobody can see.
    """
    cleaned = text if verbatim else " ".join(text.split())
    if any(unicodedata.category(one) in REFUSED or one in TURNING for one in cleaned):
        raise UserError(
            "unreadable_text", field=field, text=_("Write this without control characters.")
        )
    if cleaned.strip() and not any(map(_visible, cleaned)):
        raise UserError(
            "invisible_text", field=field, text=_("Nothing of this can be seen: write it anew.")
        )
    column = model._meta.get_field(field)
    assert isinstance(column, models.CharField)
    most = column.max_length
    if most is not None and len(cleaned) > most:
        raise UserError(
            "too_long", field=field, text=_("Write at most %(most)d characters.") % {"most": most}
        )
    return cleaned


def _visible(character: str) -> bool:
    """Whether a character is seen by itself: a letter, digit, symbol or sign, and not blank."""
    return unicodedata.category(character)[0] in "LNSP" and character not in BLANK
