"""Rounds of made-up and real tournaments, held against the engine."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from tests.support.environment import times
from tests.support.shared import require_shared
from tournament.formats.opengotha import read_opengotha, write_opengotha
from tournament.pairing.pairing import PairingError
from tournament.pairing.random_events import BRACKETS, RandomKind, random_event
from tournament.pairing.request import names_of
from tournament.pairing.verification import Verdict, round_sentences, verify_round, verify_rounds
from tournament.standings.table import standings
from tournament.state.games import Bye
from tournament.state.parameters import Method, System

SEEDS = range(times(12, 200))
SYSTEMS = list(System)


def kind_of(seed: int) -> RandomKind:
    return RandomKind(SYSTEMS[seed % 4], players=9 + seed % 23, rounds=3 + seed % 4)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_the_engine_paired_is_found_to_be_so(seed):
    event = random_event(kind_of(seed), seed)
    again = read_opengotha(write_opengotha(event).data)
    for state in (event.state, again.state):
        checks = verify_rounds(state)
        assert [check.round for check in checks] == list(range(1, kind_of(seed).rounds + 1))
        for check in checks:
            assert check.verdict is Verdict.OPTIMAL
            assert (check.total, check.bye) == (check.best, check.bye_due)
            assert not check.terms
            assert not round_sentences(check, names_of(state))


def test_a_seed_gives_the_same_tournament():
    kind = RandomKind(players=20, rounds=4)
    assert random_event(kind, 5) == random_event(kind, 5)
    assert random_event(kind, 5).state.games != random_event(kind, 6).state.games


@pytest.mark.parametrize("method", BRACKETS)
def test_a_bracket_is_played_until_somebody_has_won(method):
    kind = RandomKind(players=13, rounds=30, method=method)
    assert random_event(kind, 2) == random_event(kind, 2)
    state = random_event(kind, 2).state
    assert state.played_rounds < 30
    first, second, *__ = standings(state).rows()
    assert (first.place, second.place) == (1, 2)
    rounds = range(1, state.played_rounds + 1)
    assert {verify_round(state, number).verdict for number in rounds} <= {
        Verdict.OPTIMAL,
        Verdict.NOT_COMPARED,
    }


def test_a_kind_that_cannot_be_is_refused():
    for kind in (
        RandomKind(players=1),
        RandomKind(System.CUP, rounds=51),
        RandomKind(players=11, method=Method.GROUPS),
    ):
        with pytest.raises(PairingError):
            random_event(kind, 0)


def swapped(state, number, random):
    """Return a state in which two players of a round have changed places, and these two."""
    first, second = random.sample([game for game in state.games if game.round == number], 2)
    one, other = first.white, second.white
    games = [
        replace(game, white={one: other, other: one}.get(game.white, game.white))
        if game.round == number
        else game
        for game in state.games
    ]
    return replace(state, games=tuple(games)), {one, other}


@pytest.mark.parametrize("seed", SEEDS)
def test_every_swap_is_found_and_costs_something(seed):
    random = Random(seed)
    state = random_event(kind_of(seed), seed).state
    number = random.randint(1, kind_of(seed).rounds)
    spoiled, players = swapped(state, number, random)
    check = verify_round(spoiled, number)
    assert check.best == verify_round(state, number).best
    if check.total == check.best:  # the other pairing weighs as much, so nobody can tell
        assert check.verdict is Verdict.OPTIMAL
        return
    assert check.verdict is Verdict.CHANGED
    assert check.loss > 0
    assert any(loss > 0 for loss in check.lost.values())
    assert sum(check.lost.values()) == check.loss
    assert players <= {player for pair in check.played for player in pair}
    assert round_sentences(check, names_of(state))


def test_a_bye_for_another_is_found():
    state = random_event(RandomKind(players=15, absent=0), 1).state
    bye = next(bye for bye in state.byes if bye.round == 2)
    game = next(game for game in state.games if game.round == 2)
    changed = replace(
        state,
        byes=tuple(Bye(2, game.black) if one == bye else one for one in state.byes),
        games=tuple(replace(one, black=bye.player) if one == game else one for one in state.games),
    )
    check = verify_round(changed, 2)
    assert (check.bye, check.bye_due) == (game.black, bye.player)


def with_game(state, game, **changes):
    games = tuple(replace(one, **changes) if one == game else one for one in state.games)
    return verify_round(replace(state, games=games), game.round)


def test_terms_that_the_parameters_do_not_give_are_found():
    state = random_event(RandomKind(players=30, spread=600), 3).state
    game = next(game for game in state.games if game.handicap > 1)
    (apart,) = with_game(state, game, handicap=game.handicap - 1).terms
    assert (apart.differs, apart.terms.handicap) == (("handicap",), game.handicap)
    (apart,) = with_game(state, game, komi_half=13).terms
    assert (apart.differs, apart.terms.komi_half) == (("komi",), game.komi_half)
    (apart,) = with_game(state, game, black=game.white, white=game.black).terms
    assert (apart.differs, apart.terms.black) == (("colours",), game.black)
    assert not with_game(state, game, komi_half=None).terms
    unknown = with_game(state, game, black=game.white, white=game.black, colours_known=False)
    assert not unknown.terms


def test_colours_that_only_names_decide_may_be_any():
    state = random_event(RandomKind(System.SWISS, players=10, absent=0), 4).state
    game = next(game for game in state.games if game.round == 1)
    assert not with_game(state, game, black=game.white, white=game.black).terms
    last = [game for game in state.games if game.round == 2]
    assert any(with_game(state, game, black=game.white, white=game.black).terms for game in last)


def test_what_chance_decides_is_held_against_nobody():
    event = random_event(RandomKind(System.SWISS, players=24), 8)
    weights = replace(event.state.parameters.weights, random=10**9, deterministic=False)
    parameters = replace(event.state.parameters, weights=weights)
    checks = verify_rounds(replace(event.state, parameters=parameters))
    assert {check.verdict for check in checks} == {Verdict.OPTIMAL}


def test_rounds_by_hand_and_with_two_byes_are_not_compared():
    state = random_event(RandomKind(players=15, absent=0), 1).state
    by_hand = replace(state.parameters, method=Method.MANUAL)
    game = next(game for game in state.games if game.round == 1)
    others = tuple(one for one in state.games if one != game)
    two = replace(state, games=others, byes=(*state.byes, Bye(1, game.black)))
    for changed in (replace(state, parameters=by_hand), two):
        check = verify_round(changed, 1)
        assert check.verdict is Verdict.NOT_COMPARED
        assert check.reason is not None


def test_real_tournaments_are_verified_whole():
    files = sorted(require_shared("corpus/tournaments/opengotha").glob("*.xml"))
    small = (path for path in files if path.stat().st_size < 150_000)
    verdicts = set()
    for path in islice(small, 0, None, times(8, 1)):
        event = read_opengotha(path.read_bytes())
        for check in verify_rounds(event.state):
            verdicts.add(check.verdict)
            assert check.total <= check.best
            assert (check.verdict is Verdict.CHANGED) == bool(check.loss)
            assert bool(check.played) == bool(check.instead)
            round_sentences(check, names_of(event.state))
    assert {Verdict.OPTIMAL, Verdict.CHANGED} <= verdicts
