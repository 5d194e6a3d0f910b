"""A confirmed result that was written down wrong is mended by both players on their own pages."""

import re

import pytest
from django.test import Client

from tests.support.world import World, both_report, report
from tournament.models import AuditEvent, Game, RecordingError, Role

pytestmark = pytest.mark.django_db
WRONG = {"winner": "white", "reason": "score", "margin": "3.5", "note": "We mixed up the colours"}


@pytest.fixture
def game(world: World) -> Game:
    """Black won by resignation, says everybody."""
    game = world.games[0]
    both_report(game, "B+R")
    return game


def address(game: Game) -> str:
    return f"/games/{game.pk}/recording-error/"


def proposed(browser: Client, game: Game) -> None:
    """Say as a player what the result really was."""
    page = browser.post(address(game), {**WRONG, "step": "review"}).text
    values = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    answer = browser.post(address(game), {**values, "step": "send"}, follow=True)
    assert "Sent." in answer.text


def answered(browser: Client, game: Game, step: str, proposal: object = None) -> str:
    key = proposal or RecordingError.objects.latest("pk").pk
    data = {"proposal": key, "step": step}
    return browser.post(f"{address(game)}answer/", data, follow=True).text


def test_both_players_agree_and_the_result_changes(world: World, game: Game):
    black, white = world.player(0), world.player(1)
    page = black.post(address(game), {**WRONG, "step": "review"}).text
    assert "As Black, you won against Béa by resignation." in page
    assert "As Black, you lost to Béa by 3.5 points." in page
    assert not RecordingError.objects.exists()
    proposed(black, game)
    page = black.get(address(game)).text
    assert "Béa has not answered yet." in page
    assert "Take it back" in page
    shown = [one.get(f"/games/{game.pk}/").text for one in (black, white, Client())]
    assert [address(game) in one for one in shown] == [True, True, False]
    page = white.get(address(game)).text
    assert "As White, you lost to Aki by resignation." in page
    assert "As White, you won against Aki by 3.5 points." in page
    assert "Reason: We mixed up the colours" in page
    assert "Aki has agreed" in page
    assert "Both of you agree: the result is changed." in answered(white, game, "agree")
    game.refresh_from_db()
    assert (game.state, game.winner, game.margin_half) == ("confirmed", "white", 7)
    page = white.get(address(game)).text
    assert "Both agreed: the result was changed." in page
    history = world.client(Role.DIRECTOR).get("/director/coupe/history/?round=1").text
    assert "Aki (player) says that it was W+3.5 and not B+R" in history
    assert "The recording error is corrected, from B+R to W+3.5" in history


def test_a_refusal_leaves_the_result(world: World, game: Game):
    proposed(world.player(0), game)
    white = world.player(1)
    assert "Refused: the result stays as it was." in answered(white, game, "refuse")
    assert "It was refused: the result stayed." in white.get(address(game)).text
    assert "already been settled" in answered(white, game, "agree")
    game.refresh_from_db()
    assert game.winner == "black"


def test_what_was_proposed_is_taken_back(world: World, game: Game):
    black = world.player(0)
    proposed(black, game)
    assert "Your proposal is withdrawn" in answered(black, game, "withdraw")
    assert "What was it actually?" in black.get(address(game)).text


def test_what_was_typed_stays(world: World, game: Game):
    black = world.player(0)
    back = black.post(address(game), {**WRONG, "step": "edit"}).text
    for kept in ('value="white"[^>]* checked', 'value="score" selected', 'value="3.5"'):
        assert re.search(kept, back)
    assert 'value="We mixed up the colours"' in back


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"note": ""}, "Say why in a few words"),
        ({"winner": "void"}, "Say who won"),
        ({"reason": "", "margin": ""}, "Say how the game was won"),
        ({"reason": "ruling", "margin": ""}, "Say how the game was won"),
        ({"margin": "x"}, "Write the margin in points"),
        ({"winner": "black", "reason": "resignation", "margin": ""}, "already the result"),
    ],
)
def test_what_cannot_be_is_said(world: World, game: Game, values: dict[str, str], text: str):
    answer = world.player(0).post(address(game), {**WRONG, **values, "step": "send"})
    assert answer.status_code == 400
    assert text in answer.text
    assert not RecordingError.objects.exists()


def test_a_proposal_of_another_game_is_not_answered_from_ones_own(world: World, game: Game):
    other = world.games[1]
    both_report(other, "B+R")
    proposed(world.player(0), game)
    stranger = world.player(2)
    assert "Please look at the proposal again" in answered(stranger, other, "agree")
    assert stranger.get(address(game)).status_code == 403
    assert stranger.post(f"{address(game)}answer/").status_code == 403
    assert "Please look at the proposal again" in answered(world.player(1), game, "agree", "x")
    assert "Please look at the proposal again" in answered(world.player(1), game, "dance")
    game.refresh_from_db()
    assert game.winner == "black"


def test_only_a_confirmed_result_has_a_recording_error(world: World):
    answer = world.player(2).get(address(world.games[1]), follow=True)
    assert answer.redirect_chain[0][0] == f"/games/{world.games[1].pk}/"
    assert "not confirmed by both players yet" in answer.text


def test_the_director_asks_both_players(world: World, game: Game):
    director = world.client(Role.DIRECTOR)
    correct = f"/director/coupe/games/{game.pk}/correct/"
    propose = f"/director/coupe/games/{game.pk}/propose/"
    assert "Ask both players" in director.get(correct).text
    refused = director.post(propose, {**WRONG, "note": ""})
    assert refused.status_code == 400
    assert "Say why in a few words" in refused.text
    assert 'value="3.5"' in refused.text
    page = director.post(propose, WRONG, follow=True).text
    assert "Béa (White) won against Aki (Black) by 3.5 points." in page
    assert "Aki has not answered yet." in page
    assert "Another proposal is waiting" in director.post(propose, WRONG).text
    assert "Noted." in answered(world.player(0), game, "agree")
    assert "Aki has agreed." in director.get(correct).text
    assert "the result is changed" in answered(world.player(1), game, "agree")
    game.refresh_from_db()
    assert game.winner == "white"
    assert AuditEvent.objects.filter(verb="result.error_proposed", actor_role="director").exists()


def test_the_director_takes_the_question_back(world: World, game: Game):
    director = world.client(Role.DIRECTOR)
    propose = f"/director/coupe/games/{game.pk}/propose/"
    director.post(propose, WRONG)
    key = RecordingError.objects.get().pk
    page = director.post(propose, {"step": "withdraw", "proposal": key}, follow=True).text
    assert "The proposal is withdrawn." in page
    assert "Ask both players" in page
    page = director.post(propose, {"step": "withdraw", "proposal": key}, follow=True).text
    assert "Please look at the proposal again" in page


def test_who_is_asked_is_told_on_his_own_page(world: World, game: Game):
    black, white = world.player(0), world.player(1)
    notice = f'href="{address(game)}"'
    assert notice not in white.get("/me/").text
    proposed(black, game)
    assert notice in white.get("/me/").text
    assert notice not in black.get("/me/").text
    assert notice not in world.player(2).get("/me/").text
    answered(white, game, "refuse")
    assert notice not in white.get("/me/").text


def test_the_game_leads_its_players_and_the_staff_to_what_mends_it(world: World, game: Game):
    page, correct = f"/games/{game.pk}/", f'href="/director/coupe/games/{game.pk}/correct/"'
    wrong = f'href="/games/{game.pk}/wrong/"'
    for browser, leads in (
        (world.player(0), (wrong,)),
        (world.player(2), ()),
        (Client(), ()),
        (world.client(Role.ASSISTANT), (correct,)),
        (world.client(Role.REFEREE), ()),
        (world.client(Role.HELPER), ()),
    ):
        text = browser.get(page).text
        assert [one for one in (wrong, correct) if one in text] == list(leads)
    running = world.client(Role.DIRECTOR).get("/director/coupe/rounds/1/").text
    assert 'href="/director/coupe/rounds/1/correct/"' in running


def test_a_number_left_over_from_points_counts_for_no_other_answer(world: World, game: Game):
    for said in ({"reason": "time", "margin": "3.5"}, {"reason": "time", "margin": "lots"}):
        page = world.player(0).post(address(game), {**WRONG, **said, "step": "review"})
        assert page.status_code == 200
        assert "As Black, you lost to Béa on time." in page.text


def test_a_draw_is_offered_where_it_can_be(world: World, game: Game):
    assert "Draw (jigo)" not in world.player(0).get(address(game)).text
    drawn = {**WRONG, "winner": "draw", "step": "review"}
    assert world.player(0).post(address(game), drawn).status_code == 400
    whole = world.games[1]
    Game.objects.filter(pk=whole.pk).update(komi_half=14)
    both_report(whole, "B+R")
    assert "Draw (jigo)" in world.player(2).get(address(whole)).text
    assert "you drew with Dora (jigo)" in world.player(2).post(address(whole), drawn).text


def test_something_wrong_with_a_final_result_is_first_that_it_was_written_down_so(
    world: World, game: Game
):
    black = world.player(0)
    page = black.get(f"/games/{game.pk}/").text
    assert address(game) not in page
    wrong = black.get(f"/games/{game.pk}/wrong/").text
    assert page.count(f'href="/games/{game.pk}/wrong/"') == 1
    assert wrong.index(f'href="{address(game)}"') < wrong.index('id="matter-')
    waits = world.games[1]
    report(waits, waits.black, "B+R")
    assert address(waits) not in world.player(2).get(f"/games/{waits.pk}/wrong/").text
