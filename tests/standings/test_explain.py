"""Every value is explained by parts that add up to it."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.standings.builders import BLACK, JIGO, player, state_of, states, wins
from tests.support.environment import times
from tournament.standings.explain import explain_value, explanations
from tournament.standings.formulas import Term, TermKind
from tournament.standings.table import standings
from tournament.state.criteria import Criterion
from tournament.state.games import Bye, Game
from tournament.state.parameters import Parameters
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState


@pytest.mark.by_turns
@settings(max_examples=times(100, long=400), deadline=None)
@given(states(), st.integers(0, 8))
def test_the_parts_of_every_criterion_add_up_to_the_value_of_the_table(
    state: TournamentState, after: int
):
    table = standings(state, after=after, every=True)
    for criterion in Criterion:
        for one, value in zip(state.players, table.columns[criterion].tolist(), strict=True):
            found = explain_value(state, one.id, criterion, after=after)
            parts = sum(term.value for term in found.terms if term.counts)
            assert (found.value, parts) == (value, value), (criterion, one.id)


@settings(max_examples=50, deadline=None)
@given(states())
def test_the_listed_criteria_are_explained_in_their_order(state: TournamentState):
    for one in state.players:
        found = explanations(state, one.id)
        assert tuple(each.criterion for each in found) == state.parameters.criteria


def terms(state: TournamentState, one: int, criterion: Criterion) -> tuple[Term, ...]:
    return explain_value(state, one, criterion).terms


def test_opponents_are_named_with_their_scores():
    state = state_of(3, [Game(1, 1, 1, 2, BLACK), Game(2, 1, 3, 1, BLACK)])
    assert terms(state, 1, Criterion.SOSW) == (
        Term(TermKind.OPPONENT, 0, 1, 2, score=0),
        Term(TermKind.OPPONENT, 2, 2, 3, score=2),
    )


def test_a_handicap_is_told_apart_from_the_score():
    state = state_of(2, [Game(1, 1, 1, 2, BLACK, handicap=3)])
    (white,) = terms(state, 2, Criterion.SOSM)
    assert (white.score, white.handicap, white.value) == (62, 6, 68)


def test_the_lowest_is_shown_and_left_out():
    state = state_of(4, wins((1, 2), (1, 3), (4, 1)))
    found = terms(state, 1, Criterion.SOSW_1)
    assert [(term.opponent, term.counts) for term in found] == [(2, False), (3, True), (4, True)]


def test_a_jigo_gives_half_of_the_opponents_score():
    state = state_of(3, [Game(1, 1, 1, 2, JIGO), Game(2, 1, 2, 3, BLACK)])
    found = terms(state, 1, Criterion.SODOSW)
    assert [(term.score, term.factor, term.value) for term in found if term.opponent] == [(3, 1, 3)]


def test_byes_and_absences_are_named_and_rounded_down_once():
    away = TournamentState(
        (player(1, absent=frozenset({1})), player(2), player(3)),
        (Game(1, 1, 2, 3, BLACK),),
        parameters=Parameters(),
    )
    assert [(term.kind, term.value) for term in terms(away, 1, Criterion.MMS)] == [
        (TermKind.START, 60),
        (TermKind.ABSENT, 1),
        (TermKind.ROUNDING, -1),
    ]
    first, *others = away.players
    nothing = replace(away, players=(replace(first, uncounted=frozenset({1})), *others))
    assert (TermKind.ABSENT, 0) in [
        (term.kind, term.value) for term in terms(nothing, 1, Criterion.MMS)
    ]
    free = state_of(3, [Game(1, 1, 1, 2, BLACK)], [Bye(1, 3)])
    assert [(term.kind, term.value) for term in terms(free, 3, Criterion.NBW)] == [
        (TermKind.BYE, 2)
    ]


def test_who_beat_whom_of_the_tied_is_named():
    criteria = [Criterion.SDC]
    state = state_of(3, wins((3, 2), (2, 1), (3, 1)), criteria=criteria)
    found = explain_value(state, 3, Criterion.SDC)
    assert found.tied == (1, 2, 3)
    assert {term.opponent for term in found.terms} == {1, 2}


def test_a_cup_score_is_made_of_powers_of_two():
    state = state_of(2, wins((1, 2), (2, 1), (1, 2)))
    found = terms(state, 1, Criterion.CPS)
    assert [(term.factor, term.value) for term in found] == [(4, 8), (2, 0), (1, 2)]


def test_a_game_that_was_not_played_to_its_end_is_called_what_it_is():
    default = Result(Outcome.WHITE, Decided.DEFAULT)
    both_away = Result(Outcome.BOTH_LOSE, Decided.DEFAULT)
    games = [
        Game(1, 1, 1, 2, Result(Outcome.UNKNOWN)),
        Game(2, 1, 2, 1, Result(Outcome.VOID)),
        Game(3, 1, 2, 1, default),
        Game(4, 1, 1, 2, both_away),
        Game(5, 1, 1, 2, Result(Outcome.BLACK, Decided.RULING)),
    ]
    found = terms(state_of(2, games), 1, Criterion.NBW)
    assert [(term.kind, term.value, term.opponent) for term in found] == [
        (TermKind.UNDECIDED, 0, 2),
        (TermKind.VOID, 0, 2),
        (TermKind.DEFAULT, 2, 2),
        (TermKind.DEFAULT, 0, 2),
        (TermKind.GAME, 2, 2),
    ]
    (listed,) = explanations(state_of(2, games), 1)
    assert listed.terms == found
