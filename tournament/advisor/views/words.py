"""The measures of a format in words, and their figures as a director reads them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournament.simulation.figures import Figure
from tournament.simulation.measures import Measure
from tournament.simulation.tie_breaks import TieBreaks

MINUTES = 60


def rounded(value: float, digits: int) -> str:
    """Return a number with this many decimals; Django's own function truncates the others."""
    return str(number_format(round(value, digits), digits))


def percent(value: float, digits: int = 0) -> str:
    """Return a share as a percentage."""
    return _("%(number)s %%") % {"number": rounded(100 * value, digits)}


def of_one(value: float) -> str:
    """Return a number between 0 and 1."""
    return rounded(value, 3)


def few(value: float) -> str:
    """Return a small number."""
    return rounded(value, 2)


def hours(value: float) -> str:
    """Return minutes as hours and minutes."""
    whole, rest = divmod(round(value), MINUTES)
    return _("%(hours)d h %(minutes)s") % {"hours": whole, "minutes": f"{rest:02d}"}


@dataclass(frozen=True, slots=True)
class Words:
    """A measure: its name, what it means, and how its numbers are written."""

    name: str
    meaning: str
    written: Callable[[float], str]


MAIN = (Measure.STRONGEST_WINS, Measure.TAU, Measure.FIRST_SHARED, Measure.MINUTES)
"""The measures of the first table."""


def measures_in_words() -> Mapping[Measure, Words]:
    """Return the words of every measure, in the active language."""
    found: dict[Measure, Words] = {
        Measure.STRONGEST_WINS: Words(
            _("The strongest wins"),
            _(
                "How often whoever was strongest in that event comes first. A shared first place "
                "counts in part."
            ),
            percent,
        ),
        Measure.TAU: Words(
            _("Order by strength (tau)"),
            _(
                "How well the final order agrees with the players’ true strength: 1 is the same "
                "order, 0 is as good as drawn by lot."
            ),
            of_one,
        ),
        Measure.TAU_ABOVE_BAR: Words(
            _("The same at the bar and above"),
            _("Among those who play for the title only."),
            of_one,
        ),
        Measure.FIRST_SHARED: Words(
            _("First place shared"),
            _("How often all tie-breaks leave more than one winner."),
            percent,
        ),
        Measure.MINUTES: Words(
            _("Playing time"),
            _("Both players’ time on the clock, over all rounds, without breaks."),
            hours,
        ),
        Measure.GAP: Words(
            _("Difference of two opponents, in ranks"),
            _("Small is better: games among equals."),
            few,
        ),
        Measure.DECIDED_BEFOREHAND: Words(
            _("Games decided beforehand"),
            _("One side had a chance above 90 %."),
            percent,
        ),
        Measure.FLOATS: Words(
            _("Games between different scores"),
            _("Somebody was paired up or down."),
            percent,
        ),
        Measure.SAME_CLUB: Words(_("Games between clubmates"), _("Of all games."), percent),
        Measure.COLOURS: Words(
            _("Colours out of balance"),
            _("Players with two games more of one colour than of the other."),
            percent,
        ),
        Measure.REPEATED_BYES: Words(_("Players with more than one bye"), _("In an event."), few),
        Measure.HANDICAPS: Words(_("Games with a handicap"), _("Of all games."), percent),
        Measure.WEAKEST_ABOVE_BAR_WINS: Words(
            _("The weakest at the bar wins"),
            _("How often the lowest rating that may win comes first."),
            percent,
        ),
    }
    return MappingProxyType(found)


def tie_breaks_in_words() -> Mapping[TieBreaks, str]:
    """Return the names of the tie-breaks, in the active language."""
    return MappingProxyType(
        {
            TieBreaks.NONE: _("nothing: places are shared"),
            TieBreaks.SOS: "SOS",
            TieBreaks.SOSOS: "SOS, SOSOS",
            TieBreaks.SODOS: "SODOS",
            TieBreaks.CUSS: "CUSS",
            TieBreaks.DIRECT: _("direct comparison, SOS"),
        }
    )


def with_interval(figure: Figure, written: Callable[[float], str]) -> str:
    """Return a figure as ``61 % ± 4``, or a dash if it is unknown."""
    if not figure.count:
        return "–"
    half = figure.half_width
    if written is percent:
        digits = 0 if half >= 0.0095 else 1
        value, off = percent(figure.mean, digits), rounded(100 * half, digits)
    else:
        value, off = written(figure.mean), written(half)
    nothing = written is hours or not off.strip("0.,")
    return value if nothing else f"{value}\u00a0±\u00a0{off}"


def letter(place: int) -> str:
    """Return the letter of a format in tables and charts."""
    return chr(ord("A") + place)


def interval_in_words(figure: Figure, written: Callable[[float], str]) -> dict[str, Any]:
    """Return the ends of a figure's interval, to fill into a text."""
    return {
        "value": written(figure.mean),
        "low": written(figure.low),
        "high": written(figure.high),
    }
