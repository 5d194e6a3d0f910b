"""Disputed chains of real games: most are decided, and as the players agreed."""

import pytest

from benchmarks.confirmed_games import Found, disputed
from tests.confirmation.marked_games import marked_files, marked_game, some_files
from tests.support.environment import times

pytestmark = pytest.mark.timeout(7200)  # the long form takes its time

EXPLAINED = {
    "2017-01-04-35.sgf": {"Q13"},
    "2017-01-15-17.sgf": {"C14"},
    "2017-01-19-28.sgf": {"C10"},
    "2017-01-19-4.sgf": {"C5"},
    "2017-01-21-21.sgf": {"Q8"},
    "2017-01-24-1.sgf": {"H13"},
    "2017-01-26-3.sgf": {"D9"},
    "2017-02-13-1.sgf": {"T2", "S1"},
    "2017-02-18-10.sgf": {"O17"},
    "2017-02-24-22.sgf": {"F7"},
    "2017-03-02-34.sgf": {"O2"},
    "2017-03-06-2.sgf": {"P4"},
    "2017-03-09-1.sgf": {"J5"},
    "2017-03-13-22.sgf": {"E13"},
    "2017-03-13-3.sgf": {"S6"},
    "2017-05-02-1.sgf": {"T2", "S1"},
    "2017-06-23-11.sgf": {"O1"},
    "UEC/Fuego-LeafQuest.sgf": {"H10", "H3"},
    "cgf2003/GnuGo-GoeMate.sgf": {"M7"},
    "self_play/354-34-2.sgf": {"M14"},
}
"""Stones that players forgot to mark, or a ko to fill, one by one in docs/confirmation.md."""


def explained(file: str) -> set[str]:
    """Return the chains of a game about which the verdict is not what was marked."""
    return next((EXPLAINED[one] for one in EXPLAINED if file.endswith(f"/{one}")), set())


@pytest.mark.by_turns
def test_most_disputed_chains_are_decided_and_as_the_players_agreed() -> None:
    """The long form takes all games: 71.8 of a hundred decided, 99.5 of these as marked."""
    assert len(marked_files()) == 480
    budget = times(500, 5_000)
    found: list[Found] = []
    for file in some_files(times(8, 480)):
        found += disputed(marked_game(file), budget)
    decided = [one for one in found if one.decided]
    others = [one for one in decided if not one.as_marked]
    unexplained = [one.told() for one in others if one.name not in explained(one.game.file)]
    assert not unexplained
    assert len(others) <= 0.01 * len(decided)
    assert len(decided) >= times(50, 60) / 100 * len(found)


def test_what_players_forgot_is_found_dead() -> None:
    games = {file: explained(file) for file in marked_files() if explained(file)}
    assert len(games) == len(EXPLAINED)
    for file, names in list(games.items())[:: times(4, long=1)]:
        found = disputed(marked_game(file), 5000, only=names)
        assert {one.name for one in found if one.verdict.alive is False} == names, file
