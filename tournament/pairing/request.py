"""Checks of a pairing request, and the players it asks to pair."""

from collections.abc import Iterable, Iterator

from language.messages import gettext_lazy as _
from tournament.pairing.handicap import MOST_STONES
from tournament.pairing.pairing import PairingError, PairingRequest
from tournament.state.parameters import System
from tournament.state.people import distinct_names
from tournament.state.ranges import LAST_ROUND
from tournament.state.state import TournamentState
from tournament.state.wishes import FixedBoard

LAST_OF_A_CUP = 50
"""A cup doubles its scores every round; later rounds would not fit in 64 bits."""


def players_to_pair(request: PairingRequest) -> frozenset[int]:
    """Return the ids of the players to be paired; those at fixed boards may be among them."""
    if request.only is not None:
        return request.only
    players = request.state.players
    return frozenset(player.id for player in players if player.takes_part(request.round))


def fixed_players(request: PairingRequest) -> frozenset[int]:
    """Return the ids of the players at fixed boards."""
    return frozenset(player for board in request.fixed for player in (board.black, board.white))


def walk_overs(
    request: PairingRequest, meetings: Iterable[tuple[int | None, int | None]]
) -> list[tuple[int, int]]:
    """Return the players whose opponent does not play, each with that opponent."""
    playing = players_to_pair(request)
    return [
        (here, away)
        for first, second in meetings
        if first is not None and second is not None
        for here, away in ((first, second), (second, first))
        if here in playing and away not in playing
    ]


def names_of(state: TournamentState) -> dict[int, str]:
    """Return every player's name by id, with a mark that tells namesakes apart."""
    return distinct_names(state.players)


def check_request(request: PairingRequest) -> None:
    """Raise PairingError for a request that contradicts itself or the state."""
    if request.round < 1:
        raise PairingError(
            "round_invalid",
            _("Rounds are counted from 1, not %(round)d.") % {"round": request.round},
        )
    _check_last(request)
    known = {player.id for player in request.state.players}
    for player in _mentioned(request):
        if player not in known:
            raise PairingError(
                "unknown_player",
                _("No player has the number %(player)d.") % {"player": player},
            )
    chosen = players_to_pair(request)
    if not (request.fixed or request.bye is not None):
        return
    names = names_of(request.state)
    _check_boards(request, names, chosen)
    if request.bye is not None:
        _check_bye(request, names[request.bye], chosen)


def _check_last(request: PairingRequest) -> None:
    """Refuse rounds for which no scores can be computed."""
    cup = request.state.parameters.system is System.CUP
    last = LAST_OF_A_CUP if cup else LAST_ROUND
    if request.round <= last:
        return
    text = (
        _("A cup has at most %(last)d rounds, and this is round %(round)d.")
        if cup
        else _("A tournament has at most %(last)d rounds, and this is round %(round)d.")
    )
    raise PairingError("round_too_late", text % {"last": last, "round": request.round})


def _check_bye(request: PairingRequest, name: str, chosen: frozenset[int]) -> None:
    seated = fixed_players(request)
    if request.bye in seated:
        raise PairingError(
            "player_busy",
            _("%(name)s has a fixed board and the bye: take one of them back.") % {"name": name},
        )
    if request.bye not in chosen:
        raise PairingError(
            "bye_not_playing",
            _("%(name)s has the bye but does not play in this round.") % {"name": name},
        )
    if len(chosen - seated) % 2 == 0:
        raise PairingError(
            "bye_not_needed",
            _(
                "%(name)s has the bye, but an even number of players is left to pair: mark "
                "somebody absent or take the bye back."
            )
            % {"name": name},
        )


def _check_boards(request: PairingRequest, names: dict[int, str], chosen: frozenset[int]) -> None:
    busy: set[int] = set()
    tables: set[int] = set()
    for board in request.fixed:
        if board.black == board.white:
            name = names[board.black]
            raise PairingError(
                "same_player",
                _("%(name)s cannot play against themselves.") % {"name": name},
            )
        for player in (board.black, board.white):
            name = names[player]
            if player in busy:
                raise PairingError(
                    "player_busy",
                    _("%(name)s is at two fixed boards.") % {"name": name},
                )
            if player not in chosen and not _takes_part(request, player):
                raise PairingError(
                    "player_absent",
                    _("%(name)s has a fixed board but does not play in this round.")
                    % {"name": name},
                )
            busy.add(player)
        _check_board(board, tables)


def _check_board(board: FixedBoard, tables: set[int]) -> None:
    if board.handicap is not None and not 0 <= board.handicap <= MOST_STONES:
        raise PairingError(
            "handicap_invalid",
            _("A handicap is from 0 to %(most)d, not %(handicap)d.")
            % {"most": MOST_STONES, "handicap": board.handicap},
        )
    if board.table is None:
        return
    if board.table < 1:
        raise PairingError(
            "table_invalid",
            _("Tables are counted from 1, not %(table)d.") % {"table": board.table},
        )
    if board.table in tables:
        raise PairingError(
            "table_taken",
            _("Two fixed boards have the number %(board)d.") % {"board": board.table},
        )
    tables.add(board.table)


def _takes_part(request: PairingRequest, wanted: int) -> bool:
    players = request.state.players
    return any(player.takes_part(request.round) for player in players if player.id == wanted)


def _mentioned(request: PairingRequest) -> Iterator[int]:
    yield from request.only or ()
    for board in request.fixed:
        yield board.black
        yield board.white
    if request.bye is not None:
        yield request.bye
