"""The boards of the next round that are certain while games are open, and their pairing input."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import QuerySet

from tournament.games.selectors import SETTLED
from tournament.models import (
    Colour,
    Game,
    PairingMethod,
    RoundCertainty,
    RoundState,
    Seat,
    Tournament,
)
from tournament.pairing.digest import input_digest
from tournament.pairing.pairing import PairingRequest
from tournament.rounds.selectors.ending import last_round_of
from tournament.rounds.selectors.state import state_of
from tournament.simulation.outcomes import MOST_OPEN, CertainBoard, open_games, paired_by_lot
from tournament.state.results import UNKNOWN
from tournament.state.state import TournamentState
from tournament.state.wishes import FixedBoard


@dataclass(frozen=True, slots=True)
class ForecastRequest:
    """How the coming round may be paired, with every unsettled result treated as open.

    ``pairings`` are the ways to pair it from the current draft: anew, keeping only locked boards,
    or only the players without a board, keeping everything. ``basis`` is a digest of all that they
    depend on apart from the open results.
    """

    pairings: tuple[PairingRequest, ...]
    basis: str

    @property
    def open(self) -> int:
        """Return how many games are open."""
        return len(open_games(self.pairings[0].state))

    @property
    def few_open(self) -> bool:
        """Whether games are open, but few enough to try every outcome."""
        return 0 < self.open <= MOST_OPEN


@dataclass(frozen=True, slots=True)
class CertainView:
    """What is known of the boards of a round while games before it are open.

    ``boards`` are certain; ``working`` says that they are still being worked out, ``too_many`` that
    more games are open than can be tried.
    """

    open: int
    boards: tuple[CertainBoard, ...]
    working: bool
    too_many: bool


@dataclass(frozen=True, slots=True, eq=False)
class RoundRead:
    """What a page of the round has read already.

    ``state`` is the one before the round, wishes included, and ``last`` the number of the last
    round. ``unsettled`` are the earlier games whose result may still change, by round and player
    numbers; ``seats`` are the draft's, in the order of the boards, as :func:`kept_in` reads them,
    and ``certainty`` is what was worked out.
    """

    state: TournamentState
    last: int
    unsettled: frozenset[tuple[int, int, int]]
    seats: list[tuple[Any, ...]]
    certainty: RoundCertainty | None


def kept_bye(seats: Mapping[int, int | None], state: TournamentState, number: int) -> int | None:
    """Return who keeps the bye; None if they make the players without a place an even number.

    ``seats`` are those that stay in the round: each player's game, None for the bye.
    """
    bye = next((player for player, game in seats.items() if game is None), None)
    free = [
        player for player in state.players if player.takes_part(number) and player.id not in seats
    ]
    return None if len(free) % 2 else bye


def kept_in(seats: "QuerySet[Seat]") -> tuple[dict[int, int | None], tuple[FixedBoard, ...]]:
    """Return what stays in a round: each player's game (None for the bye), and the boards.

    ``seats`` are those that stay, always both of a board. One query.
    """
    return _kept(_rows(seats))


def _rows(seats: "QuerySet[Seat]") -> list[tuple[Any, ...]]:
    """Return seats as player, game, colour, the board's terms and whether it is locked."""
    rows = seats.order_by("game__board_number", "pk").values_list(
        "player__number",
        "game_id",
        "colour",
        *("game__board_number", "game__handicap", "game__komi_half"),
        "game__locked",
    )
    return list(rows)


def _kept(
    rows: Iterable[tuple[Any, ...]],
) -> tuple[dict[int, int | None], tuple[FixedBoard, ...]]:
    games: dict[int, int | None] = {}
    sides: dict[tuple[int, int, int], dict[str, int]] = {}
    for player, game, colour, *terms, _locked in rows:
        games[player] = game
        if game is not None:
            table, handicap, komi_half = terms
            sides.setdefault((table, handicap, komi_half), {})[colour] = player
    boards = (
        FixedBoard(side[Colour.BLACK], side[Colour.WHITE], *terms) for terms, side in sides.items()
    )
    return games, tuple(boards)


def forecast_request(
    tournament: Tournament, number: int, state: TournamentState | None = None
) -> ForecastRequest | None:
    """Return how an unpublished round may be paired, given its current draft.

    None if nothing can be predicted: teams, pairing by hand or by lot, a round beyond the last one.
    Pass ``state``, the one before the round with wishes, if it was read already: then it takes two
    queries.
    """
    state = state_of(tournament, before=number) if state is None else state
    if not _can_be_told(tournament, state) or number > last_round_of(tournament):
        return None
    every = _rows(
        Seat.objects.filter(
            round__tournament=tournament, round__number=number, round__state=RoundState.DRAFT
        )
    )
    return _forecast(_as_open(state, _unsettled(tournament.pk, number)), number, every)


def _can_be_told(tournament: Tournament, state: TournamentState) -> bool:
    by_hand = tournament.by_teams or tournament.method == PairingMethod.MANUAL
    return not by_hand and not paired_by_lot(state.parameters)


def _forecast(state: TournamentState, number: int, every: list[tuple[Any, ...]]) -> ForecastRequest:
    """Return how a round may be paired, given the rows of all seats of its draft."""
    locked = [row for row in every if row[-1]]
    drafts = [locked] if locked == every else [locked, every]
    requests = tuple(_request(state, number, rows) for rows in drafts)
    digests = "".join(map(input_digest, requests))
    return ForecastRequest(requests, hashlib.sha256(digests.encode("ascii")).hexdigest())


def _request(
    state: TournamentState, number: int, rows: Iterable[tuple[Any, ...]]
) -> PairingRequest:
    """Return the request for pairing a round in which these seats stay."""
    games, boards = _kept(rows)
    return PairingRequest(state, number, bye=kept_bye(games, state, number), fixed=boards)


def certain_view(tournament: Tournament, number: int, read: RoundRead) -> CertainView | None:
    """Return what is known of a round's boards, or None if there is nothing to say. No query.

    Only what was worked out from exactly this pairing is shown; after any change it is awaited
    anew.
    """
    if not tournament.certain_boards or tournament.closed_at is not None:
        return None
    if not _can_be_told(tournament, read.state) or number > read.last:
        return None
    request = _forecast(_as_open(read.state, read.unsettled), number, read.seats)
    if not request.open:
        return None
    if not request.few_open:
        return CertainView(request.open, (), working=False, too_many=True)
    row = read.certainty
    if row is None or (row.number, row.basis) != (number, request.basis):
        return CertainView(request.open, (), working=True, too_many=False)
    if row.problem:
        return None
    boards = tuple(CertainBoard(*board) for board in row.boards) if row.complete else ()
    return CertainView(request.open, boards, working=not row.complete, too_many=False)


def _unsettled(tournament_id: int, number: int) -> frozenset[tuple[int, int, int]]:
    """Return the earlier games whose result may still change, by round and player numbers."""
    games = Game.objects.of(tournament_id).filter(round__number__lt=number)
    rows = games.exclude(state__in=SETTLED)
    return frozenset(rows.values_list("round__number", "black__number", "white__number"))


def _as_open(state: TournamentState, seats: frozenset[tuple[int, int, int]]) -> TournamentState:
    if not seats:
        return state
    games = tuple(
        replace(game, result=UNKNOWN) if (game.round, *game.players) in seats else game
        for game in state.games
    )
    return replace(state, games=games)
