"""The steps of the setup as pages: shown, started from a preset, saved; and all at a glance."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.models import RatedFor, Tournament
from tournament.settings.applying import with_step
from tournament.settings.forms import STEPS, SetupStepForm
from tournament.settings.rated import clause_text, new_departures
from tournament.settings.selectors import setup_of
from tournament.settings.services import (
    change_disputes,
    change_event,
    change_results,
    change_system,
    change_time,
)
from tournament.settings.words import overview_of
from tournament.staff.permissions import require_owner
from tournament.staff.visitors import frame, personal

SERVICES: Mapping[str, Callable[..., Tournament]] = MappingProxyType(
    {
        "event": change_event,
        "system": change_system,
        "order": change_system,
        "time": change_time,
        "results": change_results,
        "disputes": change_disputes,
    }
)


@personal
@require_safe
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all settings at a glance, each step with a link to change it."""
    terms = require_owner(request, slug)
    setup = setup_of(terms.id)
    texts = overview_of(setup)
    lines = [{"step": step_form, "texts": texts[step_form.key]} for step_form in STEPS]
    context = {"terms": terms, "setup": setup, "lines": lines}
    return render(request, "settings/settings.html", {**frame(request), **context})


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def step(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Show a step, started from a preset if one is asked for, and save it."""
    terms = require_owner(request, slug)
    kind = _form_of(key)
    setup = setup_of(terms.id)
    form = kind(setup, posted(request))
    if form["preset_pressed"].data or form["undo"].data:
        form = form.as_pressed()
    elif form.is_bound and not form.pressed and form.is_valid() and not _departs(form):
        try:
            saved = SERVICES[key](
                tournament_id=setup.id, settings=form.settings, seen=setup.version
            )
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(request, _("Saved: %(step)s.") % {"step": form.title})
            following = _following(kind) if form.cleaned_data["then"] == "next" else kind
            if following is None:
                return redirect("tournament:settings", saved.slug)
            return redirect("tournament:setup", saved.slug, following.key)
    context: dict[str, Any] = {
        **form.context(),
        "terms": terms,
        "setup": setup,
        "form": form,
        "steps": STEPS,
        "number": STEPS.index(kind) + 1,
        "following": _following(kind),
    }
    context |= frame(request)
    return render(request, "settings/step.html", context, status=form.status)


def _departs(form: SetupStepForm) -> bool:
    """Return whether to ask first: in rated mode, if a clause that is met no longer would be."""
    if form.cleaned_data["sure"]:
        return False
    row = form.setup.row
    clauses = new_departures(row, with_step(row, form.settings))
    form.departing = tuple(map(clause_text, clauses))
    form.switching_on = row.rated_for == RatedFor.NONE
    return bool(clauses)


@personal
@require_safe
def preview(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Show what the form's settings make of the tournament; nothing is saved."""
    terms = require_owner(request, slug)
    kind = _form_of(key)
    if not kind.preview:
        raise Http404
    form = kind(setup_of(terms.id), request.GET)
    return render(request, kind.preview, form.context())


def _form_of(key: str) -> type[SetupStepForm]:
    for step_form in STEPS:
        if step_form.key == key:
            return step_form
    raise Http404


def _following(kind: type[SetupStepForm]) -> type[SetupStepForm] | None:
    """Return the next step, or None after the last."""
    return next(iter(STEPS[STEPS.index(kind) + 1 :]), None)
