"""Forms of the staff: inviting somebody by link."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.common.forms import ModelForm, label_with_hint
from tournament.models import AccessLink, Role

ROLES: list[tuple[str, Any]] = [
    (
        Role.ASSISTANT,
        label_with_hint(
            Role.ASSISTANT.label,
            _("Runs the tournament with you: players, pairings, results. Not settings and staff."),
        ),
    ),
    (
        Role.HELPER,
        label_with_hint(
            Role.HELPER.label,
            _("Enters results and checks players in at the door; nothing else."),
        ),
    ),
    (
        Role.REFEREE,
        label_with_hint(
            Role.REFEREE.label,
            _("Sees disputed games with all evidence, and decides them."),
        ),
    ),
    (
        Role.DIRECTOR,
        label_with_hint(Role.DIRECTOR.label, _("Owns the tournament like you: may do everything.")),
    ),
]
"""The roles that somebody can be invited to, with what each may do."""


class RoleField(forms.ChoiceField):
    """A staff role; each has a line that says what it may do."""

    widget = forms.RadioSelect(attrs={"class": "explained"})

    def __init__(self, *, missing: Any, **options: Any) -> None:
        errors = dict.fromkeys(("required", "invalid_choice"), missing)
        super().__init__(choices=ROLES, error_messages=errors, **options)


class InviteForm(ModelForm):
    """The person a link is for, and what it lets them do."""

    role = RoleField(
        label=_("What the link lets them do"), missing=_("Choose what the link is for.")
    )
    field_order = ("label", "role")

    class Meta:
        """The name that the history shows."""

        model = AccessLink
        fields = ("label",)
        error_messages: ClassVar[dict[str, Any]] = {
            "label": {"required": _("Write who the link is for: the history shows this name.")}
        }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["label"].required = True
