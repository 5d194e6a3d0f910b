"""Lists of three and of thirty rows are read with the same number of queries."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from adjudication.models import Case
from notices.models import Webhook
from notices.webhooks.services import add_webhook, send_test
from tests.api.client import player_api, staff_api
from tests.support.desk_world import new_case
from tests.support.world import World, add_round
from tournament.models import Role

T = "/tournaments/coupe"
Grow = Callable[[World, int], object]


def cases(world: World, count: int) -> None:
    first = new_case(world, 0)
    for _ in range(count):
        parties = list(first.parties.all())
        case = Case.objects.get(pk=first.pk)
        case.pk, case.number, case.game = None, 100 + Case.objects.count(), None
        case._state.adding = True
        case.save()
        case.parties.set(parties)


def history(world: World, count: int) -> None:
    api = staff_api(world, Role.DIRECTOR)
    for number in range(count):
        api.done("PATCH", f"{T}/settings/event/", {"city": f"City {count} {number}"})


def tokens(world: World, count: int) -> None:
    for _ in range(count):
        staff_api(world, Role.HELPER)


def deliveries(world: World, count: int) -> None:
    about = {"tournament_id": world.tournament.pk}
    if not Webhook.objects.exists():
        add_webhook(**about, url="https://example.org/x", topics=["ruling"])
    for _ in range(count):
        send_test(**about, webhook_id=Webhook.objects.get().pk)


LISTS: dict[str, Grow] = {
    f"{T}/cases/": cases,
    "/me/cases/": cases,
    f"{T}/history/": history,
    f"{T}/tokens/": tokens,
    f"{T}/webhooks/1/deliveries/": deliveries,
    f"{T}/rounds/": lambda world, count: [add_round(world) for _ in range(count // 6)],
}


@pytest.mark.parametrize("path", LISTS)
def test_a_list_of_thirty_costs_what_one_of_three_does(world: World, path: str) -> None:
    api = player_api(world, 0) if path.startswith("/me/") else staff_api(world, Role.DIRECTOR)
    api.read("/me/")  # notes that the token was used
    rows, queries = [], []
    for count in (3, 27):
        LISTS[path](world, count)
        with CaptureQueriesContext(connection) as captured:
            rows.append(len(api.read(path)["results"]))
        queries.append(len(captured))
    assert rows[1] > rows[0] > 0
    assert queries[1] <= queries[0] <= 15
