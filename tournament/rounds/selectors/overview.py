"""How far a tournament is, for the first page of who runs it."""

from dataclasses import dataclass

from django.db.models import Count, Q

from tournament.models import Player, Registration, RoundState, Tournament
from tournament.tournaments.selectors.public import RoundGames
from tournament.tournaments.selectors.settings import parameters_of


@dataclass(frozen=True, slots=True)
class Stage:
    """A tournament's rounds, newest first, and what else decides what is to be done next.

    ``planned`` is the number of rounds it was set up with; ``held`` tells that it was restored and
    no date counts yet.
    """

    rounds: tuple[RoundGames, ...]
    players: int
    requests: int
    planned: int
    closed: bool
    held: bool = False

    @property
    def draft(self) -> RoundGames | None:
        """Return the round in preparation, if there is one."""
        return next((one for one in reversed(self.rounds) if one.state == RoundState.DRAFT), None)

    @property
    def running(self) -> RoundGames | None:
        """Return the earliest round being played, if there is one."""
        played = (one for one in reversed(self.rounds) if one.state == RoundState.PUBLISHED)
        return next(played, None)

    @property
    def last(self) -> int:
        """Return the number of the last round that was published; 0 before the first."""
        return max((one.number for one in self.rounds if one.state != RoundState.DRAFT), default=0)


def stage_of(tournament_id: int, rounds: tuple[RoundGames, ...]) -> Stage:
    """Return how far a tournament with these rounds is, in two queries."""
    tournament = Tournament.objects.get(pk=tournament_id)
    counts = Player.everybody.filter(tournament=tournament).aggregate(
        players=Count("pk", filter=~Q(registration=Registration.REQUESTED)),
        requests=Count("pk", filter=Q(registration=Registration.REQUESTED)),
    )
    return Stage(
        rounds=rounds,
        players=counts["players"],
        requests=counts["requests"],
        planned=parameters_of(tournament).scoring.rounds,
        closed=tournament.closed_at is not None,
        held=tournament.schedule_held_at is not None and tournament.closed_at is None,
    )
