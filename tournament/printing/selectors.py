"""What is printed of a tournament: which rounds there are, and the players for their badges."""

from dataclasses import dataclass, replace

from tournament.games.selectors import PlayerName
from tournament.models import (
    AccessLink,
    Player,
    Role,
    Round,
    Tournament,
)
from tournament.tournaments.selectors.settings import prizes_of


@dataclass(frozen=True, slots=True)
class Wearer:
    """Somebody who wears a badge, and with whom they play where that is a pair."""

    player: PlayerName
    partner: str = ""


@dataclass(frozen=True, slots=True)
class BadgePlayer:
    """An entry that badges are for, and whether a private link of it works.

    ``wearers`` are both of a pair, each with their own rank where it is known.
    """

    player: PlayerName
    country: str
    has_link: bool
    wearers: tuple[Wearer, ...]


def round_numbers(tournament_id: int) -> tuple[int, ...]:
    """Return the numbers of the rounds there are, those in preparation too."""
    rounds = Round.objects.filter(tournament=tournament_id).order_by("number")
    return tuple(rounds.values_list("number", flat=True))


def has_prizes(tournament_id: int) -> bool:
    """Whether a tournament has prizes."""
    return bool(prizes_of(Tournament.objects.get(pk=tournament_id)))


def badge_players(tournament_id: int) -> tuple[BadgePlayer, ...]:
    """Return the players by number, in two queries."""
    linked = set(
        AccessLink.objects.usable()
        .filter(tournament=tournament_id, role=Role.PLAYER)
        .values_list("player_id", flat=True)
    )
    found = []
    for row in Player.objects.filter(tournament=tournament_id).order_by("number"):
        player = PlayerName(row.pk, row.name, row.rank, row.club, row.number)
        linked_too = row.pk in linked
        found.append(BadgePlayer(player, row.country, linked_too, _wearers(row, player)))
    return tuple(found)


def _wearers(row: Player, player: PlayerName) -> tuple[Wearer, ...]:
    if not row.partner:
        return (Wearer(player),)
    people = (f"{row.surname} {row.first_name}".strip(), row.partner)
    ranks = row.member_ranks.split(", ")
    if len(ranks) != len(people):
        ranks = [row.rank, row.rank]
    return tuple(
        Wearer(replace(player, name=name, rank=rank), partner)
        for name, rank, partner in zip(people, ranks, reversed(people), strict=True)
    )
