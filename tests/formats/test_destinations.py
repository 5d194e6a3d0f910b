"""Where result files are sent: what is known by list and country, and nothing that is not."""

import pytest

from tournament.formats.destinations import destinations_of
from tournament.formats.recognise import Format

FFG, AGA = "echelle@jeudego.org", "ratings@usgo.org"


@pytest.mark.parametrize(
    ("kinds", "country", "known"),
    [
        ([Format.TOU], "BE", {FFG: (Format.TOU,)}),
        ([Format.H9, Format.TOU], "FR", {FFG: (Format.TOU, Format.H9)}),
        ([Format.H9], "FR", {FFG: (Format.H9,)}),
        ([Format.H9], "DE", {}),
        ([Format.AGA, Format.H9], "US", {AGA: (Format.AGA,)}),
        ([], "FR", {}),
    ],
)
def test_the_addresses_of_the_lists_that_a_bundle_is_for(
    kinds: list[Format], country: str, known: dict[str, tuple[Format, ...]]
) -> None:
    assert {one.address: one.kinds for one in destinations_of(kinds, country)} == known
