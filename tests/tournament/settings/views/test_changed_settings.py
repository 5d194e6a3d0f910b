"""The settings that were changed, in the words of the history."""

import pytest

from tests.support.world import World
from tournament.models import Role
from tournament.settings.words import changed_settings


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        (
            {"parameters.scoring.bar": 3, "parameters.scoring.rounds": 5},
            {"parameters.scoring.bar": 2, "parameters.scoring.rounds": 6},
            "number of rounds 5 → 6, bar 4d → 3d",
        ),
        ({"starts_on": None}, {"starts_on": "2026-11-21"}, "first day – → 21 November 2026"),
        ({"komi_half": 15}, {"komi_half": 13}, "komi 7.5 → 6.5"),
        ({"registration_open": False}, {"registration_open": True},
         "players register themselves no → yes"),
        ({"director_name": "…"}, {"director_name": "…"}, "name of the director"),
        ({"parameters.criteria": ["MMS"]}, {"parameters.criteria": ["MMS", "SOSM"]},
         "order of the standings MMS → MMS › SOSM"),
        ({"parameters.weights.seeding": 1, "parameters.weights.geography": 1},
         {"parameters.weights.seeding": 2, "parameters.weights.geography": 0},
         "how opponents are chosen"),
        ({"reserved_tables": []}, {"reserved_tables": [3, 13]}, "tables not used – → 3 13"),
        ({"method": "gone"}, {"method": "weights"}, "pairing"),
        (dict.fromkeys(("name", "slug", "city", "round_minutes", "board_size"), 1),
         dict.fromkeys(("name", "slug", "city", "round_minutes", "board_size"), 2),
         "name 1 → 2, address 1 → 2, city 1 → 2, board 1 → 2 and 1 more"),
        (None, None, ""),
        ({"new": 1}, {"new": 2}, ""),
    ],
)  # fmt: skip
def test_what_was_changed_is_told(before: object, after: object, text: str) -> None:
    assert changed_settings(before, after) == text


def test_the_history_tells_what_was_changed(world: World) -> None:
    owner = world.client(Role.DIRECTOR)
    address = "/director/coupe/settings/further/"
    owner.post(address, {"do": "tables", "tables": "3 13"})
    assert "tables not used – → 3 13" in owner.get("/director/coupe/history/").text
