"""Checks the format of an archive's trail, because code that reads the trail trusts it.

The formats are those of :mod:`tournament.audit.selectors.snapshots`.
"""

from collections.abc import Callable
from typing import Any

from adjudication.archive.services.rows import DamagedError
from tournament.models import AuditEvent, Reason, Verb, Winner

_NUMBERS = ("table", "black", "white", "handicap", "komi_half")
_WORDS: dict[str, frozenset[str]] = {
    "winner": frozenset({"", *Winner.values}),
    "reason": frozenset({"", *Reason.values}),
}
LARGEST = 32767


def check_event(event: AuditEvent) -> None:
    """Raise DamagedError for an event that pages could not show."""
    if not (isinstance(event.players, list) and all(map(_number, event.players))):
        raise DamagedError("players")
    for name, value in (("before", event.before), ("after", event.after)):
        if not _readable(value, event.verb):
            raise DamagedError(name)


def _readable(value: Any, verb: str) -> bool:
    if not isinstance(value, dict):
        return True
    boards = [value] if "table" in value else value.get("boards", [])
    return (
        _all(boards, _board)
        and _all(value.get("byes", []), _number)
        and _result(value)
        and all(_all(value.get(name, []), known) for name, known in _LISTS.get(verb, {}).items())
    )


def _all(value: Any, known: Callable[[Any], bool]) -> bool:
    """Return whether it is a list of known values."""
    return isinstance(value, list) and all(map(known, value))


def _number(value: object) -> bool:
    return type(value) is int and -LARGEST <= value <= LARGEST


def _pair(value: Any) -> bool:
    return _all(value, _number) and len(value) == 2


def _entry(value: Any) -> bool:
    return isinstance(value, dict)


_TAKING_PART: dict[str, Callable[[Any], bool]] = {
    "absent": _pair,
    "plays": _pair,
    "uncounted": _pair,
}
_LISTS: dict[str, dict[str, Callable[[Any], bool]]] = {
    Verb.PLAYER_CHANGED: {"players": _entry},
    Verb.PLAYER_REFUSED: {"requests": _number},
    Verb.PLAYER_ERASED: {"rulings": _pair},
    Verb.PARTICIPATION: _TAKING_PART,
    Verb.PLAYER_WITHDRAWN: _TAKING_PART,
}
"""By verb, what else pages read of its events, and what that is a list of."""


def _board(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and all(_number(value.get(name)) for name in _NUMBERS)
        and _result(value)
    )


def _result(value: dict[str, Any]) -> bool:
    """Return whether the result, if there is one, can be written."""
    margin = value.get("margin_half")
    texts = {name: value.get(name, "") for name in _WORDS}
    return (margin is None or _number(margin)) and all(
        isinstance(text, str) and text in _WORDS[name] for name, text in texts.items()
    )
