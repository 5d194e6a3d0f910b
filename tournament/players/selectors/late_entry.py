"""Whether somebody can still come, and with what score he begins then."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.models import PairingMethod, Tournament
from tournament.rounds.selectors.drafts import next_round_number, scores_before
from tournament.rounds.selectors.state import state_of
from tournament.tournaments.selectors.settings import parameters_of


def score_before(tournament_id: int, number: int, round_number: int) -> int:
    """Return the doubled score that a player, by his number, goes into a round with.

    Five queries.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    state = state_of(tournament, before=round_number, wishes=False)
    return scores_before(state, round_number)[number]


def sits_out(tournament: Tournament) -> bool:
    """Say whether newcomers are paired in no round: groups or bracket are settled without them."""
    if tournament.by_teams:
        return False
    parameters = parameters_of(tournament)
    if tournament.method == PairingMethod.ROUND_ROBIN:
        return bool(parameters.round_robin.groups)
    return tournament.method == PairingMethod.KNOCK_OUT and bool(parameters.knock_out.seeds)


def too_late(tournament: Tournament) -> "str | Promise":
    """Return why nobody can register any more; empty while one can. One query at most."""
    if sits_out(tournament):
        return _("The groups or the bracket are settled already: nobody can join any more.")
    if next_round_number(tournament.pk) > parameters_of(tournament).scoring.rounds:
        return _("All rounds have begun already: nobody can join any more.")
    return ""
