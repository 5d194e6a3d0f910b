"""The first words of a ruling's reasons."""

from typing import Any

import pytest

from adjudication.policy.causes import Cause
from adjudication.policy.forms.shapes import AnswersOutcome
from adjudication.policy.policy import DEFAULT, EventPolicy, IllegalMove, NoResult
from adjudication.policy.reasons import reasons_for
from adjudication.rules.findings import Code
from adjudication.rules.presets import BEGINNER, FRENCH, JAPANESE, NZ, PRESETS
from adjudication.rules.rulesets import RuleSet
from tests.policy.findings import CYCLE, KO, MISMATCH, SAID, SUPERKO, finding
from tests.support.catalogues import french


@pytest.mark.parametrize("policy", [None, DEFAULT])
@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize("cause", Cause)
def test_reasons_are_whole_sentences_in_both_languages(
    cause: Cause, ruleset: RuleSet, policy: EventPolicy | None
) -> None:
    for found in (None, KO, SUPERKO, CYCLE, MISMATCH, SAID, finding(Code.NAMES_DIFFER)):
        message = reasons_for(cause, found, ruleset, policy=policy)
        assert str(message) != french(message)
        for text in (str(message), french(message)):
            assert text[0].isupper()
            assert text.endswith(".")
            assert "%(" not in text
            assert "  " not in text
            assert "None" not in text


@pytest.mark.parametrize(
    ("cause", "found", "ruleset", "said"),
    [
        (Cause.ILLEGAL_MOVE, KO, JAPANESE, ("Move 33: Black", "at once", "Art. 14")),
        (Cause.ILLEGAL_MOVE, SUPERKO, FRENCH, ("after move 20", "the referee decides")),
        (Cause.CYCLE, CYCLE, JAPANESE, ("only if both players agree", "Art. 12")),
        (Cause.CYCLE, CYCLE, BEGINNER, ("say nothing", "half a point")),
        (Cause.ILLEGAL_MOVE, SAID, JAPANESE, ("about move 9", "was reported")),
        (Cause.CONTRADICTED, MISMATCH, NZ, ("W+2.5", "B+0.5")),
        (Cause.EFFECTIVE_MOVE, None, JAPANESE, ("may ask to play on", "Art. 13.1")),
        (Cause.EFFECTIVE_MOVE, None, FRENCH, ("say nothing",)),
        (Cause.DISPLACED_STONE, None, JAPANESE, ("put back", "Art. 13.2")),
        (Cause.DISPLACED_STONE, None, NZ, ("say nothing",)),
    ],
)
def test_reasons_say_what_was_found_and_what_follows(
    cause: Cause, found: dict[str, Any] | None, ruleset: RuleSet, said: tuple[str, ...]
) -> None:
    text = str(reasons_for(cause, found, ruleset, policy=DEFAULT))
    for part in said:
        assert part in text


@pytest.mark.parametrize("found", [None, SAID, {**KO, "uncertain": True}, {**KO, "moot": True}])
def test_what_no_record_shows_beyond_doubt_loses_no_game(found: dict[str, Any] | None) -> None:
    assert "Art. 14" in str(reasons_for(Cause.ILLEGAL_MOVE, KO, JAPANESE, policy=DEFAULT))
    assert "Art. 14" not in str(reasons_for(Cause.ILLEGAL_MOVE, found, JAPANESE, policy=DEFAULT))


def test_reasons_of_an_agreed_no_result_say_so() -> None:
    policy = EventPolicy(no_result=NoResult.REPLAY)
    message = reasons_for(
        Cause.CYCLE, CYCLE, JAPANESE, policy=policy, outcome=AnswersOutcome.NO_RESULT
    )
    text = french(message)
    assert "Les deux joueurs ont accepté" in text
    assert "rejouée" in text


@pytest.mark.parametrize("cause", [Cause.DISPLACED_STONE, Cause.EFFECTIVE_MOVE, Cause.DEAD_STONES])
@pytest.mark.parametrize("outcome", AnswersOutcome)
def test_reasons_do_not_contradict_what_the_answers_came_to(
    cause: Cause, outcome: AnswersOutcome
) -> None:
    text = str(reasons_for(cause, None, JAPANESE, outcome=outcome))
    said_so = outcome is AnswersOutcome.BOTH_LOSE and cause is not Cause.DEAD_STONES
    assert ("so both lose" in text) == said_so
    assert ("Art. 9.3" in text) == (outcome is AnswersOutcome.RESUME)
    assert "%(" not in text


@pytest.mark.parametrize("rules", ["aga", "chinese", "ing"])
@pytest.mark.parametrize("choice", IllegalMove)
def test_a_text_that_is_not_told_here_is_never_said_to_be_silent(
    rules: str, choice: IllegalMove
) -> None:
    policy = EventPolicy(illegal_move=choice)
    for cause, found in (
        (Cause.ILLEGAL_MOVE, SUPERKO),
        (Cause.EFFECTIVE_MOVE, None),
        (Cause.DISPLACED_STONE, None),
    ):
        text = str(reasons_for(cause, found, PRESETS[rules], policy=policy))
        assert "not modelled here" in text
        assert "do not say" not in text
        assert "say nothing" not in text


@pytest.mark.parametrize(
    ("cause", "said"),
    [
        (Cause.TIME, "White ran out of time"),
        (Cause.ABSENCE, "White was not at the board"),
        (Cause.LATE, "White came late"),
    ],
)
def test_reasons_say_of_whom_it_was_reported(cause: Cause, said: str) -> None:
    assert said in str(reasons_for(cause, None, JAPANESE, about=["white"]))
    for about in ([], ["black", "white"]):
        assert "White" not in str(reasons_for(cause, None, JAPANESE, about=about))
