from dataclasses import replace
from random import Random

import pytest

from tests.pairing.builders_events import absent, cup, double, play
from tournament.brackets.sheet import BracketPart, Column, Side, sheet_of
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.systems import pair_round
from tournament.state.methods import Consolation
from tournament.state.results import Outcome, Result


def column(part: BracketPart, number: int) -> Column:
    (found,) = (column for column in part.columns if column.round == number)
    return found


def sides(found: Column) -> list[Side | None]:
    return [side for meeting in found.meetings for side in (meeting.first, meeting.second)]


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
        drawn = sheet_of(running).parts[0]
        foretold = sides(column(drawn, number + 1))
        came = sides(column(sheet_of(done).parts[0], number + 1))
        for side, actual in zip(foretold, came, strict=True):
            assert (side is None) == (actual is None)
            if side is not None and side.player is not None:
                assert side == actual
        known = {side.player for side in foretold if side is not None}
        assert known - {None} == {meeting.winner for meeting in column(drawn, number).meetings} - {
            None
        }
        state = done
        if len(came) == 2:
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
