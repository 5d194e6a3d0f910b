"""The fields of step 2, each with its explanation; which there are depends on the preset."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudication.rules.presets import get_ruleset
from tournament.common.setup_fields import Choice, Field, Section, number
from tournament.common.setup_typed import Typed
from tournament.games import words
from tournament.pairing.handicap_tables import TABLES
from tournament.settings.selectors.setup import Setup, fingerprint, strengths_of
from tournament.settings.views.presets import Preset
from tournament.settings.views.preview import preview_of
from tournament.settings.views.step import Step
from tournament.settings.views.system import (
    BY_HAND,
    DIFFERENCE,
    NONE,
    TABLE,
    based_on,
    preset,
    preset_key,
    read,
    save,
    values,
)
from tournament.state.methods import Consolation, Grouping
from tournament.state.parameters import Basis, DrawFrom, Method, Seeding, System

SETTLED = frozenset({"categories", "group_size", "grouping", "double", "consolation"})


def preset_labels() -> dict[str, str]:
    """Return the names of the systems."""
    return {
        "mcmahon": _("McMahon with a bar"),
        "mcmahon_handicap": _("McMahon with handicap"),
        "swiss": _("Swiss"),
        "swiss_categories": _("Swiss by categories"),
        "round_robin": _("Round-robin"),
        "knock_out": _("Knock-out"),
        "manual": _("By hand"),
    }


def presets(setup: Setup, base: str) -> tuple[Preset, ...]:
    """Return the systems to start from, until play has settled it."""
    if setup.played:
        return ()
    current = base or preset_key(setup.system)
    hints = {
        "mcmahon": _(
            "For fields of mixed strength: everybody meets equals from the first round, the "
            "strongest play for the title. Even games."
        ),
        "mcmahon_handicap": _("The same, with stones where opponents differ in strength."),
        "swiss": _("All start equal; winners meet winners. Even games."),
        "swiss_categories": _("A Swiss tournament in each of several classes of strength."),
        "round_robin": _("All against all, in one group or several."),
        "knock_out": _("Whoever loses is out, or plays for the places behind."),
        "manual": _("You seat the players yourself."),
    }
    return tuple(
        Preset(key, label, hints[key], key == current) for key, label in preset_labels().items()
    )


def sections(setup: Setup, typed: Typed) -> tuple[Section, ...]:
    """Return the form for a system."""
    settings = based_on(setup, typed.values["base"])
    weights = settings.method == Method.WEIGHTS
    groups: list[Field] = [
        number(
            "rounds",
            _("Number of rounds"),
            _("The standings count so many; more can be added later."),
        )
    ]
    scored = weights or settings.method == Method.MANUAL
    if scored and settings.parameters.system is System.MCMAHON:
        groups += _mcmahon()
    if settings.parameters.scoring.categories:
        groups.append(
            Field(
                "categories",
                _("Lowest rank of each category"),
                _(
                    "The strongest first, the last category left out: “3d 4k” makes three, 3d and "
                    "above, 2d to 4k, and the rest."
                ),
                short=True,
            )
        )
    if settings.method == Method.ROUND_ROBIN:
        groups += _round_robin()
    if settings.method == Method.KNOCK_OUT:
        groups.append(_knock_out())
    found = [Section(tuple(groups), title=_("Rounds and groups")), _handicaps(setup), _komi(setup)]
    if weights:
        found.append(_pairing())
    return tuple(found)


def more(setup: Setup, typed: Typed) -> dict[str, Any]:
    """Return the groups that what is typed makes of the registered players."""
    copy = Typed(typed.values)
    settings = read(setup, copy)
    if copy.errors.keys() & {"rounds", "bar", "floor", "categories", "group_size"}:
        return {"preview": None}
    return {"preview": preview_of(settings, strengths_of(setup.id))}


def _mcmahon() -> list[Field]:
    return [
        Field(
            "bar",
            _("Bar"),
            _(
                "Everybody of this rank or stronger starts with the same points and plays for "
                "the title. Choose it so that the top group fits the number of rounds."
            ),
            required=True,
            short=True,
        ),
        Field(
            "floor",
            _("Floor"),
            _(
                "Everybody of this rank or weaker starts together at the bottom, so that nobody "
                "is alone down there."
            ),
            required=True,
            short=True,
        ),
    ]


def _round_robin() -> list[Field]:
    return [
        number(
            "group_size",
            _("Players in a group"),
            _("Left empty, all play in one group."),
            required=False,
        ),
        Field(
            "grouping",
            _("How players are spread over the groups"),
            kind="choice",
            choices=(
                Choice(Grouping.BLOCKS, _("By strength"), _("The best in the first group.")),
                Choice(Grouping.SNAKE, _("Evenly"), _("Groups of about equal strength.")),
            ),
        ),
        Field(
            "double",
            _("Two games against everybody"),
            _("The second half has the colours reversed."),
            kind="switch",
        ),
    ]


def _knock_out() -> Field:
    return Field(
        "consolation",
        _("Who has lost"),
        kind="choice",
        choices=(
            Choice(Consolation.NONE, _("is out")),
            Choice(Consolation.THIRD_PLACE, _("in the semi-final plays for the third place")),
            Choice(Consolation.SECOND_CHANCE, _("in the first round has a second knock-out")),
            Choice(Consolation.PLACEMENT, _("plays on for the places behind")),
        ),
    )


def _handicaps(setup: Setup) -> Section:
    choices = [
        Choice(NONE, _("None"), _("Every game is even.")),
        Choice(
            DIFFERENCE,
            _("By the difference in strength"),
            _("Stones follow from the difference, less the reduction below."),
        ),
    ]
    if setup.system.parameters.handicap.table or setup.event.board_size in TABLES:
        choices.append(
            Choice(
                TABLE,
                _("By a table for this board"),
                _("Stones and komi for each difference, as is the custom on boards of this size."),
            )
        )
    choices.append(Choice(BY_HAND, _("Set for each game"), _("You write them on the boards.")))
    return Section(
        (
            Field("handicap_policy", _("Handicaps"), kind="choice", choices=tuple(choices)),
            number(
                "correction",
                _("Reduction: ranks taken off the difference"),
                _("With 1, players three ranks apart play with two stones; with 0 it is three."),
            ),
            number(
                "ceiling",
                _("Most stones"),
                _("No game has more, whatever the difference. From 1 to 9."),
            ),
            Field(
                "threshold",
                _("Even games from this rank on"),
                _(
                    "Players of this rank or stronger count as this rank: among themselves they "
                    "play even, so that the title is decided without stones."
                ),
                required=True,
                short=True,
            ),
            Field(
                "basis",
                _("What the difference is taken of"),
                kind="choice",
                choices=(
                    Choice(Basis.MMS, _("McMahon scores"), _("Winners give more stones.")),
                    Choice(Basis.RANK, _("Ranks"), _("As registered, all through.")),
                ),
            ),
        ),
        title=_("Handicaps"),
        hint=_("It holds for the boards paired from now on."),
    )


def _komi(setup: Setup) -> Section:
    ruleset = get_ruleset(setup.event.rules)
    even, handicap = (words.points(ruleset.komi_for(stones)) for stones in (0, 2))
    return Section(
        (
            Field(
                "komi",
                _("Komi of even games"),
                _("Left empty, that of the rule set: %(komi)s.") % {"komi": even},
                short=True,
            ),
            Field(
                "handicap_komi",
                _("Komi of handicap games"),
                _("Left empty, that of the rule set: %(komi)s.") % {"komi": handicap},
                short=True,
            ),
        ),
        title=_("Komi"),
    )


def _pairing() -> Section:
    seedings = (
        Choice(Seeding.RANDOM, _("Upper half against lower half, drawn by lot")),
        Choice(Seeding.SLIP, _("Upper half against lower half, first against first")),
        Choice(Seeding.FOLD, _("The first against the last")),
    )
    draws = (
        Choice(DrawFrom.TOP, _("the best of the group")),
        Choice(DrawFrom.MIDDLE, _("the middle of the group")),
        Choice(DrawFrom.BOTTOM, _("the last of the group")),
    )
    return Section(
        (
            Field(
                "first_seeding",
                _("In the first rounds, players of equal score meet"),
                kind="select",
                choices=seedings,
            ),
            number("phase_1", _("Number of these first rounds")),
            Field(
                "later_seeding",
                _("Afterwards, players of equal score meet"),
                kind="select",
                choices=seedings,
            ),
            Field(
                "upper_mode",
                _("When a group is odd, who plays somebody of a lower group"),
                kind="select",
                choices=draws,
            ),
            Field(
                "lower_mode",
                _("and whom of that lower group he meets"),
                kind="select",
                choices=draws,
            ),
            Field(
                "balance",
                _("Balance colours"),
                _("As far as possible everybody has Black and White equally often."),
                kind="switch",
            ),
            Field(
                "clubs",
                _("Avoid opponents from the same club or country"),
                _("Below the bar, a somewhat less equal opponent from elsewhere is preferred."),
                kind="switch",
            ),
            number("club_gap", _("Club: up to so many points of difference")),
            number("country_gap", _("Country: up to so many points of difference")),
        ),
        title=_("More: how opponents are looked for"),
        hint=_("These are good as they are for most tournaments."),
        folded=True,
    )


STEP = Step(
    key="system",
    title=gettext_lazy("System"),
    lead=gettext_lazy("How rounds are paired, and on what terms."),
    first="rounds",
    values=lambda setup: values(setup.system),
    sections=sections,
    save=save,
    seen=lambda setup: fingerprint(setup.system),
    playing=gettext_lazy(
        "The system and its groups are settled. A new bar or floor changes starting scores, also "
        "in the standings of rounds already played. Everything else holds for the next pairing."
    ),
    settled=lambda setup: SETTLED if setup.played else frozenset(),
    presets=presets,
    preset=preset,
    more=more,
    part="settings/groups.html",
)
