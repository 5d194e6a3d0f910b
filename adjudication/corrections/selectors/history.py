"""Reading the audit trail: sorted, filtered, a page at a time."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.db.models import Case as Choice
from django.db.models import CharField, F, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce, Concat

from adjudication.cases.selectors.rulings import reasons_in_language
from adjudication.models import Case, Ruling
from adjudication.policy.causes import BEHAVIOUR
from tournament.games.selectors import GameRow, game_rows
from tournament.models import AuditEvent, Game, Person, Player, Role, RoundState, Verb
from tournament.spoken import note_text
from tournament.tournaments.selectors.public import TournamentTerms, terms_of

PAGE = 50
KINDS: Mapping[str, tuple[str, ...]] = {
    "results": ("result.",),
    "pairings": ("board.", "pairing."),
    "rounds": ("round.",),
    "players": ("player.", "teams.", "wishes."),
    "links": ("link.", "token."),
    "cases": ("case.", "confirmation.", "inquiry.", "ruling.", "appeal."),
    "tournament": ("tournament.",),
}
"""The kinds of events one can filter by, with the prefixes of their verbs."""


_PERSON = Person.objects.filter(tournament=OuterRef("tournament"), uid=OuterRef("actor"))
_NAME = Coalesce(
    Subquery(
        _PERSON.values(whose=Choice(When(player=None, then=F("name")), default=F("player__name")))[
            :1
        ]
    ),
    Value(""),
)
"""Who acted, by name: events refer only to persons, whose names can be erased."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing somebody did. ``undone_by`` is the event that undid it.

    If an event ``undoes`` another, ``root`` is what was first done, and ``again`` says that it was
    done again (by undoing an undoing).
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

    def as_read(self, *, referee: bool) -> "Event":
        """Return the event for a reader who may look into disputes, or for one who may not."""
        hidden = not referee and is_for_referees(self.verb, self.role, self.after)
        return replace(self, reason="") if hidden else self


def is_for_referees(verb: str, role: str, after: Any) -> bool:
    """Whether an event's reason is only for those who may rule on its case.

    That is so for a player's complaint, and for one referee's note to the next, which may quote it.
    """
    if verb in (Verb.CASE_RETURNED, Verb.CASE_HANDED):
        return True
    told = after if isinstance(after, dict) else {}
    opened = verb in (Verb.CASE_OPENED, Verb.CASE_JOINED)
    return opened and role == Role.PLAYER and told.get("cause") in BEHAVIOUR


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """Which part of the trail to show; ``player`` is a number in the tournament.

    ``sort`` is one of :data:`ORDERS`; otherwise the newest come first.
    """

    round_number: int | None = None
    table: int | None = None
    player: int | None = None
    kind: str = ""
    sort: str = ""


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page of the trail, the names of its players, and what one can filter by.

    ``rounds`` are those in which something was done.
    """

    events: tuple[Event, ...]
    done: Event | None
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


def history_page(
    tournament_id: int, wanted: HistoryFilter, number: int = 1, *, done: int | None = None
) -> HistoryPage:
    """Return a page of the trail, or the nearest there is. Six queries at most.

    ``done`` is the id of an event to show on top, whichever page it is on.
    """
    found = AuditEvent.objects.filter(tournament=tournament_id).order_by("-pk")
    heads = [
        _Head(*row)
        for row in found.values_list("pk", "verb", "players", "round_number", "table", "undoes")
    ]
    chosen = [one for one in heads if one.is_wanted(wanted)]
    if wanted.sort == "who":
        person = Concat("actor_role", Value(" "), _NAME, output_field=CharField())
        whose = dict(found.values_list("pk", person))
        chosen.sort(key=lambda one: whose[one.id].casefold())
    elif wanted.sort in ORDERS:
        chosen.sort(key=ORDERS[wanted.sort])
    keys = [one.id for one in chosen]
    pages = max(1, -(-len(keys) // PAGE))
    number = min(max(1, number), pages)
    shown = keys[(number - 1) * PAGE : number * PAGE]
    undoing = {one.id: one.undoes for one in heads if one.undoes is not None}
    above = [one.id for one in heads if one.id == done]
    events = {one.id: one for one in _events([*shown, *above], undoing)}
    games = Game.objects.filter(round__tournament=tournament_id).exclude(round__state="draft")
    return HistoryPage(
        events=tuple(events[key] for key in shown),
        done=events[above[0]] if above else None,
        number=number,
        pages=pages,
        total=len(keys),
        names=names_of(tournament_id),
        rounds=tuple(sorted({one.round_number for one in heads if one.round_number})),
        games={
            (round_number, table): pk
            for round_number, table, pk in games.values_list("round__number", "board_number", "pk")
        },
    )


def trail_part(
    tournament_id: int, wanted: HistoryFilter, *, before: int | None, limit: int
) -> tuple[Event, ...]:
    """Return ``limit`` wanted events, newest first, from before the id ``before`` if given."""
    found = AuditEvent.objects.filter(tournament=tournament_id).order_by("-pk")
    heads = [
        _Head(*row)
        for row in found.values_list("pk", "verb", "players", "round_number", "table", "undoes")
    ]
    undoing = {one.id: one.undoes for one in heads if one.undoes is not None}
    keys = [
        one.id for one in heads if one.is_wanted(wanted) and (before is None or one.id < before)
    ]
    return _events(keys[:limit], undoing)


@dataclass(frozen=True, slots=True)
class _Head:
    """The columns that decide whether an event matches the filter."""

    id: int
    verb: str
    players: list[int]
    round_number: int | None
    table: int | None
    undoes: int | None

    def is_wanted(self, wanted: HistoryFilter) -> bool:
        return (
            wanted.round_number in (None, self.round_number)
            and wanted.table in (None, self.table)
            and (wanted.player is None or wanted.player in self.players)
            and self.verb.startswith(KINDS.get(wanted.kind, ("",)))
        )


ORDERS: Mapping[str, Callable[[_Head], Any]] = MappingProxyType(
    {
        "at": lambda one: one.id,
        "where": lambda one: (one.round_number is None, one.round_number, one.table or 0),
        "what": lambda one: one.verb,
    }
)
"""What the trail is sorted by, ascending, equal events newest first; ``who`` is possible, too."""


def game_history(
    tournament_id: int,
    round_number: int,
    pair: frozenset[int],
    *,
    cases: Collection[int] = frozenset(),
) -> tuple[Event, ...]:
    """Return what happened to the game of two players, by their numbers, newest first.

    Four queries at most. It does not go by the table, which may have changed. ``cases`` are the
    numbers of the game's cases, whose events are all included, whoever caused them.
    """
    found = AuditEvent.objects.filter(tournament=tournament_id, round_number=round_number)
    rows = list(found.order_by("-pk").values_list("pk", "players", "undoes", "after__case"))
    undoing = {pk: undone for pk, _, undone, _ in rows if undone is not None}
    about = [
        pk
        for pk, players, _, case in rows
        if pair <= set(players) or (type(case) is int and case in cases)
    ]
    return _events(about, undoing)


@dataclass(frozen=True, slots=True)
class GameStory:
    """What happened to a game of a published round, oldest first, and its players' names."""

    terms: TournamentTerms
    game: GameRow
    events: tuple[Event, ...]
    names: Mapping[int, str]


def game_story(game_id: int) -> GameStory | None:
    """Return the history of a game of a published round, or None. Eight queries at most."""
    found = Game.objects.filter(pk=game_id).exclude(round__state=RoundState.DRAFT)
    game = found.select_related("round__tournament", "black", "white").first()
    if game is None:
        return None
    (row,) = game_rows(found)
    tournament = game.round.tournament
    events = game_history(
        tournament.pk,
        game.round.number,
        frozenset({game.black.number, game.white.number}),
        cases=frozenset(Case.objects.filter(game=game).values_list("number", flat=True)),
    )
    return GameStory(terms_of(tournament), row, events[::-1], names_of(tournament.pk))


def case_history(tournament_id: int, case_number: int) -> tuple[Event, ...]:
    """Return what was done about a case, newest first. Three queries at most."""
    events = _rows(AuditEvent.objects.filter(tournament=tournament_id, after__case=case_number))
    return _rooted(events, {one.id: one.undoes for one in events if one.undoes is not None})


def count_case_events(tournament_id: int, case_number: int) -> int:
    """Return how many events :func:`case_history` returns. One query."""
    return AuditEvent.objects.filter(tournament=tournament_id, after__case=case_number).count()


def event_of(tournament_id: int, event_id: int) -> Event | None:
    """Return one event of a tournament, or None. Four queries at most."""
    found = AuditEvent.objects.filter(tournament=tournament_id)
    undoes = found.filter(pk=event_id).values_list("undoes", flat=True)
    if not undoes:
        return None
    undoing: dict[int, int] = {}
    if undoes[0] is not None:
        undoing = _undoing(found)
    return _events([event_id], undoing)[0]


def _undoing(found: "QuerySet[AuditEvent]") -> dict[int, int]:
    """Return the id of the event that each of these undoes, by its own id. One query."""
    pairs = found.filter(undoes__isnull=False).values_list("pk", "undoes")
    return {pk: undone for pk, undone in pairs if undone is not None}


def standing_events(tournament_id: int, verbs: Iterable[str]) -> tuple[Event, ...]:
    """Return the events of these kinds that still stand, oldest first. Four queries at most.

    What was undone is left out, and so is its undoing. What was done again is given as it was first
    done, with its reason.
    """
    found = AuditEvent.objects.filter(tournament=tournament_id)
    events = _rows(found.filter(verb__in=verbs, undone_by=None))
    undoing = _undoing(found) if any(event.undoes is not None for event in events) else {}
    standing = (
        event.root if event.root is not None and event.again else event
        for event in _rooted(events, undoing)
        if event.root is None or event.again
    )
    return tuple(sorted(standing, key=lambda event: event.id))


def names_of(tournament_id: int) -> dict[int, str]:
    """Return the players' names by their numbers. One query."""
    found = Player.objects.filter(tournament=tournament_id).order_by("number")
    return dict(found.values_list("number", "name"))


def _events(keys: list[int], undoing: Mapping[int, int]) -> tuple[Event, ...]:
    """Return the events with these ids, newest first; ``undoing`` says which undoes which, by id.

    One more query if some of them undo others.
    """
    return _rooted(_rows(AuditEvent.objects.filter(pk__in=keys)), undoing)


def _rooted(events: tuple[Event, ...], undoing: Mapping[int, int]) -> tuple[Event, ...]:
    """Return the events; those that undo others get what was first done."""
    roots = {one.id: _root(one.id, undoing) for one in events if one.undoes is not None}
    if not roots:
        return events
    first = AuditEvent.objects.filter(pk__in=[root for root, _ in roots.values()])
    found = {one.id: one for one in _rows(first)}
    return tuple(
        replace(one, root=found[roots[one.id][0]], again=roots[one.id][1] % 2 == 0)
        if one.id in roots
        else one
        for one in events
    )


def _root(key: int, undoing: Mapping[int, int]) -> tuple[int, int]:
    """Return what was first done, and how many steps of undoing lead to it."""
    steps = 0
    while key in undoing:
        key, steps = undoing[key], steps + 1
    return key, steps


def _rows(found: "QuerySet[AuditEvent]") -> tuple[Event, ...]:
    """Return the events of one tournament, newest first; one more query if some are rulings."""
    rows = found.order_by("-pk").annotate(who=_NAME)
    events, tournaments = [], set()
    for row in rows.values_list(
        "pk",
        "at",
        "verb",
        "actor_role",
        "who",
        "round_number",
        "table",
        "players",
        "before",
        "after",
        "reason",
        "undoes",
        "undone_by",
        "tournament",
    ):
        reason = note_text(row[10])
        events.append(Event(*row[:7], tuple(row[7]), *row[8:10], reason, *row[11:13]))
        tournaments.add(row[13])
    return _with_reasons_told(tournaments, events)


_RULINGS = (Verb.RULED, Verb.RULING_REVISED, Verb.APPEAL_DECIDED)


def _with_reasons_told(tournaments: Collection[int], events: Iterable[Event]) -> tuple[Event, ...]:
    """Return events with the reasons of rulings in the reader's language where possible."""
    events = tuple(events)
    cases = {
        event.after["case"]
        for event in events
        if event.verb in _RULINGS and isinstance(event.after, dict) and "case" in event.after
    }
    if not cases:
        return events
    rulings = Ruling.objects.filter(case__tournament__in=tournaments, case__number__in=cases)
    proposed = rulings.exclude(made_of=None).values_list("reasons", "made_of")
    told = {reasons: reasons_in_language(reasons, made_of) for reasons, made_of in proposed}
    return tuple(replace(event, reason=told.get(event.reason, event.reason)) for event in events)
