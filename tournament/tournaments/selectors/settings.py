"""A tournament's settings, read from its JSON columns as values.

Services write these columns with :func:`tournament.state.codec.to_json` only, so they are always
readable; a row edited by hand may raise CodecError.
"""

from dataclasses import replace

from adjudication.rules.clocks import TimeLimits
from tournament.brackets.reached import planned_rounds
from tournament.common.clocks import limits_of_clock
from tournament.models import Tournament
from tournament.standings.prizes import Prize
from tournament.state.codec import from_json
from tournament.state.event import Clock, Extra
from tournament.state.parameters import Method, Parameters, System
from tournament.state.teams import TeamRules


def parameters_of(tournament: Tournament) -> Parameters:
    """Return the parameters as they were set, before komi and method override them."""
    return from_json(Parameters, tournament.parameters)


def rounds_planned(tournament: Tournament) -> int:
    """Return how many rounds the tournament has, by its settings, its table or its bracket.

    For a double elimination this is the most it may take:
    :func:`tournament.rounds.selectors.ending.last_round_of` says which is the last.
    """
    return planned_rounds(replace(parameters_of(tournament), method=Method(tournament.method)))


def absence_halves(tournament: Tournament) -> int:
    """Return what an absent player scores for a round, in half-points of the pairing system."""
    parameters = parameters_of(tournament)
    scoring = parameters.scoring
    by_mms = parameters.system is System.MCMAHON
    return scoring.absent_mms if by_mms else scoring.absent_nbw


def absences_rounded(tournament: Tournament) -> bool:
    """Whether the total of byes and absences is rounded down."""
    return parameters_of(tournament).scoring.round_down


def clock_of(tournament: Tournament) -> Clock:
    """Return the time system."""
    return from_json(Clock, tournament.clock)


def time_limits(tournament: Tournament) -> TimeLimits | None:
    """Return a player's time, by which records are judged; None if it is not set."""
    return limits_of_clock(clock_of(tournament)) if tournament.clock else None


def team_rules_of(tournament: Tournament) -> TeamRules:
    """Return the size of teams and how they are ranked."""
    return from_json(TeamRules, tournament.team_rules)


def extras_of(tournament: Tournament) -> tuple[Extra, ...]:
    """Return what the imported file said beyond what the program uses."""
    return tuple(from_json(Extra, item, f"extras[{n}]") for n, item in enumerate(tournament.extras))


def prizes_of(tournament: Tournament) -> tuple[Prize, ...]:
    """Return the prizes."""
    return tuple(from_json(Prize, item, f"prizes[{n}]") for n, item in enumerate(tournament.prizes))
