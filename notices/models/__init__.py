"""Models of webhooks and e-mails."""

from notices.models.emails import (
    PLAYER_KINDS,
    STAFF_KINDS,
    Mail,
    MailKind,
    MailRules,
    MailState,
    PlayerMail,
    StaffMail,
)
from notices.models.webhooks import SUBSCRIBED, Delivery, DeliveryState, Webhook
from tournament.audit.models import Topic

__all__ = [
    "PLAYER_KINDS",
    "STAFF_KINDS",
    "SUBSCRIBED",
    "Delivery",
    "DeliveryState",
    "Mail",
    "MailKind",
    "MailRules",
    "MailState",
    "PlayerMail",
    "StaffMail",
    "Topic",
    "Webhook",
]
