"""The arrays agree with the plain formulation of every criterion, on any tournament."""

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.standings.builders import states
from tests.standings.naive import Naive
from tests.support.environment import times
from tournament.standings.history import history_of
from tournament.standings.placing import Ties
from tournament.standings.scores import scores_of
from tournament.standings.table import standings
from tournament.state.criteria import Criterion
from tournament.state.state import TournamentState


@settings(max_examples=times(100, long=300), deadline=None)
@given(states(), st.integers(0, 8))
def test_values_and_order(state: TournamentState, after: int):
    naive = Naive(state, after)
    expected = naive.columns()
    table = standings(state, after=after, every=True)
    for criterion in Criterion:
        ours = dict(zip(naive.players, table.columns[criterion].tolist(), strict=True))
        assert ours == expected[criterion], criterion
    assert [row.player.id for row in table.rows()] == naive.order(expected)


@settings(max_examples=times(30, long=100), deadline=None)
@given(states(), st.randoms(use_true_random=False))
def test_the_order_of_players_and_games_plays_no_part(state: TournamentState, random):
    players, games = list(state.players), list(state.games)
    random.shuffle(players)
    random.shuffle(games)
    other = replace(state, players=tuple(players), games=tuple(games))
    assert standings(other).rows() == standings(state).rows()


@settings(max_examples=times(30, long=100), deadline=None)
@given(states())
def test_scores_after_a_round_do_not_depend_on_later_ones(state: TournamentState):
    whole = scores_of(state)
    for after in range(state.played_rounds + 1):
        part = scores_of(history_of(state.before(after + 1), after))
        for ours, all_rounds in ((part.nbw, whole.nbw), (part.mms, whole.mms)):
            assert np.array_equal(ours, all_rounds[: after + 1])
        assert np.array_equal(part.cps[-1], whole.cps[after])


@settings(max_examples=times(30, long=100), deadline=None)
@given(states())
def test_places_are_shared_exactly_by_who_is_equal(state: TournamentState):
    shared = standings(state).rows()
    broken = standings(state, ties=Ties.BROKEN).rows()
    assert [row.place for row in broken] == list(range(1, len(broken) + 1))
    for number, row in enumerate(shared):
        if number and shared[number - 1].values == row.values:
            assert row.place == shared[number - 1].place
        else:
            assert row.place == number + 1


@settings(max_examples=times(30, long=100), deadline=None)
@given(states())
def test_without_direct_comparison_it_is_the_order_of_the_other_criteria(state: TournamentState):
    direct = (Criterion.DC, Criterion.SDC, Criterion.EGF_DC)
    others = tuple(one for one in state.parameters.criteria if one not in direct)
    without = standings(state, direct_comparison=False)
    assert without.order.tolist() == standings(state, criteria=others).order.tolist()
    assert not any(without.columns[one].any() for one in direct if one in without.columns)
