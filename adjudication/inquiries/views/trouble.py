"""Something is wrong with this game: what can be the matter, and what each leads to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.cases.services.policies import policy_of
from adjudication.cases.services.staff import LONGEST_LATE
from adjudication.inquiries.services.raising import ASKED, FINAL, object_to_result, raise_matter
from adjudication.policy.causes import BEHAVIOUR, Cause
from adjudication.policy.policy import FirstStep
from adjudication.rules.points import parse_any_point, point_name
from adjudication.rules.presets import get_ruleset
from adjudication.submissions.services.answers import accept_claim
from adjudication.submissions.views.answers import ask_again
from adjudication.submissions.views.games import played_game, whole_number
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.services.repetitions import forbidden
from tournament.errors import UserError
from tournament.models import GameState, Tournament
from tournament.results.services.doubts import CANNOT_BE
from tournament.staff.access import frame, personal
from tournament.staff.once import once

OBJECTION = "objection"
_MOVE = frozenset({Cause.ILLEGAL_MOVE, Cause.CYCLE})


@dataclass(frozen=True, slots=True)
class Matter:
    """One thing that can be the matter. ``place`` asks further: a move, a point or minutes."""

    word: str
    title: str
    leads_to: str
    place: str = ""
    needs_note: bool = False

    @property
    def confidential(self) -> bool:
        """Whether the opponent does not read it word for word."""
        return self.word in BEHAVIOUR


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@once
def trouble(request: HttpRequest, game_id: int) -> HttpResponse:
    """List what can be the matter with a game, and take up what one of its players chose."""
    page, player_id = played_game(request, game_id)
    matters = list(_matters(page, player_id))
    errors: dict[str, str] = {}
    chosen = request.POST.get("matter", "")
    if request.method == "POST":
        if chosen not in {one.word for one in matters}:
            errors["matter"] = _("This cannot be said of the game any more: choose again.")
        else:
            try:
                _take_up(request, page, player_id, chosen)
            except UserError as problem:
                errors[problem.field or "matter"] = str(problem.text)
            else:
                return redirect("adjudication:game", game_id)
    context = {
        "page": page,
        "game": page.game,
        "matters": matters,
        "chosen": chosen,
        "errors": errors,
        "values": request.POST,
        "contestable": page.waiting is not None
        and page.waiting.player_id != player_id
        and page.game.state == GameState.REPORTED,
    }
    status = 400 if errors else 200
    return render(request, "inquiries/trouble.html", {**frame(request), **context}, status=status)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def accept(request: HttpRequest, game_id: int) -> HttpResponse:
    """Accept the opponent's report of a disputed game after all: the one that the page showed."""
    if request.method != "POST":
        return redirect("adjudication:game", game_id)
    page, player_id = played_game(request, game_id)
    theirs = [one for one in page.standing if one.player_id != player_id]
    seen = request.POST.get("submission", "")
    if page.game.state == GameState.DISPUTED and (not theirs or theirs[-1].name != seen):
        text = _("Meanwhile something changed about this game. Please look at it again.")
        messages.warning(request, text)
        return redirect("adjudication:game", game_id)
    key, _hyphen, version = seen.partition("-")
    try:
        accept_claim(
            game_id=game_id,
            player_id=player_id,
            expects=whole_number(key),
            version=whole_number(version),
            sure=request.POST.get("sure") == seen,
        )
    except UserError as problem:
        if problem.code == CANNOT_BE:
            return ask_again(request, page, theirs[-1], player_id, str(problem.text))
        messages.warning(request, str(problem.text))
    else:
        messages.success(request, _("Confirmed. The result is final."))
    return redirect("adjudication:game", game_id)


def _take_up(request: HttpRequest, page: GamePage, player_id: int, chosen: str) -> None:
    note = request.POST.get("note", "")
    if chosen == OBJECTION:
        asked = object_to_result(game_id=page.game.id, player_id=player_id, note=note)
        text = _("Both of you say anew what the result is. The record is replayed.")
        if asked is None:
            text = _("The referee will look at it.")
        messages.success(request, text)
        return
    cause = Cause(chosen)
    data: dict[str, object] = {}
    move = request.POST.get("move", "").strip()
    if move and cause in _MOVE:
        if not (move.isascii() and move.isdigit() and 0 < int(move[:6]) < 2000):
            raise UserError(
                "move", field="move", text=_("Write the number of the move, or leave it empty.")
            )
        data["move"] = int(move)
    minutes = request.POST.get("minutes", "").strip()
    if minutes and cause is Cause.ABSENCE:
        if not (minutes.isascii() and minutes.isdigit() and int(minutes[:6]) <= LONGEST_LATE):
            raise UserError(
                "minutes",
                field="minutes",
                text=_("Write a number of minutes, such as 30, or leave it empty."),
            )
        data["minutes"] = int(minutes)
    point = request.POST.get("point", "").strip()
    if cause is Cause.DISPLACED_STONE:
        try:
            found = parse_any_point(point, page.terms.board_size)
        except ValueError:
            raise UserError(
                "point",
                field="point",
                text=_("Write the point where the stone belongs, such as Q16."),
            ) from None
        data["point"] = point_name(found, page.terms.board_size)
    case = raise_matter(
        game_id=page.game.id,
        player_id=player_id,
        cause=cause,
        note=note,
        data=data,
        sure=bool(request.POST.get("sure")),
    )
    text = _("The referee will look at it. You can write down what happened.")
    if case.state == "asked":
        text = _("You and your opponent are both asked now: answer first.")
    messages.success(request, text)


def _matters(page: GamePage, player_id: int) -> Iterator[Matter]:
    """Yield what can be said of a game as it is now."""
    if page.closed:
        return
    state = page.game.state
    policy = policy_of(Tournament.objects.get(pk=page.terms.id))
    asks = {
        cause: policy.step(cause) is FirstStep.ASK and state != GameState.ENTERED for cause in ASKED
    }
    referee = _("A referee looks at it.")
    both = _("Both of you are asked; where you do not agree, a referee decides.")

    def leads(cause: Cause) -> str:
        return both if asks.get(cause) else referee

    if state in (GameState.REPORTED, GameState.ENTERED):
        entered = state == GameState.ENTERED
        yield Matter(
            OBJECTION,
            _("I object to the result"),
            referee
            if entered
            else _("The record is replayed, and both of you confirm anew or give another result."),
        )
    if state not in FINAL:
        yield Matter(
            Cause.ILLEGAL_MOVE,
            _("A move was illegal"),
            leads(Cause.ILLEGAL_MOVE),
            place="move",
            needs_note=True,
        )
        if forbidden(get_ruleset(page.terms.rules)):
            title = _("A move brought an earlier position back, which the rules forbid")
            yield Matter(Cause.CYCLE, title, leads(Cause.ILLEGAL_MOVE), place="move")
        else:
            came_back = _("The same position came back")
            yield Matter(Cause.CYCLE, came_back, leads(Cause.CYCLE), place="move")
        yield Matter(
            Cause.EFFECTIVE_MOVE,
            _("A move was found after we stopped"),
            leads(Cause.EFFECTIVE_MOVE),
        )
        yield Matter(
            Cause.DISPLACED_STONE,
            _("A stone was moved by accident"),
            leads(Cause.DISPLACED_STONE),
            place="point",
        )
        if all(one.player_id == player_id for one in page.standing):
            absent = _("My opponent did not come")
            yield Matter(Cause.ABSENCE, absent, referee, place="minutes")
        yield Matter(Cause.TIME, _("Something about the time or the clock"), referee)
    yield Matter(Cause.CONDUCT, _("How somebody behaved"), referee, needs_note=True)
    yield Matter(Cause.OTHER, _("Something else"), referee, needs_note=True)
