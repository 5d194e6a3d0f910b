"""Forms of the page of a running round: what the staff types, chooses and asks for."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.common.forms import Form, KeyField, KeysField, PressedField
from tournament.games.models.result import Result
from tournament.models import Reason, Winner

CLEAR = "clear"
RESULTS: dict[str, tuple[Any, Result | None]] = {
    "black": (_("Black wins"), Result(Winner.BLACK)),
    "white": (_("White wins"), Result(Winner.WHITE)),
    "draw": (_("Jigo"), Result(Winner.DRAW)),
    "black!": (_("Black wins, White was absent"), Result(Winner.BLACK, Reason.ABSENCE)),
    "white!": (_("White wins, Black was absent"), Result(Winner.WHITE, Reason.ABSENCE)),
    "both!": (_("Both were absent"), Result(Winner.BOTH, Reason.ABSENCE)),
    "both": (_("Both lose"), Result(Winner.BOTH)),
    "both_win": (_("Both win"), Result(Winner.BOTH_WIN)),
    "none": (_("No result"), Result(Winner.NONE)),
    "void": (_("Void: the game does not count"), Result(Winner.VOID)),
    CLEAR: (_("Remove the result"), None),
}
"""The results to choose from: their labels and values."""


_NUMBER = re.compile("[0-9]{1,9}")


class LineForm(Form):
    """The result line as typed; ``drop`` is a board whose question is answered with no.

    ``seen`` lists the boards and the versions of their games that the page showed: ``12-3 13-0``.
    """

    line = forms.Field(required=False)
    desk = PressedField()
    drop = KeyField()
    seen = forms.CharField(required=False)

    @property
    def versions(self) -> dict[int, int]:
        """Return the versions that were shown, by board; anything unreadable is left out."""
        words = (word.partition("-") for word in self.cleaned_data.get("seen", "").split())
        return {
            int(board): int(version)
            for board, _dash, version in words
            if _NUMBER.fullmatch(board) and _NUMBER.fullmatch(version)
        }


CHOOSE_RESULT = dict.fromkeys(("required", "invalid_choice"), _("Choose one of the results."))


class SeenGameForm(Form):
    """A game as it was shown: ``game`` is its key and version, as in ``12-3``."""

    game = forms.RegexField(
        r"\A[0-9]{1,18}-[0-9]{1,9}\Z",
        error_messages=dict.fromkeys(("required", "invalid"), _("Choose one board.")),
    )

    @property
    def key(self) -> str:
        """Return the key of the game that was chosen."""
        return str(self["game"].value() or "").partition("-")[0]

    @property
    def version(self) -> int:
        """Return the version of the game that was shown."""
        return int(self.cleaned_data["game"].partition("-")[2])


class ChosenResultForm(SeenGameForm):
    """A result chosen from a list, for the board as it was shown.

    ``sure`` names the board and result that were asked about.
    """

    result = forms.ChoiceField(
        choices=[(code, words) for code, (words, _result) in RESULTS.items()],
        error_messages=CHOOSE_RESULT,
    )
    sure = forms.CharField(required=False)

    @property
    def meant(self) -> str:
        """Return the form value that confirms the chosen result although no count gives it."""
        return f"{self.key} {self['result'].value()}"


class RunningForm(Form):
    """Which games of a running round to show, and of which round."""

    show = forms.CharField(required=False)
    round = forms.IntegerField(required=False)

    @property
    def shown(self) -> str:
        """Return which games to show, as the query parameter has it."""
        self.full_clean()
        return str(self.cleaned_data.get("show", ""))


class CloseRoundForm(Form):
    """The request to close a round as it was shown by the page that asked.

    ``leaves`` are the games to leave as they are although their records speak against their
    results; ``sure`` says that what the bracket lacks was shown.
    """

    leaves = KeysField()
    sure = PressedField()
