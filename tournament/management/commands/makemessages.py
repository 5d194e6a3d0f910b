"""``manage.py makemessages``: Django's, without guessing translations."""

from typing import ClassVar

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Leave new messages empty instead of copying the translations of similar ones."""

    msgmerge_options: ClassVar[list[str]] = [  # type: ignore[misc]  # Django's is no ClassVar
        *makemessages.Command.msgmerge_options,
        "--no-fuzzy-matching",
    ]
