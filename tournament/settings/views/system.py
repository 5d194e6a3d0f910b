"""Step 2: how rounds are paired: system, rounds, groups, handicaps, komi."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from types import MappingProxyType
from typing import TypeVar

from django.utils.translation import gettext as _

from adjudication.rules.presets import get_ruleset
from tournament.common.setup_typed import Typed, short_rank, switch
from tournament.games import words
from tournament.models import HandicapPolicy
from tournament.pairing.handicap_tables import TABLES
from tournament.settings.selectors.setup import Setup, SystemSettings
from tournament.settings.services.settings import change_system
from tournament.state.methods import RoundRobin
from tournament.state.parameters import (
    HandicapRow,
    HandicapRule,
    Method,
    Parameters,
    System,
    Weights,
)
from tournament.state.presets import MCMAHON, SWISS, SWISS_CATEGORIES

E = TypeVar("E", bound=StrEnum)

MOST_STONES = 9
NONE, DIFFERENCE, TABLE, BY_HAND = "none", "difference", "table", "manual"

STARTS: Mapping[str, tuple[Method, Parameters, str]] = MappingProxyType(
    {
        "mcmahon": (Method.WEIGHTS, MCMAHON, HandicapPolicy.EVEN),
        "mcmahon_handicap": (Method.WEIGHTS, MCMAHON, HandicapPolicy.RULE),
        "swiss": (Method.WEIGHTS, SWISS, HandicapPolicy.EVEN),
        "swiss_categories": (Method.WEIGHTS, SWISS_CATEGORIES, HandicapPolicy.EVEN),
        "round_robin": (Method.ROUND_ROBIN, SWISS, HandicapPolicy.EVEN),
        "knock_out": (Method.KNOCK_OUT, SWISS, HandicapPolicy.EVEN),
        "manual": (Method.MANUAL, MCMAHON, HandicapPolicy.MANUAL),
    }
)
"""What each preset starts from."""


def start_from(key: str, setup: Setup) -> SystemSettings:
    """Return a preset as settings; rounds, bar, floor and komi stay as they are."""
    method, parameters, policy = STARTS[key]
    now = setup.system
    kept = now.parameters.scoring
    scoring = replace(
        parameters.scoring, rounds=kept.rounds, bar=kept.bar, floor=min(kept.floor, kept.bar)
    )
    return replace(
        now,
        method=method.value,
        parameters=replace(parameters, scoring=scoring),
        handicap_policy=policy,
    )


def preset_key(settings: SystemSettings) -> str:
    """Return the preset that settings are of, or an empty text."""
    if settings.method != Method.WEIGHTS:
        return settings.method
    system = settings.parameters.system
    if system is System.MCMAHON and settings.handicap_policy == HandicapPolicy.RULE:
        return "mcmahon_handicap"
    return system.value if system.value in STARTS else ""


def values(settings: SystemSettings, *, base: str = "") -> dict[str, str]:
    """Return the settings as the form holds them; ``base`` is the preset they are to become."""
    parameters = settings.parameters
    scoring, handicap, weights = parameters.scoring, parameters.handicap, parameters.weights
    rule = {
        HandicapPolicy.EVEN: NONE,
        HandicapPolicy.MANUAL: BY_HAND,
        HandicapPolicy.RULE: TABLE if handicap.table else DIFFERENCE,
    }
    return {
        "base": base,
        "rounds": str(scoring.rounds),
        "bar": short_rank(scoring.bar),
        "floor": short_rank(scoring.floor),
        "categories": " ".join(map(short_rank, scoring.categories)),
        "group_size": str(parameters.round_robin.group_size or ""),
        "grouping": parameters.round_robin.grouping.value,
        "double": switch(parameters.round_robin.double),
        "consolation": parameters.knock_out.consolation.value,
        "handicap_policy": rule[HandicapPolicy(settings.handicap_policy)],
        "basis": handicap.basis.value,
        "correction": str(handicap.correction),
        "ceiling": str(handicap.ceiling or MOST_STONES),
        "threshold": short_rank(handicap.threshold),
        "komi": words.half_points(settings.komi_half),
        "handicap_komi": words.half_points(settings.handicap_komi_half),
        "first_seeding": weights.phase_1.seeding.value,
        "phase_1": str(weights.last_round_of_phase_1),
        "later_seeding": weights.phase_2.seeding.value,
        "upper_mode": weights.upper_mode.value,
        "lower_mode": weights.lower_mode.value,
        "clubs": switch(weights.geography > 0),
        "club_gap": str(weights.club_gap),
        "country_gap": str(weights.country_gap),
        "balance": switch(weights.colour > 0),
    }


def based_on(setup: Setup, base: str) -> SystemSettings:
    """Return what the form starts from: a preset, or what is saved; play settles the system."""
    return start_from(base, setup) if base in STARTS and not setup.played else setup.system


def read(setup: Setup, typed: Typed) -> SystemSettings:
    """Return what was typed as settings."""
    start = based_on(setup, typed.text("base"))
    old = start.parameters
    scoring = replace(
        old.scoring,
        rounds=typed.whole("rounds"),
        bar=typed.rank("bar"),
        floor=typed.rank("floor"),
        categories=typed.ranks("categories") if old.scoring.categories else (),
    )
    ruleset = get_ruleset(setup.event.rules)
    return replace(
        start,
        parameters=replace(
            old,
            scoring=scoring,
            handicap=_handicap(setup, typed, old.handicap),
            weights=_weights(typed, old.weights),
            round_robin=_round_robin(typed, old.round_robin),
            knock_out=replace(
                old.knock_out, consolation=_one(typed, "consolation", old.knock_out.consolation)
            ),
        ),
        handicap_policy=_policy(typed),
        komi_half=typed.halves("komi", round(2 * ruleset.komi_for(0))),
        handicap_komi_half=typed.halves("handicap_komi", round(2 * ruleset.komi_for(2))),
    )


def save(setup: Setup, typed: Typed, seen: str) -> str:
    """Save the step; return the tournament's address."""
    settings = read(setup, typed)
    if not typed.errors:
        change_system(tournament_id=setup.id, settings=settings, seen=seen)
    return setup.event.slug


def preset(key: str, setup: Setup) -> dict[str, str] | None:
    """Return the form of a preset to start from."""
    return values(start_from(key, setup), base=key) if key in STARTS else None


def _policy(typed: Typed) -> str:
    return {
        NONE: HandicapPolicy.EVEN.value,
        DIFFERENCE: HandicapPolicy.RULE.value,
        TABLE: HandicapPolicy.RULE.value,
        BY_HAND: HandicapPolicy.MANUAL.value,
    }.get(typed.text("handicap_policy"), "")


def _handicap(setup: Setup, typed: Typed, old: HandicapRule) -> HandicapRule:
    table: tuple[HandicapRow, ...] = ()
    if typed.text("handicap_policy") == TABLE:
        table = old.table or TABLES.get(setup.event.board_size, ())
        if not table:
            typed.errors["handicap_policy"] = _("There is no table for a board of this size.")
    return replace(
        old,
        basis=_one(typed, "basis", old.basis),
        correction=typed.whole("correction"),
        ceiling=typed.whole("ceiling"),
        threshold=typed.rank("threshold"),
        table=table,
    )


def _weights(typed: Typed, old: Weights) -> Weights:
    clubs = old.geography or MCMAHON.weights.geography
    colours = old.colour or MCMAHON.weights.colour
    return replace(
        old,
        last_round_of_phase_1=typed.whole("phase_1"),
        phase_1=replace(old.phase_1, seeding=_one(typed, "first_seeding", old.phase_1.seeding)),
        phase_2=replace(old.phase_2, seeding=_one(typed, "later_seeding", old.phase_2.seeding)),
        upper_mode=_one(typed, "upper_mode", old.upper_mode),
        lower_mode=_one(typed, "lower_mode", old.lower_mode),
        geography=clubs if typed.flag("clubs") else 0,
        club_gap=typed.whole("club_gap"),
        country_gap=typed.whole("country_gap"),
        colour=colours if typed.flag("balance") else 0,
    )


def _round_robin(typed: Typed, old: RoundRobin) -> RoundRobin:
    size = typed.whole_or_none("group_size") or 0
    if size < 0 or size == 1:
        typed.errors.setdefault("group_size", _("A group has at least 2 players."))
        size = 0
    return replace(
        old,
        group_size=size,
        grouping=_one(typed, "grouping", old.grouping),
        double=typed.flag("double"),
    )


def _one(typed: Typed, name: str, old: E) -> E:
    """Return the member of an enum that was chosen."""
    try:
        return type(old)(typed.text(name))
    except ValueError:
        typed.errors.setdefault(name, _("Choose one of these."))
        return old
