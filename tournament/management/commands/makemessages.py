"""``manage.py makemessages``: Django's, without guesses at translations."""

from typing import ClassVar

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Leave a new message empty in place of a translation of one that is similar."""

    msgmerge_options: ClassVar[list[str]] = [  # type: ignore[misc]  # Django's is no ClassVar
        *makemessages.Command.msgmerge_options,
        "--no-fuzzy-matching",
    ]
