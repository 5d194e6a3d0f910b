"""A tournament's policy as plain values for JSON, and back again with every field checked."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, TypeVar

from adjudication.policy.causes import Cause
from adjudication.policy.policy import (
    DEFAULT,
    STEP_CHOICES,
    EventPolicy,
    FirstStep,
    IllegalMove,
    LatePenalty,
    LateStep,
    NoResult,
)
from adjudication.rules.presets import PRESETS
from adjudication.rules.rulesets import Unresolved
from language.messages import Message
from language.messages import gettext_lazy as _

E = TypeVar("E", bound=StrEnum)

LIMITS: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {
        "grace_minutes": (0, 1440),
        "report_grace_minutes": (0, 10080),
        "answer_minutes": (0, 10080),
        "warnings_to_loss": (0, 20),
        "appeal_minutes": (0, 10080),
        "committee": (3, 15),
        "lease_minutes": (1, 240),
    }
)
"""The minimum and maximum of every number in a policy."""

MOST_LATE_STEPS: Final = 12
LATE_MINUTES: Final = (1, 1440)
LATE_SECONDS: Final = (1, 86400)

DISPUTE_RULES: Final[tuple[str, ...]] = tuple(
    key
    for key, ruleset in PRESETS.items()
    if ruleset.unresolved.value is not Unresolved.UNSPECIFIED
)
"""The rule sets with a procedure of their own for players who disagree on dead stones."""

_FIELDS: Final = frozenset({"steps", "illegal_move", "no_result", "dispute_rules", "late", *LIMITS})


class PolicyError(ValueError):
    """A value that no policy can have. ``field`` names it as in the JSON: ``late.2.minutes``."""

    def __init__(self, field: str, text: Message) -> None:
        super().__init__(f"{field}: {text}")
        self.field = field
        self.text = text


def policy_as_json(policy: EventPolicy) -> dict[str, Any]:
    """Return a policy as plain values; :func:`policy_from_json` reads them."""
    return {
        "steps": {cause.value: step.value for cause, step in sorted(policy.steps.items())},
        "illegal_move": policy.illegal_move.value,
        "no_result": policy.no_result.value,
        "dispute_rules": policy.dispute_rules,
        "late": [
            {"minutes": step.minutes, "penalty": step.penalty.value, "seconds": step.seconds}
            for step in policy.late
        ],
        **{name: getattr(policy, name) for name in LIMITS},
    }


def policy_from_json(data: Mapping[str, Any]) -> EventPolicy:
    """Return the policy with these values; missing ones are those of the default policy.

    Raises PolicyError for an unknown field or an invalid value.
    """
    for name in data:
        if name not in _FIELDS:
            raise PolicyError(
                str(name),
                _("There is no setting of that name."),
            )
    numbers = {
        name: _number(name, data[name], *limits) for name, limits in LIMITS.items() if name in data
    }
    return EventPolicy(
        steps=MappingProxyType(_steps(data.get("steps", {}))),
        illegal_move=_word(
            "illegal_move", data.get("illegal_move", DEFAULT.illegal_move), IllegalMove
        ),
        no_result=_word("no_result", data.get("no_result", DEFAULT.no_result), NoResult),
        dispute_rules=_dispute_rules(data.get("dispute_rules", "")),
        late=_late(data["late"]) if "late" in data else DEFAULT.late,
        **numbers,
    )


def _steps(value: object) -> dict[Cause, FirstStep]:
    if not isinstance(value, Mapping):
        raise _wrong("steps")
    steps = {}
    for name, word in value.items():
        field = f"steps.{name}"
        cause = _word(field, name, Cause)
        step = _word(field, word, FirstStep)
        if step not in STEP_CHOICES[cause]:
            raise PolicyError(
                field,
                _("This cannot come first here. Choose one of the options."),
            )
        steps[cause] = step
    return steps


def _dispute_rules(value: object) -> str:
    if value != "" and value not in DISPUTE_RULES:
        raise PolicyError(
            "dispute_rules",
            _("Choose a rule set that says what happens when players disagree about dead stones."),
        )
    return str(value)


def _late(value: object) -> tuple[LateStep, ...]:
    if not isinstance(value, list | tuple):
        raise _wrong("late")
    if len(value) > MOST_LATE_STEPS:
        raise PolicyError(
            "late",
            _("Give at most %(most)s lines.") % {"most": MOST_LATE_STEPS},
        )
    steps = [_late_step(f"late.{number}", row) for number, row in enumerate(value)]
    if len({step.minutes for step in steps}) < len(steps):
        raise PolicyError(
            "late",
            _("Two lines start at the same minute. Keep only one."),
        )
    return tuple(sorted(steps, key=lambda step: step.minutes))


def _late_step(field: str, value: object) -> LateStep:
    if not isinstance(value, Mapping) or not set(value) <= {"minutes", "penalty", "seconds"}:
        raise _wrong(field)
    minutes = _number(f"{field}.minutes", value.get("minutes"), *LATE_MINUTES)
    penalty = _word(f"{field}.penalty", value.get("penalty"), LatePenalty)
    seconds = value.get("seconds", 0)
    if penalty is LatePenalty.TIME:
        return LateStep(minutes, penalty, _number(f"{field}.seconds", seconds, *LATE_SECONDS))
    if seconds not in (0, None):
        raise PolicyError(
            f"{field}.seconds",
            _("Seconds are only for time taken off the clock. Leave them out."),
        )
    return LateStep(minutes, penalty)


def _number(field: str, value: object, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise PolicyError(
            field,
            _("Give a whole number from %(least)s to %(most)s.") % {"least": least, "most": most},
        )
    return value


def _word(field: str, value: object, words: type[E]) -> E:
    try:
        return words(str(value))
    except ValueError:
        raise _wrong(field) from None


def _wrong(field: str) -> PolicyError:
    return PolicyError(
        field,
        _("Choose one of the options."),
    )
