"""A tournament as everybody may know it: its published rounds, and the state they make.

Read once and handed on, so that a page that shows several things of it does not ask again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q

from tournament.games.selectors import SETTLED, PlayerName
from tournament.models import Registration, Round, RoundState, Team, Tournament
from tournament.rounds.selectors.state import player_rows, shown_only, state_of
from tournament.state.state import TournamentState


@dataclass(frozen=True, eq=False)
class Published:
    """A tournament with its published rounds in their order.

    ``players`` is how many take part. ``unsettled`` says by round of how many games the result is
    not known, or reported by one player only: it counts in standings, but may still change.
    """

    tournament: Tournament
    rounds: tuple[Round, ...]
    players: int
    has_teams: bool
    unsettled: Mapping[int, int]

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the numbers of the rounds."""
        return tuple(round_.number for round_ in self.rounds)

    @property
    def latest(self) -> int:
        """Return the number of the latest round; 0 before the first."""
        return self.rounds[-1].number if self.rounds else 0

    @cached_property
    def state(self) -> TournamentState:
        """Return the players and the published rounds as one value; four queries, once."""
        state = state_of(
            self.tournament, before=self.latest + 1, rows=self._player_rows, wishes=False
        )
        return shown_only(state, frozenset(self.numbers))

    @cached_property
    def names(self) -> dict[int, PlayerName]:
        """Return the players by their numbers, as the public sees them; read with the state."""
        return {
            row["number"]: PlayerName(
                row["pk"], row["public_name"], row["rank"], row["club"], row["number"]
            )
            for row in self._player_rows
        }

    @cached_property
    def _player_rows(self) -> list[dict[str, Any]]:
        return player_rows(self.tournament)


def published(slug: str) -> Published | None:
    """Return a tournament as everybody may know it, in two queries; None where there is none."""
    tournament = (
        Tournament.objects.filter(slug=slug)
        .annotate(
            player_count=Count("players", filter=~Q(players__registration=Registration.REQUESTED)),
            has_teams=Exists(Team.objects.filter(tournament=OuterRef("pk"))),
        )
        .first()
    )
    if tournament is None:
        return None
    rounds = tuple(
        Round.objects.filter(tournament=tournament)
        .exclude(state=RoundState.DRAFT)
        .annotate(unsettled=Count("games", filter=~Q(games__state__in=SETTLED)))
        .order_by("number")
    )
    return Published(
        tournament=tournament,
        rounds=rounds,
        players=tournament.player_count,
        has_teams=tournament.has_teams,
        unsettled={round_.number: round_.unsettled for round_ in rounds},
    )
