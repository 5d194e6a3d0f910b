"""What is printed of a tournament: a round's boards, and the players for their badges."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournament.games.progress import GameCounts, counted
from tournament.games.selectors import GameRow, PlayerName, game_rows
from tournament.models import (
    AccessLink,
    Game,
    Player,
    Reporting,
    Role,
    Round,
    RoundState,
    Seat,
    Tournament,
)
from tournament.tournaments.selectors.settings import prizes_of


@dataclass(frozen=True, slots=True)
class PrintedRound:
    """A round as it is put on paper: games by board, and who has the bye."""

    number: int
    state: str
    games: tuple[GameRow, ...]
    byes: tuple[PlayerName, ...]
    players_report: bool
    """Whether players report their results themselves."""

    @property
    def counts(self) -> GameCounts:
        """Return how many games are at each stage."""
        return counted(game.state for game in self.games)

    @property
    def public(self) -> "PrintedRound":
        """Return the round as everybody may see it."""
        games = tuple(game.public for game in self.games)
        return replace(self, games=games, byes=tuple(player.public for player in self.byes))

    def with_marks(self, marks: Mapping[int, str]) -> "PrintedRound":
        """Return the round with what tells its players from others of the same name."""
        return replace(
            self,
            games=tuple(game.with_marks(marks) for game in self.games),
            byes=tuple(replace(player, mark=marks.get(player.id, "")) for player in self.byes),
        )

    @property
    def in_preparation(self) -> bool:
        """Whether players do not see it yet."""
        return self.state == RoundState.DRAFT


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


def printed_round(tournament_id: int, number: int) -> PrintedRound | None:
    """Return a round, also one in preparation, or None where there is no such round."""
    return printed_rounds(tournament_id, [number]).get(number)


def printed_rounds(tournament_id: int, numbers: Sequence[int]) -> dict[int, PrintedRound]:
    """Return rounds by their numbers, also those in preparation, in three queries."""
    rounds = Round.objects.select_related("tournament")
    found = {row.pk: row for row in rounds.filter(tournament=tournament_id, number__in=numbers)}
    if not found:
        return {}
    games: dict[int, list[GameRow]] = {pk: [] for pk in found}
    of_rounds = Game.objects.of(tournament_id).filter(round__in=list(found))
    for game in game_rows(of_rounds.order_by("board_number")):
        games[game.round_id].append(game)
    byes: dict[int, list[PlayerName]] = {pk: [] for pk in found}
    seats = Seat.objects.filter(round__in=list(found), game=None).order_by("player__number")
    columns = ("_id", "__name", "__rank", "__club", "__number", "__public_name")
    for pk, *player in seats.values_list("round_id", *(f"player{name}" for name in columns)):
        byes[pk].append(PlayerName(*player))
    return {
        row.number: PrintedRound(
            number=row.number,
            state=row.state,
            games=tuple(games[pk]),
            byes=tuple(byes[pk]),
            players_report=row.tournament.reporting != Reporting.DIRECTOR,
        )
        for pk, row in found.items()
    }


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
