"""Webhooks with their deliveries; e-mails, their kinds, and who wants which."""

from secrets import token_hex

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.audit.models import Topic
from tournament.fields.models import EmailField
from tournament.models import AccessLink, Player, Tournament

SUBSCRIBED = tuple(
    topic
    for topic in Topic
    if topic
    not in (
        *(Topic.TEST, Topic.REPLY_ASKED, Topic.LATE_SAID),
        *(Topic.COMMITTEE_CALLED, Topic.VOTE_MISSING),
    )
)
"""The topics that a webhook can subscribe to: nothing that only one person is told, such as that
somebody complains about them."""


def new_seed() -> str:
    """Return a random seed; a webhook's secret is derived from it and the installation's key."""
    return token_hex(16)


class Webhook(models.Model):
    """An address that receives messages about some topics.

    The signing secret is not stored: it is derived from ``seed`` and ``SHINPAN_SECRET_KEY``, so a
    copy of the database alone signs nothing. Nothing has arrived since ``failing_since``;
    ``stopped_at`` is when the program switched the webhook off for that.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    topics = models.JSONField(default=list)
    """Values of :class:`Topic`."""
    enabled = models.BooleanField(default=True)
    seed = models.CharField(max_length=32, default=new_seed, editable=False)
    failing_since = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """The subscribers are looked up for every announcement, so there is an index for it."""

        constraints = (
            models.CheckConstraint(condition=~Q(url=""), name="webhook_address"),
            models.CheckConstraint(
                condition=Q(enabled=False) | Q(stopped_at=None), name="webhook_stopped"
            ),
        )
        indexes = (
            models.Index(fields=["tournament"], condition=Q(enabled=True), name="webhook_listens"),
        )

    def __str__(self) -> str:
        return self.url


class DeliveryState(models.TextChoices):
    """The state of a delivery."""

    WAITING = "waiting", _("Waiting")
    DELIVERED = "delivered", _("Delivered")
    FAILED = "failed", _("Given up")


def new_message_id() -> str:
    """Return a random message id; every attempt of a delivery carries the same."""
    return f"msg_{token_hex(12)}"


class Delivery(models.Model):
    """A message to one webhook, and how its last attempt went.

    ``source`` is what it is about: ``event:<id>`` of the audit trail, ``verdict:<id>`` or
    ``test:<random>``. The body is built from it at every attempt, so that no names are stored
    here. ``round_of_attempts`` counts the replays, ``attempts`` starts again with each of them.
    """

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    message_id = models.CharField(max_length=40, unique=True, default=new_message_id)
    topic = models.CharField(max_length=40)
    source = models.CharField(max_length=40)
    state = models.CharField(
        max_length=9, choices=DeliveryState.choices, default=DeliveryState.WAITING
    )
    round_of_attempts = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    """The HTTP status of the last response; None: there was none."""
    duration_ms = models.PositiveIntegerField(null=True, blank=True)
    error = models.CharField(max_length=200, blank=True, default="")
    """Why the last attempt failed, in English."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    tried_at = models.DateTimeField(null=True, blank=True)
    next_at = models.DateTimeField(null=True, blank=True)
    """When it is tried again; None: now, or never."""

    class Meta:
        """One delivery for each webhook and source."""

        verbose_name_plural = "deliveries"
        constraints = (
            models.UniqueConstraint(fields=["webhook", "source"], name="delivery_once"),
            models.CheckConstraint(
                condition=Q(state__in=DeliveryState.values), name="delivery_state"
            ),
        )
        indexes = (
            models.Index(fields=["webhook", "-id"], name="delivery_newest"),
            models.Index(fields=["created_at"], name="delivery_age"),
        )

    def __str__(self) -> str:
        return self.message_id


# --- E-mails ---


class MailKind(models.TextChoices):
    """What an e-mail is about. No column has these as its choices."""

    PAIRING = "pairing", _("A new round: who plays whom")
    CONFIRM = "confirm", _("The opponent reported a result: confirm or contest it")
    CASE = "case", _("A dispute or a question about a game")
    RULING = "ruling", _("A ruling or an appeal, and until when a ruling may be appealed")
    COMMITTEE = "committee", _("You sit on an appeals committee: please read the case and vote")
    DATES = "dates", _("A date for a game: proposed, agreed, refused")
    REMINDER = "reminder", _("A reminder: a game is due, or its result is missing")
    STAFF_CASE = "staff_case", _("A case was opened")
    STAFF_COMMITTEE = (
        "staff_committee",
        _("You sit on an appeals committee: please read the case and vote"),
    )
    STAFF_ROUND = "staff_round", _("A round could not be published at its time")
    STAFF_SEAL = "staff_seal", _("The seal of the record, with every round and at the end")
    STAFF_TROUBLE = "staff_trouble", _("Failed jobs, and webhooks that were switched off")


PLAYER_KINDS = (
    MailKind.PAIRING,
    MailKind.CONFIRM,
    MailKind.CASE,
    MailKind.RULING,
    MailKind.COMMITTEE,
    MailKind.DATES,
    MailKind.REMINDER,
)
STAFF_KINDS = (
    MailKind.STAFF_CASE,
    MailKind.STAFF_COMMITTEE,
    MailKind.STAFF_ROUND,
    MailKind.STAFF_SEAL,
    MailKind.STAFF_TROUBLE,
)


LONGEST_LANGUAGE = 8


class MailRules(models.Model):
    """Which e-mails a tournament sends; without a row it sends all of them."""

    MOST_REMIND_HOURS = 336

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, related_name="mail_rules"
    )
    enabled = models.BooleanField(default=True)
    off = models.JSONField(default=list, blank=True)
    """The kinds (:class:`MailKind`) that nobody gets."""
    language = models.CharField(max_length=LONGEST_LANGUAGE, blank=True, default="")
    """For recipients who have chosen none; empty: the installation's."""
    remind_hours = models.PositiveSmallIntegerField(
        default=48, validators=[MaxValueValidator(MOST_REMIND_HOURS)]
    )
    """How many hours before a game is due its players are reminded; 0: never."""

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.enabled}"


class PlayerMail(models.Model):
    """Which e-mails a player wants, and whether their address works.

    The address itself is the player's. ``failed_at`` is when e-mails to it were given up; it is
    reset when the address changes or the player saves their choice again.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="mail")
    off = models.JSONField(default=list, blank=True)
    language = models.CharField(max_length=LONGEST_LANGUAGE, blank=True, default="")
    failed_at = models.DateTimeField(null=True, blank=True)
    failed_address = models.CharField(max_length=64, blank=True, default="")
    """The fingerprint of the address that failed."""
    error = models.CharField(max_length=200, blank=True, default="")

    def __str__(self) -> str:
        return f"{self.player_id}"


class StaffMail(models.Model):
    """The e-mail address of a member of staff; it belongs to their link."""

    link = models.OneToOneField(AccessLink, on_delete=models.CASCADE, related_name="mail")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="staff_mails")
    email = EmailField(max_length=120)
    off = models.JSONField(default=list, blank=True)
    language = models.CharField(max_length=LONGEST_LANGUAGE, blank=True, default="")
    failed_at = models.DateTimeField(null=True, blank=True)
    failed_address = models.CharField(max_length=64, blank=True, default="")
    error = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"{self.link_id}"


class MailState(models.TextChoices):
    """The state of an e-mail."""

    WAITING = "waiting", _("Waiting")
    SENDING = "sending", _("Being sent")
    SENT = "sent", _("Sent")
    DROPPED = "dropped", _("No longer needed")
    FAILED = "failed", _("Given up")


class Mail(models.Model):
    """An e-mail to one person; neither its text nor its address is stored.

    ``source`` is what it is about: ``event:<id>``, ``due:<game>:<moment>``, ``member:<id>`` (of a
    committee; ``vote:<id>`` once only their vote is missing) and the like. Nobody
    gets two of a kind about the same source. If one is found in state ``sending``, its worker died:
    it is sent again with the same Message-ID, because it may not have gone out.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="mails")
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="mails", null=True, blank=True
    )
    staff = models.ForeignKey(
        StaffMail, on_delete=models.CASCADE, related_name="mails", null=True, blank=True
    )
    kind = models.CharField(max_length=16)
    source = models.CharField(max_length=60)
    state = models.CharField(max_length=8, choices=MailState.choices, default=MailState.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """One recipient each, and one e-mail for each kind and source."""

        constraints = (
            models.CheckConstraint(
                condition=Q(player=None, staff__isnull=False) | Q(player__isnull=False, staff=None),
                name="mail_to_one",
            ),
            models.CheckConstraint(condition=Q(state__in=MailState.values), name="mail_state"),
            models.UniqueConstraint(
                fields=["player", "kind", "source"],
                condition=Q(player__isnull=False),
                name="mail_once_player",
            ),
            models.UniqueConstraint(
                fields=["staff", "kind", "source"],
                condition=Q(staff__isnull=False),
                name="mail_once_staff",
            ),
        )
        indexes = (
            models.Index(
                fields=["tournament", "sent_at"],
                condition=Q(sent_at__isnull=False),
                name="mail_sent",
            ),
            models.Index(fields=["created_at"], name="mail_age"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.source}"


DELIVER = "webhook"
"""The kind of job that makes one attempt to deliver to a webhook."""
MAIL = "mail"
"""The kind of job that sends an e-mail."""
