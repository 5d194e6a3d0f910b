"""Columns of our own kinds. A limit is defined here or on the column, and nowhere else.

Forms take it with ``formfield()``, the API with its serializers, services with ``clean_fields()``.
In migrations they are the Django fields that they are based on, so that no migration needs them.
"""

from contextlib import suppress
from typing import Any

from django.core.validators import MaxLengthValidator
from django.db import models
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from tournament.fields import forms
from tournament.fields.validators import (
    COUNTRY_SENTENCE,
    TOO_LONG,
    number_range,
    validate_accounts,
    validate_categories,
    validate_email,
    validate_rank,
    validate_ranks,
    validate_readable,
    validate_readable_lines,
    validate_time_zone,
    validate_web_address,
)
from tournament.formats.countries import known_code
from tournament.state.categories import LONGEST_CATEGORIES, CategoriesError, plain_categories


def max_length_of(model: type[models.Model], name: str) -> int:
    """Return how many characters a column holds."""
    most = getattr(model._meta.get_field(name), "max_length", None)
    assert isinstance(most, int), f"{name} has no limit"
    return most


class _PlainInMigrations(models.Field):
    """A field that adds behaviour in Python only: migrations hold Django's field."""

    def deconstruct(self) -> Any:
        """Return Django's field, with the options that concern the database."""
        name, _path, args, options = super().deconstruct()
        plain = next(
            kind for kind in type(self).__mro__ if kind.__module__.startswith("django.db.models")
        )
        for option in ("validators", "error_messages", "verbose_name", "help_text"):
            options.pop(option, None)
        return name, f"django.db.models.{plain.__name__}", args, options

    def clone(self) -> Any:
        """Return Django's field, for the state of a migration."""
        _name, path, args, options = self.deconstruct()
        return import_string(path)(*args, **options)


class LineField(_PlainInMigrations, models.CharField):
    """Text on one line, such as a name."""

    default_validators = [validate_readable]  # noqa: RUF012
    default_error_messages = {"max_length": TOO_LONG}  # noqa: RUF012
    form_class: type[forms.LineField] = forms.LineField

    def __init__(self, *args: Any, missing: Any = "", **options: Any) -> None:
        """Take the error message for a required text that is missing, ``missing``."""
        self.missing = missing
        if missing:
            options["error_messages"] = {"blank": missing, **options.get("error_messages", {})}
        super().__init__(*args, **options)

    def validate(self, value: Any, model_instance: Any) -> None:
        """Refuse spaces only where a text is required."""
        super().validate(value if str(value).strip() else "", model_instance)

    def formfield(self, **options: Any) -> Any:
        """Return the form field; for a missing text it has the column's error message."""
        if self.missing:
            options = {"error_messages": {"required": self.missing}, **options}
        return super().formfield(**{"form_class": self.form_class, **options})


class TextField(_PlainInMigrations, models.TextField):
    """Text of several lines, at most ``max_length`` characters, in an input of ``rows`` lines."""

    default_validators = [validate_readable_lines]  # noqa: RUF012

    def __init__(self, *args: Any, max_length: int, rows: int = 4, **options: Any) -> None:
        self.rows = rows
        most = MaxLengthValidator(max_length, TOO_LONG)
        options["validators"] = [most, *options.get("validators", ())]
        super().__init__(*args, **{**options, "max_length": max_length})

    def formfield(self, **options: Any) -> Any:
        """Return the form field."""
        field = {"form_class": forms.TextField, "widget": forms.textarea(self.rows)}
        return super().formfield(**{**field, **options})


class SlugField(_PlainInMigrations, models.SlugField):
    """The part of a URL that names a row."""

    default_error_messages = {  # noqa: RUF012
        "invalid": _("Write the address with letters a to z, digits and hyphens.")
    }


class EmailField(LineField):
    """An e-mail address."""

    default_validators = [validate_readable, validate_email]  # noqa: RUF012
    form_class = forms.EmailField


class WebAddressField(LineField):
    """The URL of a page elsewhere."""

    default_validators = [validate_readable, validate_web_address]  # noqa: RUF012

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"max_length": 300, **options})


class CountryField(LineField):
    """A country's ISO 3166 code, wherever it came from; an unknown country stays as it is."""

    default_error_messages = {"max_length": COUNTRY_SENTENCE}  # noqa: RUF012
    form_class = forms.CountryField

    def __init__(self, *args: Any, **options: Any) -> None:
        options.setdefault("max_length", 3)
        super().__init__(*args, **options)

    def to_python(self, value: Any) -> Any:
        """Return the code: ``UK``, as in the European Go Database, becomes ``GB``."""
        text = super().to_python(value)
        return known_code(text) if text else text


class RankField(LineField):
    """A rank as people write it: ``5k``, ``3d``, ``2p``."""

    default_validators = [validate_rank]  # noqa: RUF012
    form_class = forms.RankField

    def __init__(self, *args: Any, **options: Any) -> None:
        options.setdefault("max_length", 4)
        super().__init__(*args, **options)


class RanksField(LineField):
    """The ranks of several players: ``2k, 4k``."""

    default_validators = [validate_ranks]  # noqa: RUF012
    form_class = forms.RanksField

    def __init__(self, *args: Any, **options: Any) -> None:
        options.setdefault("max_length", 60)
        super().__init__(*args, **options)


class AccountsField(LineField):
    """Names on servers: ``OGS: rose, KGS: rose12``."""

    default_validators = [validate_readable, validate_accounts]  # noqa: RUF012
    form_class = forms.AccountsField

    def __init__(self, *args: Any, **options: Any) -> None:
        options.setdefault("max_length", 300)
        super().__init__(*args, **options)


class CategoriesField(LineField):
    """A player's categories: ``woman, U12``, each only once wherever they came from."""

    default_validators = [validate_readable, validate_categories]  # noqa: RUF012
    form_class = forms.CategoriesField

    def __init__(self, *args: Any, **options: Any) -> None:
        options.setdefault("max_length", LONGEST_CATEGORIES)
        super().__init__(*args, **options)

    def to_python(self, value: Any) -> Any:
        """Return the categories as they are stored; too many or too long ones stay unchanged."""
        text = super().to_python(value)
        with suppress(CategoriesError):
            return plain_categories(text) if text else text
        return text


class TimeZoneField(LineField):
    """A time zone by its name: ``Europe/Paris``."""

    default_validators = [validate_time_zone]  # noqa: RUF012
    form_class = forms.TimeZoneField

    def __init__(self, *args: Any, **options: Any) -> None:
        options.setdefault("max_length", 64)
        super().__init__(*args, **options)


class _NumberField(_PlainInMigrations):
    """A whole number within ``limits``, least and most; ``beyond`` is the message for others."""

    form_class: type[forms.NumberField | forms.HalfPointsField] = forms.NumberField

    def __init__(
        self, *args: Any, limits: tuple[int, int], beyond: Any = "", **options: Any
    ) -> None:
        self.within = number_range(*limits, beyond)
        options["validators"] = [*self.within, *options.get("validators", ())]
        super().__init__(*args, **options)

    def formfield(self, **options: Any) -> Any:
        """Return the form field; if left empty it means the column's default."""
        if self.has_default() and not self.null:
            options.setdefault("empty_value", self.get_default())
            options.setdefault("required", False)
        limits = {"form_class": self.form_class, "validators": self.within}
        return models.Field.formfield(self, **{**limits, **options})


class SmallNumberField(_NumberField, models.SmallIntegerField):
    """A whole number that may be negative."""


class PositiveNumberField(_NumberField, models.PositiveSmallIntegerField):
    """A whole number that is never negative."""


class HalfPointsField(SmallNumberField):
    """Points, stored as half-points; the ``limits`` are half-points too."""

    form_class = forms.HalfPointsField


class MarginField(PositiveNumberField):
    """The points that a game was won by, stored as half-points; so are the ``limits``."""

    form_class = forms.HalfPointsField
