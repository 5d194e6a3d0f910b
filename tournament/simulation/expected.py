"""An expected field: how many players there are of each rank, written ``3d:2, 1k:10``."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.state.people import Player
from tournament.state.ranks import parse_rank, rank_text, rating_of_rank

_BETWEEN: Final = re.compile(r"\s*[,;]\s*|\s+(?=\d+\s*[a-z])", re.IGNORECASE)
"""What separates two ranks: a comma, a semicolon, or only a space before the next rank."""
MOST_PLAYERS = 1024
"""Nobody expects a larger field."""


class FieldError(ValueError):
    """A text that is not a field. ``text`` says what to write."""

    def __init__(self, text: Message) -> None:
        super().__init__(str(text))
        self.text = text


def expected_field(text: str) -> tuple[Player, ...]:
    """Return made-up players, as many of each rank as the text says, rated by their rank.

    A rank without a number is one player. Commas between ranks may be left out. Raises FieldError.
    """
    players: list[Player] = []
    for part in _BETWEEN.split(text.strip()):
        written, _colon, count = part.partition(":")
        try:
            rank, many = parse_rank(written.strip()), int(count or 1)
        except ValueError as error:
            raise FieldError(
                _("“%(part)s” is no part of a field: write 3d:2, 1k:10.") % {"part": part.strip()}
            ) from error
        if many < 0 or len(players) + many > MOST_PLAYERS:
            raise FieldError(_("A field has at most %(most)d players.") % {"most": MOST_PLAYERS})
        first = len(players) + 1
        players += [made_up_player(number, rank) for number in range(first, first + many)]
    return tuple(players)


def field_text(players: Iterable[Player]) -> str:
    """Return how many players there are of each rank, the strongest first: ``3d:2, 1k:10``."""
    counts = Counter(player.rank for player in players)
    return ", ".join(f"{rank_text(rank).lower()}:{counts[rank]}" for rank in sorted(counts)[::-1])


def made_up_player(number: int, rank: int) -> Player:
    """Return a player known only by rank, and named after it."""
    return Player(number, f"{rank_text(rank).lower()} {number}", "", rank, rating_of_rank(rank))
