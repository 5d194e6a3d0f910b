"""Values as JSON and back."""

import json
from dataclasses import replace

import pytest

from tournament.state.codec import CodecError, from_json, to_json
from tournament.state.games import Bye, Game
from tournament.state.parameters import Parameters
from tournament.state.people import Player
from tournament.state.presets import PRESETS
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState
from tournament.state.wishes import Wishes

STATE = TournamentState(
    players=(
        Player(1, "Łąka", "Zoé", -3, absent=frozenset({2, 1})),
        Player(2, "墨", "", 5),
        Player(3, "O'Neil", "A", 0),
    ),
    games=(Game(1, 1, 1, 2, Result(Outcome.NO_RESULT, Decided.RULING), handicap=2, komi_half=1),),
    byes=(Bye(1, 3),),
    wishes=Wishes(forbidden=frozenset({frozenset({1, 2})}), families=(frozenset({2, 3}),)),
)


@pytest.mark.parametrize("system", PRESETS)
def test_parameters_survive(system: str):
    parameters = PRESETS[system]
    assert from_json(Parameters, json.loads(json.dumps(to_json(parameters)))) == parameters


def test_a_state_survives():
    assert from_json(TournamentState, json.loads(json.dumps(to_json(STATE)))) == STATE


def test_what_is_not_there_has_its_default():
    assert from_json(Parameters, {}) == Parameters()
    assert from_json(Parameters, {"weights": {"nx1_factor": 1}}).weights.nx1_factor == 1.0


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ([], ""),
        ({"colour": 1}, "colour"),
        ({"weights": {"colour": "much"}}, "weights.colour"),
        ({"weights": {"colour": True}}, "weights.colour"),
        ({"weights": {"compensate": 1}}, "weights.compensate"),
        ({"criteria": "MMS"}, "criteria"),
        ({"criteria": ["MMS", "LUCK"]}, "criteria[1]"),
        ({"handicap": {"table": [{"difference": 1}]}}, "handicap.table[0].stones"),
    ],
)
def test_what_is_wrong_is_named(data: object, path: str):
    with pytest.raises(CodecError) as caught:
        from_json(Parameters, data)
    assert caught.value.path == path


def test_what_contradicts_itself_is_refused():
    data = to_json(STATE)
    data["byes"] = [{"round": 1, "player": 1}]
    with pytest.raises(CodecError, match="a game and a bye"):
        from_json(TournamentState, data)


def test_the_first_of_the_scores_decides_on_the_system():
    for system, parameters in PRESETS.items():
        assert parameters.system == system
    assert replace(Parameters(), criteria=()).system == "mcmahon"
