"""The standings and the cross table: their parts, their cells, and where values come from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from operator import attrgetter
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.audit.selectors.freshness import freshness_by_slug
from tournament.common.addresses import PLACEHOLDER
from tournament.common.tables import Column, Table, query_of_columns, remember_columns, table_query
from tournament.formats.folding import folded
from tournament.games.selectors import PlayerName
from tournament.games.words import round_and_board
from tournament.public.forms import StandingsFilterForm
from tournament.public.prize_words import award_lines
from tournament.public.selectors.player_card import why_page
from tournament.public.selectors.standings import StandingLine, StandingsPage, standings_page
from tournament.public.views.cached import cached_if_changed, polled_often, tag_from, tag_of
from tournament.spoken import join_clauses, translated
from tournament.staff.visitors import frame, not_found
from tournament.standings.crosstable import CrosstableCell, RoundRole
from tournament.standings.explain import Explanation
from tournament.standings.formulas import SumOverOpponents, Term, TermKind
from tournament.standings.teams import TEAM_TIEBREAKS
from tournament.standings.tiebreaks import HALVES, TIEBREAKS
from tournament.standings.writing import decimal_text, scaled_text, value_text
from tournament.state.criteria import Criterion
from tournament.state.ranks import RankError, parse_rank, rank_text
from tournament.state.results import Decided, Outcome, Result

FEWEST = 2
"""A choice among fewer is not offered."""
PODIUM, MOST_ON_PODIUM = 3, 6
"""The first places, and how many may share them."""
MOST_IN_SIGHT = 11
"""How many rounds and criteria fit a wide screen without scrolling the table."""


def appealed_line(boards: Sequence[tuple[int, int]], *, closed: bool) -> str:
    """Return which results count by a ruling under appeal; empty without any.

    ``boards`` are rounds and boards; ``closed`` says that the tournament is closed, so that no
    appeal will be decided.
    """
    if not boards:
        return ""
    text = ngettext(
        "The result of a board counts by a ruling that is under appeal, and may still change: "
        "%(boards)s.",
        "The results of %(count)d boards count by rulings that are under appeal, and may still "
        "change: %(boards)s.",
        len(boards),
    )
    if closed:
        text = ngettext(
            "The result of a board counts by a ruling that was still under appeal when the "
            "tournament was closed: %(boards)s.",
            "The results of %(count)d boards count by rulings that were still under appeal when "
            "the tournament was closed: %(boards)s.",
            len(boards),
        )
    named = join_clauses([round_and_board(*board) for board in boards])
    return text % {"count": len(boards), "boards": named}


@dataclass(frozen=True, slots=True)
class FilterOption:
    """One of the parts to choose from."""

    value: str
    title: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class StandingsFilter:
    """The chosen filter, the choices, and the players that are left.

    ``places`` has the place within the part, by player number; ``active`` says that a filter is
    set.
    """

    groups: tuple[FilterOption, ...]
    categories: tuple[FilterOption, ...]
    clubs: tuple[FilterOption, ...]
    weakest: str
    strongest: str
    active: bool
    lines: tuple[StandingLine, ...]
    places: Mapping[int, int]


def filter_standings(page: StandingsPage, asked: Mapping[str, str]) -> StandingsFilter:
    """Return the part of the standings that the query asks for; invalid ranks are ignored."""
    group, category = asked.get("group", ""), asked.get("category", "")
    club = asked.get("club", "")
    weakest, strongest = _rank(asked.get("from", "")), _rank(asked.get("to", ""))
    if weakest is not None and strongest is not None and weakest > strongest:
        weakest, strongest = strongest, weakest
    lines = tuple(
        line
        for line in page.lines
        if group in ("", str(line.group))
        and category in ("", str(line.category + 1))
        and club in ("", line.player.club)
        and (weakest is None or line.rank >= weakest)
        and (strongest is None or line.rank <= strongest)
    )
    return StandingsFilter(
        groups=_groups(page, group) if Criterion.MMS in page.criteria else (),
        categories=_categories(page, category),
        clubs=tuple(
            FilterOption(name, name, name == club)
            for name in sorted({line.player.club for line in page.lines} - {""}, key=str.casefold)
        ),
        weakest="" if weakest is None else rank_text(weakest).lower(),
        strongest="" if strongest is None else rank_text(strongest).lower(),
        active=len(lines) < len(page.lines) or any((group, category, club)),
        lines=lines,
        places=_places(lines),
    )


def _places(lines: tuple[StandingLine, ...]) -> dict[int, int]:
    """Return the places within a part: players tied in the whole table are tied here."""
    places: dict[int, int] = {}
    for row, line in enumerate(lines, 1):
        places[line.number] = row
    for before, line in pairwise(lines):
        if before.place == line.place:
            places[line.number] = places[before.number]
    return places


def _groups(page: StandingsPage, chosen: str) -> tuple[FilterOption, ...]:
    scores = sorted({line.group for line in page.lines}, reverse=True)
    if len(scores) < FEWEST:
        return ()
    counts = {score: sum(line.group == score for line in page.lines) for score in scores}
    return tuple(
        FilterOption(
            str(score),
            _("start %(score)d: %(count)d") % {"score": score, "count": counts[score]},
            str(score) == chosen,
        )
        for score in scores
    )


def _categories(page: StandingsPage, chosen: str) -> tuple[FilterOption, ...]:
    if not page.categories:
        return ()
    titles = [
        _("%(number)d: %(rank)s and stronger") % {"number": number, "rank": rank_text(lowest)}
        for number, lowest in enumerate(page.categories, 1)
    ]
    last = len(titles) + 1
    below = rank_text(page.categories[-1])
    titles.append(_("%(number)d: weaker than %(rank)s") % {"number": last, "rank": below})
    return tuple(
        FilterOption(str(number), title, str(number) == chosen)
        for number, title in enumerate(titles, 1)
    )


def _rank(text: str) -> int | None:
    try:
        return parse_rank(text)
    except RankError:
        return None


@dataclass(frozen=True, slots=True)
class CellText:
    """The text of a cell, and its meaning in words.

    ``text`` gives the colour by a letter; ``short`` leaves it to a stone of ``colour`` (empty
    without a game). ``tone`` is the outcome: won, lost, drawn, or empty while it is open or if
    nothing counts. ``drawn`` is what a page shows: a long table has thousands of cells, and a
    template for each would take longer.
    """

    text: str
    words: str
    short: str
    colour: str
    tone: str
    drawn: str = ""


@dataclass(frozen=True, slots=True)
class ExplainedSign:
    """A sign, or a cell with one, how it is drawn, and what it means."""

    text: str
    kinds: str
    words: str


TONES = {"+": "won", "-": "lost", "=": "drawn"}
"""The outcome of a game, by its sign."""


def cell_text(cell: CrosstableCell, opponent: str, *, confirmed: bool = True) -> CellText:
    """Return a cell; ``opponent`` is the name of the other player, empty without a game."""
    shape = _cell_shape(get_language(), cell.seat, cell.handicap, cell.result, confirmed=confirmed)
    if cell.opponent is None:
        return shape
    words, short = shape.words % {"opponent": opponent}, f"{cell.row}{shape.short}"
    return CellText(
        text=f"{cell.row}{shape.text}",
        words=words,
        short=short,
        colour=shape.colour,
        tone=shape.tone,
        drawn=_drawn(
            short, words, f"{shape.tone} {shape.colour}{'' if confirmed else ' unconfirmed'}"
        ),
    )


def black_letter() -> str:
    """Return the letter for Black in a cell."""
    return pgettext("short for Black", "b")


def white_letter() -> str:
    """Return the letter for White in a cell."""
    return pgettext("White", "w")


@lru_cache(maxsize=256)
def _cell_shape(
    _language: str | None,
    seat: RoundRole,
    handicap: int,
    result: Result | None,
    *,
    confirmed: bool,
) -> CellText:
    """Return what many cells share: all but the row, with placeholders for the opponent."""
    cell = CrosstableCell(0, seat, handicap=handicap, result=result)
    if cell.walk_over:
        words = (
            _("won by walk-over: %(opponent)s did not play")
            if seat is RoundRole.WALK_OVER
            else _("did not play: %(opponent)s won by walk-over")
        )
        came = f"{cell.sign}!"
        return CellText(text=came, words=words, short=came, colour="", tone=TONES[cell.sign])
    if not seat.game:
        return {
            RoundRole.BYE: _free(pgettext("short for a bye", "bye"), _("bye")),
            RoundRole.ABSENT: _free("–", _("absent")),
            RoundRole.WAITING: _free("–", pgettext("in a bracket", "waits")),
            RoundRole.UNPAIRED: _free("–", _("not paired")),
        }[seat]
    letter = black_letter() if seat is RoundRole.BLACK else white_letter()
    stones = str(handicap) if handicap else ""
    mark = "!" if cell.by_default else ""
    sign = "×" if cell.void else cell.sign.replace("?", "")
    came = f"{sign}{mark}"
    short = f"{came}/{stones}" if stones else came
    tone = TONES.get(cell.sign, "")
    words = _cell_words(cell)
    if not confirmed:
        words = _("%(what)s, reported but not confirmed") % {"what": words}
    return CellText(
        text=f"{came}{letter}{stones}",
        words=words,
        short=short,
        colour=seat.value,
        tone=tone,
    )


def _free(text: str, words: str) -> CellText:
    """Return the cell of a round without a game."""
    return CellText(text, words, text, "", "", _drawn(text, words, ""))


def _drawn(text: str, words: str, kinds: str) -> str:
    """Return a cell as a page shows it and as it is read aloud."""
    return format_html(
        '<span class="came {}" aria-hidden="true" title="{}">{}</span>'
        '<span class="screen-reader">{}</span>',
        kinds,
        words,
        text,
        words,
    )


def explained_signs(*, unconfirmed: bool) -> list[ExplainedSign]:
    """Return how to read cells; ``unconfirmed``: some are reported but not yet confirmed."""
    lost = _("lost to the player in row 5, as White; the handicap is 2")
    return [
        ExplainedSign("5+", "won black", _("won against the player in row 5, as Black")),
        ExplainedSign("5-/2", "lost white", lost),
        *(
            [ExplainedSign("5+", "won black unconfirmed", _("reported, not confirmed"))]
            if unconfirmed
            else []
        ),
        ExplainedSign("=", "drawn", _("jigo, or no result")),
        ExplainedSign("×", "", _("void: the game does not count")),
        ExplainedSign("!", "", _("decided by absence")),
    ]


def _cell_words(cell: CrosstableCell) -> str:
    """Return the outcome of a game, with a placeholder for the opponent."""
    colour = (
        pgettext("player", "White") if cell.seat is RoundRole.WHITE else pgettext("player", "Black")
    )
    words = _cell_sentence(cell) % {"opponent": "%(opponent)s", "colour": colour}
    if cell.result is not None:
        if cell.result.outcome is Outcome.BOTH_WIN:
            words = _("%(what)s, a win for both") % {"what": words}
        if cell.result.outcome is Outcome.BOTH_LOSE:
            words = _("%(what)s, a loss for both") % {"what": words}
        if cell.result.decided is Decided.DEFAULT:
            words = _("%(what)s, by absence") % {"what": words}
        if cell.result.decided is Decided.RULING:
            words = _("%(what)s, by ruling") % {"what": words}
    if cell.handicap > 1:
        words = _("%(what)s, handicap %(stones)d") % {"what": words, "stones": cell.handicap}
    return words


def _cell_sentence(cell: CrosstableCell) -> str:
    """Return the outcome of a game, with placeholders for the opponent and the colour."""
    if cell.void:
        return _("void game against %(opponent)s as %(colour)s")
    if cell.result is not None and cell.result.outcome is Outcome.NO_RESULT:
        return _("no result against %(opponent)s as %(colour)s")
    return {
        "+": _("won against %(opponent)s as %(colour)s"),
        "-": _("lost to %(opponent)s as %(colour)s"),
        "=": _("drew with %(opponent)s as %(colour)s"),
    }.get(cell.sign, _("against %(opponent)s as %(colour)s, no result yet"))


LEAST_TO_ADD = 2
"""A sum of fewer parts says nothing that the part itself does not."""


@dataclass(frozen=True, slots=True)
class ScorePart:
    """A line: its round (None for the whole), what it is, how it was computed, and its value."""

    round: int | None
    words: str
    computed: str
    value: str
    counts: bool


@dataclass(frozen=True, slots=True)
class ScoreExplanation:
    """A criterion's value and its parts. ``total`` is the sum written out, or empty."""

    name: str
    value: str
    meaning: str
    total: str
    parts: tuple[ScorePart, ...]
    tied: tuple[str, ...]
    compared: bool


def score_explanation(
    found: Explanation, names: Mapping[int, PlayerName], player: int
) -> ScoreExplanation:
    """Return an explanation in the reader's language; ``player`` is the player it is about."""
    criterion = found.criterion
    value = value_text(criterion, found.value)
    parts = tuple(_part(criterion, term, names) for term in found.terms)
    counted = [(part, term) for part, term in zip(parts, found.terms, strict=True) if term.counts]
    total = ""
    if len(counted) >= LEAST_TO_ADD:
        start = _("start")
        summed = " + ".join(
            f"{part.value} ({start if term.kind is TermKind.START else part.words})"
            for part, term in counted
        ).replace("+ -", "− ")
        total = f"{summed} = {value}"
    return ScoreExplanation(
        name=criterion.value,
        value=value,
        meaning=translated(TIEBREAKS[criterion].explanation),
        total=total,
        parts=parts,
        tied=tuple(names[other].name for other in found.tied or () if other != player),
        compared=found.tied is not None,
    )


def _part(criterion: Criterion, term: Term, names: Mapping[int, PlayerName]) -> ScorePart:
    if term.kind is TermKind.ITSELF:
        value = value_text(criterion, term.value)
    else:
        value = scaled_text(term.value, TIEBREAKS[criterion].scale)
    opponent = names[term.opponent].name if term.opponent else ""
    return ScorePart(
        round=term.round,
        words=_term_words(criterion, term) % {"opponent": opponent},
        computed=_computed(criterion, term),
        value=value,
        counts=term.counts,
    )


def _term_words(criterion: Criterion, term: Term) -> str:
    """Return what a part is, with a placeholder for the opponent's name."""
    if term.kind is TermKind.GAME:
        return {2: _("won against %(opponent)s"), 1: _("half a point against %(opponent)s")}.get(
            term.score or 0, _("lost to %(opponent)s")
        )
    if term.kind is TermKind.DEFAULT:
        return {
            2: _("%(opponent)s did not come"),
            1: _("half a point, not played: %(opponent)s"),
        }.get(term.score or 0, _("no point, not played: %(opponent)s"))
    formula = TIEBREAKS[criterion].formula
    if term.kind is TermKind.OPPONENT and isinstance(formula, SumOverOpponents):
        return _("%(score)s of %(opponent)s") % {
            "score": formula.score.value,
            "opponent": "%(opponent)s",
        }
    return {
        TermKind.UNDECIDED: _("not finished yet against %(opponent)s"),
        TermKind.VOID: _("void game against %(opponent)s: it does not count"),
        TermKind.ITSELF: _("as registered"),
        TermKind.REACHED: _("the best place still within reach"),
        TermKind.START: _("starting score, by rank"),
        TermKind.BYE: _("bye"),
        TermKind.WALK_OVER: _("won by walk-over: %(opponent)s did not play"),
        TermKind.WALK_OVER_LOST: _("did not play: %(opponent)s won by walk-over"),
        TermKind.ABSENT: _("absent"),
        TermKind.NOTHING: _("not paired"),
        TermKind.WAITING: pgettext("in a bracket", "waits"),
        TermKind.ROUNDING: _("half a point of byes and absences is rounded down"),
        TermKind.LIMIT: _("the score does not grow further"),
        TermKind.BONUS: _("bonus: stood at the very top here"),
        TermKind.AFTER: _("own score after this round"),
        TermKind.UNPLAYED: _("no opponent"),
        TermKind.BEATEN: _("beat %(opponent)s"),
        TermKind.BELOW: _("stands above %(opponent)s"),
        TermKind.BESIDE: _("tied players at the same level"),
    }[term.kind]


def _computed(criterion: Criterion, term: Term) -> str:
    """Return how a value follows from a score, a handicap and a factor; empty if obvious."""
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


@dataclass(frozen=True, slots=True)
class CriterionColumn:
    """A criterion's name and what it means, in the reader's language."""

    name: str
    explanation: str


@dataclass(frozen=True, slots=True)
class Value:
    """A value and the URL that explains it."""

    text: str
    href: str


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A player's line as the table shows it; ``among`` is the place in the part shown.

    ``about`` is the player's country and club; ``medal`` marks one of the first places.
    """

    row: int
    place: int
    among: int | None
    medal: bool
    player: PlayerName
    about: str
    href: str
    find: str
    cells: tuple[CellText, ...]
    wins: str
    values: tuple[Value, ...]
    hidden: bool
    """Whether a search for other names hides it."""


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """A player on the podium, with the leading criterion's value and the prizes won."""

    place: int
    player: PlayerName
    about: str
    href: str
    value: str
    prizes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TeamStandingsLine:
    """A team's line as the table shows it."""

    place: int
    name: str
    values: tuple[str, ...]


@require_safe
def standings(request: HttpRequest, slug: str, after: int | None = None) -> HttpResponse:
    """Show the standings after a round, by default the latest with a known result."""
    found = freshness_by_slug(slug)  # before the page: a change in between counts as news
    page = standings_page(slug, after, with_results=True)
    if page is None or found is None:
        return not_found(request)
    # The page keeps showing this round: a later one is offered, but does not replace it.
    asked = table_query(request, "standings")
    context = {
        **_context(asked, page),
        "live": reverse("tournament:standings_live", args=[slug, page.after])
        + query_of_columns(request, asked),
        "live_tag": tag_from(asked, found, ("standings", page.after)),
    }
    shown = render(request, "public/standings.html", {**frame(request), **context})
    return remember_columns(request, shown, context["table"])


@polled_often
@require_safe
def standings_live(request: HttpRequest, slug: str, after: int) -> HttpResponse:
    """Return the tables of the standings, or 304 while they have not changed."""

    def answer() -> HttpResponse:
        page = standings_page(slug, after)
        if page is None:
            return not_found(request)
        context = _context(request.GET, page)
        return render(request, "public/standings_live.html", context)

    return cached_if_changed(request, lambda: tag_of(request, slug, ("standings", after)), answer)


@require_safe
def crosstable(request: HttpRequest, slug: str) -> HttpResponse:
    """Show everybody's result in every round."""
    page = standings_page(slug, with_results=True)
    if page is None:
        return not_found(request)
    context = _context(request.GET, page, "crosstable")
    return render(request, "public/crosstable.html", {**frame(request), **context})


@require_safe
def prize_list(request: HttpRequest, slug: str, after: int) -> HttpResponse:
    """Show the winners of the prizes as the table stands after a round."""
    page = standings_page(slug, after)
    if page is None:
        return not_found(request)
    context = {"page": page, "awards": award_lines(page), "appealed": _appealed(page)}
    return render(request, "public/prize_list.html", {**frame(request), **context})


@require_safe
def explanation(request: HttpRequest, slug: str, after: int, number: int) -> HttpResponse:
    """Show where a player's values in the standings come from."""
    page = why_page(slug, after, number)
    if page is None:
        return not_found(request)
    context = {
        "page": page,
        "whys": [score_explanation(found, page.names, page.number) for found in page.explanations],
    }
    return render(request, "public/why.html", {**frame(request), **context})


def _context(asked: QueryDict, page: StandingsPage, name: str = "standings") -> Mapping[str, Any]:
    names = {line.number: line.player.name for line in page.lines}
    part = filter_standings(page, StandingsFilterForm(asked).wanted)
    table = Table(
        name,
        _crosstable_columns(page) if name == "crosstable" else _columns(page, part),
        asked,
        usual="row" if name == "crosstable" else "place",
        keeps=(*StandingsFilterForm().fields,),
    )
    place = str(PLACEHOLDER)
    explained = reverse(
        "tournament:explanation", args=[page.terms.slug, page.after, PLACEHOLDER]
    ).replace(place, "{}")
    card = reverse("tournament:player_card", args=[page.terms.slug, PLACEHOLDER]).replace(
        place, "{}"
    )
    first, unconfirmed = _first(page), page.unconfirmed
    return {
        "page": page,
        "appealed": _appealed(page),
        "part": part,
        "podium": _podium(page, first, card) if page.final and not part.active else (),
        "table": table,
        "signs": explained_signs(unconfirmed=bool(unconfirmed)),
        "ahead": [one.value for one in page.criteria if TIEBREAKS[one].ahead],
        "roomy": page.after + len(page.criteria) <= MOST_IN_SIGHT,
        "played": range(1, page.after + 1),
        "team_columns": [
            CriterionColumn(criterion.value, translated(TEAM_TIEBREAKS[criterion].explanation))
            for criterion in (page.teams.criteria if page.teams else ())
        ],
        "team_lines": _team_lines(page),
        "awards": award_lines(page),
        "columns": [
            CriterionColumn(criterion.value, translated(TIEBREAKS[criterion].explanation))
            for criterion in page.criteria
            if criterion.value in table.shown
        ],
        "lines": [
            StandingsLine(
                row=line.row,
                place=line.place,
                among=part.places[line.number] if part.active else None,
                medal=page.final and bool(first) and line.place <= PODIUM,
                player=line.player,
                about=line.about,
                href=card.format(line.number),
                find=folded(line.player.name),
                cells=tuple(
                    cell_text(
                        cell,
                        names.get(cell.opponent or 0, ""),
                        confirmed=(cell.round, line.number) not in unconfirmed,
                    )
                    for cell in line.cells
                ),
                wins=value_text(Criterion.NBW, line.wins),
                values=tuple(
                    Value(
                        value_text(criterion, value),
                        f"{explained.format(line.number)}#{criterion.value}",
                    )
                    for criterion, value in zip(page.criteria, line.values, strict=True)
                    if criterion.value in table.shown
                ),
                hidden=not table.finds(folded(line.player.name)),
            )
            for line in table.sorted(part.lines)
        ],
    }


def _appealed(page: StandingsPage) -> str:
    return appealed_line(page.appealed, closed=page.terms.closed)


def _columns(page: StandingsPage, part: StandingsFilter) -> tuple[Column, ...]:
    """Return the columns of the standings; the table is ordered by place."""
    # If a place is shared, the cells, which refer to rows, need row numbers.
    rows_differ = bool(page.after) and any(line.row != line.place for line in page.lines)
    place = Column("place", _("Place"), _row, "", "number place")
    among = Column(
        "among",
        pgettext("place among those shown", "In this part"),
        _row,
        _("Place among those shown"),
        "number among",
    )
    wins = Column(
        "wins", _("Wins"), attrgetter("wins"), "", "number", descending=True, optional=True
    )
    return (
        *([_row_column()] if rows_differ else ()),
        place,
        *([among] if part.active else ()),
        _name_column(),
        *_round_columns(page),
        *([wins] if Criterion.NBW not in page.criteria and page.after else ()),
        *_criterion_columns(page),
    )


def _crosstable_columns(page: StandingsPage) -> tuple[Column, ...]:
    """Return the columns of the crosstable; its rows are ordered by place too."""
    rounds, criteria = _round_columns(page), _criterion_columns(page, word=True)
    return (_row_column(), _name_column(), *rounds, *criteria)


def _row_column() -> Column:
    return Column("row", pgettext("of the crosstable", "Row"), _row, "", "number row")


def _name_column() -> Column:
    return Column("name", _("Name"), lambda line: folded(line.player.name), kind="stays")


def _round_columns(page: StandingsPage) -> list[Column]:
    return [
        Column(
            f"round-{number}",
            str(number),
            partial(_round_sort_key, number),
            _("Round %(number)s") % {"number": number},
            "round",
        )
        for number in range(1, page.after + 1)
    ]


def _criterion_columns(page: StandingsPage, *, word: bool = False) -> list[Column]:
    """Return the columns of the criteria; each one's meaning is a tip, or just a ``word``."""
    return [
        Column(
            criterion.value,
            criterion.value,
            partial(_value, index),
            word=about if word else "",
            kind="number",
            descending=True,
            optional=True,
            about="" if word else about,
        )
        for index, criterion in enumerate(page.criteria)
        for about in (translated(TIEBREAKS[criterion].explanation),)
    ]


def _row(line: StandingLine) -> int:
    return line.row


def _value(index: int, line: StandingLine) -> Any:
    return line.values[index]


def _round_sort_key(number: int, line: StandingLine) -> tuple[int, int]:
    """Return the sort key of a round: winners first, then by the opponent's row."""
    cell = line.cells[number - 1]
    return {"+": 0, "=": 1, "-": 2}.get(cell.sign, 3), cell.row or 0


def _first(page: StandingsPage) -> tuple[StandingLine, ...]:
    """Return the players in the first places; empty if very many share them."""
    first = tuple(line for line in page.lines if line.place <= PODIUM)
    return first if page.after and len(first) <= MOST_ON_PODIUM else ()


def _podium(page: StandingsPage, first: tuple[StandingLine, ...], card: str) -> list[PodiumStep]:
    """Return the podium; ``card`` is the URL of a player's page, to be formatted."""
    return [
        PodiumStep(
            place=line.place,
            player=line.player,
            about=line.about,
            href=card.format(line.number),
            value=_leading_value(page.criteria[0], line.values[0]) if page.criteria else "",
            prizes=tuple(one.prize.name for one in page.awards if line.number in one.winners),
        )
        for line in first
    ]


def _leading_value(criterion: Criterion, value: int) -> str:
    """Return the leading value with its criterion; wins are spelled out."""
    text = value_text(criterion, value)
    if criterion is Criterion.NBW:
        # Anything above one takes the plural, even by a half.
        return ngettext("%(wins)s win", "%(wins)s wins", -(-value // 2)) % {"wins": text}
    return f"{text} {criterion.value}"


def _team_lines(page: StandingsPage) -> list[TeamStandingsLine]:
    if page.teams is None:
        return []
    return [
        TeamStandingsLine(
            place=row.place,
            name=row.team.name,
            values=tuple(
                decimal_text(row.values[criterion], TEAM_TIEBREAKS[criterion].scale)
                for criterion in page.teams.criteria
            ),
        )
        for row in page.teams.rows
    ]
