import ast
from collections import Counter

from adjudication.confirmation.certificate import read
from adjudication.confirmation.checker import check
from adjudication.confirmation.problem import Question, Winner
from tests.confirmation.certified import certified
from tests.confirmation.oracle import solve
from tests.confirmation.random_problems import problems
from tests.support.environment import REPOSITORY, times

CHECKER = REPOSITORY / "adjudication/confirmation/checker"
SHARED = {
    "adjudication.confirmation.problem",
    "adjudication.rules.colours",
    "adjudication.rules.grid",
    "adjudication.rules.points",
}


def test_the_second_engine_shares_nothing_with_the_search() -> None:
    imported = set()
    for path in sorted(CHECKER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0
                imported.add(node.module)
    own = {name for name in imported if name.startswith("adjudication.confirmation.checker")}
    assert {name for name in imported - own if name.startswith("adjudication")} == SHARED


def test_every_strategy_of_the_oracle_is_accepted() -> None:
    seen = Counter()
    for number, asked in problems(times(250, 5000)):
        solution = solve(asked, 1500)
        if solution is None:
            continue
        text = certified(asked, solution)
        checked = check(text, asked)
        assert checked.winner is solution.winner, number
        assert checked.moves == len(read(text).strategy)
        seen[asked.question, checked.winner, checked.moves > 1] += 1
    for question in Question:
        assert seen[question, Winner.ATTACKER, True] > 3, seen
        assert seen[question, Winner.OWNER, True] + seen[question, Winner.OWNER, False] > 3
