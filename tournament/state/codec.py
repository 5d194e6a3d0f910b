"""Values of this package as JSON and back, strictly: unknown fields and wrong types are refused.

A dataclass is an object with its fields under their names; a tuple or a frozenset is a list; an
enum is its value. A message is its id and parameters; a plain text in its place is used as it
stands. Missing fields take their defaults.
"""

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Any, TypeAlias, TypeVar

from language.messages import Message, message_from
from language.messages import gettext_lazy as _

T = TypeVar("T")
Check: TypeAlias = Callable[[object, str], None]


class CodecError(ValueError):
    """JSON that does not hold the value asked for. ``path`` is the field: ``players[3].rank``."""

    def __init__(self, path: str, text: Message) -> None:
        super().__init__(f"{path or 'the value'}: {text}")
        self.path = path
        self.text = text


def to_json(value: object) -> Any:
    """Return a value made of dataclasses, enums, tuples and frozensets as plain JSON data.

    The members of a frozenset are sorted, so that equal values give equal data. Raises TypeError
    for a type that no value of this package has.
    """
    if isinstance(value, Message):
        return value.as_json()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: to_json(getattr(value, field.name)) for field in dataclasses.fields(value)
        }
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, frozenset):
        return sorted(to_json(item) for item in value)
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"no JSON for {type(value).__name__}")


def from_json(kind: type[T], data: object, path: str = "", check: Check | None = None) -> T:
    """Return the dataclass instance of type ``kind`` that ``data`` describes.

    ``check`` is called with every instance read and its path, inner ones first, and may raise
    anything. Raises CodecError for a wrong type, an unknown field, a missing one without a default,
    a value that the enum does not have and anything that the dataclass itself refuses with a
    ValueError.
    """
    return typing.cast(T, _read(kind, data, path, check))


def _read(kind: Any, data: object, path: str, check: Check | None) -> object:
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        if data is None and type(None) in arguments:
            return None
        (kind,) = (argument for argument in arguments if argument is not type(None))
        return _read(kind, data, path, check)
    if origin in (tuple, frozenset):
        return _sequence(origin, arguments, data, path, check)
    if kind is Message:
        return _message(data, path)
    if dataclasses.is_dataclass(kind):
        return _object(kind, data, path, check)
    if isinstance(kind, type) and issubclass(kind, Enum):
        try:
            return kind(data)
        except ValueError:
            words = ", ".join(str(member.value) for member in kind)
            raise CodecError(path, _("is none of %(words)s") % {"words": words}) from None
    if kind is float and isinstance(data, int) and not isinstance(data, bool):
        try:
            return float(data)
        except OverflowError:
            raise CodecError(path, _("is too large a number")) from None
    if not isinstance(data, kind) or (kind is not bool and isinstance(data, bool)):
        raise CodecError(path, _("is not of the type %(type)s") % {"type": kind.__name__})
    return data


def _sequence(
    origin: Any, arguments: tuple[Any, ...], data: object, path: str, check: Check | None
) -> object:
    if not isinstance(data, list):
        raise CodecError(path, _("is not a list"))
    if origin is tuple and arguments[-1] is not Ellipsis:
        if len(data) != len(arguments):
            raise CodecError(path, _("has not %(count)d items") % {"count": len(arguments)})
        kinds = list(arguments)
    else:
        kinds = [arguments[0]] * len(data)
    items = [
        _read(kind, item, f"{path}[{index}]", check)
        for index, (kind, item) in enumerate(zip(kinds, data, strict=True))
    ]
    return origin(items)


def _object(kind: Any, data: object, path: str, check: Check | None) -> object:
    if not isinstance(data, Mapping):
        raise CodecError(path, _("is not an object"))
    fields = _fields(kind)
    where = f"{path}." if path else ""
    for name in data:
        if name not in fields:
            raise CodecError(f"{where}{name}", _("is not known"))
    for name, (__, required) in fields.items():
        if required and name not in data:
            raise CodecError(f"{where}{name}", _("is missing"))
    values = {
        name: _read(fields[name][0], item, f"{where}{name}", check) for name, item in data.items()
    }
    try:
        value: object = kind(**values)
    except ValueError as error:
        text = getattr(error, "text", None) or _("is not allowed (%(error)s)") % {
            "error": str(error)
        }
        raise CodecError(path, text) from error
    if check is not None:
        check(value, path)
    return value


def _message(data: object, path: str) -> Message:
    try:
        return Message(data) if isinstance(data, str) else message_from(data)
    except ValueError:
        raise CodecError(path, _("is not of the type %(type)s") % {"type": "Message"}) from None


@cache
def _fields(kind: Any) -> dict[str, tuple[Any, bool]]:
    """Return every field's type and whether it is required."""
    hints = typing.get_type_hints(kind)
    missing = dataclasses.MISSING
    return {
        field.name: (
            hints[field.name],
            field.default is missing and field.default_factory is missing,
        )
        for field in dataclasses.fields(kind)
    }
