"""Asking whether a group is alive: the confirmations of a case, and the form for another one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.board.page import drawn, position_in_words
from adjudication.board.svg import Drawing, Sign
from adjudication.cases.selectors.cases import with_evidence
from adjudication.cases.views.doors import Desk
from adjudication.confirmation.budget import DEFAULT_BUDGET
from adjudication.confirmation.walls import Assume
from adjudication.life_and_death.selectors import confirmations_of
from adjudication.life_and_death.services.asking import MOST_BUDGET, ask_confirmation
from adjudication.life_and_death.views.doors import acting_at_desk, life_desk, may_ask
from adjudication.life_and_death.views.lines import life_line
from adjudication.life_and_death.views.positions import Standing, after, named, standings
from adjudication.referee.views.case import heading_of
from adjudication.rules.chains import chain_by_point, chains_of
from adjudication.rules.colours import EMPTY
from adjudication.rules.points import OFF_BOARD, parse_point
from adjudication.submissions.views.chains import says_none
from tournament.errors import UserError
from tournament.staff.access import frame, personal

FIELDS = ("submission", "move", "points", "agreed_dead", "assume", "budget", "key")
LONGEST = 2000
"""Characters of a field that are read."""


@dataclass(frozen=True, slots=True)
class Form:
    """The form as it came or as it is offered: texts by field, and what is wrong."""

    values: Mapping[str, str]
    errors: Mapping[str, str]


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def life(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show what was asked in a case and the form to ask; POST asks."""
    if request.method != "POST":
        return _page(request, life_desk(request, slug, number))
    desk = acting_at_desk(request, slug, number)
    typed = {name: request.POST.get(name, "")[:LONGEST] for name in FIELDS}
    desk = replace(desk, page=with_evidence(desk.page))
    boards = standings(desk.page)
    shown = _shown(boards, typed)
    errors = _wrong(typed, shown)
    if shown is not None and not errors:
        try:
            asked = ask_confirmation(
                case_id=desk.page.line.id,
                submission_id=shown.report.id,
                move=shown.move,
                points=typed["points"].split(),
                agreed_dead=_dead_names(typed["agreed_dead"]),
                assume=typed["assume"],
                budget=int(typed["budget"]),
                idempotency_key=typed["key"],
            )
        except UserError as error:
            field = error.field if error.field in FIELDS else "form"
            errors = {field: str(error.text)}
        else:
            return redirect("adjudication:confirmation", slug, number, asked.number)
    return _page(request, desk, boards, Form(typed, errors))


def _page(
    request: HttpRequest,
    desk: Desk,
    boards: tuple[Standing, ...] | None = None,
    form: Form | None = None,
) -> HttpResponse:
    if boards is None:
        desk = replace(desk, page=with_evidence(desk.page))
        boards = standings(desk.page)
    values = form.values if form else {name: request.GET.get(name, "")[:LONGEST] for name in FIELDS}
    shown = _shown(boards, values)
    errors = form.errors if form else {}
    lines = confirmations_of(desk.page.line.id)
    context = {
        **heading_of(desk),
        "lines": tuple(life_line(one) for one in lines),
        "live": next((one for one in lines if one.live), None),
        "asking": None if shown is None else _asking(shown, boards, values),
        "may_ask": may_ask(desk),
        "errors": errors,
        "from_post": request.method == "POST",
    }
    status = 400 if errors else 200
    return render(request, "life_and_death/life.html", {**frame(request), **context}, status=status)


def _shown(boards: tuple[Standing, ...], values: Mapping[str, str]) -> Standing | None:
    """Return the board that the form is about: of the record and the move it names."""
    if not boards:
        return None
    wanted = values["submission"]
    one = next((each for each in boards if str(each.report.id) == wanted), boards[0])
    move = values["move"]
    return after(one, int(move)) if _is_number(move) else one


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _wrong(typed: Mapping[str, str], shown: Standing | None) -> dict[str, str]:
    """Return what can be told to be wrong without asking anybody."""
    if shown is None:
        return {"form": _("There is no record to ask about.")}
    errors = {}
    if typed["submission"] != str(shown.report.id):
        errors["submission"] = _("Choose the record again: that one is not there.")
    if not _is_number(typed["move"]) or int(typed["move"]) != shown.move:
        errors["move"] = _("Give the number of a move of this record, from 0 to %(last)s.") % {
            "last": len(shown.replay)
        }
    if not typed["points"].strip():
        errors["points"] = _("Choose the group that is in dispute.")
    wrong = [name for name in _dead_names(typed["agreed_dead"]) if not _is_stone(name, shown)]
    if wrong:
        errors["agreed_dead"] = _("No stone stands at %(points)s. Write points as C3 or Q16.") % {
            "points": ", ".join(wrong[:5])
        }
    if typed["assume"] not in set(Assume):
        errors["assume"] = _("Choose what counts as alive.")
    if not _is_number(typed["budget"]) or int(typed["budget"]) not in BUDGETS:
        errors["budget"] = _("Choose how far it is searched.")
    return errors


def _dead_names(text: str) -> list[str]:
    if says_none(text):
        return []
    return [one.upper() for one in text.replace(",", " ").replace(";", " ").split()]


def _point(name: str, shown: Standing) -> int:
    """Return a point by its name; one off the board for what is none."""
    try:
        return parse_point(name, shown.size)
    except ValueError:
        return OFF_BOARD


def _is_stone(name: str, shown: Standing) -> bool:
    point = _point(name, shown)
    return point >= 0 and shown.position[point] != EMPTY


def _asking(
    shown: Standing, boards: tuple[Standing, ...], values: Mapping[str, str]
) -> dict[str, Any]:
    """Return the form with its board; what is not said yet is filled in."""
    groups = shown.groups()
    disputed = _stones_of(values["points"].split(), shown)
    dead = values["agreed_dead"]
    if not dead.strip():
        agreed = shown.agreed - shown.differing
        dead = named(agreed - disputed, shown.position, shown.size)
    marked = _stones_of(_dead_names(dead), shown) - disputed
    return {
        "shown": shown,
        "who": _who(shown),
        "boards": tuple((one.report.id, _who(one)) for one in boards),
        "groups": groups,
        "svg": drawn(_drawing(shown, disputed, marked)),
        "rows": position_in_words(shown.position, shown.size),
        "small": shown.size <= 9,
        "data": shown.data(),
        "marked": tuple(
            (one.who, "" if not one.points else named(one.points, shown.position, shown.size))
            for one in shown.marked
        ),
        "chosen": next((one.name for one in groups if one.chain.points & disputed), ""),
        "dead": dead,
        "assume": values["assume"] or Assume.TERRITORY.value,
        "budget": int(values["budget"]) if _is_number(values["budget"]) else DEFAULT,
        "budgets": BUDGETS,
        "move": values["move"] or str(shown.move),
        "last": len(shown.replay),
        "key": values["key"][:64] or uuid4().hex,
    }


def _who(one: Standing) -> str:
    return _("the staff") if one.report.imported else one.report.player_name


def _stones_of(names: Iterable[str], shown: Standing) -> frozenset[int]:
    """Return the stones of all chains that are named, as far as any stand there."""
    chains = chain_by_point(chains_of(shown.position, shown.size))
    points = (_point(name, shown) for name in names)
    return frozenset().union(*(chains[one].points for one in points if one in chains))


def _drawing(shown: Standing, disputed: frozenset[int], dead: frozenset[int]) -> Drawing:
    return Drawing(
        size=shown.size,
        position=shown.position,
        label=_("The position; what is in dispute has a triangle, what is dead is pale."),
        dead=dead,
        signs=dict.fromkeys(disputed, Sign.TRIANGLE),
    )


# --- How far a question may be searched ---


DEFAULT = DEFAULT_BUDGET
BUDGETS = (DEFAULT_BUDGET, MOST_BUDGET // 2, MOST_BUDGET)
"""Offered to the referee, in positions for each question."""


def larger(budget: int) -> int | None:
    """Return the next larger budget, or None where there is none."""
    return next((one for one in BUDGETS if one > budget), None)
