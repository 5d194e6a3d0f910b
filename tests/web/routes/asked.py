"""The addresses of what players are asked and do in a case."""

from collections.abc import Callable

from adjudication.cases.services.opening import open_case
from adjudication.cases.services.statements import write_statement
from adjudication.models import Case, Statement
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision, PenaltyGiven
from tests.support.desk_world import ruled
from tests.support.records import WALLS, sgf
from tests.support.world import World
from tests.web.routes.visitors import (
    AWAY,
    NO_METHOD,
    REFEREEING,
    Pages,
    Routes,
    Scene,
    game,
    only,
    player,
    staff,
)

PLAYING = ("black", "white")


def _beside_games(world: World) -> Case:
    """Return the newest case about the first player and no game, of more the more players."""
    about = {"players": [world.players[0]], "tournament_id": world.tournament.pk}
    found = Case.objects.filter(game=None).order_by("pk").last()
    for index in range(0 if found else max(1, len(world.players) // 10)):
        found = open_case(cause=Cause.OUTSIDE_HELP, note="Seen by a neighbour.", **about)
        for name in ("one", "two")[: index + 1]:
            write_statement(
                case_id=found.pk,
                player_id=world.players[0].pk,
                text="I was on the telephone.",
                record_bytes=sgf(WALLS) if name == "one" else None,
                idempotency_key=name,
            )
    assert found is not None
    return found


def _own(rest: str = "") -> Callable[[Scene], str]:
    """Return where an address of that case is had; ``said`` is its first statement."""

    def address(scene: Scene) -> str:
        case = _beside_games(scene.world)
        said = Statement.objects.filter(case=case).first()
        return f"/cases/{case.pk}/" + rest.format(said=said and said.pk)

    return address


def _own_page(world: World) -> str:
    return f"/cases/{_beside_games(world).pk}/"


def _ruled_page(world: World) -> str:
    case = _beside_games(world)
    ruled(world, case, decision=WARNED)
    return f"/cases/{case.pk}/"


def _me_with_cases(world: World) -> str:
    _beside_games(world)
    return "/me/"


WARNED = Decision(
    "nothing",
    articles=("event:outside-help",),
    reasons="A telephone has no place at the board.",
    penalties=(PenaltyGiven(1, "warning"),),
)

# The scene's game has no case and nobody is asked: there is something to see for nobody.
ROUTES: Routes = {
    "adjudication:question": (
        only(200, *PLAYING),
        only(302, *PLAYING),
        lambda scene: f"/games/{scene.world.games[0].pk}/question/",
    ),
    "adjudication:trouble": (
        only(200, *PLAYING),
        only(400, *PLAYING),
        lambda scene: f"/games/{scene.world.games[0].pk}/wrong/",
    ),
    "adjudication:accept": (
        AWAY,
        only(302, *PLAYING),
        lambda scene: f"/games/{scene.world.games[0].pk}/accept/",
    ),
    "adjudication:lost_on_time": (
        only(302, *PLAYING),
        only(302, *PLAYING),
        lambda scene: f"/games/{scene.world.games[0].pk}/lost-on-time/",
    ),
    "adjudication:resume": (
        only(302, *PLAYING),
        only(302, *PLAYING),
        lambda scene: f"/games/{scene.world.games[0].pk}/on/",
    ),
    "adjudication:resume_board": (
        NO_METHOD,
        only(404, *PLAYING),
        lambda scene: f"/games/{scene.world.games[0].pk}/on/board/",
    ),
    "adjudication:player_case": (
        only(404, *PLAYING, *REFEREEING),
        only(404, *PLAYING, *REFEREEING),
        lambda scene: f"/games/{scene.world.games[0].pk}/case/",
    ),
    "adjudication:player_case_live": (
        only(404, *PLAYING, *REFEREEING),
        NO_METHOD,
        lambda scene: f"/games/{scene.world.games[0].pk}/case/1/live/",
    ),
    "adjudication:player_stones": (
        only(404, *PLAYING),
        only(404, *PLAYING),
        lambda scene: f"/games/{scene.world.games[0].pk}/case/stones/",
    ),
    "adjudication:player_take_back": (
        only(404, *PLAYING),
        only(404, *PLAYING),
        lambda scene: f"/games/{scene.world.games[0].pk}/case/withdraw/",
    ),
    "adjudication:player_appeal": (
        AWAY,
        only(404, *PLAYING),
        lambda scene: f"/games/{scene.world.games[0].pk}/case/appeal/",
    ),
    "adjudication:player_appeal_withdraw": (
        only(404, *PLAYING),
        only(404, *PLAYING),
        lambda scene: f"/games/{scene.world.games[0].pk}/case/appeal/withdraw/",
    ),
    "adjudication:player_picture": (
        only(404, *PLAYING, *REFEREEING),
        NO_METHOD,
        lambda scene: f"/games/{scene.world.games[0].pk}/case/pictures/1.jpg",
    ),
    "adjudication:player_record": (
        only(404, *PLAYING, *REFEREEING),
        NO_METHOD,
        lambda scene: f"/games/{scene.world.games[0].pk}/case/records/1.sgf",
    ),
    # Nobody else learns that there is a case, not even who referees: he has his own page of it.
    "adjudication:own_case": (
        only(200, "black", others=404),
        only(400, "black", others=404),
        _own(),
    ),
    "adjudication:own_appeal": (AWAY, only(400, "black", others=404), _own("appeal/")),
    "adjudication:own_appeal_withdraw": (
        only(302, "black", others=404),
        only(302, "black", others=404),
        _own("appeal/withdraw/"),
    ),
    "adjudication:own_picture": (
        only(404, "black", others=404),
        NO_METHOD,
        _own("pictures/1.jpg"),
    ),
    "adjudication:own_record": (
        only(200, "black", others=404),
        NO_METHOD,
        _own("records/{said}.sgf"),
    ),
}

PAGES: Pages = {
    "asked, question": (player(4), game(2, "question/")),
    "asked, what is wrong": (player(2), game(1, "wrong/")),
    "asked, case": (player(4), game(2, "case/")),
    "asked, case for the referee": (staff("referee"), game(2, "case/")),
    "asked, case without a game": (player(0), _own_page),
    "asked, case without a game, ruled": (player(0), _ruled_page),
    "me, with cases": (player(0), _me_with_cases),
}
