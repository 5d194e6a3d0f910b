"""Numbers that nothing could be computed from are refused, and the sentence says which."""

from dataclasses import replace

import pytest

from tests.support.catalogues import french
from tournament.standings.table import standings
from tournament.state.criteria import Criterion
from tournament.state.games import Bye, Game
from tournament.state.parameters import Parameters, ScoringParameters
from tournament.state.people import Player
from tournament.state.results import Outcome, Result
from tournament.state.state import StateError, TournamentState

ONE, OTHER = Player(1, "Ax", "Bo", -3), Player(2, "Cx", "Do", 4)


def state(**more) -> TournamentState:
    return TournamentState(**{"players": (ONE, OTHER), **more})


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"games": (Game(0, 1, 1, 2),)}, "round 0"),
        ({"games": (Game(10**9, 1, 1, 2),)}, "round 1000000000"),
        ({"games": (Game(1, -1, 1, 2),)}, "table -1"),
        ({"games": (Game(1, 1, 1, 2, handicap=-1),)}, "handicap -1"),
        ({"games": (Game(1, 1, 1, 2, handicap=10**18),)}, "handicap 1000000000000000000"),
        ({"byes": (Bye(0, 1),)}, "round 0"),
        ({"players": (replace(ONE, rank=10**30), OTHER)}, "Ax Bo: rank"),
        ({"players": (ONE, replace(OTHER, rating=10**30))}, "Cx Do: rating"),
        ({"players": (replace(ONE, smms_correction=61), OTHER)}, "Ax Bo: McMahon correction 61"),
        ({"parameters": Parameters(scoring=ScoringParameters(bar=2**63))}, "McMahon bar"),
        (
            {"parameters": Parameters(scoring=ScoringParameters(absent_nbw=-(2**62)))},
            "of an absence",
        ),
        (
            {"parameters": Parameters(scoring=ScoringParameters(categories=(10**20,)))},
            "rank of a category",
        ),
    ],
)
def test_what_is_beyond_every_tournament_is_refused(more: dict[str, object], words: str):
    with pytest.raises(StateError, match=words) as caught:
        state(**more)
    assert caught.value.code == "out_of_range"
    assert french(caught.value.text) != str(caught.value.text)


def test_the_limits_themselves_are_computed_with():
    players = (
        replace(ONE, rank=100, rating=10**6, smms_correction=60),
        replace(OTHER, rank=-100, smms_correction=-60),
    )
    games = (Game(1000, 10**6, 1, 2, Result(Outcome.BLACK), handicap=100),)
    scoring = ScoringParameters(rounds=1000, floor=-100, bar=100, bye_mms=20)
    table = standings(
        state(players=players, games=games, parameters=Parameters(scoring)), every=True
    )
    assert table.rows()[0].player.id == 1


def test_cup_points_stay_in_order_when_they_cannot_be_doubled_any_more():
    games = tuple(Game(number, 1, 1, 2, Result(Outcome.BLACK)) for number in range(1, 101))
    parameters = Parameters(criteria=(Criterion.CPS,))
    table = standings(state(games=games, parameters=parameters))
    first, last = table.rows()
    assert first.player.id == 1
    assert first.values[Criterion.CPS] > last.values[Criterion.CPS] == 0
