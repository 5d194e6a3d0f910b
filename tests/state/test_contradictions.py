"""A state that contradicts itself is told in both languages."""

import pytest

from tests.pairing.errors import said
from tournament.state.games import Bye, Game
from tournament.state.people import Player
from tournament.state.state import StateError, TournamentState

TWO = (Player(1, "One", "", 0), Player(2, "Two", "", 0))


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({"players": (TWO[0], TWO[0])}, "player_twice"),
        ({"games": (Game(1, 1, 1, 1),)}, "same_player"),
        ({"games": (Game(1, 1, 1, 3),)}, "unknown_player"),
        ({"byes": (Bye(1, 3),)}, "unknown_player"),
        ({"games": (Game(1, 1, 1, 2), Game(1, 2, 2, 1))}, "player_busy"),
        ({"games": (Game(1, 1, 1, 2),), "byes": (Bye(1, 2),)}, "player_busy"),
    ],
)
def test_a_state_nobody_could_have_played(parts: dict, code: str):
    with pytest.raises(StateError) as caught:
        TournamentState(**{"players": TWO, **parts})
    assert said(caught.value).code == code
