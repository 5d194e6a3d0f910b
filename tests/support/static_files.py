"""Finding the static files once a process: every test client loads the middleware anew."""

from typing import Any

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
