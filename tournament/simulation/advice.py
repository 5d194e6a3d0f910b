"""Which of the formats to take, why, and what the next best would cost: two sentences.

What counts first is that the strongest player wins. Formats that cannot be told from the best in
that are as good as it; of those the shortest is taken, then the one whose order tells strength
best.
"""

from dataclasses import dataclass

from language.messages import Message, Number, Param
from language.messages import gettext_lazy as _
from tournament.simulation.comparison import Comparison, Trial
from tournament.simulation.measures import Measure


@dataclass(frozen=True, slots=True)
class Advice:
    """The format to take, the next best where there is one, and both said in words."""

    best: Trial
    next: Trial | None
    sentences: tuple[Message, ...]


def advice(comparison: Comparison) -> Advice | None:
    """Return what the events so far say; None where nothing has been played yet."""
    played = [trial for trial in comparison.trials if trial.events]
    if not played:
        return None
    best = chosen(played)
    others = [trial for trial in played if trial is not best]
    follower = chosen(others) if others else None
    sentences = [_why(best, follower)]
    if follower is not None:
        sentences.append(_cost(best, follower))
    return Advice(best, follower, tuple(sentences))


def chosen(trials: list[Trial]) -> Trial:
    """Return the format to take of several, as said above."""
    ahead = max(trials, key=lambda trial: trial.figure(Measure.STRONGEST_WINS).mean)
    equal = [
        trial
        for trial in trials
        if trial is ahead or ahead.more_than(trial, Measure.STRONGEST_WINS).low <= 0
    ]
    return min(
        equal,
        key=lambda trial: (trial.format.rounds, -trial.figure(Measure.TAU).mean),
    )


def _percent(share: float) -> Number:
    return Number(f"{100 * share:.1f}")


def _signed(value: float, digits: int = 1) -> Number:
    return Number(f"{value:+.{digits}f}")


def _why(best: Trial, follower: Trial | None) -> Message:
    wins = best.figure(Measure.STRONGEST_WINS)
    places: dict[str, Param] = {
        "format": best.format.name,
        "chance": _percent(wins.mean),
        "low": _percent(wins.low),
        "high": _percent(wins.high),
        "count": wins.count,
    }
    if follower is None:
        return (
            _(
                "%(format)s: the strongest player wins %(chance)s%% of %(count)d events "
                "(%(low)s%% to %(high)s%%)."
            )
            % places
        )
    return (
        _(
            "Take %(format)s: the strongest player wins %(chance)s%% of %(count)d events "
            "(%(low)s%% to %(high)s%%), and none of the others is surely better in as few rounds."
        )
        % places
    )


def _cost(best: Trial, follower: Trial) -> Message:
    wins = follower.more_than(best, Measure.STRONGEST_WINS)
    places: dict[str, Param] = {
        "format": follower.format.name,
        "rounds": f"{follower.format.rounds - best.format.rounds:+d}",
        "wins": _signed(100 * wins.mean),
        "low": _signed(100 * wins.low),
        "high": _signed(100 * wins.high),
        "tau": _signed(follower.more_than(best, Measure.TAU).mean, 3),
    }
    return (
        _(
            "Next best is %(format)s; against the first: rounds %(rounds)s, victories of the "
            "strongest %(wins)s%% (%(low)s%% to %(high)s%%), order by strength (tau) %(tau)s."
        )
        % places
    )
