"""A player takes back what they raised: what ends, what stays, and who may."""

import pytest

from adjudication.cases.selectors.cases import BOTH_TAKEN_BACK, was_taken_back
from adjudication.cases.services.actions import return_case, take_case
from adjudication.cases.services.opening import open_by_staff
from adjudication.inquiries.services.answering import answer
from adjudication.inquiries.services.raising import object_to_result, raise_matter, withdraw_matter
from adjudication.models import Case, Inquiry, Submission
from adjudication.policy.causes import SEVERITY, Cause
from adjudication.submissions.services.answers import accept_claim, agree_lost_on_time
from tests.support.records import KO, sgf
from tests.support.world import World, judge_all, make_world, report
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.errors import Conflict, NotFound
from tournament.models import AuditEvent, Game, Role, Tournament, Verb
from tournament.spoken import stored_note

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
    withdraw_matter(game_id=game.pk, case_id=case.pk, player_id=player)


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
        withdraw_matter(game_id=game.pk, case_id=case.pk, player_id=world.players[5].pk)
    with pytest.raises(NotFound):
        back(world.games[1], case)
    assert states(case)[0] == "open"


@pytest.mark.parametrize("first_white", [False, True])
@pytest.mark.parametrize("cause", [Cause.ILLEGAL_MOVE, Cause.TIME, Cause.CYCLE])
def test_of_what_both_raised_each_takes_back_their_own_part(
    game: Game, cause: Cause, first_white: bool
) -> None:
    """The case goes on with the other's part, and ends once both have taken theirs back."""
    case = claim(game)
    claim(game, cause, white=True)
    back(game, case, white=first_white)
    case.refresh_from_db()
    (left,) = case.grounds
    other = game.black if first_white else game.white
    kept = Cause.ILLEGAL_MOVE if first_white else cause
    assert (left["by"], left["cause"], case.cause) == (other.number, kept, kept)
    assert case.severity == SEVERITY[kept]
    assert case.state in ("open", "asked")
    assert state(game) == "disputed"
    events = AuditEvent.objects.count()
    back(game, case, white=first_white)  # twice is no error, and takes nothing of the other's
    assert AuditEvent.objects.count() == events
    back(game, case, white=not first_white)
    assert states(case)[0] == "settled"
    assert set(states(case)[1]) <= {"withdrawn"}
    assert state(game) == "open"
    case.refresh_from_db()
    assert was_taken_back(case)
    assert case.settled_note == stored_note(BOTH_TAKEN_BACK)
    back(game, case, white=first_white)
    report(game, game.white, "B+R")
    assert state(game) == "reported"


def test_the_question_of_the_first_goes_with_it_and_the_other_one_asks(game: Game) -> None:
    case = claim(game, Cause.CYCLE)
    claim(game, Cause.CYCLE, white=True)
    assert states(case) == ("asked", ["waiting"])
    back(game, case)
    assert states(case) == ("asked", ["withdrawn", "waiting"])
    asked = Inquiry.objects.latest("pk")
    assert (asked.kind, asked.data["by"], asked.case_id) == ("no_result", "white", case.pk)
    # What the other one raised first is theirs: it stays, even if it was answered.
    answer(inquiry_id=asked.pk, player_id=game.white_id, answer="yes")
    claim(game, Cause.TIME)
    back(game, case)
    assert states(case) == ("open", ["withdrawn", "waiting"])
    answer(inquiry_id=asked.pk, player_id=game.black_id, answer="yes")
    assert state(game) == "confirmed"


def test_a_case_that_was_with_the_players_goes_to_a_referee_if_nothing_is_asked(
    game: Game,
) -> None:
    asked = claim(game, Cause.CYCLE)
    claim(game, Cause.CONDUCT, white=True)
    back(game, asked)
    assert states(asked) == ("open", ["withdrawn"])
    # Nothing about the result is left: what waited before waits again.
    assert state(game) == "open"


def test_what_the_opponent_answered_of_ones_own_part_stays(game: Game) -> None:
    case = claim(game, Cause.CYCLE)
    claim(game, Cause.TIME, white=True)
    answer(inquiry_id=Inquiry.objects.get().pk, player_id=game.white_id, answer="no")
    with pytest.raises(Conflict, match="opponent_answered"):
        back(game, case)
    back(game, case, white=True)
    assert [ground["cause"] for ground in Case.objects.get(pk=case.pk).grounds] == ["cycle"]


def test_a_report_counts_again_once_its_author_takes_back_that_they_won_on_time(
    game: Game,
) -> None:
    sent = report(game, game.white, "B+3.5")
    late = {"clock": "fell", "whose": "black"}
    case = raise_matter(
        game_id=game.pk, player_id=game.white_id, cause=Cause.TIME, note="", data=late
    )
    claim(game, Cause.COUNT_LOST)

    def version() -> int:
        return Game.objects.values_list("version", flat=True).get(pk=game.pk)

    def accept() -> None:
        accept_claim(game_id=game.pk, player_id=game.black_id, expects=sent, version=version())

    with pytest.raises(Conflict, match="no_longer_said"):
        accept()
    back(game, case, white=True)
    with pytest.raises(Conflict, match="no_longer_said"):
        agree_lost_on_time(
            game_id=game.pk, player_id=game.black_id, case_id=case.pk, version=version()
        )
    assert state(game) == "disputed"
    accept()
    now = Game.objects.get(pk=game.pk)
    assert (now.state, now.winner, now.reason) == ("confirmed", "black", "score")


def test_a_complaint_stays_between_the_complainant_and_the_referee(game: Game) -> None:
    """If it left the case, the other player could read what was written about them."""
    case = claim(game, Cause.CONDUCT)
    claim(game, Cause.TIME, white=True)
    with pytest.raises(Conflict, match="more_in_case"):
        back(game, case)
    back(game, case, white=True)
    assert Case.objects.get(pk=case.pk).cause == "conduct"
    back(game, case)
    assert states(case)[0] == "settled"


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
