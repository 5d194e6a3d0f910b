"""The dates of a tournament's rounds as its staff looks at them, made or planned."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournament.models import PlannedRound, Round, RoundState, Tournament
from tournament.selectors.settings import parameters_of

MOST_ROUNDS = 99


@dataclass(frozen=True, slots=True)
class DatedRound:
    """When a round opens, until when it is played, when it closes; ``state`` is empty before it is.

    ``refused`` is why it did not open at its moment, in every language; ``shut`` whether its
    closing has come.
    """

    number: int
    state: str
    opens_at: datetime | None
    play_by: datetime | None
    closes_at: datetime | None
    refused: Mapping[str, Any] | None = None
    shut: bool = False

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


def schedule_of(tournament_id: int) -> Schedule:
    """Return the dates of all rounds, as many as the tournament has, in three queries."""
    tournament = Tournament.objects.get(pk=tournament_id)
    made = {one.number: dated(one) for one in Round.objects.filter(tournament=tournament)}
    planned = {
        one.number: DatedRound(one.number, "", one.opens_at, one.play_by, one.closes_at)
        for one in PlannedRound.objects.filter(tournament=tournament)
    }
    total = max((parameters_of(tournament).scoring.rounds, *made, *planned))
    return Schedule(
        rounds=tuple(
            made.get(number) or planned.get(number) or DatedRound(number, "", None, None, None)
            for number in range(1, min(total, MOST_ROUNDS) + 1)
        ),
        play_by_days=tournament.play_by_days,
        auto_pair=tournament.auto_pair,
    )


def dates_of_round(tournament_id: int, number: int) -> DatedRound | None:
    """Return the dates of a round, made or planned; None where it has none, in two queries."""
    rounds = Round.objects.filter(tournament=tournament_id, number=number)
    round_ = rounds.first()
    if round_ is not None:
        return dated(round_)
    plan = PlannedRound.objects.filter(tournament=tournament_id, number=number).first()
    if plan is None:
        return None
    return DatedRound(number, "", plan.opens_at, plan.play_by, plan.closes_at)


def dated(one: Round) -> DatedRound:
    """Return the dates of a round that was read, without a query."""
    return DatedRound(
        one.number,
        one.state,
        one.opens_at,
        one.play_by,
        one.closes_at,
        one.opening_refused,
        one.shut_at is not None,
    )
