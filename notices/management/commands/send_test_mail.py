"""Sends one mail to see whether the mail server works: ``send_test_mail go@example.org``."""

import smtplib
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email


class Command(BaseCommand):
    """Sends at once, bypassing the job table, and prints the mail server's answer."""

    help = "Sends a test mail, to see whether SHINPAN_EMAIL_URL and SHINPAN_EMAIL_FROM work."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the address."""
        parser.add_argument("address", help="where the mail goes")

    def handle(self, *args: Any, **options: Any) -> None:
        """Send it. Raises CommandError with what went wrong."""
        address = options["address"]
        if not settings.SHINPAN_EMAIL:
            raise CommandError("No e-mails are sent: set SHINPAN_EMAIL_URL and SHINPAN_EMAIL_FROM.")
        try:
            validate_email(address)
        except ValidationError:
            raise CommandError(f"{address!r} is no e-mail address.") from None
        text = f"This mail was sent by Shinpan at {settings.SHINPAN_BASE_URL} as a test.\n"
        mail = EmailMessage("Shinpan: a test", text, settings.DEFAULT_FROM_EMAIL, [address])
        try:
            mail.send()
        except (OSError, smtplib.SMTPException) as error:
            raise CommandError(f"The mail was not sent: {error}") from error
        self.stdout.write(f"The mail server took the mail to {address}.")
