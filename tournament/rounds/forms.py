"""Forms of a round: pairing it, changing its draft by hand, publishing it, its clock."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.common.forms import Form, KeyField, KeysField, PressedField
from tournament.models import Game

_COLUMNS: Any = {name: Game._meta.get_field(name) for name in ("handicap", "komi_half")}
_BOARD: Any = Game._meta.get_field("board_number")


def _words(*words: str) -> list[tuple[str, str]]:
    return [(word, word) for word in words]


class DraftSeatField(KeyField):
    """The key of a player who is to be moved."""

    def __init__(self, **options: Any) -> None:
        wrong = dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"), _("Choose a player.")
        )
        super().__init__(**{"required": True, "error_messages": wrong, **options})


class TermsFields(Form):
    """Handicap, komi and board; what is left empty is as usual."""

    handicap = _COLUMNS["handicap"].formfield(
        label=_("Handicap (0 even, 1 no komi, else stones; empty: as usual)"), empty_value=None
    )
    komi = _COLUMNS["komi_half"].formfield(label=_("Komi (empty: as usual)"), required=False)
    table = _BOARD.formfield(label=_("Board number (empty: the next free one)"), required=False)


class DraftForm(Form):
    """Something to do with the draft of a round, of the ``version`` that was looked at."""

    version = forms.CharField(required=False)


class PairForm(DraftForm):
    """Pair the round; with ``keep`` only who has no board yet."""

    keep = PressedField()


class StateForm(DraftForm):
    """Publish the round, take it back or close it; ``sure`` whatever speaks against it."""

    step = forms.ChoiceField(choices=_words("publish", "withdraw", "finish"))
    sure = PressedField()


class DraftActionForm(DraftForm):
    """Which change of a draft is wanted."""

    action = forms.CharField()


class BoardsForm(DraftForm):
    """Boards to lock, to take away, or to exchange the colours of."""

    game = KeysField()


class SwapForm(DraftForm):
    """Two players who change places."""

    first, second = DraftSeatField(), DraftSeatField()


class SeatForm(DraftForm):
    """Two players for a board."""

    black, white = DraftSeatField(), DraftSeatField()


class DraftByeForm(DraftForm):
    """Who gets the bye, or nobody."""

    player = DraftSeatField(required=False)


class TermsForm(DraftForm, TermsFields):
    """What a board is played on; what is left empty stays."""

    game = KeyField(required=True, error_messages={"required": _("Choose one board.")})


class ClockForm(Form):
    """A button of the clock; two of them take minutes."""

    step = forms.ChoiceField(choices=_words("start", "pause", "resume", "reset", "set", "add"))
    minutes = forms.IntegerField(
        required=False, error_messages={"invalid": _("Write the minutes as a whole number.")}
    )

    def clean(self) -> dict[str, Any]:
        """See that minutes come where they are needed."""
        cleaned = self.cleaned_data
        if cleaned.get("step") in ("set", "add") and cleaned.get("minutes", 0) is None:
            self.add_error("minutes", _("Write the minutes as a whole number."))
        return cleaned
