"""What is announced."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Topic(models.TextChoices):
    """What happened, by the name that webhooks have for it. No column has these as choices."""

    PAIRING_PUBLISHED = "pairing.published", _("A round was published")
    ROUND_FINISHED = "round.finished", _("A round was closed")
    ROUND_NOT_OPENED = "round.not_opened", _("A round could not be published at its time")
    RESULT_REPORTED = "result.reported", _("A player reported a result")
    RESULT_CONFIRMED = "result.confirmed", _("Both players confirmed a result")
    RESULT_CHANGED = "result.changed", _("The staff entered, corrected or removed a result")
    VERDICT = "verdict", _("A game record was checked")
    QUESTION_ASKED = "question.asked", _("Both players were asked something")
    CASE_OPENED = "case.opened", _("A case was opened")
    RULING = "ruling", _("A referee or a committee ruled")
    RESCHEDULE_PROPOSED = "reschedule.proposed", _("A player proposed a date")
    RESCHEDULE_AGREED = "reschedule.agreed", _("Both players agreed to a date")
    RESCHEDULE_REFUSED = "reschedule.refused", _("A player refused a date")
    RESCHEDULE_SET = "reschedule.set", _("The staff set the date of a game")
    RESCHEDULE_WITHDRAWN = "reschedule.withdrawn", _("A player took back a proposed date")
    TEST = "test", _("A test")


SUBSCRIBED = tuple(topic for topic in Topic if topic is not Topic.TEST)
"""The topics that a webhook can be told of."""
