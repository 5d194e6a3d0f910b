"""“Something happened”: the staff opens a case for what no record shows."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.cases.selectors.deskmates import policy_in
from adjudication.cases.services.staff import BY_STAFF, WITHOUT_GAME, open_by_staff
from tournament.common.causes import cause_title
from tournament.common.typed import Typed, number
from tournament.errors import UserError
from tournament.staff.access import frame, kept_for_back
from tournament.staff.guards import refereed
from tournament.staff.once import once
from tournament.tournaments.selectors.public import players_of, rounds_of

NAMES = ("cause", "board", "round", "minutes", "note")
MINUTES = range(24 * 60 + 1)
MOST_PLAYERS = 20


@kept_for_back
@require_http_methods(["GET", "HEAD", "POST"])
@once
def something(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask what happened, where and to whom, and open a case; to the referees and the owner."""
    terms = refereed(request, slug)
    typed = Typed.read(request.POST if request.method == "POST" else request.GET, NAMES)
    data = request.POST if request.method == "POST" else request.GET
    chosen = tuple(data.getlist("players")[:MOST_PLAYERS])
    if request.method == "POST":
        minutes = _minutes(typed)
        if not typed.errors:
            try:
                case = open_by_staff(
                    tournament_id=terms.id,
                    cause=typed.values["cause"],
                    game_id=number(typed.values["board"]),
                    round_number=number(typed.values["round"], most=32767),
                    player_ids=[key for key in map(number, chosen) if key],
                    minutes=minutes,
                    note=typed.values["note"],
                )
            except UserError as error:
                fields = {"game": "board"}
                name = fields.get(error.field or "form", error.field or "form")
                known = (*NAMES, "players")
                typed.errors[name if name in known else "form"] = str(error.text)
            else:
                messages.success(request, _("Case %(number)d is open.") % {"number": case.number})
                return redirect("adjudication:case", slug, case.number)
    rounds = rounds_of(terms.id, drafts=False)
    policy = policy_in(terms.id)
    at_board = number(typed.values["board"])
    seated = [
        player
        for round_ in rounds
        for game in round_.games
        if game.id == at_board
        for player in (game.black, game.white)
    ]
    context = {
        "terms": terms,
        "typed": typed,
        "errors": typed.errors,
        "causes": tuple(
            (cause.value, cause_title(cause), cause in WITHOUT_GAME) for cause in BY_STAFF
        ),
        "rounds": rounds,
        "players": seated or players_of(terms.id),
        "chosen": chosen,
        "grace": policy.grace_minutes,
        "from_post": request.method == "POST",
    }
    status = 400 if typed.errors else 200
    return render(request, "referee/something.html", {**frame(request), **context}, status=status)


def _minutes(typed: Typed) -> int | None:
    count = typed.count("minutes")
    if count is not None and count not in MINUTES:
        typed.errors["minutes"] = _("Say how many minutes late, such as 15.")
    return count
