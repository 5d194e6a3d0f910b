"""How often the pages of a tournament have changed, cheap enough for every viewer to ask."""

from dataclasses import dataclass

from tournament.audit import queries


@dataclass(frozen=True, slots=True)
class Freshness:
    """How often something public has changed, and how often anything has."""

    tournament_id: int
    public: int
    all: int


def freshness_of(tournament_id: int) -> Freshness:
    """Return how often the pages of a tournament have changed."""
    found = queries.counters_by_id(tournament_id)
    return Freshness(*found) if found else Freshness(tournament_id, 0, 0)


def freshness_by_slug(slug: str) -> Freshness | None:
    """Return the same by the tournament's slug, or None if there is no such tournament."""
    found = queries.counters_by_slug(slug)
    return Freshness(*found) if found else None


def freshness_of_game(game_id: int) -> Freshness | None:
    """Return the same for the tournament of a published game, or None if there is no such game."""
    found = queries.counters_by_game(game_id)
    return Freshness(*found) if found else None
