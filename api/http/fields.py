"""Bodies and questions: what they may hold, strictly. A mistyped name is told, not passed over."""

import base64
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournament.errors import UserError

LARGEST_KEY = 2**63 - 1

_KINDS: tuple[tuple[type[serializers.Field], tuple[type, ...]], ...] = (
    (serializers.BooleanField, (bool,)),
    (serializers.IntegerField, (int,)),
    (serializers.FloatField, (int, float)),
    (serializers.DateTimeField, (str,)),
    (serializers.DateField, (str,)),
    (serializers.ChoiceField, (str,)),
    (serializers.CharField, (str,)),
)
"""What JSON has to give for each kind of field: ``"5"`` is no number."""


@contextmanager
def called(fields: Mapping[str, str]) -> Iterator[None]:
    """Name the fields of what a service refuses as the body calls them."""
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
    """Return what a field of a body holds in base64. Raises UserError, naming the field."""
    try:
        return base64.b64decode(coded, validate=True)
    except ValueError:
        raise UserError("base64", field=field, text=_("This is not base64.")) from None


class Body(serializers.Serializer):
    """A JSON object that holds only fields of the right kind, and none besides."""

    default_error_messages = {  # noqa: RUF012 - as the library wants it
        "unknown": _("There is no such field."),
        "kind": _("This is not of the kind that is needed here."),
    }

    def get_fields(self) -> dict[str, serializers.Field]:
        """Return the fields; those with choices name them to who chose something else."""
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
                if self._mistaken(field, data.get(name)):
                    wrong[name] = [self._error("kind")]
            if wrong:
                raise serializers.ValidationError(wrong)
        return super().to_internal_value(data)

    def _unknown(self, data: Mapping[str, Any]) -> dict[str, list[Any]]:
        return {str(name): [self._error("unknown")] for name in data if name not in self.fields}

    def _error(self, code: str) -> serializers.ErrorDetail:
        return serializers.ErrorDetail(self.error_messages[code], code)

    @staticmethod
    def _mistaken(field: serializers.Field, value: Any) -> bool:
        if value is None:
            return False
        for kind, types in _KINDS:
            if isinstance(field, kind):
                return not isinstance(value, types) or (
                    bool not in types and value in (True, False) and isinstance(value, bool)
                )
        return False


class Question(Body):
    """What is asked for in an address, after the question mark."""

    @staticmethod
    def _mistaken(field: serializers.Field, value: Any) -> bool:
        """In an address everything is text."""
        return False


class Paged(Question):
    """Which part of a list is asked for."""

    cursor = serializers.CharField(
        required=False, max_length=100, help_text="Where the page before ended: its `next`."
    )
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=500, default=100, help_text="How many at most."
    )


class Nothing(Body):
    """An empty object, or no body at all."""


class Empty(serializers.Serializer):
    """An answer without a body."""
