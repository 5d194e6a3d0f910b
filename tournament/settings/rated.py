"""The settings of a tournament held against a federation's rules, and set as they lay it down."""

from dataclasses import dataclass, replace

from tournament.models import HandicapPolicy, Tournament
from tournament.rounds.selectors.rated import federation_of
from tournament.rounds.selectors.state import details_of, effective_parameters
from tournament.settings.applying import with_step
from tournament.settings.selectors import (
    EventSettings,
    ResultSettings,
    Settings,
    SystemSettings,
    event_settings,
    result_settings,
    system_settings,
)
from tournament.standings.federation_rules import (
    Clause,
    Federation,
    Terms,
    as_laid_down,
    departures,
)


def rated_terms(tournament: Tournament) -> Terms:
    """Return the settings that the clauses look at."""
    return Terms(details_of(tournament), effective_parameters(tournament))


def new_departures(tournament: Tournament, settings: Settings) -> tuple[Clause, ...]:
    """Return the clauses that a step of the setup would break and that are kept until now.

    Nothing where the rated mode is off. Raises UserError for rules that do not exist.
    """
    federation = federation_of(tournament)
    if federation is None:
        return ()
    before = {clause.key for clause in departures(federation, rated_terms(tournament))}
    after = departures(federation, rated_terms(with_step(tournament, settings)))
    return tuple(clause for clause in after if clause.key not in before)


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps of the setup as a federation lays them down."""

    event: EventSettings
    system: SystemSettings
    results: ResultSettings


def steps_as_laid_down(tournament: Tournament, federation: Federation) -> Steps:
    """Return the settings with all that the clauses can settle as they lay it down.

    Where handicaps are not given by the rule, the rule itself stays as it is.
    """
    terms = as_laid_down(federation, rated_terms(tournament))
    event, system = event_settings(tournament), system_settings(tournament)
    results = result_settings(tournament)
    found = terms.parameters
    by_rule = system.handicap_policy == HandicapPolicy.RULE
    parameters = replace(
        system.parameters,
        scoring=found.scoring,
        criteria=found.criteria,
        handicap=found.handicap if by_rule else system.parameters.handicap,
    )
    return Steps(
        replace(event, rules=terms.details.rules),
        replace(
            system,
            parameters=parameters,
            komi_half=found.komi.even_half,
            handicap_komi_half=found.komi.handicap_half,
        ),
        replace(
            results,
            tie_winner=terms.details.tie_winner or results.tie_winner,
            rated_for=federation.value,
        ),
    )
