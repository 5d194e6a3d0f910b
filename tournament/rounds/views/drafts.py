"""The director's page of one round: pair it, look at the draft, change it, publish it."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournament.common.form_values import keys
from tournament.errors import UserError
from tournament.models import RoundState
from tournament.pairing.pairing import PairingError
from tournament.rounds.selectors.drafts import (
    DraftPage,
    beyond_last,
    draft_page,
    next_round_number,
    planned_in,
)
from tournament.rounds.selectors.draws import verify_round
from tournament.rounds.selectors.preparation import door_of
from tournament.rounds.selectors.running import round_id_of
from tournament.rounds.services import boards, draws
from tournament.rounds.services.games import seat_pair
from tournament.rounds.services.removed_rounds import remove_round
from tournament.rounds.services.rounds import (
    create_round,
    finish_round,
    publish_round,
    withdraw_round,
)
from tournament.rounds.services.seen_drafts import seen_draft
from tournament.rounds.views.draft_lines import (
    board_options,
    draft_lines,
    player_options,
    publish_warnings,
)
from tournament.scheduling.sentences import dated_context
from tournament.spoken import spoken
from tournament.staff.access import frame, personal
from tournament.staff.guards import directed
from tournament.staff.once import once, refused
from tournament.tournaments.selectors.public import TournamentTerms

MOST_DIFFERENCES = 10


def show_draft(request: HttpRequest, terms: TournamentTerms, number: int) -> HttpResponse:
    """Show a round in preparation with every way to change it, or ask before it is made."""
    page = draft_page(terms.id, number)
    if page is None:
        raise Http404
    if page.round_id is None and number > (planned := planned_in(terms.id)):
        # Asked before a round is made that the tournament is not set to, with what it changes.
        context = {"terms": terms, "number": number, "planned": planned}
        return render(request, "rounds/extra.html", {**frame(request), **context})
    lines = draft_lines(page, terms.slug)
    context = {
        "terms": terms,
        "page": page,
        "lines": lines,
        "player_options": player_options(page.players),
        "board_options": board_options(lines),
        "problem": spoken(page.problem) if page.problem else "",
        "door": door_of(terms.id, number, page.players),
        **dated_context(page.dated),
    }
    return render(request, "rounds/draft.html", {**frame(request), **context})


@personal
@require_POST
@once
def extra(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Make the round that the director was asked about, in preparation."""
    terms = directed(request, slug)
    if next_round_number(terms.id) == number and beyond_last(terms.id, number):
        try:
            create_round(tournament_id=terms.id, extra=True)
        except UserError as error:
            messages.error(request, str(error.text))
            return refused(redirect("tournament:draft", slug, number))
    return redirect("tournament:draft", slug, number)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask, then delete a round in preparation."""
    terms = directed(request, slug)
    page = draft_page(terms.id, number, weigh=False)
    if page is None or page.round_id is None:
        raise Http404
    if page.state != RoundState.DRAFT:
        return redirect("tournament:draft", slug, number)
    if request.method != "POST":
        context = {"terms": terms, "page": page}
        return render(request, "rounds/remove.html", {**frame(request), **context})
    try:
        with _seen(request, terms, number):
            remove_round(round_id=page.round_id)
    except UserError as error:
        messages.error(request, str(error.text))
        return redirect("tournament:draft", slug, number)
    messages.success(request, _("The draft of round %(number)d is deleted.") % {"number": number})
    return redirect("tournament:director", slug)


@personal
@require_POST
@once
def pair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Pair the round: all of it but the locked boards, or only who has no board yet."""
    terms = directed(request, slug)
    try:
        with _seen(request, terms, number):
            draws.draw_round(
                tournament_id=terms.id,
                round_number=number,
                keep_all=request.POST.get("keep") == "all",
            )
    except UserError as error:
        messages.error(request, str(error.text))
        return refused(redirect("tournament:draft", slug, number))
    return redirect("tournament:draft", slug, number)


@personal
@require_POST
@once
def change(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Do one of the changes of :data:`CHANGES` to the draft."""
    terms = directed(request, slug)
    page = draft_page(terms.id, number, weigh=False)
    name = request.POST.get("action", "")
    action = CHANGES.get(name)
    if page is None or action is None or (page.round_id is None and name != "seat"):
        raise Http404
    try:
        with _seen(request, terms, number):
            done = action(terms.id, page, request.POST)
    except UserError as error:
        messages.error(request, str(error.text))
        return refused(redirect("tournament:draft", slug, number))
    if done:
        messages.success(request, done)
    return redirect("tournament:draft", slug, number)


@personal
@require_POST
@once
def state(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Publish the round, take it back or close it.

    Where something speaks against publishing, a page says so and asks first.
    """
    terms = directed(request, slug)
    round_id = round_id_of(terms.id, number)
    name = request.POST.get("step", "")
    if round_id is None or name not in STEPS:
        raise Http404
    if name == "publish" and "sure" not in request.POST:
        asked = _ask(request, terms, number)
        if asked is not None:
            return asked
    try:
        with _seen(request, terms, number):
            STEPS[name](round_id=round_id)
    except UserError as error:
        messages.error(request, str(error.text))
        return refused(redirect("tournament:draft", slug, number))
    if name == "finish":
        # The round is done with: the overview says what comes next.
        return redirect("tournament:director", slug)
    return redirect("tournament:draft", slug, number)


def _ask(request: HttpRequest, terms: TournamentTerms, number: int) -> HttpResponse | None:
    """Return the page that asks before a draft is published; None where nothing is to be asked."""
    page = draft_page(terms.id, number)
    if page is None or page.state != RoundState.DRAFT or not page.boards:
        return None
    warnings = publish_warnings(page, door_of(terms.id, number, page.players))
    if not warnings:
        return None
    context = {
        "terms": terms,
        "page": page,
        "warnings": warnings,
        # What was seen on the draft's page, not what is there now.
        "digest": request.POST.get("seen", "") or page.digest,
        "from_post": True,
    }
    return render(request, "rounds/publish.html", {**frame(request), **context})


def _seen(
    request: HttpRequest, terms: TournamentTerms, number: int
) -> AbstractContextManager[None]:
    """Let something be done only to the draft that the page of the form showed."""
    return seen_draft(
        tournament_id=terms.id, round_number=number, digest=request.POST.get("seen", "")
    )


@personal
@require_POST
def verify(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Pair the round again in memory and say whether the latest draw comes out the same."""
    terms = directed(request, slug)
    try:
        checked = verify_round(terms.id, number)
    except PairingError as error:
        messages.error(request, spoken(error.text))
        return redirect("tournament:draft", slug, number)
    if checked is None:
        raise Http404
    if not checked.intact:
        messages.error(request, _("The data from which the draw was made has changed."))
    if checked.differences:
        for sentence in checked.differences[:MOST_DIFFERENCES]:
            messages.error(request, spoken(sentence))
    else:
        messages.success(request, _("Paired again, every board comes out the same."))
    if checked.input_changed:
        messages.info(
            request,
            _("Players, results or parameters have changed since the draw was made."),
        )
    if checked.changed_by_hand:
        messages.info(
            request,
            ngettext(
                "%(count)d board of the draw was changed by hand since.",
                "%(count)d boards of the draw were changed by hand since.",
                checked.changed_by_hand,
            )
            % {"count": checked.changed_by_hand},
        )
    return redirect("tournament:draft", slug, number)


def _round(page: DraftPage) -> int:
    assert page.round_id is not None, "changes are of rounds that exist"
    return page.round_id


def _games(page: DraftPage, data: QueryDict) -> list[int]:
    """Return the chosen boards of this round, by the ids of their games."""
    chosen = set(keys(data.getlist("game")))
    return [board.game_id for board in page.boards if board.game_id in chosen]


def _one_game(page: DraftPage, data: QueryDict) -> int:
    games = _games(page, data)
    if len(games) != 1:
        raise UserError("no_game", text=_("Choose one board."))
    return games[0]


def _number(data: QueryDict, name: str) -> int | None:
    text = data.get(name, "").strip()
    try:
        return int(text) if text else None
    except ValueError:
        raise UserError(name, field=name, text=_("Write a whole number.")) from None


def _player(data: QueryDict, name: str) -> int:
    text = data.get(name, "")
    if not text.isdecimal() or len(text) > 18:
        raise UserError("no_player", field=name, text=_("Choose a player."))
    return int(text)


def _unpair(tournament_id: int, page: DraftPage, data: QueryDict) -> str:
    count = boards.unpair(round_id=_round(page), game_ids=_games(page, data))
    return ngettext("%(count)d board unpaired.", "%(count)d boards unpaired.", count) % {
        "count": count
    }


def _lock(tournament_id: int, page: DraftPage, data: QueryDict) -> str:
    boards.lock_boards(round_id=_round(page), game_ids=_games(page, data), locked=True)
    return ""


def _unlock(tournament_id: int, page: DraftPage, data: QueryDict) -> str:
    boards.lock_boards(round_id=_round(page), game_ids=_games(page, data), locked=False)
    return ""


def _colours(tournament_id: int, page: DraftPage, data: QueryDict) -> str:
    boards.swap_colours(round_id=_round(page), game_ids=_games(page, data))
    return ""


def _swap(tournament_id: int, page: DraftPage, data: QueryDict) -> str:
    boards.swap_players(
        round_id=_round(page), first_id=_player(data, "first"), second_id=_player(data, "second")
    )
    return _("The two players have changed places.")


def _terms(tournament_id: int, page: DraftPage, data: QueryDict) -> str:
    komi = data.get("komi", "").strip().replace(",", ".")
    komi_half: int | None = None
    if komi:
        try:
            komi_half = int(2 * float(komi))
            if komi_half != 2 * float(komi):
                raise ValueError(komi)
        except (ValueError, OverflowError):
            raise UserError(
                "komi", field="komi", text=_("Write komi in whole or half points, such as 6.5.")
            ) from None
    boards.set_terms(
        game_id=_one_game(page, data),
        handicap=_number(data, "handicap"),
        komi_half=komi_half,
        board_number=_number(data, "table"),
    )
    return ""


def _seat(tournament_id: int, page: DraftPage, data: QueryDict) -> str:
    seat_pair(
        tournament_id=tournament_id,
        round_number=page.number,
        black_id=_player(data, "black"),
        white_id=_player(data, "white"),
    )
    return ""


def _bye(tournament_id: int, page: DraftPage, data: QueryDict) -> str:
    player = _player(data, "player") if data.get("player") else None
    boards.give_bye(round_id=_round(page), player_id=player)
    return ""


CHANGES: dict[str, Callable[[int, DraftPage, QueryDict], str]] = {
    "seat": _seat,
    "unpair": _unpair,
    "lock": _lock,
    "unlock": _unlock,
    "colours": _colours,
    "swap": _swap,
    "terms": _terms,
    "bye": _bye,
}
STEPS = {"publish": publish_round, "withdraw": withdraw_round, "finish": finish_round}
