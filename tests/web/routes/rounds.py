"""The addresses of the rounds."""

from django.test import Client

from jobs import worker
from tests.support.world import World
from tests.web.routes.player import dated_game
from tests.web.routes.public import running_cup
from tests.web.routes.visitors import (
    DIRECTING,
    ENTERING,
    NO_METHOD,
    REFEREEING,
    Pages,
    Routes,
    at,
    only,
    staff,
)
from tournament.audit.services.looking_ahead import LOOK_AHEAD
from tournament.models import Role, Round, RoundState
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import create_round


def _directs_ahead(world: World) -> Client:
    return running_cup().client(Role.DIRECTOR)


def _drafted_ahead(world: World) -> Client:
    """Return the director of a round that is drawn, with boards that are certain."""
    ahead = running_cup()
    if not ahead.tournament.rounds.filter(number=2).exists():
        draw_round(tournament_id=ahead.tournament.pk)
        while worker.run_job(kinds=[LOOK_AHEAD]):
            pass
    return ahead.client(Role.DIRECTOR)


def draft(world: World) -> str:
    """Return the page of a round in preparation, everybody at a board."""
    drafts = Round.objects.filter(tournament=world.tournament, state=RoundState.DRAFT)
    round_ = drafts.first()
    if round_ is None:
        round_ = create_round(tournament_id=world.tournament.pk, extra=True)
        draw_round(tournament_id=world.tournament.pk, round_number=round_.number, seed=1)
    return f"/director/coupe/rounds/{round_.number}/"


def league(world: World) -> str:
    """Return the page of a running round that is played by a date."""
    dated_game(world)
    return "/director/coupe/rounds/1/"


ROUTES: Routes = {
    "tournament:director": (
        only(200, *DIRECTING),
        NO_METHOD,
        lambda scene: "/director/coupe/",
    ),
    "tournament:current_round": (
        only(302, *DIRECTING),
        NO_METHOD,
        lambda scene: "/director/coupe/rounds/",
    ),
    "tournament:find": (
        only(200, *ENTERING, *REFEREEING),
        NO_METHOD,
        lambda scene: "/director/coupe/find/?q=pair",
    ),
    "tournament:hide_first_steps": (
        NO_METHOD,
        only(302, *DIRECTING),
        lambda scene: "/director/coupe/steps/",
    ),
    "tournament:draft": (
        only(200, *DIRECTING),
        NO_METHOD,
        lambda scene: "/director/coupe/rounds/1/",
    ),
    "tournament:pair": (
        NO_METHOD,
        only(302, *DIRECTING),
        lambda scene: "/director/coupe/rounds/1/pair/",
    ),
    # An empty form asks for nothing that there is.
    "tournament:change": (
        only(302, *DIRECTING),
        only(404, *DIRECTING),
        lambda scene: "/director/coupe/rounds/1/change/",
    ),
    "tournament:extra_round": (
        NO_METHOD,
        only(302, *DIRECTING),
        lambda scene: "/director/coupe/rounds/1/extra/",
    ),
    "tournament:remove_round": (
        only(302, *DIRECTING),
        only(302, *DIRECTING),
        lambda scene: "/director/coupe/rounds/1/remove/",
    ),
    "tournament:round_state": (
        NO_METHOD,
        only(404, *DIRECTING),
        lambda scene: "/director/coupe/rounds/1/state/",
    ),
    "tournament:publish_round": (
        only(302, *DIRECTING),
        NO_METHOD,
        lambda scene: "/director/coupe/rounds/1/publish/",
    ),
    "tournament:close_round": (
        only(302, *DIRECTING),
        only(302, *DIRECTING),
        lambda scene: "/director/coupe/rounds/1/close/",
    ),
    "tournament:result": (
        NO_METHOD,
        only(400, *DIRECTING),
        lambda scene: "/director/coupe/rounds/1/result/",
    ),
    "tournament:round_live": (
        only(200, *ENTERING),
        NO_METHOD,
        lambda scene: "/director/coupe/rounds/1/live/",
    ),
    "tournament:result_line": (
        NO_METHOD,
        only(302, *ENTERING),
        lambda scene: "/director/coupe/rounds/1/line/",
    ),
    "tournament:clock": (
        NO_METHOD,
        only(404, *DIRECTING),
        lambda scene: "/director/coupe/rounds/1/clock/",
    ),
    "tournament:round_dates": (
        only(200, *DIRECTING),
        only(302, *DIRECTING),
        lambda scene: "/director/coupe/dates/",
    ),
    "tournament:set_game_date": (
        only(200, *DIRECTING),
        only(400, *DIRECTING),
        lambda scene: f"/director/coupe/games/{scene.world.games[0].pk}/date/",
    ),
    "tournament:desk": (
        only(200, *ENTERING),
        NO_METHOD,
        lambda scene: "/director/coupe/desk/",
    ),
    "tournament:verify": (
        NO_METHOD,
        only(404, *DIRECTING),
        lambda scene: "/director/coupe/rounds/1/verify/",
    ),
    "tournament:why": (
        only(200, *DIRECTING),
        NO_METHOD,
        lambda scene: "/director/coupe/rounds/1/why/1/",
    ),
}

PAGES: Pages = {
    "director": (staff(Role.DIRECTOR), at("/director/coupe/")),
    "find": (staff(Role.DIRECTOR), at("/director/coupe/find/?q=pair")),
    "running": (staff(Role.DIRECTOR), at("/director/coupe/rounds/1/")),
    "running, with expected scores": (_directs_ahead, at("/director/ahead/rounds/1/")),
    "running (part)": (staff(Role.DIRECTOR), at("/director/coupe/rounds/1/live/")),
    "running_open": (staff(Role.DIRECTOR), at("/director/coupe/rounds/1/?show=open")),
    "draft": (staff(Role.DIRECTOR), draft),
    "draft to publish": (
        staff(Role.DIRECTOR),
        lambda world: f"{draft(world)}publish/",
    ),
    "draft, with certain boards": (_drafted_ahead, at("/director/ahead/rounds/2/")),
    "not drawn yet, with certain boards": (_directs_ahead, at("/director/ahead/rounds/2/")),
    "dates": (staff(Role.DIRECTOR), at("/director/coupe/dates/")),
    "running league": (staff(Role.DIRECTOR), league),
    "date of a game, staff": (
        staff(Role.DIRECTOR),
        lambda world: league(world) and f"/director/coupe/games/{world.games[0].pk}/date/",
    ),
    "desk": (staff(Role.HELPER), at("/director/coupe/desk/?round=1")),
    "why": (staff(Role.DIRECTOR), at("/director/coupe/rounds/1/why/1/")),
}
