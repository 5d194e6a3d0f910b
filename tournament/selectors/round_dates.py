"""The dates of a tournament's rounds as its staff looks at them, made or planned."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from tournament.models import PlannedRound, Round, RoundState, Tournament
from tournament.selectors.settings import parameters_of
from tournament.selectors.waiting import Waiting, waiting

MOST_ROUNDS = 99


@dataclass(frozen=True, slots=True)
class DatedRound:
    """When a round opens, until when it is played, when it closes; ``state`` is empty before it is.

    ``refused`` is why it did not open at its moment, in every language; ``shut`` whether its
    closing has come; ``held_at`` since when no date of the tournament counts, ``waits`` why it did
    not even try to open.
    """

    number: int
    state: str
    opens_at: datetime | None
    play_by: datetime | None
    closes_at: datetime | None
    refused: Mapping[str, Any] | None = None
    shut: bool = False
    held_at: datetime | None = None
    waits: Waiting | None = None

    @property
    def prepared(self) -> bool:
        """Whether it can still open by itself: it is not published yet."""
        return self.state in ("", RoundState.DRAFT)

    @property
    def over(self) -> bool:
        """Whether nothing of it changes any more."""
        return self.state == RoundState.FINISHED


@dataclass(frozen=True, slots=True)
class Schedule:
    """The rounds of a tournament that are there, planned, or to come; and its usual ways."""

    rounds: tuple[DatedRound, ...]
    play_by_days: int | None
    auto_pair: bool
    held_at: datetime | None = None
    """Since when no date counts: the tournament was restored, and nobody said that it goes on."""


def schedule_of(tournament_id: int) -> Schedule:
    """Return the dates of all rounds, as many as the tournament has, in three queries."""
    tournament = Tournament.objects.get(pk=tournament_id)
    rounds = Round.objects.filter(tournament=tournament)
    made = {one.number: dated(one, tournament) for one in rounds}
    planned = {
        one.number: DatedRound(one.number, "", one.opens_at, one.play_by, one.closes_at)
        for one in PlannedRound.objects.filter(tournament=tournament)
    }
    total = max((parameters_of(tournament).scoring.rounds, *made, *planned))
    states, held_at = {one.number: one.state for one in made.values()}, _held(tournament)
    now = timezone.now()

    def told(row: DatedRound) -> DatedRound:
        if not row.prepared or row.refused or tournament.closed_at is not None:
            return row
        waits = waiting(row.number, row.opens_at, states=states, held_at=held_at, now=now)
        return replace(row, waits=waits)

    return Schedule(
        rounds=tuple(
            told(
                made.get(number) or planned.get(number) or DatedRound(number, "", None, None, None)
            )
            for number in range(1, min(total, MOST_ROUNDS) + 1)
        ),
        held_at=held_at,
        play_by_days=tournament.play_by_days,
        auto_pair=tournament.auto_pair,
    )


def dates_of_round(tournament_id: int, number: int) -> DatedRound | None:
    """Return the dates of a round, made or planned; None where it has none, in two queries."""
    which = {"tournament": tournament_id, "number": number}
    round_ = Round.objects.select_related("tournament").filter(**which).first()
    if round_ is not None:
        return dated(round_, round_.tournament)
    plan = PlannedRound.objects.select_related("tournament").filter(**which).first()
    if plan is None:
        return None
    return DatedRound(
        number, "", plan.opens_at, plan.play_by, plan.closes_at, held_at=_held(plan.tournament)
    )


def dated(one: Round, tournament: Tournament) -> DatedRound:
    """Return the dates of a round that was read with its tournament, without a query."""
    return DatedRound(
        one.number,
        one.state,
        one.opens_at,
        one.play_by,
        one.closes_at,
        one.opening_refused,
        one.shut_at is not None,
        _held(tournament),
    )


def _held(tournament: Tournament) -> datetime | None:
    """Return since when the dates of a tournament do not count; of a closed one none ever does."""
    return None if tournament.closed_at is not None else tournament.schedule_held_at
