"""Closing a round: with one click, or after a page that says what speaks against it."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from adjudication.cases.views.pending import pending_lines
from adjudication.result_entry.forms import CloseRoundForm
from adjudication.result_entry.selectors import BoardInDoubt, boards_in_doubt
from adjudication.result_entry.services import IN_DOUBT, close_round
from adjudication.verdicts.selectors.submissions import badge_sentences
from adjudication.verdicts.views import record_line
from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.games import words
from tournament.games.selectors import GameRow
from tournament.models import RoundState
from tournament.rounds.selectors.running import round_id_of, round_state, unmet_conditions
from tournament.spoken import translated
from tournament.staff.form_keys import idempotent, mark_refused
from tournament.staff.permissions import require_director
from tournament.staff.visitors import frame, personal
from tournament.tournaments.selectors.public import TournamentTerms


@dataclass(frozen=True, slots=True)
class DoubtLine:
    """A board that is in doubt: its result, what its record says, and details."""

    game: GameRow
    result: str
    record: str
    told: tuple[str, ...]


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def close(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Close a round; if anything speaks against that, a GET says what and asks.

    A POST without that question answered leads to it; a GET with nothing to ask leads to the round.
    """
    terms = require_director(request, slug)
    if request.method != "POST":
        return _ask(request, terms, number)
    form = CloseRoundForm(posted(request))
    round_id = round_id_of(terms.id, number)
    if round_id is None or not form.is_valid():
        raise Http404
    asking = mark_refused(redirect("tournament:close_round", slug, number))
    if not form.cleaned_data["sure"] and _unmet(terms, number):
        return asking
    try:
        close_round(round_id=round_id, leaves=form.cleaned_data["leaves"])
    except UserError as error:
        if error.code == IN_DOUBT:
            return asking
        messages.error(request, str(error.text))
        return mark_refused(redirect("tournament:draft", slug, number))
    # The round is finished: the overview says what comes next.
    return redirect("tournament:director", slug)


def _unmet(terms: TournamentTerms, number: int) -> tuple[str, ...]:
    """Return what a bracket lacks before its running round can be closed."""
    running = round_state(terms.id, number) == RoundState.PUBLISHED
    return unmet_conditions(terms, number).sentences if running else ()


def _ask(request: HttpRequest, terms: TournamentTerms, number: int) -> HttpResponse:
    to_round = redirect("tournament:draft", terms.slug, number)
    round_id = round_id_of(terms.id, number)
    if round_id is None or round_state(terms.id, number) != RoundState.PUBLISHED:
        return to_round
    lines, sentences = _lines(boards_in_doubt(round_id)), unmet_conditions(terms, number).sentences
    if not (lines or sentences):
        return to_round
    context = {
        "terms": terms,
        "number": number,
        "sentences": sentences,
        "lines": lines,
        "pending": pending_lines(terms.id, terms.slug),
    }
    return render(request, "result_entry/close.html", {**frame(request), **context})


def _lines(boards: tuple[BoardInDoubt, ...]) -> tuple[DoubtLine, ...]:
    told = badge_sentences({board.game.id: board.badge for board in boards})
    return tuple(
        DoubtLine(
            game=board.game,
            result=words.game_result(board.game),
            record=record_line(board.badge),
            told=tuple(translated(text) for text in told.get(board.game.id, ())),
        )
        for board in boards
    )
