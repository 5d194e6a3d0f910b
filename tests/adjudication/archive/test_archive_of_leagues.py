"""Dates of rounds and games, and what players proposed, in an archive."""

import io

import pytest

from adjudication.archive.services.archive import restore_archive
from adjudication.dates.services import set_dates
from tests.adjudication.archive.test_hostile_archives import changed, cup
from tests.adjudication.archives import archive_of
from tests.tournament.leagues import in_days
from tournament.errors import UserError
from tournament.models import Game, PlannedRound, Reschedule, Round, Tournament
from tournament.scheduling.services.planned_dates import RoundDates
from tournament.scheduling.services.rescheduling import agree_date, counter_date, propose_date

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def league() -> Tournament:
    """A cup as a league: a proposal answered with another that was agreed, rounds planned."""
    tournament = cup()
    Tournament.objects.filter(pk=tournament.pk).update(
        play_by_days=7, reschedule_days=3, reschedule_times=2, auto_pair=True
    )
    set_dates(
        tournament_id=tournament.pk,
        wanted={
            1: RoundDates(None, in_days(7), in_days(8)),
            2: RoundDates(in_days(9), in_days(16), None),
        },
    )
    game = Game.objects.filter(round__tournament=tournament, state="open").latest("pk")
    first = propose_date(
        game_id=game.pk, player_id=game.black_id, plays_at=in_days(2), note="Evenings"
    )
    second = counter_date(reschedule_id=first.pk, player_id=game.white_id, plays_at=in_days(9))
    agree_date(reschedule_id=second.pk, player_id=game.black_id)
    return tournament


def told(tournament: Tournament) -> list[object]:
    rounds = Round.objects.filter(tournament=tournament).order_by("number")
    games = Game.objects.filter(round__tournament=tournament).order_by("board_number")
    asked = Reschedule.objects.filter(game__round__tournament=tournament).order_by("pk")
    planned = PlannedRound.objects.filter(tournament=tournament)
    numbers = ("play_by_days", "reschedule_days", "reschedule_times", "auto_pair")
    return [
        [getattr(tournament, name) for name in numbers],
        list(rounds.values_list("number", "opens_at", "play_by", "closes_at")),
        list(games.values_list("board_number", "play_by", "plays_at")),
        list(
            asked.values_list(
                "game__board_number",
                "proposer__number",
                "state",
                "plays_at",
                "note",
                "answers__plays_at",
                "moved_play_by",
                "settled_at",
            )
        ),
        list(planned.values_list("number", "opens_at", "play_by", "closes_at")),
    ]


def test_the_dates_of_a_league_come_back(league: Tournament) -> None:
    restored = restore_archive(stream=io.BytesIO(archive_of(league)), slug="again")
    league.refresh_from_db()
    assert told(restored) == told(league)
    assert Reschedule.objects.filter(game__round__tournament=restored).count() == 2


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("tournament_reschedule", "state", "proposed"),
        ("tournament_reschedule", "moved_play_by", "2001-01-01T00:00:00+00:00"),
        ("tournament_round", "play_by", "2990-01-01T00:00:00+00:00"),
        ("tournament_round", "shut_at", "then"),
        ("tournament_plannedround", "number", 0),
        ("tournament_plannedround", "play_by", "2001-01-01T00:00:00+00:00"),
        ("tournament_game", "plays_at", "2026-12-03T20:00:00"),
    ],
)
def test_dates_that_cannot_be_are_refused(
    league: Tournament, table: str, column: str, value: object
) -> None:
    def spoil(rows: list[dict[str, object]]) -> None:
        rows[-1][column] = value

    with pytest.raises(UserError, match="archive_damaged"):
        restore_archive(stream=changed(archive_of(league), table, spoil), slug="again")
