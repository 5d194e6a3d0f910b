"""What is arranged beside the steps: free tables, players kept apart, teams."""

import re
from collections.abc import Callable, Mapping

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.common.setup_fields import Choice
from tournament.errors import UserError
from tournament.models import ApartKind
from tournament.players.selectors.arrangements import Arrangements, arrangements_of
from tournament.players.services.teams import (
    add_team,
    line_up,
    play_by_teams,
    play_singly,
    remove_team,
)
from tournament.players.services.wishes import keep_apart, let_meet
from tournament.settings.selectors.setup import Setup, setup_of
from tournament.staff.access import frame, personal
from tournament.staff.guards import owned
from tournament.staff.once import once
from tournament.tournaments.selectors.public import TournamentTerms
from tournament.tournaments.services import reserve_tables

Change = Callable[[Setup, Arrangements, QueryDict], None]
SINGLE, TEAMS, APART = "single", "teams", "apart"


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@once
def further(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is arranged, and change one thing of it."""
    terms = owned(request, slug)
    setup = setup_of(terms.id)
    found = arrangements_of(terms.id, round_number=setup.played + 1)
    error: UserError | None = None
    if request.method == "POST":
        change = CHANGES.get(request.POST.get("do", ""))
        if change is None:
            raise Http404
        try:
            change(setup, found, request.POST)
        except UserError as refused:
            error = refused
        else:
            messages.success(request, _("Saved."))
            return redirect("tournament:further", slug)
    context = _context(request, terms, setup, found, error)
    status = 400 if error else 200
    return render(request, "settings/further.html", {**frame(request), **context}, status=status)


def _context(
    request: HttpRequest,
    terms: TournamentTerms,
    setup: Setup,
    found: Arrangements,
    error: UserError | None,
) -> Mapping[str, object]:
    kinds = (
        Choice(ApartKind.FORBIDDEN, _("Never"), _("They meet only if nothing else is possible.")),
        Choice(ApartKind.FAMILY, _("Family"), _("Rather not, as long as the pairing stays good.")),
    )
    modes = (
        Choice(SINGLE, _("Single players")),
        Choice(TEAMS, _("Teams meet teams"), _("Their boards are played side by side.")),
        Choice(
            APART, _("Single players in teams"), _("Paired singly, only not within their team.")
        ),
    )
    typed = request.POST if error else QueryDict()
    mode = SINGLE if setup.teams.boards is None else APART if setup.teams.apart else TEAMS
    return {
        "terms": terms,
        "setup": setup,
        "found": found,
        "kinds": kinds,
        "modes": modes,
        "mode": typed.get("mode", mode),
        "boards": typed.get("boards", setup.teams.boards or 3),
        "tables": typed.get("tables", " ".join(map(str, setup.reserved_tables))),
        "typed": typed,
        "wrong": typed.get("do", ""),
        "error": str(error.text) if error else "",
        "from_post": request.method == "POST",
    }


def _tables(setup: Setup, found: Arrangements, data: QueryDict) -> None:
    reserve_tables(tournament_id=setup.id, numbers=_numbers(data.get("tables", ""), "tables"))


def _apart(setup: Setup, found: Arrangements, data: QueryDict) -> None:
    first, second = (_player(found, data.get(name, "")) for name in ("first", "second"))
    keep_apart(first_id=first, second_id=second, kind=data.get("kind", ""))


def _meet(setup: Setup, found: Arrangements, data: QueryDict) -> None:
    first, second = (_player(found, data.get(name, "")) for name in ("first", "second"))
    let_meet(first_id=first, second_id=second)


def _mode(setup: Setup, found: Arrangements, data: QueryDict) -> None:
    mode = data.get("mode", "")
    if mode == SINGLE:
        play_singly(tournament_id=setup.id)
        return
    if mode not in (TEAMS, APART):
        raise UserError("mode", field="mode", text=_("Choose how teams play."))
    boards = data.get("boards", "")
    if not re.fullmatch(r"[0-9]{1,2}", boards):
        raise UserError("boards", field="boards", text=_("A team has 2 to 5 boards."))
    play_by_teams(tournament_id=setup.id, boards=int(boards), apart=mode == APART)


def _team(setup: Setup, found: Arrangements, data: QueryDict) -> None:
    add_team(tournament_id=setup.id, name=data.get("name", ""), player_ids=_line(found, data))


def _line_up(setup: Setup, found: Arrangements, data: QueryDict) -> None:
    line_up(
        team_id=_team_id(found, data),
        from_round=setup.played + 1,
        player_ids=_line(found, data),
    )


def _remove(setup: Setup, found: Arrangements, data: QueryDict) -> None:
    remove_team(team_id=_team_id(found, data))


CHANGES: Mapping[str, Change] = {
    "tables": _tables,
    "apart": _apart,
    "meet": _meet,
    "mode": _mode,
    "team": _team,
    "line_up": _line_up,
    "remove": _remove,
}
"""What each form of the page does."""


def _line(found: Arrangements, data: QueryDict) -> list[int]:
    """Return the players of a team by the numbers that were typed."""
    by_number = {player.number: player.id for player in found.players}
    line = []
    for number in _numbers(data.get("players", ""), "players"):
        if number not in by_number:
            raise UserError(
                "players",
                field="players",
                text=_("There is no player with the number %(number)d.") % {"number": number},
            )
        line.append(by_number[number])
    return line


def _numbers(text: str, field: str) -> list[int]:
    parts = re.findall(r"[^\s,;]+", text)
    if not all(re.fullmatch(r"[0-9]{1,5}", part) for part in parts):
        raise UserError(
            field, field=field, text=_("Write numbers with spaces between them, such as 3 8 12.")
        )
    return [int(part) for part in parts]


def _player(found: Arrangements, text: str) -> int:
    for player in found.players:
        if str(player.id) == text:
            return player.id
    raise UserError("player", field="first", text=_("Choose two players."))


def _team_id(found: Arrangements, data: QueryDict) -> int:
    for team in found.teams:
        if str(team.id) == data.get("team"):
            return team.id
    raise Http404
