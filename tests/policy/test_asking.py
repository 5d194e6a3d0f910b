"""Which questions a referee asks in a case: about dead stones only where the marks differ."""

import pytest

from adjudication.policy.asking import WHY_UNASKED, Marks, Unasked, has_no_place, unanswerable
from adjudication.policy.causes import Cause
from adjudication.policy.questions import FormKind
from adjudication.rules.presets import JAPANESE, TROMP_TAYLOR


@pytest.mark.parametrize(
    ("marks", "why"),
    [
        ({}, Unasked.NO_MARKS),
        ({"black": None, "white": None}, Unasked.NO_MARKS),
        ({"black": ["D4", "C3"], "white": ["C3", "D4"]}, Unasked.SAME_MARKS),
        ({"black": [], "white": []}, Unasked.SAME_MARKS),
        ({"black": [], "white": None}, None),
        ({"black": ["D4"], "white": []}, None),
    ],
)
def test_a_referee_asks_about_dead_stones_where_the_marks_differ(
    marks: Marks, why: Unasked | None
) -> None:
    assert unanswerable(marks) is why


def test_a_question_has_a_place_where_the_rules_and_the_case_know_its_matter() -> None:
    def why(kind: FormKind, *causes: Cause, stones_stay: bool = False) -> Unasked | None:
        return has_no_place(kind, JAPANESE, causes, stones_stay=stones_stay)

    assert why(FormKind.DEAD_STONES, stones_stay=True) is Unasked.STONES_STAY
    assert why(FormKind.ILLEGAL_MOVE, Cause.CONTESTED) is Unasked.NO_ILLEGAL_MOVE
    assert why(FormKind.ILLEGAL_MOVE, Cause.CONTESTED, Cause.ILLEGAL_MOVE) is None
    assert why(FormKind.NO_RESULT) is None
    forbids = has_no_place(FormKind.NO_RESULT, TROMP_TAYLOR, (), stones_stay=False)
    assert forbids is Unasked.REPETITION_FORBIDDEN
    assert all(WHY_UNASKED[reason] for reason in Unasked)
