"""Directly before a button that confirms, a record that shows another result is told; else none."""

import re
from html import unescape

import pytest
from django.test import Client

from adjudication.submissions.selectors.other_results import other_results_in_words
from adjudication.verdicts.services.claims import result_columns
from tests.support.answering import named
from tests.support.records import DEAD, KO, WALLS, sgf
from tests.support.world import World, judge_all, report
from tournament.games.selectors import SETTLED
from tournament.models import Game

DEAD_STONES = DEAD.split()


def told(world: World, claim: str) -> str:
    """What whoever is about to confirm a result reads of the records, in English."""
    found = other_results_in_words(world.games[0].pk, result_columns(claim), confirming=True)
    return " ".join(str(text) for text in found)


@pytest.mark.parametrize(
    ("claim", "record", "dead", "expected"),
    [
        ("B+R", sgf(WALLS), DEAD_STONES, "marked as dead the record counts to W+15.5"),
        ("B+T", sgf(WALLS), DEAD_STONES, "marked as dead the record counts to W+15.5"),
        ("W+14.5", sgf(WALLS), DEAD_STONES, "marked as dead the record counts to W+15.5"),
        ("void", sgf(WALLS), DEAD_STONES, "marked as dead the record counts to W+15.5"),
        ("B+R", sgf("ee cc", RE="W+R"), None, "says W+R"),
        ("B+R", sgf(WALLS, RE="W+15.5"), None, "says W+15.5"),
        ("B+T", sgf("ee cc", RE="B+R"), None, "says B+R"),
        ("W+14.5", sgf(WALLS, RE="W+15.5", KM="6.5"), None, "says W+15.5"),
        ("W+15.5", sgf(WALLS, RE="B+R"), DEAD_STONES, "says B+R"),
        # Nothing that the record shows or says is another result.
        ("W+15.5", sgf(WALLS), DEAD_STONES, ""),
        ("W+15.5", sgf(WALLS, RE="W+14.5"), DEAD_STONES, ""),
        ("W+R", sgf(WALLS), DEAD_STONES, ""),
        ("B+R", sgf(WALLS), None, ""),
        ("B+R", sgf(""), None, ""),
        ("B+R", sgf("ee cc"), None, ""),
        ("B+T", sgf("ee cc", RE="?"), None, ""),
        ("B+R", sgf("ee cc", RE="B+"), None, ""),
        ("W+14.5", sgf(WALLS, RE="W+15.5", KM="7.5"), None, ""),
        ("W+15.5", sgf(WALLS, RE="B+0.5", KM="37.5"), DEAD_STONES, ""),
        ("W+14.5", sgf(WALLS, RE="W+15.5"), None, ""),
        # Nobody knows whether it is of this game, or whether its moves were played.
        ("B+R", sgf(WALLS, size=19, RE="W+R"), None, ""),
        ("B+R", sgf(WALLS, PB="Somebody", PW="Else", RE="W+R"), DEAD_STONES, ""),
        ("W+R", sgf(f"{KO} -- --"), [], ""),
        ("B+R", b"(;GM[1]SZ[9]", None, ""),
    ],
)
def test_only_another_result_that_a_record_shows_is_told(
    world: World, claim: str, record: bytes, dead: list[str] | None, expected: str
) -> None:
    report(world.games[0], world.games[0].black, claim, record, dead)
    before = told(world, claim)
    judge_all()
    for text in (before, told(world, claim)):
        assert (expected in text) if expected else text == ""


def test_of_two_records_the_one_that_shows_it_is_named(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+R", sgf("ee cc"))
    report(game, game.white, "W+15.5", sgf(WALLS), DEAD_STONES)
    judge_all()
    marked = f"With the stones that {game.white.name} marked as dead the record counts to W+15.5"
    assert told(world, "B+R").startswith(f"Record of {game.white.name} (White): {marked}")
    assert told(world, "W+15.5") == ""


def test_the_same_board_with_other_marks_speaks_against_nobody(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "W+15.5", sgf(WALLS), DEAD_STONES)
    report(game, game.white, "W+13.5", sgf(WALLS, C="mine"), ["G3"])
    assert told(world, "W+15.5") == ""
    assert told(world, "W+12.5").count("marked as dead the record counts to") == 2


def test_a_record_of_another_board_tells_nothing(world: World) -> None:
    first, second = world.games[:2]
    record = sgf(WALLS * 2, RE="W+R")
    report(second, second.black, "W+R", record)
    judge_all()
    report(first, first.black, "B+R", record)
    assert told(world, "B+R") == ""
    judge_all()
    assert told(world, "B+R") == ""


def before_the_button(page: str, button: str) -> str:
    """Return what stands in the notice of other results before a button; empty without one."""
    found = re.search(
        rf"data-otherwise>((?:(?!data-otherwise).)*?)</div>(?:(?!<h2|data-otherwise).)*?{button}",
        unescape(page),
        re.DOTALL,
    )
    return found[1] if found else ""


def test_who_confirms_reads_it_on_every_page_that_has_the_button(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+R", sgf(WALLS), DEAD_STONES)
    player = world.player(world.players.index(game.white))
    address = f"/games/{game.pk}/"
    page = player.get(address).text
    assert "about to confirm “B+R”" in before_the_button(page, 'id="confirm"')
    named = re.search(r'name="submission" value="([^"]+)"', page)
    assert named
    again = player.post(f"{address}confirm/", {"submission": named[1]}).text
    assert "about to confirm “B+R”" in before_the_button(again, "<button")
    typed = {"winner": "black", "reason": "resignation", "step": "review"}
    same = player.post(f"{address}report/", typed).text
    assert "about to confirm “B+R”" in before_the_button(same, 'value="send"')
    other = player.post(f"{address}report/", {**typed, "winner": "white"}).text
    assert "data-otherwise" not in other
    assert "data-otherwise" not in Client().get(address).text
    french = player.get(address, headers={"accept-language": "fr"}).text
    assert "Noir gagne par abandon" in before_the_button(french, 'id="confirm"')
    sure = {"submission": named[1], "seen": named[1]}
    player.post(f"{address}confirm/", sure)
    assert Game.objects.get(pk=game.pk).state in SETTLED


def test_who_accepts_what_the_other_reported_reads_it_too(world: World) -> None:
    game = world.games[0]
    blacks = report(game, game.black, "B+R")
    report(game, game.white, "W+15.5", sgf(WALLS), DEAD_STONES)
    judge_all()
    address = f"/games/{game.pk}/"
    white = world.player(world.players.index(game.white)).get(address).text
    told = before_the_button(white, 'id="accept"')
    assert "the report says “B+R”" in told
    assert "about to confirm" not in white  # that is asked on the next page
    asked = world.player(1).post(f"{address}accept/", {"submission": named(blacks)}).text
    assert "about to confirm “B+R”" in before_the_button(asked, "<button")
    black = world.player(world.players.index(game.black)).get(address).text
    assert "data-otherwise" not in black


def test_an_illegal_move_of_the_winner_is_told_while_its_record_is_asked_about(
    world: World,
) -> None:
    """A komi that differs has the players asked first: nobody confirms unaware of the move."""
    game = world.games[0]
    report(game, game.white, "W+R", sgf(KO, KM="5.5"))
    judge_all()
    page = world.player(0).get(f"/games/{game.pk}/").text
    assert 'id="confirm"' in page
    assert "data-otherwise" in page
    assert "illegal" not in told(world, "B+R")
