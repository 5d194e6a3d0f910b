"""The director's pages of the format advisor: asking, watching, sharing, adopting a format."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.advisor.choices import LEAST_PLAYERS, MOST_FORMATS, usual_choices
from tournament.advisor.forms import AdvisorForm, initial_of
from tournament.advisor.models import ComparisonState
from tournament.advisor.selectors import (
    ComparisonView,
    comparison_view,
    comparisons_of,
    progress_of,
)
from tournament.advisor.services.asking import cancel_comparison, start_comparison
from tournament.advisor.services.sharing import (
    share_comparison,
    token_of_share,
    withdraw_share,
)
from tournament.advisor.views.result import not_simulated, result_context
from tournament.common.forms import posted
from tournament.common.responses import etag_of, if_changed
from tournament.errors import NotFound, UserError
from tournament.rounds.selectors.state import effective_parameters, state_of
from tournament.settings.forms import STEPS
from tournament.settings.forms.system import SystemForm
from tournament.settings.selectors import Setup, setup_of
from tournament.simulation.formats import Format, own_format
from tournament.staff.form_keys import idempotent
from tournament.staff.permissions import require_owner
from tournament.staff.visitors import frame, personal
from tournament.tournaments.selectors.public import TournamentTerms


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def formats(request: HttpRequest, slug: str) -> HttpResponse:
    """Show past comparisons, and the form that starts a new one."""
    terms = require_owner(request, slug)
    setup = setup_of(terms.id)
    own = effective_parameters(setup.row)
    players = [player for player in state_of(setup.row, wishes=False).players if player.final]
    few = len(players) < LEAST_PLAYERS
    form = AdvisorForm(
        posted(request),
        handicaps=Format(own).has_handicaps,
        initial=initial_of(usual_choices(own, players), few=few),
    )
    if form.is_valid():
        try:
            row = start_comparison(
                tournament_id=terms.id,
                choices=form.chosen_for(own),
                expected=form.cleaned_data["expected"],
                events=int(form.cleaned_data["events"]),
            )
        except UserError as error:
            form.refuse(error)
        else:
            return redirect("tournament:compared", slug, row.number)
    compared = comparisons_of(terms.id)
    context = {
        "terms": terms,
        "form": form,
        "players": len(players),
        "few": few,
        "most": MOST_FORMATS,
        "not_simulated": not_simulated(setup.row.method),
        "begun": setup.played > 0 or setup.closed,
        "compared": [(row, ComparisonState(row.state).label) for row in compared],
        "running": next((row for row in compared if row.state == ComparisonState.RUNNING), None),
    }
    return render(
        request, "advisor/formats.html", {**frame(request), **context}, status=form.status
    )


@personal
@require_safe
def compared(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a comparison: how far it is, and its results so far."""
    terms = require_owner(request, slug)
    context = _context(request, terms, _view(terms, number))
    return render(request, "advisor/compared.html", {**frame(request), **context})


@personal
@require_safe
def compared_live(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the part of the page that changes while formats are played."""
    terms = require_owner(request, slug)
    progress = progress_of(terms.id, number)
    if progress is None:
        raise Http404

    def answer() -> HttpResponse:
        context = _context(request, terms, _view(terms, number))
        return render(request, "advisor/live.html", {**frame(request), **context})

    return if_changed(request, etag_of(*progress), answer)


@personal
@require_POST
def cancel(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """End a comparison with the results it has."""
    terms = require_owner(request, slug)
    _found(lambda: cancel_comparison(tournament_id=terms.id, number=number))
    return redirect("tournament:compared", slug, number)


@personal
@require_POST
def share(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Make the link for the committee."""
    terms = require_owner(request, slug)
    _found(lambda: share_comparison(tournament_id=terms.id, number=number))
    return redirect("tournament:compared", slug, number)


@personal
@require_POST
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Withdraw the committee's link."""
    terms = require_owner(request, slug)
    _found(lambda: withdraw_share(tournament_id=terms.id, number=number))
    messages.success(request, _("The link no longer works."))
    return redirect("tournament:compared", slug, number)


@personal
@require_safe
def use(request: HttpRequest, slug: str, number: int, place: int) -> HttpResponse:
    """Show the setup step of the system filled in with a format; nothing is saved by this."""
    terms = require_owner(request, slug)
    view = _view(terms, number)
    if place >= len(view.comparison.trials):
        raise Http404
    setup = setup_of(terms.id)
    form = _proposed(setup, view.comparison.trials[place].format)
    context: dict[str, Any] = {
        **form.context(),
        "terms": terms,
        "setup": setup,
        "form": form,
        "steps": STEPS,
        "number": STEPS.index(SystemForm) + 1,
        "following": STEPS[STEPS.index(SystemForm) + 1],
    }
    return render(request, "settings/step.html", {**frame(request), **context})


def _proposed(setup: Setup, wanted: Format) -> SystemForm:
    rules = wanted.parameters
    scoring = rules.scoring
    own = effective_parameters(setup.row)
    same = own.method is rules.method and own.system is rules.system
    values: dict[str, Any] = {"rounds": scoring.rounds, "floor": scoring.floor}
    if not scoring.top_group.size:
        values |= {"bar_by": "by_rank", "bar": scoring.bar}
    if wanted.has_handicaps:
        values["correction"] = rules.handicap.correction
    return SystemForm.proposing(setup, values, start="" if same else rules.system.name.lower())


def _found(act: Callable[[], None]) -> None:
    """Act on a comparison; one that does not exist is a 404."""
    try:
        act()
    except NotFound as error:
        raise Http404 from error


def _view(terms: TournamentTerms, number: int) -> ComparisonView:
    view = comparison_view(terms.id, number)
    if view is None:
        raise Http404
    return view


def _context(request: HttpRequest, terms: TournamentTerms, view: ComparisonView) -> dict[str, Any]:
    link = ""
    if view.share_key:
        path = reverse("tournament:shared_comparison", args=[token_of_share(view.share_key)])
        link = request.build_absolute_uri(path)
    setup = setup_of(terms.id)
    return {
        **result_context(view, own_format(effective_parameters(setup.row))),
        "terms": terms,
        "state": ComparisonState(view.state).label,
        "link": link,
        "not_simulated": not_simulated(setup.row.method),
        "may_use": not setup.played and not terms.closed,
        "own": True,
        "live_tag": etag_of(view.state, view.played, view.share_key is not None),
    }
