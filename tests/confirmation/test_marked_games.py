"""Disputed chains of real games: most are decided, and as the players agreed."""

import pytest

from benchmarks.confirmed_games import Found, disputed
from tests.confirmation.marked_games import marked_files, marked_game, some_files
from tests.support.environment import times

pytestmark = pytest.mark.timeout(7200)  # the long form takes its time

EXPLAINED = {
    "2017-01-24-1.sgf": {"H13"},
    "2017-01-19-28.sgf": {"C10"},
    "2017-03-02-34.sgf": {"O2"},
    "2017-05-02-1.sgf": {"T2", "S1"},
    "2017-03-09-1.sgf": {"J5"},
}
"""Stones that players forgot to mark, one by one in docs/confirmation.md."""


def test_most_disputed_chains_are_decided_and_as_the_players_agreed() -> None:
    """The long form takes two hundred games: 72 of a hundred decided, 99.7 of these as marked."""
    assert len(marked_files()) == 480
    budget = times(500, 5_000)
    found: list[Found] = []
    for file in some_files(times(8, 200)):
        found += disputed(marked_game(file), budget)
    decided = [one for one in found if one.decided]
    others = [one for one in decided if not one.as_marked]
    unexplained = [
        one.told()
        for one in others
        if one.name not in EXPLAINED.get(one.game.file.rpartition("/")[2], set())
    ]
    assert not unexplained
    assert len(others) <= 0.01 * len(decided)
    assert len(decided) >= times(50, 60) / 100 * len(found)


def test_what_players_forgot_to_mark_is_found_dead() -> None:
    for file in marked_files():
        name = file.rpartition("/")[2]
        if file.startswith("sgf/kgs_6d/") and name in EXPLAINED:
            game = marked_game(file)
            dead = {
                one.name
                for one in disputed(game, 500, only=EXPLAINED[name])
                if one.verdict.alive is False
            }
            assert dead == EXPLAINED[name], file
