"""Who may come, and the tables that say what each of them gets."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Protocol

from django.contrib.auth.models import User
from django.test import Client

from tests.support.world import World

VISITORS = ("anonymous", "black", "white", "other", "stranger", "helper", "assistant", "referee",
            "director", "other director", "superuser")  # fmt: skip
PLAYERS = ("black", "white", "other", "stranger")
OWNING = ("director", "superuser")
DIRECTING = ("director", "assistant", "superuser")
ENTERING = ("director", "assistant", "helper", "superuser")
REFEREEING = ("director", "referee", "superuser")

Statuses = dict[str, int]
ALL = dict.fromkeys(VISITORS, 200)
AWAY = dict.fromkeys(VISITORS, 302)
NO_METHOD = dict.fromkeys(VISITORS, 405)


def only(status: int, *visitors: str, others: int = 403) -> Statuses:
    """Return the statuses of a page open to some visitors."""
    return {visitor: status if visitor in visitors else others for visitor in VISITORS}


class Scene(Protocol):
    """A tournament ``coupe`` with a report to answer, and what addresses need of it."""

    world: World
    submission: int
    token: str
    spare_id: int


Routes = dict[str, tuple[Statuses, Statuses, Callable[[Scene], str]]]
"""By the name of a route: the statuses of GET and of POST, and the address."""

Page = tuple[Callable[[World], Client], Callable[[World], str]]
Pages = dict[str, Page]
"""By what it is: who looks at a page, and the page's address."""


def anybody(world: World) -> Client:
    return Client()


@cache
def player(index: int) -> Callable[[World], Client]:
    return lambda world: world.player(index)


@cache
def staff(role: str) -> Callable[[World], Client]:
    return lambda world: world.client(role)


def game(index: int, rest: str = "") -> Callable[[World], str]:
    return lambda world: f"/games/{world.games[index].pk}/{rest}"


def operator(world: World) -> Client:
    client = Client()
    client.force_login(User.objects.get_or_create(username="operator", is_superuser=True)[0])
    return client


def at(path: str) -> Callable[[World], str]:
    return lambda world: path
