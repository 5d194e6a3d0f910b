"""Changing a round in preparation by hand.

Every function locks the round first, so that two directors at work come one after the other.
"""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.errors import Conflict, NotFound, UserError
from tournament.models import Colour, Game, Round, Seat
from tournament.services.games import LARGEST_BOARD_NUMBER, MOST_HANDICAP
from tournament.services.rounds import draft_round
from tournament.services.terms import Table
from tournament.services.tournaments import LARGEST_KOMI_HALF


def clear_boards(round_: Round) -> None:
    """Remove every board that is not locked, and the bye."""
    Seat.objects.filter(round=round_, game__locked=False).delete()
    Seat.objects.filter(round=round_, game=None).delete()
    Game.objects.filter(round=round_, locked=False).delete()


@transaction.atomic
def unpair(*, round_id: int, game_ids: list[int] | None = None) -> int:
    """Take boards of a draft away and return how many; without ``game_ids`` all but the locked.

    The bye goes with the latter. Boards that are gone already are no error.
    """
    round_ = draft_round(round_id)
    if game_ids is None:
        count = round_.games.filter(locked=False).count()
        clear_boards(round_)
        return count
    games = round_.games.filter(pk__in=game_ids)
    Seat.objects.filter(game__in=games).delete()
    return games.delete()[1].get("tournament.Game", 0)


@transaction.atomic
def lock_board(*, game_id: int, locked: bool) -> None:
    """Keep a board of a draft when the round is paired again, or no longer. Twice is no error."""
    game = _draft_game(game_id)
    Game.objects.filter(pk=game.pk).update(locked=locked)


@transaction.atomic
def swap_players(*, round_id: int, first_id: int, second_id: int) -> None:
    """Exchange the places of two players of a draft.

    Two players of one board change colours. Otherwise each takes the other's place, at a board,
    with the bye or without a place; colours, handicap and komi of the boards follow from who
    plays. Raises NotFound for a player who is not in the tournament, Conflict when neither has a
    place, and UserError for a player with himself.
    """
    round_ = draft_round(round_id)
    if first_id == second_id:
        raise UserError("same_player", field="second", text=_("Choose two different players."))
    seats = {seat.player_id: seat for seat in round_.seats.select_related("game")}
    table = Table(round_)
    for field, player in (("first", first_id), ("second", second_id)):
        table.require(player, field)
    one, other = seats.get(first_id), seats.get(second_id)
    if one is None and other is None:
        raise Conflict("not_paired", text=_("Neither player has a place in this round yet."))
    if one and other and one.game_id and one.game_id == other.game_id:
        assert one.game is not None
        _reseat(one.game, black=one.game.white_id, white=one.game.black_id, table=table)
        return
    games = [seat.game for seat in (one, other) if seat and seat.game]
    exchanged = {first_id: second_id, second_id: first_id}
    byes = [seat.player_id for seat in (one, other) if seat and seat.game is None]
    Seat.objects.filter(pk__in=[seat.pk for seat in (one, other) if seat]).delete()
    for game in games:
        pair = [exchanged.get(player, player) for player in (game.black_id, game.white_id)]
        _replace(game, pair, table)
    if byes:
        Seat.objects.create(round=round_, player_id=exchanged[byes[0]])


@transaction.atomic
def swap_colours(*, game_id: int) -> None:
    """Exchange the colours of a board of a draft; handicap and komi follow from them."""
    game = _draft_game(game_id)
    _reseat(game, black=game.white_id, white=game.black_id, table=Table(game.round))


@transaction.atomic
def set_terms(*, game_id: int, handicap: int, komi_half: int | None = None) -> None:
    """Force the handicap of a board of a draft; without ``komi_half`` the komi follows from it.

    Raises UserError for a handicap or komi that is not allowed.
    """
    game = _draft_game(game_id)
    if not 0 <= handicap <= MOST_HANDICAP:
        raise UserError("handicap", field="handicap", text=_("A handicap is 0 to 30 stones."))
    if komi_half is None:
        table = Table(game.round)
        komi_half = table.with_colours(game.black_id, game.white_id, handicap).komi_half
    elif abs(komi_half) > LARGEST_KOMI_HALF:
        raise UserError("komi", field="komi", text=_("Komi is at most 200 points."))
    Game.objects.filter(pk=game.pk).update(handicap=handicap, komi_half=komi_half)


@transaction.atomic
def set_table(*, game_id: int, board_number: int) -> None:
    """Give a board of a draft another number; a board that has it takes the old one."""
    game = _draft_game(game_id)
    if not 1 <= board_number <= LARGEST_BOARD_NUMBER:
        raise UserError(
            "board_number", field="board_number", text=_("Boards are numbered from 1 to 9999.")
        )
    old = game.board_number
    if old == board_number:
        return
    games = Game.objects.filter(round=game.round)
    there = games.filter(board_number=board_number).first()
    if there is None:
        games.filter(pk=game.pk).update(board_number=board_number)
        return
    # Numbers are unique: one of the two waits on a number no board can have by hand.
    games.filter(pk=there.pk).update(board_number=LARGEST_BOARD_NUMBER + 1)
    games.filter(pk=game.pk).update(board_number=board_number)
    games.filter(pk=there.pk).update(board_number=old)


@transaction.atomic
def give_bye(*, round_id: int, player_id: int | None) -> None:
    """Give the bye of a draft to a player without a board, or to nobody.

    Raises NotFound, and Conflict for a player who sits at a board or has had a bye already.
    """
    round_ = draft_round(round_id)
    round_.seats.filter(game=None).delete()
    if player_id is None:
        return
    Table(round_).require(player_id, "player")
    if round_.seats.filter(player_id=player_id).exists():
        raise Conflict(
            "player_taken", field="player", text=_("The player already has a game this round.")
        )
    if Seat.objects.filter(player_id=player_id, game=None).exists():
        raise Conflict(
            "bye_twice", field="player", text=_("The player has had a bye already: choose another.")
        )
    Seat.objects.create(round=round_, player_id=player_id)


def _draft_game(game_id: int) -> Game:
    round_id = Game.objects.filter(pk=game_id).values_list("round_id", flat=True).first()
    if round_id is None:
        raise NotFound("no_game", text=_("There is no such game."))
    round_ = draft_round(round_id)
    game = round_.games.filter(pk=game_id).first()
    if game is None:
        raise NotFound("no_game", text=_("There is no such game."))
    game.round = round_
    return game


def _replace(game: Game, pair: list[int], table: Table) -> None:
    """Seat two players at a board anew, with the terms that follow from who they are."""
    terms = table.terms(*pair)
    _seat(game, terms.black, terms.white, terms.handicap, terms.komi_half)


def _reseat(game: Game, *, black: int, white: int, table: Table) -> None:
    terms = table.with_colours(black, white)
    _seat(game, black, white, terms.handicap, terms.komi_half)


def _seat(game: Game, black: int, white: int, handicap: int, komi_half: int) -> None:
    Seat.objects.filter(game=game).delete()
    Game.objects.filter(pk=game.pk).update(
        black=black, white=white, handicap=handicap, komi_half=komi_half
    )
    Seat.objects.bulk_create(
        Seat(round_id=game.round_id, game=game, player_id=player, colour=colour)
        for player, colour in ((black, Colour.BLACK), (white, Colour.WHITE))
    )
