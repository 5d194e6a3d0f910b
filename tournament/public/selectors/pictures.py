"""Figures behind the charts of a tournament: strengths, leaders, wins by colour."""

from collections import Counter
from dataclasses import dataclass

from tournament.games.selectors import PlayerName
from tournament.public.selectors.published import EventHead, published_tournament
from tournament.standings.table import standings
from tournament.state.criteria import Criterion
from tournament.state.parameters import Parameters
from tournament.state.results import Decided, Outcome
from tournament.tournaments.selectors.public import TournamentTerms

MOST_LEADERS = 6


@dataclass(frozen=True, slots=True)
class Leader:
    """A leader: their present place, and the score after every round, in the criterion's unit."""

    player: PlayerName
    place: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ColourTally:
    """The results of games by handicap: 0 is even, 1 no komi, 2 and more are stones."""

    handicap: int
    black: int
    white: int
    neither: int

    @property
    def games(self) -> int:
        """Return how many there are."""
        return self.black + self.white + self.neither


@dataclass(frozen=True, slots=True)
class PicturesPage:
    """The charts of a tournament. ``levels`` are the ranks of the players.

    ``rounds`` are those with a result; ``criterion`` is that of the scores.
    """

    head: EventHead
    levels: tuple[int, ...]
    parameters: Parameters
    rounds: tuple[int, ...]
    criterion: Criterion | None
    leaders: tuple[Leader, ...]
    tallies: tuple[ColourTally, ...]

    @property
    def terms(self) -> TournamentTerms:
        """Return the tournament."""
        return self.head.terms


def pictures_page(slug: str) -> PicturesPage | None:
    """Return the data of a tournament's charts, in six queries, or None if there is none.

    Games that were not played are not counted.
    """
    found = published_tournament(slug)
    if found is None:
        return None
    state, rounds = found.ranked, found.ranked_numbers
    if found.progress is not None and not found.progress.done:
        rounds = rounds[:-1]
    tables = [standings(state.before(number + 1), after=number) for number in rounds]
    criterion = tables[-1].criteria[0] if tables and tables[-1].criteria else None
    leaders = []
    if criterion is not None:
        scores = [table.columns[criterion].tolist() for table in tables]
        for index in tables[-1].order[:MOST_LEADERS].tolist():
            leaders.append(
                Leader(
                    player=found.names[state.players[index].id],
                    place=int(tables[-1].places[index]),
                    scores=tuple(column[index] for column in scores),
                )
            )
    return PicturesPage(
        head=found.head,
        levels=tuple(player.rank for player in state.players),
        parameters=state.parameters,
        rounds=rounds,
        criterion=criterion,
        leaders=tuple(leaders),
        tallies=_tallies(
            Counter(
                (game.handicap, game.result.outcome)
                for game in state.games
                if game.result.decided is not Decided.DEFAULT
            )
        ),
    )


def _tallies(counts: Counter[tuple[int, Outcome]]) -> tuple[ColourTally, ...]:
    found = (
        ColourTally(
            handicap,
            counts[handicap, Outcome.BLACK],
            counts[handicap, Outcome.WHITE],
            counts[handicap, Outcome.JIGO] + counts[handicap, Outcome.NO_RESULT],
        )
        for handicap in sorted({handicap for handicap, _outcome in counts})
    )
    return tuple(tally for tally in found if tally.games)
