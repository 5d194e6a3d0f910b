"""What is looked at to say whether events can be undone: the present, and what happened since."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef

from adjudication.corrections.selectors.history import Event
from tournament.audit.selectors.snapshots import (
    PLAYER_TOLD,
    RoundNow,
    boards_in,
    byes_in,
    rounds_now,
)
from tournament.models import Absence, AuditEvent, Game, Player, Reopening, Round, RoundState, Verb

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
"""What players and referees do with a board: never undone with a click, and nothing before it."""
BOARDS = DRAFTING | PLAYED | REPORTING
STAGES = frozenset({Verb.ROUND_PUBLISHED, Verb.ROUND_WITHDRAWN, Verb.ROUND_FINISHED})
TAKING_PART = frozenset({Verb.PARTICIPATION, Verb.PLAYER_WITHDRAWN})
DATES = frozenset({Verb.ROUND_DATES, Verb.GAME_DATE_SET})
"""Dates that the staff set."""
AGREED = frozenset({Verb.RESCHEDULE_AGREED})
"""Dates that players agreed on: never undone with a click, and nothing before it."""
UNDONE = DRAFTING | PLAYED | STAGES | TAKING_PART | DATES | {Verb.PLAYER_CHANGED}
"""What one click undoes."""


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """A round: its number, state, what is in it, and whether a game of it ever had a result."""

    number: int
    state: str
    now: RoundNow
    had_result: bool


@dataclass(frozen=True, slots=True)
class Later:
    """An event that came after one of those asked about."""

    id: int
    verb: str
    round_number: int | None
    players: frozenset[int]
    undoes: int | None


@dataclass(frozen=True, slots=True)
class Facts:
    """The present of a tournament as far as some events are about it, and all later events."""

    closed_at: datetime | None
    reopening: str
    rounds: Mapping[int, RoundFacts]
    later: tuple[Later, ...]
    absent: frozenset[tuple[int, int]]
    players: Mapping[int, Mapping[str, Any]]

    def may_reopen(self, round_number: int) -> bool:
        """Say whether confirmed results of a round may change, by the tournament's policy."""
        if self.reopening == Reopening.NEXT_ROUND:
            return not any(
                one.number > round_number and one.state != RoundState.DRAFT
                for one in self.rounds.values()
            )
        return self.reopening == Reopening.ALWAYS


def facts_of(tournament_id: int, events: Iterable[Event]) -> Facts:
    """Return what there is to know about some events, in six queries at most."""
    events = list(events)
    verbs = {event.verb for event in events}
    numbers = {number for event in events for number in event.players}
    rounds = list(
        Round.objects.filter(tournament=tournament_id)
        .order_by("number")
        .select_related("tournament")
        .annotate(touched=Exists(Game.objects.filter(round=OuterRef("pk"), version__gt=0)))
    )
    now = rounds_now(rounds)
    tournament = rounds[0].tournament if rounds else None
    return Facts(
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
    """Say whether it matters for an event who takes part: undoing it would seat somebody."""
    if event.verb in TAKING_PART:
        return True
    try:
        return not placed(event.before) <= placed(event.after)
    except (AttributeError, KeyError, TypeError):
        # Of another shape than ours: it cannot be undone anyway.
        return False


def placed(value: Any) -> set[int]:
    """Return who sits at the boards and has the byes that ``before`` or ``after`` tells of."""
    seats = {board[colour] for board in boards_in(value) for colour in ("black", "white")}
    return seats | set(byes_in(value))


def _later(tournament_id: int, since: int) -> tuple[Later, ...]:
    rows = AuditEvent.objects.filter(tournament=tournament_id, pk__gt=since).order_by("pk")
    # What changed nothing is in nobody's way.
    rows = rows.exclude(verb__in=DRAFTING | PLAYED, before=F("after"))
    return tuple(
        Later(pk, verb, round_number, frozenset(players), undoes)
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
