"""The language switch in the middle of a form: the page again, with everything that was typed.

The switch in the footer simply requests the page's URL again. A page that a form led to is shown
again by sending its own form: the template context names the form (``switch_form``, an id) and the
step that leads to this page (``switch_step``), and the buttons of the switch are buttons of that
form (``templates/base.html``).
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

V = TypeVar("V", bound=Callable[..., HttpResponse])

LANGUAGE, STEP = "switch_language", "switch_step"
"""The button of the switch, and the step that shows the page again."""


def accepts_language_switch(view: V) -> V:
    """Let a view accept its own form from the language switch.

    The view sees the step that shows the page again in place of the one that a button would send,
    and calls :func:`is_switching` before it would do anything.
    """

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **key: Any) -> HttpResponse:
        code = request.POST.get(LANGUAGE, "") if request.method == "POST" else ""
        if code not in dict(settings.LANGUAGES):
            return view(request, *args, **key)
        data = request.POST.copy()
        data["step"] = data.get(STEP, "")
        request.POST = data  # type: ignore[assignment]
        translation.activate(code)
        request.LANGUAGE_CODE = translation.get_language()
        response = view(request, *args, **key)
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            code,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            path=settings.LANGUAGE_COOKIE_PATH,
            domain=settings.LANGUAGE_COOKIE_DOMAIN,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            samesite=cast(Any, settings.LANGUAGE_COOKIE_SAMESITE),
        )
        return response

    return cast(V, shown)


def is_switching(request: HttpRequest) -> bool:
    """Whether the form came from the language switch, so that nothing may be done with it."""
    return request.method == "POST" and request.POST.get(LANGUAGE, "") in dict(settings.LANGUAGES)
