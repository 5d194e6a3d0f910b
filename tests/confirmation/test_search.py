import pytest

from adjudication.confirmation.budget import Cancelled, OutOfBudget, SearchLimit
from adjudication.confirmation.certificate import Certificate, certificate_text
from adjudication.confirmation.checker import check_certificate
from adjudication.confirmation.confirm import confirm_region
from adjudication.confirmation.moves import DISPROVEN
from adjudication.confirmation.problem import KoPass, QuestionWinner, TargetQuestion
from adjudication.confirmation.search import Search
from adjudication.confirmation.strategy import strategy_of
from adjudication.confirmation.verdict import Status
from tests.confirmation import oracle, random_problems
from tests.confirmation.diagrams import RECTANGULAR_SIX, problem
from tests.confirmation.drawn import swapped, turned
from tests.confirmation.shapes import stones_in_area
from tests.support.environment import times


def test_what_is_found_is_what_full_enumeration_finds() -> None:
    compared = 0
    for number, asked in random_problems.problems(times(60, 300)):
        solution = oracle.solve(asked, 5_000)
        if solution is not None:
            assert strategy_of(Search(asked)).winner is solution.winner, number
            compared += 1
    assert compared > 40


def test_a_search_ends_when_its_budget_does() -> None:
    search = Search(problem(RECTANGULAR_SIX, "D5"), budget=100)
    with pytest.raises(OutOfBudget) as short:
        strategy_of(search)
    assert short.value.why is SearchLimit.BUDGET
    assert 100 <= search.nodes < 110


def test_dead_stones_in_a_wide_area_are_decided_in_few_nodes() -> None:
    for number in range(6):
        region, chain = stones_in_area(15, number)
        verdict = confirm_region(region, chain, budget=10_000)
        assert verdict.status is Status.DEAD, number


def test_a_search_can_be_cancelled_and_tells_how_far_it_is() -> None:
    told: list[int] = []

    def go_on(nodes: int) -> bool:
        told.append(nodes)
        return len(told) < 2

    wide = "\n".join(["........@"] * 3 + ["..XX....@", "@@@@@@@@@"] + ["---------"] * 4)
    with pytest.raises(Cancelled):
        strategy_of(Search(problem(wide, "C6"), budget=10**6, should_continue=go_on))
    assert 2048 <= told[0] < 4096 <= told[1] < 6144


@pytest.mark.usefixtures("uncompiled")
def test_a_search_that_fills_its_table_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudication.confirmation.descent._TABLE_BYTES", 2_000_000)
    wide = "\n".join(["........@"] * 3 + ["..XX....@", "@@@@@@@@@"] + ["---------"] * 4)
    search = Search(problem(wide, "C6"), budget=10**6)
    with pytest.raises(OutOfBudget) as short:
        strategy_of(search)
    assert short.value.why is SearchLimit.MEMORY


def test_more_budget_never_changes_an_answer() -> None:
    for _number, asked in random_problems.problems(60, first=1_000):
        answers: set[QuestionWinner] = set()
        for budget in (10, 40, 160, 640, 10_000):
            try:
                answers.add(strategy_of(Search(asked, budget=budget)).winner)
            except OutOfBudget:
                assert not answers
        assert len(answers) == 1


@pytest.mark.by_turns
@pytest.mark.parametrize("question", TargetQuestion)
@pytest.mark.parametrize("reading", KoPass)
def test_every_question_is_asked_in_every_reading(
    question: TargetQuestion, reading: KoPass
) -> None:
    asked = problem(RECTANGULAR_SIX, "D5", question, ko_pass=reading)
    assert strategy_of(Search(asked)).winner is QuestionWinner.ATTACKER


def test_false_disproofs_are_found_out() -> None:
    found_out = 0
    for number, asked in random_problems.problems(120, first=3_000):
        honest = strategy_of(Search(asked)).winner
        misled = Search(asked)
        states = [misled.root]
        for key in states:
            if len(states) < 60 and not misled.is_static(key):
                states += misled.expand(key)[1]
        for key in states:
            if not misled.is_static(key):
                misled.table[key] = DISPROVEN
        found = strategy_of(misled)
        text = certificate_text(Certificate(asked, found.winner, found.moves, found.guarded))
        assert check_certificate(text, asked).winner is honest, number
        found_out += honest is asked.prover and len(found.moves) > 0
    assert found_out > 10


def test_an_answer_is_the_same_from_every_side_to_the_last_node() -> None:
    for _number, asked in random_problems.problems(60, first=2_000):
        first = Search(asked)
        winner = strategy_of(first).winner
        seen = [asked, turned(asked), turned(turned(asked)), turned(turned(turned(asked)))]
        seen += [turned(one, mirrored=True) for one in seen]
        for other in (*seen, *map(swapped, seen)):
            search = Search(other)
            assert strategy_of(search).winner is winner
            assert search.nodes == first.nodes
