"""``Idempotency-Key``: a call that changes something takes effect once, however often it is sent.

Key, effect and answer are written in one transaction. If two such calls come at once, the second
waits for the first on the key's row and gets its answer. A refused call leaves nothing: it may be
mended and sent with the same key. A PUT or DELETE may come without a key, because doing it twice
has the same effect as once (RFC 9110, section 9.2.2).
"""

import hashlib
import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api.calls.models import IdempotentCall
from api.calls.services import begin_call, end_call
from api.problems import ProblemDetails
from tournament.common.queries import one_or_none
from tournament.errors import IdempotencyConflict
from tournament.staff.form_keys import is_random

HEADER, REPLAYED = "Idempotency-Key", "Idempotency-Replayed"
LONGEST = 200
REPEATABLE = {"PUT", "DELETE"}
"""The methods that need no key."""


def run_once(
    view: Any, handler: Callable[..., Response], request: Request, *args: Any, **kwargs: Any
) -> Response:
    """Run the handler of a view, or repeat its earlier answer to the same key."""
    key = view.call_key = key_of(request)
    digest = _digest(request)
    view.prepare()
    with transaction.atomic():
        call_id = begin_call(
            caller=request.user.name,
            key=key,
            digest=digest,
            tournament_id=view.tournament_id,
        )
        if call_id is None:
            return _again(view, _known(request.user.name, key), digest)
        view.refuse_stale(request)
        response = handler(request, *args, **kwargs)
        end_call(
            call_id,
            status=response.status_code,
            body=_written(response.data),
            location=response.headers.get("Location", ""),
        )
        return _with_secret(view, response)


def key_of(request: Request) -> str:
    """Return the key of a call, or a new one if it needs none. Raises a 400 if it is missing."""
    key = request.headers.get(HEADER, "").strip()
    if len(key) >= 2 and key[0] == key[-1] == '"':  # written as a structured field
        key = key[1:-1]
    if not key and request.method in REPEATABLE:
        return str(uuid4())
    if not key:
        raise ProblemDetails(
            400,
            "key_missing",
            _("Send an Idempotency-Key with this call: any new text, such as a UUID."),
        )
    if len(key) > LONGEST or not key.isascii() or not key.isprintable():
        raise ProblemDetails(
            400, "key", _("An Idempotency-Key has at most 200 printable ASCII characters.")
        )
    if not request.user.is_authenticated and not is_random(key):
        raise ProblemDetails(
            400,
            "key_guessable",
            _(
                "Without a token, only the Idempotency-Key identifies you when you repeat this "
                "call: use a random UUID (version 4)."
            ),
        )
    return key


def derived_secret(request: Request, key: str, size: int) -> bytes:
    """Return a secret derived from the call, so that a repeated call gets it without storing it."""
    text = f"{request.user.name} {key} {_digest(request)}"
    return salted_hmac("shinpan.api.secret", text, algorithm="sha256").digest()[:size]


def _digest(request: Request) -> str:
    # The address, too: the same key and body for another board make another call.
    told = f"{request.method} {request.get_full_path()}\n".encode()
    digest = hashlib.sha256(told)
    digest.update(request._request.body)
    return digest.hexdigest()


def _known(caller: str, key: str) -> IdempotentCall:
    """Return the first call with the key. Raises a 409, to be sent again, if it is forgotten."""
    call = one_or_none(IdempotentCall.objects.filter(caller=caller, key=key))
    if call is None:
        raise ProblemDetails(
            409,
            "in_progress",
            _("The same call is being processed: send it again in a moment."),
            headers={"Retry-After": "1"},
        )
    return call


def _again(view: Any, call: IdempotentCall, digest: str) -> Response:
    if call.digest != digest:
        raise IdempotencyConflict(
            "key_reused",
            text=gettext_lazy("This Idempotency-Key was already used for another call."),
        )
    if call.answer_is_gone:
        raise ProblemDetails(
            409,
            "answer_gone",
            _(
                "This was done when it was first sent. Its answer is no longer stored, because "
                "somebody in the tournament has been erased since: read the current state."
            ),
            headers={REPLAYED: "true", **({"Location": call.location} if call.location else {})},
        )
    told = json.loads(call.body) if call.body else None
    response = Response(told, status=call.status, headers={REPLAYED: "true"})
    if call.location:
        response.headers["Location"] = call.location
    return _with_secret(view, response)


def _written(data: Any) -> str:
    return "" if data is None else JSONRenderer().render(data).decode()


def _with_secret(view: Any, response: Response) -> Response:
    """Add the secrets, which are sent but not kept (:meth:`api.viewsets.ApiViewSet.secrets`)."""
    secrets = view.secrets()
    if secrets and isinstance(response.data, dict):
        response.data = {**response.data, **secrets}
    return response
