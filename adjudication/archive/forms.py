"""The form that restores a tournament from its archive."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.common.forms import Form
from tournament.models import Tournament


class RestoreForm(Form):
    """An archive, and the address for its tournament here."""

    file = forms.FileField(
        label=_("Archive (.zip)"),
        allow_empty_file=True,
        error_messages={"required": _("Choose a file.")},
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
    )
    slug = forms.CharField(
        label=_("New address (optional)"),
        max_length=Tournament._meta.get_field("slug").max_length,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    conflict_status = 400
