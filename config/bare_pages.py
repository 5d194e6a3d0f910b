"""Answers from before a page can be made: no database, no session, both languages at once."""

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string


def bare_answer(request: HttpRequest, status: int, text: str, **values: object) -> HttpResponse:
    """Return the page ``<status>.html`` where a browser asks, and else the text."""
    if "text/html" in request.headers.get("Accept", ""):
        return HttpResponse(render_to_string(f"{status}.html", values), status=status)
    return HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")
