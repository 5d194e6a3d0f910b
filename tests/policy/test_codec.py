"""A tournament's policy to JSON and back, and what is refused."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudication.policy.causes import Cause
from adjudication.policy.codec import (
    DISPUTE_RULES,
    LIMITS,
    MOST_LATE_STEPS,
    PolicyError,
    policy_as_json,
    policy_from_json,
)
from adjudication.policy.policy import (
    DEFAULT,
    STEP_CHOICES,
    STEPS,
    EventPolicy,
    FirstStep,
    IllegalMove,
    LatePenalty,
    LateStep,
    NoResult,
)
from tests.support.catalogues import french

UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def late_steps(draw: st.DrawFn) -> tuple[LateStep, ...]:
    minutes = draw(st.sets(st.integers(1, 1440), max_size=MOST_LATE_STEPS))
    steps = []
    for minute in sorted(minutes):
        penalty = draw(st.sampled_from(LatePenalty))
        seconds = draw(st.integers(1, 86400)) if penalty is LatePenalty.TIME else 0
        steps.append(LateStep(minute, penalty, seconds))
    return tuple(steps)


@st.composite
def policies(draw: st.DrawFn) -> EventPolicy:
    causes = draw(st.sets(st.sampled_from(Cause)))
    return EventPolicy(
        steps={cause: draw(st.sampled_from(STEP_CHOICES[cause])) for cause in causes},
        illegal_move=draw(st.sampled_from(IllegalMove)),
        no_result=draw(st.sampled_from(NoResult)),
        dispute_rules=draw(st.sampled_from(["", *DISPUTE_RULES])),
        late=draw(late_steps()),
        **{name: draw(st.integers(*limits)) for name, limits in LIMITS.items()},
    )


@UNHURRIED
@given(policies())
def test_every_policy_comes_back_from_its_json(policy: EventPolicy) -> None:
    assert policy_from_json(json.loads(json.dumps(policy_as_json(policy)))) == policy


@UNHURRIED
@given(policies(), st.sets(st.sampled_from(sorted(policy_as_json(DEFAULT)))))
def test_what_is_missing_is_as_in_the_default(policy: EventPolicy, missing: set[str]) -> None:
    kept = {name: value for name, value in policy_as_json(policy).items() if name not in missing}
    read = policy_from_json(kept)
    for name in policy_as_json(DEFAULT):
        assert getattr(read, name) == getattr(DEFAULT if name in missing else policy, name)


def test_nothing_said_is_the_default() -> None:
    assert policy_from_json({}) == DEFAULT


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "unknown setting": ({"graze": 1}, "graze"),
    "steps not a mapping": ({"steps": ["case"]}, "steps"),
    "unknown cause": ({"steps": {"weather": "case"}}, "steps.weather"),
    "unknown step": ({"steps": {"cycle": "duel"}}, "steps.cycle"),
    "a dispute that is only noted": ({"steps": {"claims_differ": "note"}}, "steps.claims_differ"),
    "a question without a form": ({"steps": {"conduct": "ask"}}, "steps.conduct"),
    "unknown penalty for illegal moves": ({"illegal_move": "prison"}, "illegal_move"),
    "unknown no result": ({"no_result": ["half"]}, "no_result"),
    "rules without a way": ({"dispute_rules": "chinese"}, "dispute_rules"),
    "rules not a word": ({"dispute_rules": 3}, "dispute_rules"),
    "minutes as text": ({"grace_minutes": "30"}, "grace_minutes"),
    "minutes as truth": ({"grace_minutes": True}, "grace_minutes"),
    "minutes below zero": ({"appeal_minutes": -1}, "appeal_minutes"),
    "a committee of two": ({"committee": 2}, "committee"),
    "no lease": ({"lease_minutes": 0}, "lease_minutes"),
    "late not a list": ({"late": {"minutes": 5}}, "late"),
    "late line not a mapping": ({"late": [5]}, "late.0"),
    "late line with more": ({"late": [{"minutes": 5, "penalty": "warning", "x": 1}]}, "late.0"),
    "late without minutes": ({"late": [{"penalty": "warning"}]}, "late.0.minutes"),
    "late without penalty": ({"late": [{"minutes": 5}]}, "late.0.penalty"),
    "time without seconds": ({"late": [{"minutes": 5, "penalty": "time"}]}, "late.0.seconds"),
    "a warning with seconds": (
        {"late": [{"minutes": 5, "penalty": "warning", "seconds": 9}]},
        "late.0.seconds",
    ),
    "the same minute twice": (
        {"late": [{"minutes": 5, "penalty": "warning"}, {"minutes": 5, "penalty": "forfeit"}]},
        "late",
    ),
    "too many lines": (
        {"late": [{"minutes": n + 1, "penalty": "warning"} for n in range(MOST_LATE_STEPS + 1)]},
        "late",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_value_is_refused_by_its_field(case: str) -> None:
    data, field = WRONG[case]
    with pytest.raises(PolicyError) as raised:
        policy_from_json(data)
    assert raised.value.field == field
    assert str(raised.value.text)
    assert french(raised.value.text) not in ("", str(raised.value.text))


def test_late_lines_are_sorted() -> None:
    lines = [{"minutes": 30, "penalty": "forfeit"}, {"minutes": 10, "penalty": "warning"}]
    policy = policy_from_json({"late": lines})
    assert [one.minutes for one in policy.late] == [10, 30]
    assert [policy.lateness(minutes) for minutes in (9, 10, 29, 30, 300)] == [
        None,
        policy.late[0],
        policy.late[0],
        policy.late[1],
        policy.late[1],
    ]


@pytest.mark.parametrize("cause", Cause)
def test_what_happens_at_first_may_also_be_chosen(cause: Cause) -> None:
    assert STEPS[cause] in STEP_CHOICES[cause]
    assert FirstStep.CASE in STEP_CHOICES[cause]
