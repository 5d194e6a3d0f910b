"""The addresses of registration."""

from django.contrib.auth.models import User
from django.test import Client

from tests.support.world import World
from tests.web.routes.visitors import (
    ALL,
    AWAY,
    DIRECTING,
    ENTERING,
    NO_METHOD,
    OWNING,
    Pages,
    Routes,
    Scene,
    Statuses,
    anybody,
    at,
    only,
    staff,
)
from tournament.models import Player, Registration, Role, Tournament

LIST = "/director/coupe/players/"


def _asking(world: World) -> Player:
    """A registration that waits; there may be one of an earlier visitor."""
    Tournament.objects.filter(pk=world.tournament.pk).update(registration_open=True)
    count = Player.everybody.count()
    # Written without the service: where all rounds have begun nobody asks any more, but may wait.
    asking = Player.everybody.create(
        tournament=world.tournament,
        number=30000 - count,
        surname=f"Quimby {count}",
        rank="5k",
        level=-5,
        registration=Registration.REQUESTED,
    )
    asking.absences.create(round_number=2)
    return asking


def _open(world: World) -> Client:
    _asking(world)
    return Client()


def _request(scene: Scene) -> str:
    return f"{LIST}requests/{_asking(scene.world).pk}/"


def _first(scene: Scene, rest: str = "") -> str:
    return f"{LIST}{scene.world.players[0].pk}/{rest}"


CLOSED: Statuses = dict.fromkeys(ALL, 409)

ROUTES: Routes = {
    "tournament:players": (
        only(200, *DIRECTING),
        only(400, *DIRECTING),
        lambda scene: LIST,
    ),
    "tournament:participation": (
        NO_METHOD,
        only(302, *DIRECTING),
        lambda scene: f"{LIST}part/",
    ),
    "tournament:make_final": (
        NO_METHOD,
        only(302, *DIRECTING),
        lambda scene: f"{LIST}final/",
    ),
    "tournament:found": (
        only(200, *DIRECTING),
        only(400, *DIRECTING),
        lambda scene: f"{LIST}found/",
    ),
    "tournament:rating_lists": (
        only(200, *OWNING),
        only(400, *OWNING),
        lambda scene: f"{LIST}lists/",
    ),
    "tournament:import_players": (
        only(200, *DIRECTING),
        only(400, *DIRECTING),
        lambda scene: f"{LIST}import/",
    ),
    "tournament:requests": (
        only(200, *DIRECTING),
        only(302, *DIRECTING),
        lambda scene: f"{LIST}requests/",
    ),
    # The POST tells another mark than that of the entry, as if a colleague had changed it.
    "tournament:request": (
        only(200, *DIRECTING),
        only(400, *DIRECTING),
        _request,
    ),
    "tournament:player": (
        only(200, *DIRECTING),
        only(400, *DIRECTING),
        _first,
    ),
    "tournament:withdraw": (
        only(200, *DIRECTING),
        only(302, *DIRECTING),
        lambda scene: _first(scene, "withdraw/"),
    ),
    "tournament:remove": (
        only(200, *DIRECTING),
        only(302, *DIRECTING),
        lambda scene: _first(scene, "remove/"),
    ),
    "tournament:erase": (
        only(200, *OWNING),
        only(400, *OWNING),
        lambda scene: _first(scene, "erase/"),
    ),
    "tournament:next_checkin": (
        only(302, *ENTERING),
        NO_METHOD,
        lambda scene: "/director/coupe/checkin/",
    ),
    "tournament:checkin": (
        only(200, *ENTERING),
        only(302, *ENTERING),
        lambda scene: "/director/coupe/checkin/2/",
    ),
    "tournament:checkin_part": (
        only(200, *ENTERING),
        NO_METHOD,
        lambda scene: "/director/coupe/checkin/2/part/",
    ),
    "tournament:checkin_missing": (
        only(200, *DIRECTING),
        only(302, *DIRECTING),
        lambda scene: "/director/coupe/checkin/2/missing/",
    ),
    "tournament:new_from_file": (
        only(200, "superuser", others=302),
        only(400, "superuser", others=302),
        lambda scene: "/new/file/",
    ),
    "tournament:taken_over": (
        AWAY,
        NO_METHOD,
        lambda scene: "/new/file/taken-over/",
    ),
    "tournament:register": (
        ALL,
        CLOSED,
        lambda scene: "/t/coupe/register/",
    ),
}


def _operator(world: World) -> Client:
    client = Client()
    user, _made = User.objects.get_or_create(username="operator", is_superuser=True)
    client.force_login(user)
    return client


def _one(world: World) -> str:
    return f"{LIST}{world.players[0].pk}/"


PAGES: Pages = {
    "players": (staff(Role.DIRECTOR), at(LIST)),
    "player": (staff(Role.DIRECTOR), _one),
    "withdraw a player": (staff(Role.DIRECTOR), lambda world: f"{_one(world)}withdraw/"),
    "remove a player": (staff(Role.DIRECTOR), lambda world: f"{_one(world)}remove/"),
    "erase a player": (staff(Role.DIRECTOR), lambda world: f"{_one(world)}erase/"),
    "rating list search": (staff(Role.DIRECTOR), at(f"{LIST}found/?name=ak")),
    "rating lists": (staff(Role.DIRECTOR), at(f"{LIST}lists/")),
    "list of players to enter": (staff(Role.DIRECTOR), at(f"{LIST}import/")),
    "registrations": (
        staff(Role.DIRECTOR),
        lambda world: _asking(world) and f"{LIST}requests/",
    ),
    "registration": (
        staff(Role.DIRECTOR),
        lambda world: f"{LIST}requests/{_asking(world).pk}/",
    ),
    "check-in": (staff(Role.HELPER), at("/director/coupe/checkin/3/")),
    "check-in (part)": (staff(Role.HELPER), at("/director/coupe/checkin/3/part/")),
    "who is missing": (staff(Role.DIRECTOR), at("/director/coupe/checkin/3/missing/")),
    "tournament from a file": (_operator, at("/new/file/")),
    "register": (_open, at("/t/coupe/register/")),
    "registration closed": (anybody, at("/t/coupe/register/")),
}
