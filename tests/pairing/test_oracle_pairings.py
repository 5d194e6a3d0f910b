import pytest

from tests.pairing.oracles import REAL, SYNTHETIC, real_state, synthetic_pairs, synthetic_state
from tournament.pairing.explain import explain_pair
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.systems import pair_round


@pytest.mark.by_turns
@pytest.mark.parametrize("name", SYNTHETIC)
def test_the_pairing_of_a_synthetic_round_weighs_what_the_references_does(name):
    state = synthetic_state(name)
    ids = {player.name: player.id for player in state.players}
    for number, rows in synthetic_pairs(name).items():
        only = frozenset(ids[player] for white, black, _ in rows for player in (white, black))
        request = PairingRequest(state, number, only=only)
        pairing = pair_round(request)
        weights = [explain_pair(request, ids[white], ids[black]) for white, black, _ in rows]
        assert pairing.total == sum(pair.weight for pair in weights), f"round {number}"
        assert pairing.bye is None

        boards = {frozenset((board.black, board.white)): board for board in pairing.boards}
        assert len(boards) == len(rows)
        for white, black, handicap in rows:
            board = boards.get(frozenset((ids[white], ids[black])))
            if board is not None:
                assert (board.white, board.handicap) == (ids[white], handicap)


@pytest.mark.parametrize(("name", "number"), REAL)
def test_the_recorded_pairing_of_a_real_round_is_an_optimum(name, number):
    state = real_state(name)
    games = [game for game in state.games if game.round == number]
    only = frozenset(player for game in games for player in game.players)
    request = PairingRequest(state, number, only=only)
    pairing = pair_round(request)
    recorded = [explain_pair(request, *game.players).weight for game in games]
    assert pairing.total == sum(recorded)


@pytest.mark.parametrize("number", [1, 3, 5])
def test_the_bye_goes_to_whom_it_went(number):
    state = real_state("notsimplemm")
    (bye,) = [bye.player for bye in state.byes if bye.round == number]
    assert pair_round(PairingRequest(state, number)).bye == bye


@pytest.mark.parametrize(("name", "number"), [row for row in REAL if row != ("simpleswiss", 3)])
def test_tables_are_in_the_order_that_was_played(name, number):
    # Of these twelve rounds one breaks ties of all criteria in another way than by rating.
    state = real_state(name)
    games = sorted((g for g in state.games if g.round == number), key=lambda game: game.table)
    only = frozenset(player for game in games for player in game.players)
    boards = pair_round(PairingRequest(state, number, only=only)).boards
    assert [game.table for game in games] == [board.table for board in boards]
    assert [(game.black, game.white, game.handicap) for game in games] == [
        (board.black, board.white, board.handicap) for board in boards
    ]
