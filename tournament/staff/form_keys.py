"""Idempotent forms: however often one is sent, it is carried out once.

Every such form carries a key (``parts/once.html``), which is kept in the table of API calls
(:mod:`api.calls.services`) in the transaction that carries it out. A second press, or a form that
the browser sends again, is redirected to what the first one made. A refusal leaves nothing behind.

A secret made in this way is derived from the key and so kept nowhere. The visitor's session holds
the key until they leave the page that shows the secret: until then a reload shows it again, and a
visitor whose browser never got the response is led to it.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.messages.storage.base import BaseStorage
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from api.calls.models import IdempotentCall
from api.calls.services import PAGES, begin_call, end_call, take_back_call
from tournament.common.queries import one_or_none
from tournament.staff.unseen import address_of, keep_to_show, shown_at
from tournament.staff.visitors import frame

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

FIELD = "once"
_NOT_TYPED = frozenset({FIELD, "csrfmiddlewaretoken"})


def idempotent(view: View[P]) -> View[P]:
    """Carry out a form once; the view answers with a redirect when it is done."""
    return _once(view, secret=False)


def idempotent_or(changed: View[P]) -> Callable[[View[P]], View[P]]:
    """Do the same; ``changed`` answers a form that was already sent with other contents."""
    return lambda view: _once(view, secret=False, changed=changed)


def idempotent_with_secret(view: View[P]) -> View[P]:
    """Do the same where the page after the redirect shows a secret (:func:`secret_to_show`)."""
    return _once(view, secret=True)


def _once(view: View[P], *, secret: bool, changed: View[P] | None = None) -> View[P]:
    @wraps(view)
    def wrapped(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        key, digest = form_key(request), _digest(request)
        with transaction.atomic():
            call_id = begin_call(caller=PAGES, key=key, digest=digest, tournament_id=None)
            if call_id is None:
                call = one_or_none(IdempotentCall.objects.filter(caller=PAGES, key=key))
                if call is not None and call.digest == digest:
                    return _again(request, key, call, secret=secret)
                if changed is not None:
                    return changed(request, *args, **kwargs)
                return _asked_again(request, call.location if call else "")
            said_before = len(messages.get_messages(request))
            response = view(request, *args, **kwargs)
            done = isinstance(response, HttpResponseRedirect) and not _is_refusal(response)
            if done and secret:
                response["Location"] = address_of(response["Location"], key)
                keep_to_show(request, key, response["Location"], _kept_for_page(request))
            if done:
                location = response["Location"]
                said = json.dumps(_pending_messages(request)[said_before:])
                end_call(call_id, status=response.status_code, body=said, location=location)
            else:
                take_back_call(call_id)
        return response

    return wrapped


def mark_refused(response: HttpResponse) -> HttpResponse:
    """Mark a redirect that follows a refusal: nothing was done, the form may be sent again."""
    response._refused = True  # type: ignore[attr-defined]
    return response


def _is_refusal(response: HttpResponse) -> bool:
    return getattr(response, "_refused", False)


def form_key(request: HttpRequest) -> str:
    """Return the key of a form that was sent, or a new one if it came without any."""
    known: str | None = getattr(request, "_form_key", None)
    if known is None:
        sent = request.POST.get(FIELD, "")
        known = sent if is_random(sent) else str(uuid4())
        request._form_key = known  # type: ignore[attr-defined]
    return known


def is_random(key: str) -> bool:
    """Whether a key is random: visitors behind one IP address count as one caller."""
    try:
        return UUID(key).version == 4
    except ValueError:
        return False


def derived_secret(key: str, size: int) -> bytes:
    """Return a secret that the same form derives again, so that nobody has to store it."""
    return salted_hmac("shinpan.page.secret", key, algorithm="sha256").digest()[:size]


@dataclass(frozen=True, slots=True)
class ShownSecret:
    """What a page shows for a form that made a secret: the form's key, and what was stored."""

    key: str
    stored: dict[str, Any]

    def derive(self, size: int) -> bytes:
        """Return this many bytes of the secret."""
        return derived_secret(self.key, size)


def secret_to_show(request: HttpRequest) -> ShownSecret | None:
    """Return what the requested page shows; None once the visitor has left it."""
    found = shown_at(request)
    return None if found is None else ShownSecret(found["key"], found["kept"])


def secret_gone_response(request: HttpRequest, to: str, *args: object) -> HttpResponse:
    """Answer a visitor who returns to a page with a secret after leaving it."""
    text = _("This was shown until its page was left. It works, but cannot be shown again.")
    messages.info(request, text)
    return redirect(to, *args)


def keep_for_page(request: HttpRequest, *, name: str, **values: Any) -> None:
    """Keep values for the page that shows the secret, as long as it is shown.

    ``name`` is what the secret belongs to; until it is seen, a link of that name leads the visitor
    to it.
    """
    request._with_secret = {"name": name, **values}  # type: ignore[attr-defined]


def _kept_for_page(request: HttpRequest) -> dict[str, Any]:
    kept: dict[str, Any] = getattr(request, "_with_secret", {})
    return kept


def _again(request: HttpRequest, key: str, call: IdempotentCall, *, secret: bool) -> HttpResponse:
    """Answer a form that was already sent with the same contents."""
    if secret:
        keep_to_show(request, key, call.location, None)
    else:
        # The first response may never have arrived, so its messages are repeated.
        for level, text in json.loads(call.body or "[]"):
            messages.add_message(request, level, text)
        messages.info(request, _("This had already arrived; it was done only once."))
    return HttpResponseRedirect(call.location)


def _pending_messages(request: HttpRequest) -> list[tuple[int, str]]:
    """Return the pending messages, which stay pending."""
    storage = messages.get_messages(request)
    said = [(message.level, str(message.message)) for message in storage]
    if isinstance(storage, BaseStorage):
        storage.used = False
    return said


def _asked_again(request: HttpRequest, address: str) -> HttpResponse:
    """Ask about a form that was already sent with other contents; the new contents are kept."""
    typed = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in _NOT_TYPED
        for value in values
    ]
    context = {"made": address, "typed": typed, "files": bool(request.FILES), "from_post": True}
    return render(request, "once/again.html", {**frame(request), **context}, status=409)


def _digest(request: HttpRequest) -> str:
    typed = QueryDict(mutable=True)
    for name, values in sorted(request.POST.lists()):
        if name not in _NOT_TYPED:
            typed.setlist(name, values)
    found = hashlib.sha256(f"{request.get_full_path()}\n{typed.urlencode()}".encode())
    for name, files in sorted(request.FILES.lists()):
        for file in files:
            found.update(f"\n{name}\n{file.name}\n".encode())
            for chunk in file.chunks():
                found.update(chunk)
            file.seek(0)
    return found.hexdigest()
