"""What is kept of a comparison as JSON: the field without its names, and the events in numbers."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tournament.simulation.measures import Measure, Measured
from tournament.simulation.strength import list_of
from tournament.state.codec import from_json, to_json
from tournament.state.people import Card, Player

DIGITS = 6
"""Decimals that are kept of a measure."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """What a simulated event needs of a player.

    ``club`` is a number that stands for the club, ``rating_list`` the list that the rating is from.
    """

    number: int
    rank: int
    rating: int
    country: str = ""
    club: str = ""
    absent: frozenset[int] = frozenset()
    smms_correction: int = 0
    rating_list: str = ""

    @property
    def player(self) -> Player:
        """Return the player as the cores know them, without a name."""
        return Player(
            self.number,
            "",
            "",
            self.rank,
            self.rating,
            self.country,
            self.club,
            absent=self.absent,
            smms_correction=self.smms_correction,
            card=Card(rating_origin=self.rating_list),
        )


def field_as_json(players: Iterable[Player]) -> list[Any]:
    """Return a field without what says who somebody is."""
    clubs: dict[str, str] = {"": ""}
    return [
        to_json(
            Entrant(
                player.id,
                player.rank,
                player.rating,
                player.country,
                clubs.setdefault(player.club, str(len(clubs))),
                player.absent,
                player.smms_correction,
                list_of(player),
            )
        )
        for player in players
    ]


def field_from(data: list[Any]) -> tuple[Player, ...]:
    """Return the field that was kept."""
    return tuple(from_json(Entrant, item).player for item in data)


def events_as_json(events: Iterable[Measured]) -> list[Any]:
    """Return events as lists of their measures, in the order of :class:`Measure`, and who won."""
    return [
        [
            [_kept(event.values[measure]) for measure in Measure],
            [[player, round(share, DIGITS)] for player, share in event.first.items()],
        ]
        for event in events
    ]


def events_from(data: list[Any]) -> list[Measured]:
    """Return the events that were kept; a measure that came since then is unknown in them."""
    return [
        Measured(
            dict.fromkeys(Measure, float("nan"))
            | {
                measure: float("nan") if value is None else value
                for measure, value in zip(Measure, values, strict=False)
            },
            dict(first),
        )
        for values, first in data
    ]


def _kept(value: float) -> float | None:
    return None if value != value else round(value, DIGITS)
