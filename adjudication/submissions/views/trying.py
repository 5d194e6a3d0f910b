"""Moves tried out from any position of a game: "what if", answered by the rules core.

Nothing is stored: the address holds the move of the game and the line played from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from adjudication.board.lines import LineLink, LineMove, links_through
from adjudication.board.page import (
    captures_text,
    is_small,
    move_numbers,
    position_in_words,
    requested_move,
    safe_svg,
)
from adjudication.board.svg import Drawing
from adjudication.rules.colours import BLACK, EMPTY
from adjudication.rules.findings import Code
from adjudication.rules.points import PASS, parse_any_point, point_name
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.replay import ReplayedMove
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.sgf import read_record
from adjudication.rules.sgf_notes import read_notes
from adjudication.rules.trying import Refusal, TriedLine, try_line
from adjudication.submissions.forms import TriedPointForm
from adjudication.submissions.views.evidence import public_record_of
from adjudication.submissions.views.games import visible_game
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.selectors.submissions import record_bytes
from tournament.common.rate_limit import too_many
from tournament.games import words
from tournament.models import PublicBoards
from tournament.staff.visitors import frame, may_see_evidence, personal, visitor_of

LONGEST: Final = 40
"""The most moves of a line."""
MOST, SECONDS = 600, 60
"""How many answers in how many seconds for one place, where a whole tournament may sit."""
PASSED: Final = "pass"


@personal
@require_safe
def try_moves(request: HttpRequest, game_id: int, submission_id: int) -> HttpResponse:
    """Show a line played on from a move of a record.

    ``move`` is that move (default: the last), ``line`` holds the points played since, ``at`` is how
    many of them are shown (default: all), and ``point`` plays one more after those. For a point
    that cannot be played, the page says so, with the board before it and status 400.
    """
    page = visible_game(request, game_id)
    record, variations = _record(request, page, submission_id)
    if too_many("try", request, most=MOST, seconds=SECONDS):
        context = {**frame(request), "page": page, "game": page.game}
        return render(request, "submissions/try_later.html", context, status=429)
    last = len(record.points)
    asked = requested_move(request.GET, "move")
    after = last if asked is None else min(last, asked)
    line, fault = _line(request.GET.get("line", ""), record.size)
    at = requested_move(request.GET, "at")
    at = len(line) if at is None else min(len(line), at)
    form = TriedPointForm(request.GET if "point" in request.GET else None, size=record.size)
    if form.is_valid():
        longer = [*line[:at], form.cleaned_data["point"]]
        return redirect(f"{request.path}{_address(after, longer, record.size)}")
    recorded = _common_moves(line, variations.get(after, ()))
    shown = tried_page(record, after, line, at, page.terms.ruleset, recorded)
    context = {
        **frame(request),
        "page": page,
        "game": page.game,
        "report": submission_id,
        "form": form,
        "shown": shown,
        "error": fault or shown.error,
    }
    status = 400 if fault or shown.error or form.errors else 200
    return render(request, "submissions/try.html", context, status=status)


_Variations = Mapping[int, Sequence[Sequence[int]]]
"""The variations of a record by the number of the move that they follow."""


def _record(
    request: HttpRequest, page: GamePage, submission_id: int
) -> tuple[GameRecord, _Variations]:
    """Return the record of a report and its variations, if the visitor may see them.

    Raises Http404.
    """
    if may_see_evidence(visitor_of(request), page.game, page.terms.id):
        report = page.submission(submission_id)
        data = record_bytes(submission_id) if report and report.record else None
        if data is None:
            raise Http404
        try:
            return read_record(data), read_notes(data).variations
        except RecordError as error:
            raise Http404 from error
    found = public_record_of(page)
    if found is None or found.report is None or found.report.id != submission_id:
        raise Http404
    told = page.public_boards == PublicBoards.ALL
    return found.record, read_notes(found.data).variations if told else {}


def _common_moves(line: Sequence[int], variations: Iterable[Sequence[int]]) -> int:
    """Return how many moves at the beginning of a line are those of a record's variation."""

    def common(variation: Sequence[int]) -> int:
        pairs = zip(line, variation, strict=False)
        return len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))

    return max(map(common, variations), default=0)


def _line(text: str, size: int) -> tuple[tuple[int, ...], str]:
    """Return the points of a line as far as they can be read, and what is wrong after them."""
    points: list[int] = []
    for name in filter(None, text.split(",", LONGEST)):
        if len(points) == LONGEST:
            return tuple(points), _("A line has at most %(most)d moves.") % {"most": LONGEST}
        try:
            points.append(PASS if name == PASSED else parse_any_point(name, size))
        except ValueError:
            wrong = _("%(point)s is not a point on this board.") % {"point": name[:20]}
            return tuple(points), wrong
    return tuple(points), ""


def _address(after: int, line: Sequence[int], size: int, at: int | None = None) -> str:
    """Return the address of a line from a move of the game, showing its first ``at`` moves."""
    query: dict[str, str | int] = {"move": after}
    if line:
        query["line"] = _names(line, size)
    if at is not None and at != len(line):
        query["at"] = at
    return f"?{urlencode(query, safe=',')}#play"


def _names(line: Sequence[int], size: int) -> str:
    return ",".join(PASSED if point == PASS else point_name(point, size) for point in line)


@dataclass(frozen=True, slots=True)
class TriedPage:
    """A line ready for the page, after ``at`` of its moves. ``colour`` moves next."""

    svg: SafeString
    caption: str
    rows: tuple[str, ...]
    small: bool
    after: int
    colour: str
    colour_word: str
    steps: tuple[LineLink, ...]
    recorded: tuple[LineMove, ...]
    """The moves at its beginning that are a variation of the record."""
    own: tuple[LineMove, ...]
    """The moves after those."""
    passing: str
    """The address of a pass; empty if the line has its maximum length."""
    line: str
    """The part of the line that is shown, as addresses write it."""
    at: int
    prisoners: tuple[int, int]
    error: str


def tried_page(
    record: GameRecord,
    after: int,
    line: Sequence[int],
    at: int,
    ruleset: RuleSet,
    recorded: int,
) -> TriedPage:
    """Return a line from the position after a move of a record, after ``at`` of its moves.

    Its first ``recorded`` moves are those of a variation of the record.
    """
    whole = try_line(record, after, line, ruleset)
    played = whole.moves
    at = min(at, len(played))
    kept = tuple(move.point for move in played)
    tried = whole if at == len(played) else try_line(record, after, kept[:at], ruleset)
    size, position = record.size, tried.replay.position
    numbers = {
        point: number - after
        for point, number in move_numbers(tried.replay, tried.replay.moves).items()
        if number > after
    }
    last = tried.moves[-1] if at else None
    longer = at < LONGEST
    told = tuple(
        LineMove(_told(move, size), _address(after, kept, size, number), here=number == at)
        for number, move in enumerate(played, 1)
    )
    caption = _caption(tried, last, after, size)
    name = "black" if tried.to_move == BLACK else "white"
    drawing = Drawing(
        size=size,
        position=position,
        label=caption,
        last=last.point if last and last.point >= 0 and position[last.point] != EMPTY else None,
        numbers=numbers,
        links={
            point: _address(after, [*kept[:at], point], size)
            for point, state in enumerate(position)
            if state == EMPTY and longer
        },
    )
    return TriedPage(
        svg=safe_svg(drawing),
        caption=caption,
        rows=position_in_words(position, size),
        small=is_small(size),
        after=after,
        colour=name,
        colour_word=words.colour(name),
        steps=links_through(at, len(kept), lambda number: _address(after, kept, size, number)),
        recorded=told[:recorded],
        own=told[recorded:],
        passing=_address(after, [*kept[:at], PASS], size) if longer else "",
        line=_names(kept[:at], size),
        at=at,
        prisoners=tried.replay.prisoners_after(after + at),
        error=_refusal(whole.refused, size) if whole.refused else "",
    )


def _caption(tried: TriedLine, last: ReplayedMove | None, after: int, size: int) -> str:
    if last is not None:
        text = f"{_told(last, size)}."
        if last.captured:
            text += captures_text(len(last.captured)) % {"count": len(last.captured)}
    elif after:
        text = _("The game after move %(number)s.") % {"number": after}
    else:
        text = _("Before the first move.")
    name = words.colour("black" if tried.to_move == BLACK else "white")
    turn = _("%(colour)s to play.") % {"colour": name}
    return f"{text} {turn}"


def _told(move: ReplayedMove, size: int) -> str:
    name = words.colour("black" if move.colour == BLACK else "white")
    if move.point == PASS:
        return _("%(colour)s passes") % {"colour": name}
    return _("%(colour)s at %(point)s") % {"colour": name, "point": point_name(move.point, size)}


def _refusal(refused: Refusal, size: int) -> str:
    """Return why a move of a line cannot be played."""
    text = {
        Code.OCCUPIED: _("There is a stone at %(point)s already."),
        Code.SUICIDE: _(
            "A stone at %(point)s would take nothing and have no liberty: these rules forbid it."
        ),
        Code.KO: _("The ko at %(point)s cannot be taken back at once."),
        Code.SUPERKO: _(
            "A stone at %(point)s would bring back an earlier position: these rules forbid it."
        ),
    }[refused.code]
    return text % {"point": point_name(refused.point, size)}
