"""Moves tried out from a position of a game, by address: what is answered, and to whom."""

import re
from html import unescape

import pytest
from django.core.cache import cache
from django.test import Client

from adjudication.models import Case, Submission
from adjudication.submissions.views import trying
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, judge_all, report
from tournament.models import Game, PublicBoards, Role, Status, Tournament


def confirmed(world: World, record: bytes | None = None) -> tuple[Game, str]:
    """Confirm the first game with a record; return the game and the address to try moves at."""
    game = world.games[0]
    report(game, game.black, "W+15.5", record or sgf(WALLS), DEAD.split())
    report(game, game.white, "W+15.5")
    judge_all()
    submission = Submission.objects.filter(game=game, record__isnull=False).get()
    return game, f"/games/{game.pk}/records/{submission.pk}/try/"


def shown(browser: Client, address: str, status: int = 200) -> str:
    answer = browser.get(address)
    assert answer.status_code == status
    return unescape(answer.text)


def test_a_line_is_played_from_any_move(world: World, client: Client) -> None:
    _game, address = confirmed(world)
    page = shown(client, f"{address}?move=4")
    assert "The game after move 4. Black to play." in page
    assert 'href="?move=4&line=A1#play"' in page
    page = shown(client, f"{address}?move=4&line=A1,pass,B2")
    assert "Black at B2. White to play." in page
    assert re.search(r'<text class="number-on on-b"[^>]*>3</text>', page)
    assert "White passes" in page
    assert 'href="?move=4&line=A1,pass,B2,C3#play"' in page
    # Stepping back keeps the line, another move from there leaves it.
    page = shown(client, f"{address}?move=4&line=A1,pass,B2&at=1")
    assert "Black at A1. White to play." in page
    assert 'href="?move=4&line=A1,pass,B2#play"' in page
    assert 'href="?move=4&line=A1,C3#play"' in page


def test_a_typed_point_is_played_and_a_wrong_one_is_told(world: World, client: Client) -> None:
    _game, address = confirmed(world)
    answer = client.get(address, {"move": "4", "line": "A1", "point": "b2"})
    assert (answer.status_code, answer["Location"]) == (302, f"{address}?move=4&line=A1,B2#play")
    passed = client.get(address, {"move": "4", "line": "A1", "point": "Pass"})
    assert passed["Location"] == f"{address}?move=4&line=A1,pass#play"
    page = shown(client, f"{address}?move=4&line=A1&point=<b>", 400)
    assert "<b> is not a point on this board." in page
    assert "&lt;b&gt;" in client.get(f"{address}?point=<b>").text


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("A1,A1", "There is a stone at A1 already."),
        ("A1,Z99", "Z99 is not a point on this board."),
        (",".join(["pass"] * 41), "A line has at most 40 moves."),
    ],
)
def test_what_cannot_be_played_is_said_with_the_board_before(
    world: World, client: Client, line: str, told: str
) -> None:
    _game, address = confirmed(world)
    page = shown(client, f"{address}?move=4&line={line}", 400)
    assert told in page
    assert "<svg" in page


def test_odd_addresses_are_answered(world: World, client: Client) -> None:
    _game, address = confirmed(world)
    for query in (
        "move=x",
        "move=-1",
        "move=99999",
        "at=7",
        "at=x&line=A1",
        "line=,,,",
        "line=%00",
    ):
        assert client.get(f"{address}?{query}").status_code in (200, 400)


def test_only_the_public_record_of_a_settled_game_is_everybodys(
    world: World, client: Client
) -> None:
    game = world.games[0]
    report(game, game.black, "W+15.5", sgf(WALLS), DEAD.split())
    judge_all()
    submission = Submission.objects.get(game=game)
    address = f"/games/{game.pk}/records/{submission.pk}/try/"
    assert client.get(address).status_code == 404
    assert world.player(2).get(address).status_code == 404
    assert world.player(0).get(address).status_code == 200
    assert world.client(Role.REFEREE).get(address).status_code == 200
    report(game, game.white, "W+15.5")
    assert client.get(address).status_code == 200
    # Another game's report, or none at all.
    other = world.games[1]
    assert client.get(f"/games/{other.pk}/records/{submission.pk}/try/").status_code == 404
    assert client.get(f"/games/{game.pk}/records/999/try/").status_code == 404


def test_a_hidden_tournament_shows_nothing(world: World, client: Client) -> None:
    game, address = confirmed(world)
    Tournament.objects.update(status=Status.DRAFT)
    assert client.get(address).status_code == 404
    assert client.get(f"/games/{game.pk}/").status_code == 404


def test_too_many_answers_are_refused(
    world: World, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    _game, address = confirmed(world)
    cache.clear()
    monkeypatch.setattr(trying, "MOST", 2)
    assert [client.get(address).status_code for _ in range(3)] == [200, 200, 429]


def test_the_board_leads_there(world: World, client: Client) -> None:
    game, address = confirmed(world)
    for browser in (client, world.player(0)):
        assert f'href="{address}?move=7"' in browser.get(f"/games/{game.pk}/?move=7").text


def test_a_referee_goes_there_from_the_case(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+R", sgf(WALLS))
    report(game, game.white, "W+R")
    judge_all()
    case = Case.objects.get(game=game)
    sent = game.submissions.get(player=game.black)
    page = world.client("referee").get(f"/referee/coupe/cases/{case.number}/").text
    assert f'href="/games/{game.pk}/records/{sent.pk}/try/?move=' in page


VARIATION = sgf(WALLS).replace(b";W[ee]", b"(;W[ee]", 1)[:-1] + b")(;W[ce];B[cd];W[aa]))"


def headed(page: str, name: str) -> list[str]:
    """Return the moves of a line below the board, by the id of its heading."""
    section = page.partition(f'aria-labelledby="{name}"')[2].partition("</section>")[0]
    return re.findall(r"<a [^>]*>([^<]+)</a>", section)


def test_a_variation_goes_on_as_the_records_and_own_moves_after_it(
    world: World, client: Client
) -> None:
    game, address = confirmed(world, VARIATION)
    Tournament.objects.update(public_boards=PublicBoards.ALL)
    page = unescape(client.get(f"/games/{game.pk}/?move=1").text)
    opened = re.findall(rf'href="{re.escape(address)}([^"#]+)#play">', page)
    assert opened == ["?move=1&line=C5,C6,A9&at=1"]
    page = shown(client, f"{address}{opened[0]}")
    assert "White at C5. Black to play." in page
    assert headed(page, "recorded-line") == ["White at C5", "Black at C6", "White at A9"]
    assert headed(page, "tried-line") == []
    # It goes on as the record has it; a move of one's own leaves it there.
    assert 'href="?move=1&line=C5,C6,A9&at=2#play"' in page
    page = shown(client, f"{address}?move=1&line=C5,B2,B3")
    assert headed(page, "recorded-line") == ["White at C5"]
    assert headed(page, "tried-line") == ["Black at B2", "White at B3"]
    assert '<ol class="played across" start="2">' in page
    # What begins otherwise is one's own from the beginning.
    page = shown(client, f"{address}?move=1&line=B2")
    assert headed(page, "recorded-line") == []
    assert headed(page, "tried-line") == ["White at B2"]


def test_who_may_not_read_variations_is_not_told_that_one_is(world: World, client: Client) -> None:
    _game, address = confirmed(world, VARIATION)
    Tournament.objects.update(public_boards=PublicBoards.MOVES)
    line = f"{address}?move=1&line=C5,C6"
    assert headed(shown(client, line), "recorded-line") == []
    assert headed(shown(client, line), "tried-line") == ["White at C5", "Black at C6"]
    for browser in (world.player(0), world.client(Role.REFEREE)):
        assert headed(shown(browser, line), "recorded-line") == ["White at C5", "Black at C6"]
