"""The addresses of corrections and the record."""

from collections.abc import Callable

from tests.support.world import World
from tests.web.routes.visitors import (
    DIRECTING,
    NO_METHOD,
    Pages,
    Routes,
    at,
    game,
    only,
    player,
    staff,
)
from tournament.models import Role

READING = (*DIRECTING, "referee")

ROUTES: Routes = {
    "tournament:history": (
        only(200, *READING),
        NO_METHOD,
        lambda scene: "/director/coupe/history/",
    ),
    # There is no such event.
    "tournament:undo": (
        NO_METHOD,
        only(404, *DIRECTING),
        lambda scene: "/director/coupe/history/999999999/undo/",
    ),
    "tournament:correct_game": (
        only(200, *DIRECTING),
        only(200, *DIRECTING),
        lambda scene: f"/director/coupe/games/{scene.world.games[0].pk}/correct/",
    ),
    # Nobody has reported it: back to the round.
    "tournament:settle_report": (
        NO_METHOD,
        only(302, *DIRECTING),
        lambda scene: f"/director/coupe/games/{scene.world.games[0].pk}/settle/",
    ),
    "tournament:propose": (
        NO_METHOD,
        only(400, *DIRECTING),
        lambda scene: f"/director/coupe/games/{scene.world.games[0].pk}/propose/",
    ),
    # The result is not confirmed: back to the game.
    "tournament:recording_error": (
        only(302, "black", "white"),
        only(302, "black", "white"),
        lambda scene: f"/games/{scene.world.games[0].pk}/recording-error/",
    ),
    "tournament:answer_error": (
        NO_METHOD,
        only(302, "black", "white"),
        lambda scene: f"/games/{scene.world.games[0].pk}/recording-error/answer/",
    ),
    "tournament:game_history": (
        only(200, *READING, "black", "white"),
        NO_METHOD,
        lambda scene: f"/games/{scene.world.games[0].pk}/history/",
    ),
    "tournament:correct_round": (
        only(200, *DIRECTING),
        only(200, *DIRECTING),
        lambda scene: "/director/coupe/rounds/1/correct/",
    ),
}


def _correct(index: int, rest: str = "") -> Callable[[World], str]:
    return lambda world: f"/director/coupe/games/{world.games[index].pk}/correct/{rest}"


PAGES: Pages = {
    "recording error": (player(0), game(0, "recording-error/")),
    "correct a game": (staff(Role.DIRECTOR), _correct(4)),
    "correct a game, final": (staff(Role.DIRECTOR), _correct(0)),
    "correct a game, result": (staff(Role.DIRECTOR), _correct(1, "?mend=result")),
    "correct a game, colours": (staff(Role.DIRECTOR), _correct(1, "?mend=colours")),
    "correct a game, terms": (staff(Role.DIRECTOR), _correct(1, "?mend=terms")),
    "correct a game, players": (staff(Role.DIRECTOR), _correct(4, "?mend=players")),
    "correct a game, not played": (staff(Role.DIRECTOR), _correct(4, "?mend=remove")),
    "correct a round": (staff(Role.DIRECTOR), at("/director/coupe/rounds/1/correct/")),
    "correct a round, exchange": (
        staff(Role.DIRECTOR),
        at("/director/coupe/rounds/1/correct/?mend=swap"),
    ),
    "correct a round, add": (
        staff(Role.DIRECTOR),
        at("/director/coupe/rounds/1/correct/?mend=add"),
    ),
    "history of a game": (player(0), game(0, "history/")),
    "history of a game, referee": (staff(Role.REFEREE), game(3, "history/")),
    "history": (staff(Role.DIRECTOR), at("/director/coupe/history/")),
}
