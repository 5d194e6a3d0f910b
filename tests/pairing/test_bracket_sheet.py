from dataclasses import replace
from random import Random

import pytest

from tests.pairing.builders_events import absent, cup, event, play
from tournament.brackets.sheet import Column, Part, sheet_of
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.systems import pair_round
from tournament.state.methods import Consolation, KnockOut
from tournament.state.parameters import Method
from tournament.state.results import Outcome, Result
from tournament.state.state import TournamentState


def double(count: int, **rules) -> TournamentState:
    return event(count, Method.DOUBLE_ELIMINATION, knock_out=KnockOut(**rules))


def column(part: Part, number: int) -> Column:
    (found,) = (column for column in part.columns if column.round == number)
    return found


@pytest.mark.parametrize("state", [cup(8), cup(11, consolation=Consolation.PLACEMENT), double(13)])
def test_what_is_foretold_while_a_round_runs_comes_true(state):
    chance = Random(7)
    seeds = tuple(player.id for player in state.players)
    rules = replace(state.parameters.knock_out, seeds=seeds)
    state = absent(replace(state, parameters=replace(state.parameters, knock_out=rules)), 2, 1)
    for number in (1, 2, 3):
        done = play(state, pair_round(PairingRequest(state, number)), lambda *two: max(two))
        running = replace(
            done,
            games=tuple(
                replace(game, result=Result(Outcome.UNKNOWN))
                if game.round == number and chance.random() < 0.5
                else game
                for game in done.games
            ),
        )
        foretold = column(sheet_of(running).parts[0], number + 1).meetings
        came = column(sheet_of(done).parts[0], number + 1).meetings
        assert len(foretold) == len(came)
        for before, now in zip(foretold, came, strict=True):
            assert before.second is not None or now.second is None
            for side, actual in ((before.first, now.first), (before.second, now.second)):
                if side is not None and actual is not None:
                    assert side.player in (None, actual.player)
                    assert str(side.origin) in ("not known yet", str(actual.origin))
        state = done
        if len(came) == 1:
            break


def test_two_unbeaten_players_have_no_grand_final_yet():
    state = double(2)
    assert [(len(part.columns), str(part.title)) for part in sheet_of(state).parts] == [
        (1, "Winners’ bracket")
    ]
    state = play(state, pair_round(PairingRequest(state, 1)))
    winners, final = sheet_of(state).parts
    assert [found.round for found in winners.columns] == [1]
    assert [found.round for found in final.columns] == [2]
