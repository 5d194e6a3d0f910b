"""A damaged record through the API: what is asked, answered and decided about it."""

import pytest

from adjudication.models import Case
from tests.api.client import player_api, staff_api, told
from tests.support.world import World, judge_all, report
from tournament.models import Role

pytestmark = pytest.mark.django_db

TWICE = b"(;GM[1]FF[4]SZ[9]KM[6.5];B[cc];W[gg];W[cg];B[gc];B[ee];W[];B[])"
"""White plays twice in a row at move 3, Black at move 5."""


def test_the_players_are_asked_and_a_referee_says_what_was_played(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+R", TWICE)
    judge_all()
    black, white = player_api(world, 0), player_api(world, 1)
    (asked,) = black.read(f"/games/{game.pk}/inquiries/")["results"]
    assert (asked["kind"], asked["move"], asked["moves"]) == ("damaged_record", 3, [3, 5])
    words = [one["word"] for one in asked["questions"][0]["answers"]]
    assert words == ["passes", "pass", "played", "wrong_record", "unsure"]
    path = f"/inquiries/{asked['id']}/answer/"
    black.done("POST", path, {"answer": "passes"})
    refused = white.post(path, {"answer": "handicap"})
    assert (refused.status_code, told(refused)["errors"][0]["field"]) == (400, "answer")
    white.done("POST", path, {"answer": "unsure"})

    case, referee = Case.objects.get(), staff_api(world, Role.REFEREE)
    at = f"/tournaments/coupe/cases/{case.number}"
    referee.done("POST", f"{at}/take/", {})
    wrong = referee.post(f"{at}/reading/", {"answer": "unsure"})
    assert (wrong.status_code, told(wrong)["errors"][0]["field"]) == (400, "answer")
    unsaid = referee.post(f"{at}/reading/", {"answer": "wrong_record"})
    assert (unsaid.status_code, told(unsaid)["errors"][0]["field"]) == (400, "note")
    referee.done("POST", f"{at}/reading/", {"answer": "passes"})
    judge_all()
    last = referee.read(f"{at}/")["submissions"][-1]
    assert last["verdict"]["outcome"] == "unshown"
    assert last["read_as"] == {
        "unwritten_passes": [3, 5],
        "played_so": [],
        "of_this_game": False,
    }
    assert referee.post(f"{at}/reading/", {"answer": "pass"}).status_code == 409
