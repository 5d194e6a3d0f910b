"""The audit trail as it is read: newest first, filtered, a page at a time."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from tournament.models import AuditEvent, Game, Player, Round

PAGE = 50
KINDS: Mapping[str, tuple[str, ...]] = {
    "results": ("result.",),
    "pairings": ("board.", "pairing."),
    "rounds": ("round.",),
    "players": ("player.", "teams.", "wishes."),
    "links": ("link.",),
    "tournament": ("tournament.",),
}
"""The kinds of events one can look for, by how their verbs begin."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing somebody did. ``undone_by`` is the event that made it good.

    Of an event that ``undoes`` another, ``root`` is what was first done, and ``again`` says that
    it is done again, as the undoing of an undoing does.
    """

    id: int
    at: datetime
    verb: str
    role: str
    name: str
    round_number: int | None
    table: int | None
    players: tuple[int, ...]
    before: Any
    after: Any
    reason: str
    undoes: int | None
    undone_by: int | None
    root: "Event | None" = None
    again: bool = False


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of the trail is looked at; ``player`` is a number in the tournament."""

    round_number: int | None = None
    table: int | None = None
    player: int | None = None
    kind: str = ""


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page of the trail, the names of its players, and what there is to look for."""

    events: tuple[Event, ...]
    number: int
    pages: int
    total: int
    names: Mapping[int, str]
    rounds: tuple[int, ...]
    games: Mapping[tuple[int, int], int]
    """The ids of the games of published rounds, by round and table."""

    @property
    def newer(self) -> int:
        """Return the number of the page before this one."""
        return self.number - 1

    @property
    def older(self) -> int:
        """Return the number of the page after this one."""
        return self.number + 1


def history_page(tournament_id: int, wanted: Wanted, number: int = 1) -> HistoryPage:
    """Return a page of the trail, the nearest there is, in five queries at most."""
    found = AuditEvent.objects.filter(tournament=tournament_id)
    if wanted.round_number is not None:
        found = found.filter(round_number=wanted.round_number)
    if wanted.table is not None:
        found = found.filter(table=wanted.table)
    keys = [
        pk
        for pk, verb, players in found.order_by("-pk").values_list("pk", "verb", "players")
        if (wanted.player is None or wanted.player in players)
        and verb.startswith(KINDS.get(wanted.kind, ("",)))
    ]
    pages = max(1, -(-len(keys) // PAGE))
    number = min(max(1, number), pages)
    rounds = Round.objects.filter(tournament=tournament_id).order_by("number")
    games = Game.objects.filter(round__tournament=tournament_id).exclude(round__state="draft")
    return HistoryPage(
        events=_events(tournament_id, keys[(number - 1) * PAGE : number * PAGE]),
        number=number,
        pages=pages,
        total=len(keys),
        names=names_of(tournament_id),
        rounds=tuple(rounds.values_list("number", flat=True)),
        games={
            (round_number, table): pk
            for round_number, table, pk in games.values_list("round__number", "board_number", "pk")
        },
    )


def game_history(tournament_id: int, round_number: int, pair: frozenset[int]) -> tuple[Event, ...]:
    """Return what happened to the game of two players, by their numbers, newest first.

    Two queries. The table is not asked for: it may have been another.
    """
    found = AuditEvent.objects.filter(tournament=tournament_id, round_number=round_number)
    rows = found.order_by("-pk").values_list("pk", "players")
    return _events(tournament_id, [pk for pk, players in rows if pair <= set(players)])


def event_of(tournament_id: int, event_id: int) -> Event | None:
    """Return one event of a tournament, or None."""
    found = AuditEvent.objects.filter(tournament=tournament_id, pk=event_id)
    return next(iter(_events(tournament_id, list(found.values_list("pk", flat=True)))), None)


def names_of(tournament_id: int) -> dict[int, str]:
    """Return the players' names by their numbers, in one query."""
    found = Player.objects.filter(tournament=tournament_id).order_by("number")
    return dict(found.values_list("number", "name"))


def _events(tournament_id: int, keys: list[int]) -> tuple[Event, ...]:
    """Return the events of these keys, newest first; two more queries where some undo others."""
    events = _rows(keys)
    if all(one.undoes is None for one in events):
        return events
    known = AuditEvent.objects.filter(tournament=tournament_id, undoes__isnull=False)
    pairs = known.values_list("pk", "undoes")
    undoing = {pk: int(undone) for pk, undone in pairs if undone}
    roots = {one.id: _root(one.id, undoing) for one in events if one.undoes is not None}
    found = {one.id: one for one in _rows([root for root, _ in roots.values()])}
    return tuple(
        replace(one, root=found[roots[one.id][0]], again=roots[one.id][1] % 2 == 0)
        if one.id in roots
        else one
        for one in events
    )


def _root(key: int, undoing: Mapping[int, int]) -> tuple[int, int]:
    """Return what was first done, and how many steps of undoing there are to it."""
    steps = 0
    while key in undoing:
        key, steps = undoing[key], steps + 1
    return key, steps


def _rows(keys: list[int]) -> tuple[Event, ...]:
    rows = AuditEvent.objects.filter(pk__in=keys).order_by("-pk")
    return tuple(
        Event(*row[:7], tuple(row[7]), *row[8:])
        for row in rows.values_list(
            "pk",
            "at",
            "verb",
            "actor_role",
            "actor_name",
            "round_number",
            "table",
            "players",
            "before",
            "after",
            "reason",
            "undoes",
            "undone_by",
        )
    )
