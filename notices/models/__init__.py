"""What is kept of webhooks and e-mails."""

from notices.models.delivery import Delivery, DeliveryState
from notices.models.mail import Mail, MailState
from notices.models.mail_kind import PLAYER_KINDS, STAFF_KINDS, MailKind
from notices.models.mail_switches import MailRules, PlayerMail, StaffMail
from notices.models.topic import SUBSCRIBED, Topic
from notices.models.webhook import Webhook

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
