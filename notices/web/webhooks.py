"""The webhooks of a tournament: which there are, and adding one."""

from collections.abc import Collection

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from notices.selectors.webhooks import webhooks_of
from notices.services.webhooks import MOST_WEBHOOKS, add_webhook
from notices.web.choices import topic_options
from tournament.errors import UserError
from tournament.selectors.public import TournamentTerms
from tournament.web.access import frame, personal
from tournament.web.guards import owned

USUAL = ("pairing.published", "result.confirmed", "verdict", "ruling")


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """List the webhooks and add one; its secret is shown this once."""
    terms = owned(request, slug)
    if request.method != "POST":
        return _page(request, terms, "", USUAL, {})
    url, topics = request.POST.get("url", ""), request.POST.getlist("topics")
    try:
        made = add_webhook(tournament_id=terms.id, url=url, topics=topics)
    except UserError as error:
        errors = {error.field or "url": str(error.text)}
        return _page(request, terms, url, topics, errors, status=400)
    return secret_page(request, terms, made.id, made.secret)


def secret_page(
    request: HttpRequest, terms: TournamentTerms, webhook_id: int, secret: str
) -> HttpResponse:
    """Show a secret, this once."""
    context = {
        "terms": terms,
        "webhook_id": webhook_id,
        "secret": secret,
        "language_next": reverse("notices:webhooks", args=[terms.slug]),
    }
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
