"""Decorators for views that take large request bodies, or that answer an unreadable form."""

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpResponse

View = TypeVar("View", bound=Callable[..., HttpResponse])


def accepts_body_up_to(
    most: int, *, admits: Callable[..., object], most_files: int | None = None
) -> Callable[[View], View]:
    """Let a view take bodies of up to ``most`` bytes (:mod:`config.middleware` reads the mark).

    ``most_files`` is how many files a form may have, if that is not the usual number. So much is
    not read for everybody: ``admits`` takes the request and the URL's arguments, and raises to
    refuse the visitor before anything is read, even the CSRF token.
    """

    def marked(view: View) -> View:
        view.most_bytes = most  # type: ignore[attr-defined]
        view.admits = admits  # type: ignore[attr-defined]
        view.most_files = most_files  # type: ignore[attr-defined]
        return view

    return marked


def handles_unread_form(answer: Callable[..., HttpResponse]) -> Callable[[View], View]:
    """Let ``answer`` respond to a form of a view that is too large or has too many files.

    It takes the request, the exception and the URL's arguments (:mod:`config.middleware`).
    """

    def marked(view: View) -> View:
        view.answer_unread = answer  # type: ignore[attr-defined]
        return view

    return marked
