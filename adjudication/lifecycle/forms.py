"""Forms of a tournament's life cycle: the next step, a duplicate, the name before deleting."""

from django import forms
from django.utils.translation import gettext_lazy as _

from adjudication.lifecycle.duplicating import CopyRequest
from tournament.common.forms import Form, PressedField
from tournament.fields.forms import DayField, LineField
from tournament.fields.models import max_length_of
from tournament.models import Tournament
from tournament.settings.forms.event import AddressField

UNDELETE = "undelete"


class MoveForm(Form):
    """The step of a button: the tournament's new status, or that it is brought back.

    ``back`` is the page on which it was pressed, if not the life cycle's own.
    """

    to = forms.ChoiceField(
        choices=[(key, key) for key in ("draft", "public", "archived", UNDELETE)]
    )
    back = forms.CharField(required=False)


class DuplicateForm(Form):
    """The name of a duplicated tournament, and when it begins."""

    name = Tournament._meta.get_field("name").formfield()
    slug = AddressField(
        help_text=_("Letters a to z, digits and hyphens; if empty, it is made from the name."),
        required=False,
    )
    starts_on = DayField(
        label=_("First day"),
        help_text=_("The dates of the rounds are moved with it."),
        required=False,
    )
    players = forms.BooleanField(
        label=_("With the same players"),
        help_text=_("As preliminary entries, without rounds and results."),
        required=False,
    )
    publish = PressedField()

    @property
    def wanted(self) -> CopyRequest:
        """Return the chosen copy."""
        values = self.cleaned_data.copy()
        return CopyRequest(hidden=not values.pop("publish"), **values)


class DeleteForm(Form):
    """The name of the tournament, which nobody would type by mistake."""

    name = LineField(
        label=_("Type the name of the tournament"),
        max_length=max_length_of(Tournament, "name"),
        help_text=_("As it stands above."),
    )
