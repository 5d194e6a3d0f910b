"""Results the director enters, and a round taken back."""

import pytest

from adjudication.result_entry.services import clear_result, enter_result
from tests.factories import GameFactory, SubmissionFactory
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import GameState, Reason, RoundState, Winner
from tournament.rounds.services.rounds import finish_round, withdraw_round

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("winner", "reason", "margin_half", "stored"),
    [
        ("black", "", None, Reason.UNKNOWN),
        ("white", "", 7, Reason.SCORE),
        ("white", "absence", None, Reason.ABSENCE),
        ("draw", "", None, Reason.SCORE),
        ("draw", "absence", None, Reason.ABSENCE),
        ("both", "", None, Reason.BOTH_LOSE),
        ("both_win", "ruling", None, Reason.RULING),
        ("both_win", "", None, Reason.UNKNOWN),
        ("none", "", None, Reason.VOID),
        ("void", "ruling", None, Reason.RULING),
    ],
)
def test_every_outcome_can_be_entered(winner, reason, margin_half, stored):
    game = GameFactory()
    enter_result(game_id=game.pk, winner=winner, reason=reason, margin_half=margin_half)
    game.refresh_from_db()
    assert (game.state, game.winner, game.reason) == (GameState.ENTERED, winner, stored)
    assert game.margin_half == margin_half


@pytest.mark.parametrize(
    ("winner", "reason", "margin_half", "field"),
    [
        ("red", "", None, "winner"),
        ("black", "score", None, "margin"),
        ("black", "resignation", 3, "margin"),
        ("draw", "", 3, "margin"),
        ("black", "luck", None, "winner"),
        ("draw", "time", None, "winner"),
        ("black", "score", -1, "margin"),
        ("black", "score", 5000, "margin"),
    ],
)
def test_a_result_that_makes_no_sense_is_refused(winner, reason, margin_half, field):
    game = GameFactory()
    with pytest.raises(UserError) as caught:
        enter_result(game_id=game.pk, winner=winner, reason=reason, margin_half=margin_half)
    assert caught.value.field == field
    game.refresh_from_db()
    assert game.state == GameState.OPEN


def test_an_entered_result_is_changed_and_taken_back():
    game = GameFactory()
    enter_result(game_id=game.pk, winner=Winner.BLACK)
    enter_result(game_id=game.pk, winner=Winner.WHITE)
    game.refresh_from_db()
    assert game.winner == Winner.WHITE
    clear_result(game_id=game.pk)
    clear_result(game_id=game.pk)
    game.refresh_from_db()
    assert (game.state, game.winner) == (GameState.OPEN, "")


def test_what_the_players_reported_is_theirs():
    game = SubmissionFactory().game
    if game.state == GameState.OPEN:
        game.state = GameState.REPORTED
        type(game).objects.filter(pk=game.pk).update(
            state=GameState.REPORTED,
            winner=Winner.BLACK,
            reason=Reason.RESIGNATION,
            reported_at="2026-01-01T00:00Z",
        )
    with pytest.raises(Conflict, match="game_reported"):
        enter_result(game_id=game.pk, winner=Winner.BLACK)
    with pytest.raises(NotFound):
        enter_result(game_id=0, winner=Winner.BLACK)


def test_a_draft_takes_no_result():
    game = GameFactory(round__state=RoundState.DRAFT)
    with pytest.raises(Conflict, match="round_draft"):
        enter_result(game_id=game.pk, winner=Winner.BLACK)


def test_a_round_is_withdrawn_until_its_first_result():
    game = GameFactory()
    assert withdraw_round(round_id=game.round_id).state == RoundState.DRAFT
    game = GameFactory()
    enter_result(game_id=game.pk, winner=Winner.BLACK)
    with pytest.raises(Conflict, match="round_has_results"):
        withdraw_round(round_id=game.round_id)
    assert finish_round(round_id=game.round_id).state == RoundState.FINISHED
    with pytest.raises(Conflict, match="round_state"):
        withdraw_round(round_id=game.round_id)
    with pytest.raises(Conflict, match="round_finished"):
        enter_result(game_id=game.pk, winner=Winner.WHITE)
