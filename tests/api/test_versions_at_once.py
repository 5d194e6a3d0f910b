"""Programs that send ``If-Match`` at the same moment: one changes the thing, the rest are told."""

import pytest

from tests.adjudication.threads import at_once
from tests.api.client import Api, staff_api
from tests.support.desk_world import new_case
from tests.support.world import make_world
from tournament.models import Role

pytestmark = pytest.mark.django_db(transaction=True)
T = "/tournaments/coupe"
TRIES = 3


def statuses(owner: Api, tag: str, *calls: tuple[str, str, object]) -> list[int]:
    """Send all calls at the same moment with the same tag; return what each is answered."""
    answers = at_once(
        [
            lambda call=call: owner.call(*call, **{"If-Match": tag}).status_code  # type: ignore[misc]
            for call in calls
        ]
    )
    return sorted(answers, key=str)


def test_of_results_and_corrections_of_one_version_one_is_done() -> None:
    world = make_world()
    owner = staff_api(world, Role.DIRECTOR)
    for game in [game.pk for game in world.games[:TRIES]]:
        path = f"{T}/games/{game}"
        tag = owner.get(f"/games/{game}/")["ETag"]
        found = statuses(
            owner,
            tag,
            ("PUT", f"{path}/result/", {"result": {"winner": "white"}}),
            ("POST", f"{path}/correction/colours/", {"note": "Slip"}),
            ("POST", f"{path}/correction/", {"result": {"winner": "black"}, "note": "Slip"}),
        )
        assert found[1:] == [412, 412]
        assert found[0] in (200, 201)


def test_of_changes_of_one_entry_one_is_done() -> None:
    owner = staff_api(make_world(), Role.DIRECTOR)
    path = f"{T}/players/1/entry/"
    for number in range(TRIES):
        calls = [("PATCH", path, {"club": f"{club}{number}"}) for club in ("A", "B", "C")]
        assert statuses(owner, owner.get(path)["ETag"], *calls) == [200, 412, 412]


def test_of_referees_who_take_one_case_one_has_it() -> None:
    world = make_world()
    referees = [staff_api(world, Role.REFEREE) for _ in range(2)]
    path = f"{T}/cases/{new_case(world).number}/"
    tag = referees[0].get(path)["ETag"]
    found = at_once(
        [
            lambda referee=referee: (
                referee.call(  # type: ignore[misc]
                    "POST", f"{path}take/", **{"If-Match": tag}
                ).status_code
            )
            for referee in referees
        ]
    )
    assert sorted(found) == [200, 412]
