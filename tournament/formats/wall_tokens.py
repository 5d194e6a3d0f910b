"""The cells of a wall list: one token per round, opponent, sign, colour and handicap.

``12+/w2`` is a win over the player in row 12, as White giving two stones; ``!`` in place of ``/``
means by default, ``0+``, ``0=`` and ``0-`` are rounds without an opponent (specification, 3.2,
3.3).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournament.brackets.tables import byes_made_up
from tournament.formats.charset import one_word
from tournament.formats.limits import MAX_ROUNDS
from tournament.state.games import Game
from tournament.state.parameters import ScoringParameters, System
from tournament.state.people import Player
from tournament.state.results import Outcome
from tournament.state.state import TournamentState

_CELL = re.compile(r"(\d{1,5})([+=?-])([/!]?)([bwBW?]?)(?:/?(\d))?(!?)\Z")
_NUMBER = re.compile(r"-?\d+([.,]\d+|[¼½¾ŒœŸ])?\Z|[¼½¾]\Z")
"""ISO-8859-15 has Œ, œ and Ÿ where ISO-8859-1 has ¼, ½ and ¾."""
_WITHOUT_FRACTION = re.compile(r"\d*\?\Z")
_ALONE = re.compile(r"(?:[+=?]|--?)\Z")
MOST_STONES = 9
"""The highest handicap that the EGF database takes."""


@dataclass(frozen=True, slots=True)
class WallCell:
    """A cell. ``opponent`` is a row from 1, 0 for nobody; ``handicap`` is None if not stated.

    ``sign`` is one of ``+ - = ?``; ``colour`` is the player's own: ``b``, ``w`` or empty.
    """

    opponent: int
    sign: str
    colour: str = ""
    handicap: int | None = None
    by_default: bool = False

    @property
    def played(self) -> bool:
        """Whether there was an opponent."""
        return bool(self.opponent) and not self.by_default


def is_number(text: str) -> bool:
    """Whether a word is a number as scores are written in lists, such as ``31½``."""
    return _NUMBER.match(text) is not None


def may_be_score(text: str) -> bool:
    """Whether a word is a cell, such as ``31?``, that may be a score with a lost fraction.

    OpenGotha writes ``31½`` in ISO-8859-15, which has no ½.
    """
    return _WITHOUT_FRACTION.match(text) is not None


def read_token(text: str) -> WallCell | None:
    """Return a word of a line as a cell, or None if it is something else."""
    if _ALONE.match(text):
        return WallCell(0, text[0])
    found = _CELL.match(text)
    if found is None or (found[5] and not (found[3] or found[4])):
        return None
    return WallCell(
        opponent=int(found[1]),
        sign=found[2],
        colour=found[4].lower().replace("?", ""),
        handicap=int(found[5]) if found[5] else None,
        by_default="!" in (found[3], found[6]),
    )


def club_word(club: str) -> str:
    """Return a club's first four characters for a list, such that they are no cell or number.

    If they were, they get a ``_`` before them, which :func:`club_of` removes again.
    """
    word = one_word(club)[:4]
    return f"_{word}"[:4] if _NUMBER.match(word) or read_token(word) else word


def club_of(word: str) -> str:
    """Return the club that a word in a list stands for."""
    plain = word.removeprefix("_")
    return plain if _NUMBER.match(plain) or read_token(plain) else word


def h9_token(token: WallCell) -> str:
    """Return a cell's text for the EGF database; without a colour the handicap is left out."""
    text = f"{token.opponent}{token.sign}"
    if not token.opponent or not (token.colour or token.by_default):
        return text
    stones = token.handicap if token.colour and token.handicap is not None else ""
    return f"{text}{'!' if token.by_default else '/'}{token.colour}{stones}"


def tou_token(token: WallCell) -> str:
    """Return a cell's text for the French ladder, always with colour and handicap.

    It cannot express a game by default and rates every game: one not played has no opponent.
    """
    if not token.played:
        return f"0{token.sign}"
    return f"{token.opponent}{token.sign}{token.colour}{token.handicap or 0}"


def own_token(game: Game, player: int, opponent_row: int) -> WallCell:
    """Return the cell for one player of a game."""
    black = player == game.black
    signs = game.result.meaning.signs
    return WallCell(
        opponent=opponent_row,
        sign=signs[0] if black else signs[1],
        colour="b" if black else "w",
        handicap=max(0, min(game.handicap, MOST_STONES)),
        by_default=game.result.by_default,
    )


def tokens_of(
    state: TournamentState, rows: Mapping[int, int], after: int, *, hide_unknown_colours: bool
) -> dict[int, tuple[WallCell, ...]]:
    """Return the cells of every player in ``rows`` (id to row number) for rounds 1 to ``after``.

    A game against somebody without a row is a round without an opponent.

    A round without a game has a sign for the points it gave: those of a bye, those of an absence,
    or none for an absence that earns nothing and for a player who was left without an opponent or
    made the game up in another round.
    """
    scoring, system = state.parameters.scoring, state.parameters.system
    cells: dict[tuple[int, int], WallCell] = {}
    made_up = byes_made_up(state, after)
    for bye in state.byes:
        if bye in made_up:
            continue
        cells[bye.player, bye.round] = WallCell(0, sign_of(bye_value(scoring, system)))
    for game in state.counted_games():
        if game.round > after:
            continue
        black, white = game.players
        hidden = hide_unknown_colours and not (game.colours_known or game.handicap)
        for player, other in ((black, white), (white, black)):
            token = own_token(game, player, rows.get(other, 0))
            cells[player, game.round] = (
                replace(token, colour="", handicap=None) if hidden else token
            )
    absent, nothing = WallCell(0, sign_of(absent_value(scoring, system))), WallCell(0, "-")
    by_id = {player.id: player for player in state.players}

    def without_game(player: Player, number: int) -> WallCell:
        gives = not player.takes_part(number) and number not in player.uncounted
        return absent if gives else nothing

    return {
        player: tuple(
            cells.get((player, number)) or without_game(by_id[player], number)
            for number in range(1, min(after, MAX_ROUNDS) + 1)
        )
        for player in rows
    }


def sign_of(value: int) -> str:
    """Return the sign of a round without a game that was worth ``value`` (X2)."""
    return "-" if value <= 0 else "=" if value == 1 else "+"


def bye_value(scoring: ScoringParameters, system: System) -> int:
    """Return what a bye adds to the main score (X2)."""
    return scoring.bye_mms if system is System.MCMAHON else scoring.bye_nbw


def absent_value(scoring: ScoringParameters, system: System) -> int:
    """Return what an absence adds to the main score (X2)."""
    return scoring.absent_mms if system is System.MCMAHON else scoring.absent_nbw


def outcome_of(black: str, white: str) -> Outcome | None:
    """Return the outcome given by Black's and White's signs, None if they contradict each other.

    If one is a question mark, the other decides.
    """
    if "?" in (black, white) and black != white:
        mirrored = {"+": "-", "-": "+", "=": "="}
        black, white = (mirrored[white], white) if black == "?" else (black, mirrored[black])
    return {
        "??": Outcome.UNKNOWN,
        "+-": Outcome.BLACK,
        "-+": Outcome.WHITE,
        "==": Outcome.JIGO,
        "++": Outcome.BOTH_WIN,
        "--": Outcome.BOTH_LOSE,
    }.get(black + white)
