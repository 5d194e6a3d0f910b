"""The reason that the history keeps, as a field of a form."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.audit.models import AuditEvent
from tournament.fields.forms import LineField


class ReasonField(LineField):
    """The reason for an action, in a few words; the history shows it."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("label", _("Reason, kept in the history"))
        wrong = {"required": _("Say why in a few words: it is kept in the history.")}
        options["error_messages"] = {**wrong, **options.get("error_messages", {})}
        column = AuditEvent._meta.get_field("reason")
        super().__init__(max_length=column.max_length, **options)
