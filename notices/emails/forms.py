"""Forms of e-mail settings: of a tournament, a member of staff, a player; unsubscribing."""

from collections.abc import Collection, Sequence
from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from notices.models import PLAYER_KINDS, STAFF_KINDS, MailKind, MailRules, StaffMail
from tournament.common.forms import Form, KeyField, PressedField, VersionedForm


def _choices_of(form: forms.BaseForm, name: str) -> forms.ChoiceField:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    return field


class KindsForm(Form):
    """Ticks for the kinds of e-mails that are sent; those switched off are stored."""

    kinds = forms.MultipleChoiceField(
        label=_("E-mails to send"),
        required=False,
        widget=forms.CheckboxSelectMultiple(attrs={"class": "explained"}),
    )

    def __init__(
        self, *args: Any, available: Sequence[MailKind], off: Collection[str], **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self.available = available
        _choices_of(self, "kinds").choices = [(kind.value, kind.label) for kind in available]
        self.initial["kinds"] = [kind.value for kind in available if kind not in off]

    @property
    def values(self) -> dict[str, Any]:
        """Return the service's arguments: ``off`` instead of ``kinds``."""
        values = dict(self.cleaned_data)
        on = values.pop("kinds")
        values.pop("version", None)
        return {**values, "off": [kind.value for kind in self.available if kind not in on]}


class PreferencesForm(KindsForm):
    """Which e-mails a player gets, and their language."""

    language = forms.ChoiceField(label=_("Language"), required=False)
    default_language: ClassVar[Any] = _("same as the tournament")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        _choices_of(self, "language").choices = [("", self.default_language), *settings.LANGUAGES]


class StaffMailForm(PreferencesForm):
    """The address of a member of staff, and which e-mails they get."""

    email = StaffMail._meta.get_field("email").formfield(
        label=_("E-mail address (empty: no e-mails)"), required=False
    )
    field_order = ("email",)


class MailRulesForm(VersionedForm, PreferencesForm):
    """Which e-mails a tournament sends."""

    enabled = forms.BooleanField(label=_("This tournament sends e-mails"), required=False)
    remind_hours = MailRules._meta.get_field("remind_hours").formfield(
        label=_("Remind how many hours before a game is due (0: never)"),
        max_value=MailRules.MOST_REMIND_HOURS,
    )
    language = forms.ChoiceField(label=_("Language of recipients who chose none"), required=False)
    default_language = _("same as the installation")
    fieldsets = (
        (None, {"fields": ("enabled",)}),
        (None, {"fields": ("kinds", "remind_hours", "language")}),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, available=tuple(MailKind), **options)
        _choices_of(self, "kinds").choices = [
            (_("To players"), [(kind.value, kind.label) for kind in PLAYER_KINDS]),
            (_("To the staff"), [(kind.value, kind.label) for kind in STAFF_KINDS]),
        ]


class SwitchForm(KindsForm):
    """Which e-mails are switched off; the button of a mail program does not ``choose``."""

    choose = PressedField()


class AboutForm(Form):
    """What an e-mail is about: a case, a question about a game, or a game, or a report of it.

    An appeal is given by the tournament and the number of its case, as on the page it leads to.
    """

    case = KeyField()
    appeal = KeyField()
    tournament = forms.SlugField(required=False)
    question = KeyField()
    game = KeyField()
    shown = forms.CharField(required=False)
