"""Replays the events of a tournament to find what they say the tables should hold.

An event says what was and what is (:mod:`tournament.audit.selectors.snapshots`). Replayed in order,
events yield facts; if an event says that a fact was different before, something changed it without
an event. What no event says (names, clubs as first entered, e-mails, teams, statements, the content
of very large files) is unknown here and is not compared.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from adjudication.models import Effect
from tournament.audit.selectors.snapshots import (
    PLAYER_TOLD,
    USUAL,
    Board,
    boards_in,
    byes_in,
    round_in,
)
from tournament.formats.chain import ChainLink
from tournament.models import GameState, RoundState, Status, Verb
from tournament.results.services.results import NO_RESULT


class Subject(Enum):
    """What a fact is about, and the numbers that identify it."""

    BOARD = "board"
    """By round and table: a board, or None if there is none."""
    BYE = "bye"
    """By round and player: whether they have one."""
    ROUND = "round"
    """By number: its state, or None if there is no such round."""
    ABSENT = "absent"
    """By player and round: whether they are absent."""
    UNCOUNTED = "uncounted"
    """By player and round: whether they get nothing for the round that they miss."""
    HERE = "here"
    """By player and round: whether they were checked in."""
    PLAYER = "player"
    """By number: whether they are entered."""
    ERASED = "erased"
    """By number: whether the person was erased."""
    ENTRY = "entry"
    """By player and column: what is entered."""
    SETTING = "setting"
    """By dotted name."""
    RULING = "ruling"
    """By case and number: what was decided."""
    STATUS = "status"
    """Whether everybody sees the tournament."""
    CLOSED = "closed"
    """Whether it is closed."""


Key = tuple[Subject, *tuple[Any, ...]]


class Untold(Enum):
    """The single value that stands for what an event does not say."""

    UNTOLD = "untold"


UNTOLD: Final = Untold.UNTOLD


@dataclass(frozen=True, slots=True)
class Fact:
    """What an event says of a thing, and the number of that event."""

    value: Any
    sequence: int
    verb: str


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that changed without an event before the present one, which reveals it."""

    key: Key
    known: Fact
    found: Any
    sequence: int


BOARD_TOLD: Mapping[str, Any] = {
    "black": None,
    "white": None,
    "handicap": 0,
    "komi_half": 0,
    "state": GameState.OPEN.value,
    "winner": "",
    "reason": "",
    "margin_half": None,
    "colours_known": True,
    "locked": False,
}
"""What an event says of a board, with defaults for what it leaves out."""
RULING_TOLD = ("effect", "articles", "penalties", "resume_move")
SETTLED_LATER = ("parameters.round_robin.groups", "parameters.knock_out.seeds")
"""Settings that publishing a round changes without an event."""
WITHHELD = ("director_name",)
"""Settings of which an event says only that they changed."""
_RULINGS = frozenset({Verb.RULED.value, Verb.RULING_REVISED.value, Verb.APPEAL_DECIDED.value})
MOST_GAPS = 1000
"""How many are kept of one tournament."""
_ONE_TRANSACTION = 30 * 1_000_000
"""How many microseconds a transaction that wrote several events may have lasted."""


def board_as_told(board: Mapping[str, Any]) -> Board:
    """Return a board with everything an event says of it, and nothing else."""
    return {name: board.get(name, usual) for name, usual in BOARD_TOLD.items()}


@dataclass(slots=True)
class Replay:
    """What the events taken so far say.

    ``whole`` says that there was nothing before the first event and no file has been imported
    since: then no board, player or ruling can exist that no event mentions.
    """

    facts: dict[Key, Fact] = field(default_factory=dict)
    gaps: list[Gap] = field(default_factory=list)
    unreadable: list[int] = field(default_factory=list)
    whole: bool = False
    events: int = 0
    _superseded: deque[tuple[int, Key, Any]] = field(default_factory=deque)

    def take(self, event: ChainLink) -> None:
        """Take the next event, in the order of the chain."""
        self.events += 1
        try:
            changes = list(_changes(event))
            for key, before, after in changes:
                self._hold_against(key, before, event)
                self._know(key, after, event)
            self._follow(event)
        except (AttributeError, KeyError, TypeError, ValueError):
            # An archive from elsewhere may say what no service of ours writes.
            self.unreadable.append(event.sequence)

    def of(self, subject: Subject) -> Iterator[tuple[Key, Fact]]:
        """Yield the facts about one subject."""
        return ((key, fact) for key, fact in self.facts.items() if key[0] is subject)

    def _hold_against(self, key: Key, before: Any, event: ChainLink) -> None:
        known = self.facts.get(key)
        if before is UNTOLD or known is None or known.value == before:
            return
        # A service that writes two events about one thing may have read it before the first.
        looked = any((key, before) == (about, was) for _at, about, was in self._superseded)
        if not looked and len(self.gaps) < MOST_GAPS:
            self.gaps.append(Gap(key, known, before, event.sequence))

    def _know(self, key: Key, value: Any, event: ChainLink) -> None:
        known = self.facts.pop(key, None)
        if known is not None and known.value != value:
            while self._superseded and self._superseded[0][0] < event.at - _ONE_TRANSACTION:
                self._superseded.popleft()
            self._superseded.append((event.at, key, known.value))
        if key[0] is Subject.SETTING:
            self._join_settings(key[1], value)
        if value is not UNTOLD:
            self.facts[key] = Fact(value, event.sequence, event.verb)

    def _join_settings(self, name: str, value: Any) -> None:
        """Let a setting replace its parts, and merge it into the setting that it is a part of."""
        self._forget(lambda key: key[0] is Subject.SETTING and key[1].startswith(f"{name}."))
        for (_subject, whole), fact in self.of(Subject.SETTING):
            if name.startswith(f"{whole}.") and isinstance(fact.value, dict):
                inner, *parts = fact.value, *name.removeprefix(f"{whole}.").split(".")
                for part in parts[:-1]:
                    inner = inner[part]
                inner[parts[-1]] = value

    def _forget(self, which: Callable[[Key], bool]) -> None:
        for key in list(filter(which, self.facts)):
            del self.facts[key]

    def _follow(self, event: ChainLink) -> None:
        """Apply what an event brings about without saying it."""
        after = event.after if isinstance(event.after, dict) else {}
        match event.verb:
            case Verb.TOURNAMENT_CREATED:
                self.whole = event.sequence == 1
            case Verb.IMPORTED:
                self.whole &= "contents" in after
                self._forget(lambda key: key[:2] == (Subject.SETTING, "name"))
            case Verb.TOURNAMENT_RESTORED:
                # It gets an address of its own, and only its staff sees it.
                self._forget(lambda key: key[:2] == (Subject.SETTING, "slug"))
                status = self.facts.get((Subject.STATUS,))
                if status is not None and status.value == Status.DELETED:
                    self._know((Subject.STATUS,), Status.DRAFT.value, event)
            case Verb.TOURNAMENT_UNDELETED:
                self._forget(lambda key: key[0] is Subject.CLOSED)
            case Verb.PLAYER_REMOVED:
                of_player = (Subject.ENTRY, Subject.ABSENT, Subject.UNCOUNTED, Subject.HERE)
                self._forget(lambda key: key[0] in of_player and key[1] in event.players)
        opened = any(
            board.get("state", GameState.OPEN) == GameState.OPEN for board in boards_in(after)
        )
        key = (Subject.ROUND, event.round_number)
        state = self.facts.get(key)
        if opened and state is not None and state.value == RoundState.FINISHED:
            # It goes on, because one of its games is open again.
            self._know(key, RoundState.PUBLISHED.value, event)


_Change = tuple[Key, Any, Any]


def _changes(event: ChainLink) -> Iterator[_Change]:
    """Yield what an event changes: the value before, as far as it says so, and the value after."""
    yield from _of_round(event)
    yield from _of_taking_part(event)
    yield from _of_players(event)
    yield from _of_file(event)
    yield from _of_tournament(event)
    if event.verb in _RULINGS and isinstance(event.after, dict) and "ruling" in event.after:
        yield (
            (Subject.RULING, event.after["case"], event.after["ruling"]),
            UNTOLD,
            _ruling(event.after, event.reason if event.verb == Verb.RULED else ""),
        )


def _of_round(event: ChainLink) -> Iterator[_Change]:
    number = event.round_number
    if number is None:
        return
    was, now = (
        {board["table"]: board_as_told(board) for board in boards_in(told) if "black" in board}
        for told in (event.before, event.after)
    )
    # An appeal that upholds the ruling gives the board as it is, but not as it was.
    missing = UNTOLD if event.verb in _RULINGS else None
    for table in {**was, **now}:
        yield (Subject.BOARD, number, table), was.get(table, missing), now.get(table)
    left, came = byes_in(event.before), byes_in(event.after)
    for player in {*left, *came}:
        yield (Subject.BYE, number, player), player in left, player in came
    state_was, state = round_in(event.before), round_in(event.after)
    if event.verb == Verb.ROUND_REMOVED:
        yield (Subject.ROUND, number), UNTOLD, None
    elif state:
        yield (Subject.ROUND, number), state_was or UNTOLD, state


def _of_taking_part(event: ChainLink) -> Iterator[_Change]:
    if event.verb == Verb.CHECKED_IN:
        for player in event.players:
            key = (Subject.HERE, player, event.round_number)
            yield key, event.before["here"], event.after["here"]
    elif isinstance(event.after, dict):
        away, uncounted = _pairs(event.before, "absent"), _pairs(event.before, "uncounted")
        nothing = _pairs(event.after, "uncounted")
        for name, absent in (("absent", True), ("plays", False)):
            for pair in sorted(_pairs(event.after, name)):
                yield (Subject.ABSENT, *pair), pair in away, absent
                yield (Subject.UNCOUNTED, *pair), pair in uncounted, pair in nothing


def _pairs(told: Any, name: str) -> set[tuple[int, int]]:
    found = told.get(name, ()) if isinstance(told, dict) else ()
    return {(player, number) for player, number in found}


def _of_players(event: ChainLink) -> Iterator[_Change]:
    match event.verb:
        case Verb.PLAYER_ADDED | Verb.PLAYER_APPROVED:
            for number in event.players:
                yield (Subject.PLAYER, number), UNTOLD, True
                if event.verb == Verb.PLAYER_APPROVED:
                    key = (Subject.ENTRY, number, "registration")
                    yield key, UNTOLD, event.after["registration"]
            yield from _entries(event.after)
        case Verb.PLAYER_REMOVED:
            for number in event.players:
                yield (Subject.PLAYER, number), UNTOLD, False
        case Verb.PLAYER_CHANGED:
            (was,), (now,) = event.before["players"], event.after["players"]
            for name in now.keys() & set(PLAYER_TOLD):
                yield (Subject.ENTRY, now["number"], name), was[name], now[name]
        case Verb.PLAYER_ERASED:
            for number in event.players:
                yield (Subject.ERASED, number), UNTOLD, True
                yield (Subject.ENTRY, number, "club"), UNTOLD, ""


def _entries(told: Any) -> Iterator[_Change]:
    """Yield what is entered for new players; nothing if the event does not say."""
    for entry in told.get("players", ()) if isinstance(told, dict) else ():
        for name, usual in USUAL.items():
            yield (Subject.ENTRY, entry["number"], name), UNTOLD, entry.get(name, usual)


def _of_file(event: ChainLink) -> Iterator[_Change]:
    told = event.after if isinstance(event.after, dict) else {}
    if event.verb != Verb.IMPORTED or "contents" not in told:
        return
    contents = told["contents"]
    for entry in contents["players"]:
        yield (Subject.PLAYER, entry["number"]), UNTOLD, True
    yield from _entries(contents)
    nothing = _pairs(contents, "uncounted")
    for player, number in contents["absent"]:
        yield (Subject.ABSENT, player, number), UNTOLD, True
        yield (Subject.UNCOUNTED, player, number), UNTOLD, (player, number) in nothing
    for round_ in contents["rounds"]:
        number = round_["number"]
        yield (Subject.ROUND, number), UNTOLD, round_["round"]
        for board in round_["boards"]:
            yield (Subject.BOARD, number, board["table"]), UNTOLD, board_as_told(board)
        for player in round_["byes"]:
            yield (Subject.BYE, number, player), UNTOLD, True


def _of_tournament(event: ChainLink) -> Iterator[_Change]:
    before, after = (told if isinstance(told, dict) else {} for told in (event.before, event.after))
    match event.verb:
        case Verb.TOURNAMENT_CREATED:
            yield (Subject.CLOSED,), UNTOLD, False
            for name in ("name", "slug", "rules"):
                if name in after:
                    yield (Subject.SETTING, name), UNTOLD, after[name]
        case Verb.TOURNAMENT_CHANGED:
            for name, value in after.items():
                if name not in WITHHELD and not name.startswith(SETTLED_LATER):
                    yield (Subject.SETTING, name), before.get(name, UNTOLD), value
        case Verb.TOURNAMENT_CLOSED | Verb.TOURNAMENT_REOPENED:
            closed = event.verb == Verb.TOURNAMENT_CLOSED
            yield (Subject.CLOSED,), not closed, closed
        case _ if "status" in after and event.verb.startswith("tournament."):
            yield (Subject.STATUS,), before.get("status", UNTOLD), after["status"]
            if after["status"] == Status.DELETED:
                yield (Subject.CLOSED,), UNTOLD, True


def _ruling(after: Mapping[str, Any], reasons: str | None) -> dict[str, Any]:
    """Return what an event says of a ruling, leaving out reasons that have been emptied."""
    told = {name: after.get(name) for name in RULING_TOLD}
    if after.get("effect") == Effect.RESULT and "black" in after:
        told |= {name: after.get(name, usual) for name, usual in NO_RESULT.items()}
    return {**told, "reasons": reasons} if reasons else told
