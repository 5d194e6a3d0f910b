"""Step 3: what orders the standings, and what counts without a game."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.common.setup_fields import Field, Section
from tournament.common.setup_typed import Typed, switch
from tournament.games import words
from tournament.settings.selectors.setup import Setup, SystemSettings, fingerprint
from tournament.settings.services.settings import MOST_CRITERIA, change_system
from tournament.settings.views.presets import Preset
from tournament.settings.views.step import Step
from tournament.spoken import spoken
from tournament.standings.presets import AGA, EGF, OPENGOTHA, SWISS, Convention
from tournament.standings.tiebreaks import TIEBREAKS, Caution, Tiebreak
from tournament.state.criteria import Criterion
from tournament.state.parameters import Parameters, System

MOST_FREE_HALF = 4
FREE = ("absent_mms", "absent_nbw", "bye_mms", "bye_nbw")

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
class Line:
    """A criterion of the list: what it says, and what to beware of."""

    number: int
    name: str
    explanation: str
    warning: str


def values(parameters: Parameters, base: str = "") -> dict[str, str]:
    """Return the settings as the form holds them."""
    scoring = parameters.scoring
    return {
        "base": base,
        "criteria": " ".join(parameters.criteria),
        **{name: words.half_points(getattr(scoring, name)) for name in FREE},
        "round_down": switch(scoring.round_down),
        "unplayed_as_half_point": switch(scoring.unplayed_as_half_point),
    }


def read(setup: Setup, typed: Typed) -> SystemSettings:
    """Return the settings with the order that was typed."""
    old = setup.system.parameters
    criteria = _criteria(typed)
    scoring = replace(
        old.scoring,
        round_down=typed.flag("round_down"),
        unplayed_as_half_point=typed.flag("unplayed_as_half_point"),
        absent_mms=_free(typed, "absent_mms"),
        absent_nbw=_free(typed, "absent_nbw"),
        bye_mms=_free(typed, "bye_mms"),
        bye_nbw=_free(typed, "bye_nbw"),
    )
    parameters = replace(old, scoring=scoring, criteria=criteria)
    if criteria and parameters.system is not old.system:
        typed.errors.setdefault(
            "criteria",
            _(
                "The first of MMS, NBW and CPS makes the system. Keep %(criterion)s as the first "
                "of them, or choose another system in step 2."
            )
            % {"criterion": _SIMPLE[old.system][0]},
        )
    return replace(setup.system, parameters=parameters)


def save(setup: Setup, typed: Typed, seen: str) -> str:
    """Save the step; return the tournament's address."""
    settings = read(setup, typed)
    if not typed.errors:
        change_system(tournament_id=setup.id, settings=settings, seen=seen)
    return setup.event.slug


def presets(setup: Setup, base: str) -> tuple[Preset, ...]:
    """Return conventions to start from."""
    parameters = setup.system.parameters
    simple = _SIMPLE[parameters.system]
    found = [
        Preset(
            one.key,
            spoken(one.name),
            spoken(one.explanation),
            base == one.key or (not base and one.criteria == parameters.criteria),
        )
        for one in _CONVENTIONS[parameters.system]
    ]
    text = _("%(first)s, then %(second)s, and nothing else.")
    return (
        *found,
        Preset(
            "simple",
            _("Simple"),
            text % {"first": simple[0], "second": simple[1]},
            base == "simple" or (not base and simple == parameters.criteria),
        ),
    )


def preset(key: str, setup: Setup) -> dict[str, str] | None:
    """Return the form of a convention to start from."""
    parameters = setup.system.parameters
    if key == "simple":
        return values(replace(parameters, criteria=_SIMPLE[parameters.system]), key)
    for one in _CONVENTIONS[parameters.system]:
        if one.key == key:
            return values(one.apply(parameters), key)
    return None


def sections(setup: Setup, typed: Typed) -> tuple[Section, ...]:
    """Return the form: the points without a game."""
    main = "mms" if setup.system.parameters.system is System.MCMAHON else "nbw"
    other = "nbw" if main == "mms" else "mms"
    points = {
        "mms": (_("A bye counts, in McMahon points"), _("An absence counts, in McMahon points")),
        "nbw": (_("A bye counts, in wins"), _("An absence counts, in wins")),
    }
    return (
        Section(
            (
                Field(
                    f"bye_{main}",
                    points[main][0],
                    _("For who is left over in a round with an odd number of players."),
                    required=True,
                    short=True,
                ),
                Field(
                    f"absent_{main}",
                    points[main][1],
                    _("For a round in which somebody agreed not to play: 0, 0.5 or 1."),
                    required=True,
                    short=True,
                ),
                Field(
                    "round_down",
                    _("Round down what byes and absences add up to"),
                    _("Two absences at half a point are one point, a single one is none."),
                    kind="switch",
                ),
            ),
            title=_("Without a game"),
        ),
        Section(
            (
                Field(f"bye_{other}", points[other][0], required=True, short=True),
                Field(f"absent_{other}", points[other][1], required=True, short=True),
                Field(
                    "unplayed_as_half_point",
                    _("In the sums over opponents, games not played count half a point"),
                    _("So that nobody gains by opponents who won by default."),
                    kind="switch",
                ),
            ),
            title=_("More: what is counted besides"),
            folded=True,
        ),
    )


def more(setup: Setup, typed: Typed) -> dict[str, Any]:
    """Return the list as it stands in the form, and what can be added."""
    chosen = _criteria(Typed(typed.values))
    system = setup.system.parameters.system
    return {
        "lines": tuple(
            Line(number, row.criterion, spoken(row.explanation), _warning(row, system))
            for number, row in enumerate(TIEBREAKS[criterion] for criterion in chosen)
        ),
        "addable": tuple(
            (criterion.value, spoken(row.explanation))
            for criterion, row in TIEBREAKS.items()
            if criterion not in chosen
        )
        if len(chosen) < MOST_CRITERIA
        else (),
        "criteria": typed.values["criteria"],
        "criteria_error": typed.errors.get("criteria", ""),
    }


def press(data: Mapping[str, str], typed: Typed) -> bool:
    """Move, remove or add a criterion in the form."""
    what, _sep, which = data.get("do", "").partition(":")
    if not what:
        return False
    chosen = typed.values["criteria"].split()
    place = int(which) if which.isdecimal() and len(which) < 4 else 0
    if what == "add" and data.get("add") in TIEBREAKS and len(chosen) < MOST_CRITERIA:
        chosen.append(data["add"])
    elif what == "remove" and place < len(chosen):
        del chosen[place]
    elif what == "up" and 0 < place < len(chosen):
        chosen[place - 1 : place + 1] = chosen[place], chosen[place - 1]
    elif what == "down" and place + 1 < len(chosen):
        chosen[place : place + 2] = chosen[place + 1], chosen[place]
    typed.values["criteria"] = " ".join(chosen)
    return True


def _criteria(typed: Typed) -> tuple[Criterion, ...]:
    try:
        return tuple(map(Criterion, typed.values["criteria"].split()))
    except ValueError:
        typed.errors.setdefault("criteria", _("Choose one of these."))
        return ()


def _free(typed: Typed, name: str) -> int:
    halves = typed.halves(name, 0)
    if not 0 <= halves <= MOST_FREE_HALF:
        typed.errors.setdefault(name, _("Write points from 0 to 2."))
        return 0
    return halves


def _warning(row: Tiebreak, system: System) -> str:
    """Return what to beware of."""
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
    if row.caution is Caution.STRENGTH:
        return _(
            "Places the stronger player first, whatever was played. Without it equal players "
            "share their place."
        )
    return ""


STEP = Step(
    key="order",
    title=gettext_lazy("Order"),
    lead=gettext_lazy("What decides between two players, in this order."),
    first="criteria",
    values=lambda setup: values(setup.system.parameters),
    sections=sections,
    save=save,
    seen=lambda setup: fingerprint(setup.system),
    playing=gettext_lazy("The standings of rounds already played follow the new order at once."),
    presets=presets,
    preset=preset,
    more=more,
    part="settings/order.html",
    press=press,
)
