"""Correcting who sits where in a round that was published."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.corrections.selectors.correcting import RoundNow, round_now
from adjudication.corrections.selectors.history import names_of
from adjudication.corrections.services import corrections
from adjudication.corrections.services.trying import changed_since, do_if_still
from adjudication.corrections.views.history import done_line
from adjudication.corrections.views.preview import preview
from tournament.common.typed import Typed
from tournament.errors import UserError
from tournament.games import words
from tournament.models import AuditEvent
from tournament.staff.access import frame, kept_for_back
from tournament.staff.guards import directed
from tournament.staff.once import once, refused
from tournament.tournaments.selectors.public import TournamentTerms

NAMES = ("first", "second", "black", "white", "handicap", "komi", "table", "player", "note")
FIELDS = {
    "komi_half": "komi",
    "board_number": "table",
    "first_id": "first",
    "second_id": "second",
    "black_id": "black",
    "white_id": "white",
    "player_id": "player",
}


Change = partial[AuditEvent]


def _swap(typed: Typed, now: RoundNow) -> Change:
    among = frozenset(one.player.id for one in now.players)
    return partial(
        corrections.swap_in_round,
        round_id=now.id,
        first_id=typed.chosen("first", among),
        second_id=typed.chosen("second", among),
        note=typed.note(asked=True),
    )


def _add(typed: Typed, now: RoundNow) -> Change:
    among = frozenset(one.player.id for one in now.free)
    return partial(
        corrections.add_game,
        round_id=now.id,
        black_id=typed.chosen("black", among),
        white_id=typed.chosen("white", among),
        handicap=typed.count("handicap"),
        komi_half=typed.komi("komi"),
        board_number=typed.count("table"),
        note=typed.note(asked=True),
    )


def _bye(typed: Typed, now: RoundNow) -> Change:
    player = None
    if typed.values["player"]:
        player = typed.chosen("player", frozenset(one.player.id for one in now.free))
    return partial(
        corrections.set_bye, round_id=now.id, player_id=player, note=typed.note(asked=True)
    )


READERS: dict[str, Callable[[Typed, RoundNow], Change]] = {
    "swap": _swap,
    "add": _add,
    "bye": _bye,
}


def _kinds(now: RoundNow) -> tuple[tuple[str, str], ...]:
    kinds = [("swap", _("Exchange two players"))]
    if len(now.free) > 1:
        kinds.append(("add", _("Add a pairing")))
    if now.free or any(one.bye for one in now.players):
        kinds.append(("bye", _("Give or take the bye")))
    return tuple(kinds)


@kept_for_back
@require_http_methods(["GET", "HEAD", "POST"])
@once
def correct_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a round; ask whom to move, show what comes of it, and move them."""
    terms = directed(request, slug)
    now = _now(terms.id, number)
    if now.state == "draft":
        messages.info(request, _("This round is not published yet: change it here."))
        return refused(redirect("tournament:draft", slug, number))
    kinds = dict(_kinds(now))
    kind = request.POST.get("mend", request.GET.get("mend", ""))
    typed = Typed.read(request.POST, NAMES)
    if request.method != "POST" or kind not in kinds or request.POST.get("step") == "edit":
        return _form(request, terms, now, kind if kind in kinds else "", typed)
    change = READERS[kind](typed, now)
    confirms = request.POST.get("step") == "confirm"
    try:
        if request.POST.get("seen") != (_shown(now, change) if confirms else now.seen):
            raise changed_since()
        if typed.errors:
            return _form(request, terms, now, kind, typed)
        if not confirms:
            context = {
                "terms": terms,
                "round": now,
                "seen": _shown(now, change),
                "kind": kind,
                "typed": typed,
                "found": preview(terms.id, number, change),
                "from_post": True,
            }
            return render(request, "corrections/preview.html", {**frame(request), **context})
        event = do_if_still(
            change,
            tournament_id=terms.id,
            round_id=now.id,
            seen=_shown(now, change),
            now=lambda: _shown(_now(terms.id, number), change),
        )
    except UserError as error:
        typed.refuse(error, FIELDS, "form")
        return _form(request, terms, _now(terms.id, number), kind, typed)
    address = redirect("tournament:correct_round", slug, number)
    address["Location"] += f"?done={event.pk}"
    return address


def _shown(now: RoundNow, change: Change) -> str:
    """Return a mark of what was there when it was shown what comes of a change."""
    moved = (change.keywords.get(name) for name in ("first_id", "second_id"))
    return now.seen_with(frozenset(one for one in moved if one))


def _now(tournament_id: int, number: int) -> RoundNow:
    now = round_now(tournament_id, number)
    if now is None:
        raise Http404
    return now


def _form(
    request: HttpRequest, terms: TournamentTerms, now: RoundNow, kind: str, typed: Typed
) -> HttpResponse:
    context = {
        "terms": terms,
        "round": now,
        "lines": [(game, words.game_result(game)) for game in now.games],
        "byes": [one for one in now.players if one.bye],
        "kinds": _kinds(now),
        "kind": kind,
        "typed": typed,
        "seen": now.seen,
        "done": done_line(request, terms, names_of(terms.id)),
        "directs": True,
        "query": f"round={now.number}",
        "from_post": request.method == "POST",
    }
    status = 400 if typed.errors else 200
    return render(request, "corrections/round.html", {**frame(request), **context}, status=status)
