"""What is printed of a tournament: a round's boards, and the players for their badges."""

from dataclasses import dataclass

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
    def in_preparation(self) -> bool:
        """Whether players do not see it yet."""
        return self.state == RoundState.DRAFT


@dataclass(frozen=True, slots=True)
class BadgePlayer:
    """A player's badge, and whether a private link of theirs works."""

    player: PlayerName
    country: str
    has_link: bool


def printed_round(tournament_id: int, number: int) -> PrintedRound | None:
    """Return a round, also one in preparation, or None where there is no such round."""
    rounds = Round.objects.select_related("tournament")
    found = rounds.filter(tournament=tournament_id, number=number).first()
    if found is None:
        return None
    seats = Seat.objects.filter(round=found, game=None).order_by("player__number")
    columns = ("_id", "__name", "__rank", "__club", "__number", "__public_name")
    return PrintedRound(
        number=found.number,
        state=found.state,
        games=game_rows(
            Game.objects.of(tournament_id).filter(round=found).order_by("board_number")
        ),
        byes=tuple(
            PlayerName(*row) for row in seats.values_list(*(f"player{name}" for name in columns))
        ),
        players_report=found.tournament.reporting != Reporting.DIRECTOR,
    )


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
    rows = Player.objects.filter(tournament=tournament_id).order_by("number")
    return tuple(
        BadgePlayer(PlayerName(pk, *rest), country, pk in linked)
        for pk, country, *rest in rows.values_list(
            "pk", "country", "name", "rank", "club", "number"
        )
    )
