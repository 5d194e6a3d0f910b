"""The results of a comparison, for its page, for paper and for the committee's link."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.advisor.selectors import ComparisonView
from tournament.advisor.views.charts import Chart, chart_of
from tournament.advisor.views.words import (
    MAIN,
    letter,
    measures_in_words,
    percent,
    tie_breaks_in_words,
    with_interval,
)
from tournament.models import PairingMethod
from tournament.simulation.advice import advice
from tournament.simulation.comparison import Trial, favourites
from tournament.simulation.expected import field_text
from tournament.simulation.figures import Figure
from tournament.simulation.formats import Format
from tournament.simulation.measures import Measure
from tournament.simulation.tie_breaks import TieBreaks
from tournament.spoken import translated
from tournament.state.ranks import rank_text


@dataclass(frozen=True, slots=True)
class FormatLine:
    """A format in the first table: ``best`` is recommended, ``own`` is that of the settings.

    It is ``alike`` if it cannot yet be told apart from others that may be best.
    """

    place: int
    letter: str
    name: str
    cells: tuple[str, ...]
    events: int
    dropped: bool
    best: bool
    alike: bool
    own: bool


@dataclass(frozen=True, slots=True)
class MeasureLine:
    """A measure, with its figure for every format."""

    name: str
    meaning: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FavouriteLine:
    """A favourite, with their chance to win in every format."""

    name: str
    rank: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TieBreakLine:
    """How often some tie-breaks leave first place shared, and what they would change."""

    name: str
    shared: tuple[str, ...]
    prize: tuple[str, ...]
    first: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WinsLine:
    """How often a player with this many wins gets a prize, in every format."""

    wins: int
    cells: tuple[str, ...]


def not_simulated(method: str) -> str:
    """Return the name of a tournament's pairing method if it cannot be simulated, else empty."""
    return "" if method == PairingMethod.WEIGHTS else str(PairingMethod(method).label)


def result_context(view: ComparisonView, own: Format | None = None) -> dict[str, Any]:
    """Return the context of the results; without events, only the formats.

    ``own`` is the format of the present settings, for those who may change them.
    """
    comparison = view.comparison
    found = advice(comparison, over=not view.live)
    trials = comparison.trials
    taken = None if found is None else found.best
    alike = () if found is None else found.alike
    best = -1 if taken is None else next(n for n, each in enumerate(trials) if each is taken)
    words = measures_in_words()
    played = [(place, trial) for place, trial in enumerate(trials) if trial.events]
    figures = {place: trial.figures() for place, trial in played}
    timed = comparison.round_minutes > 0
    main = [measure for measure in MAIN if timed or measure is not Measure.MINUTES]
    rest = [measure for measure in Measure if measure not in MAIN]
    charts: list[Chart] = []
    if found is not None:
        charts = [
            chart_of(measure, words[measure], played, best)
            for measure in (Measure.STRONGEST_WINS, Measure.TAU)
        ]
    return {
        "view": view,
        "sentences": [] if found is None else [translated(text) for text in found.sentences],
        "best": best,
        "advised": taken is not None,
        "best_is_own": taken is not None and taken.format == own,
        "heads": [words[measure].name for measure in main],
        "lines": [
            FormatLine(
                place,
                letter(place),
                translated(trial.format.name),
                tuple(
                    with_interval(figures[place][measure], words[measure].written)
                    if place in figures
                    else "–"
                    for measure in main
                ),
                len(trial.events),
                trial.dropped,
                place == best,
                any(trial is each for each in alike),
                trial.format == own,
            )
            for place, trial in enumerate(trials)
        ],
        "letters": [letter(place) for place, _trial in played],
        "measures": [
            MeasureLine(
                words[measure].name,
                words[measure].meaning,
                tuple(
                    with_interval(figures[place][measure], words[measure].written)
                    for place, _trial in played
                ),
            )
            for measure in (*main, *rest)
        ],
        "favourites": _favourites(view, [trial for _place, trial in played]),
        "tie_breaks": _tie_breaks([trial for _place, trial in played]),
        "wins": _wins([trial for _place, trial in played]),
        "charts": charts,
        "players": len(comparison.players),
        "field": field_text(comparison.players),
        "progress": round(100 * view.done / comparison.events),
    }


def _favourites(view: ComparisonView, trials: list[Trial]) -> list[FavouriteLine]:
    return [
        FavouriteLine(
            view.names.get(player.id, f"#{player.id}"),
            rank_text(player.rank).lower(),
            tuple(with_interval(trial.chance_of(player.id), percent) for trial in trials),
        )
        for player in favourites(view.comparison.players)
    ]


def _tie_breaks(trials: list[Trial]) -> list[TieBreakLine]:
    words = tie_breaks_in_words()
    return [
        TieBreakLine(
            words[each],
            tuple(with_interval(trial.first_shared_by(each), percent) for trial in trials),
            tuple(_changed(trial.prize_changed_by(each)) for trial in trials),
            tuple(_changed(trial.first_changed_by(each)) for trial in trials),
        )
        for each in TieBreaks
    ]


def _changed(figure: Figure) -> str:
    """Return how often other tie-breaks change something; the format's own are never tried."""
    return with_interval(figure, percent) if figure.count else _("own order")


def _wins(trials: list[Trial]) -> list[WinsLine]:
    """Return lines from all wins down to where nobody gets a prize any more."""
    lines = []
    for wins in range(max((trial.format.rounds for trial in trials), default=0), 0, -1):
        figures = [trial.prize_with(wins) for trial in trials]
        if any(figure.mean > 0 for figure in figures):
            cells = tuple(with_interval(figure, percent) for figure in figures)
            lines.append(WinsLine(wins, cells))
    return lines
