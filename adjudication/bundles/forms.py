"""Forms of bundles: which lists, in which language, why; and to whom one was sent."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from adjudication.models import Bundle
from tournament.audit.forms import ReasonField
from tournament.common.forms import Form
from tournament.exchange.selectors import RESULT_LISTS
from tournament.exchange.views import titles
from tournament.fields.forms import ChoiceField
from tournament.formats.recognise import Format


def rating_list_choices() -> list[tuple[str, str]]:
    """Return the rating lists that files can be made for."""
    known = titles()
    return [(kind.value, known[kind][0]) for kind in RESULT_LISTS]


class BundleForm(Form):
    """What a bundle is to hold. Asks for a reason only if something that was sent differs."""

    kinds = forms.MultipleChoiceField(
        label=_("For which rating lists"),
        choices=rating_list_choices,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one rating list.")},
    )
    language = ChoiceField(
        label=_("Language of the letter"), choices=lambda: list(settings.LANGUAGES)
    )
    reason = ReasonField(
        label=_("Why is it corrected?"),
        help_text=_("The rating officer reads it in the letter; it is kept in the history."),
        required=False,
    )

    def __init__(self, *args: Any, differs: Collection[Format], **options: Any) -> None:
        super().__init__(*args, **options)
        if not differs:
            del self.fields["reason"]


class SentForm(Form):
    """To whom a bundle was sent."""

    recipient = Bundle._meta.get_field("recipient").formfield(
        label=_("To whom, or to which address"),
        help_text=_("The federation’s own site says where its files go."),
        required=True,
    )
