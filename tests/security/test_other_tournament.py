"""Every key in every address and form exchanged for another tournament's: nothing comes of it.

The short form looks at two examples of every address; ``SHINPAN_LONG=1`` at all there are.
"""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.security.examples import examples, pages, unknown_parts
from tests.security.two_tournaments import BY_HAND, OWN, Scene, looks, make_scene, sends
from tests.security.walk import LONG, Seen, route_of
from tests.web.routes.tables import ROUTES

VISITORS = (
    *("director", "assistant", "helper", "referee", "black", "white", "third", "fourth", "fifth"),
    *("member", "anonymous", "operator"),
)
# Whoever comes to most; the others in the long form.
IN_SHORT = ("director", "referee", "black")
OPEN = {"tournament:register"}
"""Forms that anybody may send in any tournament."""


@pytest.fixture(scope="module")
def scene(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Scene]:
    """Two tournaments, built once; every request is taken back."""
    with django_db_blocker.unblock(), transaction.atomic():
        cache.clear()
        yield make_scene()
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def walked() -> dict[str, Seen]:
    """What every visitor came to, kept for the tests of this module."""
    return {}


def seen_by(scene: Scene, walked: dict[str, Seen], visitor: str) -> Seen:
    if visitor not in walked:
        walked[visitor] = scene.walk(visitor)
    return walked[visitor]


@pytest.mark.by_turns
@pytest.mark.django_db
@pytest.mark.parametrize("visitor", VISITORS)
def test_keys_of_another_tournament_open_nothing_and_change_nothing(
    scene: Scene, walked: dict[str, Seen], django_db_blocker: DjangoDbBlocker, visitor: str
) -> None:
    if visitor not in IN_SHORT and not LONG:
        pytest.skip("in the long form: SHINPAN_LONG=1")
    wrong: list[str] = []
    with django_db_blocker.unblock():
        seen = seen_by(scene, walked, visitor)
        asked = set()
        for own, status in seen.addresses.items():
            if status not in (200, 302) and not LONG:
                continue  # he does not get his own, let alone another one's
            for address in scene.swap.addresses(own):
                mixed = own.count(f"/{OWN}/") and f"/{OWN}/" in address
                if address in asked or (visitor == "operator" and not mixed):
                    continue
                asked.add(address)
                wrong += [f"GET {address}: {one}" for one in looks(scene, visitor, address, own)]
        forms = [*seen.forms, *scene.by_hand({route_of(form.action) for form in seen.forms})]
        for form in forms if visitor != "operator" else ():
            if route_of(form.action) in OPEN:
                continue
            for what, other in scene.swap.forms(form):
                cache.clear()
                wrong += [
                    f"POST {other.action} ({what}): {one}"
                    for one in sends(scene, visitor, what, other)
                ]
    assert len(asked) > 20
    assert wrong == []


@pytest.mark.skipif(not LONG, reason="in the long form: SHINPAN_LONG=1")
@pytest.mark.django_db
def test_every_form_is_sent(
    scene: Scene, walked: dict[str, Seen], django_db_blocker: DjangoDbBlocker
) -> None:
    """Fails for a new address that takes forms, as long as the walk comes to none of it."""
    with django_db_blocker.unblock():
        everybody = [seen_by(scene, walked, visitor) for visitor in VISITORS]
    sent: dict[str, set[int]] = {}
    for seen in everybody:
        for form in seen.forms:
            sent.setdefault(route_of(form.action), set()).add(form.status)
    taking = {name for name, row in ROUTES.items() if set(row[1].values()) != {405}}
    others = taking & pages().keys() - sent.keys()
    # New here: let full_world.py bring something about that leads to its form.
    assert sorted(others - BY_HAND) == []
    refused = {name for name, statuses in sent.items() if min(statuses) >= 400}
    # New here: say in typed_more.py what it wants.
    assert sorted(refused) == []


def test_every_part_of_an_address_has_an_example() -> None:
    """Fails for a new kind of key in an address: say in ``examples.py`` what stands there."""
    assert unknown_parts() == set()


@pytest.mark.django_db
def test_every_address_has_examples_in_both_tournaments(
    scene: Scene, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock():
        for world in (scene.own, scene.other):
            assert [name for name in pages() if not list(examples(world, name))] == []
