"""Step 6: what happens where something goes wrong and the rules leave it to the tournament."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudication.policy.causes import Cause
from adjudication.policy.codec import DISPUTE_RULES, LIMITS, MOST_LATE_STEPS
from adjudication.policy.policy import (
    STEP_CHOICES,
    STEPS,
    EventPolicy,
    IllegalMove,
    LatePenalty,
    LateStep,
    NoResult,
)
from adjudication.policy.policy import FirstStep as First
from adjudication.rules.presets import get_ruleset
from adjudication.rules.rulesets import Unresolved
from tournament.common.causes import cause_title
from tournament.common.setup_fields import Choice, Field, Section, number
from tournament.common.setup_typed import Typed
from tournament.errors import UserError
from tournament.games import words
from tournament.settings.selectors.setup import Setup, fingerprint
from tournament.settings.services.settings import change_disputes
from tournament.settings.views.step import Step

SPARE_LINES, FEWEST_LINES = 1, 3
_OPEN_CAUSES = tuple(cause for cause in Cause if len(STEP_CHOICES[cause]) > 1)
"""What a tournament can choose a first step for."""


def values(policy: EventPolicy) -> dict[str, str]:
    """Return the policy as the form holds it."""
    lines = {
        f"late_{place}_{name}": ""
        for place in range(_lines(policy))
        for name in ("minutes", "penalty", "seconds")
    }
    for place, line in enumerate(policy.late):
        lines[f"late_{place}_minutes"] = str(line.minutes)
        lines[f"late_{place}_penalty"] = line.penalty.value
        lines[f"late_{place}_seconds"] = str(line.seconds or "")
    return {
        "illegal_move": policy.illegal_move.value,
        "no_result": policy.no_result.value,
        "dispute_rules": policy.dispute_rules,
        **{name: str(getattr(policy, name)) for name in LIMITS},
        **{f"step_{cause}": policy.step(cause).value for cause in _OPEN_CAUSES},
        **lines,
    }


def _lines(policy: EventPolicy) -> int:
    """Return how many lines the table of lateness shows: those there are, and a free one."""
    return min(MOST_LATE_STEPS, max(FEWEST_LINES, len(policy.late) + SPARE_LINES))


def read(setup: Setup, typed: Typed) -> EventPolicy:
    """Return what was typed as a policy."""
    return EventPolicy(
        steps={
            cause: _chosen(typed, f"step_{cause}", First, STEPS[cause]) for cause in _OPEN_CAUSES
        },
        illegal_move=_chosen(typed, "illegal_move", IllegalMove, IllegalMove.REFEREE),
        no_result=_chosen(typed, "no_result", NoResult, NoResult.HALF),
        dispute_rules=typed.text("dispute_rules"),
        late=tuple(_late(typed, place) for place in _given(setup, typed)),
        **{name: typed.whole(name) for name in LIMITS},
    )


def _given(setup: Setup, typed: Typed) -> list[int]:
    """Return the lines of the table of lateness that say something."""
    lines = range(_lines(setup.disputes.rulings))
    return [
        place
        for place in lines
        if typed.text(f"late_{place}_minutes") or typed.text(f"late_{place}_penalty")
    ]


def _late(typed: Typed, place: int) -> LateStep:
    penalty = _chosen(typed, f"late_{place}_penalty", LatePenalty, LatePenalty.WARNING)
    seconds = 0
    if penalty is LatePenalty.TIME:
        seconds = typed.whole(f"late_{place}_seconds")
    return LateStep(typed.whole(f"late_{place}_minutes"), penalty, seconds)


def _chosen(typed: Typed, name: str, kind: Any, otherwise: Any) -> Any:
    try:
        return kind(typed.text(name))
    except ValueError:
        typed.errors.setdefault(name, _("Choose one of what is offered."))
        return otherwise


def save(setup: Setup, typed: Typed, seen: str) -> str:
    """Save the step; return the tournament's address."""
    policy = read(setup, typed)
    if not typed.errors:
        try:
            change_disputes(tournament_id=setup.id, policy=policy, seen=seen)
        except UserError as error:
            if error.code == "settings_changed":
                raise
            typed.fail(_beside(setup, typed, error), "illegal_move")
    return setup.event.slug


def _beside(setup: Setup, typed: Typed, error: UserError) -> UserError:
    """Return an error of the policy with the field that the form has for it."""
    name, *rest = (error.field or "").split(".")
    if name == "steps" and rest:
        name = f"step_{rest[0]}"
    if name == "late":
        given = _given(setup, typed) or [0]
        place = given[min(int(rest[0]), len(given) - 1)] if rest else given[-1]
        name = f"late_{place}_{rest[1] if len(rest) > 1 else 'minutes'}"
    return UserError(error.code, field=name, text=error.text)


def sections(setup: Setup, typed: Typed) -> tuple[Section, ...]:
    """Return the form."""
    return (
        Section(_where_silent(setup), title=_("Where the rules say nothing")),
        Section(
            (
                number(
                    "grace_minutes",
                    _("Minutes until a game is lost by absence"),
                    _("Counted from the start of the round. Usually 30."),
                ),
            ),
            title=_("Being late"),
        ),
        Section(
            _lateness(setup),
            hint=_(
                "Each line says from which minute on something is proposed to the referee. Leave "
                "lines empty that you do not need."
            ),
        ),
        Section(
            (
                number(
                    "report_grace_minutes",
                    _("Minutes of grace to report"),
                    _(
                        "A game without a report becomes a case this long after the time to "
                        "report. Usually 0."
                    ),
                ),
                number(
                    "answer_minutes",
                    _("Minutes to answer about a damaged record"),
                    _(
                        "Where a record does not show what was played, both players are asked. "
                        "After so long a referee looks at it. Usually 60; 0: never."
                    ),
                ),
                number(
                    "warnings_to_loss",
                    _("Warnings that lose a game"),
                    _("With so many the loss of the game is proposed. 0: never."),
                ),
            ),
            title=_("Reports and warnings"),
            hint=_("Who may change a result that both players confirmed is set with the results."),
            see="results",
            see_title=_("Changing confirmed results"),
        ),
        Section(
            (
                number(
                    "appeal_minutes",
                    _("Minutes to appeal"),
                    _("After them a ruling is final. Usually 30; with 0 it is final at once."),
                ),
                number(
                    "committee",
                    _("Size of the appeals committee"),
                    _("At least so many decide, by majority. Usually 3, never fewer."),
                ),
            ),
            title=_("Appeals"),
        ),
        Section(
            (
                number(
                    "lease_minutes",
                    _("Minutes that a referee keeps a case"),
                    _("After them without a touch another referee may take it. Usually 20."),
                ),
                *(_first_step(cause) for cause in _OPEN_CAUSES),
            ),
            title=_("What becomes a case"),
            hint=_(
                "What happens first when something is found or somebody does something. What is "
                "not listed here is always a case."
            ),
            folded=True,
        ),
    )


def _where_silent(setup: Setup) -> tuple[Field, ...]:
    rules = get_ruleset(setup.event.rules)
    fields = [
        Field(
            "illegal_move",
            _("An illegal move is found before the result is confirmed"),
            _("Where the rule set itself says that it loses the game, that is proposed."),
            kind="choice",
            choices=(
                Choice(
                    IllegalMove.REFEREE, _("Nothing is proposed"), _("The referee decides freely.")
                ),
                Choice(
                    IllegalMove.FORFEIT,
                    _("The game is lost"),
                    _("Proposed for whoever made the first illegal move."),
                ),
                Choice(
                    IllegalMove.TAKE_BACK,
                    _("The move is taken back"),
                    _("Proposed: the game goes on from the position before it."),
                ),
            ),
        ),
        Field(
            "no_result",
            _("A game without result becomes"),
            _("For example when a position came back and both players agree to stop."),
            kind="choice",
            choices=(
                Choice(NoResult.HALF, _("Half a point for each")),
                Choice(NoResult.REPLAY, _("A new game"), _("It is played again.")),
                Choice(NoResult.VOID, _("Nothing"), _("As if it had never been paired.")),
            ),
        ),
    ]
    if rules.unresolved.value is Unresolved.UNSPECIFIED:
        others = tuple(Choice(key, words.rules_title(key)) for key in DISPUTE_RULES)
        fields.append(
            Field(
                "dispute_rules",
                _("Players do not agree on dead stones"),
                _("These rules do not say what follows: go the way of another rule set."),
                kind="select",
                choices=(Choice("", _("They play on, then a referee decides")), *others),
            )
        )
    return tuple(fields)


def _lateness(setup: Setup) -> tuple[Field, ...]:
    penalties = (
        Choice("", "–"),
        Choice(LatePenalty.TIME, _("Time off the clock")),
        Choice(LatePenalty.WARNING, _("A warning")),
        Choice(LatePenalty.FORFEIT, _("The game is lost")),
    )
    fields = []
    for place in range(_lines(setup.disputes.rulings)):
        line = {"line": place + 1}
        fields += [
            number(
                f"late_{place}_minutes",
                _("Line %(line)d: minutes late") % line,
                required=False,
            ),
            Field(
                f"late_{place}_penalty",
                _("Line %(line)d: what it costs") % line,
                kind="select",
                choices=penalties,
            ),
            number(
                f"late_{place}_seconds",
                _("Line %(line)d: seconds off the clock") % line,
                required=False,
            ),
        ]
    return tuple(fields)


def _first_step(cause: Cause) -> Field:
    labels = {
        First.NOTE: _("It is noted and shown, nothing more"),
        First.ASK: _("Both players are asked first"),
        First.CASE: _("A case for the referee"),
    }
    choices = tuple(Choice(step, labels[step]) for step in STEP_CHOICES[cause])
    usual = _("Usually: %(step)s.") % {"step": labels[STEPS[cause]]}
    return Field(f"step_{cause}", cause_title(cause), usual, kind="select", choices=choices)


STEP = Step(
    key="disputes",
    title=gettext_lazy("Disputes"),
    lead=gettext_lazy(
        "What happens when something goes wrong. Everything is filled in as most tournaments do "
        "it: change only what you want otherwise."
    ),
    first="illegal_move",
    values=lambda setup: values(setup.disputes.rulings),
    sections=sections,
    save=save,
    seen=lambda setup: fingerprint(setup.disputes),
)
