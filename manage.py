#!/usr/bin/env python
"""Run a management command: ``python manage.py COMMAND``."""

import os
import secrets
import signal
import sys

KEYLESS_COMMANDS = {
    *("adjudicate", "collectstatic", "compilemessages", "makemessages"),
    *("convert", "generate", "pair", "preflight", "simulate", "standings"),
    "verify",
}
"""Commands that sign nothing, and so run without a configured secret key."""


def main() -> None:
    """Hand the command line to Django with this project's settings."""
    # A shell that starts it in the background of a script has it ignore SIGINT, and Python keeps
    # to that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    if command == "demo":
        os.environ.setdefault("SHINPAN_DEMO", "1")
    keyless = command in KEYLESS_COMMANDS or bool({"-h", "--help"} & set(sys.argv))
    if keyless and not os.environ.get("SHINPAN_SECRET_KEY_FILE"):
        os.environ.setdefault("SHINPAN_SECRET_KEY", secrets.token_urlsafe(48))
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
