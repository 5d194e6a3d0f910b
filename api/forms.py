"""Forms that make tokens: one for the staff, one for a player's own."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from api.models import Scope, Token
from api.services.tokens import DEFAULT_DAYS, SCOPES_MISSING, SCOPES_OF
from tournament.common.forms import ModelForm
from tournament.models import Role
from tournament.staff.forms import RoleField

DAYS = (30, 90, DEFAULT_DAYS, 2 * DEFAULT_DAYS)


def _day_choices() -> list[tuple[int, str]]:
    return [
        (days, ngettext("%(count)d day", "%(count)d days", days) % {"count": days}) for days in DAYS
    ]


class OwnTokenForm(ModelForm):
    """What a player's token is for, and how long it is valid."""

    conflict_status = 400
    days = forms.TypedChoiceField(
        label=_("Works for"),
        coerce=int,
        choices=_day_choices,
        initial=DEFAULT_DAYS,
    )

    class Meta:
        """The name of the token."""

        model = Token
        fields = ("label",)


class TokenForm(OwnTokenForm):
    """What a staff token is for, its role, and its scopes within that role."""

    role = RoleField(label=_("Its role"), missing=_("Choose the role that the program has."))
    scope = forms.MultipleChoiceField(
        label=_("What it may do"),
        help_text=_(
            "Choose no more than the program needs. It cannot get more than its role allows."
        ),
        choices=[(scope.value, scope.label) for scope in SCOPES_OF[Role.DIRECTOR]],
        initial=[Scope.READ.value],
        widget=forms.CheckboxSelectMultiple(attrs={"class": "explained"}),
        error_messages={"required": SCOPES_MISSING},
    )
    field_order = ("label", "role", "scope", "days")

    def clean(self) -> dict[str, Any]:
        """Return what was sent, with only the scopes that the role may have."""
        cleaned = super().clean()
        if "role" in cleaned and "scope" in cleaned:
            allowed = SCOPES_OF[cleaned["role"]]
            cleaned["scopes"] = [scope for scope in cleaned.pop("scope") if scope in allowed]
            if not cleaned["scopes"]:
                self.add_error("scope", SCOPES_MISSING)
        return cleaned
