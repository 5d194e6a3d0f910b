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
    if command == "adjudicate":
        # It judges files and needs no models, whose import would take longer than all the rest.
        # Django's own way in loads those of every application before it looks at the arguments.
        from django.apps import apps

        apps.populate(())
        from adjudication.management.commands.adjudicate import Command

        Command().run_from_argv(sys.argv)
        return
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
