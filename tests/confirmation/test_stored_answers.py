import json
from dataclasses import replace

import pytest

from adjudication.confirmation import confirm as module
from adjudication.confirmation.confirm import answer_problem, confirm_chains
from adjudication.confirmation.problem import (
    PASS_MOVE,
    KoPass,
    Move,
    MoveKind,
    Problem,
    TargetQuestion,
)
from adjudication.confirmation.stored_answers import (
    StoredAnswer,
    problem_key,
    read_move,
    restore_answer,
    stored_form,
)
from adjudication.confirmation.verdict import ChainVerdict, ProblemAnswer, UndecidedReason
from tests.confirmation.boards import board, named
from tests.confirmation.diagrams import chain, region

# Three points in a row: dead, by three questions.
THREE = """
. . . X O O O O O
X X X X O . O . O
O O O O O O O O O
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
""".replace(" ", "")
KO_SHAPE = "X.O.#-\n@@O.#-\n@@.@#-\n@@@@@-\n------\n------"


def problem(rows: str, name: str, question: TargetQuestion = TargetQuestion.Q0) -> Problem:
    of = region(rows)
    target = chain(of, name)
    return Problem(of, target, target, question)


class StoppedError(Exception):
    pass


class Keeper:
    def __init__(self, most: int | None = None) -> None:
        self.kept: dict[str, StoredAnswer] = {}
        self.most = most
        self.found = 0

    def __call__(self, answer: ProblemAnswer) -> None:
        if self.found == self.most:
            raise StoppedError
        self.found += 1
        kept = stored_form(answer)
        assert kept.key not in self.kept
        self.kept[kept.key] = kept


def plain(verdict: ChainVerdict) -> object:
    told = [stored_form(one) for one in (*verdict.answers, *verdict.supports)]
    return verdict.chain, verdict.status, verdict.reason, verdict.assumptions, told


def run(keeper: Keeper, ko_pass: KoPass = KoPass.BOTH) -> list[object]:
    position, size = board(THREE)
    points = named("D9", size)
    found = confirm_chains(
        position, size, points, ko_pass=ko_pass, find_stored=dict(keeper.kept).get, on_answer=keeper
    )
    return [plain(one) for one in found]


def test_equal_problems_have_one_name_and_others_another() -> None:
    one = problem(KO_SHAPE, "A6")
    assert problem_key(one) == problem_key(problem(KO_SHAPE, "A6"))
    others = [
        replace(one, question=TargetQuestion.Q1),
        replace(one, question=TargetQuestion.Q2, local=one.target | {one.region.points[1]}),
        replace(one, ko_pass=KoPass.EACH),
        problem(KO_SHAPE, "C6"),
        problem(KO_SHAPE.replace("#-\n@@O", "@-\n@@O"), "A6"),
    ]
    assert len({problem_key(other) for other in [one, *others]}) == 1 + len(others)


def test_the_name_of_a_problem_stays_what_it_is() -> None:
    key = "21f610ac2d4d5b80e1773d3b823236e1b7791ad8c72a157033b683d58da5da9d"
    assert problem_key(problem("X X . @\n@@@@\n----\n----", "A4")) == key


def test_an_answer_is_taken_up_as_it_was() -> None:
    asked = problem(KO_SHAPE, "A6")
    found = answer_problem(asked)
    assert found.winner is not None
    again = restore_answer(
        StoredAnswer(**json.loads(json.dumps(_plain(stored_form(found))))), asked
    )
    assert again == found


def _plain(kept: StoredAnswer) -> dict[str, object]:
    return {name: getattr(kept, name) for name in StoredAnswer.__slots__}


def test_an_open_answer_is_taken_up_with_its_reason() -> None:
    asked = problem(KO_SHAPE, "A6")
    found = ProblemAnswer(asked, None, 300, reason=UndecidedReason.MEMORY)
    assert restore_answer(stored_form(found), asked) == found


def test_what_is_kept_is_proven_again_or_counts_for_nothing() -> None:
    asked = problem(KO_SHAPE, "A6")
    kept = stored_form(answer_problem(asked))
    other = {"attacker": "owner", "owner": "attacker"}[kept.winner]
    assert restore_answer(kept, asked) is not None
    for changed in (
        replace(kept, winner=other),
        replace(kept, winner=other, certificate=kept.certificate.replace(kept.winner, other)),
        replace(kept, winner="nobody"),
        replace(kept, winner="", reason="tired"),
        replace(kept, line=("Z99",)),
        replace(kept, certificate=""),
        replace(kept, certificate=kept.certificate[:-1]),
    ):
        assert restore_answer(changed, asked) is None
    assert restore_answer(kept, replace(asked, ko_pass=KoPass.EACH)) is None


def test_a_run_that_was_stopped_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Keeper()
    told = run(whole)
    assert whole.found > 1
    parts = Keeper(most=1)
    with pytest.raises(StoppedError):
        run(parts)
    assert len(parts.kept) == 1
    searched = []
    real = module.answer_problem
    monkeypatch.setattr(
        module, "answer_problem", lambda asked, **how: searched.append(asked) or real(asked, **how)
    )
    parts.most = None
    assert run(parts) == told
    assert len(searched) == whole.found - 1
    assert parts.kept == whole.kept
    assert run(parts) == told
    assert len(searched) == whole.found - 1


def test_a_kept_lie_is_searched_for_again() -> None:
    honest = Keeper()
    told = run(honest)
    lied = Keeper()
    lied.kept = {
        key: replace(one, winner={"attacker": "owner", "owner": "attacker"}[one.winner])
        for key, one in honest.kept.items()
    }
    keys = set(lied.kept)
    lied.kept, lies = {}, lied.kept
    position, size = board(THREE)
    found = confirm_chains(position, size, named("D9", size), find_stored=lies.get, on_answer=lied)
    assert [plain(one) for one in found] == told
    assert set(lied.kept) == keys


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("A9", Move(MoveKind.PLAY, 0)),
        ("pass", PASS_MOVE),
        ("ko-pass", Move(MoveKind.KO_PASS)),
        ("ko-pass B9", Move(MoveKind.KO_PASS, 1)),
    ],
)
def test_a_move_is_read_as_it_is_written(text: str, move: Move) -> None:
    assert read_move(text, 9) == move


@pytest.mark.parametrize("text", ["", "Z9", "play A9", "pass A9", "tenuki", "ko-pass ko-pass"])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"move|point|valid"):
        read_move(text, 9)
