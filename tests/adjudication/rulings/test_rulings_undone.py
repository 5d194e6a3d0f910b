"""What a game is again where a ruling that changed it is taken up: nothing to decide after all."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from adjudication.cases.selectors.rulings import resumption_by_ruling
from adjudication.cases.services.actions import settle_case
from adjudication.cases.services.disputes import NO_RESULT
from adjudication.cases.services.opening import open_case
from adjudication.corrections.services.corrections import correct_colours, correct_result
from adjudication.models import Case, CaseState, Inquiry
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.result_entry.services import enter_result
from adjudication.rulings.services.finality import make_final
from adjudication.rulings.services.ruling import revise, rule
from adjudication.submissions.services.reports import submit_result
from tests.adjudication.decisions import BLACK_WINS, locked, ruled, staff, taken, time_is_over
from tests.factories import GameFactory
from tests.support.answering import as_read
from tournament.audit.services.changes import GameChange
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.errors import Conflict
from tournament.models import Game, GameState, Tournament
from tournament.results.services.results import move_game

pytestmark = pytest.mark.django_db
WHITE_WINS = Decision("result", "white", "ruling", reasons="Found a telephone.")
NOTHING = Decision("nothing", reasons="I was wrong.")
AGAIN = Decision("replay", reasons="The clock stood still.")


@pytest.fixture
def game() -> Game:
    return GameFactory()


@pytest.fixture
def tournament(game: Game) -> Tournament:
    return game.round.tournament


@pytest.fixture
def referee(tournament: Tournament) -> Actor:
    return staff(tournament)


@pytest.fixture
def confirmed(game: Game, tournament: Tournament) -> Game:
    for player in (game.black_id, game.white_id):
        submit_result(
            game_id=game.pk,
            player_id=player,
            claim="B+3.5",
            idempotency_key=str(player),
            **as_read(game.pk),
        )
    tournament.reopening = "always"
    tournament.save()
    return game


def revised(case: Case, referee: Actor, decision: Decision = NOTHING) -> None:
    case.refresh_from_db()
    with acting_as(referee):
        revise(case_id=case.pk, decision=decision, version=case.version, note="Looked again.")


def now(game: Game) -> tuple[str, str]:
    game.refresh_from_db()
    return game.state, game.winner


def told_of(game: Game) -> int | None:
    told = resumption_by_ruling(game.pk)
    return None if told is None else told.case


def test_the_result_of_an_earlier_case_stands_again_and_becomes_final(game, tournament, referee):
    first = ruled(tournament, referee, game, BLACK_WINS)
    second = ruled(tournament, referee, game, WHITE_WINS)
    time_is_over(first)
    make_final()
    revised(second, referee)
    assert now(game) == ("ruled", "black")
    assert not game.final
    time_is_over(second)
    make_final()
    game.refresh_from_db()
    assert game.final


def test_the_result_of_a_later_case_stays(game, tournament, referee):
    first = ruled(tournament, referee, game, BLACK_WINS)
    second = ruled(tournament, referee, game, WHITE_WINS)
    revised(first, referee)
    assert now(game) == ("ruled", "white")
    revised(second, referee)
    assert now(game) == ("open", "")


def test_a_ruling_taken_back_while_a_complaint_waits_goes_back_at_once(game, tournament, referee):
    first = ruled(tournament, referee, game, BLACK_WINS)
    complaint = taken(tournament, referee, game, cause=Cause.OTHER)
    revised(first, referee)
    assert now(game) == ("open", "")
    with acting_as(referee):
        rule(case_id=complaint.pk, decision=NOTHING, version=complaint.version)
    assert now(game) == ("open", "")


@pytest.mark.parametrize("settled", [False, True])
def test_a_ruling_taken_back_while_another_case_about_the_result_waits_leaves_it_to_that(
    game, tournament, referee, settled
):
    """Nothing may give a ruled result for ever: it would never be final."""
    first = ruled(tournament, referee, game, BLACK_WINS)
    second = taken(tournament, referee, game, cause=Cause.ILLEGAL_MOVE)
    revised(first, referee)
    assert now(game) == ("disputed", "")
    with acting_as(referee):
        if settled:
            settle_case(case_id=second.pk, note="There was nothing.")
        else:
            rule(case_id=second.pk, decision=NOTHING, version=second.version)
    assert now(game) == ("open", "")


def test_what_the_staff_entered_stands_again_while_another_case_waits(game, tournament, referee):
    enter_result(game_id=game.pk, winner="white", margin_half=9)
    first = ruled(tournament, referee, game, BLACK_WINS)
    taken(tournament, referee, game, cause=Cause.ILLEGAL_MOVE)
    revised(first, referee)
    assert now(game) == ("entered", "white")


def test_a_new_game_that_another_case_gave_stays(game, tournament, referee):
    first = ruled(tournament, referee, game, BLACK_WINS)
    ruled(tournament, referee, game, AGAIN)
    revised(first, referee)
    assert now(game) == ("open", "")
    assert told_of(game) == 2


def test_players_are_told_of_the_new_game_whatever_else_is_ruled(game, tournament, referee):
    ruled(tournament, referee, game, AGAIN)
    ruled(tournament, referee, game, Decision("nothing", reasons="A telephone rang."))
    assert told_of(game) == 1


@pytest.mark.parametrize("steps", [[AGAIN], [BLACK_WINS, AGAIN], [AGAIN, BLACK_WINS], [NOTHING]])
@pytest.mark.parametrize("disputed", [False, True])
def test_what_the_staff_entered_stands_again_since_when_it_was(
    game, tournament, referee, steps, disputed
):
    enter_result(game_id=game.pk, winner="white", margin_half=9)
    entered_at = timezone.now() - timedelta(hours=1)
    Game.objects.filter(pk=game.pk).update(reported_at=entered_at)
    if disputed:
        game.refresh_from_db()
        change = GameChange(game)
        move_game(game, GameState.DISPUTED, **NO_RESULT)
        change.record("result.locked")
    case = ruled(tournament, referee, game, steps[0])
    for step in steps[1:]:
        revised(case, referee, step)
    revised(case, referee)
    assert now(game) == ("entered", "white")
    assert (game.margin_half, game.reported_at) == (9, entered_at)


def test_with_other_colours_since_nothing_comes_back(game, tournament, referee):
    enter_result(game_id=game.pk, winner="white", margin_half=9)
    case = ruled(tournament, referee, game, AGAIN)
    correct_colours(game_id=game.pk, note="They sat the other way round.")
    revised(case, referee)
    assert now(game) == ("open", "")


def test_what_another_case_has_locked_stays_locked_and_asked(game, tournament, referee):
    first = ruled(tournament, referee, game, Decision("nothing", reasons="He was late."))
    second = open_case(cause=Cause.CYCLE, game=locked(game), asked=True)
    Inquiry.objects.create(game=game, case=second, kind="no_result")
    revised(first, referee)
    assert now(game) == ("disputed", "")
    assert Inquiry.objects.get().state == "waiting"


def test_a_case_whose_players_are_asked_no_more_waits_for_a_referee(game, tournament, referee):
    first = ruled(tournament, referee, game, Decision("nothing", reasons="He was late."))
    second = open_case(cause=Cause.CYCLE, game=locked(game), asked=True)
    Inquiry.objects.create(game=game, case=second, kind="no_result")
    revised(first, referee, BLACK_WINS)
    assert now(game) == ("ruled", "black")
    assert Inquiry.objects.get().state == "withdrawn"
    assert Case.objects.get(pk=second.pk).state == CaseState.OPEN


def ruled_confirmed(tournament: Tournament, referee: Actor, game: Game, decision: Decision) -> Case:
    case = taken(tournament, referee, game, cause=Cause.ILLEGAL_MOVE)
    with acting_as(referee):
        rule(case_id=case.pk, decision=decision, version=case.version)
    return case


def correct(game: Game, winner: str, **values: Any) -> None:
    correct_result(game_id=game.pk, winner=winner, note="Read it again.", **values)


def test_a_ruling_that_confirmed_what_was_there_takes_nothing_back(confirmed, tournament, referee):
    correct(confirmed, "white", reason="score", margin_half=7)
    case = ruled_confirmed(
        tournament, referee, confirmed, Decision("result", "white", "score", 7, reasons="Counted.")
    )
    revised(case, referee)
    assert now(confirmed) == ("confirmed", "white")


def test_what_was_corrected_after_the_ruling_stays(confirmed, tournament, referee):
    case = ruled_confirmed(tournament, referee, confirmed, WHITE_WINS)
    correct(confirmed, "draw", reason="score")
    revised(case, referee)
    assert now(confirmed) == ("confirmed", "draw")


def test_a_confirmed_result_goes_back_only_while_the_tournament_lets_it_change(
    confirmed, tournament, referee
):
    case = ruled_confirmed(tournament, referee, confirmed, WHITE_WINS)
    Tournament.objects.filter(pk=tournament.pk).update(reopening="never")
    with pytest.raises(Conflict, match="game_confirmed"):
        revised(case, referee)
    assert now(confirmed) == ("confirmed", "white")
