"""Bodies and queries, read strictly; serializers made from models; our own kinds of fields.

A mistyped name is reported to the sender, not ignored.
"""

import base64
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any, ClassVar

from django.db import models
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.utils.field_mapping import ClassLookupDict

from language.messages import Message
from tournament.errors import UserError
from tournament.fields.serializers import FIELD_MAPPING
from tournament.fields.serializers import HalfPointsField as HalfPointsField
from tournament.spoken import translated

LARGEST_KEY = 2**63 - 1

_TEXT = _("Write text, in quotation marks.")
_KINDS: tuple[tuple[type[serializers.Field], tuple[type, ...], Promise], ...] = (
    (serializers.BooleanField, (bool,), _("Write true or false, without quotation marks.")),
    (serializers.IntegerField, (int,), _("Write a whole number, without quotation marks.")),
    (
        serializers.FloatField,
        (int, float),
        _("Write a number with a point, such as 3.5, without quotation marks."),
    ),
    (serializers.DateTimeField, (str,), _TEXT),
    (serializers.DateField, (str,), _TEXT),
    (serializers.ChoiceField, (str,), _TEXT),
    (serializers.CharField, (str,), _TEXT),
)
"""The JSON type for each kind of field, and the advice otherwise: ``"5"`` is not a number."""


@contextmanager
def rename_errors(fields: Mapping[str, str]) -> Iterator[None]:
    """Rename the fields in a service's errors as the body calls them."""
    try:
        yield
    except UserError as error:
        name = fields.get(error.field or "")
        if name is None:
            raise
        raise type(error)(error.code, text=error.text, field=name) from None


def choices(words: Iterable[Any]) -> list[tuple[str, str]]:
    """Return words as the choices of a field."""
    return [(str(one), str(one)) for one in words]


def bytes_of(coded: str, field: str) -> bytes:
    """Return the bytes that a field holds in base64. Raises UserError, naming the field."""
    try:
        return base64.b64decode(coded, validate=True)
    except ValueError:
        raise UserError("base64", field=field, text=_("This is not base64.")) from None


class Body(serializers.Serializer):
    """A JSON object with only the declared fields, each of the right kind."""

    default_error_messages = {"unknown": _("There is no such field.")}

    def get_fields(self) -> dict[str, serializers.Field]:
        """Return the fields; those with choices list them in the error for any other value."""
        fields: dict[str, serializers.Field] = super().get_fields()
        for field in fields.values():
            one = getattr(field, "child", field)
            if isinstance(one, serializers.ChoiceField):
                one.error_messages["invalid_choice"] = format_lazy(
                    _("Choose one of these: {choices}."), choices=", ".join(map(str, one.choices))
                )
        return fields

    def to_internal_value(self, data: Any) -> Any:
        """Return the values. Raises ValidationError with everything that is wrong."""
        if isinstance(data, Mapping):
            wrong = self._unknown(data)
            for name, field in self.fields.items():
                if mistake := self._mistake(field, data.get(name)):
                    wrong[name] = [serializers.ErrorDetail(mistake, "kind")]
            if wrong:
                raise serializers.ValidationError(wrong)
        return super().to_internal_value(data)

    def _unknown(self, data: Mapping[str, Any]) -> dict[str, list[Any]]:
        unknown = serializers.ErrorDetail(self.error_messages["unknown"], "unknown")
        return {str(name): [unknown] for name in data if name not in self.fields}

    @staticmethod
    def _mistake(field: serializers.Field, value: Any) -> Promise | None:
        """Return the advice for a value that is not of the field's kind."""
        if value is None:
            return None
        for kind, types, what_to_do in _KINDS:
            if isinstance(field, kind):
                right = isinstance(value, types) and isinstance(value, bool) == (bool in types)
                return None if right else what_to_do
        return None


class Query(Body):
    """The query of an address, after the question mark."""

    @staticmethod
    def _mistake(field: serializers.Field, value: Any) -> None:
        """Return nothing: in an address everything is text."""


class PageQuery(Query):
    """Which part of a list to return."""

    cursor = serializers.CharField(
        required=False, max_length=100, help_text="Where the page before ended: its `next`."
    )
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=500, default=100, help_text="How many at most."
    )


def expand_field(words: Iterable[str], help_text: str) -> serializers.ChoiceField:
    """Return the query field that says what else each row of a list should have."""
    return serializers.ChoiceField(choices=choices(words), required=False, help_text=help_text)


class Expandable(serializers.Serializer):
    """A row of a list with fields that are left out unless ``expand`` asks for them.

    The view gives only expanded rows the attributes in ``expanded_fields``.
    """

    expanded_fields: ClassVar[tuple[str, ...]] = ()

    def get_fields(self) -> dict[str, serializers.Field]:
        """Return the fields; an answer may lack those that were not asked for."""
        fields: dict[str, serializers.Field] = super().get_fields()
        for name in self.expanded_fields:
            fields[name].required = False
        return fields

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Return the row without the fields that it was not given."""
        shown: dict[str, Any] = super().to_representation(instance)
        for name in self.expanded_fields:
            if not hasattr(instance, self.fields[name].source_attrs[0]):
                shown.pop(name, None)
        return shown


class Nothing(Body):
    """An empty object, or no body at all."""


FIELDS: dict[Any, Any] = {
    **serializers.ModelSerializer.serializer_field_mapping,
    models.EmailField: serializers.CharField,  # services say what is wrong with an address
    **FIELD_MAPPING,
}
"""The serializer field for each kind of model field."""


class SureBody(Body):
    """A change that the rated mode asks about unless it is marked as ``sure``."""

    sure = serializers.BooleanField(
        required=False,
        default=False,
        help_text="It is meant, although it departs from the rules that the tournament is rated by:"
        " without this such a change is asked about (400 `departs_from_rules`), and nothing of it "
        "is done.",
    )


class ModelBody(Body, serializers.ModelSerializer):
    """A request about a model: kinds and limits are those of the model's fields."""

    serializer_field_mapping = FIELDS

    def build_standard_field(self, field_name: str, model_field: Any) -> tuple[Any, dict[str, Any]]:
        """Return the kind of a field and its limits, without the texts that are meant for pages."""
        kind, options = super().build_standard_field(field_name, model_field)
        return kind, {name: options[name] for name in options if name not in ("label", "help_text")}


def column_field(model: type[models.Model], name: str, **options: Any) -> Any:
    """Return a body's field for one column of a model, with its kind and limits."""
    kind, limits = ModelBody().build_standard_field(name, model._meta.get_field(name))
    return kind(**{**limits, **options})


class ModelShown(serializers.ModelSerializer):
    """An answer about a model, or about a row with the same field names."""

    serializer_field_mapping = FIELDS

    def build_standard_field(self, field_name: str, model_field: Any) -> tuple[Any, dict[str, Any]]:
        """Return the kind of a field without its limits, which apply only to requests."""
        kind = ClassLookupDict(self.serializer_field_mapping)[model_field]
        return kind, {"read_only": True, "allow_null": bool(model_field.null)}


class MomentField(serializers.DateTimeField):
    """A moment in UTC: ``2026-05-01T12:00:00+00:00``."""

    def to_representation(self, value: datetime) -> str:
        """Return the moment."""
        return value.isoformat()


class WordField(serializers.CharField):
    """A word; null if there is none."""

    def __init__(self, **options: Any) -> None:
        """Allow null."""
        super().__init__(allow_null=True, **options)

    def to_representation(self, value: Any) -> str | None:
        """Return the word."""
        return super().to_representation(value) or None


class SpokenField(serializers.CharField):
    """A sentence, in the language asked for."""

    def to_representation(self, value: Message) -> str:
        """Return the sentence."""
        return translated(value)


class WithMore:
    """A selector's value with extra attributes that an answer shows beside its own."""

    def __init__(self, value: Any, **more: Any) -> None:
        """Keep both; for a name in both, ``more`` wins."""
        self.__dict__.update(more, _value=value)

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the value."""
        return getattr(self.__dict__["_value"], name)
