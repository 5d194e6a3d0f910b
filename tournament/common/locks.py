"""Locks, always taken in one order: the tournament, the round, the game, its case, the trail.

Anything that changes who plays where, or how far a round is, locks the tournament first. Results
lock their round in shared mode, so that many can arrive at once but no round is taken back under
them.
"""

import contextlib
from collections.abc import Callable, Collection, Iterator, Sequence

from django.db import connection, transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournament.common import queries
from tournament.common.prepared import prepared
from tournament.common.queries import one_or_none
from tournament.errors import Conflict, NotFound
from tournament.models import Game, Player, Round, RoundState, Tournament


def locked_tournament(tournament_id: int) -> Tournament:
    """Return the tournament, locked until the end of the transaction. Raises NotFound."""
    # No key lock: an event of the audit trail refers to the tournament, and its writer may hold a
    # round that another transaction, which holds the tournament, waits for.
    tournament = one_or_none(_tournament(tournament_id))
    if tournament is None:
        raise NotFound("no_tournament", text=_("There is no such tournament."))
    return tournament


@prepared
def _tournament(tournament_id: int) -> "QuerySet[Tournament]":
    return Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id)


def open_tournament(tournament_id: int) -> Tournament:
    """Return the tournament for a change, locked until the end of the transaction.

    Raises NotFound, and Conflict if the tournament is closed.
    """
    tournament = locked_tournament(tournament_id)
    refuse_if_closed(tournament)
    return tournament


@contextlib.contextmanager
def locked_while_saving(request: HttpRequest, tournament_id: int) -> Iterator[None]:
    """Lock the tournament while a sent form is read and saved, so that nobody comes between.

    For data without a version of its own. Just showing the page takes no lock.
    """
    if request.method != "POST":
        yield
        return
    with transaction.atomic():
        locked_tournament(tournament_id)
        yield


def refuse_if_closed(tournament: Tournament) -> None:
    """Raise Conflict if the tournament is closed."""
    if tournament.closed_at is not None:
        raise Conflict(
            "tournament_closed",
            text=_("The tournament is closed: its owner can open it again."),
        )


def locked_round(round_id: int) -> Round:
    """Return a round for a change, locked with its tournament.

    Raises NotFound, and Conflict if the tournament is closed.
    """
    tournament_id = one_or_none(_tournament_of(round_id))
    if tournament_id is None:
        raise NotFound("no_round", text=_("There is no such round."))
    tournament = open_tournament(tournament_id)
    # A use case may call this again for another game of the round.
    (round_,) = _round(round_id)
    round_.tournament = tournament
    return round_


@prepared
def _tournament_of(round_id: int) -> "QuerySet[Round, int]":
    return Round.objects.filter(pk=round_id).values_list("tournament_id", flat=True)


@prepared
def _round(round_id: int) -> "QuerySet[Round]":
    return Round.objects.select_for_update().filter(pk=round_id)


def draft_round(round_id: int) -> Round:
    """Return a round in preparation, locked. Raises NotFound, and Conflict for a published one."""
    round_ = locked_round(round_id)
    if round_.state != RoundState.DRAFT:
        raise Conflict("round_published", text=_("The round is already published."))
    return round_


def played_round(round_id: int) -> Round:
    """Return a round that was published, locked. Raises NotFound, and Conflict for a draft."""
    round_ = locked_round(round_id)
    if round_.state == RoundState.DRAFT:
        raise Conflict("round_draft", text=_("The round is not published yet."))
    return round_


def draft_game(game_id: int) -> Game:
    """Return a game of a round in preparation; the game and its round are locked.

    Raises NotFound, and Conflict for a game that is published.
    """
    return _game_and_round(game_id, draft_round)


def played_game(game_id: int) -> Game:
    """Return a game of a published round; the game and its round are locked.

    Raises NotFound, and Conflict for a game of a draft.
    """
    return _game_and_round(game_id, played_round)


def _game_and_round(game_id: int, lock: Callable[[int], Round]) -> Game:
    round_id = one_or_none(_round_of(game_id))
    if round_id is None:
        raise _no_game()
    round_ = lock(round_id)
    game = one_or_none(_game(game_id, round_id))
    if game is None:
        raise _no_game()
    game.round = round_
    return game


@prepared
def _round_of(game_id: int) -> "QuerySet[Game, int]":
    return Game.objects.filter(pk=game_id).values_list("round_id", flat=True)


@prepared
def _game(game_id: int, round_id: int) -> "QuerySet[Game]":
    return Game.objects.select_for_update().filter(pk=game_id, round=round_id)


_HELD_WITH_ITS_GAME = (
    *queries.columns_of(Game),
    *(f"round__{column}" for column in ("number", "state", "play_by", "closes_at", "shut_at")),
    *(
        f"round__tournament__{column}"
        for column in (
            *("slug", "rules", "tie_winner", "board_size", "rulings"),
            *("reporting", "reopening", "report_minutes"),
            *("time_zone", "status", "closed_at", "internet", "play_by_days"),
            *("reschedule_days", "reschedule_times"),
        )
    ),
)
_PLAYER_OF_A_GAME = ("name", "public_name", "number", "rank", "tournament")


def held_game(game_id: int, *, players: bool = False) -> Game:
    """Return a game that gets a result, locked; its round is only kept from being taken back.

    The game comes with its round and tournament and, if asked for, its two players, each with only
    the columns that a result needs (together they have a hundred). Raises NotFound; the caller must
    refuse a closed tournament.
    """
    _hold_round_of(game_id)
    game = one_or_none(_held(game_id, players=players))
    if game is None:
        raise _no_game()
    return game


def held_games(game_ids: Collection[int], *, players: bool = False) -> dict[int, Game]:
    """Return games by their keys as :func:`held_game` does, all locked in one order.

    Raises NotFound unless all of them exist.
    """
    queries.share_rounds_of_games(game_ids)
    games = {game.pk: game for game in _all_held(sorted(game_ids), players=players)}
    if len(games) < len(set(game_ids)):
        raise _no_game()
    return games


@prepared
def _held(game_id: int, *, players: bool) -> "QuerySet[Game]":
    return _to_hold(players=players).filter(pk=game_id)


@prepared
def _all_held(game_ids: Sequence[int], *, players: bool) -> "QuerySet[Game]":
    return _to_hold(players=players).filter(pk__in=game_ids).order_by("pk")


def _to_hold(*, players: bool) -> "QuerySet[Game]":
    seats = ("black", "white") if players else ()
    named = (f"{seat}__{column}" for seat in seats for column in _PLAYER_OF_A_GAME)
    rows = Game.objects.select_for_update(of=("self",)).select_related("round__tournament", *seats)
    return rows.only(*_HELD_WITH_ITS_GAME, *named)


def _no_game() -> NotFound:
    return NotFound("no_game", text=_("There is no such game."))


def locked_player(player_id: int) -> Player:
    """Return a player for a change, locked with their tournament.

    Raises NotFound, and Conflict if the tournament is closed.
    """
    row = Player.objects.filter(pk=player_id).values_list("tournament_id", flat=True).first()
    if row is None:
        raise NotFound("no_player", text=_("There is no such player."))
    tournament = open_tournament(row)
    # No key lock: the writer of an event refers to the player who acts, and holds the trail.
    player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
    player.tournament = tournament
    return player


def _hold_round_of(game_id: int) -> None:
    """Keep a game's round as it is until the end of the transaction; others may do so too.

    SQLite has one writer at a time and needs no lock.
    """
    queries.share_round_of_game(game_id)


def hold_games(game_ids: Collection[int]) -> None:
    """Lock games that get results one by one in a transaction, before the first one does.

    Otherwise the second game would be locked after the trail. SQLite has one writer at a time.
    """
    queries.share_rounds_of_games(game_ids)
    if connection.vendor == "postgresql":
        list(Game.objects.select_for_update().filter(pk__in=game_ids).order_by("pk"))


def hold_rounds(tournament_id: int) -> None:
    """Block results in every round of a locked tournament until the end of the transaction."""
    rounds = Round.objects.filter(tournament=tournament_id).order_by("pk")
    list(rounds.select_for_update(no_key=True).values_list("pk"))


def hold_trail(tournament_id: int) -> None:
    """Become the only writer of a tournament's record until the end of the transaction.

    It is the last lock taken: after the game, before a number or a place in the chain is given.
    SQLite has one writer at a time and needs no lock.
    """
    queries.lock_trail(tournament_id)
