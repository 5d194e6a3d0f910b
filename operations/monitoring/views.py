"""Health endpoints for load balancers and containers: alive (`/healthz`), ready (`/readyz`)."""

from dataclasses import asdict

from django.conf import settings
from django.db import Error
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from operations.monitoring.health_checks import State, overall_state, run_checks
from operations.queries import ping


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 ``ok`` if the database answers, else 503."""
    try:
        ping()
    except Error:
        return HttpResponse("database unavailable\n", status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer with the state of every component; 503 if one has failed that is indispensable.

    Without the broker the state is ``degraded``, and the status 200: requests are served.
    """
    checks = run_checks()
    state = overall_state(checks)
    body = {
        "state": state,
        "version": settings.VERSION,
        "checks": [asdict(check) for check in checks],
    }
    return JsonResponse(body, status=503 if state is State.FAILED else 200)
