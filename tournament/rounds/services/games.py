"""Pairing games by hand."""

from itertools import count

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournament.audit.services.changes import RoundChange
from tournament.common.locks import draft_round, open_tournament
from tournament.errors import Conflict, UserError
from tournament.models import Colour, Game, Round, Seat, Verb
from tournament.rounds.services.rounds import round_to_prepare
from tournament.rounds.services.terms import Table
from tournament.tournaments.models import LARGEST_KOMI_HALF

MOST_HANDICAP = 30
LARGEST_BOARD_NUMBER = 9999


@transaction.atomic
def pair_game(
    *,
    round_id: int,
    black_id: int,
    white_id: int,
    handicap: int | None = None,
    komi_half: int | None = None,
    board_number: int | None = None,
) -> Game:
    """Seat two players at a board of a round in preparation.

    Without a ``handicap`` it follows from the tournament's rule, and without ``komi_half``, in
    half-points, komi follows from the handicap. Without ``board_number`` the next free board is
    used. Raises NotFound, UserError
    for a player against himself or a handicap, komi or board that is not allowed, and Conflict
    when the round is published, a player takes no part in it, or a player or the board is already
    taken.
    """
    round_ = draft_round(round_id)
    change = RoundChange(round_)
    game = seat_at_board(
        round_,
        black_id=black_id,
        white_id=white_id,
        handicap=handicap,
        komi_half=komi_half,
        board_number=board_number,
    )
    change.record(Verb.BOARD_SEATED)
    return game


def seat_at_board(
    round_: Round,
    *,
    black_id: int,
    white_id: int,
    handicap: int | None = None,
    komi_half: int | None = None,
    board_number: int | None = None,
) -> Game:
    """Seat two players at a board of a locked round, as :func:`pair_game` does."""
    if black_id == white_id:
        raise UserError("same_player", field="white", text=_("A game needs two players."))
    check_terms(handicap=handicap, komi_half=komi_half, board_number=board_number)
    table = Table(round_)
    for field, player_id in (("black", black_id), ("white", white_id)):
        table.require(player_id, field)
        table.require_free(player_id, field)
    for field, player_id in (("black", black_id), ("white", white_id)):
        table.require_present(player_id, field)
    if board_number is None:
        board_number = _free_number(round_)
    elif round_.games.filter(board_number=board_number).exists():
        raise Conflict("board_taken", field="board_number", text=_("The board is already taken."))
    terms = table.with_colours(black_id, white_id, handicap)
    game = Game.objects.create(
        round=round_,
        board_number=board_number,
        black_id=black_id,
        white_id=white_id,
        handicap=terms.handicap,
        komi_half=terms.komi_half if komi_half is None else komi_half,
    )
    Seat.objects.bulk_create(seats_at(game, black_id, white_id))
    return game


def check_terms(
    *, handicap: int | None = None, komi_half: int | None = None, board_number: int | None = None
) -> None:
    """Raise UserError for a handicap, komi or board number that is not allowed; None always is."""
    if handicap is not None and not 0 <= handicap <= MOST_HANDICAP:
        raise UserError("handicap", field="handicap", text=_("A handicap is 0 to 30 stones."))
    if komi_half is not None and abs(komi_half) > LARGEST_KOMI_HALF:
        raise UserError("komi", field="komi", text=_("Komi is at most 200 points."))
    if board_number is not None and not 1 <= board_number <= LARGEST_BOARD_NUMBER:
        raise UserError(
            "board_number", field="board_number", text=_("Boards are numbered from 1 to 9999.")
        )


def seats_at(game: Game, black_id: int, white_id: int) -> list[Seat]:
    """Return the two seats of a board, not yet saved."""
    return [
        Seat(round_id=game.round_id, game=game, player_id=player_id, colour=colour)
        for player_id, colour in ((black_id, Colour.BLACK), (white_id, Colour.WHITE))
    ]


def _free_number(round_: Round) -> int:
    """Return the first number after the last board that is not reserved."""
    last = round_.games.aggregate(last=Max("board_number"))["last"] or 0
    reserved = set(round_.tournament.reserved_tables)
    number = next(number for number in count(last + 1) if number not in reserved)
    if number <= LARGEST_BOARD_NUMBER:
        return number
    taken = set(round_.games.values_list("board_number", flat=True)) | reserved
    return next(number for number in count(1) if number not in taken)


@transaction.atomic
def seat_pair(*, tournament_id: int, round_number: int, black_id: int, white_id: int) -> Game:
    """Seat two players by hand in a round to prepare, which is created if it is the next.

    Raises as :func:`pair_game` and
    :func:`~tournament.rounds.services.rounds.round_to_prepare` do.
    """
    round_ = round_to_prepare(open_tournament(tournament_id), round_number)
    return pair_game(round_id=round_.pk, black_id=black_id, white_id=white_id)
