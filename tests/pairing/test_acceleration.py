"""Accelerated Swiss (FIDE C.04.5.1): who has virtual points, and what they do not change."""

from dataclasses import replace

import pytest

from tournament.formats.opengotha.writer import write_opengotha
from tournament.pairing.acceleration import points_x2, stronger_half, virtual_points
from tournament.pairing.explain import explain_player
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.weights import pair
from tournament.standings.scores import scores_of
from tournament.standings.table import standings
from tournament.state.event import Details, Event
from tournament.state.games import Bye, Game
from tournament.state.parameters import Acceleration, Parameters
from tournament.state.people import Player
from tournament.state.presets import MCMAHON, SWISS
from tournament.state.results import Outcome, Result
from tournament.state.state import TournamentState


def accelerated(rounds: int) -> Parameters:
    scoring = replace(SWISS.scoring, rounds=rounds)
    return replace(SWISS, scoring=scoring, acceleration=Acceleration.BAKU)


def field(count: int, rounds: int = 7) -> TournamentState:
    players = tuple(
        Player(number, f"P{number:03}", "Jo", 5 - number // 8, 2650 - 20 * number)
        for number in range(1, count + 1)
    )
    return TournamentState(players, parameters=accelerated(rounds))


def played(state: TournamentState, number: int) -> TournamentState:
    """Return the state after a round in which the player of the higher rating always wins."""
    pairing = pair(PairingRequest(state=state, round=number))
    games = tuple(
        Game(
            number,
            board.table,
            board.black,
            board.white,
            Result(Outcome.BLACK if board.black < board.white else Outcome.WHITE),
        )
        for board in pairing.boards
    )
    byes = () if pairing.bye is None else (Bye(number, pairing.bye),)
    return replace(state, games=(*state.games, *games), byes=(*state.byes, *byes))


def test_the_examples_of_the_handbook():
    assert len(stronger_half(field(161))) == 82
    nine = accelerated(9)
    assert [points_x2(nine, number) for number in range(1, 10)] == [2, 2, 2, 1, 1, 0, 0, 0, 0]
    assert not any(points_x2(replace(nine, criteria=MCMAHON.criteria), n) for n in range(1, 10))


def test_whoever_enters_later_is_placed_by_the_last_player_of_the_half():
    state = played(field(12), 1)
    half = stronger_half(state)
    assert half == frozenset(range(1, 7))
    late = tuple(
        Player(number, "Late", str(number), 0, rating, absent=frozenset({1}))
        for number, rating in ((50, 2600), (51, 2400))
    )
    joined = replace(state, players=(*state.players, *late))
    assert stronger_half(joined) == half | {50}
    left = replace(
        joined, players=tuple(replace(player, final=player.id != 1) for player in joined.players)
    )
    assert stronger_half(left) == half | {50}


@pytest.mark.parametrize("count", [24, 27])
def test_a_whole_event_is_fair_and_ends_as_any_swiss_does(count: int):
    state = field(count)
    for number in range(1, 8):
        state = played(state, number)
        here = [game for game in state.games if game.round == number]
        half = stronger_half(state)
        if number == 1:
            mixed = [game for game in here if (game.black in half) != (game.white in half)]
            assert len(mixed) <= 1
        assert len({side for game in here for side in game.players}) == 2 * (count // 2)
    pairs = [frozenset(game.players) for game in state.games]
    assert len(pairs) == len(set(pairs)), "nobody meets twice"
    assert len({bye.player for bye in state.byes}) == len(state.byes), "nobody has two byes"
    plain = replace(state, parameters=replace(state.parameters, acceleration=Acceleration.NONE))
    assert standings(state, after=7).rows() == standings(plain, after=7).rows()
    assert max(scores_of(state).nbw[-1]) == 14
    # After the last accelerated round the history is read as it was paired; nobody has points.
    assert virtual_points(state, 5).players == frozenset()


def test_strong_players_meet_earlier_than_without():
    def best(parameters: Parameters) -> int:
        state = replace(field(32), parameters=parameters)
        for number in (1, 2):
            state = played(state, number)
        return sum(max(game.players) <= 8 for game in state.games)

    assert best(accelerated(7)) > best(replace(accelerated(7), acceleration=Acceleration.NONE))


def test_the_explanation_and_files_say_it():
    state = field(16)
    request = PairingRequest(state=state, round=1)
    said = explain_player(request, pair(request), 1).sentences
    assert any("virtual points" in str(sentence) for sentence in said)
    lost = write_opengotha(Event(Details(), state)).lost
    assert any("accelerated" in str(sentence) for sentence in lost)
