"""Validation of columns and of short texts that people type, before a service writes them."""

from collections.abc import Collection

from django.core.exceptions import ValidationError
from django.db import models

from tournament.errors import UserError
from tournament.fields.models import LineField
from tournament.fields.validators import TOO_LONG, UNREADABLE, validate_readable


def clean_columns(row: models.Model, names: Collection[str], *, verbatim: bool = False) -> None:
    """Check these columns of a row against their limits; single-line texts get single spaces.

    ``verbatim`` keeps texts as a file wrote them. Raises UserError for the first invalid column,
    naming it.
    """
    if not verbatim:
        for column in row._meta.concrete_fields:
            if column.name in names and isinstance(column, LineField):
                text = getattr(row, column.attname)
                setattr(row, column.attname, " ".join(str(text).split()))
    try:
        row.clean_fields(exclude={field.name for field in row._meta.fields} - set(names))
    except ValidationError as error:
        name, errors = next(iter(error.error_dict.items()))
        code = errors[0].code or "invalid"
        raise UserError(code, field=name, text=" ".join(errors[0].messages)) from None


def clean_text(model: type[models.Model], field: str, text: str, *, verbatim: bool = False) -> str:
    """Return ``text`` for a column: on one line with single spaces, or unchanged if ``verbatim``.

    Raises UserError, naming ``field``, for text that is longer than the column, or has characters
    that no keyboard types or nobody can see. With a row at hand,
    :func:`tournament.common.cleaning.clean_columns` checks all of it.
    """
    cleaned = text if verbatim else " ".join(text.split())
    try:
        validate_readable(cleaned)
    except ValidationError as error:
        raise UserError(str(error.code), field=field, text=error.message) from None
    column = model._meta.get_field(field)
    assert isinstance(column, models.CharField)
    if column.max_length is not None:
        check_length(cleaned, column.max_length, field=field)
    return cleaned


def check_length(text: str, most: int, *, field: str, code: str = "too_long") -> None:
    """Refuse a text of more than ``most`` characters, saying how many it has: nothing is cut off.

    Raises UserError, naming ``field``.
    """
    if len(text) > most:
        told = {"limit_value": most, "show_value": len(text)}
        raise UserError(code, field=field, text=TOO_LONG % told)


def check_line(text: str, most: int, *, field: str, code: str) -> None:
    """Refuse a text of more than ``most`` characters, or with one that does not fit on a line.

    Raises UserError, naming ``field``.
    """
    check_length(text, most, field=field, code=code)
    if not text.isprintable():
        raise UserError(code, field=field, text=UNREADABLE)
