"""Step 6: what happens when something goes wrong and the rules leave it to the tournament."""

from typing import Any

from django import forms
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudication.policy.causes import Cause
from adjudication.policy.codec import DISPUTE_RULES, LIMITS, MOST_LATE_STEPS
from adjudication.policy.policy import (
    STEP_CHOICES,
    STEPS,
    EventPolicy,
    FirstStep,
    IllegalMove,
    LatePenalty,
    LateStep,
    NoResult,
)
from adjudication.rules.presets import get_ruleset
from adjudication.rules.rulesets import Unresolved
from tournament.common.causes import cause_title
from tournament.common.forms import Fieldsets, label_with_hint
from tournament.errors import UserError
from tournament.fields.forms import ChoiceField, NumberField, RadioField
from tournament.fields.validators import number_range
from tournament.games import words
from tournament.settings.forms.step import SetupStepForm
from tournament.settings.selectors import RulingSettings

SPARE_LINES, FEWEST_LINES = 1, 3
OPEN_CAUSES = tuple(cause for cause in Cause if len(STEP_CHOICES[cause]) > 1)
"""The causes for which a tournament can choose a first step."""
PARTS_OF_LINE = ("minutes", "penalty", "seconds")


def illegal_move_choices() -> list[tuple[Any, str]]:
    """Return the choices of what may follow an illegal move."""
    return [
        (
            IllegalMove.REFEREE,
            label_with_hint(_("Nothing is proposed"), _("The referee decides freely.")),
        ),
        (
            IllegalMove.FORFEIT,
            label_with_hint(
                _("The game is lost"), _("Proposed for the player of the first illegal move.")
            ),
        ),
        (
            IllegalMove.TAKE_BACK,
            label_with_hint(
                _("The move is taken back"),
                _("Proposed: the game goes on from the position before it."),
            ),
        ),
    ]


def no_result_choices() -> list[tuple[Any, str]]:
    """Return the choices of what a game without result becomes."""
    return [
        (NoResult.HALF, _("Half a point for each")),
        (NoResult.REPLAY, label_with_hint(_("A new game"), _("It is played again."))),
        (NoResult.VOID, label_with_hint(_("Nothing"), _("As if it had never been paired."))),
    ]


def other_rules_choices() -> list[tuple[str, str]]:
    """Return the choices of whose rules to follow where the rules do not say what follows."""
    others = [(key, words.rules_title(key)) for key in DISPUTE_RULES]
    return [("", _("They play on, then a referee decides")), *others]


def penalty_choices() -> list[tuple[Any, str]]:
    """Return the choices of what being late costs."""
    return [
        ("", "–"),
        (LatePenalty.TIME, _("Time off the clock")),
        (LatePenalty.WARNING, _("A warning")),
        (LatePenalty.FORFEIT, _("The game is lost")),
    ]


def limited_number_field(name: str, label: Any, help_text: Any) -> NumberField:
    """Return the field for a number of the policy."""
    return NumberField(label=label, help_text=help_text, validators=number_range(*LIMITS[name]))


class DisputesForm(SetupStepForm):
    """The tournament's policy: a table for lateness, and the first step for every cause."""

    key = "disputes"
    title = gettext_lazy("Disputes")
    lead = gettext_lazy(
        "What happens when something goes wrong. The values suit most tournaments: change only "
        "what you need."
    )
    illegal_move = RadioField(
        label=gettext_lazy("An illegal move is found before the result is confirmed"),
        help_text=gettext_lazy(
            "If the rule set itself says that it loses the game, that is proposed."
        ),
        choices=illegal_move_choices,
    )
    no_result = RadioField(
        label=gettext_lazy("A game without result becomes"),
        help_text=gettext_lazy(
            "For example when a position came back and both players agree to stop."
        ),
        choices=no_result_choices,
    )
    dispute_rules = ChoiceField(
        label=gettext_lazy("Players do not agree on dead stones"),
        help_text=gettext_lazy(
            "These rules do not say what follows: use those of another rule set."
        ),
        choices=other_rules_choices,
        required=False,
    )
    grace_minutes = limited_number_field(
        "grace_minutes",
        gettext_lazy("Minutes until a game is lost by absence"),
        gettext_lazy("Counted from the start of the round. Usually 30."),
    )
    late_loses = forms.BooleanField(
        label=gettext_lazy(
            "A player who comes after that has lost as well, not only one who stays away"
        ),
        required=False,
    )
    report_grace_minutes = limited_number_field(
        "report_grace_minutes",
        gettext_lazy("Minutes of grace to report"),
        gettext_lazy(
            "A game without a report becomes a case this long after the time to report. Usually 0."
        ),
    )
    answer_minutes = limited_number_field(
        "answer_minutes",
        gettext_lazy("Minutes to answer about a damaged record"),
        gettext_lazy(
            "If a record does not show what was played, both players are asked. After this time "
            "a referee looks at it. Usually 60; 0: never."
        ),
    )
    warnings_to_loss = limited_number_field(
        "warnings_to_loss",
        gettext_lazy("Warnings that lose a game"),
        gettext_lazy("At this number, loss of the game is proposed. 0: never."),
    )
    appeal_minutes = limited_number_field(
        "appeal_minutes",
        gettext_lazy("Minutes to appeal"),
        gettext_lazy("After this time a ruling is final. Usually 30; with 0 it is final at once."),
    )
    committee = limited_number_field(
        "committee",
        gettext_lazy("Size of the appeals committee"),
        gettext_lazy("At least this many members decide, by majority. Usually 3, never fewer."),
    )
    lease_minutes = limited_number_field(
        "lease_minutes",
        gettext_lazy("Minutes that a referee keeps a case"),
        gettext_lazy("If nothing is done for this long, another referee may take it. Usually 20."),
    )

    def __init__(self, setup: Any, *args: Any, **options: Any) -> None:
        self.policy: EventPolicy = setup.disputes.rulings
        self.late = self.policy.late
        """The lines of the table, without a last one by which lateness loses when absence does:
        that is a checkbox."""
        if self.late[-1:] == (_lost(self.policy.grace_minutes),):
            self.late = self.late[:-1]
        self.lines = range(min(MOST_LATE_STEPS, max(FEWEST_LINES, len(self.late) + 1)))
        super().__init__(setup, *args, **options)

    def arrange(self) -> None:
        """Add lines and causes; ask about other rules only where the tournament's say nothing."""
        self.fields |= {**self._lateness(), **_first_steps()}
        rules = get_ruleset(self.setup.event.rules)
        if rules.unresolved.value is not Unresolved.UNSPECIFIED:
            del self.fields["dispute_rules"]
        late = [f"late_{line}_{part}" for line in self.lines for part in PARTS_OF_LINE]
        steps = [f"step_{cause}" for cause in OPEN_CAUSES]
        results = format_html(
            '{} <a href="{}">{}</a>',
            _("Who may change a result that both players confirmed is set with the results."),
            reverse("tournament:setup", args=[self.setup.event.slug, "results"]),
            _("Changing confirmed results"),
        )
        reports = ["report_grace_minutes", "answer_minutes", "warnings_to_loss"]
        self.fieldsets: Fieldsets = (  # type: ignore[misc]
            (
                _("Where the rules say nothing"),
                {"fields": ["illegal_move", "no_result", "dispute_rules"]},
            ),
            (_("Being late"), {"fields": ["grace_minutes", "late_loses"]}),
            (
                None,
                {
                    "fields": late,
                    "columns": (
                        _("Minutes late"),
                        _("What it costs"),
                        _("Seconds off the clock"),
                    ),
                    "description": _(
                        "What coming late costs before that: each line says from which minute on "
                        "it is proposed to the referee. Leave unused lines empty."
                    ),
                },
            ),
            (_("Reports and warnings"), {"fields": reports, "description": results}),
            (_("Appeals"), {"fields": ["appeal_minutes", "committee"]}),
            (
                _("What becomes a case"),
                {
                    "fields": ["lease_minutes", *steps],
                    "description": _(
                        "What happens first when something is found or reported. Anything not "
                        "listed here always becomes a case."
                    ),
                    "classes": ["collapse"],
                },
            ),
        )

    def saved_values(self) -> dict[str, Any]:
        """Return the saved policy."""
        policy = self.policy
        values = {
            "illegal_move": policy.illegal_move,
            "no_result": policy.no_result,
            "dispute_rules": policy.dispute_rules,
            "late_loses": self.late != policy.late,
            **{name: getattr(policy, name) for name in LIMITS},
            **{f"step_{cause}": policy.step(cause) for cause in OPEN_CAUSES},
        }
        for line, step in enumerate(self.late):
            values[f"late_{line}_minutes"] = step.minutes
            values[f"late_{line}_penalty"] = step.penalty
            values[f"late_{line}_seconds"] = step.seconds or None
        return values

    def _lateness(self) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {}
        for line in self.lines:
            number = {"line": line + 1}
            fields[f"late_{line}_minutes"] = NumberField(
                label=_("Line %(line)d: minutes late") % number, required=False
            )
            fields[f"late_{line}_penalty"] = ChoiceField(
                label=_("Line %(line)d: what it costs") % number,
                required=False,
                choices=penalty_choices,
            )
            fields[f"late_{line}_seconds"] = NumberField(
                label=_("Line %(line)d: seconds off the clock") % number, required=False
            )
        return fields

    def clean(self) -> dict[str, Any]:
        """Require what is missing in a line of the lateness table."""
        cleaned = super().clean()
        for line in self._given():
            needed = ["minutes", "penalty"]
            if cleaned.get(f"late_{line}_penalty") == LatePenalty.TIME:
                needed.append("seconds")
            for part in needed:
                name = f"late_{line}_{part}"
                if name not in self.errors and cleaned.get(name) in (None, ""):
                    kind = ChoiceField if part == "penalty" else NumberField
                    code = "invalid_choice" if part == "penalty" else "invalid"
                    self.add_error(name, kind.default_error_messages[code])
        return cleaned

    def _given(self) -> list[int]:
        """Return the lines of the lateness table that are filled in."""
        return [
            line
            for line in self.lines
            if self[f"late_{line}_minutes"].data or self[f"late_{line}_penalty"].data
        ]

    @property
    def settings(self) -> RulingSettings:
        """Return the step with the form's values."""
        given = self.cleaned_data
        late = tuple(map(self._late, self._given()))
        if given["late_loses"] and not any(step.penalty == LatePenalty.FORFEIT for step in late):
            late = (*late, _lost(given["grace_minutes"]))
        policy = EventPolicy(
            steps={cause: FirstStep(given[f"step_{cause}"]) for cause in OPEN_CAUSES},
            illegal_move=IllegalMove(given["illegal_move"]),
            no_result=NoResult(given["no_result"]),
            dispute_rules=self.value("dispute_rules"),
            late=late,
            **{name: given[name] for name in LIMITS},
        )
        return RulingSettings(policy)

    def _late(self, line: int) -> LateStep:
        minutes, penalty, seconds = (
            self.cleaned_data[f"late_{line}_{part}"] for part in PARTS_OF_LINE
        )
        costs_time = penalty == LatePenalty.TIME
        return LateStep(minutes, LatePenalty(penalty), seconds if costs_time else 0)

    def refuse(self, error: UserError) -> None:
        """Note an error of the policy beside the form's field for it."""
        name, *rest = (error.field or "").split(".")
        if name == "steps" and rest:
            error.field = f"step_{rest[0]}"
        if name == "late":
            given = self._given() or [0]
            line = given[min(int(rest[0]), len(given) - 1)] if rest else given[-1]
            error.field = f"late_{line}_{rest[1] if len(rest) > 1 else 'minutes'}"
        super().refuse(error)


def _lost(minutes: int) -> LateStep:
    return LateStep(minutes, LatePenalty.FORFEIT)


def _first_steps() -> dict[str, forms.Field]:
    """Return the fields for the first step, by cause."""
    labels = {
        FirstStep.NOTE: _("It is noted and shown, nothing more"),
        FirstStep.ASK: _("Both players are asked first"),
        FirstStep.CASE: _("A case for the referee"),
    }
    return {
        f"step_{cause}": ChoiceField(
            label=cause_title(cause),
            help_text=_("Usually: %(step)s.") % {"step": labels[STEPS[cause]]},
            choices=[(step, labels[step]) for step in STEP_CHOICES[cause]],
        )
        for cause in OPEN_CAUSES
    }
