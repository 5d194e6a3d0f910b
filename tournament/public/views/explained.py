"""The parts of a value in words: ``SOSW 12 = Ana 4 + Bo 3 + ...``."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.games.selectors.games import PlayerName
from tournament.spoken import spoken
from tournament.standings.explain import Explanation
from tournament.standings.formulas import Term, TermKind
from tournament.standings.tiebreaks import HALVES, TIEBREAKS
from tournament.standings.writing import scaled_text, value_text
from tournament.state.criteria import Criterion

LEAST_TO_ADD = 2
"""A sum of fewer parts says nothing that the part does not."""


@dataclass(frozen=True, slots=True)
class Part:
    """A line: the round (None for the whole), what it is, how it was computed, what it gives."""

    round: int | None
    words: str
    computed: str
    value: str
    counts: bool


@dataclass(frozen=True, slots=True)
class Why:
    """A criterion's value and its parts. ``total`` is the sum written out, or empty."""

    name: str
    value: str
    meaning: str
    total: str
    parts: tuple[Part, ...]
    tied: tuple[str, ...]
    compared: bool


def why(found: Explanation, names: Mapping[int, PlayerName], player: int) -> Why:
    """Return an explanation in the reader's language; ``player`` is whose value it is."""
    criterion = found.criterion
    value = value_text(criterion, found.value)
    parts = tuple(_part(criterion, term, names) for term in found.terms)
    counted = [(part, term) for part, term in zip(parts, found.terms, strict=True) if term.counts]
    total = ""
    if len(counted) >= LEAST_TO_ADD:
        summed = " + ".join(
            f"{names[term.opponent].name} {part.value}" if term.opponent else part.value
            for part, term in counted
        ).replace("+ -", "− ")
        total = f"{criterion.value} {value} = {summed}"
    return Why(
        name=criterion.value,
        value=value,
        meaning=spoken(TIEBREAKS[criterion].explanation),
        total=total,
        parts=parts,
        tied=tuple(names[other].name for other in found.tied or () if other != player),
        compared=found.tied is not None,
    )


def _part(criterion: Criterion, term: Term, names: Mapping[int, PlayerName]) -> Part:
    if term.kind is TermKind.ITSELF:
        value = value_text(criterion, term.value)
    else:
        value = scaled_text(term.value, TIEBREAKS[criterion].scale)
    opponent = names[term.opponent].name if term.opponent else ""
    return Part(
        round=term.round,
        words=_words(term) % {"opponent": opponent},
        computed=_computed(criterion, term),
        value=value,
        counts=term.counts,
    )


def _words(term: Term) -> str:
    """Return what a part is, with a place for the opponent's name."""
    if term.kind is TermKind.GAME:
        return {2: _("won against %(opponent)s"), 1: _("half a point against %(opponent)s")}.get(
            term.score or 0, _("no point against %(opponent)s")
        )
    if term.kind is TermKind.DEFAULT:
        return {
            2: _("%(opponent)s did not come"),
            1: _("half a point, not played: %(opponent)s"),
        }.get(term.score or 0, _("no point, not played: %(opponent)s"))
    return {
        TermKind.UNDECIDED: _("not finished yet against %(opponent)s"),
        TermKind.VOID: _("void game against %(opponent)s: it does not count"),
        TermKind.ITSELF: _("as registered"),
        TermKind.START: _("starting score, by rank"),
        TermKind.BYE: _("bye"),
        TermKind.ABSENT: _("absent"),
        TermKind.NOTHING: _("not paired"),
        TermKind.ROUNDING: _("half a point of byes and absences is rounded down"),
        TermKind.LIMIT: _("the score does not grow further"),
        TermKind.BONUS: _("bonus: stood at the very top here"),
        TermKind.AFTER: _("own score after this round"),
        TermKind.OPPONENT: "%(opponent)s",
        TermKind.UNPLAYED: _("no opponent"),
        TermKind.BEATEN: _("beat %(opponent)s"),
        TermKind.BELOW: _("stands above %(opponent)s"),
        TermKind.BESIDE: _("tied players at the same level"),
    }[term.kind]


def _computed(criterion: Criterion, term: Term) -> str:
    """Return how the value came from a score, a handicap and a factor; empty where it is plain."""
    if term.kind in (TermKind.GAME, TermKind.DEFAULT):
        if not term.factor or term.factor == 1:
            return ""
        return f"{scaled_text(term.score or 0, HALVES)} × {term.factor}"
    if term.kind is not TermKind.OPPONENT or term.score is None:
        return ""
    score = scaled_text(term.score, HALVES)
    if term.handicap:
        sign, stones = ("+", term.handicap) if term.handicap > 0 else ("−", -term.handicap)
        score = _("%(score)s %(sign)s %(stones)s (handicap)") % {
            "score": score,
            "sign": sign,
            "stones": scaled_text(stones, HALVES),
        }
    if term.factor is None:
        return score if term.handicap else ""
    if TIEBREAKS[criterion].scale > HALVES:  # the factor is in points X2, too
        if term.factor == HALVES:
            return score if term.handicap else ""
        factor = scaled_text(term.factor, HALVES)
        return f"({score}) × {factor}" if term.handicap else f"{score} × {factor}"
    return f"{score} × {term.factor}"
