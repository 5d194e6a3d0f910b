"""``manage.py database_role``: a PostgreSQL role for the services, which owns nothing."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from operations.roles.grants import RoleError, grant_to


class Command(BaseCommand):
    """Make the role and grant its rights; to be run after every migration and every restore."""

    help = (
        "Gives a role of PostgreSQL what the services need: rows of every table to read and write, "
        "nothing to own, no table to make, change or empty, and of what is kept for ever nothing "
        "to delete or to change that is written once. Makes the role if there is none. Run it as "
        "the tables' owner after every migration and after a restore; again does no harm."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the role and the file with its password."""
        parser.add_argument("role", help="such as shinpan_services")
        parser.add_argument(
            "--password-file", metavar="FILE", type=Path, help="its password; default: it stays"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it. Raises CommandError that says what is wrong."""
        role, file = options["role"], options["password_file"]
        try:
            password = file.read_text(encoding="utf-8").strip() if file else ""
            granted = grant_to(role, password=password)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        except RoleError as error:
            raise CommandError(str(error)) from error
        except DatabaseError as error:
            raise CommandError(
                f"The rights were not given: {str(error).splitlines()[0]}. Run this as the owner "
                "of the tables; a superuser can make a role that is missing: createuser "
                f"{role}."
            ) from error
        kept = sum(not one.deletes for one in granted)
        self.stdout.write(
            f"{role} may read {len(granted)} tables and write "
            f"{sum(not one.reads_only for one in granted)} of them; in {kept} it deletes nothing."
        )
