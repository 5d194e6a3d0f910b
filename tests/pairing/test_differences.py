"""What an exchange of opponents costs, in what people count."""

from dataclasses import replace

from tournament.formats.opengotha import read_opengotha, write_opengotha
from tournament.pairing.differences import exchange_sentences, exchanges
from tournament.pairing.explain import alternative_opponents, board_prices, explain_player
from tournament.pairing.field import field_of
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.random_events import RandomKind, random_event
from tournament.pairing.systems import pair_round
from tournament.pairing.verification import Verdict, verify_round


def event(players=12, rounds=3, seed=5):
    return random_event(RandomKind(players=players, rounds=rounds, absent=0), seed).state


def test_a_second_game_is_counted_as_such():
    state = event()
    first = [game for game in state.games if game.round == 1]
    second = [game for game in state.games if game.round == 2]
    again = {game.table: game.players for game in first[:1]}
    black, white = again[1]
    left = [
        next(player for player in game.players if player not in (black, white))
        for game in second
        if {black, white} & set(game.players)
    ]
    instead = [game.players for game in second]
    paired = [pair for pair in instead if not {black, white} & set(pair)]
    paired += [(black, white), (left[0], left[1])]
    players = frozenset(player for pair in instead for player in pair)
    field = field_of(PairingRequest(state, 2, only=players), players)
    (exchange,) = exchanges(field, paired, instead)
    assert exchange.counts["rematch"] == (1, 0)
    assert exchange.loss > 0
    assert "second games: 1 instead of 0" in str(exchange_sentences(exchange)[0])
    assert len(exchange.paired) == len(exchange.instead) == 2


def test_exchanges_that_touch_nowhere_are_told_one_by_one():
    state = event(16)
    games = [game for game in state.games if game.round == 3]
    swaps = {}
    for one, other in (games[:2], games[-2:]):
        swaps[one], swaps[other] = replace(one, white=other.white), replace(other, white=one.white)
    spoiled = replace(state, games=tuple(swaps.get(game, game) for game in state.games))
    check = verify_round(spoiled, 3)
    assert check.verdict is Verdict.CHANGED
    assert sum(exchange.loss for exchange in check.exchanges) == check.loss
    numbers = [
        number for found in check.exchanges for both in found.counts.values() for number in both
    ]
    assert {type(number) for number in numbers} <= {int}  # not NumPy's, which no page can write
    players = [player for found in check.exchanges for pair in found.paired for player in pair]
    assert len(players) == len(set(players))


def test_an_alternative_says_who_would_move():
    state = event()
    request = PairingRequest(replace(state, games=state.before(3).games), 3)
    pairing = pair_round(request)
    player = pairing.boards[0].black
    found = explain_player(request, pairing, player).alternative
    assert found is not None
    for other in (found, *alternative_opponents(request, pairing, player)):
        opponents = {seat for pair in other.moved for seat in pair}
        assert player not in opponents
        assert other.opponent not in opponents
        assert bool(other.moved) <= bool(other.consequences)
    assert found.moved


def test_every_board_has_its_price_in_words_and_no_weights():
    state = read_opengotha(write_opengotha(random_event(RandomKind(players=30), 2)).data).state
    request = PairingRequest(state, 4)
    pairing = pair_round(request)
    said = board_prices(request, pairing)
    assert len(said) == len(pairing.boards)
    assert any(said)
    assert all(
        len(digits) < 4
        for price in said
        for word in price
        for digits in str(word).split()
        if digits.isdigit()
    )
