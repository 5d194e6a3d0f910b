"""Dates undone; and undoing a pairing correction brings back those of its games, if it can."""

from datetime import timedelta

import pytest
from django.utils import timezone

from adjudication.corrections.selectors.undo import dates_not_restored
from adjudication.corrections.services.corrections import (
    correct_players,
    remove_game,
    swap_in_round,
)
from adjudication.corrections.services.undo import _dates, undo
from adjudication.dates.services import set_dates, set_game_date
from tests.factories import GameFactory, PlayerFactory, TournamentFactory
from tests.tournament.leagues import again, in_days, league_game
from tournament.errors import Conflict
from tournament.models import AuditEvent, Game, PlannedRound, Round
from tournament.rounds.services.scheduled_rounds import keep_schedule
from tournament.scheduling.services.planned_dates import RoundDates
from tournament.scheduling.services.rescheduling import agree_date, propose_date

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A game that both put off: they meet in nine days, two days after the end of the round."""
    game = league_game()
    asked = propose_date(game_id=game.pk, player_id=game.black_id, plays_at=in_days(9))
    agree_date(reschedule_id=asked.pk, player_id=game.white_id)
    return again(game)


def dates(game: Game) -> list[object]:
    return list(
        Game.objects.filter(round=game.round_id, board_number=game.board_number).values_list(
            "black", "white", "play_by", "plays_at"
        )
    )


def reseated(game: Game) -> AuditEvent:
    other = PlayerFactory(tournament=game.round.tournament)
    return correct_players(
        game_id=game.pk, black_id=game.black_id, white_id=other.pk, note="Wrong name"
    )


def swapped(game: Game) -> AuditEvent:
    other = GameFactory(round=game.round)
    return swap_in_round(
        round_id=game.round_id, first_id=game.white_id, second_id=other.white_id, note="x"
    )


def removed(game: Game) -> AuditEvent:
    return remove_game(game_id=game.pk, note="x")


@pytest.mark.parametrize("correct", [reseated, swapped, removed])
def test_the_dates_come_back_with_their_players(game: Game, correct):
    before = dates(game)
    event = correct(game)
    assert dates(game) != before
    undone = undo(event_id=event.pk)
    assert dates(game) == before
    assert dates_not_restored(undone) == ()
    # And again: what is undone has lost them, and brings them back.
    undo(event_id=undo(event_id=undone.pk).pk)
    assert dates(game) == before


def test_dates_that_others_have_got_since_go_with_them_and_come_back_with_them(game: Game):
    before = dates(game)
    event = reseated(game)
    set_game_date(game_id=game.pk, play_by=in_days(5), plays_at=None, note="Late")
    since = dates(game)
    undone = undo(event_id=event.pk)
    assert dates(game) == before
    undo(event_id=undone.pk)
    assert dates(game) == since


def test_what_is_over_by_now_does_not_come_back_and_is_named(game: Game):
    event = reseated(game)
    later = timezone.now() + timedelta(days=9.5)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("adjudication.corrections.services.undo.timezone.now", lambda: later)
        undone = undo(event_id=event.pk)
    (row,) = dates(game)
    # They no longer meet; until when they may play is still to come.
    assert (row[2] is not None, row[3]) == (True, None)
    assert dates_not_restored(undone) == (game.board_number,)


def test_an_appointment_beyond_what_the_round_has_now_does_not_come_back():
    game = league_game()
    set_game_date(game_id=game.pk, play_by=None, plays_at=in_days(5), note="Agreed by telephone")
    event = reseated(again(game))
    set_dates(tournament_id=game.round.tournament_id, wanted={1: RoundDates(play_by=in_days(3))})
    undone = undo(event_id=event.pk)
    assert again(game).plays_at is None
    assert dates_not_restored(undone) == (game.board_number,)


@pytest.mark.parametrize("told", ["yesterday", "2026-12-03T20:00:00", 5, ["x"]])
def test_what_no_event_tells_is_not_put_back(game: Game, told: object):
    with pytest.raises((TypeError, ValueError)):
        _dates({"play_by": told}, Round.objects.get(pk=game.round_id))


def test_a_game_without_dates_tells_none():
    event = reseated(league_game())
    assert not {"play_by", "plays_at"} & set(event.before)
    with pytest.raises(Conflict):
        undo(event_id=undo(event_id=event.pk).undoes_id)


def test_dates_of_rounds_are_undone_until_they_were_gone_by():
    league = TournamentFactory()
    set_dates(tournament_id=league.pk, wanted={1: RoundDates(in_days(1))})
    set_dates(tournament_id=league.pk, wanted={1: RoundDates(in_days(2), in_days(9))})
    latest = AuditEvent.objects.latest("pk")
    undone = undo(event_id=latest.pk)
    assert (PlannedRound.objects.get().play_by, undone.undoes) == (None, latest)
    undo(event_id=undone.pk)
    assert PlannedRound.objects.get().play_by is not None
    keep_schedule(in_days(3))
    with pytest.raises(Conflict, match="changed_since"):
        undo(event_id=AuditEvent.objects.filter(verb="round.dates").latest("pk").pk)


def test_the_date_of_a_game_is_undone_until_its_players_agree_on_another():
    game = league_game()
    event = set_game_date(game_id=game.pk, play_by=in_days(9), plays_at=in_days(3), note="Ill")
    undo(event_id=event.pk)
    assert (again(game).play_by, again(game).plays_at) == (None, None)
    undo(event_id=AuditEvent.objects.latest("pk").pk)
    assert again(game).play_by is not None
    asked = propose_date(game_id=game.pk, player_id=game.black_id, plays_at=in_days(2))
    agree_date(reschedule_id=asked.pk, player_id=game.white_id)
    with pytest.raises(Conflict, match="changed_since"):
        undo(event_id=AuditEvent.objects.filter(verb="game.date").latest("pk").pk)
