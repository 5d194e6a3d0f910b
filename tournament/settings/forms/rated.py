"""The rated mode: whose rules, and whether the settings should follow them at once."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.common.forms import VersionedForm, label_with_hint
from tournament.fields.forms import RadioField
from tournament.models import RatedFor


def federation_choices() -> list[tuple[Any, Any]]:
    """Return the choices of whose rules a tournament is played by."""
    return [
        (
            RatedFor.NONE.value,
            label_with_hint(RatedFor.NONE.label, _("Nothing is compared or asked.")),
        ),
        (
            RatedFor.EGF.value,
            label_with_hint(RatedFor.EGF.label, _("By the rules of the European Go Federation.")),
        ),
        (
            RatedFor.FFG.value,
            label_with_hint(
                RatedFor.FFG.label, _("By the usage of the Fédération Française de Go.")
            ),
        ),
    ]


class RatedForm(VersionedForm):
    """Whose rules the tournament follows."""

    conflict_status = 400
    rated_for = RadioField(
        label=_("Rated mode"),
        help_text=_(
            "While it is on, whatever departs from the rules is asked about with the clause, held "
            "against the engine, and listed in the letter to the rating officer."
        ),
        choices=federation_choices,
    )
    follow = forms.BooleanField(
        label=_("Set what the rules lay down: komi, points of a bye, tie-breaks …"),
        required=False,
    )
