"""Changing the boards of a draft by hand.

Every function locks the round first, so that two directors at work take turns.
"""

from functools import cached_property
from itertools import count
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from tournament.audit.services.changes import RoundChange
from tournament.brackets.reached import WITH_WALK_OVERS
from tournament.common.locks import draft_game, draft_round, open_tournament
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import (
    Colour,
    Game,
    GameState,
    Player,
    Reschedule,
    Round,
    RoundState,
    Seat,
    Verb,
)
from tournament.pairing.field import PairingField, field_of
from tournament.pairing.handicap import GameTerms, PairSide, game_terms, terms_with_colours
from tournament.pairing.pairing import PairingRequest
from tournament.rounds.selectors.state import state_of
from tournament.rounds.services.rounds import round_to_prepare
from tournament.state.state import TournamentState


class RoundPlayers:
    """The players of a round, and the terms on which two of them play.

    Players are given and returned by their database ids. The state is read when it is first needed.
    """

    def __init__(self, round_: Round) -> None:
        self._round = round_

    def require(self, player_id: int, field: str) -> None:
        """Raise NotFound, naming ``field``, for a player of another tournament."""
        if player_id not in self._numbers:
            raise NotFound(
                "no_player", field=field, text=_("The player is not in this tournament.")
            )

    def require_present(self, player_id: int, field: str) -> None:
        """Raise Conflict, naming ``field``, for a player who does not take part in the round."""
        number = self._numbers[player_id]
        if not any(
            player.id == number and player.takes_part(self._round.number)
            for player in self._state.players
        ):
            raise Conflict(
                "player_absent",
                field=field,
                text=_(
                    "The player does not take part in this round: first mark them as taking part."
                ),
            )

    def require_free(self, player_id: int, field: str) -> None:
        """Raise Conflict, naming ``field``, for a player who has a game or the bye of the round."""
        if self._round.seats.filter(player_id=player_id).exists():
            raise Conflict(
                "player_taken", field=field, text=_("The player already has a game this round.")
            )

    def terms(self, player: int, other: int) -> GameTerms:
        """Return colours, handicap and komi of two players."""
        parameters = self._state.parameters
        found = game_terms(
            parameters.handicap, parameters.komi, self._side(player), self._side(other)
        )
        return self._by_id(found)

    def with_colours(self, black: int, white: int, handicap: int | None = None) -> GameTerms:
        """Return the terms of two players whose colours, and perhaps handicap, are settled."""
        parameters = self._state.parameters
        found = terms_with_colours(
            parameters.handicap, parameters.komi, self._side(black), self._side(white), handicap
        )
        return self._by_id(found)

    @cached_property
    def _numbers(self) -> dict[int, int]:
        players = Player.objects.filter(tournament=self._round.tournament_id)
        return dict(players.values_list("pk", "number"))

    @cached_property
    def _state(self) -> TournamentState:
        return state_of(self._round.tournament, before=self._round.number)

    @cached_property
    def _field(self) -> PairingField:
        request = PairingRequest(state=self._state, round=self._round.number)
        return field_of(request, frozenset(self._numbers.values()))

    def _side(self, player_id: int) -> PairSide:
        return self._field.side(self._field.place[self._numbers[player_id]])

    def _by_id(self, found: GameTerms) -> GameTerms:
        ids = {number: pk for pk, number in self._numbers.items()}
        return GameTerms(ids[found.black], ids[found.white], found.handicap, found.komi_half)


NO_BOARD = 32767
"""The largest number that the column holds; boards have at most four digits."""


def clear_boards(round_: Round) -> None:
    """Remove every board that is not locked, and the bye."""
    Seat.objects.filter(round=round_, game__locked=False).delete()
    Seat.objects.filter(round=round_, game=None).delete()
    Game.objects.filter(round=round_, locked=False).delete()


@transaction.atomic
def unpair(*, round_id: int, game_ids: list[int] | None = None) -> int:
    """Remove boards of a draft and return how many; without ``game_ids``, all but locked ones.

    Without ``game_ids`` the bye goes too. Boards that are already gone are no error.
    """
    round_ = draft_round(round_id)
    change = RoundChange(round_)
    if game_ids is None:
        count = round_.games.filter(locked=False).count()
        clear_boards(round_)
    else:
        games = round_.games.filter(pk__in=game_ids)
        Seat.objects.filter(game__in=games).delete()
        count = games.delete()[1].get("tournament.Game", 0)
    change.record(Verb.ROUND_UNPAIRED)
    return count


@transaction.atomic
def leave_drafts(player: Player) -> None:
    """Remove a player's board, or their bye, from the round in preparation.

    Raises Conflict if teams are paired: a match has a board for everybody in the line-up.
    """
    drafts = Seat.objects.filter(player=player, round__state=RoundState.DRAFT)
    for place in drafts.select_related("round__tournament"):
        _refuse_teams(place.round)
        if place.game_id is not None:
            unpair(round_id=place.round_id, game_ids=[place.game_id])
            continue
        round_ = draft_round(place.round_id)
        change = RoundChange(round_)
        round_.seats.filter(player=player, game=None).delete()
        change.record(Verb.BYE_GIVEN)


@transaction.atomic
def lock_boards(*, round_id: int, game_ids: list[int], locked: bool) -> None:
    """Lock boards of a draft, so that pairing again keeps them, or unlock them. Idempotent."""
    round_ = draft_round(round_id)
    change = RoundChange(round_)
    round_.games.filter(pk__in=game_ids).update(locked=locked)
    change.record(Verb.BOARDS_LOCKED)


@transaction.atomic
def swap_players(*, round_id: int, first_id: int, second_id: int) -> None:
    """Exchange the places of two players of a draft.

    Two players of one board change colours. Otherwise each takes the other's place: at a board,
    with the bye or without a place; colours, handicap and komi of the boards follow from who plays.
    Two players with a bye already have the same place.

    Raises NotFound for a player who is not in the tournament; Conflict if neither has a place, if
    one does not take part or would have a second bye, and if teams are paired; and UserError for
    exchanging a player with themselves.
    """
    round_ = draft_round(round_id)
    _refuse_teams(round_)
    change = RoundChange(round_)
    _swap(round_, first_id, second_id)
    change.record(Verb.PLAYERS_SWAPPED)


def _swap(round_: Round, first_id: int, second_id: int) -> None:
    if first_id == second_id:
        raise UserError("same_player", field="second", text=_("Choose two different players."))
    seats = {seat.player_id: seat for seat in round_.seats.select_related("game")}
    table = RoundPlayers(round_)
    for field, player in (("first", first_id), ("second", second_id)):
        table.require(player, field)
        table.require_present(player, field)
    first, other = seats.get(first_id), seats.get(second_id)
    if first is None and other is None:
        raise Conflict("not_paired", text=_("Neither player has a place in this round yet."))
    if first and other and first.game_id and first.game_id == other.game_id:
        assert first.game is not None
        exchange_colours(first.game, table)
        return
    games = [seat.game for seat in (first, other) if seat and seat.game]
    exchanged = {first_id: second_id, second_id: first_id}
    byes = [seat.player_id for seat in (first, other) if seat and seat.game is None]
    if len(byes) == 2:
        return
    if byes:
        refuse_second_bye(exchanged[byes[0]], round_)
    Seat.objects.filter(pk__in=[seat.pk for seat in (first, other) if seat]).delete()
    for game in games:
        pair = [exchanged.get(player, player) for player in (game.black_id, game.white_id)]
        _replace(game, pair, table)
    if byes:
        Seat.objects.create(round=round_, player_id=exchanged[byes[0]])


@transaction.atomic
def swap_colours(*, round_id: int, game_ids: list[int]) -> None:
    """Exchange the colours of boards of a draft.

    Handicap and komi follow from the colours; forced ones stay.
    """
    round_ = draft_round(round_id)
    table, change = RoundPlayers(round_), RoundChange(round_)
    for game in round_.games.filter(pk__in=game_ids):
        exchange_colours(game, table)
    change.record(Verb.COLOURS_SWAPPED)


@transaction.atomic
def set_terms(
    *,
    game_id: int,
    handicap: int | None = None,
    komi_half: int | None = None,
    board_number: int | None = None,
) -> None:
    """Force handicap, komi or number of a board of a draft; None leaves it as it is.

    With a handicap and no ``komi_half``, komi follows from the handicap. A board that already has
    the number gets the old one. Raises UserError for a value that is not allowed; then nothing is
    changed.
    """
    game = draft_game(game_id)
    change = RoundChange(game.round)
    force_terms(game, handicap=handicap, komi_half=komi_half, board_number=board_number)
    change.record(Verb.TERMS_SET)


def force_terms(
    game: Game, *, handicap: int | None, komi_half: int | None, board_number: int | None
) -> None:
    """Set what :func:`set_terms` sets on a game whose round is locked and loaded with it.

    Other terms make another version of the game: an answer to a report refers to the terms it was
    made on.
    """
    check_terms(handicap=handicap, komi_half=komi_half, board_number=board_number)
    before = (game.handicap, game.komi_half)
    if handicap is not None:
        if komi_half is None:
            found = RoundPlayers(game.round).with_colours(game.black_id, game.white_id, handicap)
            komi_half = found.komi_half
            check_terms(komi_half=komi_half)
        game.handicap = handicap
    if komi_half is not None:
        game.komi_half = komi_half
    if (game.handicap, game.komi_half) != before:
        game.version += 1
        game.save(update_fields=["handicap", "komi_half", "version"])
    if board_number is not None:
        _renumber(game, board_number)


def _renumber(game: Game, board_number: int) -> None:
    old = game.board_number
    if old == board_number:
        return
    games = Game.objects.filter(round=game.round)
    there = games.filter(board_number=board_number).first()
    if there is not None and there.state in (GameState.CONFIRMED, GameState.RULED):
        raise Conflict(
            "board_taken",
            field="board_number",
            text=_("At that board the result is confirmed or ruled: it keeps its number."),
        )
    if there is not None:
        # Numbers are unique, so the other board waits at one that no board can have.
        games.filter(pk=there.pk).update(board_number=NO_BOARD)
    games.filter(pk=game.pk).update(board_number=board_number)
    if there is not None:
        games.filter(pk=there.pk).update(board_number=old)


@transaction.atomic
def give_bye(*, round_id: int, player_id: int | None) -> None:
    """Give the bye of a draft to a player without a board, or to nobody.

    In a table or a bracket, several go through without a game: they keep their byes when another
    player gets one, and lose them when the bye is given to nobody.

    Raises NotFound; Conflict for a player who sits at a board, does not take part or has had a bye
    already, and if teams are paired, because a team rests as a whole.
    """
    round_ = draft_round(round_id)
    change = RoundChange(round_)
    place_bye(round_, player_id)
    change.record(Verb.BYE_GIVEN)


def place_bye(round_: Round, player_id: int | None, *, again: bool = False) -> None:
    """Give the bye of a locked round as :func:`give_bye` does; ``again`` allows a second one."""
    _refuse_teams(round_)
    byes = round_.seats.filter(game=None)
    if player_id is None or round_.tournament.method not in WITH_WALK_OVERS:
        byes.delete()
    if player_id is None or byes.filter(player_id=player_id).exists():
        return
    table = RoundPlayers(round_)
    table.require(player_id, "player")
    table.require_present(player_id, "player")
    table.require_free(player_id, "player")
    if not again:
        refuse_second_bye(player_id, round_)
    Seat.objects.create(round=round_, player_id=player_id)


def refuse_second_bye(player_id: int, round_: Round) -> None:
    """Raise Conflict for a player who has had a bye in another round.

    In a bracket, going through is not a matter of fairness, so it is never refused.
    """
    if round_.tournament.method in WITH_WALK_OVERS:
        return
    if Seat.objects.filter(player_id=player_id, game=None).exclude(round=round_).exists():
        raise Conflict(
            "bye_twice", field="player", text=_("The player has had a bye already: choose another.")
        )


def _refuse_teams(round_: Round) -> None:
    if round_.tournament.by_teams:
        raise Conflict(
            "teams", text=_("Teams are paired here: change a team’s line-up and pair again.")
        )


def _replace(game: Game, pair: list[int], table: RoundPlayers) -> None:
    """Seat two other players at a board, on the terms that follow from who they are."""
    terms = table.terms(*pair)
    seat(game, terms.black, terms.white, terms.handicap, terms.komi_half)


def exchange_colours(game: Game, table: RoundPlayers) -> None:
    """Exchange the colours of a board; forced terms stay."""
    reseat(game, game.white_id, game.black_id, table)


def reseat(game: Game, black: int, white: int, table: RoundPlayers) -> None:
    """Seat two players at a board with these colours; forced terms stay."""
    usual = table.with_colours(game.black_id, game.white_id)
    forced = (game.handicap, game.komi_half) != (usual.handicap, usual.komi_half)
    found = table.with_colours(black, white)
    handicap, komi_half = (
        (game.handicap, game.komi_half) if forced else (found.handicap, found.komi_half)
    )
    seat(game, black, white, handicap, komi_half)


def forgotten_columns(game: Game, black: int, white: int) -> dict[str, None]:
    """Return the columns that a game loses when others sit at it: agreements do not bind them.

    Proposals are deleted, as with a board taken away: their words were for the earlier players, and
    the new ones have postponed nothing.
    """
    if {black, white} == {game.black_id, game.white_id}:
        return {}
    Reschedule.objects.filter(game=game).delete()
    return {"play_by": None, "plays_at": None, "stones_stay_since": None}


def seat(game: Game, black: int, white: int, handicap: int, komi_half: int) -> None:
    """Seat two players at a board with these colours and terms."""
    Seat.objects.filter(game=game).delete()
    Game.objects.filter(pk=game.pk).update(
        black=black,
        white=white,
        handicap=handicap,
        komi_half=komi_half,
        version=F("version") + 1,
        **forgotten_columns(game, black, white),
    )
    game.version += 1
    Seat.objects.bulk_create(seats_at(game, black, white))


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

    Without ``handicap``, the tournament's rule decides it; without ``komi_half`` (half-points),
    komi follows from the handicap; without ``board_number``, the first free board is used. Raises
    NotFound, UserError for a player against themselves or a handicap, komi or board number that is
    not allowed, and Conflict when the round is published, a player does not take part in it, or a
    player or the board is already taken.
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
    table = RoundPlayers(round_)
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
    """Raise UserError for a handicap, komi or board number that is not allowed; None is allowed."""
    for column, name, value in (
        ("handicap", "handicap", handicap),
        ("komi_half", "komi", komi_half),
        ("board_number", "board_number", board_number),
    ):
        field: Any = Game._meta.get_field(column)
        try:
            field.run_validators(value)
        except ValidationError as error:
            raise UserError(name, field=name, text=error.messages[0]) from None


def seats_at(game: Game, black_id: int, white_id: int) -> list[Seat]:
    """Return the two seats of a board, not yet saved."""
    return [
        Seat(round_id=game.round_id, game=game, player_id=player_id, colour=colour)
        for player_id, colour in ((black_id, Colour.BLACK), (white_id, Colour.WHITE))
    ]


def _free_number(round_: Round) -> int:
    """Return the lowest number that no board has and that is not reserved."""
    taken = set(round_.games.values_list("board_number", flat=True))
    taken.update(round_.tournament.reserved_tables)
    return next(number for number in count(1) if number not in taken)


@transaction.atomic
def seat_pair(*, tournament_id: int, round_number: int, black_id: int, white_id: int) -> Game:
    """Seat two players by hand in a round in preparation, creating it if it is the next.

    Raises the errors of :func:`pair_game` and
    :func:`~tournament.rounds.services.rounds.round_to_prepare`.
    """
    round_ = round_to_prepare(open_tournament(tournament_id), round_number)
    return pair_game(round_id=round_.pk, black_id=black_id, white_id=white_id)
