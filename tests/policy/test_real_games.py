"""What is proposed for the real illegal moves and cycles of the corpus, under each text."""

from functools import cache
from typing import Any

import pytest

from adjudication.policy.articles import ARTICLES
from adjudication.policy.causes import Cause
from adjudication.policy.policy import DEFAULT, EventPolicy, IllegalMove
from adjudication.policy.proposals import decision_for, proposal_for
from adjudication.policy.questions import AnswersOutcome, FormKind, outcome_of
from adjudication.policy.reasons import reasons_for
from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.presets import PRESETS
from adjudication.rules.rulesets import Ko
from adjudication.rules.verdicts import Report
from language.messages import Message
from tests.rules.corpus import listing, record_of

TEXTS = ("japanese", "french", "nz", "beginner")
BLACK, WHITE = 3, 8
LOSER = {"white": "B", "black": "W"}


@cache
def judged(text: str) -> list[Report]:
    entries = listing("cycles_and_illegal.json")
    return [adjudicate(record_of(one["file"]), ruleset=PRESETS[text]) for one in entries]


def stored(report: Report) -> list[dict[str, Any]]:
    return [finding.as_dict(report.size, Message.as_json) for finding in report.findings]


def faults(text: str) -> list[tuple[Report, dict[str, Any]]]:
    """The first illegal move of every game that it decides."""
    decided = [report for report in judged(text) if report.verdict == "forfeit"]
    return [
        (report, next(one for one in stored(report) if one["code"].startswith("illegal.")))
        for report in decided
    ]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("policy", IllegalMove)
def test_real_illegal_moves(text: str, policy: IllegalMove) -> None:
    ruleset, event = PRESETS[text], EventPolicy(illegal_move=policy)
    found = faults(text)
    assert len(found) >= (2 if PRESETS[text].ko.value is Ko.SIMPLE else 7)
    for _, fault in found:
        decision = proposal_for(Cause.ILLEGAL_MOVE, fault, ruleset, event, BLACK, WHITE)
        if text == "japanese" or policy is IllegalMove.FORFEIT:
            assert decision is not None
            assert (decision.effect, decision.reason) == ("result", "forfeit")
            assert LOSER[decision.winner] == fault["color"]
        elif policy is IllegalMove.TAKE_BACK:
            assert decision is not None
            assert (decision.effect, decision.resume_move) == ("resume", fault["move"] - 1)
        else:
            assert decision is None
        if decision is not None:
            assert decision.finding == fault["code"]
            texts = [ARTICLES[key].rules for key in decision.articles]
            assert texts[-1] == ("j1989" if text == "japanese" else "event")
            assert texts[0] != "event"
        told = str(reasons_for(Cause.ILLEGAL_MOVE, fault, ruleset, policy=event))
        assert f"Move {fault['move']}" in told


def test_a_fault_that_may_be_the_records_proposes_nothing() -> None:
    doubtful = [
        one
        for report in judged("japanese")
        for one in stored(report)
        if report.verdict == "undetermined" and one["code"].startswith("illegal.")
    ]
    assert doubtful
    for one in doubtful:
        proposed = proposal_for(Cause.ILLEGAL_MOVE, one, PRESETS["japanese"], DEFAULT, BLACK, WHITE)
        assert proposed is None


@pytest.mark.parametrize("text", TEXTS)
def test_what_is_moot_or_uncertain_accuses_nobody(text: str) -> None:
    moot = [
        one for report in judged(text) for one in stored(report) if one["moot"] or one["uncertain"]
    ]
    assert moot
    event = EventPolicy(illegal_move=IllegalMove.FORFEIT)
    for one in moot:
        for cause in (Cause.ILLEGAL_MOVE, Cause.CYCLE):
            assert proposal_for(cause, one, PRESETS[text], event, BLACK, WHITE) is None


def test_real_cycles_end_without_result_by_agreement_alone() -> None:
    japanese, seen = PRESETS["japanese"], 0
    for report in judged("japanese"):
        for one in stored(report):
            if one["code"] != "cycle.whole_board" or one["moot"] or one["uncertain"]:
                continue
            seen += 1
            assert proposal_for(Cause.CYCLE, one, japanese, DEFAULT, BLACK, WHITE) is None
            both = outcome_of(FormKind.NO_RESULT, japanese, DEFAULT, "yes", "yes")
            agreed = decision_for(both, Cause.CYCLE, one, japanese, DEFAULT)
            assert agreed is not None
            assert (agreed.winner, agreed.articles[0]) == ("none", "j1989:12")
            told = str(reasons_for(Cause.CYCLE, one, japanese, outcome=AnswersOutcome.NO_RESULT))
            assert f"Move {one['move']}" in told
            assert "Both players agreed" in told
    assert seen > 50


def test_where_the_text_is_silent_only_a_cycle_in_which_nobody_pays_is_proposed() -> None:
    beginner = PRESETS["beginner"]
    proposed: dict[bool, set[bool]] = {True: set(), False: set()}
    for report in judged("beginner"):
        for one in stored(report):
            if one["code"].startswith("cycle.") and not (one["moot"] or one["uncertain"]):
                even = one["code"] == "cycle.whole_board" and not one["detail"]["prisoners"]
                decision = proposal_for(Cause.CYCLE, one, beginner, DEFAULT, BLACK, WHITE)
                proposed[even].add(decision is not None)
    assert proposed == {True: {True}, False: {False}}


@pytest.mark.parametrize("text", ["french", "nz"])
def test_what_a_superko_forbids_is_an_illegal_move_and_no_cycle(text: str) -> None:
    superko = [
        (one["move"], report) for report, one in faults(text) if one["code"] == "illegal.superko"
    ]
    assert len(superko) > 30
    for move, report in superko:
        assert not [
            one
            for one in stored(report)
            if one["code"] == "cycle.whole_board" and one["move"] == move
        ]
