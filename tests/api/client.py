"""Calling the API as programs do: JSON, a token, a new key for whatever changes something."""

import json
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from api.services.tokens import (
    SCOPES_OF,
    issue_operator_token,
    issue_player_token,
    issue_staff_token,
)
from tests.support.world import World
from tournament.models import AccessLink, Role
from tournament.staff.services import hash_of, issue_link

BASE = "/api/v1"


@dataclass
class Api:
    """A program with a token, or without one."""

    token: str | None = None
    language: str = "en"

    def call(self, method: str, path: str, body: Any = None, *, key: str | None = None,
             **headers: str) -> HttpResponse:  # fmt: skip
        """Send a call; what may change something gets a key of its own unless one is given."""
        sent = {"Accept-Language": self.language, **headers}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        if method not in ("GET", "HEAD", "OPTIONS"):
            sent.setdefault("Idempotency-Key", uuid4().hex if key is None else key)
        data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body)
        return Client().generic(
            method, path if path.startswith(BASE) else BASE + path, data, "application/json",
            headers=sent,
        )  # fmt: skip

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self.call("GET", path, **headers)

    def post(self, path: str, body: Any = None, **more: str) -> HttpResponse:
        return self.call("POST", path, body, **more)

    def patch(self, path: str, body: Any = None, **more: str) -> HttpResponse:
        return self.call("PATCH", path, body, **more)

    def put(self, path: str, body: Any = None, **more: str) -> HttpResponse:
        return self.call("PUT", path, body, **more)

    def delete(self, path: str, body: Any = None, **more: str) -> HttpResponse:
        return self.call("DELETE", path, body, **more)

    def read(self, path: str) -> Any:
        """Return what a GET gives; it has to be there."""
        response = self.get(path)
        assert response.status_code == 200, response.content
        return json.loads(response.content)

    def done(self, method: str, path: str, body: Any = None, **more: str) -> Any:
        """Return what a call gives that changes something; it has to succeed."""
        response = self.call(method, path, body, **more)
        assert 200 <= response.status_code < 300, response.content
        return json.loads(response.content) if response.content else None


def told(response: HttpResponse) -> Any:
    """Return the JSON of an answer."""
    return json.loads(response.content)


def staff_api(world: World, role: str, *scopes: str) -> Api:
    """Return a program of a tournament's staff, with all scopes of the role or with some."""
    issued = issue_staff_token(
        tournament_id=world.tournament.pk,
        role=role,
        label=f"A program of the {role}",
        scopes=scopes or SCOPES_OF[role],
    )
    return Api(issued.text)


def player_api(world: World, index: int) -> Api:
    """Return a program of a player by index."""
    link = issue_link(
        tournament_id=world.tournament.pk, role=Role.PLAYER, player_id=world.players[index].pk
    )
    link_id = AccessLink.objects.get(token_hash=hash_of(link)).pk
    return Api(issue_player_token(link_id=link_id, label="My program").text)


def operator_api() -> Api:
    """Return a program of the operator of the installation."""
    user, _ = User.objects.get_or_create(username="operator", is_superuser=True, is_active=True)
    issued = issue_operator_token(user_id=user.pk, label="All", scopes=SCOPES_OF[Role.DIRECTOR])
    return Api(issued.text)
