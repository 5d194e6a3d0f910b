"""Checking the short texts that people type: names, clubs, cities, ranks."""

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.errors import UserError
from tournament.fields.validators import validate_readable


def clean_text(model: type[models.Model], field: str, text: str, *, verbatim: bool = False) -> str:
    """Return ``text`` for a column, on one line and with single spaces, or else ``verbatim``.

    Raises UserError, naming ``field``, for text that is longer than the column, that no keyboard
    writes, or that nobody can see. Where a row is at hand
    :func:`tournament.common.cleaning.clean_columns` checks all of it.
    """
    cleaned = text if verbatim else " ".join(text.split())
    try:
        validate_readable(cleaned)
    except ValidationError as error:
        raise UserError(str(error.code), field=field, text=error.message) from None
    column = model._meta.get_field(field)
    assert isinstance(column, models.CharField)
    most = column.max_length
    if most is not None and len(cleaned) > most:
        raise UserError(
            "too_long", field=field, text=_("Write at most %(most)d characters.") % {"most": most}
        )
    return cleaned
