"""The steps of the setup as pages: shown, worked out, saved; and all of them at a glance."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.common.merging import began_with, merge
from tournament.common.setup_fields import fields_in, in_words, names_in, parts_of
from tournament.common.setup_typed import Typed
from tournament.errors import UserError
from tournament.settings.selectors.setup import Setup, setup_of
from tournament.settings.views import disputes, event, order, results, system_form, time
from tournament.settings.views.overview import overview_of
from tournament.settings.views.step import Step
from tournament.staff.access import frame, personal
from tournament.staff.guards import owned
from tournament.tournaments.selectors.public import TournamentTerms

STEPS = (event.STEP, system_form.STEP, order.STEP, time.STEP, results.STEP, disputes.STEP)
_CRITERIA = ("criteria",)
"""What is in no section, but in the form of the order."""
FRAME = "base"
"""The field that says which preset a form was started from; it is in no section."""


@personal
@require_safe
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all settings at a glance, each step with the way to change it."""
    terms = owned(request, slug)
    setup = setup_of(terms.id)
    texts = overview_of(setup)
    lines = [{"step": one, "texts": texts[one.key]} for one in STEPS]
    context = {"terms": terms, "setup": setup, "lines": lines}
    return render(request, "settings/settings.html", {**frame(request), **context})


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def step(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Show a step, started from a preset where one is asked for, and save it."""
    terms = owned(request, slug)
    one = _step(key)
    setup = setup_of(terms.id)
    if request.method == "POST":
        return _post(request, terms, setup, one)
    typed = Typed(one.values(setup))
    chosen = None if setup.played and key == "system" else request.GET.get("preset")
    if chosen:
        typed = Typed(one.preset(chosen, setup) or typed.values)
    return render(request, "settings/step.html", _context(request, terms, setup, one, typed))


@personal
@require_safe
def preview(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Show what the settings in the form make of the tournament; nothing is saved."""
    terms = owned(request, slug)
    one = _step(key)
    setup = setup_of(terms.id)
    if not one.part:
        raise Http404
    typed = _typed(request.GET, setup, one)
    return render(request, one.part, one.more(setup, typed))


def _post(request: HttpRequest, terms: TournamentTerms, setup: Setup, one: Step) -> HttpResponse:
    data, now = request.POST, one.values(setup)
    typed = _typed(data, setup, one)
    saves = not one.press(data.dict(), typed) and "show" not in data
    known = [*names_in(one.sections(setup, typed)), *_CRITERIA]
    merged = merge(data, typed.values, now, known)
    typed.values = merged.values
    stale = ""
    if saves and not merged.asked:
        try:
            slug = one.save(setup, typed, one.seen(setup))
        except UserError as error:
            if error.code == "settings_changed":
                stale = str(error.text)
            else:
                typed.fail(error, one.first)
        if not typed.errors and not stale:
            return _saved(request, slug, one)
    context = _context(request, terms, setup, one, typed)
    context |= {
        "stale": stale,
        "beside": merged.beside(now, _worded(one, setup, typed)),
        "from_post": True,
    }
    return render(request, "settings/step.html", context, status=400 if saves else 200)


def _worded(one: Step, setup: Setup, typed: Typed) -> Callable[[str, str], tuple[str, str]]:
    """Return what gives a setting's label and a value of it in words."""
    found = fields_in(one.sections(setup, typed))

    def worded(name: str, value: str) -> tuple[str, str]:
        if name not in found:
            return _("Order of the standings"), value or "–"
        return found[name].label, in_words(found[name], value)

    return worded


def _saved(request: HttpRequest, slug: str, one: Step) -> HttpResponse:
    messages.success(request, _("Saved: %(step)s.") % {"step": one.title})
    if request.POST.get("then") == "next" and one is not STEPS[-1]:
        following = STEPS[STEPS.index(one) + 1]
        return redirect("tournament:setup", slug, following.key)
    if request.POST.get("then") == "next":
        return redirect("tournament:settings", slug)
    return redirect("tournament:setup", slug, one.key)


def _typed(data: Any, setup: Setup, one: Step) -> Typed:
    """Return what was typed; what is settled or not shown stays as the form began."""
    start = one.values(setup)
    base = data.get(FRAME, "")
    if base and FRAME in start and not (setup.played and one.key == "system"):
        start = one.preset(base, setup) or start
    shown = names_in(one.sections(setup, Typed(start))) - one.settled(setup)
    if "criteria" in start:
        shown |= {"criteria"}
    return Typed.read(data, start, shown)


def _context(
    request: HttpRequest, terms: TournamentTerms, setup: Setup, one: Step, typed: Typed
) -> dict[str, Any]:
    base = typed.values.get(FRAME, "")
    settled = one.settled(setup)
    place = STEPS.index(one)
    return {
        **frame(request),
        **one.more(setup, typed),
        "terms": terms,
        "setup": setup,
        "step": one,
        "steps": STEPS,
        "number": place + 1,
        "following": STEPS[place + 1] if place + 1 < len(STEPS) else None,
        "parts": parts_of(one.sections(setup, typed), typed, settled),
        "presets": one.presets(setup, base),
        "base": base,
        "began": began_with(one.values(setup)),
        "settled": settled,
        "errors": typed.errors,
    }


def _step(key: str) -> Step:
    for one in STEPS:
        if one.key == key:
            return one
    raise Http404
