"""A comparison as stored in JSON: the field without its names, and the events in numbers."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from tournament.pairing.field import CLUB_LETTERS, club_key
from tournament.simulation.measures import EventMeasures, Measure
from tournament.simulation.strength import rating_list_of
from tournament.simulation.tie_breaks import TieBreakChange, TieBreaks, WithWins
from tournament.state.codec import from_json, to_json
from tournament.state.people import Card, Player

DIGITS = 6
"""How many decimals of a measure are stored."""
PLACE_DIGITS = 4
"""How many digits a place by name has, so that places sort as the names do."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """What a simulated event needs of a player.

    ``club`` stands for the club as a number, ``rating_list`` is the list that the rating is from.
    ``place`` is the place by name: a pairing's draw by lot depends on names, and would not work if
    all had the same.
    """

    number: int
    rank: int
    rating: int
    country: str = ""
    club: str = ""
    absent: frozenset[int] = frozenset()
    smms_correction: int = 0
    rating_list: str = ""
    place: int = 0

    @property
    def player(self) -> Player:
        """Return the player as the cores know them, with the place in place of the name."""
        return Player(
            self.number,
            f"{self.place:0{PLACE_DIGITS}d}",
            "",
            self.rank,
            self.rating,
            self.country,
            self.club,
            absent=self.absent,
            smms_correction=self.smms_correction,
            card=Card(rating_origin=self.rating_list),
        )


def field_as_json(players: Collection[Player]) -> list[Any]:
    """Return a field without anything that identifies people."""
    clubs = _clubs_as_numbers(player.club for player in players)
    by_name = sorted(players, key=lambda player: (player.surname, player.first_name, player.id))
    places = {player.id: place for place, player in enumerate(by_name, start=1)}
    return [
        to_json(
            Entrant(
                player.id,
                player.rank,
                player.rating,
                player.country,
                clubs[player.club],
                player.absent,
                player.smms_correction,
                rating_list_of(player),
                places[player.id],
            )
        )
        for player in players
    ]


def _clubs_as_numbers(clubs: Iterable[str]) -> dict[str, str]:
    """Return a number for every club; clubs that pairing treats as one share a prefix."""
    known, keys = {"": ""}, dict[str, int]()
    for club in clubs:
        key = keys.setdefault(club_key(club), len(keys))
        known.setdefault(club, f"{key:0{CLUB_LETTERS}d}-{len(known)}")
    return known


def field_from(data: list[Any]) -> tuple[Player, ...]:
    """Return the stored field."""
    return tuple(from_json(Entrant, item).player for item in data)


def events_as_json(events: Iterable[EventMeasures]) -> list[Any]:
    """Return events as lists.

    They hold the measures, in the order of :class:`Measure`; the winner; what other tie-breaks
    would have changed; and what how many wins were worth.
    """
    return [
        [
            [_kept(event.values[measure]) for measure in Measure],
            [[player, round(share, DIGITS)] for player, share in event.first.items()],
            [
                [name, int(each.prize), int(each.first), each.shared]
                for name, each in event.changed.items()
            ],
            [[wins, each.players, each.prizes] for wins, each in event.by_wins.items()],
        ]
        for event in events
    ]


def events_from(data: list[Any]) -> list[EventMeasures]:
    """Return the stored events; measures added since then are unknown in them."""
    return [
        EventMeasures(
            dict.fromkeys(Measure, float("nan"))
            | {
                measure: float("nan") if value is None else value
                for measure, value in zip(Measure, values, strict=False)
            },
            dict(first),
            {
                TieBreaks(name): TieBreakChange(bool(prize), bool(top), *shared)
                for name, prize, top, *shared in changed
            },
            {wins: WithWins(players, prizes) for wins, players, prizes in by_wins},
        )
        for values, first, changed, by_wins in data
    ]


def _kept(value: float) -> float | None:
    return None if value != value else round(value, DIGITS)
