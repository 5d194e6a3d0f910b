"""The page of the rated mode: a federation's rules as settings, each with its clause."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.models import RatedFor, Tournament
from tournament.rounds.selectors.rated import federation_of
from tournament.settings.forms.rated import RatedForm
from tournament.settings.rated import rated_terms
from tournament.settings.services import follow_rules
from tournament.spoken import translated
from tournament.staff.form_keys import idempotent
from tournament.staff.permissions import require_owner
from tournament.staff.visitors import frame, personal
from tournament.standings.federation_rules import CLAUSES, NOT_IN_OUR_SOURCES, Federation


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def rated(request: HttpRequest, slug: str) -> HttpResponse:
    """Show each federation's rules beside the tournament's settings, and switch the mode."""
    terms = require_owner(request, slug)
    tournament = Tournament.objects.get(pk=terms.id)
    form = RatedForm(
        posted(request),
        version=tournament.version,
        initial={"rated_for": tournament.rated_for, "follow": True},
    )
    if form.is_valid():
        values = form.cleaned_data
        try:
            follow_rules(
                tournament_id=terms.id,
                rated_for=values["rated_for"],
                follow=values["follow"],
                seen=tournament.version,
            )
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(request, _("Saved: %(step)s.") % {"step": _("Rated mode")})
            return redirect("tournament:rated", slug)
    now = rated_terms(tournament)
    chosen = federation_of(tournament)
    shown = sorted(Federation, key=lambda federation: federation is not chosen)
    context = {
        "terms": terms,
        "form": form,
        "closed": tournament.closed_at is not None,
        "federations": [
            {
                "key": federation.value,
                "title": RatedFor(federation.value).label,
                "chosen": federation is chosen,
                "lines": [
                    {
                        "text": translated(clause.seen_in(now).text),
                        "source": translated(clause.source),
                        "step": clause.step.value,
                        "holds": clause.is_met(now),
                    }
                    for clause in CLAUSES[federation]
                ],
                "unknown": [translated(text) for text in NOT_IN_OUR_SOURCES[federation]],
            }
            for federation in shown
        ],
    }
    return render(request, "settings/rated.html", {**frame(request), **context}, status=form.status)
