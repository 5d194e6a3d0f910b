"""Which questions a referee asks in a case: about dead stones only where the marks differ."""

import pytest

from adjudication.policy.asking import (
    WHY_NOT_ASKABLE,
    Marks,
    NotAskable,
    why_not_askable,
    why_unanswerable,
)
from adjudication.policy.causes import Cause
from adjudication.policy.questions import FormKind
from adjudication.rules.presets import JAPANESE, TROMP_TAYLOR


@pytest.mark.parametrize(
    ("marks", "why"),
    [
        ({}, NotAskable.NO_MARKS),
        ({"black": None, "white": None}, NotAskable.NO_MARKS),
        ({"black": ["D4", "C3"], "white": ["C3", "D4"]}, NotAskable.SAME_MARKS),
        ({"black": [], "white": []}, NotAskable.SAME_MARKS),
        ({"black": [], "white": None}, None),
        ({"black": ["D4"], "white": []}, None),
    ],
)
def test_a_referee_asks_about_dead_stones_where_the_marks_differ(
    marks: Marks, why: NotAskable | None
) -> None:
    assert why_unanswerable(marks) is why


def test_a_question_has_a_place_where_the_rules_and_the_case_know_its_matter() -> None:
    def why(kind: FormKind, *causes: Cause, stones_stay: bool = False) -> NotAskable | None:
        return why_not_askable(kind, JAPANESE, causes, stones_stay=stones_stay)

    assert why(FormKind.DEAD_STONES, stones_stay=True) is NotAskable.STONES_STAY
    assert why(FormKind.ILLEGAL_MOVE, Cause.CONTESTED) is NotAskable.NO_ILLEGAL_MOVE
    assert why(FormKind.ILLEGAL_MOVE, Cause.CONTESTED, Cause.ILLEGAL_MOVE) is None
    assert why(FormKind.NO_RESULT) is None
    forbids = why_not_askable(FormKind.NO_RESULT, TROMP_TAYLOR, (), stones_stay=False)
    assert forbids is NotAskable.REPETITION_FORBIDDEN
    assert all(WHY_NOT_ASKABLE[reason] for reason in NotAskable)
