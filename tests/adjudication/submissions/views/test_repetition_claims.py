"""A player says that a position came back: a claim, which the records at hand are asked about."""

from __future__ import annotations

from uuid import uuid4

import pytest

from adjudication.cases.services.statements import write_statement
from adjudication.models import Case, Inquiry
from tests.support.answering import accept_as_read, confirm_as_read
from tests.support.forms import upload
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, judge_all, make_world, report
from tournament.errors import Conflict
from tournament.models import Game

pytestmark = pytest.mark.django_db
COMPLETE = sgf(WALLS, KM="6.5")
# White sends two stones and takes one back: the position returns with Black to move.
SENT_TWO = (
    b"(;GM[1]FF[4]CA[UTF-8]SZ[5]KM[6.5]AW[ba][ab][ac]AB[da][bb][cb][db]PL[W];W[ca];B[aa];W[ba])"
)


def fresh(world: World) -> Game:
    return Game.objects.get(pk=world.games[0].pk)


def claim_it(world: World, player: int = 1) -> None:
    sent = world.player(player).post(
        f"/games/{world.games[0].pk}/wrong/", {"matter": "cycle", "move": "9"}
    )
    assert sent.status_code == 302


def insist(world: World, player: int = 1) -> None:
    """Send the claim, read what the record shows, and send it all the same."""
    path = f"/games/{world.games[0].pk}/wrong/"
    form = {"matter": "cycle", "move": "9", "note": "Look at the corner."}
    told = world.player(player).post(path, form)
    assert told.status_code == 400
    assert not Case.objects.exists()
    assert "Look at the corner." in told.text
    assert 'name="sure"' in told.text
    assert world.player(player).post(path, {**form, "sure": "1"}).status_code == 302


def both_say_yes(world: World) -> None:
    inquiry = Inquiry.objects.get(game=world.games[0])
    for player in (0, 1):
        address = f"/games/{world.games[0].pk}/question/"
        yes = {"inquiry": inquiry.pk, "answer": "yes", "result": "half"}
        world.player(player).post(address, yes)


@pytest.mark.parametrize("rules", ["japanese", "beginner"])
def test_a_complete_record_without_a_repetition_goes_to_the_referee(rules: str) -> None:
    world = make_world(rules=rules)
    game = world.games[0]
    report(game, game.black, "W+15.5", COMPLETE, DEAD.split())
    judge_all()
    insist(world)
    assert not Inquiry.objects.exists()
    case = Case.objects.get(game=game)
    assert (case.state, case.cause, case.proposal) == ("open", "cycle", None)


@pytest.mark.parametrize(("rules", "cause"), [("japanese", "cycle"), ("french", "illegal_move")])
def test_a_claim_against_the_record_is_labelled_and_undoes_nothing(rules: str, cause: str) -> None:
    """Neither for the claimant nor for the other: the result waits on, and can be confirmed."""
    world = make_world(rules=rules)
    game = world.games[0]
    sent = report(game, game.black, "W+15.5", COMPLETE, DEAD.split())
    judge_all()
    before = (fresh(world).state, fresh(world).winner, fresh(world).margin_half)
    insist(world)
    case = Case.objects.get(game=game)
    assert (case.cause, case.state) == (cause, "open")
    assert (fresh(world).state, fresh(world).winner, fresh(world).margin_half) == before
    for player in (0, 1):
        browser = world.player(player)
        assert "the record, replayed to its end" in browser.get(f"/games/{game.pk}/").text
        assert "data-refuted" in browser.get(f"/games/{game.pk}/case/").text
    desk = world.client("referee").get(f"/referee/coupe/cases/{case.number}/").text
    assert "data-refuted" in desk
    confirm_as_read(submission_id=sent, player_id=game.white_id)
    assert fresh(world).state == "confirmed"
    case.refresh_from_db()
    assert case.state == "settled"


def test_a_claim_that_the_record_shows_or_that_no_record_is_about_is_not_held_up() -> None:
    world = make_world(size=5)
    report(world.games[0], world.games[0].black, "B+R", SENT_TWO)
    judge_all()
    claim_it(world)
    page = world.player(0).get(f"/games/{world.games[0].pk}/").text
    assert "replayed to its end" not in page
    assert Inquiry.objects.get().kind == "no_result"


def test_no_result_against_the_record_is_said_before_it_is_sent() -> None:
    world = make_world()
    form = {"step": "review", "winner": "none", "record": upload(COMPLETE)}
    page = world.player(0).post(f"/games/{world.games[0].pk}/report/", form).text
    assert "shows no position that came back" in page
    alone = {"step": "review", "winner": "none"}
    page = world.player(0).post(f"/games/{world.games[0].pk}/report/", alone).text
    assert "shows no repeated position" not in page


def test_without_a_record_the_question_is_about_a_claim_and_two_yeses_end_the_game() -> None:
    world = make_world()
    claim_it(world)
    page = world.player(0).get(f"/games/{world.games[0].pk}/question/")
    assert page.context["said_by"]
    assert world.players[1].name in page.context["said_by"]
    both_say_yes(world)
    assert (fresh(world).state, fresh(world).winner) == ("confirmed", "none")


def test_a_record_that_comes_with_a_statement_is_looked_at_before_the_game_ends() -> None:
    world = make_world()
    claim_it(world)
    case = Case.objects.get(game=world.games[0])
    write_statement(
        case_id=case.pk,
        player_id=world.players[0].pk,
        text="The whole game.",
        record_bytes=sgf(WALLS, KM="6.5", RE="W+R"),
        idempotency_key=uuid4().hex,
    )
    both_say_yes(world)
    case.refresh_from_db()
    assert case.state == "open"
    assert fresh(world).state == "disputed"
    assert Inquiry.objects.get().data["outcome"] == "case"


def test_in_japan_it_counts_whoever_is_to_move() -> None:
    world = make_world(size=5)
    game = world.games[0]
    report(game, game.black, "B+R", SENT_TWO)
    judge_all()
    claim_it(world)
    asked = Inquiry.objects.get()
    assert asked.data["finding"]["code"] == "cycle.position_only"
    both_say_yes(world)
    assert (fresh(world).state, fresh(world).winner) == ("confirmed", "none")


@pytest.mark.parametrize("rules", ["french", "aga", "nz"])
def test_where_repetitions_are_forbidden_it_is_the_claim_of_an_illegal_move(rules: str) -> None:
    world = make_world(rules=rules)
    report(world.games[0], world.games[0].black, "B+R")
    claim_it(world)
    assert not Inquiry.objects.filter(kind="no_result").exists()
    case = Case.objects.get()
    assert (case.cause, case.state, case.proposal) == ("illegal_move", "open", None)


def test_a_report_of_no_result_against_its_own_record_waits_for_the_referee() -> None:
    world = make_world()
    game = world.games[0]
    sent = report(game, game.black, "void", COMPLETE, DEAD.split())
    assert Case.objects.get(game=game).state == "open"
    assert fresh(world).state == "disputed"
    with pytest.raises(Conflict):
        confirm_as_read(submission_id=sent, player_id=game.white_id)
    with pytest.raises(Conflict, match="no_repetition"):
        accept_as_read(game_id=game.pk, player_id=game.white_id)


def test_two_reports_of_no_result_are_no_agreement_against_the_second_ones_record() -> None:
    world = make_world()
    game = world.games[0]
    report(game, game.black, "void")
    report(game, game.white, "void", COMPLETE, DEAD.split())
    assert fresh(world).state == "disputed"
    assert Case.objects.get(game=game).cause == "cycle"


def test_two_reports_of_no_result_without_a_record_end_the_game() -> None:
    world = make_world()
    game = world.games[0]
    report(game, game.black, "void")
    report(game, game.white, "void")
    assert (fresh(world).state, fresh(world).winner) == ("confirmed", "none")
