"""What a program is told where no view of the API answers: problem details, in plain English."""

from django.http import HttpResponse, JsonResponse


def problem_answer(status: int, code: str, detail: str) -> HttpResponse:
    """Return one problem (RFC 9457); nothing is asked of a database or a template for it."""
    return JsonResponse(
        {
            "type": f"/api/v1/docs/#problem-{status}",
            "title": detail,
            "status": status,
            "code": code,
            "detail": detail,
        },
        status=status,
        content_type="application/problem+json",
        headers={"Cache-Control": "no-store"},
    )
