"""The examples of the rule book and its commentary whose boards are known, as they are ruled."""

import pytest

from adjudication.confirmation.confirm import RegionConfirmation, confirm_chains, confirm_region
from adjudication.confirmation.problem import KoPass, QuestionWinner, TargetQuestion
from adjudication.confirmation.verdict import Status
from adjudication.confirmation.walls import AliveReason
from adjudication.rules.chains import chain_by_point, chains_of
from tests.confirmation.diagrams import line
from tests.confirmation.official import (
    CUT,
    SIXTEEN,
    SIXTEEN_KO,
    SIXTEEN_KO_BUDGET,
    WHOLE,
    CutOut,
    Place,
    board,
    cut_out,
    sixteen_in_a_game,
)
from tests.support.environment import times

ALIVE = Status.UNCAPTURABLE


@pytest.mark.parametrize(("name", "expected"), WHOLE.items())
def test_a_whole_board_is_as_ruled(name: str, expected: dict[Place, Status]) -> None:
    position, size = board(name)
    points = [row * size + column for row, column in expected]
    verdicts = confirm_chains(position, size, points)
    assert [verdict.status for verdict in verdicts] == list(expected.values())
    whole = chain_by_point(chains_of(position, size))
    assert [verdict.chain for verdict in verdicts] == [whole[point].points for point in points]


@pytest.mark.by_turns
@pytest.mark.parametrize("example", CUT, ids=lambda one: one.name)
@pytest.mark.parametrize("reading", [KoPass.BOTH, KoPass.EACH])
def test_a_board_of_its_own_is_as_ruled(example: CutOut, reading: KoPass) -> None:
    if example.name == "L25" and reading is KoPass.EACH and not times(0, long=1):
        pytest.skip("ten seconds: in the long form: ./run faults life-and-death")
    of, down = example.region()
    asked = RegionConfirmation(of, ko_pass=reading)
    found = {
        place: asked.verdict(asked.chain((place[0] + down) * of.size + place[1])).status
        for place in example.expected
    }
    assert found == example.expected


def test_the_sequences_are_those_of_the_commentary() -> None:
    direct, _down = cut_out("C9a", (0, 0), (0, 4))
    verdict = confirm_region(direct, RegionConfirmation(direct).chain(3))
    assert line(verdict.answers[0].line, direct.size) == "A8, ko-pass, C9"
    approach, _down = cut_out("C10a", (0, 0), (0, 5))
    verdict = confirm_region(approach, RegionConfirmation(approach).chain(4))
    told = line(verdict.answers[0].line, approach.size)
    assert told.startswith("A9, ko-pass, C10, A10, ko-pass, D10")
    bent_four, down = cut_out("L7", (0, 0), (0, 4))
    verdict = confirm_region(bent_four, RegionConfirmation(bent_four).chain(3 + down))
    assert line(verdict.answers[0].line, bent_four.size) == "C8, A6, B8, A8, A7, ko-pass, C8"


@pytest.mark.by_turns
def test_example_16_is_as_ruled_where_a_pass_lifts_the_bans_of_both() -> None:
    """The long form asks for all chains, and shows what the letter would give."""
    of, _down = SIXTEEN.region()
    asked = RegionConfirmation(of)
    if not times(0, long=1):
        assert asked.verdict(asked.chain(7)).status is ALIVE
        for chain in (asked.chain(4), asked.chain(10)):
            assert asked.ask(TargetQuestion.Q1, chain).winner is QuestionWinner.ATTACKER
        return
    found = {
        (row, column): asked.verdict(asked.chain(row * of.size + column)).status
        for row, column in SIXTEEN.expected
    }
    assert found == SIXTEEN.expected
    literal = RegionConfirmation(of, ko_pass=KoPass.EACH)
    for chain in (asked.chain(4), asked.chain(10)):
        assert len(chain) in (7, 8)
        assert literal.verdict(chain).status is ALIVE  # not as ruled


def test_example_16_is_as_ruled_in_the_corner_of_a_game() -> None:
    """There Black's and White's outer groups count as alive by what they surround."""
    position, size = sixteen_in_a_game()
    asked = {7: ALIVE} if not times(0, long=1) else {7: ALIVE, 4: Status.DEAD, 10: Status.DEAD}
    verdicts = confirm_chains(position, size, list(asked))
    assert [verdict.status for verdict in verdicts] == list(asked.values())
    assert {one.why for one in verdicts[0].assumptions} == {
        AliveReason.BENSON,
        AliveReason.TERRITORY,
    }


@pytest.mark.skipif(not times(0, long=1), reason="in the long form: ./run faults life-and-death")
def test_the_stone_in_the_ko_of_example_16_lives_by_what_its_capture_enables() -> None:
    of, _down = SIXTEEN.region()
    asked = RegionConfirmation(of, budget=SIXTEEN_KO_BUDGET)
    row, column = SIXTEEN_KO
    verdict = asked.verdict(asked.chain(row * of.size + column))
    assert verdict.status is Status.ALIVE_BY_ENABLING
