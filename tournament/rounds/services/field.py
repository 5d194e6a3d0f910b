"""Who is in a round-robin or a knock-out, settled when its first round is published."""

from dataclasses import replace

from tournament.models import PairingMethod, Tournament
from tournament.pairing.knock_out import seeds_of
from tournament.pairing.round_robin import groups_of
from tournament.rounds.selectors.state import state_of
from tournament.state.codec import to_json
from tournament.state.parameters import Parameters
from tournament.tournaments.selectors.settings import parameters_of


def settle_field(tournament: Tournament) -> None:
    """Write the groups or the seeds down, unless they are; the tournament is locked.

    They follow from ranks and ratings, and these may be mended later: the table and the bracket of
    rounds already played must not change with them. Teams have theirs by their first line-up.
    """
    if tournament.by_teams or tournament.field_settled:
        return
    parameters = parameters_of(tournament)
    if tournament.method == PairingMethod.ROUND_ROBIN and not parameters.round_robin.groups:
        groups = groups_of(state_of(tournament))
        parameters = replace(parameters, round_robin=replace(parameters.round_robin, groups=groups))
    elif tournament.method == PairingMethod.KNOCK_OUT and not parameters.knock_out.seeds:
        seeds = seeds_of(state_of(tournament))
        parameters = replace(parameters, knock_out=replace(parameters.knock_out, seeds=seeds))
    else:
        return
    _write(tournament, parameters, settled=True)


def release_field(tournament: Tournament, round_number: int) -> None:
    """Forget what publishing the first round settled, now that it is taken back."""
    parameters = parameters_of(tournament)
    first = min(parameters.round_robin.first_round, parameters.knock_out.first_round)
    if not tournament.field_settled or round_number != first:
        return
    parameters = replace(
        parameters,
        round_robin=replace(parameters.round_robin, groups=()),
        knock_out=replace(parameters.knock_out, seeds=()),
    )
    _write(tournament, parameters, settled=False)


def stands_in_field(tournament: Tournament, number: int) -> bool:
    """Say whether a player has a place in the groups or the bracket that are written down."""
    if tournament.by_teams:
        return False  # there they have the numbers of teams
    parameters = parameters_of(tournament)
    groups = (*parameters.round_robin.groups, parameters.knock_out.seeds)
    return any(number in group for group in groups)


def _write(tournament: Tournament, parameters: Parameters, *, settled: bool) -> None:
    tournament.parameters = to_json(parameters)
    tournament.field_settled = settled
    tournament.save(update_fields=["parameters", "field_settled"])
