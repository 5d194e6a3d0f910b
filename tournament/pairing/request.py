"""Whether a request can be met, and whom it is about."""

from collections.abc import Iterator

from tournament.pairing.handicap import MOST_STONES
from tournament.pairing.limits import check_limits
from tournament.pairing.pairing import PairingError, PairingRequest
from tournament.state.wishes import FixedBoard


def selected(request: PairingRequest) -> frozenset[int]:
    """Return the ids of the players to be paired; those at fixed boards may be among them."""
    if request.only is not None:
        return request.only
    players = request.state.players
    return frozenset(player.id for player in players if player.takes_part(request.round))


def check(request: PairingRequest) -> None:
    """Raise PairingError for a request that contradicts itself or the state."""
    if request.round < 1:
        raise PairingError("round_invalid", f"rounds are counted from 1, not {request.round}")
    names = {player.id: player.name for player in request.state.players}
    for player in _mentioned(request):
        if player not in names:
            raise PairingError("unknown_player", f"no player has the number {player}")
    chosen = selected(request)
    check_limits(request.state, len(chosen))
    _check_boards(request, names, chosen)
    seated = {player for board in request.fixed for player in (board.black, board.white)}
    if request.bye is not None:
        name = names[request.bye]
        if request.bye in seated:
            raise PairingError("player_busy", f"{name} has a fixed board and the bye: settle one")
        if request.bye not in chosen:
            raise PairingError("bye_not_playing", f"{name} has the bye but does not play")
        if len(chosen - seated) % 2 == 0:
            raise PairingError(
                "bye_not_needed",
                f"{name} has the bye but an even number of players is left to pair:"
                " mark somebody absent or take the bye back",
            )


def _check_boards(request: PairingRequest, names: dict[int, str], chosen: frozenset[int]) -> None:
    busy: set[int] = set()
    tables: set[int] = set()
    for board in request.fixed:
        if board.black == board.white:
            raise PairingError("same_player", f"{names[board.black]} against himself")
        for player in (board.black, board.white):
            if player in busy:
                raise PairingError("player_busy", f"{names[player]} is at two fixed boards")
            if player not in chosen and not _takes_part(request, player):
                raise PairingError(
                    "player_absent", f"{names[player]} has a fixed board but does not play"
                )
            busy.add(player)
        if board.handicap is not None and not 0 <= board.handicap <= MOST_STONES:
            raise PairingError(
                "handicap_invalid", f"a handicap is from 0 to {MOST_STONES}, not {board.handicap}"
            )
        _check_table(board, tables)


def _check_table(board: FixedBoard, tables: set[int]) -> None:
    if board.table is None:
        return
    if board.table < 1:
        raise PairingError("table_invalid", f"tables are counted from 1, not {board.table}")
    if board.table in tables:
        raise PairingError("table_taken", f"two fixed boards are at table {board.table}")
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
