"""The first words of a ruling's reasons."""

from typing import Any

import pytest

from adjudication.policy.articles import articles_of
from adjudication.policy.causes import Cause, ClockMatter
from adjudication.policy.forms.shapes import AnswersOutcome
from adjudication.policy.policy import DEFAULT, EventPolicy, IllegalMove, NoResult
from adjudication.policy.proposals import proposal_for
from adjudication.policy.reasons import reasons_for
from adjudication.policy.reported import ReportedResults
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


@pytest.mark.parametrize(
    ("marked_by", "told"),
    [("black", "that Black alone marked"), ("both", "that both players marked"), ("", "")],
)
def test_reasons_of_a_contradicted_report_say_whose_marks_are_counted(
    marked_by: str, told: str
) -> None:
    reported = ReportedResults(marked_by=marked_by)
    text = str(reasons_for(Cause.CONTRADICTED, MISMATCH, NZ, reported=reported))
    assert told in text
    assert ("marked" in text) is bool(told)
    for part in ("W+2.5", "B+0.5", "the counted result stands"):
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


CLOCKS = {
    ClockMatter.FELL: "ran out of time",
    ClockMatter.PASSING: "passing",
    ClockMatter.PRISONERS: "captured",
    ClockMatter.UNPRESSED: "not pressed",
    ClockMatter.MOVED_AFTER: "move was played after",
    ClockMatter.WRONG: "set wrongly",
}


@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize("clock", ClockMatter)
def test_reasons_of_a_clock_say_what_happened_and_what_the_text_makes_of_it(
    clock: ClockMatter, ruleset: RuleSet
) -> None:
    for about in ([], ["white"]):
        message = reasons_for(Cause.TIME, None, ruleset, policy=DEFAULT, clock=clock, about=about)
        text = str(message)
        assert CLOCKS[clock] in text
        assert ("White" in text) == bool(about)
        assert french(message) != text
        assert "%(" not in text + french(message)
        told = bool(articles_of(ruleset.key))
        if clock is ClockMatter.PRISONERS:
            assert ("not modelled" in text) == (not told)
            assert ("do not say" in text) == (ruleset.key in ("french", "french-ssk", "beginner"))
        if clock is ClockMatter.UNPRESSED:
            assert ("not modelled" in text) == (not told)
            assert ("the referee decides" in text) == told
        if clock is ClockMatter.PASSING:
            cited = ruleset.end_of_play.article
            assert cited in text if cited else "not modelled" in text


@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
def test_a_count_that_is_lost_loses_nobody_the_game(ruleset: RuleSet) -> None:
    assert proposal_for(Cause.COUNT_LOST, None, ruleset, DEFAULT, 1, 2, players=[1]) is None
    for choice, becomes in ((NoResult.HALF, "half a point"), (NoResult.REPLAY, "played again")):
        policy = EventPolicy(no_result=choice)
        text = str(reasons_for(Cause.COUNT_LOST, None, ruleset, policy=policy))
        assert "nobody loses for this alone" in text
        assert becomes in text
        if ruleset.scoring.article:
            assert ruleset.scoring.article in text
        silent, untold = "do not say", "not modelled"
        assert (silent in text, untold in text) == (
            (True, False) if articles_of(ruleset.key) else (False, True)
        )
