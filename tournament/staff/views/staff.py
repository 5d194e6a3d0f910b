"""The staff: who is in it, inviting somebody by link, and closing a link."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.staff.access import frame, personal, visitor_of
from tournament.staff.forms import InviteForm
from tournament.staff.guards import owned
from tournament.staff.once import (
    derived,
    form_key,
    keep_for_page,
    left,
    once_with_secret,
    shown_here,
)
from tournament.staff.selectors.staff import staff_link, staff_links
from tournament.staff.services.links import issue_link, open_link, revoke_link
from tournament.staff.services.tokens import SECRET_BYTES, token_of
from tournament.staff.views.new_link import new_link


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@once_with_secret
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """List the staff and invite somebody; a page of its own shows the new link."""
    terms = owned(request, slug)
    form = InviteForm(posted(request))
    if form.is_valid():
        try:
            token = issue_link(
                tournament_id=terms.id,
                secret=derived(form_key(request), SECRET_BYTES),
                **form.cleaned_data,
            )
        except UserError as error:
            form.refuse(error)
        else:
            keep_for_page(request, name=form.cleaned_data["label"])
            return redirect("tournament:staff_issued", slug, open_link(token).link_id)
    context = {
        "terms": terms,
        "staff": staff_links(terms.id),
        "own": [known.link_id for known in visitor_of(request).identities],
        "form": form,
        "from_post": request.method == "POST",
    }
    return render(request, "staff/staff.html", {**frame(request), **context}, status=form.status)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def revoke(request: HttpRequest, slug: str, link_id: int) -> HttpResponse:
    """Ask, then close a link of the staff."""
    terms = owned(request, slug)
    link = staff_link(terms.id, link_id)
    if link is None:
        raise Http404
    own = link.id in [known.link_id for known in visitor_of(request).identities]
    if request.method == "POST":
        try:
            revoke_link(link_id=link.id)
        except UserError as error:
            messages.error(request, str(error.text))
            return redirect("tournament:staff", slug)
        name = link.label or link.role_label
        messages.success(request, _("The link of %(name)s no longer works.") % {"name": name})
        return redirect("tournament:home" if own else "tournament:staff", *([] if own else [slug]))
    context = {"terms": terms, "link": link, "own": own}
    return render(request, "staff/staff_revoke.html", {**frame(request), **context})


@personal
@require_safe
def issued(request: HttpRequest, slug: str, link_id: int) -> HttpResponse:
    """Show a new link of the staff, until this page is left."""
    terms = owned(request, slug)
    link, shown = staff_link(terms.id, link_id), shown_here(request)
    if link is None:
        raise Http404
    if shown is None:
        return left(request, "tournament:staff", slug)
    token = token_of(shown.derived(SECRET_BYTES)).text
    context = {
        "terms": terms,
        "role": link.role_label,
        "label": link.label,
        **new_link(request, token, tournament=terms.name, role=link.role),
    }
    return render(request, "staff/staff_issued.html", {**frame(request), **context})
