"""The addresses of what players are asked and do in a case."""

from tests.web.routes.visitors import (
    AWAY,
    NO_METHOD,
    REFEREEING,
    Pages,
    Routes,
    game,
    only,
    player,
    staff,
)

PLAYING = ("black", "white")

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
    "adjudication:player_appeal": (
        AWAY,
        only(404, *PLAYING),
        lambda scene: f"/games/{scene.world.games[0].pk}/case/appeal/",
    ),
    "adjudication:player_appeal_withdraw": (
        AWAY,
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
}

PAGES: Pages = {
    "asked, question": (player(4), game(2, "question/")),
    "asked, what is wrong": (player(2), game(1, "wrong/")),
    "asked, case": (player(4), game(2, "case/")),
    "asked, case for the referee": (staff("referee"), game(2, "case/")),
}
