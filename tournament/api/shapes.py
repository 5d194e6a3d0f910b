"""The JSON of tournaments: field by field, so that nothing gets out that nobody put here.

Komi and margins are in points, with halves (6.5); results are as players write them (``B+3.5``).
"""

from typing import Any

from tournament.selectors.games import GameRow, PlayerName
from tournament.selectors.public import TournamentTerms


def terms_shape(terms: TournamentTerms) -> dict[str, Any]:
    """Return a tournament's name and terms."""
    return {
        "slug": terms.slug,
        "name": terms.name,
        "city": terms.city,
        "starts_on": terms.starts_on.isoformat() if terms.starts_on else None,
        "rules": terms.rules,
        "board_size": terms.board_size,
        "komi": terms.komi_half / 2,
    }


def player_shape(player: PlayerName) -> dict[str, Any]:
    """Return a player as results name him."""
    return {"id": player.id, "name": player.name, "rank": player.rank, "club": player.club}


def game_shape(game: GameRow) -> dict[str, Any]:
    """Return a game with its result; ``winner`` and ``reason`` are null where there is none."""
    return {
        "id": game.id,
        "round": game.round_number,
        "board": game.board_number,
        "black": player_shape(game.black),
        "white": player_shape(game.white),
        "handicap": game.handicap,
        "komi": game.komi_half / 2,
        "state": game.state,
        "winner": game.winner or None,
        "reason": game.reason or None,
        "margin": None if game.margin_half is None else game.margin_half / 2,
    }
