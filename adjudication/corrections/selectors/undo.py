"""Which events of the history can be undone, and why the others cannot."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from adjudication.corrections.selectors.history import Event
from tournament.audit.selectors.snapshots import (
    OWN_DATES,
    PLAYER_TOLD,
    Board,
    RoundSnapshot,
    boards_in,
    byes_in,
    round_in,
    rounds_now,
    seated_at,
)
from tournament.games.selectors import SETTLED
from tournament.models import (
    Absence,
    AuditEvent,
    Game,
    GameState,
    Player,
    Reopening,
    Round,
    RoundState,
    Verb,
)
from tournament.rounds.selectors.running import has_results

DRAFTING = frozenset(
    {
        Verb.ROUND_PAIRED,
        Verb.ROUND_UNPAIRED,
        Verb.BOARD_SEATED,
        Verb.PLAYERS_SWAPPED,
        Verb.COLOURS_SWAPPED,
        Verb.TERMS_SET,
        Verb.BOARDS_LOCKED,
        Verb.BYE_GIVEN,
    }
)
"""Changes of the boards and byes of a round in preparation."""
PLAYED = frozenset(
    {
        Verb.RESULT_ENTERED,
        Verb.RESULT_CLEARED,
        Verb.RESULT_CORRECTED,
        Verb.PAIRING_CORRECTED,
    }
)
"""Changes of the boards, byes and results of a published round."""
REPORTING = frozenset(
    {
        Verb.RESULT_REPORTED,
        Verb.RESULT_CONFIRMED,
        Verb.RESULT_CONTESTED,
        Verb.REPORT_WITHDRAWN,
        Verb.RECORDING_ERROR,
        Verb.RULED,
        Verb.RULING_REVISED,
        Verb.APPEAL_DECIDED,
    }
)
"""What players and referees do at a board: neither these nor anything before them can be undone
with a click."""
BOARDS = DRAFTING | PLAYED | REPORTING
STAGES = frozenset({Verb.ROUND_PUBLISHED, Verb.ROUND_WITHDRAWN, Verb.ROUND_FINISHED})
TAKING_PART = frozenset({Verb.PARTICIPATION, Verb.PLAYER_WITHDRAWN})
DATES = frozenset({Verb.ROUND_DATES, Verb.GAME_DATE_SET})
"""Dates that the staff set."""
AGREED = frozenset({Verb.RESCHEDULE_AGREED})
"""Dates that players agreed on: neither they nor anything before them can be undone with a
click."""
UNDONE = DRAFTING | PLAYED | STAGES | TAKING_PART | DATES | {Verb.PLAYER_CHANGED}
"""What one click can undo."""


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """A round: its number, state and contents, and whether any of its games ever had a result."""

    number: int
    state: str
    now: RoundSnapshot
    had_result: bool


@dataclass(frozen=True, slots=True)
class LaterEvent:
    """An event that came after one of those asked about."""

    id: int
    verb: str
    round_number: int | None
    players: frozenset[int]
    undoes: int | None


@dataclass(frozen=True, slots=True)
class UndoFacts:
    """The present state of what some events are about, and all later events."""

    closed_at: datetime | None
    reopening: str
    rounds: Mapping[int, RoundFacts]
    later: tuple[LaterEvent, ...]
    absent: frozenset[tuple[int, int]]
    players: Mapping[int, Mapping[str, Any]]

    def may_reopen(self, round_number: int) -> bool:
        """Return whether the tournament's policy lets confirmed results of a round change."""
        if self.reopening == Reopening.NEXT_ROUND:
            return not any(
                one.number > round_number and one.state != RoundState.DRAFT
                for one in self.rounds.values()
            )
        return self.reopening == Reopening.ALWAYS


def undo_facts(tournament_id: int, events: Iterable[Event]) -> UndoFacts:
    """Return the facts needed to judge some events. Six queries at most."""
    events = list(events)
    verbs = {event.verb for event in events}
    numbers = {number for event in events for number in event.players}
    rounds = list(
        Round.objects.filter(tournament=tournament_id)
        .order_by("number")
        .select_related("tournament")
        .annotate(touched=has_results())
    )
    now = rounds_now(rounds)
    tournament = rounds[0].tournament if rounds else None
    return UndoFacts(
        closed_at=tournament.closed_at if tournament else None,
        reopening=tournament.reopening if tournament else Reopening.NEVER,
        rounds={
            one.number: RoundFacts(one.number, one.state, now[one.pk], one.touched)
            for one in rounds
        },
        later=_later(tournament_id, min((event.id for event in events), default=0)),
        absent=_absent(tournament_id, numbers) if any(map(_seats, events)) else frozenset(),
        players=_players(tournament_id, numbers) if Verb.PLAYER_CHANGED in verbs else {},
    )


def _seats(event: Event) -> bool:
    """Return whether it matters to an event who takes part: undoing it would seat somebody."""
    if event.verb in TAKING_PART:
        return True
    try:
        return not seats_in(event.before) <= seats_in(event.after)
    except (AttributeError, KeyError, TypeError):
        # Not in our format, so it cannot be undone anyway.
        return False


def seats_in(value: Any) -> set[int]:
    """Return who has the boards and byes that ``before`` or ``after`` mentions."""
    seats = {board[colour] for board in boards_in(value) for colour in ("black", "white")}
    return seats | set(byes_in(value))


def _later(tournament_id: int, since: int) -> tuple[LaterEvent, ...]:
    rows = AuditEvent.objects.filter(tournament=tournament_id, pk__gt=since).order_by("pk")
    # An event that changed nothing blocks no other.
    rows = rows.exclude(verb__in=DRAFTING | PLAYED, before=F("after"))
    return tuple(
        LaterEvent(pk, verb, round_number, frozenset(players), undoes)
        for pk, verb, round_number, players, undoes in rows.values_list(
            "pk", "verb", "round_number", "players", "undoes"
        )
    )


def _absent(tournament_id: int, numbers: Iterable[int]) -> frozenset[tuple[int, int]]:
    rows = Absence.objects.filter(player__tournament=tournament_id, player__number__in=numbers)
    return frozenset(rows.values_list("player__number", "round_number"))


def _players(tournament_id: int, numbers: Iterable[int]) -> dict[int, dict[str, Any]]:
    rows = Player.objects.filter(tournament=tournament_id, number__in=numbers)
    return {row.pop("number"): row for row in rows.values("number", *PLAYER_TOLD)}


@dataclass(frozen=True, slots=True)
class UndoCheck:
    """Whether an event can be undone; if not, ``code`` is stable and ``text`` says why.

    ``changed_since`` is not :class:`~tournament.common.versions.StaleVersion`: it does not mean
    that somebody looked at an old version, but that a later event changed the same thing and has to
    be undone first, however fresh the page is.
    """

    may: bool
    code: str = ""
    text: "str | Promise" = ""


YES = UndoCheck(may=True)
_WHY: Mapping[str, Any] = {
    "not_undoable": _("This cannot be undone with one click: change it where it was done."),
    "undone_already": _("It is already undone."),
    "tournament_closed": _("The tournament is closed: its owner can open it again."),
    "changed_since": _("A later step changed the same thing: undo that first."),
    "paired_since": _("A later round has been paired from it since: correct it instead."),
    "round_published": _("The round has been published since: correct it instead."),
    "round_draft": _("The round is in preparation again."),
    "round_finished": _("The round has been closed since: correct it instead."),
    "round_paired": _("A later round is already paired: unpair its boards first."),
    "round_has_results": _("Results came in since: the round can no longer be taken back."),
    "round_unfinished": _("Another game of the round has no result now: it cannot close again."),
    "player_paired": _("The player is paired in that round: unpair the game first."),
    "player_absent": _("A player does not take part in the round: first mark them as taking part."),
    "bye_twice": _("The player has had a bye in another round since: choose another."),
    "game_confirmed": _(
        "Both players have confirmed the result: only both together can correct it."
    ),
    "game_ruled": _("The referee ruled on this game: only another ruling changes it."),
    "withheld": _("Names and licence numbers are not kept here: change them back by hand."),
}
_RESULT = ("black", "white", "winner")


def undo_checks(tournament_id: int, events: Iterable[Event]) -> dict[int, UndoCheck]:
    """Return whether each event can be undone, by its id. Six queries at most."""
    events = list(events)
    facts = undo_facts(tournament_id, events) if events else None
    return {event.id: undo_check(event, facts) for event in events if facts is not None}


def undo_check(event: Event, facts: UndoFacts) -> UndoCheck:
    """Return whether an event can be undone, judging by the facts about it."""
    try:
        code = _refusal(event, facts)
    except (AttributeError, KeyError, TypeError, ValueError):
        # An archive from elsewhere may hold events in other formats than ours.
        code = "not_undoable"
    return UndoCheck(may=False, code=code, text=_WHY[code]) if code else YES


def _refusal(event: Event, facts: UndoFacts) -> str:
    if event.undone_by is not None:
        return "undone_already"
    if event.verb not in UNDONE:
        return "not_undoable"
    if event.verb in DRAFTING | PLAYED and event.before == event.after:
        # Such events used to be written.
        return "not_undoable"
    if facts.closed_at is not None:
        return "tournament_closed"
    if any(_touches(later, event) for later in later_events_standing(event, facts.later)):
        return "changed_since"
    if event.verb in TAKING_PART:
        return _taking_part(event, facts)
    if event.verb in DATES:
        told = isinstance(event.before, dict) and isinstance(event.after, dict)
        return "" if told and event.before.keys() == event.after.keys() else "not_undoable"
    if event.verb == Verb.PLAYER_CHANGED:
        return _player(event, facts)
    round_ = facts.rounds.get(event.round_number or 0)
    if round_ is None:
        return "not_undoable"
    return _stage(event, facts, round_) if event.verb in STAGES else _boards(event, facts, round_)


def later_events_standing(event: Event, later: Iterable[LaterEvent]) -> list[LaterEvent]:
    """Return what happened after an event and has not been undone since.

    An undoing of one of these later events cancels out with it; an undoing that was undone itself
    does not count at all.
    """
    after = [one for one in later if one.id > event.id]
    undoing = {one.undoes: one for one in after if one.undoes is not None}
    gone: set[int] = set()
    for one in reversed(after):
        # The event that undoes it is later, so it has been dealt with already.
        undone = undoing.get(one.id)
        if undone is not None and undone.id not in gone:
            gone.add(one.id)
    ids = {one.id for one in after}
    return [one for one in after if one.id not in gone and one.undoes not in ids]


def _touches(later: LaterEvent, event: Event) -> bool:
    players = not later.players.isdisjoint(event.players)
    if event.verb == Verb.PLAYER_CHANGED:
        return later.verb == Verb.PLAYER_CHANGED and players
    if event.verb in TAKING_PART:
        rounds = {later.round_number, event.round_number}
        return later.verb in TAKING_PART and players and (None in rounds or len(rounds) == 1)
    if later.round_number != event.round_number:
        return False
    if event.verb == Verb.ROUND_DATES:
        # Anything that has opened or closed since went by these dates.
        return later.verb in STAGES | {Verb.ROUND_DATES, Verb.ROUND_NOT_OPENED, Verb.ROUND_SHUT}
    if event.verb == Verb.GAME_DATE_SET:
        return later.verb in AGREED | BOARDS | {Verb.GAME_DATE_SET} and players
    if event.verb in STAGES:
        return later.verb in STAGES | BOARDS
    return later.verb in BOARDS and players


def _taking_part(event: Event, facts: UndoFacts) -> str:
    try:
        now_absent, now_plays = pairs_in(event.after, "absent"), pairs_in(event.after, "plays")
        was_absent = pairs_in(event.before, "absent")
    except ValueError:
        return "not_undoable"
    if not (now_absent or now_plays):
        return "not_undoable"
    if not now_absent <= facts.absent or now_plays & facts.absent:
        return "changed_since"
    for player, number in was_absent:
        round_ = facts.rounds.get(number)
        if round_ is not None and player in _seated(round_):
            return "player_paired"
    return ""


def _player(event: Event, facts: UndoFacts) -> str:
    if not isinstance(event.after, dict) or "players" not in event.after:
        return "not_undoable"
    if event.after.get("withheld"):
        return "withheld"
    for wanted in event.after["players"]:
        now = facts.players.get(wanted["number"])
        if now is None or any(
            now.get(name) != value for name, value in wanted.items() if name != "number"
        ):
            return "changed_since"
    # Ranks, clubs and the like decide who plays whom, and on what terms.
    return "paired_since" if _paired(event, facts) else ""


def _stage(event: Event, facts: UndoFacts, round_: RoundFacts) -> str:
    before, after = ((one or {}).get("round") for one in (event.before, event.after))
    if before not in RoundState.values:
        return "not_undoable"
    if round_.state != after:
        return "changed_since"
    if before == RoundState.DRAFT and round_.had_result:
        return "round_has_results"
    if before == RoundState.DRAFT and any(
        other.number > round_.number and other.now.boards for other in facts.rounds.values()
    ):
        return "round_paired"
    return ""


def _boards(event: Event, facts: UndoFacts, round_: RoundFacts) -> str:
    before, after = boards_in(event.before), boards_in(event.after)
    stage, made_stage = round_in(event.before), round_in(event.after)
    told = [
        before or byes_in(event.before) or stage,
        after or byes_in(event.after) or made_stage,
    ]
    if not any(told) or any(
        value and not found for value, found in zip((event.before, event.after), told, strict=True)
    ):
        return "not_undoable"
    if event.verb in DRAFTING and round_.state != RoundState.DRAFT:
        return "round_published"
    if event.verb in PLAYED and round_.state == RoundState.DRAFT:
        return "round_draft"
    if {stage, made_stage} not in ({""}, {RoundState.PUBLISHED, RoundState.FINISHED}):
        return "not_undoable"
    if made_stage and made_stage != round_.state:
        return "changed_since"
    here = list(round_.now.boards.values())
    byes = set(byes_in(event.after))
    if not all(board in here for board in after) or not byes <= round_.now.byes:
        return "changed_since"
    # The places and tables that undoing would fill must be free.
    left = [board for board in here if board not in after]
    wanted = seated_at(before) | set(byes_in(event.before))
    if wanted & (seated_at(left) | (round_.now.byes - byes)):
        return "changed_since"
    if {board["table"] for board in before} & {board["table"] for board in left}:
        return "changed_since"
    if (stage or round_.state) == RoundState.FINISHED:
        if any(board.get("state") not in SETTLED for board in before):
            return "round_finished"
        if any(board.get("state") not in SETTLED for board in left):
            return "round_unfinished"
    coming = wanted - seated_at(after) - byes
    if any((player, round_.number) in facts.absent for player in coming):
        return "player_absent"
    if round_.state == RoundState.DRAFT and _rested_since(
        set(byes_in(event.before)) - byes, event, facts
    ):
        return "bye_twice"
    confirmed = GameState.CONFIRMED
    if any(board.get("state") == confirmed for board in after) and not facts.may_reopen(
        round_.number
    ):
        return "game_confirmed"
    if any(board.get("state") == GameState.RULED for board in (*before, *after)):
        return "game_ruled"
    return "paired_since" if _counts(before, after, event) and _paired(event, facts) else ""


def _rested_since(players: set[int], event: Event, facts: UndoFacts) -> bool:
    """Return whether any of these players got the bye of another round after the event."""
    return any(
        not (players & later.players).isdisjoint(facts.rounds[later.round_number].now.byes)
        for later in later_events_standing(event, facts.later)
        if later.round_number is not None
        and later.round_number != event.round_number
        and later.round_number in facts.rounds
    )


def _counts(before: list[Board], after: list[Board], event: Event) -> bool:
    """Return whether the event makes a difference to the pairing of later rounds."""

    def known(boards: list[Board]) -> list[tuple[Any, ...]]:
        return sorted(tuple(str(board.get(name)) for name in _RESULT) for board in boards)

    return known(before) != known(after) or byes_in(event.before) != byes_in(event.after)


def _paired(event: Event, facts: UndoFacts) -> bool:
    """Return whether a later round that still has boards was paired after the event.

    If the event is about no round, any round is later.
    """
    since = event.round_number or 0
    filled = {number for number, one in facts.rounds.items() if one.now.boards}
    return any(
        later.verb in (Verb.ROUND_PAIRED, Verb.BOARD_SEATED)
        and later.round_number is not None
        and later.round_number > since
        and later.round_number in filled
        for later in later_events_standing(event, facts.later)
    )


def pairs_in(value: Any, key: str) -> set[tuple[int, int]]:
    """Return the players and rounds an event mentions. Raises ValueError for another format."""
    found = value.get(key, []) if isinstance(value, dict) else []
    if not all(isinstance(pair, list) and len(pair) == 2 for pair in found):
        raise ValueError(key)
    return {(player, number) for player, number in found}


def _seated(round_: RoundFacts) -> set[int]:
    return seated_at(round_.now.boards.values()) | round_.now.byes


def dates_not_restored(made: AuditEvent) -> tuple[int, ...]:
    """Return the tables of games that had a date before the event ``made`` undoes, and lack it now.

    One or two queries.
    """
    wanted = {
        board["table"]: {name: board[name] for name in OWN_DATES if name in board}
        for board in boards_in(made.undoes.before if made.undoes else None)
    }
    if not any(wanted.values()):
        return ()
    games = Game.objects.filter(
        round__tournament=made.tournament_id,
        round__number=made.round_number or 0,
        board_number__in=wanted,
    )
    now = {table: dates for table, *dates in games.values_list("board_number", *OWN_DATES)}
    return tuple(
        table
        for table, dates in sorted(wanted.items())
        if any(datetime.fromisoformat(date) not in now.get(table, ()) for date in dates.values())
    )
