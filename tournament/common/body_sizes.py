"""Decorators for views that take large request bodies, or that answer an unreadable form."""

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpResponse

View = TypeVar("View", bound=Callable[..., HttpResponse])


def takes_up_to(
    most: int, *, admits: Callable[..., object], most_files: int | None = None
) -> Callable[[View], View]:
    """Let a view take bodies of up to ``most`` bytes (:mod:`config.middleware` looks for the mark).

    ``most_files`` is how many files a form may have, where that is not what forms usually have.
    So much is not read for everybody: ``admits`` takes the request and what the address says, and
    raises what refuses the visitor before anything is read, even the token against forged forms.
    """

    def marked(view: View) -> View:
        view.most_bytes = most  # type: ignore[attr-defined]
        view.admits = admits  # type: ignore[attr-defined]
        view.most_files = most_files  # type: ignore[attr-defined]
        return view

    return marked


def answers_unread(answer: Callable[..., HttpResponse]) -> Callable[[View], View]:
    """Let ``answer`` answer a form of a view that is too large or has too many files.

    It takes the request, the exception and what the address says (:mod:`config.middleware`).
    """

    def marked(view: View) -> View:
        view.answer_unread = answer  # type: ignore[attr-defined]
        return view

    return marked
