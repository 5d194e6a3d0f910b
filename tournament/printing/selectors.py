"""What can be printed of a tournament: which rounds exist, and the players for their badges."""

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
    """A person who wears a badge and, in a pair, their partner."""

    player: PlayerName
    partner: str = ""


@dataclass(frozen=True, slots=True)
class BadgePlayer:
    """An entry that gets badges, and whether it has a private link that works.

    ``wearers`` are both players of a pair, each with their own rank if it is known.
    """

    player: PlayerName
    country: str
    has_link: bool
    wearers: tuple[Wearer, ...]


def round_numbers(tournament_id: int) -> tuple[int, ...]:
    """Return the numbers of the existing rounds, drafts included."""
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
