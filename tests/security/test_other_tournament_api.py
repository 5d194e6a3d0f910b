"""The same for the API: another tournament's keys under one's own token."""

import json
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from api.models import Scope
from api.services.tokens import issue_player_token, issue_staff_token
from tests.security import ids
from tests.security.examples import examples, routes
from tests.security.two_tournaments import Scene, make_scene, marks, text_of
from tests.security.walk import LONG, undone
from tournament.models import AccessLink, Role

OK_FOR_NOBODY = {400, 401, 403, 404, 405, 409, 412, 415, 422, 428}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE") if LONG else ("GET", "POST", "DELETE")
NOBODYS = {"api:nothing"}


@pytest.fixture(scope="module")
def scene(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Scene]:
    """Two tournaments, built once; every call is taken back."""
    with django_db_blocker.unblock(), transaction.atomic():
        cache.clear()
        yield make_scene()
        transaction.set_rollback(True)


def tokens(scene: Scene) -> dict[str, str]:
    """Return a token of every role, each with all that it may have."""
    own = scene.own.tournament.pk
    found = {}
    for role in (Role.DIRECTOR, Role.REFEREE):
        every = [scope for scope in Scope.values if scope != Scope.GAMES]
        for scopes in (every, [Scope.READ]):
            try:
                made = issue_staff_token(
                    tournament_id=own, role=role, label=f"{role}", scopes=scopes
                )
            except Exception:
                continue
            found[str(role)] = made.text
            break
    link = AccessLink.objects.filter(tournament=own, player=scene.own.players[0]).latest("pk")
    found["player"] = issue_player_token(link_id=link.pk, label="black").text
    return found


def parts_of_the_api() -> list[str]:
    return [
        name
        for name, entry in routes().items()
        if entry.whole.startswith("/api/")  # type: ignore[attr-defined]
        and entry.pattern.converters
        and name not in NOBODYS
    ]


@pytest.mark.django_db
def test_no_token_opens_another_tournament(
    scene: Scene, django_db_blocker: DjangoDbBlocker
) -> None:
    wrong = []
    called = 0
    with django_db_blocker.unblock():
        for who, token in list(tokens(scene).items())[: None if LONG else 1]:
            client = Client(headers={"Authorization": f"Bearer {token}"})
            before = ids.rows()
            for name in parts_of_the_api():
                for own in list(examples(scene.own, name))[-1:]:
                    for address in scene.swap.addresses(own):
                        for method in METHODS:
                            called += 1
                            wrong += [
                                f"{who} {method} {address}: {one}"
                                for one in call(scene, client, before, method, address)
                            ]
    assert wrong == []
    assert called > 100


def call(scene: Scene, client: Client, before: ids.Rows, method: str, address: str) -> list[str]:
    """Call an address of another tournament; return what is wrong with what came of it."""
    found: list[str] = []

    def do() -> None:
        cache.clear()
        body = json.dumps({}) if method != "GET" else ""
        key = {"Idempotency-Key": "k" * 20, "If-Match": "*"} if method != "GET" else {}
        answer = client.generic(method, address, body, content_type="application/json", headers=key)
        text = text_of(answer)
        if answer.status_code >= 500:
            found.append(f"answered {answer.status_code}")
        if answer.status_code in OK_FOR_NOBODY:
            found.extend(f"tells {mark}" for mark in marks(text))
        elif method == "GET":
            status, public = scene.of_anybody(address)
            found.extend(f"tells {mark}" for mark in marks(text) if mark not in public)
            if status != answer.status_code:
                found.append(f"answered {answer.status_code}, to anybody {status}")
        else:
            found.append(f"answered {answer.status_code}")
        if method != "GET":
            found.extend(ids.touched(before, ids.rows(), scene.swap.twins))

    undone(do)
    return found
