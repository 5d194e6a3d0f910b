"""Writing a setup step to a tournament's columns, and what follows from it."""

from collections.abc import Mapping
from copy import copy
from dataclasses import fields, is_dataclass

from adjudication.policy.codec import policy_as_json
from adjudication.policy.policy import EventPolicy
from tournament.models import Tournament
from tournament.settings.selectors import EventSettings, Settings
from tournament.state.codec import to_json
from tournament.tournaments.services import ruleset_of


def apply_settings(row: Tournament, settings: Settings) -> Tournament:
    """Write the fields of a step to the columns of the same names; nothing is saved."""
    for field in fields(settings):
        value = getattr(settings, field.name)
        if isinstance(value, EventPolicy):
            value = policy_as_json(value)
        setattr(row, field.name, to_json(value) if is_dataclass(value) else value)
    return row


def dependent_columns(row: Tournament, settings: Settings) -> Mapping[str, int]:
    """Return the values of other columns that follow a step: the komi, if the old rule set's own.

    ``row`` is as it was before. Raises UserError for rules that do not exist.
    """
    if not isinstance(settings, EventSettings) or settings.rules == row.rules:
        return {}
    old, new = ruleset_of(row.rules), ruleset_of(settings.rules)
    return {
        column: round(2 * new.komi_for(stones))
        for column, stones in (("komi_half", 0), ("handicap_komi_half", 2))
        if getattr(row, column) == round(2 * old.komi_for(stones))
        and old.komi_for(stones) != new.komi_for(stones)
    }


def with_step(row: Tournament, settings: Settings) -> Tournament:
    """Return the tournament as a step would make it; ``row`` stays as it is.

    Raises UserError for rules that do not exist.
    """
    changed = dependent_columns(row, settings)
    there = apply_settings(copy(row), settings)
    for column, value in changed.items():
        setattr(there, column, value)
    return there
