"""The kinds of e-mails, as they are switched off."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class MailKind(models.TextChoices):
    """What a mail is about. No column has these as its choices."""

    PAIRING = "pairing", _("A new round: who plays whom")
    CONFIRM = "confirm", _("The opponent reported a result: confirm or contest it")
    CASE = "case", _("A dispute or a question about a game")
    RULING = "ruling", _("A ruling, and until when it may be appealed")
    DATES = "dates", _("A date for a game: proposed, agreed, refused")
    REMINDER = "reminder", _("A reminder: a game is due, or its result is missing")
    STAFF_CASE = "staff_case", _("A case was opened")
    STAFF_ROUND = "staff_round", _("A round could not be published at its time")
    STAFF_TROUBLE = "staff_trouble", _("Work that failed: jobs given up, webhooks switched off")


PLAYER_KINDS = (
    MailKind.PAIRING,
    MailKind.CONFIRM,
    MailKind.CASE,
    MailKind.RULING,
    MailKind.DATES,
    MailKind.REMINDER,
)
STAFF_KINDS = (MailKind.STAFF_CASE, MailKind.STAFF_ROUND, MailKind.STAFF_TROUBLE)
