"""The addresses of the referees' pages and of the appeals committee."""

from collections.abc import Callable

from django.test import Client
from django.utils import timezone

from adjudication.cases.services.actions import take_case
from adjudication.cases.services.statements import write_statement
from adjudication.models import Appeal, Case, Picture, Statement
from tests.support.desk_world import appealed, at, committee, new_case, ruled
from tests.support.records import WALLS, sgf
from tests.support.world import World
from tests.web.routes.visitors import (
    NO_METHOD,
    OWNING,
    REFEREEING,
    Page,
    Pages,
    Routes,
    Scene,
    only,
    staff,
)
from tests.web.routes.visitors import at as address
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.models import AccessLink, Role


def _case(scene: Scene, rest: str = "") -> str:
    """Return an address of a case that waits."""
    case = Case.objects.filter(game=scene.world.games[1]).first() or new_case(scene.world, 1)
    return at(case, rest)


def _said(scene: Scene, rest: str) -> str:
    """Return the address of what came with a statement."""
    address = _case(scene)
    case = Case.objects.get(game=scene.world.games[1])
    said = Statement.objects.first()
    if said is None:
        pk = write_statement(
            case_id=case.pk,
            player_id=case.parties.all()[0].pk,
            text="Look.",
            record_bytes=sgf(WALLS),
            idempotency_key="k",
        )
        said = Statement.objects.get(pk=pk)
        Picture.objects.create(statement=said, data=b"x", sha256="x", width=1, height=1)
    return address + rest.format(said=said.pk, picture=Picture.objects.get().pk)


def _appeal(scene: Scene, rest: str = "") -> str:
    """Return an address of a case before a committee on which the owner and two players sit."""
    world = scene.world
    found = Appeal.objects.first()
    if found is None:
        case = new_case(world, 2)
        ruled(world, case)
        key = appealed(world, case, world.players[5])
        committee(world, key, 2, 6, 7)
        found = Appeal.objects.get(pk=key)
    return at(found.case, rest)


READING = (*REFEREEING, "other")
"""Who reads an appealed case: the third player is on its committee."""

ROUTES: Routes = {
    "adjudication:referee": (only(200, *REFEREEING), NO_METHOD, lambda scene: "/referee/coupe/"),
    "adjudication:referee_live": (
        only(200, *REFEREEING),
        NO_METHOD,
        lambda scene: "/referee/coupe/live/",
    ),
    "adjudication:referee_game": (
        only(302, *REFEREEING),
        NO_METHOD,
        lambda scene: f"/referee/coupe/games/{scene.world.games[3].pk}/",
    ),
    "adjudication:something": (
        only(200, *REFEREEING),
        only(400, *REFEREEING),
        lambda scene: "/referee/coupe/new/",
    ),
    "adjudication:case": (only(200, *READING), NO_METHOD, _appeal),
    "adjudication:case_live": (
        only(200, *READING),
        NO_METHOD,
        lambda scene: _appeal(scene, "live/"),
    ),
    "adjudication:case_do": (
        NO_METHOD,
        only(302, *REFEREEING),
        lambda scene: _case(scene, "do/"),
    ),
    "adjudication:desk_picture": (
        only(200, *REFEREEING),
        NO_METHOD,
        lambda scene: _said(scene, "pictures/{picture}.jpg"),
    ),
    "adjudication:desk_record": (
        only(200, *REFEREEING),
        NO_METHOD,
        lambda scene: _said(scene, "records/{said}.sgf"),
    ),
    "adjudication:similar": (
        only(200, *READING),
        NO_METHOD,
        lambda scene: _appeal(scene, "similar/"),
    ),
    "adjudication:guide": (
        only(200, *REFEREEING),
        NO_METHOD,
        lambda scene: _case(scene, "steps/displaced_stone/"),
    ),
    # Nobody has taken the case.
    "adjudication:rule": (
        only(302, *REFEREEING),
        only(400, *REFEREEING),
        lambda scene: _case(scene, "ruling/"),
    ),
    "adjudication:revise": (
        only(302, *REFEREEING),
        only(400, *REFEREEING),
        lambda scene: _case(scene, "revise/"),
    ),
    "adjudication:appeal": (
        only(200, *READING),
        only(400, "other"),
        lambda scene: _appeal(scene, "appeal/"),
    ),
    "adjudication:committee": (
        only(200, *OWNING),
        only(400, *OWNING),
        lambda scene: _appeal(scene, "appeal/committee/"),
    ),
    "adjudication:motion": (
        only(200, "other"),
        only(400, "other"),
        lambda scene: _appeal(scene, "appeal/motion/"),
    ),
}


def _first(world: World, rest: str = "") -> str:
    """Return an address of the case of the third board, contested with an illegal move."""
    return at(Case.objects.get(game=world.games[2]), rest)


def _lapsed(world: World) -> Case:
    """Return that case, to be taken also where another page's referee has it."""
    rows = Case.objects.filter(game=world.games[2])
    rows.filter(state="taken").update(lease_until=timezone.now())
    return rows.get()


def _taken(rest: str) -> Page:
    """Return a page of that case for the referee who has taken it."""

    def browser(world: World) -> Client:
        client = world.client(Role.REFEREE)
        link = AccessLink.objects.filter(tournament=world.tournament).latest("pk")
        with acting_as(Actor(Role.REFEREE, link_id=link.pk)):
            take_case(case_id=_lapsed(world).pk)
        return client

    return browser, lambda world: _first(world, rest)


def _before_committee(role: str, rest: str) -> Page:
    """Return a page of that case after it was ruled and appealed."""

    def path(world: World) -> str:
        case = _lapsed(world)
        if not Appeal.objects.filter(case=case).exists():
            key = appealed(world, ruled(world, case), world.players[5])
            committee(world, key, 0, 2, 6)
        return at(case, rest)

    if role == Role.PLAYER:
        return (lambda world: world.player(2)), path
    return staff(role), path


_open: Callable[[World], str] = lambda world: _first(world)  # noqa: E731

PAGES: Pages = {
    "referee": (staff(Role.REFEREE), address("/referee/coupe/")),
    "referee, live part": (staff(Role.REFEREE), address("/referee/coupe/live/")),
    "referee, over": (staff(Role.REFEREE), address("/referee/coupe/?show=over")),
    "something happened": (staff(Role.REFEREE), address("/referee/coupe/new/")),
    "case": (staff(Role.REFEREE), _open),
    "case, live part": (staff(Role.REFEREE), lambda world: _first(world, "live/")),
    "case, taken": _taken(""),
    "ruling": _taken("ruling/"),
    "guide": _taken("steps/displaced_stone/"),
    "similar rulings": (staff(Role.REFEREE), lambda world: _first(world, "similar/")),
    "case, appealed": _before_committee(Role.PLAYER, ""),
    "appeal": _before_committee(Role.PLAYER, "appeal/"),
    "appeal, motion": _before_committee(Role.PLAYER, "appeal/motion/"),
    "appeal, committee": _before_committee(Role.DIRECTOR, "appeal/committee/"),
}
