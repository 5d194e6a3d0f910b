"""Komi: how it is written, and what a game's komi is."""

from tournament.state.games import Game
from tournament.state.parameters import KomiParameters


def komi_text(half: int) -> str:
    """Write a komi in half-points as ``6.5`` or ``7``."""
    sign, half = ("-" if half < 0 else ""), abs(half)
    return f"{sign}{half // 2}.5" if half % 2 else f"{sign}{half // 2}"


def usual_komi(game: Game, komi: KomiParameters) -> int:
    """Return the tournament's komi for a game, in half-points."""
    return komi.handicap_half if game.handicap else komi.even_half


def komi_of(game: Game, komi: KomiParameters) -> int:
    """Return the komi of a game in half-points: its own, or else the tournament's."""
    return usual_komi(game, komi) if game.komi_half is None else game.komi_half


def without_usual(game: Game, komi: KomiParameters) -> int | None:
    """Return a game's own komi, None if it is the tournament's."""
    return None if komi_of(game, komi) == usual_komi(game, komi) else game.komi_half
