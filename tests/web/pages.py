"""Every page that can be looked at, with a visitor who may."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client

from tests.web.world import World
from tournament.models import AccessLink, Role

Page = tuple[Callable[[World], Client], Callable[[World], str]]


def player(index: int) -> Callable[[World], Client]:
    return lambda world: world.player(index)


def staff(role: str) -> Callable[[World], Client]:
    return lambda world: world.client(role)


def game(index: int, rest: str = "") -> Callable[[World], str]:
    return lambda world: f"/games/{world.games[index].pk}/{rest}"


def at(path: str) -> Callable[[World], str]:
    return lambda world: path


def _revoke(world: World) -> str:
    world.player(7)
    return f"/director/coupe/links/{AccessLink.objects.latest('pk').pk}/revoke/"


# For the world of the fixture ``filled``: round 1 in four states, round 2 open (games 4 to 7).
PAGES: dict[str, Page] = {
    "home": (lambda world: Client(), at("/")),
    "tournament": (lambda world: Client(), at("/t/coupe/")),
    "link": (lambda world: Client(), at("/l/nothing/")),
    "game, public": (lambda world: Client(), game(0)),
    "not found": (lambda world: Client(), at("/t/nowhere/")),
    "forbidden": (lambda world: Client(), at("/me/")),
    "me": (player(0), at("/me/")),
    "report": (player(0), game(4, "report/")),
    "game, confirmed": (player(0), game(0)),
    "game, live part": (player(0), game(0, "live/")),
    "game, to answer": (player(3), game(1)),
    "game, one's own report": (player(2), game(1)),
    "game, contested": (player(4), game(2)),
    "contest": (player(3), game(1, "contest/")),
    "referee": (staff(Role.REFEREE), at("/referee/coupe/")),
    "game, referee": (staff(Role.REFEREE), game(3)),
    "director": (staff(Role.DIRECTOR), at("/director/coupe/")),
    "standings": (lambda world: Client(), at("/t/coupe/standings/")),
    "draft": (staff(Role.DIRECTOR), at("/director/coupe/rounds/1/")),
    "why": (staff(Role.DIRECTOR), at("/director/coupe/rounds/1/why/1/")),
    "players": (staff(Role.DIRECTOR), at("/director/coupe/players/")),
    "player": (
        staff(Role.DIRECTOR),
        lambda world: f"/director/coupe/players/{world.players[0].pk}/",
    ),
    "files": (staff(Role.DIRECTOR), at("/director/coupe/files/")),
    "links": (staff(Role.DIRECTOR), at("/director/coupe/links/")),
    "revoke": (staff(Role.DIRECTOR), _revoke),
}
