"""A result of a game as people type it: who won, how, and by how many points."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.common.forms import Fieldsets, Form, Words
from tournament.games.models.result import MARGIN_WITHOUT_POINTS, WON, WRITE_MARGIN, Reason, Result
from tournament.models import Game, Winner

Choices = Iterable[tuple[str, Words]]
NOT_KNOWN = (Reason.UNKNOWN, pgettext_lazy("how a game was won", "Not known"))
HOW_WON: tuple[tuple[str, Words], ...] = (
    (Reason.SCORE, _("By points")),
    (Reason.RESIGNATION, _("By resignation")),
    (Reason.TIME, _("On time")),
    (Reason.TIE, _("By equal scores")),
    (Reason.FORFEIT, _("By forfeit")),
    (Reason.ABSENCE, _("By absence")),
    (Reason.RULING, _("By a ruling")),
)
_SAY_WHO, _SAY_HOW = _("Say who won."), _("Say how the game was won.")


def margin_field(label: Words | None = None, **options: Any) -> Any:
    """Return the field of a margin, with the limits of its column."""
    if label is not None:
        options["label"] = label
    column = Game._meta.get_field("margin_half")
    return column.formfield(error_messages={"points": WRITE_MARGIN}, **options)


class ResultForm(Form):
    """A whole result; ``cleaned_data["result"]`` is its value.

    A margin alone means a win by points. For a result without a winner the reason is kept only if
    the game was not played: an absence, a ruling.
    """

    winner = forms.ChoiceField(
        label=_("Who won?"),
        widget=forms.RadioSelect,
        error_messages={"required": _SAY_WHO, "invalid_choice": _SAY_WHO},
    )
    reason = forms.ChoiceField(
        label=_("How was it won?"), required=False, error_messages={"invalid_choice": _SAY_HOW}
    )
    margin = margin_field()

    fieldsets: ClassVar[Fieldsets] = (
        (None, {"fields": ["winner"]}),
        (None, {"fields": ["reason", "margin"]}),
        (None, {"fields": ["note"]}),
    )

    def __init__(
        self, *args: Any, outcomes: Choices, how: Choices = (NOT_KNOWN, *HOW_WON), **options: Any
    ) -> None:
        super().__init__(*args, **options)
        fields: dict[str, Any] = self.fields
        fields["winner"].choices = outcomes
        fields["reason"].choices = how

    def clean(self) -> dict[str, Any]:
        """Check what goes together, and combine it into one value."""
        cleaned = self.cleaned_data
        if cleaned.keys() >= {"winner", "reason", "margin"}:
            winner, reason, margin = cleaned["winner"], cleaned["reason"], cleaned["margin"]
            if winner in WON:
                cleaned["result"] = Result(winner, self._how(reason, margin), margin)
            elif winner in Winner.values:
                kept = reason if reason in (Reason.ABSENCE, Reason.RULING) else ""
                cleaned["result"] = Result(winner, kept)
        return cleaned

    def _how(self, reason: str, margin: int | None) -> str:
        """Return how a game with a winner was won; note an error if a margin contradicts it."""
        if margin is not None and reason in ("", Reason.UNKNOWN):
            return Reason.SCORE
        if margin is not None and reason != Reason.SCORE:
            self.add_error("margin", MARGIN_WITHOUT_POINTS)
        elif margin is None and reason == Reason.SCORE:
            text = _("How many points? If nobody knows, choose “Not known”.")
            self.add_error("margin", text)
        return reason or Reason.UNKNOWN
