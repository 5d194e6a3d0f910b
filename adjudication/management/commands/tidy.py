"""``python manage.py tidy``: removes what nobody needs any more, every night."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils import timezone

from adjudication.readjudication.models import FOLLOW, PART
from adjudication.records.services import sweep_files
from adjudication.verdicts.models import JUDGE
from jobs.models import Job, JobState
from tournament.errors import StoreError

KINDS = (JUDGE, PART, FOLLOW)
"""Jobs that nothing requests twice; for others, the row is what keeps them from running twice."""
AT_ONCE = 1_000


class Command(BaseCommand):
    """Remove jobs done long ago, expired sessions, and files that nothing refers to."""

    help = (
        "Removes rows of judging jobs that are done, sessions that have ended, and files of the "
        "object store that nothing names any more. No verdict, record or event is ever removed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "--days", type=int, default=30, help="keep jobs that are done so long (default: 30)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the command; a step that fails does not stop the others."""
        before = timezone.now() - timedelta(days=max(1, options["days"]))
        removed = 0
        done = Job.objects.filter(state=JobState.DONE, kind__in=KINDS, finished_at__lt=before)
        while keys := list(done.order_by("finished_at").values_list("pk", flat=True)[:AT_ONCE]):
            removed += Job.objects.filter(pk__in=keys).delete()[0]
        call_command("clearsessions")
        self.stdout.write(f"{removed:,} jobs removed.")
        if settings.SHINPAN_FILES_URL:
            try:
                self.stdout.write(f"{sweep_files().files:,} files removed from the store.")
            except StoreError as error:
                self.stderr.write(f"The object store was not swept: {error}")
