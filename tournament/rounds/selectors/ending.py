"""The round after which a tournament is over, by its settings, its table or its bracket."""

from dataclasses import replace

from tournament.brackets.reached import BRACKETS, Ending, bracket_rounds_of, ending
from tournament.models import PairingMethod, Player, Registration, Tournament
from tournament.rounds.selectors.state import shown_rounds, state_of
from tournament.state.parameters import Method
from tournament.state.state import TournamentState
from tournament.tournaments.selectors.settings import parameters_of, rounds_planned


def ending_of(tournament: Tournament) -> Ending:
    """Return how a tournament's bracket stands after the last published round.

    Without a bracket of players, and before it is settled, nobody has won and the last round is the
    planned one. A bracket takes seven queries.
    """
    if tournament.method not in BRACKETS or tournament.by_teams:
        return Ending(rounds_planned(tournament))
    after = max(shown_rounds(tournament), default=0)
    return ending(state_of(tournament, before=after + 1, wishes=False), after)


def ending_in(tournament: Tournament, state: TournamentState, after: int) -> Ending:
    """Return the same after the round ``after``, from a state that was already read."""
    return Ending(rounds_planned(tournament)) if tournament.by_teams else ending(state, after)


def last_round_of(tournament: Tournament) -> int:
    """Return the number of a tournament's last round as things stand.

    Only in a double elimination does it depend on results, which takes queries. A bracket that is
    not drawn yet has as many rounds as its players require, whatever is set.
    """
    undrawn = _before_the_draw(tournament)
    if undrawn is not None:
        return undrawn
    if tournament.method != PairingMethod.DOUBLE_ELIMINATION:
        return rounds_planned(tournament)
    return ending_of(tournament).last


def last_round_seen_from(tournament: Tournament, state: TournamentState, number: int) -> int:
    """Return the same, with at most one query, given the ``state`` before a round.

    For a round that others were played after, their results decide it.
    """
    elimination = tournament.method == PairingMethod.DOUBLE_ELIMINATION
    elimination = elimination and _before_the_draw(tournament) is None
    if elimination and max(shown_rounds(tournament), default=0) == number - 1:
        return ending_in(tournament, state, number - 1).last
    return last_round_of(tournament)


def _before_the_draw(tournament: Tournament) -> int | None:
    """Return after which round a bracket of today's players would be over at the earliest.

    None once it is drawn, if teams play it, or if no bracket decides it. One query.
    """
    rules = replace(parameters_of(tournament), method=Method(tournament.method))
    if tournament.by_teams or rules.knock_out.seeds:
        return None
    players = Player.objects.filter(tournament=tournament, registration=Registration.FINAL)
    found = bracket_rounds_of(rules, players.count()) if rules.method in BRACKETS else None
    return None if found is None else found[0]
