"""Whether a request can be met, and whom it is about."""

from collections.abc import Iterator

from language.localtext import LocalText
from tournament.pairing.handicap import MOST_STONES
from tournament.pairing.pairing import PairingError, PairingRequest
from tournament.state.parameters import System
from tournament.state.ranges import LAST_ROUND
from tournament.state.state import TournamentState
from tournament.state.wishes import FixedBoard

LAST_OF_A_CUP = 50
"""A cup doubles its scores every round; later ones would leave 64 bits."""


def selected(request: PairingRequest) -> frozenset[int]:
    """Return the ids of the players to be paired; those at fixed boards may be among them."""
    if request.only is not None:
        return request.only
    players = request.state.players
    return frozenset(player.id for player in players if player.takes_part(request.round))


def fixed_players(request: PairingRequest) -> frozenset[int]:
    """Return the ids of the players at fixed boards."""
    return frozenset(player for board in request.fixed for player in (board.black, board.white))


def names_of(state: TournamentState) -> dict[int, str]:
    """Return every player's name by id."""
    return {player.id: player.name for player in state.players}


def check(request: PairingRequest) -> None:
    """Raise PairingError for a request that contradicts itself or the state."""
    if request.round < 1:
        raise PairingError(
            "round_invalid",
            LocalText(
                f"Rounds are counted from 1, not {request.round}.",
                f"Les rondes se comptent à partir de 1, non {request.round}.",
            ),
        )
    _check_last(request)
    names = names_of(request.state)
    for player in _mentioned(request):
        if player not in names:
            raise PairingError(
                "unknown_player",
                LocalText(
                    f"No player has the number {player}.",
                    f"Aucun joueur n'a le numéro {player}.",
                ),
            )
    chosen = selected(request)
    _check_boards(request, names, chosen)
    if request.bye is not None:
        _check_bye(request, names[request.bye], chosen)


def _check_last(request: PairingRequest) -> None:
    """Refuse rounds that no scores can be computed for."""
    cup = request.state.parameters.system is System.CUP
    last = LAST_OF_A_CUP if cup else LAST_ROUND
    if request.round <= last:
        return
    kind = LocalText("cup" if cup else "tournament", "coupe" if cup else "tournoi")
    raise PairingError(
        "round_too_late",
        LocalText(
            f"A {kind.en} has at most {last} rounds, and this is round {request.round}.",
            f"{kind.fr.capitalize()} : au plus {last} rondes, et celle-ci est la {request.round}.",
        ),
    )


def _check_bye(request: PairingRequest, name: str, chosen: frozenset[int]) -> None:
    seated = fixed_players(request)
    if request.bye in seated:
        raise PairingError(
            "player_busy",
            LocalText(
                f"{name} has a fixed board and the bye: take one of them back.",
                f"{name} a une table fixée et est exempt : retirez l'un des deux.",
            ),
        )
    if request.bye not in chosen:
        raise PairingError(
            "bye_not_playing",
            LocalText(
                f"{name} has the bye but does not play in this round.",
                f"{name} est exempt mais ne joue pas dans cette ronde.",
            ),
        )
    if len(chosen - seated) % 2 == 0:
        raise PairingError(
            "bye_not_needed",
            LocalText(
                f"{name} has the bye, but an even number of players is left to pair:"
                " mark somebody absent or take the bye back.",
                f"{name} est exempt, mais il reste un nombre pair de joueurs à apparier :"
                " marquez quelqu'un absent ou retirez l'exemption.",
            ),
        )


def _check_boards(request: PairingRequest, names: dict[int, str], chosen: frozenset[int]) -> None:
    busy: set[int] = set()
    tables: set[int] = set()
    for board in request.fixed:
        if board.black == board.white:
            name = names[board.black]
            raise PairingError(
                "same_player",
                LocalText(f"{name} against himself.", f"{name} contre lui-même."),
            )
        for player in (board.black, board.white):
            name = names[player]
            if player in busy:
                raise PairingError(
                    "player_busy",
                    LocalText(f"{name} is at two fixed boards.", f"{name} a deux tables fixées."),
                )
            if player not in chosen and not _takes_part(request, player):
                raise PairingError(
                    "player_absent",
                    LocalText(
                        f"{name} has a fixed board but does not play in this round.",
                        f"{name} a une table fixée mais ne joue pas dans cette ronde.",
                    ),
                )
            busy.add(player)
        _check_board(board, tables)


def _check_board(board: FixedBoard, tables: set[int]) -> None:
    if board.handicap is not None and not 0 <= board.handicap <= MOST_STONES:
        raise PairingError(
            "handicap_invalid",
            LocalText(
                f"A handicap is from 0 to {MOST_STONES}, not {board.handicap}.",
                f"Un handicap va de 0 à {MOST_STONES}, non {board.handicap}.",
            ),
        )
    if board.table is None:
        return
    if board.table < 1:
        raise PairingError(
            "table_invalid",
            LocalText(
                f"Tables are counted from 1, not {board.table}.",
                f"Les tables se comptent à partir de 1, non {board.table}.",
            ),
        )
    if board.table in tables:
        raise PairingError(
            "table_taken",
            LocalText(
                f"Two fixed boards are at table {board.table}.",
                f"Deux parties fixées sont à la table {board.table}.",
            ),
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
