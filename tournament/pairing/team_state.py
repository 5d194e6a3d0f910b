"""A team tournament as a tournament whose players are teams and whose games are matches."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from language.messages import gettext_lazy as _
from tournament.pairing.pairing import PairingError
from tournament.standings.team_matches import Match, matches_of
from tournament.state.games import Bye, Game
from tournament.state.parameters import HandicapRule, Method
from tournament.state.people import Player
from tournament.state.results import Outcome, Result
from tournament.state.state import StateError, TournamentState
from tournament.state.teams import Team
from tournament.state.wishes import Wishes


@dataclass(frozen=True, slots=True)
class TeamPlace:
    """Where a player sits in a round: the number of the team and the board, counted from 1."""

    team: int
    board: int


class LineUps:
    """Who plays on which board in which round; reserves beyond ``size`` boards are not seated."""

    def __init__(self, teams: Sequence[Team], size: int) -> None:
        self.names = {team.number: team.name for team in teams}
        self._boards: dict[tuple[int, int], dict[int, int]] = {}
        self._places: dict[tuple[int, int], TeamPlace] = {}
        for team in teams:
            for seat in sorted(team.seats, key=lambda seat: (seat.round, seat.board)):
                if 1 <= seat.board <= size:
                    boards = self._boards.setdefault((team.number, seat.round), {})
                    boards[seat.board] = seat.player
                    self._places[seat.round, seat.player] = TeamPlace(team.number, seat.board)

    def place(self, number: int, player: int) -> TeamPlace | None:
        """Return where a player sits in a round; None for a player without a seat in a team."""
        return self._places.get((number, player))

    def players(self, number: int, team: int) -> dict[int, int]:
        """Return the players of a team in a round, by board."""
        return self._boards.get((team, number), {})

    def first_players(self, team: int) -> list[int]:
        """Return the team's first line-up, in board order; empty if it has none."""
        rounds = [number for owner, number in self._boards if owner == team]
        return list(self.players(min(rounds), team).values()) if rounds else []


def team_state(
    state: TournamentState,
    teams: Sequence[Team],
    size: int,
    round_number: int,
    present: frozenset[int],
) -> TournamentState:
    """Return the tournament of the teams before a round, which any method can pair.

    Each of its players is a team, with the team's number and name and the mean rank and rating of
    its first line-up (later ones would change the seeding). A team is absent if none of its players
    play; ``present`` are the players who do in this round. A game is a match: Black is the team
    that has Black on the odd boards, and the winner is the one in the team standings. A team has
    the bye in a round in which one of its players has it.

    In a knock-out a match needs a winner: it has none until all its games have results, and ties
    are broken by the points without the last board, then without the last two, and so on.

    Teams have no handicaps, clubs or wishes. Raises PairingError ``team_size`` for less than one
    board, ``team_busy`` for a team with two opponents in one round, and with the codes of
    :func:`~tournament.standings.team_matches.matches_of` for contradictory seats.
    """
    if size < 1:
        raise PairingError(
            "team_size",
            _("A team has at least 1 board, not %(size)d.") % {"size": size},
        )
    past = state.before(round_number)
    try:
        matches = matches_of(past, teams, size, round_number)
    except StateError as error:
        raise PairingError(error.code, error.text) from error
    line_ups = LineUps(teams, size)
    _check_opponents(line_ups, matches)
    people = {player.id: player for player in state.players}

    def absent(team: int, number: int) -> bool:
        seated = line_ups.players(number, team).values()
        if number == round_number:
            return present.isdisjoint(seated)
        playing = any(people[player].takes_part(number) for player in seated)
        return not playing and not matches[team][number - 1].boards

    def player(team: int) -> Player:
        members = [people[member] for member in line_ups.first_players(team) if member in people]
        return Player(
            id=team,
            surname=line_ups.names[team],
            first_name="",
            rank=_mean([member.rank for member in members]),
            rating=_mean([member.rating for member in members]),
            absent=frozenset(
                number for number in range(1, round_number + 1) if absent(team, number)
            ),
        )

    return TournamentState(
        players=tuple(player(team) for team in line_ups.names),
        games=tuple(_games(past, line_ups, matches)),
        byes=tuple(_byes(past, line_ups, matches)),
        parameters=replace(
            state.parameters,
            handicap=HandicapRule(ceiling=0),
            weights=replace(state.parameters.weights, geography=0),
        ),
        wishes=Wishes(),
    )


def _mean(values: list[int]) -> int:
    """Return the mean, rounded to the nearest integer, halves up; 0 if there are no values."""
    return (2 * sum(values) + len(values)) // (2 * len(values)) if values else 0


def _check_opponents(line_ups: LineUps, matches: dict[int, tuple[Match, ...]]) -> None:
    for team, own in matches.items():
        for match in own:
            met = {board.other_team for board in match.boards} - {None, team}
            if len(met) > 1:
                raise PairingError(
                    "team_busy",
                    _(
                        "Round %(round)d: %(team)s has games with two teams; a team plays one "
                        "match a round."
                    )
                    % {"round": match.round, "team": line_ups.names[team]},
                )


def _games(
    state: TournamentState, line_ups: LineUps, matches: dict[int, tuple[Match, ...]]
) -> Iterator[Game]:
    """Yield every match once, as a game of two teams."""
    at = {(game.round, player): game for game in state.counted_games() for player in game.players}
    knock_out = state.parameters.method is Method.KNOCK_OUT
    for team, own in matches.items():
        for match in own:
            other = match.opponent
            if other is None or team >= other:
                continue
            games = [
                (board.board, at[match.round, board.player])
                for board in match.boards
                if board.other_team == other
            ]
            # Handicaps decide colours by themselves, so an even game shows which team has which.
            board, leading = min(games, key=lambda item: (item[1].handicap != 0, item[0]))
            has_black = line_ups.players(match.round, team).get(board) == leading.black
            black, white = (team, other) if has_black == (board % 2 == 1) else (other, team)
            sides = (matches[side][match.round - 1] for side in (black, white))
            yield Game(
                round=match.round,
                table=min(game.table for _, game in games),
                black=black,
                white=white,
                result=Result(_outcome(*sides, knock_out=knock_out)),
            )


def _outcome(black: Match, white: Match, *, knock_out: bool) -> Outcome:
    known = [board.known for board in black.boards]
    if not (all(known) if knock_out else any(known)):
        return Outcome.UNKNOWN
    differences = [black.own - white.own]
    if knock_out:
        last = max(board.board for board in (*black.boards, *white.boards))
        differences += [black.wins_on(to) - white.wins_on(to) for to in range(last - 1, 0, -1)]
    decisive = next((difference for difference in differences if difference), 0)
    if not decisive:
        return Outcome.JIGO
    return Outcome.BLACK if decisive > 0 else Outcome.WHITE


def _byes(
    state: TournamentState, line_ups: LineUps, matches: dict[int, tuple[Match, ...]]
) -> Iterator[Bye]:
    free = {
        (bye.round, place.team)
        for bye in state.byes
        if (place := line_ups.place(bye.round, bye.player)) is not None
    }
    for number, team in sorted(free):
        if matches[team][number - 1].opponent is None:
            yield Bye(number, team)
