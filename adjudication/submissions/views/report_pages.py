"""The pages a report is made on: who won, how, the sentence; and the form with everything."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from adjudication.submissions.views.comparing import compared
from adjudication.submissions.views.marking import marking_of
from adjudication.submissions.views.preview import record_sentence, warnings
from adjudication.submissions.views.report_form import Report
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.services.claims import Result
from adjudication.verdicts.views.sentences import own_sentence
from tournament.games import words
from tournament.staff.access import frame, visitor_of


def seats_of(page: GamePage) -> str:
    """Return who sits where, as every page of a report carries it on from the first."""
    return f"{page.game.black.id}-{page.game.white.id}"


def who_page(
    request: HttpRequest, page: GamePage, read: Report, *, changed: bool = False
) -> HttpResponse:
    """Ask who won: the first tap.

    ``changed`` tells that it was answered before, when others sat at the board or otherwise.
    """
    return _render(request, "submissions/report_who.html", page, read, changed=changed)


def how_page(request: HttpRequest, page: GamePage, read: Report) -> HttpResponse:
    """Ask how it was won: the second tap."""
    colour = page.game.colour_of(visitor_of(request).player_id)
    won = read.values.winner == colour
    return _render(request, "submissions/report_how.html", page, read, won=won)


def form_page(request: HttpRequest, page: GamePage, read: Report) -> HttpResponse:
    """Show everything in one form, to change or to mend."""
    return _render(request, "submissions/report.html", page, read)


def _render(
    request: HttpRequest, template: str, page: GamePage, read: Report, **extra: object
) -> HttpResponse:
    game = page.game
    player_id = visitor_of(request).player_id
    colour = game.colour_of(player_id)
    waiting = page.waiting
    context = {
        "page": page,
        "game": game,
        "values": read.values,
        "errors": read.errors,
        "notes": read.notes,
        "colour": colour,
        "other_colour": words.other(colour),
        "colour_word": words.colour(colour),
        "opponent": game.white if colour == "black" else game.black,
        "opponent_colour_word": words.colour(words.other(colour)),
        "opponent_waits": waiting is not None and waiting.player_id != player_id,
        "replaces": waiting is not None and waiting.player_id == player_id,
        "seats": seats_of(page),
        "from_post": request.method == "POST",
        **extra,
    }
    status = 400 if read.errors else 200
    return render(request, template, {**frame(request), **context}, status=status)


def review_page(
    request: HttpRequest,
    page: GamePage,
    read: Report,
    *,
    changed: bool = False,
    meanwhile: str = "",
) -> HttpResponse:
    """Show in words what will be sent, and what sending it does to the game as it is now.

    ``changed`` tells that it was shown before, when sending would have done something else, and
    ``meanwhile`` what happened while it was made.
    """
    game = page.game
    result = result_of_report(read)
    waiting = page.waiting
    context = {
        "page": page,
        "expects": "" if waiting is None else str(waiting.id),
        "version": game.version,
        "sure": said_result(read),
        "seats": seats_of(page),
        "changed": changed,
        "meanwhile": meanwhile,
        "from_post": True,
        "sentence": own_sentence(game, game.colour_of(visitor_of(request).player_id), result),
        "record": record_sentence(read),
        "offers_record": read.record is None,
        **sending_context(request, page, read),
    }
    status = 400 if read.errors or read.refusal else 200
    return render(request, "submissions/review.html", {**frame(request), **context}, status=status)


def sending_context(request: HttpRequest, page: GamePage, read: Report) -> dict[str, Any]:
    """Return what the marks and the buttons below them show: what sending does as things are."""
    context = marking_context(page, read)
    player_id = visitor_of(request).player_id
    comparison = compared(page, player_id, read, context["marking"])
    return {
        **context,
        "comparison": comparison,
        # Whoever came to mark other stones confirms nothing here: they go back to the report.
        "unchanged": bool(read.values.marks and comparison and comparison.same_stones),
        "replaces": page.waiting is not None and comparison is None,
    }


def marking_context(page: GamePage, read: Report) -> dict[str, Any]:
    """Return what the part with the board to mark on shows, and what to think twice about."""
    return {
        "game": page.game,
        "values": read.values,
        "errors": read.errors,
        "notes": read.notes,
        "marking": marking_of(read, page.game, page.terms),
        "refusal": read.refusal,
        "dead": None if read.dead is None else ", ".join(read.dead),
        "warnings": [] if read.errors else list(warnings(read, page.game, page.terms)),
    }


def said_result(read: Report) -> str:
    """Return the result of a form as its own hidden field: the page that showed it asked about it.

    A form whose result was changed since has not been asked.
    """
    values = read.values
    return f"{values.winner} {values.reason} {read.margin_half or ''}"


def result_of_report(read: Report) -> Result:
    """Return the result that a report claims."""
    return Result(read.values.winner, read.values.reason, read.margin_half)
