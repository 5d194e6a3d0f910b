"""The board: drawing, stepping, and the data for the browser's module."""

import json
import re
from html import unescape
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.board.page import Marks, board_page
from adjudication.board.svg import Drawing, Sign, centre, draw, star_points
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.points import parse_point
from adjudication.rules.replay import replay_moves
from adjudication.rules.sgf import read_record
from tests.support.records import KO, WALLS, sgf
from tests.support.world import World, judge_all, make_world, report
from tournament.models import Role

pytestmark = pytest.mark.once

SVG = "{http://www.w3.org/2000/svg}"


def drawn(**values: object) -> ElementTree.Element:
    return ElementTree.fromstring(draw(Drawing(**values)))


@pytest.mark.parametrize("size", range(2, 26))
def test_every_size_is_drawn(size: int) -> None:
    position = [(point % 3) for point in range(size * size)]
    board = drawn(size=size, position=position, label="x")
    stones = board.find(f"{SVG}g[@data-layer='stones']")
    assert stones is not None
    assert len(stones) == sum(state > 0 for state in position)
    extent = float(board.attrib["viewBox"].split()[2])
    for circle in board.iter(f"{SVG}circle"):
        for axis in ("cx", "cy"):
            assert 20 < float(circle.attrib[axis]) < extent - 20
    texts = [text.text for text in board.iter(f"{SVG}text")]
    assert texts.count("A") == 2
    assert "I" not in texts
    assert texts.count(str(size)) == 2


def test_star_points_are_where_boards_have_them() -> None:
    def names(size: int) -> set[int]:
        return set(star_points(size))

    def points(size: int, *wanted: str) -> set[int]:
        return {parse_point(name, size) for name in wanted}

    assert names(9) == points(9, "C3", "G3", "E5", "C7", "G7")
    assert names(13) == points(13, "D4", "K4", "G7", "D10", "K10")
    assert len(names(19)) == 9
    assert points(19, "D4", "Q16", "K10", "D10") < names(19)
    assert names(4) == set()


def test_signs_numbers_and_what_can_be_tapped_stand_on_their_points() -> None:
    board = drawn(
        size=3,
        position=[1, 2, 0, 0, 0, 0, 0, 0, 0],
        label="x",
        signs={0: Sign.TRIANGLE, 1: Sign.CIRCLE, 4: Sign.SQUARE},
        numbers={1: 17},
        links={8: '?moves="><b>&at=1'},
    )
    signs = [one.attrib["class"] for one in board.iter() if "sign" in one.get("class", "")]
    assert signs == ["sign triangle on-b", "sign circle on-w", "sign square on-none"]
    (number,) = (one for one in board.iter(f"{SVG}text") if "number-on" in one.get("class", ""))
    assert (number.text, number.attrib["x"], number.attrib["y"]) == ("17", "50", "30")
    (link,) = board.iter(f"{SVG}a")
    assert link.attrib["href"] == '?moves="><b>&at=1'
    # Pictures hold nothing that can be pressed; the links are for the pointer alone.
    assert board.attrib["role"] == "group"
    assert link.attrib["tabindex"] == "-1"
    assert drawn(size=3, position=[0] * 9, label="x").attrib["role"] == "img"


def test_labels_stand_on_stones_and_on_the_bare_board() -> None:
    text = draw(
        Drawing(
            size=9,
            position=[BLACK, *[0] * 80],
            label="x",
            labels={0: "A", 1: "<b"},
            signs={2: Sign.CROSS},
        )
    )
    assert '<text class="number-on label on-b" x="30" y="30" aria-hidden="true">A</text>' in text
    assert "&lt;b</text>" in text
    assert text.count('<circle class="wood"') == 1
    assert 'class="sign cross on-none"' in text


def test_the_label_is_escaped() -> None:
    text = draw(Drawing(size=2, position=[0] * 4, label='"><script>'))
    assert "<script>" not in text
    assert drawn(size=2, position=[0] * 4, label='"><script>').attrib["aria-label"] == '"><script>'


def test_marks() -> None:
    position = [0] * 81
    position[0], position[1], position[2] = BLACK, WHITE, BLACK
    board = drawn(
        size=9,
        position=position,
        label="x",
        last=0,
        fault=1,
        dead=frozenset({2}),
        territory={3: BLACK, 4: WHITE},
    )
    classes = [element.attrib.get("class", "") for element in board.iter()]
    assert "last on-b" in classes
    assert classes.count("fault") == 2
    assert "b dead" in classes
    assert len(list(board.iter(f"{SVG}rect"))) == 3


def positions_of(data: dict) -> list[list[int]]:  # type: ignore[type-arg]
    """Play the data block as the module does: put a stone, take stones."""
    board = [0] * data["size"] ** 2
    for name, colour in (("black", 1), ("white", 2)):
        for point in data[name]:
            board[point] = colour
    found = [list(board)]
    for number, (colour, point, placed, removed, *_) in enumerate(data["moves"], 1):
        if placed:
            board[point] = colour
        for gone in removed:
            board[gone] = 0
        for spot, state in data["edits"].get(str(number), []):
            board[spot] = state
        found.append(list(board))
    return found


@given(st.lists(st.integers(-1, 15), max_size=60))
def test_the_data_gives_the_positions_of_the_rules_core(points: list[int]) -> None:
    colours = [1 + number % 2 for number in range(len(points))]
    replay = replay_moves(4, [0] * 16, colours, points)
    page = board_page(replay, move=None, marks=Marks(), name="x")
    data = json.loads(json.dumps(page.data))
    expected = [replay.position_after(number) for number in range(len(points) + 1)]
    assert positions_of(data) == expected


def test_a_setup_and_an_edit_are_in_the_data() -> None:
    record = read_record(b"(;GM[1]SZ[9]HA[2]AB[cc][gg];W[ee];B[dd]AW[aa])")
    replay = replay_moves(9, record.start, record.colours, record.points, edits=record.edits)
    page = board_page(replay, move=0, marks=Marks(), name="x")
    assert positions_of(page.data)[0] == replay.position_after(0)
    assert positions_of(page.data)[-1] == replay.position_after(len(replay))


def test_steps_work_without_the_module(filled: World) -> None:
    game = filled.games[2]
    browser = filled.player(4)
    submission = game.submissions.get().pk
    decisive = browser.get(f"/games/{game.pk}/").text
    assert "Board after move 10: White played D6." in decisive
    start = browser.get(f"/games/{game.pk}/?move-{submission}=0").text
    assert "Before the first move." in start
    assert f'href="?move-{submission}=1"' in start
    ninth = browser.get(f"/games/{game.pk}/?move=9").text
    assert "Black played E6. 1 stone was taken." in ninth
    for odd in ("x", "-1", "99999999999", "٣", ""):
        assert browser.get(f"/games/{game.pk}/", {"move": odd}).status_code == 200


def test_the_illegal_move_is_marked_and_told(filled: World) -> None:
    page = unescape(filled.player(4).get(f"/games/{filled.games[2].pk}/").text)
    assert re.search(r'aria-label="Board after move 10[^"]*D6', page)
    assert re.search(r"\bko\b", page)
    x, y = centre(parse_point("D6", 9), 9)
    assert f'<circle class="fault" cx="{x}" cy="{y}"' in page


def test_dead_stones_and_territory_are_shown_at_the_end(filled: World) -> None:
    page = filled.player(0).get(f"/games/{filled.games[0].pk}/").text
    assert page.count('class="w dead"') == 1
    assert page.count('class="b dead"') == 1
    assert page.count('<rect class="b"') == 27
    assert page.count('<rect class="w"') == 36
    assert "Board after move 22: White passed." in page


def test_records_of_this_file_mean_what_they_say() -> None:
    for text, moves in ((WALLS, 22), (KO, 10)):
        assert len(read_record(sgf(text)).points) == moves


@pytest.mark.django_db
def test_a_record_of_another_board_with_dead_stones_of_this_one_is_shown() -> None:
    world = make_world(size=19)
    game = world.games[0]
    report(game, game.black, "B+3.5", sgf(WALLS), ["T19"])
    judge_all()
    page = world.client(Role.REFEREE).get(f"/games/{game.pk}/")
    assert page.status_code == 200
    assert "<svg" in page.content.decode()
