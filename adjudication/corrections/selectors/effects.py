"""What a correction would do, shown before it is made."""

from dataclasses import dataclass

from tournament.games.selectors.games import PlayerName
from tournament.models import Player, Tournament
from tournament.rounds.selectors.state import shown_only, shown_rounds
from tournament.standings.effects import PairedFrom, paired_from, shifts
from tournament.state.criteria import Criterion
from tournament.state.state import TournamentState


@dataclass(frozen=True, slots=True)
class Moved:
    """A player whose place or score (the first criterion, in its unit) would be another."""

    number: int
    player: PlayerName
    place_before: int
    place_after: int
    score_before: int
    score_after: int


@dataclass(frozen=True, slots=True)
class Effects:
    """What a change does to the standings after the last round shown.

    ``paired`` are later rounds that have boards already, in preparation too, each with the tables
    where somebody had another score when they were paired.
    """

    after: int
    criterion: Criterion | None
    moved: tuple[Moved, ...]
    paired: tuple[PairedFrom, ...]

    @property
    def nothing(self) -> bool:
        """Whether neither a place nor a score would change."""
        return not self.moved


def effect_between(
    tournament: Tournament, old: TournamentState, new: TournamentState, *, round_number: int
) -> Effects:
    """Return what differs between two states, the first of which may be no longer in the tables.

    It takes two queries beside those of the states. Rounds in preparation are in no standings.
    """
    shown = shown_rounds(tournament)
    after = max(shown, default=0)
    names = {
        number: PlayerName(*values)
        for number, *values in Player.objects.filter(tournament=tournament).values_list(
            "number", "pk", "name", "rank", "club"
        )
    }
    return Effects(
        after=after,
        criterion=next(iter(old.parameters.criteria), None),
        moved=tuple(
            Moved(
                shift.player,
                names[shift.player],
                shift.place_before,
                shift.place_after,
                shift.score_before,
                shift.score_after,
            )
            for shift in shifts(shown_only(old, shown), shown_only(new, shown), after=after)
        ),
        paired=paired_from(old, new, since=round_number),
    )
