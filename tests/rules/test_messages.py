"""Messages: filled, kept, translated, and readable after the catalogue has changed."""

import json
from gettext import NullTranslations

import pytest

from language.messages import (
    Message,
    Number,
    comma_list,
    gettext_lazy,
    join_messages,
    message_from,
    ngettext_lazy,
    pgettext_lazy,
)
from tests.support.catalogues import french


class Reworded(NullTranslations):
    """A catalogue whose translation has other places than the message."""

    def gettext(self, message: str) -> str:
        return "Tour %(turn)d."


def test_a_message_takes_the_parameters_it_has_places_for() -> None:
    message = gettext_lazy("Move %(move)d.") % {"move": 3, "colour": "Black"}
    assert message == Message("Move %(move)d.", (("move", 3),))
    assert str(message) == "Move 3."
    with pytest.raises(KeyError):
        gettext_lazy("Move %(move)d.") % {"colour": "Black"}


def test_what_stands_in_a_place_is_never_read_as_a_place() -> None:
    message = gettext_lazy("%(name)s won, 100 %%.") % {"name": "%(name)s %s {x}"}
    assert str(message) == "%(name)s %s {x} won, 100 %."


def test_a_message_that_no_catalogue_has_is_shown_in_english() -> None:
    message = gettext_lazy("Nobody has ever written %(what)s.") % {"what": Number("1,234.5")}
    assert french(message) == "Nobody has ever written 1\N{NARROW NO-BREAK SPACE}234,5."
    assert (gettext_lazy("Move %(move)d.") % {"move": 3}).render(Reworded()) == "Move 3."


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 coup"), (1, "1 coup"), (2, "2 coups"), (21, "21 coups")]
)
def test_each_language_has_its_own_plural(count: int, text: str) -> None:
    moves = ngettext_lazy("%(count)d move", "%(count)d moves", "count")
    assert french(moves % {"count": count}) == text


def test_messages_are_joined_and_listed() -> None:
    parts = [gettext_lazy("Black"), "50 %", gettext_lazy("White")]
    assert french(join_messages(parts)) == "Noir 50 % Blanc"
    assert french(comma_list(parts)) == "Noir, 50 %, Blanc"
    assert str(join_messages(parts, " % ")) == "Black % 50 % % White"
    assert str(comma_list([])) == ""


@pytest.mark.parametrize(
    "message",
    [
        gettext_lazy("Yes"),
        pgettext_lazy("a result", "jigo"),
        ngettext_lazy("%(count)d move", "%(count)d moves", "count") % {"count": 2},
        comma_list([gettext_lazy("Black"), Number("6.5"), "%(x)s"]),
    ],
)
def test_a_message_is_kept_and_read_again(message: Message) -> None:
    kept = json.loads(json.dumps(message.as_json()))
    assert message_from(kept) == message


@pytest.mark.parametrize(
    "value",
    [
        None,
        "Yes",
        {},
        {"id": 5},
        {"id": "x", "params": []},
        {"id": "x", "more": 1},
        {"id": "%(x)s", "params": {"y": "1"}},
        {"id": "%(x)s", "params": {"x": None}},
        {"id": "%(x)s", "params": {"x": True}},
        {"id": "x", "plural": "xs", "count": "n", "params": {"y": 1}},
    ],
)
def test_what_is_no_message_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"no (message|value)"):
        message_from(value)


def test_a_message_from_elsewhere_cannot_ask_for_room() -> None:
    kept = {"id": "%(x)999999999d %(x)s", "params": {"x": 1}}
    assert str(message_from(kept)) == "%(x)999999999d 1"
