"""Views that take larger bodies than the rest (:mod:`config.body_limit` looks for the mark)."""

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpResponse

View = TypeVar("View", bound=Callable[..., HttpResponse])


def takes_up_to(most: int) -> Callable[[View], View]:
    """Let a view take bodies of up to ``most`` bytes.

    The view has to look at who asks before it reads: ``csrf_exempt`` belongs around the check of
    the visitor, and ``csrf_protect`` inside.
    """

    def marked(view: View) -> View:
        view.most_bytes = most  # type: ignore[attr-defined]
        return view

    return marked
