"""A game as it was paired, in the form in which the core compares records with it."""

from adjudication.rules.accounts import accounts_in
from adjudication.rules.pairing_check import PairedGame
from tournament.games.selectors import GameRow
from tournament.models import Game, Player

PAIRED_COLUMNS = ("name", "accounts", "first_name")
"""What :func:`paired_game` reads of a player."""


def paired_game(game: Game) -> PairedGame:
    """Return what the pairing says about a game, which comes with its players and tournament."""
    return PairedGame(
        black_name=game.black.name,
        white_name=game.white.name,
        size=game.round.tournament.board_size,
        handicap=game.handicap,
        komi=game.komi_half / 2,
        black_accounts=accounts_in(game.black.accounts),
        white_accounts=accounts_in(game.white.accounts),
        black_first_name=game.black.first_name,
        white_first_name=game.white.first_name,
    )


def paired_row(game: GameRow, board_size: int) -> PairedGame:
    """Return what the pairing says about a game row; one query, for the players' accounts."""
    players = Player.objects.filter(pk__in=(game.black.id, game.white.id))
    known = {pk: said for pk, *said in players.values_list("pk", "accounts", "first_name")}
    (black_accounts, black_first), (white_accounts, white_first) = (
        known.get(player.id, ("", "")) for player in (game.black, game.white)
    )
    return PairedGame(
        black_name=game.black.name,
        white_name=game.white.name,
        size=board_size,
        handicap=game.handicap,
        komi=game.komi_half / 2,
        black_accounts=accounts_in(black_accounts),
        white_accounts=accounts_in(white_accounts),
        black_first_name=black_first,
        white_first_name=white_first,
    )
