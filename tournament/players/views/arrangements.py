"""The page of arrangements beside the setup: free tables, players kept apart, teams."""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.common.forms import Form, posted
from tournament.common.locks import locked_while_saving
from tournament.errors import UserError
from tournament.players.forms import (
    ApartForm,
    ArrangementForm,
    LineUpForm,
    MeetForm,
    NewTeamForm,
    RemoveTeamForm,
    TablesForm,
    TeamModeForm,
)
from tournament.players.selectors.arrangements import arrangements_of
from tournament.players.services.arrangements import (
    add_team,
    keep_apart,
    let_meet,
    line_up,
    play_by_teams,
    play_singly,
    remove_team,
)
from tournament.settings.selectors import Setup, setup_of
from tournament.staff.form_keys import idempotent
from tournament.staff.permissions import require_owner
from tournament.staff.visitors import frame, personal
from tournament.tournaments.services import reserve_tables

FORMS: Mapping[str, type[ArrangementForm]] = {
    "tables": TablesForm,
    "apart": ApartForm,
    "meet": MeetForm,
    "mode": TeamModeForm,
    "team": NewTeamForm,
    "line_up": LineUpForm,
    "remove": RemoveTeamForm,
}


class SentForm(Form):
    """Which form of the page was sent, and for which team."""

    do = forms.ChoiceField(choices=[(name, name) for name in FORMS])
    team = forms.IntegerField(required=False)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def arrangements(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the arrangements, and change one of them."""
    terms = require_owner(request, slug)
    with locked_while_saving(request, terms.id):
        setup = setup_of(terms.id)
        found = arrangements_of(terms.id, round_number=setup.played + 1)
        known = {team.id for team in found.teams}
        form: ArrangementForm | None = None
        do, team_id = "", None
        sent = SentForm(posted(request))
        if sent.is_bound:
            if not sent.is_valid():
                raise Http404
            do, team_id = sent.cleaned_data["do"], sent.cleaned_data["team"]
            if issubclass(FORMS[do], RemoveTeamForm) and team_id not in known:
                raise Http404
            initial = _initial(setup).get(do, {})
            form = FORMS[do](
                posted(request), found=found, initial=initial, auto_id=_ids(do, team_id)
            )
            if form.is_valid():
                try:
                    CHANGES[do](setup, form.cleaned_data)
                except UserError as error:
                    form.refuse(error)
                else:
                    messages.success(request, _("Saved."))
                    return redirect("tournament:further", slug)
    empty = {
        name: FORMS[name](found=found, initial=initial, auto_id=_ids(name, None))
        for name, initial in _initial(setup).items()
    }
    shown = {**empty, do: form} if form else empty
    mode_form = shown["mode"]
    if setup.played and isinstance(mode_form, TeamModeForm):
        mode_form.settle(_mode_of(setup))
    lines: dict[int, ArrangementForm] = {
        team.id: LineUpForm(
            found=found,
            initial={"players": [player.number for player in team.players]},
            auto_id=_ids("line_up", team.id),
        )
        for team in found.teams
    }
    if form is not None and do == "line_up" and team_id is not None:
        lines[team_id] = form
    context: dict[str, Any] = {
        "terms": terms,
        "setup": setup,
        "found": found,
        "forms": shown,
        "teams": [(team, lines[team.id]) for team in found.teams],
        "from_post": request.method == "POST",
    }
    status = form.status if form else 200
    return render(
        request, "players/arrangements.html", {**frame(request), **context}, status=status
    )


def _ids(do: str, team_id: int | None) -> str:
    """Return the pattern of the fields' ids: forms on the page may share field names."""
    return f"line-%s-{team_id}" if do in ("line_up", "remove") else "%s"


def _initial(setup: Setup) -> dict[str, dict[str, Any]]:
    """Return the initial values of the forms that are always there."""
    return {
        "tables": {"tables": list(setup.reserved_tables)},
        "apart": {},
        "mode": {
            "mode": _mode_of(setup),
            "boards": setup.teams.boards or 3,
        },
        "team": {},
    }


def _mode_of(setup: Setup) -> str:
    """Return who meets whom."""
    if setup.teams.boards is None:
        return TeamModeForm.SINGLE
    return TeamModeForm.APART if setup.teams.apart else TeamModeForm.TEAMS


def _tables(setup: Setup, values: dict[str, Any]) -> None:
    reserve_tables(tournament_id=setup.id, numbers=values["tables"])


def _apart(setup: Setup, values: dict[str, Any]) -> None:
    keep_apart(first_id=values["first"], second_id=values["second"], kind=values["kind"])


def _meet(setup: Setup, values: dict[str, Any]) -> None:
    let_meet(first_id=values["first"], second_id=values["second"])


def _mode(setup: Setup, values: dict[str, Any]) -> None:
    if values["mode"] == TeamModeForm.SINGLE:
        play_singly(tournament_id=setup.id)
    else:
        apart = values["mode"] == TeamModeForm.APART
        play_by_teams(tournament_id=setup.id, boards=values["boards"], apart=apart)


def _team(setup: Setup, values: dict[str, Any]) -> None:
    add_team(tournament_id=setup.id, name=values["name"], player_ids=values["players"])


def _line_up(setup: Setup, values: dict[str, Any]) -> None:
    line_up(team_id=values["team"], from_round=setup.played + 1, player_ids=values["players"])


def _remove(setup: Setup, values: dict[str, Any]) -> None:
    remove_team(team_id=values["team"])


CHANGES: Mapping[str, Callable[[Setup, dict[str, Any]], None]] = {
    "tables": _tables,
    "apart": _apart,
    "meet": _meet,
    "mode": _mode,
    "team": _team,
    "line_up": _line_up,
    "remove": _remove,
}
"""What each form on the page does."""
