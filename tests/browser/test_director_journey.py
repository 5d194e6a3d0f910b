"""A director's whole way, from the empty page to the file for the rating list."""

from collections import Counter

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Demo, Visit
from tests.browser.director import LATE, LIST, PEOPLE, Director
from tests.browser.hands import Finger, Keys, Mouse
from tests.support.environment import times
from tournament.formats.h9 import read_h9
from tournament.state.results import Outcome

pytestmark = pytest.mark.long
ROUNDS = 3
GOES_HOME = PEOPLE[9]
FRENCH = {
    "created": "« Journey french » est créé",
    "settings": "Ensuite : inscrire les joueurs",
    "players": "23 sur 23 jouent à la ronde 1.",
    "bar": "6 joueurs partent à la barre.",
    "draft": "Šťastný Jiří est choisi. Allez à un autre joueur et appuyez sur Entrée",
    "running": "Noir gagne à la table 12",
    "line-wrong": "il n’y a pas de table 77.",
    "withdraw": "À partir de la ronde 3, ce joueur n’est plus apparié.",
    "swap-effect": "Voici ce que dira l’historique.",
    "result-effect": "Ces appariements restent ce qu’ils sont.",
    "undone": "Annuler cela aussi",
    "all-played": "Les 3 rondes sont finies",
    "checklist": "Le tournoi est encore caché.",
    "standings": "Classement après la ronde 3",
}
"""What somebody who reads French has written down, not what the translations say of themselves."""


def set_up(director: Director) -> None:
    """Create the event, register 23 players, look at the groups the bar makes."""
    page = director.page
    director.create(f"Journey {director.name}", rounds=ROUNDS, bar="2d", floor="12k")
    director.paste(LIST, len(PEOPLE))
    for surname, _first, _rank, _country in PEOPLE:
        expect(page.get_by_role("row").filter(has_text=surname)).to_be_visible()
    director.go_to("Settings")
    director.press(page.locator("a[href$='/settings/system/']").first)
    groups = page.locator("table.groups tbody tr")
    expect(groups.first).to_contain_text("2")
    expect(groups.first.locator("td.number").last).to_have_text("4")
    director.hand.write(page.locator("#bar"), "1d")
    expect(groups.first.locator("td.number").last).to_have_text("6")
    director.picture("bar")
    with page.expect_navigation():
        director.press(page.locator("button[name=then][value=stay]"))


def first_round(director: Director) -> None:
    """Odd: somebody has the bye. Two change places before anybody sees it."""
    page = director.page
    director.pair(1)
    expect(page.locator(".byes [data-player]")).to_have_count(1)
    director.swap_in_the_draft()
    director.publish()
    director.picture("running")
    boards = director.boards()
    assert len(boards) == 11
    director.enter_results(boards[:3])
    director.type_line("77 w")
    expect(page.locator("#line")).to_have_value("77 w")
    expect(page.locator("[data-line-answer]")).to_contain_text("77")
    director.picture("line-wrong")
    director.type_line("u")
    expect(page.locator("#counter")).to_contain_text("2")
    expect(page.locator("#line")).to_have_value("")
    director.enter_results(boards[2:])
    director.picture("all-in")
    director.close_round(1)


def second_round(director: Director) -> None:
    """Somebody comes late; two sat at the wrong boards; somebody goes home."""
    page = director.page
    director.late_entry(LATE, 2)
    director.pair(2)
    expect(page.locator(".byes [data-player]")).to_have_count(0)
    expect(director.seats().filter(has_text=LATE[0])).to_have_count(1)
    director.publish()
    director.to_corrections(2)
    rows = page.locator("table.mend tbody tr")
    first, second = (rows.nth(at).locator("td").nth(2).inner_text() for at in (3, 4))
    director.press(director.link("Exchange two players"))
    for field, name in (("first", first), ("second", second)):
        option = page.locator(f"#{field} option").filter(has_text=name)
        director.hand.choose(page.locator(f"#{field}"), option.get_attribute("value") or "")
    director.give_reason("Sat down at each other's boards")
    director.picture("swap-effect")
    director.press(director.button("Yes, correct it"))
    expect(rows.nth(3).locator("td").nth(2)).to_have_text(second)
    expect(rows.nth(4).locator("td").nth(2)).to_have_text(first)
    black = rows.nth(3).locator("td").nth(1).inner_text()
    director.moved = (black, second)
    director.picture("swapped")
    director.door("Enter results")
    director.enter_results(director.boards())
    director.close_round(2)
    director.withdraw(GOES_HOME[0])


def third_round(director: Director) -> None:
    """One player fewer: a bye again, and nothing for who went home."""
    page = director.page
    director.pair(3)
    expect(page.locator(".byes [data-player]")).to_have_count(1)
    expect(director.seats().filter(has_text=GOES_HOME[0])).to_have_count(0)
    director.publish()
    director.enter_results(director.boards())
    director.close_round(3)
    director.picture("all-played")


def corrected(director: Director) -> tuple[str, str]:
    """Turn a result of the first round, undo it, do it again; return Black and White."""
    page = director.page
    black, white = director.correct_board(1, 1)
    director.picture("game-to-mend")
    director.press(page.locator("main a[href='?mend=result']"))
    director.hand.tick(page.locator("input[name=winner][value=white]"))
    director.give_reason("The slip was read the wrong way round")
    expect(page.locator("#standings ~ ul li").first).to_be_visible()
    director.picture("result-effect")
    director.press(director.button("Yes, correct it"))
    done = page.locator("section.success").get_by_role("button")
    now = page.locator("section[aria-labelledby=now]")
    expect(now).to_contain_text(director.white_wins)
    director.picture("result-corrected")
    director.press(done)
    expect(done).to_have_text(director.say("Undo that again"))
    director.picture("undone")
    director.correct_board(1, 1)
    expect(now).to_contain_text(director.black_wins)
    director.press(page.locator("ol.trail form button").first)
    expect(done).to_have_text(director.say("Undo that again"))
    director.correct_board(1, 1)
    expect(now).to_contain_text(director.white_wins)
    director.picture("done-again")
    return black, white


def ending(director: Director, black: str, white: str) -> None:
    """Check the list, take the file and close; the public sees the same order."""
    page = director.page
    director.door("What is left to do")
    director.picture("checklist")
    event = read_h9(director.download(page.locator("main a.button[href$='/files/h9/']")))
    director.press(page.locator("a[href$='/closing/close/']"))
    director.picture("close")
    director.press(page.locator("main form button"))
    director.go_to("Overview")
    director.press(director.link("Standings").first)
    names = director.places()
    director.picture("standings")
    rows = {player.id: f"{player.surname} {player.first_name}" for player in event.state.players}
    assert [rows[place] for place in sorted(rows)] == names
    assert set(names) == {f"{one[0]} {one[1]}" for one in [*PEOPLE, LATE]}
    games = {(game.round, rows[game.black], rows[game.white]): game for game in event.state.games}
    assert games[1, black, white].result.outcome == Outcome.WHITE
    assert Counter(number for number, *_ in games) == {1: 11, 2: 12, 3: 11}
    assert (2, *director.moved) in games
    for number, name in ((1, LATE), (3, GOES_HOME)):
        played = {player for key in games if key[0] == number for player in key[1:]}
        assert f"{name[0]} {name[1]}" not in played


def whole(director: Director) -> None:
    """Go all the way."""
    set_up(director)
    first_round(director)
    second_round(director)
    third_round(director)
    ending(director, *corrected(director))


@pytest.mark.skipif(not times(0, long=1), reason="long form: the phone's goes as the mouse does")
def test_a_tournament_with_the_mouse(demo: Demo, visit: Visit) -> None:
    whole(Director(visit(), Mouse(), "mouse", demo.url))


def test_a_tournament_in_french_by_keyboard(demo: Demo, visit: Visit) -> None:
    """Nothing is clicked, and no control is worked that Tab has not reached first."""
    director = Director(visit(language="fr-FR"), Keys(), "french", demo.url, "fr")
    director.sentences = dict(FRENCH)
    whole(director)
    assert director.sentences == {}, "never came past these"


def test_a_first_round_on_a_phone(demo: Demo, visit: Visit) -> None:
    director = Director(visit(narrow=True), Finger(), "phone", demo.url)
    set_up(director)
    first_round(director)
    director.late_entry(LATE, 2)
    director.withdraw(GOES_HOME[0])
