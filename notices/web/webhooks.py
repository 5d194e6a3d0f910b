"""The webhooks of a tournament: which there are, and adding one."""

from collections.abc import Collection

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from notices.selectors.webhooks import webhook_of, webhooks_of
from notices.services.signing import secret_of
from notices.services.webhooks import MOST_WEBHOOKS, add_webhook
from notices.web.choices import topic_options
from tournament.errors import UserError
from tournament.selectors.public import TournamentTerms
from tournament.web.access import frame, personal
from tournament.web.guards import owned
from tournament.web.once import derived, form_key, keep_for_page, left, once_with_secret, shown_here

SEED_BYTES = 16
USUAL = ("pairing.published", "result.confirmed", "verdict", "ruling")


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@once_with_secret
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """List the webhooks and add one; a page of its own shows its secret."""
    terms = owned(request, slug)
    if request.method != "POST":
        return _page(request, terms, "", USUAL, {})
    url, topics = request.POST.get("url", ""), request.POST.getlist("topics")
    try:
        made = add_webhook(tournament_id=terms.id, url=url, topics=topics, seed=seed_of(request))
    except UserError as error:
        errors = {error.field or "url": str(error.text)}
        return _page(request, terms, url, topics, errors, status=400)
    keep_for_page(request, name=url)
    return redirect("notices:webhook_shown", slug, made.id)


def seed_of(request: HttpRequest) -> str:
    """Return what the secret that a form makes comes from, the same for the same form."""
    return derived(form_key(request), SEED_BYTES).hex()


@personal
@require_safe
def secret_shown(request: HttpRequest, slug: str, webhook_id: int) -> HttpResponse:
    """Show a new secret, until this page is left."""
    terms = owned(request, slug)
    if webhook_of(terms.id, webhook_id) is None:
        raise Http404
    shown = shown_here(request)
    if shown is None:
        return left(request, "notices:webhook", slug, webhook_id)
    secret = secret_of(shown.derived(SEED_BYTES).hex())
    context = {"terms": terms, "webhook_id": webhook_id, "secret": secret}
    return render(request, "notices/secret.html", {**frame(request), **context})


def _page(
    request: HttpRequest,
    terms: TournamentTerms,
    url: str,
    topics: Collection[str],
    errors: dict[str, str],
    status: int = 200,
) -> HttpResponse:
    hooks = webhooks_of(terms.id)
    context = {
        "terms": terms,
        "webhooks": hooks,
        "full": len(hooks) >= MOST_WEBHOOKS,
        "most": MOST_WEBHOOKS,
        "url": url,
        "topics": topic_options(topics),
        "errors": errors,
        "from_post": request.method == "POST",
    }
    return render(request, "notices/webhooks.html", {**frame(request), **context}, status=status)
