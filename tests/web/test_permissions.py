"""Every address, by every kind of visitor, by GET and by POST. A new address has to be added."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from pytest_django import DjangoDbBlocker

from tests.support.answering import confirming
from tests.support.scene import Scene
from tests.web.routes.tables import ROUTES
from tests.web.routes.visitors import VISITORS


def all_routes() -> set[str]:
    """Return the names of every address, with their name spaces."""
    found: set[str] = set()

    def walk(entries: list[URLPattern | URLResolver], space: str) -> None:
        for entry in entries:
            if isinstance(entry, URLResolver):
                if entry.namespace == "api":  # has a table of its own: tests/api
                    continue
                inner = f"{space}{entry.namespace}:" if entry.namespace else space
                walk(entry.url_patterns, inner)
            else:
                assert entry.name, f"{entry.pattern} has no name"
                found.add(space + entry.name)

    walk(get_resolver().url_patterns, "")
    return found


def test_every_route_is_in_the_table() -> None:
    assert all_routes() == set(ROUTES)


Cast = tuple[Scene, dict[str, Client]]


@pytest.fixture(scope="module")
def cast(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Cast]:
    """The scene and everybody's browser, built once; every request is taken back afterwards."""
    with django_db_blocker.unblock(), transaction.atomic():
        scene = Scene()
        yield scene, {visitor: scene.browser(visitor) for visitor in VISITORS}
        transaction.set_rollback(True)


@pytest.fixture
def unwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no page be written: who may see what is decided before, and this is thousands of them."""
    monkeypatch.setattr("django.template.backends.django.Template.render", lambda *_: "")


@pytest.mark.django_db
@pytest.mark.usefixtures("unwritten")
@pytest.mark.parametrize("route", sorted(ROUTES))
def test_route(cast: Cast, django_db_blocker: DjangoDbBlocker, route: str) -> None:
    scene, browsers = cast
    get, post, address = ROUTES[route]
    data = confirming(scene.submission)
    seen: dict[str, dict[str, int]] = {"GET": {}, "POST": {}}
    with django_db_blocker.unblock(), transaction.atomic():
        where = address(scene)  # which may write what is to be seen there
        for visitor in VISITORS:
            for method, statuses in seen.items():
                # A cookie of its own: what an answer sets is gone with what it wrote.
                browser = Client()
                browser.cookies.load(browsers[visitor].cookies.output(header=""))
                with transaction.atomic():
                    response = browser.post(where, data) if method == "POST" else browser.get(where)
                    transaction.set_rollback(True)
                statuses[visitor] = response.status_code
        transaction.set_rollback(True)
    assert seen == {"GET": get, "POST": post}
