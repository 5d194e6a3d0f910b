"""Who met whom between teams, board by board, and with what result."""

from collections.abc import Sequence
from dataclasses import dataclass

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.state.state import StateError, TournamentState
from tournament.state.teams import Team, TeamSeat


@dataclass(frozen=True, slots=True)
class BoardScore:
    """A team's board in a round: the points X2 of the player there and of their opponent.

    ``other_team`` is the number of the opponent's team; None if they play for none, and for a bye.
    ``known`` says whether there is a result.
    """

    board: int
    player: int
    own: int
    others: int
    other_team: int | None
    known: bool


@dataclass(frozen=True, slots=True)
class Match:
    """What a team did in a round.

    ``points`` X2 follow from comparing the points X2 of its boards with those of their opponents. A
    bye on a board counts as a win there. Without a game or a bye there is no match.
    """

    round: int
    boards: tuple[BoardScore, ...]

    @property
    def own(self) -> int:
        """Return the board points X2 of the team."""
        return sum(board.own for board in self.boards)

    @property
    def others(self) -> int:
        """Return the board points X2 of the opponents."""
        return sum(board.others for board in self.boards)

    @property
    def opponent(self) -> int | None:
        """Return the number of the team that all games were against; None if there is none such."""
        teams = {board.other_team for board in self.boards if board.other_team is not None}
        return teams.pop() if len(teams) == 1 else None

    @property
    def points(self) -> int:
        """Return the team points X2: 2 for more board points than the opponents, 1 for the same.

        Games without a result count for nobody; it is 0 until there is a result.
        """
        if not any(board.known for board in self.boards):
            return 0
        return 2 if self.own > self.others else 1 if self.own == self.others else 0

    def wins_on(self, boards: int) -> int:
        """Return the board points X2 on the first ``boards`` boards."""
        return sum(score.own for score in self.boards if score.board <= boards)


def matches_of(
    state: TournamentState, teams: Sequence[Team], size: int, after: int
) -> dict[int, tuple[Match, ...]]:
    """Return the matches of rounds 1 to ``after`` by team number.

    Seats beyond ``size`` boards or in later rounds are ignored, and so are void games. Raises
    StateError for a team number used twice, an unknown player, and a seat or a player used twice in
    a round.
    """
    seats = _seats(state, teams, size, after)
    boards: dict[tuple[int, int], list[BoardScore]] = {}
    for game in state.counted_games():
        meaning, known = game.result.meaning, game.result.known
        for player, own, other, others in (
            (game.black, meaning.black, game.white, meaning.white),
            (game.white, meaning.white, game.black, meaning.black),
        ):
            seat = seats.get((game.round, player))
            if seat is not None:
                other_team = seats.get((game.round, other), (None, 0))[0]
                score = BoardScore(seat[1], player, own, others, other_team, known)
                boards.setdefault((seat[0], game.round), []).append(score)
    free = state.parameters.scoring.bye_nbw
    for bye in state.byes:
        seat = seats.get((bye.round, bye.player))
        if seat is not None:
            score = BoardScore(seat[1], bye.player, free, 0, None, True)
            boards.setdefault((seat[0], bye.round), []).append(score)
    return {
        team.number: tuple(
            Match(
                number,
                tuple(sorted(boards.get((team.number, number), ()), key=lambda score: score.board)),
            )
            for number in range(1, after + 1)
        )
        for team in teams
    }


def _seats(
    state: TournamentState, teams: Sequence[Team], size: int, after: int
) -> dict[tuple[int, int], tuple[int, int]]:
    """Return (team number, board) by (round, player id)."""
    players = {player.id: player.name for player in state.players}
    if len({team.number for team in teams}) != len(teams):
        raise StateError(
            "team_twice",
            _("Two teams have the same number."),
        )
    seats: dict[tuple[int, int], tuple[int, int]] = {}
    for team in teams:
        taken: set[tuple[int, int]] = set()
        for seat in team.seats:
            if not (1 <= seat.board <= size and 1 <= seat.round <= after):
                continue
            if seat.player not in players:
                raise StateError(
                    "unknown_player",
                    _seat_error(
                        team,
                        seat,
                        _("the player is not in the list of players."),
                    ),
                )
            if (seat.round, seat.player) in seats:
                name = players[seat.player]
                raise StateError(
                    "seated_twice",
                    _seat_error(
                        team,
                        seat,
                        _("%(name)s sits elsewhere too: free one of the seats.") % {"name": name},
                    ),
                )
            if (seat.round, seat.board) in taken:
                raise StateError(
                    "board_twice",
                    _seat_error(
                        team,
                        seat,
                        _("two players sit there: free the seat for one of them."),
                    ),
                )
            taken.add((seat.round, seat.board))
            seats[seat.round, seat.player] = team.number, seat.board
    return seats


def _seat_error(team: Team, seat: TeamSeat, what: Message) -> Message:
    """Return a message that says what is wrong with a seat, and where it is."""
    return _("Team %(team)s, round %(round)d, board %(board)d: %(what)s") % {
        "team": team.name,
        "round": seat.round,
        "board": seat.board,
        "what": what,
    }
