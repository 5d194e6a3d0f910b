"""Games of which nobody has told the result in time."""

from datetime import timedelta

import pytest
from django.utils import timezone

from adjudication.cases.services.actions import settle_case, take_case
from adjudication.cases.services.overdue import open_overdue
from adjudication.models import Case
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.result_entry.services import enter_result
from adjudication.rulings.services.finality import make_final
from adjudication.submissions.services.reports import submit_result, withdraw_submission
from tests.adjudication.decisions import ruled, staff, time_is_over
from tests.factories import CaseFactory, GameFactory
from tournament.audit.services.current_actor import acting_as
from tournament.models import Game, GameState, Round, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return GameFactory(round__report_until=timezone.now() - timedelta(minutes=1))


def open_now(minutes: int = 0) -> int:
    return open_overdue(timezone.now() + timedelta(minutes=minutes))


def state(game: Game) -> str:
    game.refresh_from_db()
    return game.state


def test_a_game_without_report_is_a_case_and_may_still_be_reported(game):
    assert open_now() == 1
    case = Case.objects.get()
    assert (case.cause, case.state, case.opened_by) == (Cause.NOT_REPORTED, "open", None)
    assert state(game) == "open"
    submit_result(game_id=game.pk, player_id=game.black_id, claim="B+R", idempotency_key="key")
    case.refresh_from_db()
    assert (case.state, state(game)) == ("settled", "reported")
    assert case.settled_note


def test_it_is_settled_too_when_the_staff_enters_the_result_or_a_referee_has_taken_it(game):
    open_now()
    with acting_as(staff(game.round.tournament)):
        take_case(case_id=Case.objects.get().pk)
    enter_result(game_id=game.pk, winner="black")
    assert Case.objects.get().state == "settled"


def test_it_is_opened_once(game):
    assert [open_now(), open_now(), open_now(60)] == [1, 0, 0]
    with acting_as(staff(game.round.tournament)):
        take_case(case_id=Case.objects.get().pk)
        settle_case(case_id=Case.objects.get().pk, note="They still play.")
    assert open_now(60) == 0
    Round.objects.update(report_until=timezone.now() + timedelta(minutes=10))
    assert open_now(20) == 1


def test_a_game_that_is_played_again_by_ruling_is_not_missing(game):
    open_now()
    referee = staff(game.round.tournament)
    with acting_as(referee):
        take_case(case_id=Case.objects.get().pk)
    again = Decision("replay", reasons="The clock stood still.")
    time_is_over(ruled(game.round.tournament, referee, game, again))
    make_final()
    assert (Case.objects.get().state, state(game), open_now()) == ("final", "open", 0)
    Round.objects.update(report_until=timezone.now() + timedelta(minutes=10))
    assert open_now(20) == 1


def test_a_report_that_was_taken_back_does_not_bring_it_back(game):
    open_now()
    sent = submit_result(
        game_id=game.pk, player_id=game.black_id, claim="B+R", idempotency_key="key"
    )
    withdraw_submission(submission_id=sent, player_id=game.black_id)
    assert (state(game), open_now()) == ("open", 0)


def test_the_tournaments_grace_is_waited_for(game):
    Tournament.objects.update(rulings={"report_grace_minutes": 15})
    assert open_now(13) == 0
    assert open_now(15) == 1


def test_a_tournament_may_leave_it_at_a_note(game):
    Tournament.objects.update(rulings={"steps": {"not_reported": "note"}})
    assert open_now() == 0


@pytest.mark.parametrize(
    "change",
    [
        lambda game: Round.objects.update(report_until=None),
        lambda game: Round.objects.update(report_until=timezone.now() + timedelta(minutes=1)),
        lambda game: Round.objects.update(state="finished"),
        lambda game: Round.objects.update(state="draft"),
        lambda game: Tournament.objects.update(closed_at=timezone.now()),
        lambda game: Game.objects.move(
            game, GameState.ENTERED, winner="black", reason="unknown", reported_at=timezone.now()
        ),
        lambda game: CaseFactory(game=game, cause=Cause.LATE),
    ],
)
def test_nothing_is_missing_where_nothing_is_due(game, change):
    change(game)
    assert open_now() == 0


def test_a_look_without_anything_due_is_one_query(game, django_assert_num_queries):
    Round.objects.update(report_until=timezone.now() + timedelta(minutes=1))
    with django_assert_num_queries(1):
        assert open_now() == 0
