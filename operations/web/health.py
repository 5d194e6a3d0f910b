"""Whether this process lives, and whether it can serve: for balancers and container checks."""

from dataclasses import asdict

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from operations.services.readiness import State, checks, state_of_all


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer with the state of every part; 503 when one fails without which nothing works.

    A broker that is away makes it ``degraded``, and 200: what is sent is accepted without it.
    """
    found = checks()
    state = state_of_all(found)
    body = {"state": state, "checks": [asdict(check) for check in found]}
    return JsonResponse(body, status=503 if state is State.FAILED else 200)
