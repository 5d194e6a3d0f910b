"""Dates that one player proposes and the other agrees to."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from adjudication.closing.services import close_tournament
from adjudication.corrections.services.corrections import correct_colours, correct_players
from adjudication.dates.services import set_game_date
from adjudication.result_entry.services import enter_result
from adjudication.submissions.services.reports import submit_result
from tests.factories import PlayerFactory
from tests.tournament.leagues import again, in_days, league_game, verbs
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import Game, Reschedule, RescheduleState, Round, Tournament
from tournament.rounds.services.rounds import withdraw_round
from tournament.scheduling.selectors import due_between, game_dates
from tournament.scheduling.services.rescheduling import (
    agree_date,
    counter_date,
    lapse_past,
    propose_date,
    refuse_date,
    withdraw_date,
)

pytestmark = pytest.mark.django_db


def propose(game: Game, days: float = 3, **values: object) -> Reschedule:
    values = {"player_id": game.black_id, **values}
    return propose_date(game_id=game.pk, plays_at=in_days(days), **values)  # type: ignore[arg-type]


def agree(asked: Reschedule, game: Game) -> None:
    agree_date(reschedule_id=asked.pk, player_id=game.white_id)


def newcomer(game: Game) -> int:
    player: int = PlayerFactory(tournament=game.round.tournament).pk
    return player


def states(game: Game) -> list[str]:
    return list(game.reschedules.order_by("pk").values_list("state", flat=True))


def test_an_agreed_date_in_time_is_an_appointment_and_moves_nothing():
    game = league_game()
    asked = propose(game, note=" Evenings   suit me ")
    assert (asked.state, asked.note) == ("proposed", "Evenings suit me")
    agree(asked, game)
    assert (again(game).plays_at, again(game).play_by) == (asked.plays_at, None)
    assert verbs(game.round.tournament) == ["reschedule.proposed", "reschedule.agreed"]


def test_an_agreed_date_after_the_play_by_moment_puts_the_game_off_by_a_day_to_report():
    game = league_game()
    asked = propose(game, 9)
    agree(asked, game)
    assert again(game).play_by == asked.plays_at + timedelta(days=1)
    asked.refresh_from_db()
    assert asked.moved_play_by == again(game).play_by


@pytest.mark.parametrize(
    ("days", "terms", "code"),
    [
        (-1, {}, "past"),
        (11, {}, "too_late"),
        (8, {"reschedule_days": None}, "too_late"),
        (8, {"reschedule_times": 0}, "too_often"),
    ],
)
def test_a_date_that_the_tournament_does_not_allow_is_refused(days, terms, code):
    game = league_game(**terms)
    with pytest.raises(UserError) as refused:
        propose(game, days)
    assert (refused.value.code, refused.value.field) == (code, "date")
    assert states(game) == []


def test_a_game_is_put_off_as_often_as_allowed_and_dates_in_time_never_count():
    game = league_game(reschedule_times=1)
    agree(propose(game, 2), game)
    agree(propose(game, 8), game)
    with pytest.raises(UserError, match="too_often"):
        propose(game, 9.5)
    agree(propose(game, 8.5), game)


def test_the_opponent_refuses_or_proposes_another_date():
    game = league_game()
    first = propose(game)
    refuse_date(reschedule_id=first.pk, player_id=game.white_id)
    refuse_date(reschedule_id=first.pk, player_id=game.white_id)
    second = propose(game)
    third = counter_date(reschedule_id=second.pk, player_id=game.white_id, plays_at=in_days(4))
    assert states(game) == ["refused", "countered", "proposed"]
    assert (third.answers_id, third.proposer_id) == (second.pk, game.white_id)
    agree_date(reschedule_id=third.pk, player_id=game.black_id)
    assert again(game).plays_at == third.plays_at


def test_ones_own_next_proposal_takes_the_first_back_and_the_same_again_changes_nothing():
    game = league_game()
    first = propose(game)
    same = propose_date(game_id=game.pk, player_id=game.black_id, plays_at=first.plays_at)
    assert same.pk == first.pk
    propose(game, 4)
    assert states(game) == ["withdrawn", "proposed"]


def test_while_the_opponents_proposal_waits_it_is_answered_first():
    game = league_game()
    propose(game)
    with pytest.raises(Conflict, match="reschedule_waiting"):
        propose(game, 4, player_id=game.white_id)


def test_a_proposal_is_answered_by_the_opponent_alone_and_withdrawn_by_its_author_alone():
    game, other = league_game(), league_game()
    asked = propose(game)
    for step in (agree_date, refuse_date):
        for stranger in (game.black_id, other.black_id):
            with pytest.raises(NotFound):
                step(reschedule_id=asked.pk, player_id=stranger)
    for stranger in (game.white_id, other.white_id):
        with pytest.raises(NotFound):
            withdraw_date(reschedule_id=asked.pk, player_id=stranger)
    with pytest.raises(NotFound):
        propose(game, player_id=other.black_id)
    withdraw_date(reschedule_id=asked.pk, player_id=game.black_id)
    withdraw_date(reschedule_id=asked.pk, player_id=game.black_id)
    with pytest.raises(Conflict, match="reschedule_settled"):
        agree(asked, game)


def test_it_lapses_with_a_result_a_staff_date_and_the_end_of_the_round_or_the_tournament():
    def entered(game: Game) -> None:
        enter_result(game_id=game.pk, winner="black")

    def reported(game: Game) -> None:
        submit_result(game_id=game.pk, player_id=game.white_id, claim="B+R", idempotency_key="key")

    def dated(game: Game) -> None:
        set_game_date(game_id=game.pk, play_by=in_days(9), plays_at=None, note="x")

    def closed(game: Game) -> None:
        close_tournament(tournament_id=game.round.tournament_id)

    def taken_back(game: Game) -> None:
        withdraw_round(round_id=game.round_id)

    for change in (entered, reported, dated, closed, taken_back):
        game = league_game()
        asked = propose(game)
        change(game)
        assert states(game) == ["lapsed"], change
        with pytest.raises(UserError):
            agree(asked, game)


def test_others_at_the_board_are_not_bound_by_what_was_agreed_but_other_colours_are():
    game = league_game()
    agree(propose(game, 8), game)
    correct_colours(game_id=game.pk, note="x")
    assert again(game).play_by is not None
    correct_players(game_id=game.pk, black_id=game.white_id, white_id=newcomer(game), note="x")
    assert (again(game).play_by, again(game).plays_at) == (None, None)


def test_others_at_the_board_read_nothing_of_what_was_proposed_and_have_put_off_nothing():
    game = league_game(reschedule_times=1)
    agree(propose(game, 8, note="My mother is in hospital"), game)
    waiting = propose(again(game), 3)
    correct_players(game_id=game.pk, black_id=game.black_id, white_id=newcomer(game), note="x")
    dates = game_dates(game.pk)
    assert dates is not None
    assert (dates.proposals, dates.times_left) == ((), 1)
    with pytest.raises(NotFound):
        agree(waiting, game)
    propose(again(game), 8)


def test_a_proposal_whose_moment_passes_lapses():
    game = league_game()
    asked = propose(game, 1)
    assert [lapse_past(in_days(0.5)), lapse_past(in_days(1.5)), lapse_past(in_days(1.5))] == [
        0,
        1,
        0,
    ]
    with pytest.raises(Conflict, match="reschedule_settled"):
        agree(asked, game)


def test_once_the_time_is_over_only_the_staff_gives_another_date():
    game = league_game(play_by=-0.1)
    with pytest.raises(Conflict, match="play_by_over"):
        propose(game, 1)
    set_game_date(game_id=game.pk, play_by=in_days(2), plays_at=None, note="Ill")
    propose(game, 1)


def test_a_game_that_is_played_by_the_clock_has_no_dates():
    with pytest.raises(Conflict, match="no_dates"):
        propose(league_game(play_by=None))


def test_the_staff_says_why_and_sets_no_moment_that_is_over():
    game = league_game()
    for values, field in (
        ({"play_by": in_days(2), "note": " "}, "note"),
        ({"play_by": in_days(-1), "note": "x"}, "play_by"),
        ({"play_by": in_days(2000), "note": "x"}, "play_by"),
        ({"plays_at": in_days(8), "note": "x"}, "plays_at"),
        ({"note": "x"}, None),
    ):
        with pytest.raises(UserError) as refused:
            set_game_date(game_id=game.pk, **{"play_by": None, "plays_at": None, **values})  # type: ignore[arg-type]
        assert refused.value.field == field
    enter_result(game_id=game.pk, winner="black")
    with pytest.raises(Conflict, match="game_reported"):
        set_game_date(game_id=game.pk, play_by=in_days(2), plays_at=None, note="x")


def test_agreeing_looks_at_the_limits_again():
    game = league_game()
    asked = propose(game, 9)
    Tournament.objects.update(reschedule_days=None)
    with pytest.raises(Conflict, match="too_late"):
        agree(asked, game)
    assert states(game) == ["proposed"]


def test_the_database_keeps_one_waiting_proposal_a_game_and_what_is_settled():
    game = league_game()
    asked = propose(game)
    with pytest.raises(IntegrityError), transaction.atomic():
        Reschedule.objects.create(game=game, proposer=game.white, plays_at=in_days(4))
    rows = Reschedule.objects.filter(pk=asked.pk)
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.update(state=RescheduleState.AGREED)
    refuse_date(reschedule_id=asked.pk, player_id=game.white_id)
    for changes in ({"state": "agreed"}, {"plays_at": in_days(5)}, {"note": "Another"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.update(**changes)
    assert rows.update(note="") == 1


def test_games_are_due_by_their_own_moment_or_else_that_of_their_round():
    game = league_game()
    by = game.round.play_by
    assert by is not None
    window = (by - timedelta(hours=1), by + timedelta(hours=1))
    (due,) = due_between(*window)
    assert (due.game_id, due.play_by_due, due.appointment_due) == (game.pk, True, False)
    assert due.players == (game.black_id, game.white_id)
    asked = propose(game, 8)
    agree(asked, game)
    assert due_between(*window) == ()
    (due,) = due_between(asked.plays_at, asked.plays_at + timedelta(seconds=1))
    assert (due.play_by_due, due.appointment_due) == (False, True)
    Round.objects.update(state="draft")
    assert due_between(asked.plays_at, asked.plays_at + timedelta(days=3)) == ()
