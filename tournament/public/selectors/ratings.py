"""What a tournament makes of its players' ratings, as far as its published rounds go."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.games.selectors import PlayerName
from tournament.models import RatingScale, Tournament
from tournament.public.selectors.published import Published, published_tournament
from tournament.rounds.selectors.state import details_of
from tournament.standings.gor import EgfClass, PlayerGame, RatingChange, egf_class, rated_games
from tournament.standings.ratings import (
    Performance,
    Prospect,
    Scale,
    performance_in,
    performances,
    prospects,
    rating_changes,
    upsets,
)
from tournament.state.event import Event
from tournament.tournaments.selectors.public import TournamentTerms

MOST_UPSETS = 10


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player and what the event makes of their rating; no performance without a rated game."""

    player: PlayerName
    change: RatingChange
    performance: Performance | None


@dataclass(frozen=True, slots=True)
class RatingsPage:
    """Everybody's ratings, currently strongest first, and the least expected wins."""

    published: Published
    scale: Scale
    egf_class: EgfClass
    lines: tuple[RatingLine, ...]
    upsets: tuple[PlayerGame, ...]

    @property
    def terms(self) -> TournamentTerms:
        """Return the tournament."""
        return self.published.head.terms

    @property
    def names(self) -> Mapping[int, PlayerName]:
        """Return the players by their numbers, as the public sees them."""
        return self.published.names


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A player's line, and what each of their open games would make of their rating, by round."""

    scale: Scale
    line: RatingLine
    prospects: Mapping[int, Prospect]


def ratings_page(slug: str) -> RatingsPage | None:
    """Return the page of ratings; None without a tournament or if the director wants none."""
    found = published_tournament(slug)
    scale = None if found is None else scale_shown(found.tournament)
    if found is None or scale is None:
        return None
    event = _event(found)
    by_player = performances(event, scale)
    lines = [
        RatingLine(found.names[one.player.id], one, by_player.get(one.player.id))
        for one in rating_changes(event, scale)
        if one.player.id in found.names
    ]
    lines.sort(key=lambda line: (-line.change.new, line.player.name))
    return RatingsPage(
        published=found,
        scale=scale,
        egf_class=egf_class(event.details),
        lines=tuple(lines),
        upsets=upsets(event)[:MOST_UPSETS],
    )


def player_rating(found: Published, number: int) -> PlayerRating | None:
    """Return what the event makes of a player's rating; None if the director wants none."""
    scale = scale_shown(found.tournament)
    if scale is None:
        return None
    event = _event(found)
    change = next(one for one in rating_changes(event, scale) if one.player.id == number)
    games = rated_games(event).get(number)
    performance = performance_in(games, scale) if games else None
    line = RatingLine(found.names[number], change, performance)
    still_open = [
        game for game in event.state.games if number in game.players and not game.result.known
    ]
    return PlayerRating(
        scale, line, {game.round: prospects(event, scale, game)[number] for game in still_open}
    )


def scale_shown(tournament: Tournament) -> Scale | None:
    """Return the scale of the ratings that a tournament's pages estimate, or None."""
    chosen = tournament.rating_scale
    return None if chosen == RatingScale.NONE else Scale(chosen)


def _event(found: Published) -> Event:
    return Event(details_of(found.tournament), found.state)
