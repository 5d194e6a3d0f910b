"""A player takes back what they raised: what ends, what stays, and who may."""

import pytest

from adjudication.cases.services.actions import return_case, take_case
from adjudication.cases.services.opening import open_by_staff
from adjudication.inquiries.services.answering import answer
from adjudication.inquiries.services.raising import object_to_result, raise_matter, take_back
from adjudication.models import Case, Inquiry, Submission
from adjudication.policy.causes import Cause
from tests.support.records import KO, sgf
from tests.support.world import World, judge_all, make_world, report
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.errors import Conflict, NotFound
from tournament.models import AuditEvent, Game, Role, Tournament, Verb

pytestmark = [pytest.mark.django_db, pytest.mark.once]

REFEREE = Actor(role=Role.REFEREE, name="Rosa")


@pytest.fixture
def world(db: None) -> World:
    return make_world()


@pytest.fixture
def game(world: World) -> Game:
    return world.games[0]


def claim(game: Game, cause: Cause = Cause.ILLEGAL_MOVE, *, white: bool = False) -> Case:
    player = game.white_id if white else game.black_id
    data = {"move": 57} if cause is Cause.ILLEGAL_MOVE else {}
    return raise_matter(
        game_id=game.pk, player_id=player, cause=cause, note="Seen at the board.", data=data
    )


def back(game: Game, case: Case, *, white: bool = False) -> None:
    player = game.white_id if white else game.black_id
    take_back(game_id=game.pk, case_id=case.pk, player_id=player)


def state(game: Game) -> str:
    return Game.objects.get(pk=game.pk).state


def states(case: Case) -> tuple[str, list[str]]:
    asked = Inquiry.objects.order_by("pk").values_list("state", flat=True)
    return Case.objects.get(pk=case.pk).state, list(asked)


@pytest.mark.parametrize(
    "cause", [Cause.ILLEGAL_MOVE, Cause.TIME, Cause.ABSENCE, Cause.CYCLE, Cause.COUNT_LOST]
)
def test_a_game_without_a_result_is_open_again(game: Game, cause: Cause) -> None:
    case = claim(game, cause)
    assert state(game) == "disputed"
    back(game, case)
    assert state(game) == "open"
    ended, asked = states(case)
    assert ended == "settled"
    assert set(asked) <= {"withdrawn"}
    opened, settled = AuditEvent.objects.filter(
        verb__in=[Verb.CASE_OPENED, Verb.CASE_SETTLED]
    ).order_by("pk")
    assert settled.actor == opened.actor != ""
    report(game, game.white, "B+R")
    assert state(game) == "reported"


def test_a_report_that_waited_waits_again_and_is_confirmed(game: Game) -> None:
    sent = report(game, game.white, "B+3.5")
    back(game, claim(game))
    now = Game.objects.get(pk=game.pk)
    assert (now.state, now.winner, now.margin_half) == ("reported", "black", 7)
    assert Submission.objects.get(pk=sent).state == "pending"


def test_an_objection_is_taken_back_and_the_result_waits_again(game: Game) -> None:
    report(game, game.white, "W+3.5")
    asked = object_to_result(game_id=game.pk, player_id=game.black_id, note="Count again.")
    assert asked is not None
    assert asked.case is not None
    back(game, asked.case)
    now = Game.objects.get(pk=game.pk)
    assert (now.state, now.winner) == ("reported", "white")
    assert states(asked.case) == ("settled", ["withdrawn"])


def test_a_complaint_leaves_the_result_where_it_is(game: Game) -> None:
    report(game, game.white, "W+3.5")
    case = claim(game, Cause.CONDUCT)
    back(game, case)
    assert (state(game), states(case)) == ("reported", ("settled", []))


def test_pressed_twice_nothing_more_happens(game: Game) -> None:
    case = claim(game)
    back(game, case)
    again = claim(game, Cause.CYCLE)
    events = AuditEvent.objects.count()
    back(game, case)
    assert AuditEvent.objects.count() == events
    assert states(again)[0] == "asked"
    assert state(game) == "disputed"


def test_only_whoever_raised_it_takes_it_back(world: World, game: Game) -> None:
    case = claim(game)
    with pytest.raises(Conflict, match="more_in_case"):
        back(game, case, white=True)
    with pytest.raises(NotFound):
        take_back(game_id=game.pk, case_id=case.pk, player_id=world.players[5].pk)
    with pytest.raises(NotFound):
        back(world.games[1], case)
    assert states(case)[0] == "open"


@pytest.mark.parametrize("cause", [Cause.ILLEGAL_MOVE, Cause.TIME])
def test_what_both_say_stays_when_one_takes_it_back(game: Game, cause: Cause) -> None:
    """The same claim of the other player is theirs: it does not go with the first."""
    case = claim(game)
    claim(game, cause, white=True)
    for white in (False, True):
        with pytest.raises(Conflict, match="more_in_case"):
            back(game, case, white=white)
    assert len(Case.objects.get(pk=case.pk).grounds) == 2


def test_what_the_staff_added_stays(world: World, game: Game) -> None:
    case = claim(game, Cause.TIME)
    with acting_as(REFEREE):
        open_by_staff(
            tournament_id=world.tournament.pk, cause="conduct", game_id=game.pk, note="They shout."
        )
    with pytest.raises(Conflict, match="more_in_case"):
        back(game, case)


def test_what_a_record_shows_stays(game: Game) -> None:
    report(game, game.white, "W+R", sgf(KO))
    judge_all()
    case = claim(game)
    assert len(Case.objects.get(pk=case.pk).grounds) == 2
    for white in (False, True):
        with pytest.raises(Conflict, match="more_in_case"):
            back(game, case, white=white)


def test_what_a_referee_works_on_is_theirs_until_they_give_it_back(game: Game) -> None:
    case = claim(game)
    with acting_as(REFEREE):
        take_case(case_id=case.pk)
    with pytest.raises(Conflict, match="case_taken"):
        back(game, case)
    with acting_as(REFEREE):
        return_case(case_id=case.pk)
    back(game, case)
    assert state(game) == "open"


def test_what_the_opponent_answered_stays(game: Game) -> None:
    case = claim(game, Cause.CYCLE)
    answer(inquiry_id=Inquiry.objects.get().pk, player_id=game.white_id, answer="no")
    with pytest.raises(Conflict, match="opponent_answered"):
        back(game, case)
    assert states(case) == ("asked", ["waiting"])


def test_ones_own_answer_goes_with_the_question(game: Game) -> None:
    case = claim(game, Cause.CYCLE)
    answer(inquiry_id=Inquiry.objects.get().pk, player_id=game.black_id, answer="yes")
    back(game, case)
    assert states(case) == ("settled", ["withdrawn"])


def test_in_a_closed_tournament_nothing_is_taken_back(game: Game) -> None:
    case = claim(game)
    Tournament.objects.update(closed_at=case.opened_at)
    with pytest.raises(Conflict):
        back(game, case)
