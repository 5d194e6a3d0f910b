"""What federations lay down, held against settings."""

from dataclasses import replace

import pytest

from tournament.standings.federation_rules import (
    CLAUSES,
    Federation,
    Terms,
    departures,
    with_rules_applied,
)
from tournament.state.criteria import Criterion
from tournament.state.event import Clock, Details, TimeSystem
from tournament.state.parameters import HandicapRule, KomiParameters, Parameters
from tournament.state.presets import GROUPS, KNOCK_OUT, MCMAHON, SWISS

SLOW = Clock(basic_minutes=60)


def broken(federation: Federation, parameters: Parameters, **details: object) -> set[str]:
    """Return the keys of the clauses that an event departs from."""
    found = replace(Details(rules="japanese", clock=SLOW), **details)
    return {clause.key for clause in departures(federation, Terms(found, parameters))}


def test_each_rule_of_the_egf_is_found_broken_alone() -> None:
    usual = with_rules_applied(
        Federation.EGF, Terms(Details(rules="japanese", clock=SLOW), MCMAHON)
    )
    good = usual.parameters
    assert broken(Federation.EGF, good) == set()
    assert good.komi.even_half == 13
    even_komi = replace(good, komi=KomiParameters(15, 1))
    assert broken(Federation.EGF, even_komi) == {"komi"}
    assert broken(Federation.EGF, even_komi, rules="french") == set()
    assert broken(Federation.EGF, even_komi, rules="ing") == set()
    whole = replace(good, komi=KomiParameters(13, 0))
    assert broken(Federation.EGF, whole) == {"ties"}
    assert broken(Federation.EGF, whole, tie_winner="white") == set()
    stones = replace(good, handicap=HandicapRule(ceiling=10))
    assert broken(Federation.EGF, stones) == {"stones"}
    bye = replace(good, scoring=replace(good.scoring, bye_mms=1))
    assert broken(Federation.EGF, bye) == {"scores"}
    for criteria in (
        (Criterion.MMS, Criterion.SOSM, Criterion.SOSOSM),
        (Criterion.MMS, Criterion.SOSM, Criterion.SOSM_1),
    ):
        assert broken(Federation.EGF, replace(good, criteria=criteria)) == {"tie-breaks"}
        chosen = replace(usual, parameters=replace(good, criteria=criteria))
        (clause,) = departures(Federation.EGF, chosen)
        named = str(clause.text).rpartition(":")[2]
        assert criteria[-1].value in named
        assert Criterion.MMS.value not in named
    quick = Clock(basic_minutes=24, system=TimeSystem.BYO_YOMI)
    assert broken(Federation.EGF, good, clock=quick) == {"time"}
    assert broken(Federation.EGF, good, board_size=13) == {"board", "time"}


def test_the_french_usage() -> None:
    assert broken(Federation.FFG, MCMAHON, rules="french") == set()
    assert broken(Federation.FFG, MCMAHON, rules="japanese") == {"rules"}
    ranks = replace(MCMAHON, handicap=HandicapRule(correction=0), komi=KomiParameters(13, 1))
    assert broken(Federation.FFG, ranks, rules="french") == {"komi", "handicap"}


@pytest.mark.parametrize("federation", Federation)
@pytest.mark.parametrize("parameters", [MCMAHON, SWISS, GROUPS, KNOCK_OUT])
def test_what_can_be_settled_is_and_nothing_else(
    federation: Federation, parameters: Parameters
) -> None:
    odd = replace(parameters, komi=KomiParameters(11, 4), handicap=HandicapRule(ceiling=12))
    terms = with_rules_applied(federation, Terms(Details(rules="japanese", board_size=9), odd))
    left = {clause.key for clause in departures(federation, terms)}
    assert left == {clause.key for clause in CLAUSES[federation] if clause.comply is None} & left
    assert terms.parameters.weights == parameters.weights
    decides = Criterion.KNOCK_OUT
    assert (decides in terms.parameters.criteria) == (decides in parameters.criteria)
