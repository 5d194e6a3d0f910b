"""The search, the second engine and the exact oracle: three programs, one answer."""

from collections import Counter

import pytest

from adjudication.confirmation.certificate import Certificate, certificate_text
from adjudication.confirmation.checker import check_certificate
from adjudication.confirmation.problem import KoPass, QuestionWinner, TargetQuestion
from adjudication.confirmation.search import Search
from adjudication.confirmation.strategy import strategy_of
from tests.confirmation.oracle import solve
from tests.confirmation.random_problems import problems
from tests.support.environment import times


@pytest.mark.timeout(3600)
def test_random_problems_have_one_answer_with_a_proof() -> None:
    """The long form takes ten thousand that are small enough for the oracle."""
    wanted, limit = times(200, 10_000), times(800, 4_000)
    seen: Counter[tuple[TargetQuestion, KoPass, QuestionWinner]] = Counter()
    too_large = searched = 0
    for number, asked in problems(2 * wanted, first=100_000):
        found = strategy_of(Search(asked, budget=200_000))
        checked = check_certificate(
            certificate_text(Certificate(asked, found.winner, found.moves, found.guarded)), asked
        )
        assert checked.winner is found.winner, number
        searched += checked.moves > 1
        solution = solve(asked, limit)
        if solution is None:
            too_large += 1
            continue
        assert solution.winner is found.winner, number
        seen[asked.question, asked.ko_pass, found.winner] += 1
        if seen.total() == wanted:
            break
    assert seen.total() == wanted
    assert len(seen) == len(TargetQuestion) * len(KoPass) * len(QuestionWinner)
    assert searched > wanted // 4
    print(f"{wanted} compared, {searched} searched, {too_large} too large for the oracle")
