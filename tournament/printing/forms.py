"""Forms for printing: which round on which paper, and which badges."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.common.forms import Form, PressedField, label_with_hint
from tournament.printing.pdf import Paper

PLAIN, MISSING, KEEP, RENEW = "plain", "missing", "keep", "renew"


class PaperField(forms.TypedChoiceField):
    """The paper of a PDF; A4 if none is chosen."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            label=_("Paper size of the PDF"),
            choices=[(paper.value, paper.name.title()) for paper in Paper],
            coerce=Paper,
            initial=Paper.A4.value,
            required=False,
            **{"empty_value": Paper.A4, **options},
        )


class SheetForm(Form):
    """The round and the paper asked for in the query string; invalid ones are ignored."""

    round = forms.IntegerField(required=False)
    paper = PaperField()

    @property
    def number(self) -> int | None:
        """Return the round, or None if none is given."""
        self.full_clean()
        return self.cleaned_data.get("round")

    @property
    def size(self) -> Paper:
        """Return the paper."""
        self.full_clean()
        return self.cleaned_data.get("paper", Paper.A4)


class BadgesForm(Form):
    """Which badges to print, with which links; ``page`` shows them in the browser."""

    conflict_status = 400
    links = forms.ChoiceField(
        label=_("Which badges, with which links?"),
        choices=[
            (
                PLAIN,
                label_with_hint(_("All players, no QR codes"), _("No link is made or changed.")),
            ),
            (
                KEEP,
                label_with_hint(
                    _("All players; those without a link get one"),
                    _("Players with a link keep it; their badges have no QR code."),
                ),
            ),
            (
                MISSING,
                label_with_hint(
                    _("Only players without a link"),
                    _("For late entries: their badges alone, with new links."),
                ),
            ),
            (
                RENEW,
                label_with_hint(
                    _("All players, new links for everybody"),
                    _("Links and badges handed out before stop working at once."),
                ),
            ),
        ],
        widget=forms.RadioSelect(attrs={"class": "stacked"}),
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), _("Choose which links to print.")
        ),
    )
    paper = PaperField()
    page = PressedField()
