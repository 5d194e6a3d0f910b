"""Step 3: how the standings are ordered, and what rounds without a game score."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.common.forms import Fieldsets, UndrawnWidget
from tournament.fields.forms import HalfPointsField
from tournament.fields.validators import number_range
from tournament.settings.forms.step import Preset, SetupStepForm
from tournament.settings.selectors import SystemSettings
from tournament.settings.services import MOST_CRITERIA
from tournament.spoken import translated
from tournament.standings.presets import AGA, EGF, OPENGOTHA, SWISS, Convention
from tournament.standings.tiebreaks import TIEBREAKS, Caution, Tiebreak
from tournament.state.criteria import Criterion
from tournament.state.parameters import Parameters, System

MOST_FREE_HALF = 4
FREE = ("absent_mms", "absent_nbw", "bye_mms", "bye_nbw")
SWITCHES = ("round_down", "unplayed_as_half_point")

_SIMPLE = {
    System.MCMAHON: (Criterion.MMS, Criterion.SOSM),
    System.CUP: (Criterion.CPS, Criterion.SOSW),
    System.SWISS: (Criterion.NBW, Criterion.SOSW),
    System.SWISS_CATEGORIES: (Criterion.NBW, Criterion.SOSW),
}
_CONVENTIONS: Mapping[System, tuple[Convention, ...]] = MappingProxyType(
    {
        System.MCMAHON: (OPENGOTHA, EGF, AGA),
        System.CUP: (),
        System.SWISS: (SWISS,),
        System.SWISS_CATEGORIES: (SWISS,),
    }
)


@dataclass(frozen=True, slots=True)
class CriterionRow:
    """A criterion in the list: what it says, and any warning."""

    number: int
    name: str
    explanation: str
    warning: str
    focused: str = ""
    """The button pressed last, so that it can be pressed again by keyboard."""


class CriteriaWidget(forms.Widget):
    """The list of criteria, with buttons that move, remove and add one."""

    template_name = "settings/criteria.html"
    use_fieldset = True
    system = System.MCMAHON
    pressed = ""
    """The button that led to this list, such as ``up:2``."""

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Return the list as it stands in the form, and what can be added."""
        context = super().get_context(name, value, attrs)
        chosen = [criterion for criterion in str(value or "").split() if criterion in TIEBREAKS]
        rows = [TIEBREAKS[Criterion(criterion)] for criterion in chosen]
        focused = _focused(self.pressed, len(rows))
        context["lines"] = [
            CriterionRow(
                number,
                row.criterion,
                translated(row.explanation),
                _warning(row, self.system),
                focused.get(number, ""),
            )
            for number, row in enumerate(rows)
        ]
        context["addable"] = [
            (criterion.value, translated(row.explanation))
            for criterion, row in TIEBREAKS.items()
            if criterion not in chosen and len(chosen) < MOST_CRITERIA
        ]
        return context


class CriteriaField(forms.Field):
    """Criteria in order of importance, separated by spaces."""

    widget = CriteriaWidget

    def to_python(self, value: Any) -> tuple[Criterion, ...]:
        """Return the criteria. Raises ValidationError for a name that is not a criterion."""
        try:
            return tuple(map(Criterion, str(value or "").split()))
        except ValueError:
            raise ValidationError(_("Choose one of these."), code="criteria") from None

    def prepare_value(self, value: Any) -> Any:
        """Return the names of the criteria."""
        return " ".join(value) if isinstance(value, tuple) else value


def free_points(label: Any, help_text: Any = "") -> HalfPointsField:
    """Return a field for the points of a round without a game."""
    checks = number_range(0, MOST_FREE_HALF, gettext_lazy("Write points from 0 to 2."))
    return HalfPointsField(label=label, help_text=help_text, validators=checks)


class CriteriaForm(SetupStepForm):
    """The criteria of the standings, and the points for rounds without a game."""

    key = "order"
    title = gettext_lazy("Tie-breaks")
    lead = gettext_lazy("What separates two players, in this order.")
    playing = gettext_lazy("The standings of rounds already played follow the new order at once.")
    terms: ClassVar[Mapping[str, str]] = {"bye_mms": "bye", "bye_nbw": "bye"}
    criteria = CriteriaField(
        label=gettext_lazy("Criteria, the most important first"),
        help_text=gettext_lazy(
            "A criterion only counts between players who are tied on all those above it. Players "
            "tied on all of them share their place."
        ),
        required=False,
    )
    bye_mms = free_points(gettext_lazy("A bye counts, in McMahon points"))
    absent_mms = free_points(gettext_lazy("An absence counts, in McMahon points"))
    bye_nbw = free_points(gettext_lazy("A bye counts, in wins"))
    absent_nbw = free_points(gettext_lazy("An absence counts, in wins"))
    round_down = forms.BooleanField(
        label=gettext_lazy("Round down the sum of byes and absences"),
        help_text=gettext_lazy("Two absences at half a point are one point, a single one is none."),
        required=False,
    )
    unplayed_as_half_point = forms.BooleanField(
        label=gettext_lazy("In sums over opponents, games not played count half a point"),
        help_text=gettext_lazy("So that nobody gains by opponents who won by default."),
        required=False,
    )
    do = forms.CharField(required=False, widget=UndrawnWidget)
    add = forms.CharField(required=False, widget=UndrawnWidget)

    def __init__(self, setup: Any, data: QueryDict | None = None, **options: Any) -> None:
        if data and data.get("do"):
            data = data.copy()
            chosen, button, added = (str(data.get(name, "")) for name in ("criteria", "do", "add"))
            data["criteria"] = _pressed(chosen.split(), button, added)
        super().__init__(setup, data, **options)

    def arrange(self) -> None:
        """Show the points that the system goes by first."""
        system = self.setup.system.parameters.system
        main, other = ("mms", "nbw") if system is System.MCMAHON else ("nbw", "mms")
        self.fields[f"bye_{main}"].help_text = _(
            "For the player left over in a round with an odd number of players."
        )
        self.fields[f"absent_{main}"].help_text = _(
            "For a round in which somebody agreed not to play: 0, 0.5 or 1."
        )
        self.fields["criteria"].widget.system = system
        self.fields["criteria"].widget.pressed = str(self["do"].data or "")
        self.fieldsets: Fieldsets = (  # type: ignore[misc]
            (_("Without a game"), {"fields": [f"bye_{main}", f"absent_{main}", "round_down"]}),
            (
                _("More: what else counts"),
                {
                    "fields": [f"bye_{other}", f"absent_{other}", "unplayed_as_half_point"],
                    "classes": ["collapse"],
                },
            ),
        )

    def saved_values(self) -> dict[str, Any]:
        """Return the saved order."""
        return _values(self.setup.system.parameters)

    def start_values(self, preset: str) -> dict[str, Any]:
        """Return the values of a preset convention."""
        parameters = self.setup.system.parameters
        if preset == "simple":
            return _values(replace(parameters, criteria=_SIMPLE[parameters.system]))
        for convention in _CONVENTIONS[parameters.system]:
            if convention.key == preset:
                return _values(convention.apply(parameters))
        return {}

    def presets(self) -> tuple[Preset, ...]:
        """Return the conventions that the form can start from."""
        parameters = self.setup.system.parameters
        simple = _SIMPLE[parameters.system]
        text = _("%(first)s, then %(second)s, and nothing else.")
        offered = [
            (row.key, translated(row.name), translated(row.explanation), row.criteria)
            for row in _CONVENTIONS[parameters.system]
        ]
        hint = text % {"first": simple[0], "second": simple[1]}
        return tuple(
            Preset(key, label, hint, key == self.preset)
            if self.preset
            else Preset(key, label, hint, criteria == parameters.criteria)
            for key, label, hint, criteria in [*offered, ("simple", _("Small event"), hint, simple)]
        )

    @property
    def pressed(self) -> bool:
        """Whether a button of the list was pressed."""
        return bool(self["do"].data) or super().pressed

    def clean_criteria(self) -> tuple[Criterion, ...]:
        """Refuse an order that would turn the tournament into another system."""
        criteria: tuple[Criterion, ...] = self.cleaned_data["criteria"]
        parameters = self.setup.system.parameters
        if criteria and replace(parameters, criteria=criteria).system is not parameters.system:
            raise ValidationError(
                _(
                    "The first of MMS, NBW and CPS determines the system. Keep %(criterion)s as "
                    "the first of them, or choose another system in step 2."
                ),
                params={"criterion": _SIMPLE[parameters.system][0]},
            )
        return criteria

    @property
    def settings(self) -> SystemSettings:
        """Return the system with the order in the form."""
        old = self.setup.system.parameters
        points = {name: self.cleaned_data[name] for name in (*FREE, *SWITCHES)}
        scoring = replace(old.scoring, **points)
        parameters = replace(old, scoring=scoring, criteria=self.cleaned_data["criteria"])
        return replace(self.setup.system, parameters=parameters)


def _values(parameters: Parameters) -> dict[str, Any]:
    """Return the values of the fields."""
    points = {name: getattr(parameters.scoring, name) for name in (*FREE, *SWITCHES)}
    return {"criteria": parameters.criteria, **points}


def _pressed(chosen: list[str], button: str, added: str) -> str:
    """Return the criteria after a button moved, removed or added one."""
    what, place = _parts(button)
    if what == "add" and added in TIEBREAKS and len(chosen) < MOST_CRITERIA:
        chosen.append(added)
    elif what == "remove" and 0 <= place < len(chosen):
        del chosen[place]
    elif what == "up" and 0 < place < len(chosen):
        chosen[place - 1 : place + 1] = chosen[place], chosen[place - 1]
    elif what == "down" and 0 <= place < len(chosen) - 1:
        chosen[place : place + 2] = chosen[place + 1], chosen[place]
    return " ".join(chosen)


def _focused(button: str, count: int) -> dict[int, str]:
    """Return the line that a button led to, and which of its buttons keeps the focus."""
    what, line = _parts(button)
    if what not in ("up", "down", "remove") or line < 0 or not count:
        return {}
    place = line + {"up": -1, "down": 1, "remove": 0}[what]
    place = min(max(place, 0), count - 1)
    if what == "remove" or count == 1:
        return {place: "remove"}
    return {place: "down" if place == 0 else "up" if place == count - 1 else what}


def _parts(button: str) -> tuple[str, int]:
    """Return a button's action and its line, as in ``up:2``; -1 if it has none."""
    what, _sep, which = button.partition(":")
    return what, int(which) if which.isdecimal() and len(which) < 4 else -1


def _warning(row: Tiebreak, system: System) -> str:
    """Return the warning about a criterion."""
    if row.caution is Caution.WINS and system is System.MCMAHON:
        return _(
            "Counts wins whatever the opponents’ starting score: opponents from lower groups "
            "count as much. McMahon tournaments use the criterion with M."
        )
    if row.caution is Caution.MCMAHON and system is not System.MCMAHON:
        return _(
            "Counts McMahon scores, which depend on ranks: Swiss tournaments use the "
            "criterion with W."
        )
    if row.caution is Caution.KNOCK_OUT:
        return _("For knock-outs: no criterion after it counts for the final order.")
    if row.caution is Caution.STRENGTH:
        return _(
            "Places the stronger player first, whatever was played. Without it equal players "
            "share their place."
        )
    return ""
