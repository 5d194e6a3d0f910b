"""A tournament's settings compared with a federation's rules, and set as the rules prescribe."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from language.messages import Message
from tournament.models import HandicapPolicy, Tournament
from tournament.rounds.selectors.rated import departing_rounds, federation_of
from tournament.rounds.selectors.state import details_of, effective_parameters
from tournament.settings.selectors import (
    EventSettings,
    ResultSettings,
    SystemSettings,
    event_settings,
    result_settings,
    system_settings,
)
from tournament.spoken import translated
from tournament.standings.federation_rules import (
    Clause,
    Federation,
    Terms,
    departures,
    with_rules_applied,
)


def rated_terms(tournament: Tournament) -> Terms:
    """Return the settings that the clauses check."""
    return Terms(details_of(tournament), effective_parameters(tournament))


def new_departures(before: Tournament, after: Tournament) -> tuple[Clause, ...]:
    """Return the clauses that a tournament met before some settings changed and no longer meets.

    They are those of the federation it is rated by afterwards; empty if the mode is off. If it has
    just been switched on, every clause that the settings do not meet counts.
    """
    federation = federation_of(after)
    if federation is None:
        return ()
    found = departures(federation, rated_terms(after))
    if federation_of(before) is not federation:
        return found
    broken = {clause.key for clause in departures(federation, rated_terms(before))}
    return tuple(clause for clause in found if clause.key not in broken)


@dataclass(frozen=True, slots=True)
class Departures:
    """Departures from the rules of a tournament's federation; empty if rated mode is off.

    ``clauses`` are those that the settings do not meet, ``rounds`` the published rounds that the
    engine pairs differently, each with what that cost.
    """

    clauses: tuple[Clause, ...] = ()
    rounds: tuple[tuple[int, tuple[Message, ...]], ...] = ()

    @property
    def comment(self) -> str:
        """Return how many there are, as result files say it; empty if there are none."""
        count = len(self.clauses) + sum(len(found) for __, found in self.rounds)
        return f"Departures in rated mode: {count}" if count else ""

    def texts(self) -> tuple[str, ...]:
        """Return them in the active language, first the settings, then the rounds."""
        texts = [
            _("Otherwise than the rule: %(rule)s (%(source)s)")
            % {"rule": translated(clause.text), "source": translated(clause.source)}
            for clause in self.clauses
        ]
        texts += [
            _("Round %(round)d: %(what)s") % {"round": number, "what": translated(text)}
            for number, found in self.rounds
            for text in found
        ]
        return tuple(texts)


def departures_of(tournament: Tournament) -> Departures:
    """Return a tournament's departures. Rounds that somebody changed are paired again."""
    federation = federation_of(tournament)
    if federation is None:
        return Departures()
    return Departures(departures(federation, rated_terms(tournament)), departing_rounds(tournament))


def clause_text(clause: Clause) -> str:
    """Return a clause and its source, in the active language."""
    return f"{translated(clause.text)} ({translated(clause.source)})"


@dataclass(frozen=True, slots=True)
class Steps:
    """The setup steps as a federation prescribes them."""

    event: EventSettings
    system: SystemSettings
    results: ResultSettings


def steps_with_rules_applied(tournament: Tournament, federation: Federation) -> Steps:
    """Return the settings with everything that the clauses can settle set as they prescribe.

    If handicaps are not given by the rule, the rule itself stays as it is.
    """
    terms = with_rules_applied(federation, rated_terms(tournament))
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
