"""The design system on one page, drawn by the product itself; the demo shows it at ``/design/``.

docs/design.md says how it is meant to be used.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from adjudication.board.page import safe_svg
from adjudication.board.svg import Drawing
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from tournament.players.forms import PlayerForm
from tournament.staff.visitors import frame, personal

COLOURS = (
    *("paper", "card", "quiet-wash", "ink", "soft", "edge", "strong-edge"),
    *("accent", "accent-wash", "good", "good-wash", "warn", "warn-wash", "bad", "bad-wash"),
    *("night", "night-lit", "gold", "wood"),
)
"""The colours of static/css/frame.css that pages use."""

ICONS = (
    *("swords", "users", "list-ordered", "trophy", "scale", "printer", "monitor", "settings"),
    *("calendar-days", "map-pin", "undo-2", "pencil", "check", "triangle-alert", "search"),
)
BOARD = """
. . . . . . . . .
. . . . . . . . .
. . b . . . w . .
. . . . . . . . .
. . . b b w . . .
. . . b w w . . .
. . b b w . w . .
. . . b w . . . .
. . . . . . . . .
"""
_STATES = {".": EMPTY, "b": BLACK, "w": WHITE}


@require_safe
@personal
def design(request: HttpRequest) -> HttpResponse:
    """Show colours, type, controls, tables, a form, notices and a board, as pages use them."""
    form = PlayerForm({"rank": "99k"})
    form.is_valid()
    position = [_STATES[point] for point in BOARD.split()]
    context = {
        **frame(request),
        "colours": COLOURS,
        "icons": ICONS,
        "form": form.render(),
        "board": safe_svg(Drawing(9, position, "A small board", last=50)),
    }
    return render(request, "design.html", context)
