"""A ruling where everybody, the players and the staff look at results."""

from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from adjudication.cases.selectors.cases import live_case_of
from adjudication.cases.views.words import ruling_ends
from adjudication.models import Appeal
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision, PenaltyGiven
from adjudication.public.views.rounds import live_address
from adjudication.result_entry.services import enter_result
from adjudication.rulings.services.appeals import appeal, put_motion, vote, withdraw_appeal
from adjudication.rulings.services.finality import make_final
from adjudication.rulings.services.ruling import rule as rule_case
from tests.adjudication.decisions import BLACK_WINS, as_player, ruled, staff, taken
from tests.support.answering import named
from tests.support.desk_world import appealed, committee, new_case
from tests.support.desk_world import ruled as desk_ruled
from tests.support.forms import review
from tests.support.world import World, make_world, report
from tournament.audit.services.current_actor import acting_as
from tournament.models import Game, Role
from tournament.spoken import moment_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return make_world()


@pytest.fixture
def game(world: World) -> Game:
    return world.games[0]


def rule(world: World, game: Game, decision: Decision) -> None:
    ruled(world.tournament, staff(world.tournament), game, decision)


def made_final() -> None:
    """Let the time for every appeal pass."""
    make_final(timezone.now() + timedelta(days=30))


COUNTED = Decision(
    "result", "black", "score", 7, reasons="Late.", penalties=(PenaltyGiven(1, "points", 4),)
)


def test_the_list_says_by_ruling_and_tells_the_penalty_beside_the_margin(world: World, game: Game):
    page, address = world.player(4), live_address("coupe", None)
    before = page.get(address)
    rule(world, game, COUNTED)
    made_final()
    after = page.get(address, headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    for text in ("B+3.5", "by ruling", "penalty Black: 2 points"):
        assert text in after.text
        assert text not in before.text


def test_the_page_of_the_game_tells_it_to_everybody(world: World, game: Game):
    rule(world, game, COUNTED)
    made_final()
    text = world.player(4).get(f"/games/{game.pk}/").text
    assert "Aki (Black) won against Béa (White) by 3.5 points." in text
    assert "Aki loses 2 points in this game." in text
    assert "by ruling" in text
    assert "Late." not in text


@pytest.mark.parametrize(
    ("decision", "told"),
    [
        (Decision("replay", reasons="So."), "this game is played again from the beginning"),
        (
            Decision("resume", resume_move=41, reasons="So."),
            "this game goes on from the position after move 41",
        ),
    ],
)
def test_players_are_told_how_their_game_goes_on(
    world: World, game: Game, decision: Decision, told: str
):
    rule(world, game, decision)
    page = world.player(0).get(f"/games/{game.pk}/")
    assert told in page.text
    assert "Report the result" in page.text
    spectator = Client().get(f"/games/{game.pk}/").text
    assert told in spectator
    assert "Report the result" not in spectator


@pytest.mark.parametrize("penalised", [False, True])
def test_whoever_confirms_a_game_that_went_on_reads_first_that_the_ruling_ends(
    world: World, game: Game, penalised: bool
):
    penalties = (PenaltyGiven(2, "warning"),) if penalised else ()
    rule(world, game, Decision("resume", resume_move=41, reasons="So.", penalties=penalties))
    reporting = review(world, world.player(0))
    waiting = report(game, game.black, "W+15.5")
    ends = ruling_ends(live_case_of(game.pk))
    assert ends in reporting
    assert ("neither of you can appeal" in reporting) is not penalised
    assert bool(ends) is not penalised
    white = world.player(1)
    told = (
        white.get(f"/games/{game.pk}/").text,
        white.post(f"/games/{game.pk}/confirm/", {"submission": named(waiting)}).text,
        review(world, white),
    )
    for text in told:
        assert "is final" in text
        assert ends in text
        assert ("neither of you can appeal" in text) is not penalised


def test_a_players_own_page_says_that_the_referee_has_ruled(world: World, game: Game):
    rule(world, game, BLACK_WINS)
    text = world.player(1).get("/me/").text
    assert "The referee has ruled on your game:" in text
    assert "by ruling" in text
    assert "Next" in text
    assert "The organisers have entered the result" not in text


@pytest.mark.parametrize("upheld", [True, False])
def test_the_players_read_on_their_own_page_and_at_the_game_what_came_of_an_appeal(
    world: World, game: Game, upheld: bool
):
    case = new_case(world)
    desk_ruled(world, case, decision=BLACK_WINS)
    key = appealed(world, case, world.players[1])
    committee(world, key, 3, 4, 5)
    motion = Appeal.objects.get(pk=key).motions.get()
    members = [as_player(world.players[seat]) for seat in (3, 4, 5)]
    if not upheld:
        with acting_as(members[0]):
            won = Decision("result", "white", "ruling", reasons="Shown.")
            motion = put_motion(appeal_id=key, decision=won)
    for each in members:
        with acting_as(each):
            vote(appeal_id=key, motion_id=motion.pk, reasons="It was so." if upheld else "")
    told, other = "The committee upholds the ruling.", "The committee changed the ruling."
    if not upheld:
        told, other = other, told
    for seat in (0, 1):
        for address in ("/me/", f"/games/{game.pk}/"):
            page = unescape(world.player(seat).get(address).text)
            assert told in page
            assert other not in page
            assert f"/games/{game.pk}/case/" in page or f"/cases/{case.pk}/" in page
        assert "The referee has ruled on your game:" not in world.player(seat).get("/me/").text
    assert "The committee" not in world.player(6).get(f"/games/{game.pk}/").text


def test_the_players_read_on_their_game_until_when_they_can_appeal(world: World, game: Game):
    referee = staff(world.tournament)
    case = ruled(world.tournament, referee, game, BLACK_WINS)
    address = f"/games/{game.pk}/"
    at_case = reverse("adjudication:player_case", args=[game.pk]) + "#to-appeal"
    for seat in (0, 1):
        text = world.player(seat).get(address).text
        assert moment_text(case.appeal_until) in text
        assert at_case in text
    with acting_as(as_player(game.white)):
        appeal(case_id=case.pk, text="The move was legal.", player_id=game.white_id)
        withdraw_appeal(case_id=case.pk, player_id=game.white_id)
    # Whoever took an appeal back cannot appeal the same ruling again; nobody else is told.
    assert at_case not in world.player(1).get(address).text
    assert at_case in world.player(0).get(address).text
    assert at_case not in world.client(Role.REFEREE).get(address).text


def test_staff_sees_it_among_the_results_that_are_done(world: World, game: Game):
    rule(world, game, BLACK_WINS)
    director = world.client(Role.DIRECTOR)
    address = reverse("tournament:correct_game", args=["coupe", game.pk])
    text = director.get("/director/coupe/rounds/1/?show=done").text
    assert "Aki" in text
    page = director.get(address)
    assert "The referee has ruled on this game" in page.text
    assert "mend=result" not in page.text
    refused = director.post(address, {"mend": "result", "winner": "white", "note": "Slip."})
    assert refused.status_code == 200
    game.refresh_from_db()
    assert game.winner == "black"


def test_a_warning_stands_beside_a_result_that_did_not_change(world: World, game: Game):
    referee = staff(world.tournament)
    case = taken(world.tournament, referee, game)
    warned = Decision("nothing", reasons="Loud.", penalties=(PenaltyGiven(2, "warning"),))
    with acting_as(referee):
        rule_case(case_id=case.pk, decision=warned, version=case.version)
    enter_result(game_id=game.pk, winner="black", margin_half=5)
    made_final()
    assert "Béa is warned." in world.player(4).get(f"/games/{game.pk}/").text


BY_ARTICLE = Decision(
    "result",
    "black",
    "forfeit",
    articles=("j1989:14", "event:conduct"),
    reasons="Béa moved twice in a row.",
)


def public_page(game: Game) -> str:
    return unescape(Client().get(f"/games/{game.pk}/").text)


def test_everybody_reads_by_which_article_a_final_ruling_decided(world: World, game: Game):
    rule(world, game, BY_ARTICLE)
    # What may still be appealed is for those concerned.
    assert "Art. 14" not in public_page(game)
    made_final()
    assert "Art. 14" in public_page(game)
    assert "twice in a row" not in public_page(game)
    assert "data-rests-on>The ruling rests on: Art. 14" in public_page(game)
    assert "data-rests-on" not in world.player(0).get(f"/games/{game.pk}/").text


def test_nobody_reads_of_a_case_that_somebody_s_behaviour_comes_into(world: World, game: Game):
    new_case(world, cause=Cause.CONDUCT, note="Shouted.")
    rule(world, game, BY_ARTICLE)
    made_final()
    assert "data-rests-on" not in public_page(game)
