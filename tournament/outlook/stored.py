"""Expected scores and odds as JSON for storage: players are numbers, and nobody is named."""

from collections.abc import Mapping
from dataclasses import astuple
from typing import Any

from tournament.simulation.must import WinningConditions
from tournament.simulation.odds import Tally
from tournament.state.codec import from_json, to_json
from tournament.state.games import Game

DIGITS = 9
"""Decimals stored of a tally: an exact one is the sum of thousands of chances."""
Terms = tuple[int, int, int, int | None]
"""What identifies a board: Black, White, the handicap, and komi in half-points."""


def expected_as_json(scores: Mapping[Game, float]) -> list[Any]:
    """Return Black's expected scores, each with the terms of its game."""
    return [[*terms_of_game(game), round(score, 4)] for game, score in scores.items()]


def expected_from(data: list[Any]) -> dict[Terms, float]:
    """Return the stored expected scores."""
    return {(black, white, handicap, komi): score for black, white, handicap, komi, score in data}


def terms_of_game(game: Game) -> Terms:
    """Return what an expected score belongs to: other players or other terms have another one."""
    return game.black, game.white, game.handicap, game.komi_half


def tallies_as_json(tallies: Mapping[int, Tally]) -> list[Any]:
    """Return tallies as lists, each preceded by its player."""
    return [
        [player, *(round(value, DIGITS) for value in astuple(tally))]
        for player, tally in tallies.items()
    ]


def tallies_from(data: list[Any]) -> dict[int, Tally]:
    """Return the stored tallies."""
    return {player: Tally(*values) for player, *values in data}


def must_as_json(must: Mapping[int, WinningConditions]) -> list[Any]:
    """Return what must happen, and for whom, as JSON."""
    return [[player, to_json(each)] for player, each in must.items()]


def must_from(data: list[Any]) -> dict[int, WinningConditions]:
    """Return the stored account of what must happen, by player."""
    return {player: from_json(WinningConditions, each) for player, each in data}
