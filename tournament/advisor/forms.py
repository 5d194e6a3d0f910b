"""The form of the format advisor: for whom, and what to compare."""

from dataclasses import replace
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.advisor.choices import SYSTEMS, usual_choices
from tournament.common.forms import Fieldsets, Form, label_with_hint
from tournament.fields.forms import ChoiceField, LevelsField, LineField, NumberField
from tournament.simulation.expected import FieldError, expected_field
from tournament.simulation.formats import MOST_ROUNDS, Choices
from tournament.spoken import translated
from tournament.state.parameters import Parameters, System

EVENTS = (200, 500, 1000)
MOST_REDUCTION = 3
LONGEST_FIELD = 300


def systems() -> list[tuple[Any, Any]]:
    """Return the choices of systems to compare."""
    texts = {
        System.MCMAHON: label_with_hint(
            _("McMahon"), _("Everybody starts by rank; the strongest play for the title.")
        ),
        System.SWISS: label_with_hint(_("Swiss"), _("All start equal; winners meet winners.")),
    }
    return [(system.value, texts[system]) for system in SYSTEMS]


def event_numbers() -> list[tuple[int, Any]]:
    """Return the choices of how often to play each format, with the resulting precision."""
    texts = {
        200: _("200: quick, and sure to about 7 in a hundred"),
        500: _("500: sure to about 4 in a hundred"),
        1000: _("1,000: sure to about 3 in a hundred"),
    }
    return [(number, texts[number]) for number in EVENTS]


def reduction_choices() -> list[tuple[int, str]]:
    """Return the choices of by how many stones a handicap is less than the difference."""
    return [(number, str(number)) for number in range(MOST_REDUCTION + 1)]


class AdvisorForm(Form):
    """The field for which formats are compared, and the choices of which all combinations are."""

    saves = False
    service_fields: ClassVar[dict[str, str]] = {"rounds": "rounds_to"}

    expected = LineField(
        label=_("Expected players, by rank"),
        help_text=_(
            "Left empty, the players who are registered. Few are yet? Write whom you expect: "
            "3d:2, 1d:6, 5k:20 is two of 3 dan, six of 1 dan and twenty of 5 kyu."
        ),
        max_length=LONGEST_FIELD,
        required=False,
    )
    systems = forms.TypedMultipleChoiceField(
        label=_("Systems"),
        choices=systems,
        coerce=System,
        widget=forms.CheckboxSelectMultiple(attrs={"class": "explained"}),
    )
    rounds_from = NumberField(label=_("Rounds, from"), min_value=1, max_value=MOST_ROUNDS)
    rounds_to = NumberField(label=_("Rounds, up to"), min_value=1, max_value=MOST_ROUNDS)
    bars = LevelsField(
        label=_("Bars of McMahon"),
        help_text=_(
            "One rank or several, such as 1d 3k. Left empty, the bar of the settings; for expected "
            "players, bars that suit them, unless you write others."
        ),
        required=False,
    )
    floors = LevelsField(
        label=_("Floors of McMahon"),
        help_text=_("One rank or several. Left empty, the floor of the settings."),
        required=False,
    )
    reductions = forms.TypedMultipleChoiceField(
        label=_("Reduction: ranks taken off the difference"),
        help_text=_("None chosen: that of the settings."),
        choices=reduction_choices,
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    events = ChoiceField(label=_("Simulated events for each format"), choices=event_numbers)

    fieldsets: ClassVar[Fieldsets] = (
        (_("Players"), {"fields": ["expected"]}),
        (_("Formats"), {"fields": ["systems", "rounds_from", "rounds_to", "bars"]}),
        (
            _("More: floor, handicaps, number of events"),
            {"fields": ["floors", "reductions", "events"], "classes": ["collapse"]},
        ),
    )
    terms: ClassVar[dict[str, str]] = {"bars": "bar", "floors": "floor", "reductions": "handicap"}

    def __init__(self, *args: Any, handicaps: bool, **options: Any) -> None:
        """Take whether handicaps follow from the difference in strength here."""
        super().__init__(*args, **options)
        if not handicaps:
            del self.fields["reductions"]

    def clean_expected(self) -> str:
        """Refuse a text that does not describe a field."""
        text: str = self.cleaned_data["expected"]
        try:
            expected_field(text) if text else None
        except FieldError as error:
            raise ValidationError(translated(error.text)) from error
        return text

    def clean(self) -> dict[str, Any]:
        """Refuse a range of rounds that ends before it begins."""
        cleaned = super().clean() or {}
        if cleaned.get("rounds_from", 0) > cleaned.get("rounds_to", MOST_ROUNDS):
            self.add_error("rounds_to", _("Write the smaller number first."))
        return cleaned

    def chosen_for(self, own: Parameters) -> Choices:
        """Return what to compare; ``own`` are the parameters of the tournament.

        The bars proposed on the page were for the registered players: for another field new ones
        are proposed.
        """
        values = self.cleaned_data
        choices = self._chosen
        if values["expected"] and not (choices.bars and "bars" in self.changed_data):
            usual = usual_choices(own, expected_field(values["expected"]))
            return replace(choices, bars=usual.bars)
        return choices

    @property
    def _chosen(self) -> Choices:
        values = self.cleaned_data
        return Choices(
            systems=tuple(values["systems"]),
            rounds=tuple(range(values["rounds_from"], values["rounds_to"] + 1)),
            bars=values["bars"],
            floors=values["floors"],
            reductions=tuple(values.get("reductions", ())),
        )


def initial_of(choices: Choices, *, few: bool) -> dict[str, Any]:
    """Return the form's initial values; no bars are proposed if ``few`` players are registered."""
    return {
        "systems": [system.value for system in choices.systems],
        "rounds_from": min(choices.rounds),
        "rounds_to": max(choices.rounds),
        "bars": () if few else choices.bars,
        "events": EVENTS[1],
    }
