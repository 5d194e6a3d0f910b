"""Creating a tournament with its owner's link, and changing its settings step by step.

Every setter takes a step's new values and ``seen``, the version of the settings that they are based
on: if somebody else has saved meanwhile, nothing is changed. What play has settled stays.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from adjudication.policy.codec import PolicyError, policy_as_json, policy_from_json
from adjudication.policy.policy import STEPS
from tournament.audit.services.recording import record
from tournament.common.locks import open_tournament
from tournament.common.versions import check_version, save_version
from tournament.errors import Text, UserError
from tournament.fields.validators import number_range
from tournament.models import (
    AccessLink,
    PairingMethod,
    Player,
    RatedFor,
    Role,
    Status,
    Tournament,
    Verb,
)
from tournament.pairing.limits import check_limits
from tournament.pairing.pairing import PairingError
from tournament.rounds.selectors.state import effective_parameters
from tournament.rounds.services.rounds import already_settled_error, is_under_way
from tournament.settings.applying import apply_settings, dependent_columns
from tournament.settings.rated import steps_with_rules_applied
from tournament.settings.selectors import (
    EventSettings,
    ResultSettings,
    RulingSettings,
    Settings,
    SystemSettings,
    TimeSettings,
    event_settings,
    result_settings,
    ruling_settings,
    settings_as_json,
    system_settings,
    time_settings,
)
from tournament.staff.services import issue_link, open_link
from tournament.standings.federation_rules import Federation
from tournament.standings.tiebreaks import TIEBREAKS
from tournament.state.criteria import Criterion
from tournament.state.event import CLOCK_LIMITS
from tournament.state.parameters import Parameters, ScoringParameters, System, TopGroup
from tournament.state.ranks import STRONGEST, WEAKEST
from tournament.state.state import StateError, TournamentState
from tournament.tournaments.services import (
    LONGEST_SLUG,
    check_days,
    clean_settings,
    create_tournament,
    ruleset_of,
    taken_as_conflict,
)

LONGEST_LABEL = AccessLink._meta.get_field("label").max_length
MOST_ROUNDS = 20
MOST_CRITERIA = 10
MOST_IN_GROUP = 1000
_READ: Mapping[type, Callable[[Tournament], Any]] = MappingProxyType(
    {
        EventSettings: event_settings,
        SystemSettings: system_settings,
        TimeSettings: time_settings,
        ResultSettings: result_settings,
        RulingSettings: ruling_settings,
    }
)


@dataclass(frozen=True, slots=True)
class CreatedTournament:
    """A new tournament and its owner's link, whose token is shown only now."""

    tournament_id: int
    name: str
    slug: str
    link_id: int
    token: str


@transaction.atomic
def create_with_owner(
    *, event: EventSettings, secret: bytes | None = None, hidden: bool = False
) -> CreatedTournament:
    """Create a tournament and its owner's link.

    ``secret`` is as for :func:`~tournament.staff.services.issue_link`; with ``hidden`` only its own
    people see it. Raises UserError and Conflict as :func:`create_tournament` does.
    """
    settings = {column.name: getattr(event, column.name) for column in fields(event)}
    status = Status.DRAFT if hidden else Status.PUBLIC
    return with_owner(create_tournament(**settings, status=status), secret)


def with_owner(row: Tournament, secret: bytes | None) -> CreatedTournament:
    """Make the owner's link of a new tournament, in the transaction that creates it."""
    label = row.director_name[:LONGEST_LABEL].strip()
    token = issue_link(tournament_id=row.pk, role=Role.DIRECTOR, label=label, secret=secret)
    return CreatedTournament(row.pk, row.name, row.slug, open_link(token).link_id, token)


def keep_hidden(tournament: Tournament) -> None:
    """Hide the names of minors if the tournament is set to, and of nobody else."""
    players = Player.everybody.filter(tournament=tournament)
    young = players.filter(minor=True)
    if tournament.hide_minors:
        young.filter(hidden=False).update(hidden=True)
        players.filter(minor=False, hidden=True).update(hidden=False)
    else:
        players.filter(hidden=True).update(hidden=False)


@transaction.atomic
def change_event(
    *, tournament_id: int, settings: EventSettings, seen: int | None = None
) -> Tournament:
    """Set name, place, dates and rules; return the tournament.

    A komi that is the rule set's own changes with the rule set. Raises UserError for values that
    are not allowed, and Conflict for a taken address, for an address, rules or a board that play
    has settled, and if somebody else was quicker.
    """
    row = _unchanged(tournament_id, seen)
    before = event_settings(row)
    if settings.slug != before.slug:
        settings = replace(settings, slug=slugify(settings.slug)[:LONGEST_SLUG])
    if not settings.slug:
        raise _field_error("slug", _("Write the address with letters a to z, digits and hyphens."))
    ruleset_of(settings.rules)  # refuses rules that do not exist
    check_days(settings.starts_on, settings.ends_on)
    if is_under_way(row):
        for name in ("slug", "rules", "board_size"):
            if getattr(settings, name) != getattr(before, name):
                raise already_settled_error(name)
    with taken_as_conflict():
        return _save(row, before, settings, dependent_columns(row, settings))


@transaction.atomic
def change_system(
    *, tournament_id: int, settings: SystemSettings, seen: int | None = None
) -> Tournament:
    """Set how rounds are paired, groups, handicaps, komi, and the order of the standings.

    Raises UserError for values that are not allowed, and Conflict for what play has settled and if
    somebody else was quicker.
    """
    row = _unchanged(tournament_id, seen)
    before = system_settings(row)
    settings = _undrawn(settings, before)
    parameters, old = settings.parameters, before.parameters
    if settings.method not in PairingMethod.values:
        raise _field_error("method", _("Choose one of the ways to pair."))
    last = row.rounds.order_by("-number").values_list("number", flat=True).first() or 0
    if parameters.scoring.rounds != old.scoring.rounds:
        _require_within("rounds", parameters.scoring.rounds, max(1, last), MOST_ROUNDS)
    settings = replace(settings, parameters=_with_top_group(parameters, old, row))
    parameters = settings.parameters
    if parameters.system is System.MCMAHON:
        _check_bar(parameters.scoring)
    _check_categories(parameters.scoring)
    _check_criteria(parameters.criteria)
    if is_under_way(row):
        if settings.method != before.method or parameters.system != old.system:
            raise already_settled_error("method")
        if len(parameters.scoring.categories) != len(old.scoring.categories):
            raise already_settled_error("categories")
        for field in ("round_robin", "knock_out", "qualification", "acceleration"):
            if getattr(parameters, field) != getattr(old, field):
                raise already_settled_error(field)
    clean_settings(apply_settings(row, settings), [column.name for column in fields(settings)])
    _check_numbers(row)
    return _save(row, before, settings)


@transaction.atomic
def change_time(
    *, tournament_id: int, settings: TimeSettings, seen: int | None = None
) -> Tournament:
    """Set the players' time, the round clock, and the dates to play games by.

    Raises UserError for a time that is not allowed and Conflict if somebody else was quicker.
    """
    row = _unchanged(tournament_id, seen)
    for field, (least, most) in CLOCK_LIMITS.items():
        _require_within(field, getattr(settings.clock, field), least, most)
    return _save(row, time_settings(row), settings)


@transaction.atomic
def change_results(
    *, tournament_id: int, settings: ResultSettings, seen: int | None = None
) -> Tournament:
    """Set who reports, until when a confirmed result may be changed, and who may register.

    Raises UserError for a choice that does not exist and Conflict if somebody else was quicker.
    """
    row = _unchanged(tournament_id, seen)
    _save(row, result_settings(row), settings)
    keep_hidden(row)
    return row


@transaction.atomic
def follow_rules(
    *, tournament_id: int, rated_for: str, follow: bool, seen: int | None = None
) -> Tournament:
    """Switch the rated mode; with ``follow`` also apply what the federation's rules prescribe.

    What play has settled stays as it is. Raises UserError for a mode that does not exist, and
    Conflict if somebody else was quicker.
    """
    row = _unchanged(tournament_id, seen)
    if rated_for not in RatedFor.values:
        raise _field_error("rated_for", _("Choose one of the ways to be rated."))
    if rated_for == RatedFor.NONE or not follow:
        settings = replace(result_settings(row), rated_for=rated_for)
        return change_results(tournament_id=row.pk, settings=settings)
    steps = steps_with_rules_applied(row, Federation(rated_for))
    if not is_under_way(row):
        change_event(tournament_id=row.pk, settings=steps.event)
    change_system(tournament_id=row.pk, settings=steps.system)
    return change_results(tournament_id=row.pk, settings=steps.results)


@transaction.atomic
def change_disputes(
    *, tournament_id: int, settings: RulingSettings, seen: int | None = None
) -> Tournament:
    """Set what happens where the rules leave it to the tournament.

    Raises UserError, with the field as the policy's JSON names it, for a value that is not allowed,
    and Conflict if somebody else was quicker.
    """
    row = _unchanged(tournament_id, seen)
    policy = settings.rulings
    own = {cause: step for cause, step in policy.steps.items() if step is not STEPS[cause]}
    try:
        checked = policy_from_json(policy_as_json(replace(policy, steps=own)))
    except PolicyError as error:
        raise _field_error(error.field, error.text) from error
    return _save(row, ruling_settings(row), RulingSettings(checked))


def _unchanged(tournament_id: int, seen: int | None) -> Tournament:
    """Return the tournament, locked, if its settings still have the version that was seen."""
    row = open_tournament(tournament_id)
    check_version(row, seen)
    return row


def _save(
    row: Tournament,
    before: Settings,
    settings: Settings,
    followed: Mapping[str, int] = MappingProxyType({}),
) -> Tournament:
    """Save the columns of a step and those that ``followed`` from it, and record the event."""
    was = {column: getattr(row, column) for column in followed}
    clean_settings(apply_settings(row, settings), [column.name for column in fields(settings)])
    old, new = _difference(settings_as_json(before), settings_as_json(_READ[type(settings)](row)))
    if not new:
        return row
    for column, value in followed.items():
        setattr(row, column, value)
    save_version(row, *(column.name for column in fields(settings)), *followed)
    record(
        Verb.TOURNAMENT_CHANGED,
        tournament_id=row.pk,
        before=_nameless(old) | was,
        after=_nameless(new) | dict(followed),
    )
    return row


def _undrawn(settings: SystemSettings, before: SystemSettings) -> SystemSettings:
    """Return the settings without drawn groups if their number or way of drawing has changed."""
    rules, old = settings.parameters, before.parameters
    same = (
        rules.qualification.groups == old.qualification.groups
        and rules.round_robin.grouping == old.round_robin.grouping
    )
    if settings.method != PairingMethod.GROUPS or same:
        return settings
    rules = replace(rules, round_robin=replace(rules.round_robin, groups=()))
    return replace(settings, parameters=rules)


def _difference(before: Any, after: Any, path: str = "") -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the old and the new values that differ, by dotted names."""
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
    """Leave out the name of a person, because the trail is kept for good."""
    return {name: "…" if name == "director_name" else value for name, value in changes.items()}


def _check_bar(scoring: ScoringParameters) -> None:
    """Refuse a floor above the bar."""
    for field in ("bar", "floor"):
        if not WEAKEST <= getattr(scoring, field) <= STRONGEST:
            raise _field_error(field, _("Write a rank from 30k to 9d."))
    if scoring.floor > scoring.bar:
        raise _field_error("floor", _("The floor is not above the bar."))


def _with_top_group(parameters: Parameters, old: Parameters, row: Tournament) -> Parameters:
    """Return the parameters with a top group that only the program fixes.

    A different one is fixed when the first round is paired; a bar set by hand is a rank.
    """
    was, top = old.scoring.top_group, parameters.scoring.top_group
    if not 0 <= top.size <= MOST_IN_GROUP:
        raise _field_error(
            "top_group",
            _("Write how many players, from 1 to %(most)d.") % {"most": MOST_IN_GROUP},
        )
    if (top.size, top.by, top.ties) != (was.size, was.by, was.ties):
        if top.size and is_under_way(row):
            raise already_settled_error("top_group")
        top = TopGroup(top.size, top.by, top.ties)
    elif was.fixed and parameters.scoring.bar != old.scoring.bar:
        top = TopGroup()
    else:
        top = was
    return replace(parameters, scoring=replace(parameters.scoring, top_group=top))


def _check_categories(scoring: ScoringParameters) -> None:
    if list(scoring.categories) != sorted(set(scoring.categories), reverse=True):
        raise _field_error("categories", _("Write every rank once, the strongest first."))


def _check_criteria(criteria: tuple[Criterion, ...]) -> None:
    if not criteria:
        raise _field_error("criteria", _("The standings need at least one criterion."))
    if len(set(criteria)) != len(criteria):
        raise _field_error(
            "criteria", _("A criterion is listed twice; the second would do nothing.")
        )
    if len(criteria) > MOST_CRITERIA or not set(criteria) <= set(TIEBREAKS):
        raise _field_error("criteria", _("Choose at most 10 of these criteria."))


def _check_numbers(row: Tournament) -> None:
    """Refuse values with which no round could be paired or ordered."""
    parameters = effective_parameters(row)
    try:
        check_limits(TournamentState(players=(), parameters=parameters), 0)
    except PairingError as error:
        raise _field_error(error.field or "handicap_policy", error.text) from error
    except StateError as error:
        raise _field_error("handicap_policy", error.text) from error


def _require_within(field: str, number: int, least: int, most: int) -> None:
    try:
        for check in number_range(least, most):
            check(number)
    except ValidationError as error:
        raise _field_error(field, error.message) from None


def _field_error(field: str, text: Text) -> UserError:
    return UserError(field, field=field, text=text)
