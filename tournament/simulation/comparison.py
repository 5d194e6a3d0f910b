"""Formats compared over many events, with the same strengths and the same luck for each format."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import nan

from tournament.simulation.figures import Figure, difference, figure_of
from tournament.simulation.formats import Format
from tournament.simulation.measures import SHARES, EventMeasures, Measure, measure_event
from tournament.simulation.playing import Field, Luck, play_out
from tournament.simulation.strength import Model, beliefs_of
from tournament.simulation.tie_breaks import TieBreakChange, TieBreaks
from tournament.standings.prizes import USUAL_PRIZES
from tournament.state.people import Player

BATCH = 20
"""How many events are played between two checks of the comparison."""
FEWEST = 100
"""No format is dropped before it has been played this often."""
FAVOURITES = 3


@dataclass(frozen=True, slots=True)
class Task:
    """Events of one format to be played: exactly what another process needs to know."""

    format: Format
    players: tuple[Player, ...]
    model: Model
    seed: int
    events: range
    round_minutes: int = 0
    prizes: int = USUAL_PRIZES

    def played(self) -> list[EventMeasures]:
        """Play the events. Raises PairingError if the format cannot be paired for these players."""
        return list(self.each())

    def parts(self, count: int) -> list["Task"]:
        """Return the same events as up to ``count`` consecutive tasks, for as many processes."""
        size = -(-len(self.events) // count)
        starts = range(0, len(self.events), size)
        return [replace(self, events=self.events[start : start + size]) for start in starts]

    def each(self, between: Callable[[], None] = lambda: None) -> Iterator[EventMeasures]:
        """Play the events one by one, so that the caller can stop. Raises PairingError as above.

        ``between`` is as in :func:`~tournament.simulation.playing.play_out`.
        """
        beliefs = beliefs_of(self.players, self.model)
        start = self.format.begun(self.players)
        for event in self.events:
            here = Field(beliefs.drawn(self.seed, event), self.model)
            played = play_out(start, here, Luck(self.seed, event), between)
            yield measure_event(played, here, minutes=self.round_minutes, prizes=self.prizes)


@dataclass(slots=True)
class Trial:
    """A format and its events so far. ``dropped`` says that it was left behind early."""

    format: Format
    events: list[EventMeasures] = field(default_factory=list)
    dropped: bool = False

    def values(self, measure: Measure) -> list[float]:
        """Return a measure's value in every event, in order."""
        return [event.values[measure] for event in self.events]

    def figure(self, measure: Measure) -> Figure:
        """Return the mean of a measure with its interval."""
        return figure_of(self.values(measure), share=measure in SHARES)

    def figures(self) -> dict[Measure, Figure]:
        """Return every measure's mean with its interval."""
        return {measure: self.figure(measure) for measure in Measure}

    def chance_of(self, player: int) -> Figure:
        """Return a player's chance to win; a shared first place counts as a share of it."""
        return figure_of((event.first.get(player, 0.0) for event in self.events), share=True)

    def prize_changed_by(self, tie_breaks: TieBreaks) -> Figure:
        """Return how often a prize comes out differently with these; NaN for the format's own."""
        return figure_of((each.prize for each in self._changed_by(tie_breaks)), share=True)

    def first_changed_by(self, tie_breaks: TieBreaks) -> Figure:
        """Return how often first place comes out differently with these."""
        return figure_of((each.first for each in self._changed_by(tie_breaks)), share=True)

    def first_shared_by(self, tie_breaks: TieBreaks) -> Figure:
        """Return how often first place is shared with these, whether the format's own or others."""
        shared = [
            event.changed[tie_breaks].shared
            if tie_breaks in event.changed
            else bool(event.values[Measure.FIRST_SHARED])
            for event in self.events
        ]
        return figure_of((nan if each is None else each for each in shared), share=True)

    def _changed_by(self, tie_breaks: TieBreaks) -> Iterator[TieBreakChange]:
        return (event.changed[tie_breaks] for event in self.events if tie_breaks in event.changed)

    def prize_with(self, wins: int) -> Figure:
        """Return what share of those with this many wins had a prize, if anybody had that many."""
        found = [event.by_wins.get(wins) for event in self.events]
        shares = (each.prizes / each.players for each in found if each and each.players)
        return figure_of(shares, share=True)

    def more_than(self, other: "Trial", measure: Measure) -> Figure:
        """Return how much greater a measure is here, over the events played in both."""
        count = min(len(self.events), len(other.events))
        return difference(self.values(measure)[:count], other.values(measure)[:count])


@dataclass(slots=True)
class Comparison:
    """Formats over the same events. ``events`` is the most that each is to be played.

    The first ``prizes`` places have a prize.
    """

    trials: list[Trial]
    players: tuple[Player, ...]
    model: Model = field(default=Model())
    seed: int = 0
    events: int = 1000
    round_minutes: int = 0
    prizes: int = USUAL_PRIZES

    def batches(self) -> Iterator[list[tuple[Trial, Task]]]:
        """Yield what to play next: a batch of every format that is still in.

        The caller adds the events of a batch to their trials before asking for the next. Formats
        clearly behind the best are dropped on the way. It starts where the trials are, even in the
        middle of a batch, with the same result as without the interruption.
        """
        while running := [trial for trial in self.trials if not trial.dropped]:
            fewest = min(len(trial.events) for trial in running)
            if fewest >= self.events:
                return
            start = fewest - fewest % BATCH
            if all(len(trial.events) == start for trial in running):
                self._drop()
            end = min(start + BATCH, self.events)
            yield [
                (trial, self._task(trial.format, range(len(trial.events), end)))
                for trial in running
                if not trial.dropped and len(trial.events) < end
            ]

    def _task(self, played: Format, events: range) -> Task:
        return Task(
            played, self.players, self.model, self.seed, events, self.round_minutes, self.prizes
        )

    def _drop(self) -> None:
        running = [trial for trial in self.trials if not trial.dropped]
        if len(running) < 2 or len(running[0].events) < FEWEST:
            return
        best = max(running, key=lambda trial: trial.figure(Measure.STRONGEST_WINS).mean)
        for trial in running:
            behind = best.more_than(trial, Measure.STRONGEST_WINS)
            # Checked after every batch, so at three times the interval: luck should drop no format.
            trial.dropped = trial is not best and behind.mean > 3 * behind.half_width

    def play(self) -> None:
        """Play everything here and now."""
        for batch in self.batches():
            for trial, task in batch:
                trial.events.extend(task.played())


def comparison_of(
    formats: Iterable[Format],
    players: Iterable[Player],
    *,
    model: Model | None = None,
    seed: int = 0,
    events: int = 1000,
    round_minutes: int = 0,
    prizes: int = USUAL_PRIZES,
) -> Comparison:
    """Return a comparison in which nothing has been played yet."""
    return Comparison(
        trials=[Trial(each) for each in formats],
        players=tuple(player for player in players if player.final),
        model=model or Model(),
        seed=seed,
        events=events,
        round_minutes=round_minutes,
        prizes=prizes,
    )


def favourites(players: Iterable[Player]) -> tuple[Player, ...]:
    """Return the players with the highest ratings, the highest first."""
    order = sorted(players, key=lambda player: (-player.rating, player.id))
    return tuple(order[:FAVOURITES])
