"""What the tables hold, compared with what the audit trail says.

The chain protects only the events: changing a winner by SQL does not break it. Here the events are
replayed (:mod:`adjudication.trail.replay`) and every table that they mention is compared with the
outcome, one tournament after another and one round after another.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from adjudication.models import Penalty, Ruling
from adjudication.trail.replay import (
    RULING_TOLD,
    UNTOLD,
    Fact,
    Key,
    Replay,
    Subject,
    board_as_told,
)
from tournament.audit.selectors.snapshots import PLAYER_TOLD, rounds_now
from tournament.audit.selectors.trail import links_of
from tournament.common.queries import consistent_snapshot
from tournament.formats.chain import as_stored_json
from tournament.models import Absence, CheckIn, Player, Round, RoundState, Tournament
from tournament.settings.selectors import (
    event_settings,
    result_settings,
    ruling_settings,
    settings_as_json,
    system_settings,
    time_settings,
)


@dataclass(frozen=True, slots=True)
class Difference:
    """A field of a table that is not what the trail says.

    ``where`` identifies it by its numbers. ``told`` is what the trail says and ``event`` the number
    of the event that says so, 0 if no event mentions it. ``found`` is what the table holds;
    ``later`` is the number of the event that saw it there, if an event has changed the table since.
    """

    where: str
    field: str
    told: Any
    found: Any
    event: int = 0
    verb: str = ""
    later: int = 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison of a tournament: how many things the trail mentions, and what differs.

    ``untold`` counts, by kind (``boards`` or ``players``), what is in the tables but could not be
    compared because it came with a file. ``unreadable`` are the numbers of events that say what no
    service of ours writes.
    """

    events: int
    compared: Mapping[Subject, int]
    untold: Mapping[str, int]
    differences: tuple[Difference, ...]
    unreadable: tuple[int, ...]


def compare_with_trail(tournament_id: int) -> Comparison:
    """Replay a tournament's events and compare them with its tables at one moment."""
    with consistent_snapshot():
        replay = Replay()
        for event in links_of(tournament_id):
            replay.take(event)
        tables = _Tables(tournament_id, replay)
        gaps = (
            difference
            for gap in replay.gaps
            for difference in _differing(gap.key, gap.known, gap.found, gap.sequence)
        )
        differences = (*gaps, *tables.differences())
    compared: dict[Subject, int] = defaultdict(int)
    for subject, *_numbers in replay.facts:
        compared[subject] += 1
    return Comparison(replay.events, compared, tables.untold, differences, tuple(replay.unreadable))


class _Tables:
    """A tournament's tables, to be compared with what was replayed."""

    def __init__(self, tournament_id: int, replay: Replay) -> None:
        self._id, self._facts, self._whole = tournament_id, replay.facts, replay.whole
        self._replay = replay
        self.untold: dict[str, int] = defaultdict(int)

    def differences(self) -> Iterator[Difference]:
        """Yield everything that differs."""
        yield from self._rounds()
        yield from self._players()
        yield from self._taking_part()
        yield from self._rulings()
        yield from self._tournament()

    def _rounds(self) -> Iterator[Difference]:
        told: dict[int, set[Key]] = defaultdict(set)
        for key in self._facts:
            if key[0] in (Subject.BOARD, Subject.BYE, Subject.ROUND):
                told[key[1]].add(key)
        for round_ in Round.objects.filter(tournament=self._id).order_by("number"):
            now = rounds_now([round_])[round_.pk]
            found: dict[Key, Any] = {
                (Subject.BOARD, round_.number, board["table"]): board_as_told(board)
                for board in now.boards.values()
            }
            found |= {(Subject.BYE, round_.number, player): True for player in now.byes}
            key = (Subject.ROUND, round_.number)
            if key in self._facts or round_.state != RoundState.DRAFT:
                found[key] = round_.state
            for key in sorted({*found, *told.pop(round_.number, ())}, key=_order):
                yield from self._held(key, found.get(key, _nothing(key)))
        for key in sorted((key for keys in told.values() for key in keys), key=_order):
            yield from self._held(key, _nothing(key))

    def _players(self) -> Iterator[Difference]:
        columns = ("number", "surname", "erased_at", *PLAYER_TOLD)
        there = set()
        for row in Player.objects.filter(tournament=self._id).order_by("number").values(*columns):
            number = row["number"]
            there.add(number)
            yield from self._held((Subject.PLAYER, number), True)
            for name in PLAYER_TOLD:
                key = (Subject.ENTRY, number, name)
                if key in self._facts:
                    yield from self._held(key, as_stored_json(row[name]))
            if (Subject.ERASED, number) in self._facts:
                gone = row["erased_at"] is not None and row["surname"] == f"#{number}"
                yield from self._held((Subject.ERASED, number), gone)
        for key, _fact in list(self._replay.of(Subject.PLAYER)):
            if key[1] not in there:
                yield from self._held(key, False)

    def _taking_part(self) -> Iterator[Difference]:
        absences = Absence.objects.filter(player__tournament=self._id)
        for subject, rows in (
            (Subject.ABSENT, absences),
            (Subject.UNCOUNTED, absences.filter(counts=False)),
            (Subject.HERE, CheckIn.objects.filter(player__tournament=self._id)),
        ):
            pairs = set(rows.values_list("player__number", "round_number"))
            for key, _fact in list(self._replay.of(subject)):
                yield from self._held(key, key[1:] in pairs)

    def _rulings(self) -> Iterator[Difference]:
        rows = Ruling.objects.filter(case__tournament=self._id).select_related("case")
        found = {}
        for row in rows.prefetch_related("penalties__player").order_by("case__number", "number"):
            key = (Subject.RULING, row.case.number, row.number)
            found[key] = _ruling(row)
            told = self._facts.get(key)
            if told is None:
                yield from self._held(key, found[key])
                continue
            held = {name: found[key][name] for name in told.value}
            if "reasons" in held:
                held["reasons"] = held["reasons"][: len(told.value["reasons"])]
            yield from self._held(key, held)
        for key, _fact in list(self._replay.of(Subject.RULING)):
            if key not in found:
                yield from self._held(key, None)

    def _tournament(self) -> Iterator[Difference]:
        row = Tournament.objects.get(pk=self._id)
        for subject, found in (
            (Subject.STATUS, row.status),
            (Subject.CLOSED, row.closed_at is not None),
        ):
            if (subject,) in self._facts:
                yield from self._held((subject,), found)
        columns = {column.attname for column in Tournament._meta.concrete_fields}
        settings: dict[str, Any] = {}
        for of in (event_settings, system_settings, time_settings, result_settings):
            settings |= settings_as_json(of(row))
        settings |= settings_as_json(ruling_settings(row))
        for key, _fact in sorted(self._replay.of(Subject.SETTING), key=lambda pair: pair[0][1]):
            name = key[1]
            value: Any = settings
            for part in name.split("."):
                value = value.get(part, UNTOLD) if isinstance(value, dict) else UNTOLD
            if value is UNTOLD and name in columns:
                value = as_stored_json(getattr(row, name))
            if value is not UNTOLD:
                yield from self._held(key, value)

    def _held(self, key: Key, found: Any) -> Iterator[Difference]:
        """Yield the differences in one thing."""
        fact = self._facts.get(key)
        if fact is None:
            if self._whole:
                yield Difference(_where(key), _field(key), None, _short(key, found))
            elif key[0] in (Subject.BOARD, Subject.PLAYER):
                self.untold[f"{key[0].value}s"] += 1
            return
        yield from _differing(key, fact, found)


def _differing(key: Key, fact: Fact, found: Any, later: int = 0) -> Iterator[Difference]:
    """Yield the fields in which a thing is not what an event says of it."""
    if fact.value == found:
        return
    if isinstance(fact.value, dict) and isinstance(found, dict) and key[0] is not Subject.SETTING:
        for name in fact.value:
            if fact.value[name] != found.get(name):
                yield Difference(
                    _where(key),
                    name,
                    fact.value[name],
                    found.get(name),
                    fact.sequence,
                    fact.verb,
                    later,
                )
        return
    told, found = _short(key, fact.value), _short(key, found)
    yield Difference(_where(key), _field(key), told, found, fact.sequence, fact.verb, later)


def _where(key: Key) -> str:
    """Return the name of a thing, as its tournament's pages have it."""
    subject, *numbers = key
    words = {
        Subject.BOARD: "round {}, board {}",
        Subject.BYE: "round {}, player {}",
        Subject.ROUND: "round {}",
        Subject.ABSENT: "player {}, round {}",
        Subject.UNCOUNTED: "player {}, round {}",
        Subject.HERE: "player {}, round {}",
        Subject.PLAYER: "player {}",
        Subject.ERASED: "player {}",
        Subject.ENTRY: "player {}",
        Subject.RULING: "case {}, ruling {}",
    }
    return words.get(subject, "the tournament").format(*numbers)


def _field(key: Key) -> str:
    """Return the name of the compared field, if it is a single value."""
    names = {
        Subject.BYE: "bye",
        Subject.ROUND: "state",
        Subject.ABSENT: "absent",
        Subject.UNCOUNTED: "absent without credit",
        Subject.HERE: "checked in",
        Subject.PLAYER: "entered",
        Subject.ERASED: "erased",
        Subject.ENTRY: str(key[-1]),
        Subject.SETTING: str(key[-1]),
        Subject.STATUS: "status",
        Subject.CLOSED: "closed",
    }
    return names.get(key[0], "row")


def _short(key: Key, value: Any) -> Any:
    """Return a value for display; for a board or a ruling, only whether it exists."""
    if key[0] in (Subject.BOARD, Subject.RULING):
        return "none" if value is None else "there"
    return value


def _nothing(key: Key) -> Any:
    """Return the value of a fact about a round for which the table has no row."""
    return False if key[0] is Subject.BYE else None


def _order(key: Key) -> tuple[str, *tuple[int, ...]]:
    subject, *numbers = key
    return (subject.value, *numbers)


def _ruling(row: Ruling) -> dict[str, Any]:
    penalties = sorted(row.penalties.all(), key=lambda penalty: penalty.pk)
    told = {name: as_stored_json(getattr(row, name)) for name in RULING_TOLD if name != "penalties"}
    return {
        **told,
        "penalties": [_penalty(penalty) for penalty in penalties],
        "winner": row.winner,
        "reason": row.reason,
        "margin_half": row.margin_half,
        "reasons": row.reasons,
    }


def _penalty(row: Penalty) -> dict[str, Any]:
    told = {
        "player": row.player.number,
        "kind": row.kind,
        "points_half": row.points_half,
        "seconds": row.seconds,
    }
    return {name: value for name, value in told.items() if value is not None}
