"""Areas that the attacker guards: played on their own, and right for the whole.

In small problems the kill rule decides whatever is left after a capture. Without it areas have to
be guarded by play, and there the exact oracle can look at all of it.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from adjudication.confirmation import filling, guarding, moves, static
from adjudication.confirmation.certificate import (
    Certificate,
    certificate_text,
    parse_certificate,
    state_key,
)
from adjudication.confirmation.checker import check_certificate, walk
from adjudication.confirmation.checker import filling as checker_filling
from adjudication.confirmation.checker.reading import MOST_AREAS
from adjudication.confirmation.confirm import RegionConfirmation
from adjudication.confirmation.exploring import LineEnd, explore
from adjudication.confirmation.problem import KoPass, Problem, QuestionWinner, TargetQuestion
from adjudication.confirmation.search import Search
from adjudication.confirmation.strategy import Strategy, strategy_of
from tests.confirmation.corruptions import GUARDED_CORRUPTIONS, corrupted, refused
from tests.confirmation.official import cut_out
from tests.confirmation.oracle import solve
from tests.confirmation.random_problems import problems
from tests.support.environment import times

pytestmark = pytest.mark.timeout(3600)  # the long form takes its time


@pytest.fixture
def by_play_alone(uncompiled: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the kill rule away, and what leads to it; look at areas however little else there is."""
    for module in (moves, static, walk):
        monkeypatch.setattr(module, "cannot_live", lambda *_: False)
    monkeypatch.setattr(filling, "MOST_INNER", -1)
    monkeypatch.setattr(checker_filling, "MOST_INNER", -1)
    monkeypatch.setattr(guarding, "_ELSEWHERE", 1)


def guarded(count: int, first: int = 0) -> Iterator[tuple[int, Problem, Strategy, str]]:
    """Give those of so many problems in which the attacker guards an area."""
    for number, asked in problems(count, first):
        if asked.question is TargetQuestion.Q0:
            continue
        found = strategy_of(Search(asked))
        if found.guarded:
            text = certificate_text(Certificate(asked, found.winner, found.moves, found.guarded))
            yield number, asked, found, text


@pytest.mark.usefixtures("by_play_alone")
def test_what_is_guarded_is_guarded_says_the_oracle() -> None:
    seen: Counter[tuple[TargetQuestion, KoPass]] = Counter()
    for number, asked, found, text in guarded(times(600, 20_000), first=200_000):
        assert found.winner is QuestionWinner.ATTACKER, number
        assert check_certificate(text, asked).winner is QuestionWinner.ATTACKER, number
        assert certificate_text(parse_certificate(text)) == text
        solution = solve(asked, times(1500, 8000))
        if solution is not None:
            assert solution.winner is QuestionWinner.ATTACKER, number
            seen[asked.question, asked.ko_pass] += 1
    assert len(seen) == 2 * len(KoPass)
    assert seen.total() >= times(50, 2000)


@pytest.mark.usefixtures("by_play_alone")
def test_a_corrupted_area_is_refused() -> None:
    counts: Counter[str] = Counter()
    kinds: set[str] = set()
    for number, asked, _found, text in guarded(times(300, 6000)):
        for kind, wrong in corrupted(text, random.Random(number), GUARDED_CORRUPTIONS):
            code = refused(wrong, asked)
            counts["refused" if code else "accepted"] += 1
            kinds.add(kind if code else "")
            if not code:  # another proof of the same: a third program has to agree
                bound = {
                    state_key(one): move for one, move in parse_certificate(wrong).strategy.items()
                }
                solution = solve(asked, 4000, bound)
                assert solution is None or solution.winner is QuestionWinner.ATTACKER, (
                    number,
                    kind,
                )
    assert counts["accepted"] <= counts["refused"] // 20
    assert kinds - {""} == {one.__name__.strip("_") for one in GUARDED_CORRUPTIONS}


@pytest.mark.usefixtures("by_play_alone")
def test_whatever_is_played_anywhere_has_an_answer() -> None:
    chance, went_on = random.Random(16), 0
    for _number, _asked, _found, text in guarded(times(300, 3000)):
        choices: list[str] = []
        for _ in range(25):
            explored = explore(text, choices)
            went_on += bool(explored.guarded) and len(choices) > 1
            assert explored.end is not LineEnd.LIVES
            if not explored.moves:
                break
            choices.append(chance.choice(explored.moves))
    assert went_on > times(30, 300)


def test_only_the_attacker_keeps_areas_and_only_after_a_capture() -> None:
    text = example_sixteen(1)
    for change, code in (
        ({"winner": "owner", "strategy": {}}, "guarded"),
        ({"question": "Q0"}, "guarded"),
        ({"format": 3}, "format"),
        ({"guarded": []}, "guarded"),
        ({"guarded": {}}, "guarded"),
        ({"guarded": [3]}, "guarded.fields"),
    ):
        assert refused(json.dumps(json.loads(text) | change)) == code


def test_an_area_is_all_that_is_connected_with_where_a_stone_counts() -> None:
    """A part of it, or more than it, is no area of the position."""
    text = example_sixteen(1)
    for change in (_fewer_points, _more_points):
        fields = json.loads(text)
        change(fields["guarded"][-1]["area"])
        assert refused(json.dumps(fields)) in {"walk.missing", "guarded.outside", "guarded"}


def _fewer_points(names: list[str]) -> None:
    names.pop(0)


def _more_points(names: list[str]) -> None:
    names.append("L6")  # one of Black's fourteen is beside it


@pytest.mark.parametrize("wrong", [["Z9"], [], "A1", ["A11", "A11"], ["B11", "A11"], ["F6"], None])
def test_an_area_that_is_none_is_refused_by_name(wrong: object) -> None:
    fields = json.loads(example_sixteen(1))
    fields["guarded"][0]["area"] = wrong
    assert refused(json.dumps(fields)) == "guarded.area"


@pytest.mark.parametrize(
    "wrong", [lambda keys: [], lambda keys: [*keys, keys[0]], lambda keys: [1], lambda keys: None]
)
def test_starts_that_are_none_are_refused_by_name(wrong: Callable[[list[str]], object]) -> None:
    fields = json.loads(example_sixteen(1))
    fields["guarded"][0]["from"] = wrong(fields["guarded"][0]["from"])
    assert refused(json.dumps(fields)) == "guarded.from"


def test_areas_have_a_largest_number() -> None:
    fields = json.loads(example_sixteen(1))
    fields["guarded"] *= MOST_AREAS + 1
    assert refused(json.dumps(fields)) == "guarded.too_many"


def test_the_walk_of_areas_is_limited_with_all_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    text = example_sixteen(1)
    states = check_certificate(text).states
    monkeypatch.setattr(walk, "MOST_STATES", states)
    assert refused(text) == ""
    monkeypatch.setattr(walk, "MOST_STATES", states - 1)
    assert refused(text) == "walk.too_long"


@cache
def example_sixteen(point: int) -> str:
    """Return the proof that a white chain of example 16 cannot come back where it stood."""
    region, _down = cut_out("L16", (0, 0), (3, 4), (1, 1))
    asked = RegionConfirmation(region)
    found = asked.ask(TargetQuestion.Q1, asked.chain(point))
    assert found.certificate is not None
    assert found.winner is QuestionWinner.ATTACKER
    return found.certificate
