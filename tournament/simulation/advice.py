"""Which of the formats to take, why, and what the next best would cost: two sentences.

What counts first is that the strongest player wins. Formats that cannot be told from the best in
that are as good as it, a shorter one only where it cannot be much worse either; of those the
shortest is taken, then the one whose order tells strength best. Nothing is taken of the first few
events, which tell no format from another.
"""

from dataclasses import dataclass

from language.messages import Message, Number, Param, ngettext_lazy
from language.messages import gettext_lazy as _
from tournament.simulation.comparison import FEWEST, Comparison, Trial
from tournament.simulation.measures import Measure

QUARTER = 4
NEARLY = 0.05
"""A shorter format is as good only if in it the strongest wins at most so much less often."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The format to take, the next best where there is one, and both said in words.

    ``best`` is None while it is too early to tell, which is said then.
    """

    best: Trial | None
    next: Trial | None
    sentences: tuple[Message, ...]


def advice(comparison: Comparison, *, over: bool = False) -> Advice | None:
    """Return what the events so far say; None where nothing has been played yet.

    Every format has to be played :data:`~tournament.simulation.comparison.FEWEST` times, or as
    often as was asked for; a quarter of that too, unless it is ``over`` and no more will come.
    """
    played = [trial for trial in comparison.trials if trial.events]
    if not played:
        return None
    count = min(len(trial.events) for trial in comparison.trials if not trial.dropped)
    quarter = 0 if over else comparison.events // QUARTER
    needed = min(comparison.events, max(FEWEST, quarter))
    if count < needed:
        return Advice(None, None, (_too_early(count, needed),))
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
    equal = [trial for trial in trials if trial is ahead or _as_good(trial, ahead)]
    return min(
        equal,
        key=lambda trial: (trial.format.rounds, -trial.figure(Measure.TAU).mean),
    )


def _as_good(trial: Trial, ahead: Trial) -> bool:
    gap = ahead.more_than(trial, Measure.STRONGEST_WINS)
    return gap.low <= 0 and (trial.format.rounds >= ahead.format.rounds or gap.high <= NEARLY)


def _too_early(count: int, needed: int) -> Message:
    return _(
        "Too early to tell which format to take: %(count)d events of each were played, and advice "
        "takes at least %(needed)d."
    ) % {"count": count, "needed": needed}


def _percent(share: float) -> Number:
    return Number(f"{100 * share:.0f}")


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
                "%(format)s: of %(count)d events played, the strongest player wins %(chance)s%% "
                "(most likely between %(low)s%% and %(high)s%%)."
            )
            % places
        )
    return (
        _(
            "Take %(format)s: of %(count)d events played, the strongest player wins %(chance)s%% "
            "(most likely between %(low)s%% and %(high)s%%), and no other format is clearly better "
            "in as few rounds."
        )
        % places
    )


def _cost(best: Trial, follower: Trial) -> Message:
    """Return what the follower is like against the best: clearly better, worse or neither."""
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
