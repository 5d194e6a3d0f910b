"""A field as a director writes it down."""

import pytest

from tournament.simulation.expected import FieldError, expected_field, field_text


@pytest.mark.parametrize(
    "text",
    [
        "4d:1, 3d:2, 5k:2",
        "4d:1 3d:2 5k:2",
        "4d 3d:2\n5k:2",
        "4 d:1; 3 dan: 2; 5k :2",
        " 5k:2  3D:2 4d ",
        "4d:1,3d:1,3d:1,5k:2",
    ],
)
def test_a_field_is_read_with_commas_and_without(text: str) -> None:
    assert field_text(expected_field(text)) == "4d:1, 3d:2, 5k:2"


@pytest.mark.parametrize("text", ["", "4d:1,", "4d:x", "four dan", "4d:1 2", "4d:-1", "4d:9999"])
def test_what_is_no_field_is_refused(text: str) -> None:
    with pytest.raises(FieldError):
        expected_field(text)
