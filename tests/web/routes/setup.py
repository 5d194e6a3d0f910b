"""The addresses of setting up."""

from django.test import Client

from jobs.worker import run_job
from tests.support.world import World
from tests.web.routes.visitors import (
    ALL,
    AWAY,
    NO_METHOD,
    OWNING,
    Pages,
    Routes,
    anybody,
    at,
    only,
    operator,
    staff,
)
from tournament.advisor.jobs import COMPARE
from tournament.advisor.services.asking import LEAST_EVENTS, start_comparison
from tournament.advisor.services.sharing import share_comparison, token_of_share
from tournament.models import FormatComparison, Role, Tournament
from tournament.players.services.arrangements import add_team, keep_apart, play_by_teams
from tournament.simulation.formats import Choices
from tournament.tournaments.services import create_tournament


def _arranging(world: World) -> Client:
    """Return the owner's browser, in a tournament with a team and two players kept apart."""
    first, second = (player.pk for player in world.players[:2])
    keep_apart(first_id=first, second_id=second)
    play_by_teams(tournament_id=world.tournament.pk, boards=2, apart=True)
    add_team(tournament_id=world.tournament.pk, name="Reds", player_ids=[first, second])
    return world.client(Role.DIRECTOR)


def _comparing(world: World) -> Client:
    """Return the owner's browser, in a tournament to come with formats that were compared."""
    fresh = Tournament.objects.filter(slug="fresh").first()
    if fresh is None:  # several pages may be looked at in one world
        fresh = create_tournament(name="Coupe d’hiver", slug="fresh", rules="french")
        start_comparison(
            tournament_id=fresh.pk,
            choices=Choices(rounds=(1, 2)),
            expected="1d:2, 2k:2",
            events=LEAST_EVENTS,
        )
        while run_job(kinds=[COMPARE]):
            pass
        share_comparison(tournament_id=fresh.pk, number=1)
    return World(fresh).client(Role.DIRECTOR)


def _shared(world: World) -> str:
    (key,) = FormatComparison.objects.values_list("share_key", flat=True)
    return f"/formats/{token_of_share(key or '')}/"


ROUTES: Routes = {
    # Who may not create a tournament is sent to the operator's door.
    "tournament:new": (
        only(200, "superuser", others=302),
        only(400, "superuser", others=302),
        lambda scene: "/new/",
    ),
    # Without a form that was sent there is nothing to show.
    "tournament:created": (
        AWAY,
        NO_METHOD,
        lambda scene: "/new/created/",
    ),
    "tournament:operator": (
        ALL,
        dict.fromkeys(ALL, 400),
        lambda scene: "/operator/",
    ),
    "tournament:operator_leave": (
        NO_METHOD,
        AWAY,
        lambda scene: "/operator/leave/",
    ),
    "tournament:settings": (
        only(200, *OWNING),
        NO_METHOD,
        lambda scene: "/director/coupe/settings/",
    ),
    # An empty form asks for nothing that there is.
    "tournament:further": (
        only(200, *OWNING),
        only(404, *OWNING),
        lambda scene: "/director/coupe/settings/further/",
    ),
    "tournament:setup": (
        only(200, *OWNING),
        only(400, *OWNING),
        lambda scene: "/director/coupe/settings/event/",
    ),
    "tournament:rated": (
        only(200, *OWNING),
        only(400, *OWNING),
        lambda scene: "/director/coupe/settings/rated/",
    ),
    # The tournament has begun: what is asked for is refused, and nothing was compared before.
    "tournament:formats": (
        only(200, *OWNING),
        only(400, *OWNING),
        lambda scene: "/director/coupe/settings/formats/",
    ),
    "tournament:compared": (
        only(404, *OWNING),
        NO_METHOD,
        lambda scene: "/director/coupe/settings/formats/1/",
    ),
    "tournament:compared_live": (
        only(404, *OWNING),
        NO_METHOD,
        lambda scene: "/director/coupe/settings/formats/1/live/",
    ),
    **{
        f"tournament:{name}_comparison": (
            NO_METHOD,
            only(404, *OWNING),
            lambda scene, name=name: f"/director/coupe/settings/formats/1/{name}/",
        )
        for name in ("cancel", "share", "withdraw")
    },
    "tournament:use_format": (
        only(404, *OWNING),
        NO_METHOD,
        lambda scene: "/director/coupe/settings/formats/1/use/0/",
    ),
    "tournament:shared_comparison": (
        dict.fromkeys(ALL, 404),
        NO_METHOD,
        lambda scene: "/formats/nothing/",
    ),
    "tournament:shared_comparison_live": (
        dict.fromkeys(ALL, 404),
        NO_METHOD,
        lambda scene: "/formats/nothing/live/",
    ),
    "tournament:setup_preview": (
        only(200, *OWNING),
        NO_METHOD,
        lambda scene: "/director/coupe/settings/system/preview/",
    ),
}

PAGES: Pages = {
    "new tournament": (operator, at("/new/")),
    "operator, signed in": (operator, at("/operator/")),
    "operator": (anybody, at("/operator/")),
    "which format": (_comparing, at("/director/fresh/settings/formats/")),
    "formats compared": (_comparing, at("/director/fresh/settings/formats/1/")),
    "formats compared (part)": (_comparing, at("/director/fresh/settings/formats/1/live/")),
    "a format taken over": (_comparing, at("/director/fresh/settings/formats/1/use/1/")),
    "formats compared, for the committee": (_comparing, _shared),
    "rated mode": (staff(Role.DIRECTOR), at("/director/coupe/settings/rated/")),
    "settings": (staff(Role.DIRECTOR), at("/director/coupe/settings/")),
    "further arrangements": (_arranging, at("/director/coupe/settings/further/")),
    **{
        f"settings, {key}": (staff(Role.DIRECTOR), at(f"/director/coupe/settings/{key}/"))
        for key in ("event", "system", "order", "time", "results", "disputes")
    },
    "settings, groups (part)": (
        staff(Role.DIRECTOR),
        at("/director/coupe/settings/system/preview/?rounds=5&bar=3k&floor=8k"),
    ),
}
