"""The board on which a player of a case says which stones are alive, and which are dead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_http_methods

from adjudication.board.legend import Meaning, legend_of, sign_for
from adjudication.board.page import is_small, position_in_words, safe_svg
from adjudication.board.svg import Drawing
from adjudication.cases.selectors.cases import CasePage, case_page, cases_of_game, with_evidence
from adjudication.cases.selectors.complaints import is_confidential
from adjudication.life_and_death.boards import (
    MarkedBoard,
    board_named,
    board_names,
    final_boards,
    may_say,
    usual_board,
)
from adjudication.life_and_death.forms import SaidForm
from adjudication.life_and_death.services.saying import say_stones
from adjudication.life_and_death.views.lines import points_of, said_in_words
from adjudication.models import CaseState
from adjudication.rules.colours import EMPTY
from adjudication.rules.points import point_name
from adjudication.rules.rulesets import Scoring
from adjudication.submissions.views.chains import chain_names, first_stones, none_dead_text
from adjudication.submissions.views.games import played_game
from tournament.common.forms import posted
from tournament.errors import Conflict, UserError
from tournament.staff.visitors import frame, personal

ANOTHER_BOARD: Final = gettext_lazy(
    "The record whose board you were looking at does not count any more: this is the board of "
    "another one. What you had marked is marked here too, where there are stones: check it before "
    "you send it."
)


@dataclass(frozen=True, slots=True)
class StateChoice:
    """Something that can be said about a group, as a link; ``here`` if it is said now."""

    id: str
    text: str
    address: str
    here: bool


@dataclass(frozen=True, slots=True)
class GroupSaid:
    """A group of the board, and what can be said about it."""

    name: str
    states: tuple[StateChoice, ...]


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def stones(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show the board as a player says it is; POST stores that for the referee."""
    played, player_id = played_game(request, game_id)
    line = next(iter(cases_of_game(game_id)), None)
    page = None if line is None else case_page(played.terms.id, line.number, line=line)
    if page is None or line is None or page.game is None or is_confidential(line):
        raise Http404
    page = with_evidence(page)
    boards = final_boards(page)
    data = posted(request) or request.GET
    wanted = str(data.get("report") or "")
    named = board_named(boards, wanted)
    shown = named or usual_board(boards, player_id)
    if shown is None:
        messages.info(request, _("There is no record of the game to say it on: send one first."))
        return redirect("adjudication:player_case", game_id)
    territory = played.terms.ruleset.scoring.value is Scoring.TERRITORY
    form = SaidForm(data, shown=shown, player_id=player_id, territory=territory)
    if not may_say(page):
        messages.warning(request, _too_late(shown, form, page))
        return redirect("adjudication:player_case", game_id)
    if request.method == "POST" and named is None:
        form.refuse(Conflict("record_gone", text=ANOTHER_BOARD))
    elif request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        if values["show"]:
            return redirect(request.path + _address(shown, form.stones))
        try:
            say_stones(
                case_id=line.id,
                player_id=player_id,
                source=shown.source,
                alive=values["alive"],
                dead=values["dead"],
                seki=values["seki"],
            )
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(request, _("The referee and your opponent see what you said."))
            return redirect("adjudication:player_stones", game_id)
    context = {
        "line": line,
        "game": played.game,
        "terms": played.terms,
        "form": form,
        "shown": shown,
        "another": ANOTHER_BOARD if wanted and named is None and not posted(request) else "",
        "territory": territory,
        "legend": legend_of(Meaning.ALIVE, Meaning.DEAD, *([Meaning.SEKI] if territory else [])),
        "boards": board_names(boards, page, player_id),
        "told": {name: _told(shown, points) for name, points in form.stones.items()},
        "sentence": _sentence(shown, form),
        "mine": shown.said_of(player_id),
        **_other(shown, player_id),
        "both": {
            "alive": chain_names(shown.position, shown.size, shown.both_alive),
            "dead": chain_names(shown.position, shown.size, shown.both_dead),
            "seki": chain_names(shown.position, shown.size, shown.both_seki),
        },
        "differing": _names(shown, shown.said_differently),
        "svg": safe_svg(_drawing(shown, form)),
        "rows": position_in_words(shown.position, shown.size),
        "small": is_small(shown.size),
        "groups": tuple(_group(shown, form, group.chain.points) for group in shown.groups()),
    }
    status = form.status if request.method == "POST" else 200
    return render(
        request, "life_and_death/stones.html", {**frame(request), **context}, status=status
    )


def _too_late(shown: MarkedBoard, form: SaidForm, page: CasePage) -> str:
    """Return that nothing more can be said, and what was marked on a page left open."""
    if page.line.state in CaseState.ruled():
        happened = _("The referee has ruled meanwhile: what is below is what was decided.")
    elif page.closed and not page.line.over:
        happened = _("Meanwhile the tournament was closed: nothing more is said of this board.")
    else:
        happened = _("Meanwhile this case is over: nothing more is said of its board.")
    form.is_valid()
    if not any(form.stones.values()):
        return happened
    marked = _("What you had marked was not sent. %(marked)s")
    return f"{happened} {marked % {'marked': _sentence(shown, form)}}"


def _sentence(shown: MarkedBoard, form: SaidForm) -> str:
    """Return a sentence that says what is marked on the board now."""
    parts = []
    if form.stones["alive"]:
        parts.append(_("Alive: %(groups)s.") % {"groups": _names(shown, form.stones["alive"])})
    if form.stones["dead"]:
        parts.append(_("Dead: %(groups)s.") % {"groups": _names(shown, form.stones["dead"])})
    if form.stones["seki"]:
        parts.append(_("In seki: %(groups)s.") % {"groups": _names(shown, form.stones["seki"])})
    return " ".join(parts) or _("Nothing is said yet: all of it is open.")


def _told(shown: MarkedBoard, points: frozenset[int]) -> str:
    return first_stones(shown.position, shown.size, points) or none_dead_text()


def _names(shown: MarkedBoard, points: frozenset[int]) -> str:
    return ", ".join(chain_names(shown.position, shown.size, points))


def _address(shown: MarkedBoard, stones: Mapping[str, frozenset[int]], **more: str) -> str:
    """Return the address of this page with what is marked."""
    told = {name: _told(shown, points) for name, points in stones.items()}
    return f"?{urlencode({'report': shown.source.key, **told, **more})}#stones"


def _drawing(shown: MarkedBoard, form: SaidForm) -> Drawing:
    return Drawing(
        size=shown.size,
        position=shown.position,
        label=_(
            "The end of the record: a circle is alive, a square in seki, pale stones are dead."
        ),
        dead=form.stones["dead"],
        signs={
            **dict.fromkeys(form.stones["alive"], sign_for(Meaning.ALIVE)),
            **dict.fromkeys(form.stones["seki"], sign_for(Meaning.SEKI)),
        },
        links={
            point: _address(shown, form.stones, tap=point_name(point, shown.size))
            for point, state in enumerate(shown.position)
            if state != EMPTY
        },
    )


def _group(shown: MarkedBoard, form: SaidForm, chain: frozenset[int]) -> GroupSaid:
    first = point_name(min(chain), shown.size)
    words = {
        "alive": pgettext("stones", "alive"),
        "dead": pgettext("stones", "dead"),
        "seki": _("in seki"),
        "": pgettext("stones", "open"),
    }
    now = next((name for name, stones in form.stones.items() if chain <= stones), "")
    return GroupSaid(
        _names(shown, chain),
        tuple(
            StateChoice(
                f"say-{first}-{state or 'open'}",
                text,
                _address(shown, form.having(chain, state)),
                state == now,
            )
            for state, text in words.items()
            if state in (*form.states, "")
        ),
    )


def _other(shown: MarkedBoard, player_id: int) -> dict[str, object]:
    """Return what the other player says, if anything, and an address that says the same."""
    line = next((line for line in shown.said if line.player_id != player_id), None)
    if line is None:
        return {"other": None}
    stones = {name: points_of(getattr(line, name), shown.size) for name in SaidForm.STATES}
    return {"other": said_in_words(shown, line), "take_over": _address(shown, stones)}
