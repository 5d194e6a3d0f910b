"""Earlier rulings for everybody: a search, and a page for each. No player is named."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from adjudication.precedents.forms import SearchForm
from adjudication.precedents.selectors import public_ruling, search_rulings, search_terms
from adjudication.precedents.words import precedent_text
from tournament.spoken import active_language
from tournament.staff.visitors import frame


@require_safe
def rulings(request: HttpRequest) -> HttpResponse:
    """Search rulings by rule set, cause, finding, article and words."""
    form = SearchForm(request.GET)
    wanted = form.search_terms
    page = search_rulings(**wanted, page=form.cleaned_data["page"], language=active_language())
    terms = search_terms()
    form.offer(terms)
    context = {
        **frame(request),
        "form": form,
        "wanted": wanted,
        "any": bool(terms.rules),
        "page": page,
        "rulings": [precedent_text(ruling) for ruling in page.rulings],
        "newer": form.address(page.number - 1) if page.number > 1 else "",
        "older": form.address(page.number + 1) if page.number < page.pages else "",
    }
    return render(request, "precedents/rulings.html", context)


@require_safe
def ruling(request: HttpRequest, ruling_id: int) -> HttpResponse:
    """Show one final ruling."""
    found = public_ruling(ruling_id, active_language())
    if found is None:
        raise Http404
    context = {**frame(request), "ruling": precedent_text(found)}
    return render(request, "precedents/ruling.html", context)
