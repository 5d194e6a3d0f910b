"""Pairing teams: any method pairs the teams, whose boards then meet one by one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.pairing.pairing import Board, Pairing, PairingError, PairingRequest
from tournament.pairing.request import fixed_players, names_of, players_to_pair
from tournament.pairing.seating import Pair, check_seating, seat
from tournament.pairing.systems import pair_round
from tournament.pairing.team_state import LineUps, TeamPlace, team_state
from tournament.state.parameters import Method
from tournament.state.state import TournamentState
from tournament.state.teams import Team, TeamRules
from tournament.state.wishes import FixedBoard


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match by team numbers. ``black`` has Black on the odd boards, unless a game has a handicap.

    ``tables`` are those of its boards, in board order.
    """

    black: int
    white: int
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TeamPairing:
    """The boards of the players, the matches they make up and the team that has the bye.

    Players whose board has no opponent are unpaired in ``pairing``, and so are those of a team that
    has the bye or a walk-over; the standings count a bye for each of them.
    """

    pairing: Pairing
    matches: tuple[TeamMatch, ...]
    bye: int | None = None
    walk_overs: tuple[int, ...] = ()


def pair_teams(
    request: PairingRequest, teams: Sequence[Team], rules: TeamRules | None = None
) -> TeamPairing:
    """Return the pairing of a round of teams.

    The tournament's method pairs the teams (:func:`~tournament.pairing.team_state.team_state`); the
    groups and seeds in its parameters are numbers of teams. A team plays with the players it has
    seated for the round. Then boards 1, 2 ... of two teams meet; colours alternate from board to
    board, and handicaps are those of the players. Tables are numbered match by match.

    A fixed board between two teams makes them meet. A bye given by hand to any of its players is
    the team's. Players without a team keep their fixed boards and are otherwise unpaired.

    Raises PairingError like the method and ``team_state``, ``teammates`` and ``board_mismatch`` for
    a fixed board that teams cannot have, and ``bye_without_team``.
    """
    check_seating(request)
    state, number = request.state, request.round
    size = (rules or TeamRules()).size
    present = players_to_pair(request) | fixed_players(request)
    among_teams = team_state(state, teams, size, number, present)
    line_ups = LineUps(teams, size)
    found = pair_round(
        PairingRequest(
            state=among_teams,
            round=number,
            seed=request.seed,
            bye=_bye_team(request, line_ups),
            fixed=tuple(_fixed_matches(request, line_ups)),
        )
    )
    pairs = [pair for match in found.boards for pair in _boards(line_ups, number, match)]
    notes = _notes(among_teams, line_ups, found)
    seated = seat(request, pairs, notes=notes)
    matches = tuple(_match(line_ups, number, match, seated) for match in found.boards)
    return TeamPairing(seated, matches, found.bye, found.walk_overs)


def _boards(line_ups: LineUps, number: int, match: Board) -> Iterator[Pair]:
    black, white = (line_ups.players(number, team) for team in (match.black, match.white))
    for board in sorted(black.keys() & white.keys()):
        first, second = black[board], white[board]
        yield Pair(first, second, True) if board % 2 else Pair(second, first, True)


def _match(line_ups: LineUps, number: int, match: Board, seated: Pairing) -> TeamMatch:
    players = set(line_ups.players(number, match.black).values())
    others = set(line_ups.players(number, match.white).values())
    tables = tuple(
        board.table
        for board in seated.boards
        if {board.black, board.white} & players and {board.black, board.white} & others
    )
    return TeamMatch(match.black, match.white, tables)


def _bye_team(request: PairingRequest, line_ups: LineUps) -> int | None:
    if request.bye is None:
        return None
    place = line_ups.place(request.round, request.bye)
    if place is None:
        name = names_of(request.state)[request.bye]
        raise PairingError(
            "bye_without_team",
            _("%(name)s has the bye but plays in no team.") % {"name": name},
        )
    return place.team


def _fixed_matches(request: PairingRequest, line_ups: LineUps) -> Iterator[FixedBoard]:
    """Yield the matches that follow from fixed boards; the lowest board decides the colours."""
    found: dict[frozenset[int], tuple[int, FixedBoard]] = {}
    for board in request.fixed:
        black, white = (
            line_ups.place(request.round, player) for player in (board.black, board.white)
        )
        if black is None or white is None:
            continue
        _check_fixed(request, board, black, white)
        both = frozenset((black.team, white.team))
        if both in found and found[both][0] <= black.board:
            continue
        first, second = (black, white) if black.board % 2 else (white, black)
        match = FixedBoard(first.team, second.team, colours_fixed=board.colours_fixed)
        found[both] = (black.board, match)
    for __, match in found.values():
        yield match


def _check_fixed(
    request: PairingRequest, board: FixedBoard, black: TeamPlace, white: TeamPlace
) -> None:
    names = names_of(request.state)
    first, second = names[board.black], names[board.white]
    if black.team == white.team:
        raise PairingError(
            "teammates",
            _("%(one)s and %(other)s are in one team: take the board away.")
            % {"one": first, "other": second},
        )
    if black.board != white.board:
        raise PairingError(
            "board_mismatch",
            _(
                "%(one)s sits at board %(board)d and %(other)s at board %(other_board)d of their "
                "teams: only equal boards meet; change the line-up first."
            )
            % {"one": first, "board": black.board, "other": second, "other_board": white.board},
        )


def _notes(state: TournamentState, line_ups: LineUps, found: Pairing) -> list[Message]:
    """Return the method's notes; for weights, notes without tables, which matches do not have."""
    if state.parameters.method is not Method.WEIGHTS:
        return list(found.notes)
    notes = []
    met = {frozenset(match.players) for match in state.games}
    for match in found.boards:
        if not match.fixed and frozenset((match.black, match.white)) in met:
            first, second = line_ups.names[match.black], line_ups.names[match.white]
            notes.append(
                _("%(one)s and %(other)s have met before; nothing better was possible.")
                % {"one": first, "other": second}
            )
    if found.bye is not None and any(bye.player == found.bye for bye in state.byes):
        name = line_ups.names[found.bye]
        notes.append(_("%(name)s has a bye again.") % {"name": name})
    return notes
