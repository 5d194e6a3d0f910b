"""The addresses of confirmation: whether stones of a case are alive."""

from collections.abc import Callable

from django.test import Client

from adjudication.models import Case, Confirmation, ConfirmationAnswer
from tests.support.life_world import disputed, kept_confirmation
from tests.support.world import World
from tests.web.routes.visitors import (
    NO_METHOD,
    REFEREEING,
    Page,
    Pages,
    Routes,
    Scene,
    only,
    staff,
)
from tournament.audit.services.persons import player_person
from tournament.models import Game, Player, Role


def _confirmed(world: World, state: str = "done") -> Confirmation:
    """Return a confirmation in a case of a game whose players disagree on what is dead."""
    found = Confirmation.objects.filter(case__tournament=world.tournament).first()
    if found is not None:
        return found
    game = Game.objects.filter(round__tournament=world.tournament, state="open").latest("pk")
    case = disputed(world, [one.pk for one in world.games].index(game.pk))
    somebody = Player.objects.filter(tournament=world.tournament).earliest("pk")
    person = player_person(world.tournament.pk, somebody.pk)
    return kept_confirmation(case, person, state=state)


def _address(world: World, rest: str = "", state: str = "done") -> str:
    made = _confirmed(world, state)
    proven = ConfirmationAnswer.objects.filter(confirmation=made).latest("nodes")
    number = Case.objects.get(pk=made.case_id).number
    return f"/referee/coupe/cases/{number}/life/" + rest.format(one=made.number, key=proven.key)


def _at(rest: str = "", state: str = "done") -> Callable[[Scene], str]:
    return lambda scene: _address(scene.world, rest, state)


_SEEN = only(200, *REFEREEING), NO_METHOD


def _count(world: World, rest: str = "") -> str:
    return _address(world).replace("/life/", "/count/") + rest


ROUTES: Routes = {
    "adjudication:count_board": (
        only(200, *REFEREEING),
        only(302, *REFEREEING),
        lambda scene: _count(scene.world),
    ),
    # The form says nothing of what it is about.
    "adjudication:life": (only(200, *REFEREEING), only(400, *REFEREEING), _at()),
    "adjudication:confirmation": (*_SEEN, _at("{one}/")),
    "adjudication:confirmation_live": (*_SEEN, _at("{one}/live/", "running")),
    "adjudication:confirmation_cancel": (
        NO_METHOD,
        only(302, *REFEREEING),
        _at("{one}/cancel/", "running"),
    ),
    "adjudication:confirmation_play": (*_SEEN, _at("{one}/play/{key}/")),
    "adjudication:confirmation_proof": (*_SEEN, _at("{one}/proof/{key}/")),
}


def _page(rest: str = "", state: str = "done") -> Page:
    browser: Callable[[World], Client] = staff(Role.REFEREE)
    return browser, lambda world: _address(world, rest, state)


def _black(world: World) -> Client:
    game = _confirmed(world).case.game
    assert game is not None
    return world.player([player.pk for player in world.players].index(game.black_id))


PAGES: Pages = {
    "life, as a player says": (
        _black,
        lambda world: f"/games/{_confirmed(world).case.game_id}/case/stones/?alive=C9&dead=H4",
    ),
    "count board": (staff(Role.REFEREE), lambda world: _count(world, "?dead=none&nobody=A9")),
    "life": _page(),
    "confirmation": _page("{one}/"),
    "confirmation, running": _page("{one}/", "running"),
    "confirmation, live part": _page("{one}/live/", "running"),
    "confirmation, line": _page("{one}/play/{key}/?at=3"),
    "confirmation, what if": _page("{one}/play/{key}/?moves=pass"),
}
