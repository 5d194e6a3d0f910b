"""Refuses a request whose announced body is larger than anything this system takes."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

from config.bare_pages import bare_answer
from config.problem_answers import problem_answer

TEXT = (
    "This is larger than anything that can be sent here ({most} MB at most).\n"
    "Cet envoi dépasse la taille acceptée ({most} Mo au plus).\n"
)


class BodyLimitMiddleware:
    """Answers 413 before a byte of a too large body is read.

    A body without an announced length counts as empty in WSGI, so the header is enough.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Keep the next layer."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, or answer 413."""
        length = request.META.get("CONTENT_LENGTH") or "0"
        announced = int(length) if length.isdecimal() else 0
        most = settings.SHINPAN_MAX_BODY_BYTES
        if announced > most:
            most = max(most, _most_of(request.path_info))
        if announced > most:
            if request.path_info.startswith("/api/"):
                text = f"The API takes {most // 1024} kB here at most."
                return problem_answer(413, "too_large", text)
            megabytes = most // 1024 // 1024
            return bare_answer(request, 413, TEXT.format(most=megabytes), most=megabytes)
        return self.get_response(request)


def _most_of(path: str) -> int:
    """Return how much the view of an address takes (:mod:`tournament.web.body_sizes`), or 0."""
    try:
        view = resolve(path).func
    except Resolver404:
        return 0
    return int(getattr(view, "most_bytes", 0))
