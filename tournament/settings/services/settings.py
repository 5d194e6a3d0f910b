"""Changing what a tournament is set up with, one step of the setup at a time.

Every setter takes the step as it shall be, and ``seen``, the fingerprint of the step as the form
showed it: when somebody else saved in between, nothing is changed. What play has settled stays.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from adjudication.policy.codec import PolicyError, policy_as_json, policy_from
from adjudication.policy.policy import STEPS, EventPolicy
from adjudication.rules.presets import UnknownRuleSet, get_ruleset
from adjudication.rules.rulesets import RuleSet
from tournament.audit.services.recording import record
from tournament.common.cleaning import clean_text
from tournament.common.locks import open_tournament
from tournament.errors import Conflict, UserError
from tournament.models import (
    HandicapPolicy,
    PairingMethod,
    Reopening,
    Reporting,
    Tournament,
    Verb,
)
from tournament.pairing.limits import check_limits
from tournament.pairing.pairing import PairingError
from tournament.rounds.selectors.state import effective_parameters
from tournament.rounds.services.rounds import settled, under_way
from tournament.settings.selectors.setup import (
    EventSettings,
    ResultSettings,
    RulingSettings,
    Settings,
    SystemSettings,
    TimeSettings,
    event_settings,
    fingerprint,
    plain,
    result_settings,
    ruling_settings,
    system_settings,
    time_settings,
)
from tournament.settings.services.hiding import keep_hidden
from tournament.spoken import lazily_spoken
from tournament.standings.tiebreaks import TIEBREAKS
from tournament.state.codec import to_json
from tournament.state.criteria import Criterion
from tournament.state.parameters import Scoring, System
from tournament.state.ranks import STRONGEST, WEAKEST
from tournament.state.state import StateError, TournamentState
from tournament.tournaments.services import (
    LARGEST_KOMI_HALF,
    LONGEST_SLUG,
    check_board_size,
    check_days,
    told_taken,
)

MOST_ROUNDS = 20
LONGEST_MINUTES = 1440
LONGEST_SECONDS = 3600
LONGEST_DAYS = 366
MOST_TIMES = 20
MOST_CRITERIA = 10


@transaction.atomic
def change_event(*, tournament_id: int, settings: EventSettings, seen: str = "") -> Tournament:
    """Set name, place, dates and rules; return the tournament.

    A komi that is the rule set's own follows the rule set. Raises UserError for values that are
    not allowed, and Conflict for a taken address, for an address, rules or a board that play has
    settled, and where somebody else was quicker.
    """
    row = _unchanged(tournament_id, event_settings, seen)
    before = event_settings(row)
    settings = replace(
        settings,
        name=clean_text(Tournament, "name", settings.name),
        slug=before.slug if settings.slug == before.slug else slugify(settings.slug)[:LONGEST_SLUG],
        city=clean_text(Tournament, "city", settings.city),
        director_name=clean_text(Tournament, "director_name", settings.director_name),
    )
    if not settings.name:
        raise _wrong("name", _("Give the tournament a name."))
    if not settings.slug:
        raise _wrong("slug", _("Write the address with letters a to z, digits and hyphens."))
    ruleset = _ruleset(settings.rules)
    check_board_size(settings.board_size)
    check_days(settings.starts_on, settings.ends_on)
    if under_way(row):
        for name in ("slug", "rules", "board_size"):
            if getattr(settings, name) != getattr(before, name):
                raise settled(name)
    komi = _followed(row, before.rules, ruleset) if settings.rules != before.rules else {}
    was = {column: getattr(row, column) for column in komi}
    for column, half in komi.items():
        setattr(row, column, half)
    with told_taken():
        return _save(row, before, settings, was, komi)


@transaction.atomic
def change_system(*, tournament_id: int, settings: SystemSettings, seen: str = "") -> None:
    """Set how rounds are paired, groups, handicaps and komi; and what orders the standings.

    Raises UserError for values that are not allowed, and Conflict for what play has settled and
    where somebody else was quicker.
    """
    row = _unchanged(tournament_id, system_settings, seen)
    before = system_settings(row)
    parameters, old = settings.parameters, before.parameters
    if settings.method not in PairingMethod.values:
        raise _wrong("method", _("Choose one of the ways to pair."))
    if settings.handicap_policy not in HandicapPolicy.values:
        raise _wrong("handicap_policy", _("Choose one of the ways to give handicaps."))
    for field, half in (
        ("komi", settings.komi_half),
        ("handicap_komi", settings.handicap_komi_half),
    ):
        if abs(half) > LARGEST_KOMI_HALF:
            raise _wrong(field, _("Komi is at most 200 points."))
    last = row.rounds.order_by("-number").values_list("number", flat=True).first() or 0
    rounds = parameters.scoring.rounds
    if rounds != old.scoring.rounds and not max(1, last) <= rounds <= MOST_ROUNDS:
        raise _wrong(
            "rounds",
            _("Give a number from %(least)d to %(most)d.")
            % {"least": max(1, last), "most": MOST_ROUNDS},
        )
    if parameters.system is System.MCMAHON:
        _check_bar(parameters.scoring)
    _check_categories(parameters.scoring)
    _check_criteria(parameters.criteria)
    if under_way(row):
        if settings.method != before.method or parameters.system != old.system:
            raise settled("method")
        if len(parameters.scoring.categories) != len(old.scoring.categories):
            raise settled("categories")
        for field in ("round_robin", "knock_out"):
            if getattr(parameters, field) != getattr(old, field):
                raise settled(field)
    changed = _apply(row, settings)
    _check_numbers(changed)
    _save(changed, before, settings)


@transaction.atomic
def change_time(*, tournament_id: int, settings: TimeSettings, seen: str = "") -> None:
    """Set the players' time, the round clock, and until when games with a date are played.

    Raises UserError for a time that is not allowed and Conflict where somebody else was quicker.
    """
    row = _unchanged(tournament_id, time_settings, seen)
    before = time_settings(row)
    clock = settings.clock
    _within("basic_minutes", clock.basic_minutes, 0, LONGEST_MINUTES)
    for field in ("byo_yomi_seconds", "canadian_seconds", "fischer_seconds"):
        _within(field, getattr(clock, field), 0, LONGEST_SECONDS)
    _within("canadian_moves", clock.canadian_moves, 1, 100)
    if settings.round_minutes is not None:
        _within("round_minutes", settings.round_minutes, 1, LONGEST_MINUTES)
    if settings.report_minutes is not None:
        _within("report_minutes", settings.report_minutes, 0, LONGEST_MINUTES)
    for field, least, most in (
        ("play_by_days", 1, LONGEST_DAYS),
        ("reschedule_days", 0, LONGEST_DAYS),
        ("reschedule_times", 0, MOST_TIMES),
    ):
        number = getattr(settings, field)
        if number is not None:
            _within(field, number, least, most)
    _save(row, before, settings)


@transaction.atomic
def change_results(*, tournament_id: int, settings: ResultSettings, seen: str = "") -> None:
    """Set who reports, until when a confirmed result may be changed, who may register.

    Raises UserError for a choice there is not and Conflict where somebody else was quicker.
    """
    row = _unchanged(tournament_id, result_settings, seen)
    if settings.reporting not in Reporting.values:
        raise _wrong("reporting", _("Choose who reports results."))
    if settings.reopening not in Reopening.values:
        raise _wrong("reopening", _("Choose until when a confirmed result may be changed."))
    keep_hidden(_save(row, result_settings(row), settings))


@transaction.atomic
def change_disputes(*, tournament_id: int, policy: EventPolicy, seen: str = "") -> None:
    """Set what happens where the rules leave it to the tournament.

    Raises UserError, with the field as the policy's JSON names it, for a value that is not allowed,
    and Conflict where somebody else was quicker.
    """
    row = _unchanged(tournament_id, ruling_settings, seen)
    own = {cause: step for cause, step in policy.steps.items() if step is not STEPS[cause]}
    try:
        checked = policy_from(policy_as_json(replace(policy, steps=own)))
    except PolicyError as error:
        raise _wrong(error.field, lazily_spoken(error.text)) from error
    _save(row, ruling_settings(row), RulingSettings(checked))


def _unchanged(tournament_id: int, read: Callable[[Tournament], Settings], seen: str) -> Tournament:
    """Return the tournament, locked, if the step still is as the form showed it."""
    row = open_tournament(tournament_id)
    if seen and seen != fingerprint(read(row)):
        raise Conflict(
            "settings_changed",
            text=_("Somebody else changed these settings meanwhile. Look at them, and save again."),
        )
    return row


def _save(
    row: Tournament,
    before: Settings,
    after: Settings,
    was: Mapping[str, int] = MappingProxyType({}),
    now: Mapping[str, int] = MappingProxyType({}),
) -> Tournament:
    """Write the columns of a step and the event; ``was`` and ``now`` are what followed from it."""
    old, new = _difference(plain(before), plain(after))
    if not new:
        return row
    _apply(row, after).save()
    record(
        Verb.TOURNAMENT_CHANGED,
        tournament_id=row.pk,
        before=_nameless(old) | dict(was),
        after=_nameless(new) | dict(now),
    )
    return row


def _followed(row: Tournament, old_rules: str, ruleset: RuleSet) -> dict[str, int]:
    """Return the komi of new rules for the columns that have that of the old ones."""
    old = _ruleset(old_rules)
    return {
        column: round(2 * ruleset.komi_for(stones))
        for column, stones in (("komi_half", 0), ("handicap_komi_half", 2))
        if getattr(row, column) == round(2 * old.komi_for(stones))
        and old.komi_for(stones) != ruleset.komi_for(stones)
    }


def _apply(row: Tournament, settings: Settings) -> Tournament:
    """Write the fields of a step to the columns, which have the same names."""
    for field in fields(settings):
        value = getattr(settings, field.name)
        if isinstance(value, EventPolicy):
            value = policy_as_json(value)
        setattr(row, field.name, to_json(value) if is_dataclass(value) else value)
    return row


def _difference(before: Any, after: Any, path: str = "") -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what differs, by dotted names, as it was and as it is."""
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return ({path: before}, {path: after}) if before != after else ({}, {})
    old: dict[str, Any] = {}
    new: dict[str, Any] = {}
    for name in after:
        was, now = _difference(before[name], after[name], f"{path}.{name}" if path else name)
        old |= was
        new |= now
    return old, new


def _nameless(changes: dict[str, Any]) -> dict[str, Any]:
    """Leave out the name of a person: the trail is kept for good."""
    return {name: "…" if name == "director_name" else value for name, value in changes.items()}


def _check_bar(scoring: Scoring) -> None:
    """Refuse a floor above the bar."""
    for field in ("bar", "floor"):
        if not WEAKEST <= getattr(scoring, field) <= STRONGEST:
            raise _wrong(field, _("Write a rank from 30k to 9d."))
    if scoring.floor > scoring.bar:
        raise _wrong("floor", _("The floor is not above the bar."))


def _check_categories(scoring: Scoring) -> None:
    if list(scoring.categories) != sorted(set(scoring.categories), reverse=True):
        raise _wrong("categories", _("Write every rank once, the strongest first."))


def _check_criteria(criteria: tuple[Criterion, ...]) -> None:
    if not criteria:
        raise _wrong("criteria", _("Something has to order the standings: choose a criterion."))
    if len(set(criteria)) != len(criteria):
        raise _wrong("criteria", _("A criterion is listed twice; the second would do nothing."))
    if len(criteria) > MOST_CRITERIA or not set(criteria) <= set(TIEBREAKS):
        raise _wrong("criteria", _("Choose at most 10 of these criteria."))


def _check_numbers(row: Tournament) -> None:
    """Refuse what no round could be paired or ordered with."""
    parameters = effective_parameters(row)
    try:
        check_limits(TournamentState(players=(), parameters=parameters), 0)
    except (StateError, PairingError) as error:
        raise _wrong("handicap_policy", lazily_spoken(error.text)) from error


def _ruleset(key: str) -> RuleSet:
    try:
        return get_ruleset(key)
    except UnknownRuleSet as error:
        raise _wrong("rules", _("Choose one of the rule sets.")) from error


def _within(field: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise _wrong(
            field,
            _("Give a number from %(least)d to %(most)d.") % {"least": least, "most": most},
        )


def _wrong(field: str, text: "str | Promise") -> UserError:
    return UserError(field, field=field, text=text)
