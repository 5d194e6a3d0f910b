"""Rounds that should be open by now, and tournaments that were restored: what they wait for."""

import io
from datetime import timedelta

import pytest
from django.utils import timezone

from adjudication.archive.services.archive import restore_archive
from adjudication.cases.services.overdue import open_overdue
from adjudication.closing.services import close_tournament
from adjudication.dates.services import set_dates
from adjudication.models import Case
from tests.adjudication.archives import archive_of
from tests.factories import PlayerFactory, TournamentFactory
from tests.tournament.leagues import in_days, league_game, round_of, verbs
from tournament.errors import Conflict
from tournament.models import Game, PlannedRound, Round, RoundState, Tournament
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import create_round, publish_round
from tournament.rounds.services.scheduled_rounds import keep_schedule
from tournament.scheduling.selectors import (
    RoundWait,
    dates_of_round,
    schedule_of,
    shut_to_players,
    waiting_plans,
)
from tournament.scheduling.services.planned_dates import RoundDates, resume_schedule
from tournament.tournaments.selectors.public import round_outlines

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> Tournament:
    tournament: Tournament = TournamentFactory(play_by_days=7, auto_pair=True)
    for number in range(1, 5):
        PlayerFactory(tournament=tournament, number=number, rank="1d", level=0)
    return tournament


def due(tournament: Tournament, number: int) -> None:
    """Plan a round for tomorrow, which then was yesterday."""
    set_dates(tournament_id=tournament.pk, wanted={number: RoundDates(in_days(1))})
    moment = in_days(-1)
    if not PlannedRound.objects.filter(number=number).update(opens_at=moment):
        Round.objects.filter(number=number).update(opens_at=moment)


def waits(tournament: Tournament, number: int) -> tuple[str, int] | None:
    row = schedule_of(tournament.pk).rounds[number - 1]
    told = waiting_plans(tournament.pk, round_outlines(tournament.pk, drafts=True))
    beside = {one.number: one.waits for one in told}
    if row.waits is not None and row.waits.code != "schedule_held":
        assert beside[number] == row.waits
    return row.waits and (row.waits.code, row.waits.number)


def test_a_planned_round_says_which_round_it_waits_for_and_since_when(league):
    due(league, 3)
    keep_schedule(timezone.now())
    row = schedule_of(league.pk).rounds[2]
    assert row.waits == RoundWait("round_missing", row.opens_at, 1)
    assert "Round 1" in str(row.waits.text)
    create_round(tournament_id=league.pk)
    keep_schedule(timezone.now())
    assert waits(league, 3) == ("round_before", 1)
    draw_round(tournament_id=league.pk)
    publish_round(round_id=round_of(league, 1).pk)
    assert waits(league, 3) == ("round_missing", 2)


def test_a_round_that_is_not_due_or_opens_next_or_was_refused_waits_for_nothing(league):
    set_dates(tournament_id=league.pk, wanted={3: RoundDates(in_days(2))})
    due(league, 1)
    assert [waits(league, number) for number in (1, 2, 3)] == [None, None, None]
    Tournament.objects.update(auto_pair=False)
    keep_schedule(timezone.now())
    assert round_of(league, 1).opening_refused is not None
    assert waits(league, 1) is None


def test_in_a_closed_tournament_nothing_waits(league):
    due(league, 3)
    close_tournament(tournament_id=league.pk, note="Over")
    assert schedule_of(league.pk).rounds[2].waits is None


def restored(tournament: Tournament) -> Tournament:
    return restore_archive(stream=io.BytesIO(archive_of(tournament)), slug="again")


def test_a_restored_tournament_opens_nothing_until_the_staff_says_so(league):
    due(league, 1)
    copy = restored(league)
    PlannedRound.objects.exclude(tournament=copy).delete()
    keep_schedule(timezone.now())
    assert not copy.rounds.exists()
    row = schedule_of(copy.pk).rounds[0]
    assert row.waits == RoundWait("schedule_held", copy.schedule_held_at)
    assert dates_of_round(copy.pk, 1).held_at == copy.schedule_held_at
    assert resume_schedule(tournament_id=copy.pk) is True
    assert resume_schedule(tournament_id=copy.pk) is False
    keep_schedule(timezone.now())
    assert round_of(copy, 1).state == RoundState.PUBLISHED
    assert verbs(copy).count("round.schedule_resumed") == 1


def test_nothing_of_it_closes_or_becomes_a_case_before_either():
    game = league_game(play_by=-0.2)
    set_dates(
        tournament_id=game.round.tournament_id,
        wanted={1: RoundDates(play_by=in_days(1), closes_at=in_days(2))},
    )
    yesterday = timezone.now() - timedelta(days=1)
    Round.objects.update(play_by=yesterday, closes_at=yesterday)
    copy = restored(game.round.tournament)
    Tournament.objects.exclude(pk=copy.pk).update(closed_at=timezone.now())
    keep_schedule(timezone.now())
    assert open_overdue(timezone.now()) == 0
    assert round_of(copy, 1).shut_at is None
    assert not shut_to_players(Game.objects.get(round__tournament=copy), timezone.now())
    resume_schedule(tournament_id=copy.pk)
    assert shut_to_players(Game.objects.get(round__tournament=copy), timezone.now())
    keep_schedule(timezone.now())
    assert round_of(copy, 1).shut_at is not None
    assert open_overdue(timezone.now()) == 1
    assert Case.objects.get().tournament == copy


def test_one_without_dates_is_not_held_and_a_copy_of_a_copy_is_held_anew(league):
    assert restored(league).schedule_held_at is None
    due(league, 1)
    copy = restore_archive(stream=io.BytesIO(archive_of(league)), slug="second")
    resume_schedule(tournament_id=copy.pk)
    copy.refresh_from_db()
    third = restore_archive(stream=io.BytesIO(archive_of(copy)), slug="third")
    assert third.schedule_held_at is not None


def test_a_closed_one_that_is_restored_stays_held_when_it_is_opened_again(league):
    due(league, 1)
    close_tournament(tournament_id=league.pk, note="Over")
    copy = restored(league)
    with pytest.raises(Conflict):
        resume_schedule(tournament_id=copy.pk)
    Tournament.objects.filter(pk=copy.pk).update(closed_at=None)
    keep_schedule(timezone.now())
    assert not copy.rounds.exists()
