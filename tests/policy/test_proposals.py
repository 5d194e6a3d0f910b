"""What is proposed in a case, on which articles and with which words."""

from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudication.policy.articles import ARTICLES, article_of
from adjudication.policy.causes import Cause, ClockMatter
from adjudication.policy.decisions import Decision, PenaltyGiven, decision_from
from adjudication.policy.forms.shapes import AnswersOutcome
from adjudication.policy.policy import (
    DEFAULT,
    EventPolicy,
    IllegalMove,
    LatePenalty,
    LateStep,
    NoResult,
)
from adjudication.policy.proposals import decision_for, proposal_for
from adjudication.policy.questions import final_words, outcome_of
from adjudication.policy.stakes import articles_at_stake, changes_nothing, keys_at_stake
from adjudication.rules.findings import Code
from adjudication.rules.presets import BEGINNER, FRENCH, JAPANESE, NZ, PRESETS
from adjudication.rules.rulesets import Cited, RuleSet
from tests.policy.findings import CYCLE, KO, MISMATCH, SUPERKO, finding

BLACK, WHITE = 7, 12
"""The numbers of the two players."""
LATE = EventPolicy(
    late=(
        LateStep(5, LatePenalty.WARNING),
        LateStep(15, LatePenalty.TIME, 600),
        LateStep(30, LatePenalty.FORFEIT),
    ),
    warnings_to_loss=3,
)


def propose(
    cause: Cause,
    found: dict[str, Any] | None = None,
    ruleset: RuleSet = JAPANESE,
    policy: EventPolicy = DEFAULT,
    **more: Any,
) -> Decision | None:
    return proposal_for(cause, found, ruleset, policy, BLACK, WHITE, **more)


def test_an_illegal_move_loses_where_the_text_says_so() -> None:
    for colour, winner in (("B", "white"), ("W", "black")):
        assert propose(Cause.ILLEGAL_MOVE, {**KO, "color": colour}) == Decision(
            "result",
            winner,
            "forfeit",
            articles=("j1989:6", "j1989:14"),
            finding="illegal.ko",
        )


@pytest.mark.parametrize("policy", IllegalMove)
def test_the_tournament_cannot_overrule_what_the_text_says(policy: IllegalMove) -> None:
    proposed = propose(Cause.ILLEGAL_MOVE, KO, policy=EventPolicy(illegal_move=policy))
    assert proposed is not None
    assert proposed.reason == "forfeit"


@pytest.mark.parametrize("ruleset", [FRENCH, NZ, BEGINNER], ids=lambda one: one.key)
def test_where_the_text_is_silent_the_tournament_says_what_is_proposed(ruleset: RuleSet) -> None:
    found = {**SUPERKO, "detail": {"rule": ruleset.ko.article}}
    forfeit, back, referee = (
        propose(Cause.ILLEGAL_MOVE, found, ruleset, EventPolicy(illegal_move=one))
        for one in (IllegalMove.FORFEIT, IllegalMove.TAKE_BACK, IllegalMove.REFEREE)
    )
    broken = article_of(ruleset.key, ruleset.ko.article)
    assert broken is not None
    assert forfeit is not None
    assert forfeit.articles == (broken.key, "event:illegal")
    assert (forfeit.winner, forfeit.reason) == ("white", "forfeit")
    assert back is not None
    assert (back.effect, back.resume_move, back.winner) == ("resume", 32, "")
    assert referee is None


@pytest.mark.parametrize(
    "found",
    [
        None,
        {**KO, "moot": True},
        {**KO, "article": None},
        finding("illegal.after_end", article="Art. 9.1"),
        CYCLE,
    ],
)
def test_only_the_first_illegal_move_that_the_record_proves_accuses(
    found: dict[str, Any] | None,
) -> None:
    assert propose(Cause.ILLEGAL_MOVE, found) is None


def test_nobody_imposes_no_result_where_both_must_agree_or_the_rules_forbid_it() -> None:
    assert propose(Cause.CYCLE, CYCLE, JAPANESE) is None
    assert propose(Cause.CYCLE, CYCLE, FRENCH) is None


@pytest.mark.parametrize(
    ("becomes", "expected"),
    [
        (NoResult.HALF, ("result", "none", "void")),
        (NoResult.REPLAY, ("replay", "", "")),
        (NoResult.VOID, ("result", "void", "ruling")),
    ],
)
def test_a_cycle_becomes_what_the_tournament_says(
    becomes: NoResult, expected: tuple[str, str, str]
) -> None:
    policy = EventPolicy(no_result=becomes)
    proposed = propose(Cause.CYCLE, CYCLE, BEGINNER, policy)
    agreed = decision_for(AnswersOutcome.NO_RESULT, Cause.CYCLE, CYCLE, JAPANESE, policy)
    for decision in (proposed, agreed):
        assert decision is not None
        assert (decision.effect, decision.winner, decision.reason) == expected
        assert decision.finding == "cycle.whole_board"
    assert agreed is not None
    assert agreed.articles == ("j1989:12", "event:no-result")


@pytest.mark.parametrize(
    "found",
    [
        None,
        {**CYCLE, "code": "cycle.position_only"},
        {**CYCLE, "detail": {"prisoners": -1}},
        {**CYCLE, "moot": True},
    ],
)
def test_a_cycle_in_which_somebody_pays_is_information_only(found: dict[str, Any] | None) -> None:
    assert propose(Cause.CYCLE, found, BEGINNER) is None


@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize("cause", [Cause.EFFECTIVE_MOVE, Cause.DISPLACED_STONE])
def test_that_both_lose_follows_only_from_what_both_answer(cause: Cause, ruleset: RuleSet) -> None:
    assert propose(cause, None, ruleset) is None
    outcomes = {
        outcome_of(cause.value, ruleset, DEFAULT, black, white)
        for black, white in product(final_words(cause.value, ruleset, DEFAULT), repeat=2)
    }
    assert (AnswersOutcome.BOTH_LOSE in outcomes) == (ruleset.text == JAPANESE.text)


@pytest.mark.parametrize(
    ("cause", "article"),
    [(Cause.EFFECTIVE_MOVE, "j1989:13.1"), (Cause.DISPLACED_STONE, "j1989:13.2")],
)
def test_both_lose_by_the_article_that_says_so(cause: Cause, article: str) -> None:
    decided = decision_for(AnswersOutcome.BOTH_LOSE, cause, None, JAPANESE, DEFAULT)
    assert decided is not None
    assert (decided.winner, decided.reason, decided.articles[0]) == ("both", "both_lose", article)


def test_a_contradicted_claim_gives_way_to_the_count() -> None:
    assert propose(Cause.CONTRADICTED, MISMATCH) == Decision(
        "result",
        "white",
        "score",
        margin_half=5,
        articles=("j1989:8", "j1989:10.2"),
        finding="score.mismatch",
    )
    jigo = propose(Cause.CONTRADICTED, {**MISMATCH, "detail": {"computed": "jigo"}})
    assert jigo is not None
    assert (jigo.winner, jigo.reason, jigo.margin_half) == ("draw", "score", None)
    assert propose(Cause.CONTRADICTED, None) is None


@pytest.mark.parametrize(
    "cause",
    [Cause.CLAIMS_DIFFER, Cause.CONTESTED, Cause.NOT_REPORTED, Cause.OBJECTION, Cause.OTHER],
)
def test_where_word_stands_against_word_nothing_is_proposed(cause: Cause) -> None:
    assert propose(cause, MISMATCH, players=[BLACK], minutes=90, warnings=9, policy=LATE) is None


def test_absence_loses_after_the_time_of_grace() -> None:
    policy = EventPolicy(grace_minutes=20)
    lost = propose(Cause.ABSENCE, policy=policy, players=[BLACK], minutes=20)
    assert lost == Decision("result", "white", "absence", articles=("event:absence",))
    assert propose(Cause.ABSENCE, policy=policy, players=[BLACK], minutes=19) is None
    both = propose(Cause.ABSENCE, policy=policy, players=[WHITE, BLACK])
    assert both is not None
    assert (both.winner, both.reason) == ("both", "absence")
    assert propose(Cause.ABSENCE, policy=policy) is None


def test_being_late_costs_what_the_table_says() -> None:
    def late(minutes: int, warnings: int = 0) -> Decision | None:
        return propose(Cause.LATE, policy=LATE, players=[WHITE], minutes=minutes, warnings=warnings)

    warning = PenaltyGiven(WHITE, "warning")
    assert late(4) is None
    assert late(5) == Decision("nothing", articles=("event:late",), penalties=(warning,))
    assert late(15) == Decision(
        "nothing",
        articles=("event:late",),
        penalties=(PenaltyGiven(WHITE, "time", seconds=600),),
    )
    assert late(30) == Decision("result", "black", "forfeit", articles=("event:late",))
    assert late(5, warnings=1) == late(5)
    assert late(5, warnings=2) == Decision(
        "result",
        "black",
        "forfeit",
        articles=("event:late", "event:warnings"),
        penalties=(warning,),
    )


@pytest.mark.parametrize(
    ("cause", "article"),
    [
        (Cause.CONDUCT, "event:conduct"),
        (Cause.OUTSIDE_HELP, "event:outside-help"),
        (Cause.ACCOUNT_SHARING, "event:account-sharing"),
    ],
)
def test_a_suspicion_proposes_nothing_until_the_warning_that_loses(
    cause: Cause, article: str
) -> None:
    def proposed(warnings: int, *players: int, limit: int = 3) -> Decision | None:
        policy = EventPolicy(warnings_to_loss=limit)
        return propose(cause, policy=policy, players=players, warnings=warnings)

    lost = Decision(
        "result",
        "white",
        "forfeit",
        articles=(article, "event:warnings"),
        penalties=(PenaltyGiven(BLACK, "warning"),),
    )
    assert proposed(1, BLACK) is None
    assert proposed(2, BLACK) == proposed(3, BLACK) == lost
    assert proposed(0, BLACK, limit=2) is None
    assert proposed(1, BLACK, limit=2) == lost
    assert proposed(0, BLACK, limit=1) == lost
    assert proposed(9, BLACK, limit=0) is None
    assert proposed(9, BLACK, WHITE) is None


def test_time_is_lost_by_the_player_named() -> None:
    lost = propose(Cause.TIME, players=[WHITE])
    assert lost == Decision("result", "black", "time", articles=("event:time",))
    assert propose(Cause.TIME) is None
    assert propose(Cause.TIME, players=[BLACK, WHITE]) is None
    assert propose(Cause.TIME, players=[99]) is None


@pytest.mark.parametrize("rules", PRESETS)
def test_a_clock_loses_only_where_nothing_is_left_to_find_out(rules: str) -> None:
    def proposed(clock: ClockMatter) -> Decision | None:
        return propose(Cause.TIME, None, PRESETS[rules], players=[WHITE], clock=clock)

    for clock in (ClockMatter.FELL, ClockMatter.MOVED_AFTER):
        decision = proposed(clock)
        assert decision is not None
        assert (decision.winner, decision.reason) == ("black", "time")
        assert "event:time" in decision.articles
    assert proposed(ClockMatter.PASSING) is None
    assert proposed(ClockMatter.WRONG) is None
    prisoners = proposed(ClockMatter.PRISONERS)
    completes = {"japanese": "j1989:5", "japanese-strict": "j1989:5", "nz": "nz:play"}
    if rules in completes:
        assert prisoners is not None
        assert completes[rules] in prisoners.articles
    else:
        assert prisoners is None


@pytest.mark.parametrize("outcome", AnswersOutcome)
def test_only_outcomes_that_decide_the_game_become_a_decision(outcome: AnswersOutcome) -> None:
    decided = decision_for(outcome, Cause.ILLEGAL_MOVE, KO, JAPANESE, DEFAULT, resume_move=12)
    expected = {
        AnswersOutcome.NO_RESULT: ("result", "none", None),
        AnswersOutcome.BOTH_LOSE: ("result", "both", None),
        AnswersOutcome.FORFEIT: ("result", "white", None),
        AnswersOutcome.TAKE_BACK: ("resume", "", 32),
        AnswersOutcome.RESUME: ("resume", "", 12),
    }
    if outcome not in expected:
        assert decided is None
        return
    assert decided is not None
    assert (decided.effect, decided.winner, decided.resume_move) == expected[outcome]
    assert decided.articles[:2] == ("j1989:6", "j1989:14")


UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
FINDINGS = st.builds(
    lambda code, colour, article, moot: finding(
        code, color=colour, article=article, moot=moot, detail={"computed": "B+3.5"}
    ),
    st.sampled_from(Code).map(str),
    st.sampled_from(["B", "W"]),
    st.sampled_from([None, "Art. 14"]),
    st.booleans(),
)
OTHER = {"B": "W", "W": "B", "black": "white", "white": "black"}


@UNHURRIED
@given(
    st.sampled_from(Cause),
    st.none() | FINDINGS,
    st.sampled_from(list(PRESETS.values())),
    st.sampled_from(IllegalMove),
    st.lists(st.sampled_from([BLACK, WHITE]), max_size=2, unique=True),
    st.none() | st.integers(0, 60),
    st.integers(0, 4),
)
def test_swapping_the_colours_swaps_nothing_but_the_colours(
    cause: Cause,
    found: dict[str, Any] | None,
    ruleset: RuleSet,
    illegal: IllegalMove,
    players: list[int],
    minutes: int | None,
    warnings: int,
) -> None:
    policy = EventPolicy(
        illegal_move=illegal, late=LATE.late, warnings_to_loss=LATE.warnings_to_loss
    )
    more: dict[str, Any] = {"players": players, "minutes": minutes, "warnings": warnings}
    other = found and {**found, "color": OTHER[found["color"]], "detail": {"computed": "W+3.5"}}
    one = proposal_for(cause, found, ruleset, policy, BLACK, WHITE, **more)
    two = proposal_for(cause, other, ruleset, policy, WHITE, BLACK, **more)
    if one is None:
        assert two is None
        return
    assert two is not None
    assert OTHER.get(one.winner, one.winner) == two.winner
    for name in ("effect", "reason", "margin_half", "resume_move", "articles", "penalties"):
        assert getattr(one, name) == getattr(two, name)
    assert decision_from(one.as_json()) == one
    assert set(one.articles) <= set(ARTICLES)


@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize("cause", Cause)
def test_something_is_at_stake_in_every_case(cause: Cause, ruleset: RuleSet) -> None:
    for found in (None, *(finding(code) for code in Code)):
        keys = keys_at_stake(cause, found, ruleset)
        assert keys
        assert len(set(keys)) == len(keys)
        texts = {article.rules for article in articles_at_stake(cause, found, ruleset)}
        assert len(texts - {"event"}) <= 1


TOLD = ["french", "nz", "japanese", "beginner"]


@pytest.mark.parametrize("key", TOLD)
@pytest.mark.parametrize("code", [code for code in Code if code.is_illegal])
def test_an_illegal_move_names_the_rule_it_broke_and_what_it_costs(key: str, code: Code) -> None:
    ruleset = PRESETS[key]
    rules: dict[Code, Cited[Any]] = {
        Code.KO: ruleset.ko,
        Code.SUPERKO: ruleset.ko,
        Code.SUICIDE: ruleset.suicide,
        Code.TURN: ruleset.alternation,
    }
    rule = rules.get(code, ruleset.occupied)
    loses = ruleset.illegal_move_loses.article
    cited = f"{rule.article}, {loses}" if loses else None
    keys = keys_at_stake(
        Cause.ILLEGAL_MOVE, finding(code, article=cited, detail={"rule": rule.article}), ruleset
    )
    broken = article_of(key, rule.article)
    assert broken is not None
    assert keys[0] == broken.key
    assert keys[-1] == ("j1989:14" if loses else "event:illegal")


@pytest.mark.parametrize(
    ("winners", "idle"),
    [(["black"], True), (["white"], False), ([], False), (["draw"], False)],
)
def test_an_illegal_move_changes_nothing_for_who_has_lost_anyhow(
    winners: list[str], idle: bool
) -> None:
    finding = {"code": "illegal.ko", "color": "W", "move": 10}
    assert changes_nothing(finding, winners) is idle
    assert not changes_nothing(finding, ["black", "white"])
    assert not changes_nothing({"code": "cycle.whole_board", "color": "W"}, winners)
