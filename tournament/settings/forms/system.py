"""Step 2: how rounds are paired: system, rounds, groups, handicaps, komi."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudication.rules.presets import get_ruleset
from tournament.common.forms import Fieldsets, label_with_hint
from tournament.fields.forms import (
    ChoiceField,
    HalfPointsField,
    LevelField,
    LevelsField,
    NumberField,
    RadioField,
)
from tournament.games import words
from tournament.models import HandicapPolicy
from tournament.pairing.handicap_tables import TABLES
from tournament.settings.forms.step import Preset, SetupStepForm
from tournament.settings.preview import preview_of
from tournament.settings.selectors import SystemSettings, strengths_of
from tournament.settings.words import preset_key, preset_labels
from tournament.state.methods import MOST_GROUPS, MOST_THROUGH, Consolation, Grouping, RoundRobin
from tournament.state.parameters import (
    Acceleration,
    Basis,
    DrawFrom,
    EdgeTies,
    HandicapRow,
    HandicapRule,
    Method,
    Parameters,
    Seeding,
    Strength,
    System,
    TopGroup,
    Weights,
)
from tournament.state.presets import GROUPS as GROUPS_START
from tournament.state.presets import KNOCK_OUT, MCMAHON, ROUND_ROBIN, SWISS, SWISS_CATEGORIES

MOST_STONES = 9
NONE, DIFFERENCE, TABLE, BY_HAND = "none", "difference", "table", "manual"
POLICIES: Mapping[str, str] = MappingProxyType(
    {
        NONE: HandicapPolicy.EVEN.value,
        DIFFERENCE: HandicapPolicy.RULE.value,
        TABLE: HandicapPolicy.RULE.value,
        BY_HAND: HandicapPolicy.MANUAL.value,
    }
)
STARTS: Mapping[str, tuple[Method, Parameters, str]] = MappingProxyType(
    {
        "mcmahon": (Method.WEIGHTS, MCMAHON, HandicapPolicy.EVEN),
        "mcmahon_handicap": (Method.WEIGHTS, MCMAHON, HandicapPolicy.RULE),
        "swiss": (Method.WEIGHTS, SWISS, HandicapPolicy.EVEN),
        "swiss_categories": (Method.WEIGHTS, SWISS_CATEGORIES, HandicapPolicy.EVEN),
        "round_robin": (Method.ROUND_ROBIN, ROUND_ROBIN, HandicapPolicy.EVEN),
        "knock_out": (Method.KNOCK_OUT, KNOCK_OUT, HandicapPolicy.EVEN),
        "double_elimination": (Method.DOUBLE_ELIMINATION, KNOCK_OUT, HandicapPolicy.EVEN),
        "groups_knock_out": (Method.GROUPS, GROUPS_START, HandicapPolicy.EVEN),
        "manual": (Method.MANUAL, MCMAHON, HandicapPolicy.MANUAL),
    }
)
"""The values that each preset starts from."""
BARS = ("bar_by", "bar", "top_group", "edge_ties", "floor")
TOP_GROUP = ("top_group", "edge_ties")
BY_RANK = "by_rank"
GROUPS = ("group_size", "grouping", "double")
QUALIFYING = ("group_count", "best")
HANDICAPS = ("handicap_policy", "correction", "ceiling", "threshold", "basis")
KOMI = ("komi", "handicap_komi")
PAIRING = (
    *("first_seeding", "phase_1", "later_seeding", "upper_mode", "lower_mode"),
    *("balance", "clubs", "club_gap", "country_gap"),
)


def seeding_choices() -> list[tuple[Any, str]]:
    """Return the choices of how players of equal score are paired."""
    return [
        (Seeding.RANDOM, _("Upper half against lower half, drawn at random")),
        (Seeding.SLIP, _("Upper half against lower half, first against first")),
        (Seeding.FOLD, _("The first against the last")),
    ]


def draw_choices() -> list[tuple[Any, str]]:
    """Return the choices of whom to draw up or down from a score group."""
    return [
        (DrawFrom.TOP, _("the best of the group")),
        (DrawFrom.MIDDLE, _("the middle of the group")),
        (DrawFrom.BOTTOM, _("the last of the group")),
    ]


def grouping_choices() -> list[tuple[Any, str]]:
    """Return the choices of how players are spread over groups."""
    return [
        (Grouping.BLOCKS, label_with_hint(_("By strength"), _("The best in the first group."))),
        (Grouping.SNAKE, label_with_hint(_("Evenly"), _("Groups of about equal strength."))),
    ]


def draws_of_groups() -> list[tuple[Any, str]]:
    """Return the choices of how players are drawn into qualifying groups."""
    return [
        (
            Grouping.SNAKE,
            label_with_hint(_("In a snake"), _("The next seed always to the next group.")),
        ),
        (
            Grouping.POTS,
            label_with_hint(_("By pots"), _("Of every pot of equals one to a group by lot.")),
        ),
    ]


def consolation_choices() -> list[tuple[Any, str]]:
    """Return the choices of what the losers of a knock-out do."""
    return [
        (Consolation.NONE, _("is out")),
        (Consolation.THIRD_PLACE, _("in the semi-final plays for third place")),
        (Consolation.SECOND_CHANCE, _("in the first round has a second knock-out")),
        (Consolation.PLACEMENT, _("plays on for the lower places")),
    ]


def bar_choices() -> list[tuple[Any, str]]:
    """Return the choices of what the bar follows from."""
    return [
        (BY_RANK, label_with_hint(_("A rank"), _("Everybody of this rank or stronger."))),
        (
            Strength.RATING,
            label_with_hint(
                _("A number of players, by rating"), _("The highest ratings, about so many.")
            ),
        ),
        (
            Strength.RANK,
            label_with_hint(
                _("A number of players, by rank"), _("The highest ranks, about so many.")
            ),
        ),
    ]


def edge_choices() -> list[tuple[Any, str]]:
    """Return the choices of what happens to players who tie at the edge of the top group."""
    return [
        (EdgeTies.INCLUDE, _("All of them are in it (usual)")),
        (EdgeTies.LEAVE_OUT, _("None of them is in it")),
    ]


def basis_choices() -> list[tuple[Any, str]]:
    """Return the choices of what the difference between two players is based on."""
    return [
        (Basis.MMS, label_with_hint(_("McMahon scores"), _("Winners give more stones."))),
        (Basis.RANK, label_with_hint(_("Ranks"), _("As registered, throughout."))),
    ]


class SystemForm(SetupStepForm):
    """The system, its rounds and groups, handicaps, komi, and how opponents are chosen."""

    key = "system"
    title = gettext_lazy("System")
    lead = gettext_lazy("How rounds are paired, and on what terms.")
    playing = gettext_lazy(
        "The system and its groups are settled. A new bar or floor changes starting scores, also "
        "in the standings of rounds already played. Everything else holds for the next pairing."
    )
    settled = frozenset(
        {
            *("categories", "consolation", "second_final", "acceleration"),
            *GROUPS,
            *QUALIFYING,
            *TOP_GROUP,
        }
    )
    preview = "settings/groups.html"
    terms: ClassVar[Mapping[str, str]] = {
        "bar": "bar",
        "top_group": "bar",
        "floor": "floor",
        "categories": "category",
        "handicap_policy": "handicap",
        "komi": "komi",
        "first_seeding": "seeding",
        "upper_mode": "float",
    }

    rounds = NumberField(
        label=gettext_lazy("Number of rounds"),
        help_text=gettext_lazy(
            "The standings count this many; more can be added later. A knock-out goes on until "
            "somebody has won it, whatever the number."
        ),
    )
    bar = LevelField(
        label=gettext_lazy("Bar"),
        help_text=gettext_lazy(
            "Everybody of this rank or stronger starts with the same points and plays for the "
            "title. Choose it so that the top group fits the number of rounds."
        ),
    )
    bar_by = RadioField(label=gettext_lazy("The top group is"), choices=bar_choices)
    top_group = NumberField(
        label=gettext_lazy("Players in the top group"),
        help_text=gettext_lazy(
            "For a number of players: those present when round 1 is paired. The bar becomes the "
            "rank that fits them best; whoever enters later is placed by it."
        ),
        required=False,
        empty_value=0,
    )
    edge_ties = ChoiceField(
        label=gettext_lazy("Players who are equal at the edge of the top group"),
        choices=edge_choices,
    )
    floor = LevelField(
        label=gettext_lazy("Floor"),
        help_text=gettext_lazy(
            "Everybody of this rank or weaker starts together at the bottom, so that nobody is "
            "alone down there."
        ),
    )
    categories = LevelsField(
        label=gettext_lazy("Lowest rank of each category"),
        help_text=gettext_lazy(
            "The strongest first, the last category left out: “3d 4k” makes three, 3d and above, "
            "2d to 4k, and the rest."
        ),
        required=False,
    )
    acceleration = forms.BooleanField(
        label=gettext_lazy("Accelerate the first rounds (Baku acceleration)"),
        help_text=gettext_lazy(
            "In the first half of the rounds the stronger half of the field has virtual points for "
            "the pairing, so that the strong meet the strong at once. The standings do not count "
            "them."
        ),
        required=False,
    )
    group_size = NumberField(
        label=gettext_lazy("Players in a group"),
        help_text=gettext_lazy("Left empty, all play in one group."),
        required=False,
        empty_value=0,
    )
    grouping = RadioField(
        label=gettext_lazy("How players are spread over the groups"), choices=grouping_choices
    )
    double = forms.BooleanField(
        label=gettext_lazy("Two games against everybody"),
        help_text=gettext_lazy("The second half has the colours reversed."),
        required=False,
    )
    group_count = NumberField(
        label=gettext_lazy("Number of groups"), help_text=gettext_lazy("From 2 to 16.")
    )
    best = NumberField(
        label=gettext_lazy("Players of each group who go on into the knock-out"),
    )
    consolation = RadioField(
        label=gettext_lazy("A player who has lost"), choices=consolation_choices
    )
    second_final = forms.BooleanField(
        label=gettext_lazy("The unbeaten player has to be beaten twice in the grand final"),
        help_text=gettext_lazy(
            "If the winner of the losers’ bracket wins it, both have lost once and play again. "
            "Otherwise the grand final is a single game."
        ),
        required=False,
    )
    handicap_policy = RadioField(label=gettext_lazy("Handicaps"))
    correction = NumberField(
        label=gettext_lazy("Reduction: ranks taken off the difference"),
        help_text=gettext_lazy(
            "With 1, players three ranks apart play with two stones; with 0 it is three."
        ),
    )
    ceiling = NumberField(
        label=gettext_lazy("Most stones"),
        help_text=gettext_lazy("No game has more, whatever the difference. From 1 to 9."),
    )
    threshold = LevelField(
        label=gettext_lazy("Even games from this rank on"),
        help_text=gettext_lazy(
            "Players of this rank or stronger count as this rank: among themselves they play even, "
            "so that the title is decided without stones."
        ),
    )
    basis = RadioField(label=gettext_lazy("Basis of the difference"), choices=basis_choices)
    komi = HalfPointsField(label=gettext_lazy("Komi of even games"), required=False)
    handicap_komi = HalfPointsField(label=gettext_lazy("Komi of handicap games"), required=False)
    first_seeding = ChoiceField(
        label=gettext_lazy("In the first rounds, players of equal score meet"),
        choices=seeding_choices,
    )
    phase_1 = NumberField(label=gettext_lazy("Number of these first rounds"))
    later_seeding = ChoiceField(
        label=gettext_lazy("Afterwards, players of equal score meet"), choices=seeding_choices
    )
    upper_mode = ChoiceField(
        label=gettext_lazy("In an odd group, the player paired with the group below is"),
        choices=draw_choices,
    )
    lower_mode = ChoiceField(
        label=gettext_lazy("and the player of the lower group is"), choices=draw_choices
    )
    balance = forms.BooleanField(
        label=gettext_lazy("Balance colours"),
        help_text=gettext_lazy("As far as possible everybody has Black and White equally often."),
        required=False,
    )
    clubs = forms.BooleanField(
        label=gettext_lazy("Avoid opponents from the same club or country"),
        help_text=gettext_lazy(
            "Below the bar, a somewhat less equal opponent from elsewhere is preferred."
        ),
        required=False,
    )
    club_gap = NumberField(label=gettext_lazy("Club: up to this many points of difference"))
    country_gap = NumberField(label=gettext_lazy("Country: up to this many points of difference"))

    fieldsets: ClassVar[Fieldsets] = (
        (
            gettext_lazy("Rounds and groups"),
            {
                "fields": [
                    *("rounds", *BARS, "categories", "acceleration", *QUALIFYING, *GROUPS),
                    *("consolation", "second_final"),
                ]
            },
        ),
        (
            gettext_lazy("Handicaps"),
            {
                "fields": HANDICAPS,
                "description": gettext_lazy("It applies to boards paired from now on."),
            },
        ),
        (gettext_lazy("Komi"), {"fields": KOMI}),
        (
            gettext_lazy("More: how opponents are chosen"),
            {
                "fields": PAIRING,
                "description": gettext_lazy("These are good as they are for most tournaments."),
                "classes": ["collapse"],
            },
        ),
    )

    def arrange(self) -> None:
        """Leave out what the system does not use; tables and komi match the board and the rules."""
        old = self.started_from
        unused: set[str] = set()
        if old.method != Method.WEIGHTS:
            unused |= {*PAIRING}
        scored = old.method in (Method.WEIGHTS, Method.MANUAL)
        if not scored or old.parameters.system is not System.MCMAHON:
            unused |= {*BARS}
        if old.method != Method.WEIGHTS or old.parameters.system is not System.SWISS:
            unused |= {"acceleration"}
        if not old.parameters.scoring.categories:
            unused |= {"categories"}
        if old.method == Method.GROUPS:
            unused |= {"group_size"}
            grouping: Any = self.fields["grouping"]
            grouping.choices = draws_of_groups()
        else:
            unused |= {*QUALIFYING}
            if old.method != Method.ROUND_ROBIN:
                unused |= {*GROUPS}
        if old.method not in (Method.KNOCK_OUT, Method.GROUPS):
            unused |= {"consolation"}
        if old.method != Method.DOUBLE_ELIMINATION:
            unused |= {"second_final"}
        for name in unused:
            del self.fields[name]
        if self.setup.played and "bar_by" in self.fields:
            self._settle_bar()
        policies: Any = self.fields["handicap_policy"]
        policies.choices = self._policies()
        ruleset = get_ruleset(self.setup.event.rules)
        for name, stones in zip(KOMI, (0, 2), strict=True):
            field: Any = self.fields[name]
            usual = ruleset.komi_for(stones)
            field.empty_value = round(2 * usual)
            text = _("Left empty, that of the rule set: %(komi)s.")
            field.help_text = text % {"komi": words.points(usual)}

    def _settle_bar(self) -> None:
        """For a top group by number, offer only what may still be chosen: a rank as the bar."""
        top = self.setup.system.parameters.scoring.top_group
        if not top.size:
            for name in ("bar_by", *TOP_GROUP):
                del self.fields[name]
            return
        field: Any = self.fields["bar_by"]
        field.choices = [choice for choice in bar_choices() if choice[0] in (BY_RANK, top.by)]
        field.help_text = _("Another bar than the one that is fixed is a rank.")

    def _policies(self) -> list[tuple[str, str]]:
        setup = self.setup
        policies = [
            (NONE, label_with_hint(_("None"), _("Every game is even."))),
            (
                DIFFERENCE,
                label_with_hint(
                    _("By the difference in strength"),
                    _("Stones follow from the difference, less the reduction below."),
                ),
            ),
        ]
        if setup.system.parameters.handicap.table or setup.event.board_size in TABLES:
            label = _("By a table for this board")
            hint = _("Stones and komi for each difference, as usual on boards of this size.")
            policies.append((TABLE, label_with_hint(label, hint)))
        by_hand = label_with_hint(_("Set for each game"), _("You write them on the boards."))
        return [*policies, (BY_HAND, by_hand)]

    @property
    def started_from(self) -> SystemSettings:
        """Return the settings that the form starts from: a preset, or the saved ones."""
        return self._start(self.preset) if self.preset else self.setup.system

    def _start(self, preset: str) -> SystemSettings:
        """Return a preset as settings; rounds, bar, floor and komi stay as they are."""
        method, parameters, policy = STARTS[preset]
        now = self.setup.system
        kept = now.parameters.scoring
        scoring = replace(
            parameters.scoring,
            rounds=kept.rounds,
            bar=kept.bar,
            floor=min(kept.floor, kept.bar),
            top_group=kept.top_group,
        )
        return replace(
            now,
            method=method.value,
            parameters=replace(parameters, scoring=scoring),
            handicap_policy=policy,
        )

    def saved_values(self) -> dict[str, Any]:
        """Return the saved system."""
        return _values(self.setup.system)

    def start_values(self, preset: str) -> dict[str, Any]:
        """Return the values of a preset system; play settles it."""
        if preset not in STARTS or self.setup.played:
            return {}
        return _values(self._start(preset))

    def presets(self) -> tuple[Preset, ...]:
        """Return the systems to start from, until play has settled the system."""
        if self.setup.played:
            return ()
        current = self.preset or preset_key(self.setup.system)
        hints = {
            "mcmahon": _(
                "For fields of mixed strength: everybody meets equals from the first round, the "
                "strongest play for the title. Even games."
            ),
            "mcmahon_handicap": _("The same, with stones where opponents differ in strength."),
            "swiss": _("All start equal; winners meet winners. Even games."),
            "swiss_categories": _("A Swiss tournament in each of several classes of strength."),
            "round_robin": _("All against all, in one group or several."),
            "knock_out": _("Losers are out, or play for the lower places."),
            "double_elimination": _("Whoever has lost twice is out."),
            "groups_knock_out": _("All against all in groups, then a knock-out of the best."),
            "manual": _("You seat the players yourself."),
        }
        return tuple(
            Preset(key, label, hints[key], key == current) for key, label in preset_labels().items()
        )

    def clean_group_count(self) -> int:
        """Refuse an impossible number of groups."""
        count: int = self.cleaned_data["group_count"]
        if not 2 <= count <= MOST_GROUPS:
            raise ValidationError(_("Write a number from 2 to 16."))
        return count

    def clean_best(self) -> int:
        """Refuse zero: somebody must go on."""
        best: int = self.cleaned_data["best"]
        if not 1 <= best <= MOST_THROUGH:
            raise ValidationError(_("Write a number from 1 to 16."))
        return best

    def clean_group_size(self) -> int:
        """Refuse a group of one."""
        size: int = self.cleaned_data["group_size"]
        if size < 0 or size == 1:
            raise ValidationError(_("A group has at least 2 players."))
        return size

    def clean(self) -> dict[str, Any]:
        """Require the number of players if the bar follows from one."""
        cleaned = super().clean()
        if cleaned.get("bar_by", BY_RANK) != BY_RANK and not cleaned.get("top_group", 1):
            self.add_error("top_group", _("Write how many players are to be in the top group."))
        return cleaned

    @property
    def settings(self) -> SystemSettings:
        """Return the step with the form's values."""
        start = self.started_from
        old = start.parameters
        scoring = replace(
            old.scoring,
            rounds=self.value("rounds"),
            bar=self.value("bar"),
            floor=self.value("floor"),
            categories=self.value("categories"),
            top_group=self._top_group(old.scoring.top_group),
        )
        return replace(
            start,
            parameters=replace(
                old,
                scoring=scoring,
                handicap=self._handicap(old.handicap),
                weights=self._weights(old.weights),
                round_robin=self._round_robin(old.round_robin),
                acceleration=Acceleration.BAKU if self.value("acceleration") else Acceleration.NONE,
                knock_out=replace(
                    old.knock_out,
                    consolation=Consolation(self.value("consolation")),
                    second_final=self.value("second_final"),
                ),
                qualification=replace(
                    old.qualification, groups=self.value("group_count"), best=self.value("best")
                ),
            ),
            handicap_policy=POLICIES[self.value("handicap_policy")],
            komi_half=self.value("komi"),
            handicap_komi_half=self.value("handicap_komi"),
        )

    def context(self) -> dict[str, Any]:
        """Return the groups that the typed settings make of the registered players."""
        if self.errors.keys() & {"rounds", "categories", "group_size", *QUALIFYING, *BARS}:
            return {"preview": None}
        return {"preview": preview_of(self.settings, strengths_of(self.setup.id))}

    def _top_group(self, old: TopGroup) -> TopGroup:
        by = self.value("bar_by")
        if by == BY_RANK:
            return TopGroup()
        return replace(
            old,
            size=self.value("top_group"),
            by=Strength(by),
            ties=EdgeTies(self.value("edge_ties")),
        )

    def _handicap(self, old: HandicapRule) -> HandicapRule:
        table: tuple[HandicapRow, ...] = ()
        if self.value("handicap_policy") == TABLE:
            table = old.table or TABLES.get(self.setup.event.board_size, ())
        return replace(
            old,
            basis=Basis(self.value("basis")),
            correction=self.value("correction"),
            ceiling=self.value("ceiling"),
            threshold=self.value("threshold"),
            table=table,
        )

    def _weights(self, old: Weights) -> Weights:
        clubs = old.geography or MCMAHON.weights.geography
        colours = old.colour or MCMAHON.weights.colour
        first, later = (Seeding(self.value(name)) for name in ("first_seeding", "later_seeding"))
        return replace(
            old,
            last_round_of_phase_1=self.value("phase_1"),
            phase_1=replace(old.phase_1, seeding=first),
            phase_2=replace(old.phase_2, seeding=later),
            upper_mode=DrawFrom(self.value("upper_mode")),
            lower_mode=DrawFrom(self.value("lower_mode")),
            geography=clubs if self.value("clubs") else 0,
            club_gap=self.value("club_gap"),
            country_gap=self.value("country_gap"),
            colour=colours if self.value("balance") else 0,
        )

    def _round_robin(self, old: RoundRobin) -> RoundRobin:
        return replace(
            old,
            group_size=self.value("group_size"),
            grouping=Grouping(self.value("grouping")),
            double=self.value("double"),
        )


def _values(settings: SystemSettings) -> dict[str, Any]:
    """Return the values of the fields."""
    parameters = settings.parameters
    scoring, handicap, weights = parameters.scoring, parameters.handicap, parameters.weights
    rule = {
        HandicapPolicy.EVEN: NONE,
        HandicapPolicy.MANUAL: BY_HAND,
        HandicapPolicy.RULE: TABLE if handicap.table else DIFFERENCE,
    }
    return {
        "rounds": scoring.rounds,
        "bar_by": scoring.top_group.by if scoring.top_group.size else BY_RANK,
        "bar": scoring.bar,
        "top_group": scoring.top_group.size,
        "edge_ties": scoring.top_group.ties,
        "floor": scoring.floor,
        "categories": scoring.categories,
        "acceleration": parameters.acceleration is not Acceleration.NONE,
        "group_size": parameters.round_robin.group_size,
        "grouping": parameters.round_robin.grouping,
        "double": parameters.round_robin.double,
        "consolation": parameters.knock_out.consolation,
        "second_final": parameters.knock_out.second_final,
        "group_count": parameters.qualification.groups,
        "best": parameters.qualification.best,
        "handicap_policy": rule[HandicapPolicy(settings.handicap_policy)],
        "basis": handicap.basis,
        "correction": handicap.correction,
        "ceiling": handicap.ceiling or MOST_STONES,
        "threshold": handicap.threshold,
        "komi": settings.komi_half,
        "handicap_komi": settings.handicap_komi_half,
        "first_seeding": weights.phase_1.seeding,
        "phase_1": weights.last_round_of_phase_1,
        "later_seeding": weights.phase_2.seeding,
        "upper_mode": weights.upper_mode,
        "lower_mode": weights.lower_mode,
        "clubs": weights.geography > 0,
        "club_gap": weights.club_gap,
        "country_gap": weights.country_gap,
        "balance": weights.colour > 0,
    }
