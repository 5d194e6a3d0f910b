"""The frozen standings for the director: what is frozen, and what differs from the results."""

from dataclasses import dataclass

from tournament.games.selectors import PlayerName
from tournament.public.selectors.published import Published, published_tournament
from tournament.public.selectors.standings import FrozenNote
from tournament.standings.moves import moves_between
from tournament.standings.table import standings


@dataclass(frozen=True, slots=True)
class MovedPlayer:
    """A player whose place differs between the frozen table and today's after the same round."""

    player: PlayerName
    was: int | None
    now: int | None


@dataclass(frozen=True, slots=True)
class FreezingPage:
    """The rounds after which standings can be frozen, what is frozen, and who has moved since.

    ``unsettled`` has, for each round, the number of games up to it whose result may still change.
    """

    rounds: tuple[int, ...]
    frozen: FrozenNote | None
    moved: tuple[MovedPlayer, ...]
    unsettled: dict[int, int]


def moved_since_frozen(slug: str) -> int:
    """Return how many players have moved since the standings were frozen; 0 if none are frozen.

    If nothing is frozen, finding that out takes two queries.
    """
    found = published_tournament(slug)
    return 0 if found is None else len(moved_players(found))


def current_place(found: Published, number: int, frozen: int) -> int | None:
    """Return a player's place by today's results, if it differs from the ``frozen`` one."""
    row = found.frozen
    if row is None:
        return None
    now = standings(found.state.before(row.after + 1), after=row.after)
    places = (entry.place for entry in now.rows() if entry.player.id == number)
    return next((place for place in places if place != frozen), None)


def freezing_page(slug: str) -> FreezingPage | None:
    """Return the page, in about eight queries, or None if there is no such tournament."""
    found = published_tournament(slug)
    if found is None:
        return None
    unsettled, so_far = {}, 0
    for number in found.numbers:
        so_far += found.counts[number].unsettled
        unsettled[number] = so_far
    row = found.frozen
    if row is None:
        return FreezingPage(found.numbers, None, (), unsettled)
    return FreezingPage(
        rounds=found.numbers,
        frozen=FrozenNote(row.after, row.final, row.frozen_at),
        moved=moved_players(found),
        unsettled=unsettled,
    )


def moved_players(found: Published) -> tuple[MovedPlayer, ...]:
    """Return the players whose place differs from the frozen standings; empty if there are none."""
    row = found.frozen
    if row is None:
        return ()
    before = standings(found.ranked, after=row.after)
    now = standings(found.state.before(row.after + 1), after=row.after)
    names = found.names
    return tuple(
        MovedPlayer(names[move.player], move.was, move.now)
        for move in moves_between(before, now)
        if move.player in names
    )
