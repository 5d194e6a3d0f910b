"""What a UserError says, and the value of it that can be kept."""

from typing import Any

import pytest
from django.utils.translation import gettext_lazy, override

from language.messages import gettext_lazy as message
from language.messages import message_from
from tournament.errors import UserError
from tournament.spoken import translated

BOARD = "Round %(number)d, board %(board)d."


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        (gettext_lazy("Choose a player."), "Choose a player.", "Choisissez un joueur."),
        (
            message(BOARD) % {"number": 2, "board": 7},
            "Round 2, board 7.",
            "Ronde 2, table 7.",
        ),
        ("100 % of Li", "100 % of Li", "100 % of Li"),
    ],
)
@pytest.mark.parametrize("raised_in", ["en", "fr"])
def test_a_text_is_kept_as_a_value_in_whatever_language_it_was_raised(
    text: Any, english: str, french: str, raised_in: str
) -> None:
    with override(raised_in):
        error = UserError("some", text=text)
        kept = message_from(error.message.as_json())
    for language, expected in (("en", english), ("fr", french)):
        with override(language):
            assert str(error.text) == translated(kept) == expected
