"""Forms of a tournament's life: the step to take, the name typed before it is deleted."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.common.forms import Form
from tournament.fields.forms import LineField

UNDELETE = "undelete"


class MoveForm(Form):
    """The step of a button: what the tournament becomes, or that it is brought back."""

    to = forms.ChoiceField(
        choices=[(key, key) for key in ("draft", "public", "archived", UNDELETE)]
    )


class DeleteForm(Form):
    """The name of the tournament, which nobody types by mistake."""

    name = LineField(
        label=_("Type the name of the tournament"),
        max_length=200,
        help_text=_("As it stands above."),
    )
