"""Forms in which players propose a date for their game and answer a proposal."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.common.forms import Form, ModelForm
from tournament.fields.forms import MomentField
from tournament.models import Reschedule


class DateAnswerForm(Form):
    """An answer to a proposal, by the button that was pressed."""

    step = forms.ChoiceField(choices=[(step, step) for step in ("agree", "refuse", "withdraw")])
    proposal = forms.IntegerField(required=False)


class DateProposalForm(ModelForm):
    """A date that a player proposes, possibly in answer to the opponent's ``proposal``."""

    date = MomentField(
        label=_("Day and time"),
        usual=None,
        error_messages={"required": _("Choose a day and a time.")},
    )
    proposal = forms.IntegerField(widget=forms.HiddenInput, required=False)
    field_order = ("date", "note", "proposal")

    class Meta:
        """The accompanying note."""

        model = Reschedule
        fields = ("note",)
        labels = {"note": _("A few words to your opponent (optional)")}  # noqa: RUF012
