"""Who won, how, yes: a report by three presses, without JavaScript, and who may not report."""

import re
from html import unescape

import pytest

from adjudication.models import Submission
from adjudication.submissions.services.reports import submit_result
from tests.support.answering import confirming
from tests.support.forms import address, hidden, upload
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, report
from tournament.errors import Conflict
from tournament.models import Game, Reporting, Tournament


def press(world: World, player: int, page: str, name: str, value: str, **typed: str) -> str:
    """Press a button of a page: its form goes with the button's value and what was typed."""
    form = next(
        one
        for one in re.findall(r"<form.*?</form>", page, re.DOTALL)
        if f'name="{name}" value="{value}"' in one and "<button" in one
    )
    answer = world.player(player).post(
        address(world), {**hidden(form), **typed, name: value}, follow=True
    )
    assert answer.status_code == 200, answer.text
    return answer.text


@pytest.mark.parametrize(
    ("winner", "reason", "sentence"),
    [
        ("black", "resignation", "As Black, you won against Béa by resignation."),
        ("white", "resignation", "As Black, you lost to Béa by resignation."),
        ("white", "time", "As Black, you lost to Béa on time."),
    ],
)
def test_three_presses_are_a_report(world: World, winner: str, reason: str, sentence: str) -> None:
    first = world.player(0).get(address(world)).text
    second = press(world, 0, first, "winner", winner)
    third = press(world, 0, second, "reason", reason)
    assert sentence in third
    assert not Submission.objects.exists()
    sent = press(world, 0, third, "step", "send")
    assert "Your opponent can confirm it now." in sent
    one = Submission.objects.get()
    assert (one.claim_winner, one.claim_reason) == (winner, reason)


@pytest.mark.parametrize("player", [0, 1])
def test_who_won_is_asked_black_first_without_a_word_for_either(world: World, player: int) -> None:
    page = world.player(player).get(address(world)).text
    asked = re.findall(r'<button class="([^"]*)" type="submit" name="winner" value="(\w+)"', page)
    assert [side for _look, side in asked] == ["black", "white"]
    assert len({look for look, _side in asked}) == 1


def test_points_are_three_presses_and_the_number(world: World) -> None:
    first = world.player(0).get(address(world)).text
    second = press(world, 0, first, "winner", "white")
    assert 'inputmode="decimal"' in second
    third = press(world, 0, second, "step", "how", margin="3,5")
    assert "As Black, you lost to Béa by 3.5 points." in third
    press(world, 0, third, "step", "send")
    assert Submission.objects.get().claim_margin_half == 7


@pytest.mark.parametrize(
    ("winner", "told"),
    [("draw", "you drew with Béa (jigo)"), ("none", "has no result")],
)
def test_where_nobody_won_two_presses_are_enough(world: World, winner: str, told: str) -> None:
    Game.objects.update(komi_half=14)
    first = world.player(0).get(address(world)).text
    second = press(world, 0, first, "winner", winner)
    assert told in second
    press(world, 0, second, "step", "send")
    assert Submission.objects.get().claim_winner == winner


def test_a_draw_is_offered_where_it_can_be(world: World) -> None:
    browser = world.player(0)
    for komi_half, offered in ((13, False), (14, True)):
        Game.objects.update(komi_half=komi_half)
        page = browser.get(address(world)).text
        assert ('value="draw"' in page) is offered
        said = {"winner": "white", "reason": "score", "margin": "3.5", "step": "edit"}
        assert ('value="draw"' in browser.post(address(world), said).text) is offered
        assert 'value="none"' in page


def test_a_wrong_number_is_asked_for_again_on_the_same_page(world: World) -> None:
    answer = world.player(0).post(
        address(world), {"step": "how", "winner": "white", "reason": "score", "margin": "lots"}
    )
    assert answer.status_code == 400
    assert "How did Béa win?" in answer.text
    assert '<p class="error" id="margin-error">' in answer.text
    assert 'value="lots"' in answer.text


def test_no_answer_to_the_first_question_asks_it_again(world: World) -> None:
    answer = world.player(0).post(address(world), {"step": "who"})
    assert answer.status_code == 400
    assert "Say who won." in answer.text
    assert "I won (Black)" in answer.text


def test_a_record_can_come_with_it_and_is_never_sent_unseen(world: World) -> None:
    browser = world.player(0)
    review = browser.post(
        address(world), {"step": "how", "winner": "white", "reason": "score", "margin": "15.5"}
    ).text
    again = browser.post(
        address(world), {**hidden(review), "step": "send", "record": upload(sgf(WALLS))}
    )
    assert "Record: 22 moves" in again.text
    assert not Submission.objects.exists()
    browser.post(address(world), {**hidden(again.text), "dead": DEAD, "step": "send"})
    one = Submission.objects.get()
    assert one.record is not None
    assert one.dead_stones == ["B8", "G3"]


def test_what_is_sent_can_still_be_changed_as_a_whole(world: World) -> None:
    review = (
        world.player(0)
        .post(
            address(world), {"step": "how", "winner": "white", "reason": "score", "margin": "15.5"}
        )
        .text
    )
    form = press(world, 0, review, "step", "edit")
    assert re.search(r'name="winner" value="white" checked', form)
    assert 'value="15.5"' in form


def test_where_the_staff_enters_the_results_players_do_not(world: World) -> None:
    Tournament.objects.update(reporting=Reporting.DIRECTOR)
    game = world.games[0]
    answer = world.player(0).get(address(world), follow=True)
    assert "The organisers enter the results" in answer.text
    assert f"/games/{game.pk}/report/" not in answer.text
    with pytest.raises(Conflict) as refused:
        submit_result(game_id=game.pk, player_id=game.black_id, claim="B+R", idempotency_key="k")
    assert refused.value.code == "staff_reports"
    game.refresh_from_db()
    assert game.state == "open"


def test_a_report_from_before_can_still_be_confirmed(world: World) -> None:
    game = world.games[0]
    one = report(game, game.black, "B+R")
    Tournament.objects.update(reporting=Reporting.DIRECTOR)
    world.player(1).post(f"/games/{game.pk}/confirm/", confirming(one))
    game.refresh_from_db()
    assert game.state == "confirmed"


def test_of_several_files_the_one_of_this_game_is_proposed(world: World) -> None:
    mine = sgf(WALLS, PB="Aki", PW="Béa", KM="6.5", RE="W+15.5")
    other = sgf(WALLS, PB="Chris", PW="Dora", KM="6.5")
    answer = world.player(0).post(
        address(world),
        {
            "step": "review",
            "winner": "white",
            "reason": "score",
            "margin": "15.5",
            "record": [upload(other, "a.sgf"), upload(mine, "b.sgf"), upload(b"no", "c.sgf")],
        },
    )
    told = unescape(answer.text)
    assert answer.status_code == 200
    assert "“b.sgf” fits this game: it will be sent." in told
    assert "“a.sgf” is left out: Chris – Dora" in told
    assert "“c.sgf” is left out:" in told
    world.player(0).post(address(world), {**hidden(answer.text), "step": "send"})
    record = Submission.objects.get().record
    assert record is not None
    assert bytes(record.data) == mine


def test_of_several_files_that_fit_the_result_decides(world: World) -> None:
    files = [upload(sgf(WALLS, RE=said), f"{said}.sgf") for said in ("B+R", "W+15.5")]
    answer = world.player(0).post(
        address(world),
        {"winner": "white", "reason": "score", "margin": "15.5", "record": files},
    )
    assert "“W+15.5.sgf” fits this game" in unescape(answer.text)


def test_files_of_other_games_alone_are_an_error_at_the_field(world: World) -> None:
    other = sgf(WALLS, PB="Chris", PW="Dora")
    answer = world.player(0).post(
        address(world),
        {
            "winner": "white",
            "reason": "resignation",
            "record": [upload(other, "a.sgf"), upload(other, "b.sgf")],
        },
    )
    assert answer.status_code == 400
    assert re.search(r'id="record-error">None of these files', answer.text)
    assert "As Black, you lost to Béa by resignation." in answer.text


def test_more_than_five_files_are_refused_in_words(world: World) -> None:
    files = [upload(sgf(WALLS), f"{number}.sgf") for number in range(6)]
    answer = world.player(0).post(
        address(world), {"winner": "white", "reason": "resignation", "record": files}
    )
    assert answer.status_code == 400
    assert "At most 5 files" in answer.text
