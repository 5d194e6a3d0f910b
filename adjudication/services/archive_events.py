"""Whether the trail in an archive can be read: what reads it trusts the shapes it is written in.

The shapes are those of :mod:`tournament.selectors.snapshots`.
"""

from typing import Any

from adjudication.services.archive_rows import DamagedError
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
    if verb == Verb.TEAMS_CHANGED and _number(boards):
        boards = []  # how large teams were, as the trail told it once
    byes = value.get("byes", [])
    if not isinstance(boards, list) or not isinstance(byes, list):
        return False
    if verb == Verb.PLAYER_CHANGED:
        players = value.get("players", [])
        if not isinstance(players, list) or not all(isinstance(one, dict) for one in players):
            return False
    return all(map(_board, boards)) and all(map(_number, byes))


def _board(value: Any) -> bool:
    if not isinstance(value, dict) or not all(_number(value.get(name)) for name in _NUMBERS):
        return False
    margin = value.get("margin_half")
    texts = {name: value.get(name, "") for name in ("winner", "reason")}
    return (margin is None or _number(margin)) and all(
        isinstance(text, str) and text in _WORDS[name] for name, text in texts.items()
    )


def _number(value: object) -> bool:
    return type(value) is int and -LARGEST <= value <= LARGEST
