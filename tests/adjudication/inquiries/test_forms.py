"""What the forms of questions and matters refuse, and what they take."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.datastructures import MultiValueDict

from adjudication.inquiries.forms import (
    ChosenMatterForm,
    MatterForm,
    OtherResultForm,
    WholeRecordForm,
)
from adjudication.inquiries.services.raising import LAST_MOVE, LONGEST_NOTE
from adjudication.rules.colours import BLACK, WHITE

GAME: Any = SimpleNamespace(black=SimpleNamespace(name="Ann"), white=SimpleNamespace(name="Bob"))


@pytest.mark.parametrize(
    ("sent", "claim"),
    [
        ({"winner": "black", "margin": "3,5"}, "B+3.5"),
        ({"winner": "white", "margin": "12"}, "W+12"),
        ({"winner": "white", "how": "R", "margin": "x"}, "W+R"),
        ({"winner": "black", "how": "T"}, "B+T"),
        ({"winner": "draw", "margin": "x"}, "Draw"),
    ],
)
def test_another_result_is_written_as_players_do(sent: dict[str, str], claim: str) -> None:
    form = OtherResultForm(sent, game=GAME)
    assert form.is_valid(), form.errors
    assert form.cleaned_data["claim"] == claim


@pytest.mark.parametrize(
    ("sent", "fields"),
    [
        ({"winner": "black", "margin": ""}, {"margin"}),
        ({"winner": "black", "margin": "0"}, {"margin"}),
        ({"winner": "black", "margin": "-2"}, {"margin"}),
        ({"winner": "black", "margin": "9999"}, {"margin"}),
        ({"winner": "black", "margin": "3.25"}, {"margin"}),
        ({"winner": "both", "margin": "3"}, {"winner"}),
        ({"winner": "", "margin": "3"}, {"winner"}),
        ({"winner": "black", "how": "F", "margin": "3"}, {"how"}),
    ],
)
def test_another_result_that_cannot_be_is_refused(sent: dict[str, str], fields: set[str]) -> None:
    assert set(OtherResultForm(sent, game=GAME).errors) == fields


def test_a_draw_is_another_result_only_where_the_komi_leaves_room_for_it() -> None:
    assert "winner" in OtherResultForm({"winner": "draw"}, game=GAME, draws=False).errors


def matter(sent: dict[str, str], **options: Any) -> MatterForm:
    return MatterForm(sent, **{"word": "x", "size": 9, "game": GAME, **options})


@pytest.mark.parametrize(
    ("place", "sent", "field"),
    [
        ("move", {"move": "0"}, "move"),
        ("move", {"move": str(LAST_MOVE + 1)}, "move"),
        ("move", {"move": "ten"}, "move"),
        ("minutes", {"minutes": "1441"}, "minutes"),
        ("point", {}, "point"),
        ("point", {"point": "Q16"}, "point"),
        ("", {"note": "x" * (LONGEST_NOTE + 1)}, "note"),
    ],
)
def test_a_matter_that_says_nonsense_is_refused(
    place: str, sent: dict[str, str], field: str
) -> None:
    assert set(matter(sent, place=place).errors) == {field}


def test_a_matter_has_the_field_that_it_asks_for() -> None:
    form = matter({"point": "e5", "move": "x", "minutes": "x"}, place="point")
    assert form.is_valid()
    assert form.cleaned_data["point"] == 40
    assert not {"move", "minutes"} & form.cleaned_data.keys()
    assert set(matter({"note": "  "}, needs_note=True).errors) == {"note"}
    assert set(ChosenMatterForm({"matter": "b"}, words=["a"]).errors) == {"matter"}


@pytest.mark.parametrize("data", [None, b"", b"x" * (512 * 1024 + 1)])
def test_a_record_of_the_whole_game_is_there_and_not_too_large(data: bytes | None) -> None:
    files = MultiValueDict({} if data is None else {"record": [SimpleUploadedFile("a.sgf", data)]})
    form = WholeRecordForm({}, files)
    assert list(form.errors) == ["record"]
    assert "at most 512 kB" in str(form.errors["record"])


@pytest.mark.parametrize(("winner", "claim"), [(BLACK, "B+="), (WHITE, "W+=")])
def test_equal_scores_are_a_win_where_one_side_wins_them(winner: int, claim: str) -> None:
    form = OtherResultForm({"winner": "draw"}, game=GAME, tie_winner=winner)
    assert form.is_valid()
    assert form.cleaned_data["claim"] == claim
