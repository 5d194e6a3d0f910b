"""The pages of a report: who won, how, everything in one form, and the sentence to send."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from adjudication.cases.selectors.cases import live_case_of
from adjudication.cases.views.words import ruling_ends
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.comparing import (
    DifferenceKind,
    compare,
    either_contradicts,
    turned_to_match,
)
from adjudication.rules.marks import Marks, marks_of, same_marks
from adjudication.rules.points import example_points, listed_points
from adjudication.rules.possible import tie_text
from adjudication.rules.record import GameRecord
from adjudication.submissions.selectors.server_games import server_offers
from adjudication.submissions.views.chains import chain_names
from adjudication.submissions.views.games import other_results_shown
from adjudication.submissions.views.marking import Marking, marking_of, marks_sent
from adjudication.submissions.views.preview import is_draw_possible, record_sentence, warnings
from adjudication.submissions.views.report_form import FilledReport
from adjudication.submissions.views.several_records import difference_sentence, move_text
from adjudication.triage.services.dead_stones import both_are_asked, marks_in
from adjudication.verdicts.selectors.at_hand import read_if_size
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.selectors.submissions import SubmissionView, record_bytes
from adjudication.verdicts.selectors.verdicts import details_of
from adjudication.verdicts.services.claims import Result
from adjudication.verdicts.views import own_sentence
from tournament.games import words
from tournament.models import Game, Reason, Winner
from tournament.spoken import translated
from tournament.staff.visitors import frame, visitor_of


@dataclass(frozen=True, slots=True)
class Line:
    """One item that both say: in the report, and on the page."""

    name: str
    theirs: str
    yours: str
    differs: bool


MOST_NAMED: Final = 12
"""The most moves that are named where records differ."""


@dataclass(frozen=True, slots=True)
class OtherMoves:
    """How two records differ, in words, and the moves of each where they first differ.

    There are no moves if the sentence names the only one that differs.
    """

    sentence: str
    theirs: str
    yours: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """A waiting report beside a page; ``result`` is the page's in short form.

    Sending confirms the report if they are the ``same``, and contests it if the result differs
    (``contests``). The same result with other dead stones, or with dead stones that count to
    another result, can do neither.
    """

    name: str
    result: str
    contests: bool
    lines: tuple[Line, ...]
    names_stones: bool
    """Whether the report names its dead stones."""
    other_count: str
    """What the page's dead stones count to, if the report claims another result."""
    other_stones: bool
    """Whether the page has other dead stones."""
    asks: bool
    """Whether both players are then asked about them first."""
    same_winner: bool
    """Whether both name a winner, and the same one."""
    moves: OtherMoves | None = None
    """How the records differ, even if the reports are the same."""
    checking: bool = False
    """Whether the record of the report still waits for its verdict."""
    otherwise: tuple[str, ...] = ()
    """What records at hand show instead of the result that sending confirms."""
    ruling_ends: str = ""
    """A note that a ruling also becomes final once that is confirmed, if there is one."""

    @property
    def same(self) -> bool:
        """Whether sending confirms the report."""
        return not self.other_count and not any(line.differs for line in self.lines)

    @property
    def same_stones(self) -> bool:
        """Whether the page only repeats the report, with the dead stones that it names."""
        return self.same and self.names_stones


def compare_with_waiting(
    page: GamePage, player_id: int | None, read: FilledReport, marking: Marking | None
) -> Comparison | None:
    """Return what is about to be sent beside the opponent's report; None if none is waiting."""
    waiting = page.waiting
    if waiting is None or waiting.player_id == player_id:
        return None
    theirs = Result(waiting.winner, waiting.reason, waiting.margin_half)
    yours = read.result
    said, sent = _short(theirs), _short(yours)
    lines = [Line(_("Result"), said, sent, theirs != yours)]
    names_stones = other_stones = False
    other_count = ""
    if theirs.reason == yours.reason == Reason.SCORE:
        if not page.game.stones_stay:
            marks = _marks_of_both(page, waiting, read)
            names_stones = marks[0].dead is not None
            for line in _stones(*marks, size=page.terms.board_size):
                other_stones = other_stones or line.differs
                lines.append(line)
        if marking is not None and marking.said:
            if marking.result != theirs:
                other_count = marking.counted
            lines.append(_count_line(page, waiting, marking))
    found = Comparison(
        name=waiting.player_name,
        result=sent,
        contests=theirs != yours,
        lines=tuple(lines),
        names_stones=names_stones,
        other_stones=other_stones,
        asks=other_stones and asked_about_stones(page, waiting, read.data),
        other_count=other_count,
        same_winner=theirs.winner == yours.winner,
        moves=_other_moves(waiting, read),
        checking=waiting.checking,
    )
    if not found.same:
        return found
    return replace(
        found,
        otherwise=other_results_shown(page, yours, player_id),
        ruling_ends=ruling_ends(live_case_of(page.game.id)),
    )


def asked_about_stones(page: GamePage, theirs: SubmissionView, data: bytes | None) -> bool:
    """Whether both players are asked first if one reports other dead stones than a report.

    ``data`` are the bytes of the record that the opponent's report came with, if any.
    """
    sent = (data, record_bytes(theirs.id) if theirs.record is not None else None)
    game = Game.objects.select_related("round__tournament").get(pk=page.game.id)
    return both_are_asked(game, [record for record in sent if record is not None])


def _count_line(page: GamePage, waiting: SubmissionView, marking: Marking) -> Line:
    """Return what a report's dead stones count to in its record, and what the page's count to."""
    sent = marks_sent(page, waiting)
    counted = "–" if sent is None else sent.counted
    differs = sent is not None and counted != marking.counted
    return Line(_("Counted with these dead stones"), counted, marking.counted, differs)


def _other_moves(waiting: SubmissionView, read: FilledReport) -> OtherMoves | None:
    """Return how the record of a report differs from the page's, ignoring passes at the end."""
    data = record_bytes(waiting.id) if waiting.record is not None else None
    if data is None or read.record is None:
        return None
    theirs = read_if_size(data, read.record.size)
    if theirs is None:
        return None
    yours = turned_to_match(theirs, read.record)
    if not either_contradicts(theirs, yours):
        return None
    both = compare(theirs, yours)
    sentence = difference_sentence(theirs, yours, both)
    first = both.stretches[0] if both.stretches else None
    if first is None or first.kind is DifferenceKind.ANOTHER_POINT:
        return OtherMoves(sentence, "", "")
    return OtherMoves(sentence, _in_order(theirs, first.first), _in_order(yours, first.second))


def _in_order(record: GameRecord, numbers: range) -> str:
    """Return moves of a record as a player names them, a long line cut short."""
    named = [move_text(record, number) for number in numbers[:MOST_NAMED]]
    if len(numbers) > MOST_NAMED:
        named.append("…")
    return ", ".join(named) or _("no more moves")


def _short(result: Result) -> str:
    return words.short_result(result.winner, result.reason, result.margin_half)


def _marks_of_both(
    page: GamePage, waiting: SubmissionView, read: FilledReport
) -> tuple[Marks, Marks]:
    """Return the marks of a report and of a page."""
    size = page.terms.board_size
    named = details_of([waiting.id])[waiting.id].named_stones
    theirs = marks_in(named, record_bytes(waiting.id), size=size)
    yours = read.named.as_points(size)
    if read.record is not None and read.replay is not None and read.record.size == size:
        yours = marks_of(read.record, read.replay, yours)
    return theirs, yours


def _stones(theirs: Marks, yours: Marks, *, size: int) -> Iterator[Line]:
    """Yield lines with the dead stones of both and, if anybody names any, those in seki."""
    if theirs.dead is None and yours.dead is None:
        return
    positions = (theirs.position, yours.position)
    yield Line(
        _("Dead stones"),
        _named(theirs.dead, positions, size),
        _named(yours.dead, reversed(positions), size),
        not same_marks(replace(theirs, seki=None), yours, size),
    )
    if theirs.seki or yours.seki:
        alike = same_marks(_only_seki(theirs), _only_seki(yours), size)
        yield Line(
            _("In seki"),
            _named(theirs.seki, positions, size),
            _named(yours.seki, reversed(positions), size),
            not alike,
        )


def _only_seki(marks: Marks) -> Marks:
    """Return only the stones in seki, as marks to compare."""
    return replace(marks, dead=marks.seki, seki=None)


def _named(
    points: frozenset[int] | None, positions: Iterable[Sequence[int] | None], size: int
) -> str:
    """Return stones in words, by the chains of the first position that is not None."""
    if points is None:
        return _("nothing said")
    if not points:
        return _("none")
    position = next((known for known in positions if known is not None), None)
    if position is None:
        return listed_points(points, size)
    return ", ".join(chain_names(position, size, points))


# --- The pages that make a report: who won, how, the sentence, and the form with everything ---


def seats_of(page: GamePage) -> str:
    """Return which player has which colour, as carried through all pages of a report."""
    return f"{page.game.black.id}-{page.game.white.id}"


SIDES: Final = {BLACK: "black", WHITE: "white"}


def _equal_scores(page: GamePage, read: FilledReport) -> dict[str, Any]:
    """Return who wins equal scores, if komi allows them, and whether a report says so."""
    ruleset = page.terms.ruleset
    why, winner = tie_text(ruleset), ruleset.tie_winner.value
    if why is None or winner is None or page.game.komi_half % 2:
        return {"tie": "", "tie_wins": False}
    return {"tie": translated(why), "tie_wins": read.winner == SIDES[winner]}


def who_page(
    request: HttpRequest, page: GamePage, read: FilledReport, *, changed: bool = False
) -> HttpResponse:
    """Ask who won: the first tap.

    ``changed`` says that it was answered before, when the players or their colours were different.
    """
    offers = server_offers(page.game)
    pastes = bool(offers or page.terms.internet or read.errors.keys() & {"record", "paste"})
    return _render(
        request,
        "submissions/report_who.html",
        page,
        read,
        changed=changed,
        offers=offers,
        switch_form="server" if pastes else "who",
        switch_step="begin",
    )


def how_page(request: HttpRequest, page: GamePage, read: FilledReport) -> HttpResponse:
    """Ask how it was won: the second tap, or the first for a player who sends other points."""
    game = page.game
    colour = game.colour_of(visitor_of(request).player_id)
    waiting = page.waiting
    theirs = ""
    if waiting is not None and str(waiting.id) == read.points:
        result = Result(waiting.winner, waiting.reason, waiting.margin_half)
        theirs = own_sentence(game, colour, result)
    return _render(
        request,
        "submissions/report_how.html",
        page,
        read,
        won=read.winner == colour,
        theirs=theirs,
        switch_form="how",
        switch_step="who",
    )


def form_page(request: HttpRequest, page: GamePage, read: FilledReport) -> HttpResponse:
    """Show everything in one form, to change or correct."""
    switch = {"switch_form": "claim", "switch_step": "edit"}
    return _render(request, "submissions/report.html", page, read, **switch)


def _render(
    request: HttpRequest, template: str, page: GamePage, read: FilledReport, **extra: object
) -> HttpResponse:
    game = page.game
    player_id = visitor_of(request).player_id
    colour = game.colour_of(player_id)
    waiting = page.waiting
    context = {
        **_equal_scores(page, read),
        "page": page,
        "game": game,
        "values": read,
        "errors": read.errors,
        "notes": read.notes,
        "colour": colour,
        "colour_word": words.colour(colour),
        "opponent": game.white if colour == "black" else game.black,
        "sides": [
            (side, words.colour(side), player, side == colour)
            for side, player in (("black", game.black), ("white", game.white))
        ],
        "draws": is_draw_possible(game, page.terms) or read.winner == Winner.DRAW,
        "opponent_waits": waiting is not None and waiting.player_id != player_id,
        "replaces": waiting is not None and waiting.player_id == player_id,
        "seats": seats_of(page),
        "example_points": example_points(page.terms.board_size),
        "from_post": request.method == "POST",
        **extra,
    }
    status = 400 if read.errors else 200
    return render(request, template, {**frame(request), **context}, status=status)


def review_page(
    request: HttpRequest,
    page: GamePage,
    read: FilledReport,
    *,
    changed: bool = False,
    meanwhile: str = "",
) -> HttpResponse:
    """Show in words what will be sent, and what sending it does to the game as it is now.

    ``changed`` says that it was shown before, when sending would have done something else: another
    report is waiting than when the page was made. ``meanwhile`` says what happened in between.
    """
    game = page.game
    result = read.result
    waiting = page.waiting
    expects = "" if waiting is None else str(waiting.id)
    sending = sending_context(request, page, read)
    context = {
        "page": page,
        "expects": expects,
        "version": game.version,
        "sure": read.result_text,
        "seats": seats_of(page),
        "changed": changed or request.POST.get("expects", expects) != expects,
        "meanwhile": meanwhile,
        "from_post": True,
        "switch_form": "review",
        "switch_step": "review",
        "sentence": own_sentence(game, game.colour_of(visitor_of(request).player_id), result),
        "record": record_sentence(read),
        "offers_record": read.record is None,
        "marks_first": sending["marking"] is not None and sending["marking"].result_follows,
        **_equal_scores(page, read),
        **sending,
    }
    status = 400 if read.errors or read.refusal else 200
    return render(request, "submissions/review.html", {**frame(request), **context}, status=status)


def sending_context(request: HttpRequest, page: GamePage, read: FilledReport) -> dict[str, Any]:
    """Return the context of the marks and of the buttons below, which say what sending does."""
    context = marking_context(page, read)
    player_id = visitor_of(request).player_id
    comparison = compare_with_waiting(page, player_id, read, context["marking"])
    unchanged = bool(comparison and _repeats(page, read, comparison))
    return {
        **context,
        "comparison": comparison,
        "ruling_ends": "" if comparison else ruling_ends(live_case_of(page.game.id)),
        "unchanged": unchanged,
        "other_record": bool(unchanged and read.marks and comparison and comparison.moves),
        "replaces": page.waiting is not None and comparison is None,
        "drops_record": comparison is None
        and page.waiting is not None
        and page.waiting.record is not None
        and read.record is None,
    }


def is_unchanged(request: HttpRequest, page: GamePage, read: FilledReport) -> bool:
    """Whether a report only repeats the waiting one, though its page was to say something else."""
    marking = marking_of(read, page.game, page.terms)
    comparison = compare_with_waiting(page, visitor_of(request).player_id, read, marking)
    return bool(comparison and _repeats(page, read, comparison))


def _repeats(page: GamePage, read: FilledReport, comparison: Comparison) -> bool:
    """Whether a page that was opened to say something else repeats the report all the same.

    A player who came to mark other stones, or with other points, confirms nothing here: they go
    back to the report.
    """
    recounts = page.waiting is not None and str(page.waiting.id) == read.points
    return bool(read.marks and comparison.same_stones) or (recounts and comparison.same)


def marking_context(page: GamePage, read: FilledReport) -> dict[str, Any]:
    """Return the context of the part with the board for marking, and what to think about twice."""
    return {
        "game": page.game,
        "values": read,
        "errors": read.errors,
        "notes": read.notes,
        "marking": marking_of(read, page.game, page.terms),
        "refusal": read.refusal,
        "dead": None if read.dead_stones is None else ", ".join(read.dead_stones),
        "seki": ", ".join(read.seki_stones or ()),
        "warnings": [] if read.errors else list(warnings(read, page.game, page.terms)),
    }
