"""Who is in a round-robin or a knock-out, settled when its first round is published."""

from dataclasses import replace

from tournament.models import PairingMethod, Tournament
from tournament.pairing.knock_out import seeds_of
from tournament.pairing.round_robin import groups_of
from tournament.selectors.settings import parameters_of
from tournament.selectors.state import state_of
from tournament.state.codec import to_json


def settle_field(tournament: Tournament) -> None:
    """Write the groups or the seeds down, unless they are.

    They follow from ranks and ratings, and these may be mended later: the table and the bracket of
    rounds already played must not change with them. Teams have theirs by their first line-up.
    """
    if tournament.by_teams:
        return
    parameters = parameters_of(tournament)
    if tournament.method == PairingMethod.ROUND_ROBIN and not parameters.round_robin.groups:
        groups = groups_of(state_of(tournament))
        rules = replace(parameters.round_robin, groups=groups)
        parameters = replace(parameters, round_robin=rules)
    elif tournament.method == PairingMethod.KNOCK_OUT and not parameters.knock_out.seeds:
        seeds = seeds_of(state_of(tournament))
        parameters = replace(parameters, knock_out=replace(parameters.knock_out, seeds=seeds))
    else:
        return
    Tournament.objects.filter(pk=tournament.pk).update(parameters=to_json(parameters))
