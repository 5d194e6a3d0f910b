"""The consistency check: what each alarm sees, and what it must not take for a fault."""

from __future__ import annotations

import random

import pytest

from adjudication.rules.alarms import AlarmCode, check_marks
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.points import point_names
from tests.confirmation.boards import (
    SEKI_IN_A_CORNER,
    board,
    mirrored,
    moved,
    named,
    swapped,
    turned,
)
from tests.support.catalogues import french
from tests.support.environment import times


def seen(rows: str, dead: str = "") -> dict[str, str]:
    position, size = board(rows)
    return {
        alarm.code.value: " ".join(point_names(alarm.points, size))
        for alarm in check_marks(position, size, named(dead, size))
    }


def test_what_fits_together_raises_no_alarm() -> None:
    assert seen(".OO.O.X .OOOOXX OOXXXX. XXX.... ....... ....... .......") == {}
    assert check_marks([EMPTY] * 361, 19, ()) == ()
    assert check_marks([EMPTY] * 4, 2, (0, 3)) == ()


def test_a_chain_that_is_dead_in_part() -> None:
    rows = "xxO..O. OOOOOOO XXXXXXX ....... ....... ....... ......."
    assert seen(rows, "A7")["dead_in_part"] == "A7 B7"
    assert "dead_in_part" not in seen(rows, "A7 B7")


def test_dead_stones_with_two_eyes() -> None:
    rows = ".X.XO XXXXO OOOOO O.O.O .O.O."
    assert seen(rows, "B5 D5 A4 B4 C4 D4") == {"dead_with_two_eyes": "B5 D5 A4 B4 C4 D4"}
    assert seen(rows) == {}


def test_dead_stones_with_room_for_two_eyes_of_their_own() -> None:
    # Four points in a row: the opponent cannot prevent two eyes, though nothing is proven.
    rows = "....XO. XXXXXO. OOOOOO. ....... OOOOOOO ....... ......."
    stones = "E7 A6 B6 C6 D6 E6"
    assert seen(rows, stones) == {"dead_with_two_eyes": stones}
    # In a square of four he can.
    rows = "..XO... ..XO... XXXO... OOOO... ....... ....... ......."
    assert seen(rows, "C7 C6 A5 B5 C5") == {}


def test_dead_stones_of_both_colours_in_one_area() -> None:
    rows = "XX...OO X.....O ....... ....... ....... ....... ......."
    assert seen(rows, "A7 B7 A6 F7 G7 G6")["both_dead_in_one_area"] == "A7 B7 F7 G7 A6 G6"


def test_dead_stones_between_the_living_of_both() -> None:
    rows = ".X.x.O. XX...OO XX...OO .X...O. XX...OO .X...O. XX...OO"
    assert seen(rows, "D7") == {"dead_between_both": "D7"}


def test_dead_stones_among_their_own() -> None:
    rows = ".x..... ....... XXXXXXX OOOOOOO ....... ....... ......."
    assert seen(rows, "B7") == {"dead_among_own": "B7"}


def test_a_living_chain_in_atari() -> None:
    rows = "xO.O..O .OOOOOO OOOOOOO XXXXXXX ....... ....... ......."
    assert seen(rows)["live_in_atari"] == "A7"
    assert seen(rows, "A7") == {}


def test_a_living_group_without_eyes() -> None:
    # A stone in the other's territory: marked dead all is well, forgotten it is seen.
    rows = "....... ..x.... ....... OOOOOOO XXXXXXX ....... ......."
    assert seen(rows, "C6") == {}
    assert seen(rows)["live_without_eyes"].startswith("C6")


@pytest.mark.parametrize(
    ("shape", "alarm"),
    [
        ("...XO.. XXXXO.. OOOOO.. .......", "live_without_eyes"),  # three in a row
        ("....XO. XXXXXO. OOOOOO. .......", None),  # four in a row
        ("..XO... ..XO... XXXO... OOOO...", "live_without_eyes"),  # square four
        ("...XO.. ..XXO.. XXXO... OOOO...", "live_without_eyes"),  # bulky five
        ("...XO.. X.XXO.. XXXO... OOOO...", "live_without_eyes"),  # pyramid four
        ("...XO.. ...XO.. XXXXO.. OOOOO..", None),  # rectangular six
        ("....... ....... XXXXXXX OOOOOOO", None),  # fourteen
    ],
)
def test_how_many_eyes_an_area_has_room_for(shape, alarm) -> None:
    rows = shape + " ....... ....... ......."
    assert set(seen(rows)) == ({alarm} if alarm else set())


def test_chains_around_one_area_or_with_two_liberties_in_common_are_one_group() -> None:
    # Two eyes of two chains that only the open points C5 and C4 connect.
    rows = ".X..... XX..... .X.OOOO X..O... XXXO... OOOO... ......."
    assert "live_without_eyes" not in seen(rows)


def test_a_seki_is_no_fault() -> None:
    assert seen(SEKI_IN_A_CORNER.upper()) == {}


def test_two_eyes_against_none_is_no_seki() -> None:
    # As before, but White's group behind the last liberties is connected to his other stones.
    rows = """
        OO.XXO...
        OO.XXO...
        OOOXXO...
        O..OOO...
        O..O.....
        OOOO.....
        .........
        .........
        .........
    """
    assert seen(rows)["live_without_eyes"] == "D9 E9 D8 E8 D7 E7"


def test_open_points_may_connect() -> None:
    # Black's four stones on the right meet the group on the left at an open point.
    rows = "XX.XXO. .X.XXO. XXOOOO. .XO.... XXO.... OOO.... ......."
    assert "live_without_eyes" not in seen(rows)


def test_the_check_sees_the_same_from_every_side() -> None:
    position, size = board("xO.O..O .OOOOOO OOOOOOO XXXXXXX ....... ..O.... .......")
    dead = named("A7", size)
    for _ in range(4):
        position, dead = turned(position, size), moved(dead, size, True)
        plain = {alarm.code: set(alarm.points) for alarm in check_marks(position, size, dead)}
        assert set(plain) == {AlarmCode.LIVE_WITHOUT_EYES}
        other, there = swapped(mirrored(position, size)), moved(dead, size, False)
        assert {alarm.code: set(alarm.points) for alarm in check_marks(other, size, there)} == {
            code: moved(points, size, False) for code, points in plain.items()
        }


def test_any_board_is_seen_alike_from_every_side() -> None:
    source = random.Random(13)
    raised: set[AlarmCode] = set()
    for _ in range(times(150, 5_000)):
        size = source.randint(2, 9)
        position = source.choices((EMPTY, BLACK, WHITE), (40, 30, 30), k=size * size)
        dead = frozenset(point for point in range(size * size) if source.random() < 0.1)
        plain = {alarm.code: set(alarm.points) for alarm in check_marks(position, size, dead)}
        other, there = swapped(turned(position, size)), moved(dead, size, True)
        assert {alarm.code: set(alarm.points) for alarm in check_marks(other, size, there)} == {
            code: moved(points, size, True) for code, points in plain.items()
        }
        assert all(position[point] != EMPTY for points in plain.values() for point in points)
        raised |= plain.keys()
    assert raised == set(AlarmCode)


def test_every_alarm_is_a_sentence_in_two_languages() -> None:
    position, size = board("..x.... ....... ....... OOOOOOO XXXXXXX ....... .......")
    [alarm] = check_marks(position, size, ())
    assert alarm.code is AlarmCode.LIVE_WITHOUT_EYES
    assert "C7" in str(alarm.text)
    assert "C7" in french(alarm.text)
    assert "%(" not in str(alarm.text) + french(alarm.text)


def test_a_board_that_no_game_leads_to_is_looked_at_all_the_same() -> None:
    full = [BLACK] * 625
    assert {alarm.code for alarm in check_marks(full, 25, ())} == {AlarmCode.LIVE_WITHOUT_EYES}
    assert check_marks(full, 25, range(625)) == ()


@pytest.mark.parametrize(("position", "dead"), [([EMPTY] * 9, {9}), ([EMPTY] * 9, {-1}), ([], ())])
def test_what_is_not_on_the_board_is_refused(position, dead) -> None:
    with pytest.raises(ValueError, match="size"):
        check_marks(position, 3, dead)
