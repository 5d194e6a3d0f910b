"""What a referee is asked about time that ran out: only what the outcome depends on."""

from itertools import product

import pytest

from adjudication.policy.causes import ClockMatter
from adjudication.policy.forms.clock import (
    ClockFinding,
    ClockOutcome,
    ask_about_clock,
    decision_about_clock,
    reasons_about_clock,
)
from adjudication.policy.forms.shapes import FormQuestion
from adjudication.policy.stakes import completes_article
from adjudication.rules.presets import PRESETS
from adjudication.rules.rulesets import RuleSet

JAPANESE, FRENCH = PRESETS["japanese"], PRESETS["french"]


def asked(*answers: str, ruleset: RuleSet = JAPANESE) -> FormQuestion | ClockFinding:
    return ask_about_clock(ruleset, answers, confirmed=False)


def ends(ruleset: RuleSet) -> dict[tuple[str, ...], ClockFinding]:
    """Return what every way through the questions comes to."""
    found: dict[tuple[str, ...], ClockFinding] = {}
    open_: list[tuple[str, ...]] = [()]
    while open_:
        answers = open_.pop()
        step = asked(*answers, ruleset=ruleset)
        if isinstance(step, FormQuestion):
            open_ += [(*answers, answer.word) for answer in step.answers]
        else:
            found[answers] = step
    return found


@pytest.mark.parametrize("key", PRESETS)
def test_every_question_has_answers_that_differ_in_what_comes_of_them(key: str) -> None:
    ruleset = PRESETS[key]
    found = ends(ruleset)
    lost = {answers for answers, one in found.items() if one.outcome is ClockOutcome.LOSES}
    took = [(ClockMatter.FELL,)]
    if completes_article(ruleset) is not None:
        took.append((ClockMatter.PRISONERS,))
    assert lost == {(late, *how, "yes") for late, how in product(("black", "white"), took)}
    for answers, one in found.items():
        assert one.can_be
        assert str(reasons_about_clock(one, ruleset))
        decision = decision_about_clock(one, ruleset)
        assert (decision is None) is (one.outcome is ClockOutcome.REFEREE)
        if decision is not None and one.outcome is ClockOutcome.LOSES:
            winner = "white" if answers[0] == "black" else "black"
            assert (decision.effect, decision.winner, decision.reason) == ("result", winner, "time")
        elif decision is not None:
            assert (decision.effect, decision.winner) == ("nothing", "")


def test_prisoners_on_the_board_cost_the_game_only_where_the_text_says_so() -> None:
    lost = asked("black", "prisoners", "yes")
    assert isinstance(lost, ClockFinding)
    decision = decision_about_clock(lost, JAPANESE)
    assert decision is not None
    assert "j1989:5" in decision.articles
    assert "Art. 5" in str(reasons_about_clock(lost, JAPANESE))
    left = asked("black", "prisoners", ruleset=FRENCH)
    assert left == ClockFinding(ClockOutcome.REFEREE, "black", ClockMatter.PRISONERS)


def test_a_move_with_the_clock_not_pressed_is_left_to_the_referee() -> None:
    left = asked("white", "unpressed")
    assert left == ClockFinding(ClockOutcome.REFEREE, "white", ClockMatter.UNPRESSED)
    assert left.can_be
    assert decision_about_clock(left, JAPANESE) is None
    assert "the referee decides" in str(reasons_about_clock(left, JAPANESE))


def test_after_both_have_confirmed_nothing_is_asked() -> None:
    found = ask_about_clock(JAPANESE, (), confirmed=True)
    assert found == ClockFinding(ClockOutcome.TOO_LATE)
    decision = decision_about_clock(found, JAPANESE)
    assert decision is not None
    assert decision.articles == ("j1989:10.4",)


@pytest.mark.parametrize(
    "answers", [("both",), ("none", "yes"), ("black", "moved_after"), ("black", "fell", "maybe")]
)
def test_an_answer_that_is_not_offered_is_refused(answers: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=answers[-1]):
        asked(*answers)


def test_what_no_answers_lead_to_fills_in_nothing() -> None:
    every = [
        ClockFinding(end, late, matter)
        for end, late, matter in product(ClockOutcome, ("", "black"), ClockMatter)
    ]
    led_to = {*ends(JAPANESE).values(), *ends(FRENCH).values(), ClockFinding(ClockOutcome.TOO_LATE)}
    assert {one for one in every if one.can_be} == {one for one in led_to if one.late != "white"}
