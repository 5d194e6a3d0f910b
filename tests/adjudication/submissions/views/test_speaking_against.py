"""What speaks against a record is told before it is sent, and before anything is confirmed."""

import re
from html import unescape

from django.urls import reverse

from tests.adjudication.submissions.test_likeness import PLAYED, shortened
from tests.support.forms import upload
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, judge_all, report
from tournament.models import Role

CHECKING = 'id="still-checking"'
RESIGNED = {"winner": "black", "reason": "resignation", "step": "review"}


def preview(world: World, board: int, player: int, data: bytes) -> str:
    """What a player reads before their record is sent."""
    address = f"/games/{world.games[board].pk}/report/"
    answer = world.player(player).post(address, {**RESIGNED, "record": upload(data)})
    return unescape(answer.text)


def test_a_record_of_another_board_is_told_before_it_is_sent(world: World) -> None:
    first, second = world.games[:2]
    report(first, first.black, "B+R", PLAYED)
    judge_all()
    player = world.players.index(second.black)
    page = preview(world, 1, player, shortened(PLAYED))
    assert "Please look again" in page
    assert f"for another game: round 1, board {first.board_number}" in page


def test_who_confirms_reads_that_the_record_is_still_being_checked(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+R", PLAYED)
    white = world.players.index(game.white)
    page = f"/games/{game.pk}/"
    assert CHECKING in world.player(white).get(page).text
    assert CHECKING in preview(world, 0, white, PLAYED)
    judge_all()
    assert CHECKING not in world.player(white).get(page).text
    assert CHECKING not in preview(world, 0, white, PLAYED)


def test_the_preview_names_the_one_move_in_which_the_records_differ(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "W+15.5", sgf(WALLS), DEAD.split())
    page = preview(world, 0, world.players.index(game.white), sgf(WALLS.replace("gg bb", "gf bb")))
    told = re.search(r'id="other-moves">(.*?)</div>', page, re.DOTALL)
    assert told
    assert "in the second. Then the same again to the end." in told[1]


def test_who_only_reported_first_has_contested_nothing(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+R")
    report(game, game.white, "W+R")
    address = reverse("adjudication:case", args=[world.tournament.slug, 1])
    desk = world.client(Role.REFEREE).get(address).text
    assert f"{game.white.name} reports something else" in desk
    assert "contests it" not in desk
    mine = world.player(world.players.index(game.black)).get(f"/games/{game.pk}/").text
    assert f"<dt>Contested by</dt><dd>{game.black.name}" not in mine
