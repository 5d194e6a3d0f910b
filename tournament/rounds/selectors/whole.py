"""A round with all its boards and byes, for paper and the API; drafts are included."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournament.games.progress import GameCounts, count_stages
from tournament.games.selectors import GameRow, PlayerName, game_rows
from tournament.models import Game, Reporting, Round, RoundState, Seat


@dataclass(frozen=True, slots=True)
class WholeRound:
    """A round, its games by board, and who has the bye."""

    number: int
    state: str
    games: tuple[GameRow, ...]
    byes: tuple[PlayerName, ...]
    players_report: bool
    """Whether players report their results themselves."""

    @property
    def counts(self) -> GameCounts:
        """Return how many games are at each stage."""
        return count_stages(game.state for game in self.games)

    @property
    def public(self) -> "WholeRound":
        """Return the round as the public sees it."""
        games = tuple(game.public for game in self.games)
        return replace(self, games=games, byes=tuple(player.public for player in self.byes))

    def with_marks(self, marks: Mapping[int, str]) -> "WholeRound":
        """Return the round with what tells its players apart from their namesakes."""
        return replace(
            self,
            games=tuple(game.with_marks(marks) for game in self.games),
            byes=tuple(replace(player, mark=marks.get(player.id, "")) for player in self.byes),
        )

    @property
    def in_preparation(self) -> bool:
        """Return whether players cannot see it yet."""
        return self.state == RoundState.DRAFT


def whole_round(tournament_id: int, number: int) -> WholeRound | None:
    """Return a round, drafts included, or None if there is no such round."""
    return whole_rounds(tournament_id, [number]).get(number)


def whole_rounds(tournament_id: int, numbers: Sequence[int]) -> dict[int, WholeRound]:
    """Return rounds by their numbers, drafts included, in three queries."""
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
        row.number: WholeRound(
            number=row.number,
            state=row.state,
            games=tuple(games[pk]),
            byes=tuple(byes[pk]),
            players_report=row.tournament.reporting != Reporting.DIRECTOR,
        )
        for pk, row in found.items()
    }
