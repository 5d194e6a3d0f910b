"""Playing through proofs: whatever the loser does has an answer, and it ends as the proof says."""

from random import Random

import pytest

from adjudication.confirmation.checker.errors import CheckError
from adjudication.confirmation.confirm import RegionConfirmation, answer_problem
from adjudication.confirmation.consistency import ConflictKind, JudgedChain, VerdictConflict
from adjudication.confirmation.exploring import (
    MOST_MOVES,
    ExploreError,
    LineEnd,
    choices_of,
    explore,
)
from adjudication.confirmation.problem import KoPass, QuestionWinner, TargetQuestion
from adjudication.confirmation.verdict import Status, UndecidedReason
from adjudication.confirmation.walls import AliveReason
from adjudication.confirmation.words import (
    answer_text,
    assumption_text,
    assumptions_text,
    conflict_text,
    end_text,
    guarded_text,
    question_text,
    reading_text,
    reason_text,
    repetition_text,
    status_text,
    step_text,
)
from adjudication.rules.colours import BLACK, WHITE
from tests.confirmation.diagrams import RECTANGULAR_SIX, problem
from tests.confirmation.official import cut_out
from tests.confirmation.random_problems import problems
from tests.support.catalogues import french
from tests.support.environment import times


def test_the_line_that_is_shown_is_played_to_its_end() -> None:
    found = answer_problem(problem(RECTANGULAR_SIX, "D5"))
    assert found.certificate is not None
    choices = choices_of(found.line, QuestionWinner.ATTACKER, 5)
    explored = explore(found.certificate, choices)
    assert [one.point for one in explored.steps] == [one.point for one in found.line]
    assert explored.end is LineEnd.CAPTURED
    assert explored.moves == ()
    assert set(explored.states.values()) <= {0, WHITE}
    assert explored.steps[-1].taken
    assert [one.answers for one in explored.steps[:3]] == [True, False, True]


def test_after_its_end_a_line_is_played_on_by_both() -> None:
    found = answer_problem(problem(RECTANGULAR_SIX, "D5"))
    assert found.certificate is not None
    choices = choices_of(found.line, QuestionWinner.ATTACKER, 5)
    over = explore(found.certificate, choices)
    assert over.onward
    after = explore(found.certificate, choices, ("pass", over.onward[0]))
    mine, theirs = after.steps[len(over.steps) :]
    assert (mine.colour, theirs.colour) == (over.mover, 3 - over.mover)
    assert mine.onward
    assert not theirs.answers
    assert after.states[theirs.point or 0] == theirs.colour
    # Not before the end, and nothing that is no move there.
    for early, moves in ((choices[:1], ("pass",)), (choices, ("A1", "A1"))):
        with pytest.raises(ExploreError) as refused:
            explore(found.certificate, early, moves)
        assert refused.value.number > len(early)


def test_whatever_the_loser_does_has_an_answer() -> None:
    chance, ended = Random(7), set()
    for _number, asked in problems(times(60, 2000)):
        found = answer_problem(asked, budget=20_000)
        if found.certificate is None:
            continue
        choices: list[str] = []
        for _ in range(30):
            explored = explore(found.certificate, choices)
            assert (explored.end is None) == bool(explored.moves)
            if explored.end is not None:
                ended.add(explored.end)
                break
            choices.append(chance.choice(explored.moves))
        else:
            # Only who need not win in finitely many moves lets the other go on and on.
            assert found.winner is not asked.prover
    assert ended == set(LineEnd)


def test_a_move_that_is_not_allowed_is_named() -> None:
    text = answer_problem(problem(RECTANGULAR_SIX, "D5")).certificate
    assert text is not None
    for choice in ("B5", "Z9", "", "ko-pass", "pass "):
        with pytest.raises(ExploreError) as refused:
            explore(text, ["pass", choice])
        assert (refused.value.number, refused.value.move) == (2, choice)
    with pytest.raises(ExploreError):
        explore(text, ["pass"] * (MOST_MOVES + 1))
    with pytest.raises(CheckError):
        explore(text.replace('"winner":"attacker"', '"winner":"owner"'))
    with pytest.raises(CheckError):
        explore("[]")


def test_who_goes_round_in_a_circle_is_told() -> None:
    """White can take and retake the two kos of the official example for ever: it is a seki."""
    region, down = cut_out("C14", (1, 0), (0, 0), below=False)
    asked = RegionConfirmation(region)
    text = asked.ask(TargetQuestion.Q0, asked.chain((1 + down) * region.size)).certificate
    assert text is not None
    chance = Random(14)
    choices: list[str] = []
    while not (explored := explore(text, choices)).again:
        assert len(choices) < 100
        if explored.end:
            choices = []
        else:
            choices.append(chance.choice(explored.moves))
    assert explored.moves


@pytest.mark.parametrize("reading", [KoPass.BOTH, KoPass.EACH])
def test_a_ko_is_told_with_what_may_not_be_retaken(reading: KoPass) -> None:
    region, _down = cut_out("C9a", (0, 0), (0, 4))
    asked = RegionConfirmation(region, ko_pass=reading)
    found = asked.ask(TargetQuestion.Q0, asked.chain(3))
    assert found.certificate is not None
    explored = explore(
        found.certificate, choices_of(found.line, QuestionWinner.ATTACKER, region.size)
    )
    said = [str(step_text(one, region.size)) for one in explored.steps]
    assert said[0] == (
        "White plays A8 and takes the stone at A9; Black may retake at A9 only after a pass for "
        "this ko (Art. 7.2)."
    )
    named = " at A9" if reading is KoPass.EACH else ""
    assert said[1] == f"Black passes for the ko{named}."
    fr = french(step_text(explored.steps[0], region.size))
    assert fr.endswith("Noir ne peut reprendre en A9 qu’après avoir passé pour ce ko (art. 7.2).")


EACH_BY_ITSELF = (AliveReason.EDGE, AliveReason.PROPOSED)
"""Reasons that are never told of several stones at once."""


def test_every_word_is_there_in_both_languages() -> None:
    judged = JudgedChain(frozenset({0}), BLACK, Status.DEAD, ())
    said = [
        *(status_text(one, stones, BLACK, 9) for one in Status for stones in ({0}, {0, 1})),
        *(question_text(one, {3, 4}, WHITE, 9) for one in TargetQuestion),
        *(answer_text(one, who) for one in TargetQuestion for who in (*QuestionWinner, None)),
        *map(reason_text, UndecidedReason),
        *map(reading_text, KoPass),
        *(assumption_text(one, {5}, WHITE, 9) for one in AliveReason),
        *(assumptions_text(one) for one in AliveReason if one not in EACH_BY_ITSELF),
        *(end_text(one, BLACK, WHITE) for one in LineEnd),
        repetition_text(BLACK, WHITE),
        guarded_text(BLACK, BLACK),
        *(conflict_text(VerdictConflict(one, judged, judged), 9) for one in ConflictKind),
    ]
    assert all(str(one) and french(one) and "%(" not in str(one) + french(one) for one in said)
    dead = status_text(Status.DEAD, {0, 1}, BLACK, 9)
    assert str(dead).startswith("The 2 black stones at A9 are dead: White can take them,")
    assert french(dead).startswith(
        "Les 2 pierres noires en A9 sont mortes : Blanc peut les prendre,"
    )
    assert str(answer_text(TargetQuestion.Q0, QuestionWinner.ATTACKER)) == "Yes"
    assert str(answer_text(TargetQuestion.Q1, QuestionWinner.ATTACKER)) == "No"
