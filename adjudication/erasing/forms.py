"""The form to fill in before a player is erased."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.audit.services.recording import LONGEST_REASON
from tournament.common.forms import Form


class EraseForm(Form):
    """Why a player is erased, and a confirmation."""

    note = forms.CharField(
        label=_("Why? Without the name: the reason is kept."), max_length=LONGEST_REASON
    )
    sure = forms.BooleanField(
        label=_("I am sure: the name is gone for good."),
        error_messages={"required": _("Tick the box to confirm.")},
    )
