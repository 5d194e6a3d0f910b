"""Loading the middleware once a process: every test client does so anew, and looks for files."""

from typing import Any

from django.core.signals import setting_changed
from django.test.client import ClientHandler
from whitenoise.middleware import WhiteNoiseMiddleware


def find_static_files_once() -> None:
    """Let whatever is loaded after the first middleware serve the files that it found."""
    find = WhiteNoiseMiddleware.add_files_from_finders
    found: dict[str, Any] = {}

    def remembered(middleware: WhiteNoiseMiddleware) -> None:
        if not found:
            find(middleware)
            found.update(middleware.files)
        middleware.files.update(found)

    WhiteNoiseMiddleware.add_files_from_finders = remembered


def load_middleware_once() -> None:
    """Let all test clients go through the middleware of the first, until a setting changes."""
    load = ClientHandler.load_middleware
    loaded: dict[str, Any] = {}

    def remembered(handler: ClientHandler) -> None:
        if not loaded:
            load(handler)
            loaded.update(
                (name, one) for name, one in vars(handler).items() if "middleware" in name
            )
        vars(handler).update(loaded)

    def forget(**_signal: object) -> None:
        loaded.clear()

    setting_changed.connect(forget, weak=False)
    ClientHandler.load_middleware = remembered  # type: ignore[assignment, method-assign]
