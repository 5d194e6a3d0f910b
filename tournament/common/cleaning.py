"""What a row may hold, checked by its columns before a service writes it."""

from collections.abc import Collection

from django.core.exceptions import ValidationError
from django.db import models

from tournament.errors import UserError
from tournament.fields.models import LineField


def clean_columns(row: models.Model, names: Collection[str], *, verbatim: bool = False) -> None:
    """Check these columns of a row against their limits; lines get single spaces.

    ``verbatim`` keeps texts as a file wrote them. Raises UserError for the first column that is
    wrong, naming it.
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
