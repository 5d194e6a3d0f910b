"""Advice in two sentences: which format to take and why, and what the next best would cost.

What counts first is that the strongest player wins. A format is taken only if no other is better at
that by more than a little, as far as the events played can show, and a longer one only if all
shorter ones are clearly worse; of those the shortest is taken, then the one whose order agrees best
with strength. If the events do not show that, the formats cannot be told apart yet, and none is
taken; nor is one after the first few events, which show nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from language.messages import Message, Number, Param, ngettext_lazy
from language.messages import gettext_lazy as _
from tournament.simulation.comparison import FEWEST, Comparison, Trial
from tournament.simulation.figures import Figure
from tournament.simulation.measures import Measure

QUARTER = 4
NEARLY = 0.05
"""Formats are equally good if the strongest wins at most this much less often in either."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The format to take, the next best if there is one, and sentences about both.

    ``best`` is None while it is too early to tell, and if several formats, ``alike``, cannot be
    told apart: the sentences then say so. If there is only one format, they say how it does.
    """

    best: Trial | None
    next: Trial | None
    sentences: tuple[Message, ...]
    alike: tuple[Trial, ...] = ()


def advice(comparison: Comparison, *, over: bool = False) -> Advice | None:
    """Return the advice from the events so far; None if nothing has been played yet.

    Every format has to be played :data:`~tournament.simulation.comparison.FEWEST` times, and a
    quarter of the events asked for unless the comparison is ``over``.
    """
    played = [trial for trial in comparison.trials if trial.events]
    if not played:
        return None
    if len(comparison.trials) == 1:
        return Advice(None, None, (_alone(played[0]),))
    count = min(len(trial.events) for trial in comparison.trials if not trial.dropped)
    needed = FEWEST if over else max(FEWEST, comparison.events // QUARTER)
    if count < needed:
        return Advice(None, None, (_too_early(count, needed, over=over),))
    alike = _in_question(played)
    best = _chosen(played, alike)
    if best is None:
        return Advice(None, None, (_not_told_apart(alike, count), _what_then(over=over)), alike)
    follower = _most_often([trial for trial in played if trial is not best])
    return Advice(best, follower, (_reason_for(best), _cost(best, follower)))


def _most_often(trials: Sequence[Trial]) -> Trial:
    """Return the format in which the strongest has won most often so far."""
    return max(trials, key=lambda trial: trial.figure(Measure.STRONGEST_WINS).mean)


def _in_question(trials: Sequence[Trial]) -> tuple[Trial, ...]:
    """Return the formats that are not clearly worse than the leading one."""
    ahead = _most_often(trials)
    return tuple(trial for trial in trials if trial is ahead or _worse(trial, ahead).low <= 0)


def _chosen(trials: Sequence[Trial], alike: Sequence[Trial]) -> Trial | None:
    """Return the format to take; None if those in question cannot be told apart."""
    good = [
        trial
        for trial in trials
        if all(_worse(trial, other).high <= NEARLY for other in trials if other is not trial)
    ]
    if not good:
        return None
    best = min(good, key=lambda trial: (trial.format.rounds, -trial.figure(Measure.TAU).mean))
    shortest = min(trial.format.rounds for trial in alike)
    return best if best.format.rounds <= shortest else None


def _worse(trial: Trial, other: Trial) -> Figure:
    """Return how much less often the strongest wins in one format than in the other."""
    return other.more_than(trial, Measure.STRONGEST_WINS)


def _too_early(count: int, needed: int, *, over: bool) -> Message:
    if not over and needed > FEWEST:
        return _(
            "Too early to tell which format to take: %(count)d events of each were played. There "
            "is advice from %(needed)d on, or from %(fewest)d on where you stop it."
        ) % {"count": count, "needed": needed, "fewest": FEWEST}
    return _(
        "Too early to tell which format to take: %(count)d events of each were played, and advice "
        "takes at least %(needed)d."
    ) % {"count": count, "needed": needed}


def _not_told_apart(alike: Sequence[Trial], count: int) -> Message:
    means = [trial.figure(Measure.STRONGEST_WINS).mean for trial in alike]
    most = max(
        _worse(trial, other).high for trial in alike for other in alike if trial is not other
    )
    return _(
        "%(formats)d formats cannot be told apart yet: of %(count)d events played, the strongest "
        "player wins %(low)s%% to %(high)s%% in them, and one of them may be better than another "
        "by up to %(most)s events in a hundred."
    ) % {
        "formats": len(alike),
        "count": count,
        "low": _percent(min(means)),
        "high": _percent(max(means)),
        "most": _percent(most),
    }


def _what_then(*, over: bool) -> Message:
    if over:
        return _(
            "Compare fewer of them with more events, or choose by what else matters, such as time: "
            "the rest is below."
        )
    return _("More events are being played, which may tell them apart.")


def _percent(share: float) -> Number:
    return Number(f"{100 * share:.0f}")


def _chance(trial: Trial) -> dict[str, Param]:
    wins = trial.figure(Measure.STRONGEST_WINS)
    return {
        "format": trial.format.name,
        "chance": _percent(wins.mean),
        "low": _percent(wins.low),
        "high": _percent(wins.high),
        "count": wins.count,
    }


def _alone(trial: Trial) -> Message:
    return _(
        "%(format)s: of %(count)d events played, the strongest player wins %(chance)s%% (most "
        "likely between %(low)s%% and %(high)s%%)."
    ) % _chance(trial)


def _reason_for(best: Trial) -> Message:
    return _(
        "Take %(format)s: of %(count)d events played, the strongest player wins %(chance)s%% (most "
        "likely between %(low)s%% and %(high)s%%), and in no other format more often by more than "
        "%(nearly)s events in a hundred."
    ) % {**_chance(best), "nearly": _percent(NEARLY)}


def _cost(best: Trial, follower: Trial) -> Message:
    """Return a sentence on the follower: clearly better or worse than the best, or neither."""
    wins = follower.more_than(best, Measure.STRONGEST_WINS)
    texts = {
        1: _(
            "Next best is %(format)s (%(rounds)s): in it the strongest player wins more often, by "
            "%(wins)s events in a hundred (most likely %(low)s to %(high)s)."
        ),
        -1: _(
            "Next best is %(format)s (%(rounds)s): in it the strongest player wins less often, by "
            "%(wins)s events in a hundred (most likely %(low)s to %(high)s)."
        ),
        0: _(
            "Next best is %(format)s (%(rounds)s): in it the strongest player wins about as often; "
            "a difference of up to %(high)s events in a hundred could not be seen yet."
        ),
    }
    side = (wins.low > 0) - (wins.high < 0)
    low, high = sorted((abs(wins.low), abs(wins.high)))
    return texts[side] % {
        "format": follower.format.name,
        "rounds": _rounds(follower.format.rounds - best.format.rounds),
        "wins": Number(f"{100 * abs(wins.mean):.1f}"),
        "low": Number(f"{100 * low:.1f}"),
        "high": Number(f"{100 * high:.1f}"),
    }


def _rounds(more: int) -> Message:
    if not more:
        return _("as many rounds")
    count = {"count": abs(more)}
    if more > 0:
        return ngettext_lazy("%(count)d round more", "%(count)d rounds more", "count") % count
    return ngettext_lazy("%(count)d round fewer", "%(count)d rounds fewer", "count") % count
