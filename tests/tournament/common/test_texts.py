"""Names in every script pass; what nobody can see, or what turns its neighbours round, does not."""

import pytest

from tournament.common.cleaning import clean_text
from tournament.errors import UserError
from tournament.models import AccessLink, Player, Tournament

pytestmark = pytest.mark.once

NAMES = (
    "Łąka",
    "O\u2019Neill",
    "e\u0301lodie",
    "\u0645\u062d\u0645\u062f",
    "\u05d0\u05d1\u05e8\u05d4\u05dd",
    "\u200f\u05d0\u05d1\u200f",
    "\u0e2a\u0e21\u0e0a\u0e32\u0e22",
    "\u0915\u094d\u200d\u0937",
    "\u0645\u06cc\u200c\u062e",
    "\u674e\u660e",
    "\uae40",
    "\U0001f469\u200d\U0001f4bb",
    "\u2660",
    "7",
    "\u0663",
    "?",
)
UNSEEN = ("\u200b", "\ufeff", "\u3164", "\u0301", "\u200d\u200c", "\u2800", "\u00ad \u2060")
TURNED = ("\u202eevil", "\u2066x", "a\u202a", "a\u2069b")
COLUMNS = ((Player, "surname"), (Tournament, "name"), (AccessLink, "label"))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("verbatim", [True, False])
def test_names_in_every_script_pass_as_they_are(name: str, verbatim: bool) -> None:
    for model, field in COLUMNS:
        assert clean_text(model, field, name, verbatim=verbatim) == name


@pytest.mark.parametrize(
    ("name", "code"),
    [(name, "invisible_text") for name in UNSEEN] + [(name, "unreadable_text") for name in TURNED],
)
@pytest.mark.parametrize("verbatim", [True, False])
def test_what_nobody_can_see_is_no_name(name: str, code: str, verbatim: bool) -> None:
    for model, field in COLUMNS:
        with pytest.raises(UserError) as told:
            clean_text(model, field, name, verbatim=verbatim)
        assert (told.value.code, told.value.field) == (code, field)


def test_an_empty_text_stays_empty() -> None:
    assert clean_text(Player, "club", "  ") == ""
    assert clean_text(Player, "club", "", verbatim=True) == ""
