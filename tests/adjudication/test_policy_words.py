"""The policy's words are those of the tables, and what it proposes can be written down."""

from itertools import product

import pytest
from django.db.models import IntegerField, Value

from adjudication.models import Case, Effect, Inquiry, InquiryKind, PenaltyKind, Ruling
from adjudication.policy.articles import EVENT_ARTICLES, articles_of
from adjudication.policy.causes import Cause
from adjudication.policy.forms.shapes import AnswersOutcome
from adjudication.policy.policy import EventPolicy, IllegalMove, LatePenalty, LateStep, NoResult
from adjudication.policy.proposals import decision_for, proposal_for
from adjudication.policy.questions import FormKind, final_words
from adjudication.policy.stakes import keys_at_stake
from adjudication.rules.findings import Code
from adjudication.rules.presets import PRESETS
from tests.policy.findings import CYCLE, KO, MISMATCH, SAID, SUPERKO
from tournament.games.models.result import result_rule

pytestmark = pytest.mark.once

LATE = (
    LateStep(5, LatePenalty.WARNING),
    LateStep(10, LatePenalty.TIME, 60),
    LateStep(20, LatePenalty.FORFEIT),
)
POLICY = EventPolicy(illegal_move=IllegalMove.FORFEIT, late=LATE, warnings_to_loss=2)
FOUND = (None, KO, SUPERKO, CYCLE, MISMATCH, SAID)


def decisions():
    for ruleset, illegal, becomes in product(PRESETS.values(), IllegalMove, NoResult):
        policy = EventPolicy(illegal_move=illegal, no_result=becomes, late=LATE, warnings_to_loss=2)
        for cause, found in product(Cause, FOUND):
            for players, minutes in product(([], [1], [1, 2]), (None, 6, 12, 40)):
                yield proposal_for(
                    cause, found, ruleset, policy, 1, 2, players=players, minutes=minutes
                )
            for outcome in AnswersOutcome:
                yield decision_for(outcome, cause, found, ruleset, policy, resume_move=7)


def width(model, column):
    return model._meta.get_field(column).max_length


def test_what_is_at_stake_and_what_is_proposed_can_be_cited():
    for ruleset, cause, found in product(PRESETS.values(), Cause, FOUND):
        known = {one.key for one in (*articles_of(ruleset.key), *EVENT_ARTICLES)}
        proposed = proposal_for(cause, found, ruleset, POLICY, 1, 2, players=[1], minutes=40)
        cited = () if proposed is None else proposed.articles
        assert known.issuperset((*keys_at_stake(cause, found, ruleset), *cited))
        assert proposed is None or proposed.finding in {"", *Code}


def test_kinds_of_questions_are_those_of_the_table():
    assert set(FormKind) == set(InquiryKind.values)


def test_words_fit_their_columns():
    for kind, ruleset, way in product(FormKind, PRESETS.values(), ("", "nz", "japanese")):
        for word in final_words(kind, ruleset, EventPolicy(dispute_rules=way)):
            assert len(word) <= width(Inquiry, "black_answer")
    for cause in Cause:
        assert len(cause) <= min(width(Case, "cause"), width(Ruling, "cause"))
    for code in Code:
        assert len(code) <= width(Ruling, "finding")
    for key in PRESETS:
        assert len(key) <= width(Ruling, "rules")


@pytest.mark.by_turns
@pytest.mark.long
@pytest.mark.django_db
def test_whatever_is_proposed_can_be_ruled():
    """The constraint on rulings holds for every result, and nothing else has one."""
    different = {decision for decision in decisions() if decision is not None}
    assert {one.effect for one in different} == set(Effect.values)
    for one in different:
        if one.effect == Effect.RESULT:
            margin = Value(one.margin_half, output_field=IntegerField())
            columns = {"winner": one.winner, "reason": one.reason, "margin_half": margin}
            assert result_rule().check(columns), one
        else:
            assert (one.winner, one.reason, one.margin_half) == ("", "", None)
        assert (one.resume_move is not None) == (one.effect == Effect.RESUME)
        assert {penalty.kind for penalty in one.penalties} <= set(PenaltyKind.values)
