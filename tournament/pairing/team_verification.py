"""The rounds of a team tournament compared with the engine: matches, the bye, the boards.

The teams that meet are compared with the pairing of the tournament's method, like rounds of
players. Boards are checked for meeting their equals, alternating colours, handicap and komi. Who
sits at which board is up to the teams; players without a team are not checked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.pairing.field import field_of
from tournament.pairing.pairing import PairingError, PairingRequest
from tournament.pairing.request import names_of
from tournament.pairing.team_state import LineUps, team_state
from tournament.pairing.verification import (
    RoundCheck,
    TermsDifference,
    Verdict,
    differing_terms,
    round_sentences,
    terms_sentences,
    verify_round,
)
from tournament.state.games import Game
from tournament.state.state import TournamentState
from tournament.state.teams import Team


@dataclass(frozen=True, slots=True)
class TeamRoundCheck:
    """A round of teams: ``matches`` by the numbers of teams, ``terms`` by players.

    ``uneven`` are games between different boards of two teams.
    """

    matches: RoundCheck
    boards: int
    terms: tuple[TermsDifference, ...] = ()
    uneven: tuple[Game, ...] = ()

    @property
    def departs(self) -> bool:
        """Whether anything differs from what the tournament's parameters give."""
        return self.matches.departs or bool(self.terms or self.uneven)


def verify_team_round(
    state: TournamentState, teams: Sequence[Team], size: int, number: int
) -> TeamRoundCheck:
    """Return a round of teams compared with what the engine pairs from the results before it.

    A round with contradictory line-ups is not compared.
    """
    games = [game for game in state.games if game.round == number]
    until = [
        replace(team, seats=tuple(seat for seat in team.seats if seat.round <= number))
        for team in teams
    ]
    line_ups = LineUps(until, size)
    try:
        among_teams = team_state(state, until, size, number + 1, frozenset())
    except PairingError as error:
        check = RoundCheck(number, 0, Verdict.NOT_COMPARED, reason=error.text)
        return TeamRoundCheck(check, len(games))
    seats = {player: line_ups.place(number, player) for game in games for player in game.players}
    even: list[Game] = []
    uneven: list[Game] = []
    for game in games:
        black, white = seats[game.black], seats[game.white]
        if black and white:
            (even if black.board == white.board else uneven).append(game)
    return TeamRoundCheck(
        matches=verify_round(among_teams, number),
        boards=len(games),
        terms=_board_terms(state, number, line_ups, among_teams, even),
        uneven=tuple(uneven),
    )


def _board_terms(
    state: TournamentState,
    number: int,
    line_ups: LineUps,
    among_teams: TournamentState,
    games: Sequence[Game],
) -> tuple[TermsDifference, ...]:
    """Return the boards with another handicap or komi, or with colours that do not alternate."""
    players = frozenset(player for game in games for player in game.players)
    found = field_of(PairingRequest(state, number, only=players), players)
    black_teams = {match.black for match in among_teams.games if match.round == number}
    terms = []
    for apart in differing_terms(found, games, every=True):
        game, differs = apart.game, [name for name in apart.differs if name != "colours"]
        place = line_ups.place(number, game.black)
        odd = place is not None and place.board % 2 == 1
        has_black = place is not None and place.team in black_teams
        if not (game.handicap or apart.terms.handicap) and game.colours_known and odd != has_black:
            differs.append("colours")
        if differs:
            terms.append(replace(apart, differs=tuple(differs)))
    return tuple(terms)


def team_sentences(
    check: TeamRoundCheck, state: TournamentState, teams: Sequence[Team]
) -> tuple[Message, ...]:
    """Return sentences about a round of teams; often none."""
    names = names_of(state)
    of_teams: Mapping[int, str] = {team.number: team.name for team in teams}
    uneven = [
        _("Board %(table)d: %(black)s and %(white)s do not sit at the same board of their teams.")
        % {"table": game.table, "black": names[game.black], "white": names[game.white]}
        for game in check.uneven
    ]
    return (
        *round_sentences(check.matches, of_teams),
        *uneven,
        *terms_sentences(check.terms, names),
    )
