"""Every address, by every kind of visitor, by GET and by POST. A new address has to be added."""

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.web.records import WALLS, sgf
from tests.web.world import World, make_world, report
from tournament.models import AccessLink, Role
from tournament.services.links import issue_link

VISITORS = ("anonymous", "black", "white", "other", "stranger", "director", "other director",
            "referee")  # fmt: skip
ALL = dict.fromkeys(VISITORS, 200)
NOBODY = dict.fromkeys(VISITORS, 403)
AWAY = dict.fromkeys(VISITORS, 302)
NO_METHOD = dict.fromkeys(VISITORS, 405)
PLAYERS = {"black", "white", "other", "stranger"}


def only(status: int, *visitors: str, others: int = 403) -> dict[str, int]:
    """Return the statuses of a page open to some visitors."""
    return {visitor: status if visitor in visitors else others for visitor in VISITORS}


# By route: the statuses of GET and of POST. Black has reported on the game, White may answer.
TABLE: dict[str, tuple[dict[str, int], dict[str, int]]] = {
    "healthz": (ALL, NO_METHOD),
    "set_language": (AWAY, AWAY),
    "tournament_api:tournaments": (ALL, NO_METHOD),
    "tournament_api:tournament": (ALL, NO_METHOD),
    "adjudication_api:game": (ALL, NO_METHOD),
    "tournament:home": (ALL, NO_METHOD),
    "tournament:tournament": (ALL, NO_METHOD),
    "tournament:link": (ALL, AWAY),
    "tournament:leave": (AWAY, AWAY),
    "tournament:me": (only(200, *PLAYERS), NO_METHOD),
    "tournament:director": (only(200, "director"), NO_METHOD),
    "tournament:standings": (ALL, NO_METHOD),
    "tournament:standings_after": (ALL, NO_METHOD),
    "tournament:standings_file": (ALL, NO_METHOD),
    "tournament:pairings_file": (ALL, NO_METHOD),
    "tournament:draft": (only(200, "director"), NO_METHOD),
    "tournament:pair": (NO_METHOD, only(302, "director")),
    # An empty form asks for nothing that there is.
    "tournament:change": (NO_METHOD, only(404, "director")),
    "tournament:round_state": (NO_METHOD, only(404, "director")),
    "tournament:result": (NO_METHOD, only(302, "director")),
    "tournament:verify": (NO_METHOD, only(404, "director")),
    "tournament:why": (only(200, "director"), NO_METHOD),
    "tournament:players": (only(200, "director"), only(200, "director")),
    "tournament:player": (only(200, "director"), only(200, "director")),
    "tournament:absent": (NO_METHOD, only(302, "director")),
    "tournament:withdraw": (only(200, "director"), only(302, "director")),
    "tournament:exports": (only(200, "director"), NO_METHOD),
    "tournament:export": (only(200, "director"), NO_METHOD),
    "tournament:links": (only(200, "director"), NO_METHOD),
    "tournament:issue_link": (only(302, "director"), only(200, "director")),
    "tournament:revoke_link": (only(200, "director"), only(302, "director")),
    "adjudication:referee": (only(200, "director", "referee"), NO_METHOD),
    "adjudication:game": (ALL, NO_METHOD),
    "adjudication:live": (ALL, NO_METHOD),
    "adjudication:record": (only(200, "black", "white", "director", "referee"), NO_METHOD),
    "adjudication:report": (only(200, "black", "white"), only(400, "black", "white")),
    "adjudication:confirm": (AWAY, only(302, "black", "white")),
    "adjudication:withdraw": (AWAY, only(302, "black", "white")),
    # Black is sent back: it is his own report.
    "adjudication:contest": (
        {**only(200, "white"), "black": 302},
        only(302, "black", "white"),
    ),
}


def all_routes() -> set[str]:
    """Return the names of every address, with their name spaces."""
    found: set[str] = set()

    def walk(entries: list[URLPattern | URLResolver], space: str) -> None:
        for entry in entries:
            if isinstance(entry, URLResolver):
                inner = f"{space}{entry.namespace}:" if entry.namespace else space
                walk(entry.url_patterns, inner)
            else:
                assert entry.name, f"{entry.pattern} has no name"
                found.add(space + entry.name)

    walk(get_resolver().url_patterns, "")
    return found


def test_every_route_is_in_the_table() -> None:
    assert all_routes() == set(TABLE)


class Scene:
    """A tournament with a report to answer, another tournament, and everybody's browser."""

    def __init__(self) -> None:
        self.world = make_world()
        self.elsewhere = make_world(name="Elsewhere", slug="elsewhere")
        game = self.world.games[0]
        self.submission = report(game, game.black, "B+R", sgf(WALLS))
        self.token = issue_link(tournament_id=self.world.tournament.pk, role=Role.REFEREE)
        self.spare = issue_link(
            tournament_id=self.world.tournament.pk,
            role=Role.PLAYER,
            player_id=self.world.players[7].pk,
        )
        self.spare_id = AccessLink.objects.latest("pk").pk

    def browser(self, visitor: str) -> Client:
        if visitor in ("black", "white", "other"):
            return self.world.player({"black": 0, "white": 1, "other": 2}[visitor])
        if visitor == "stranger":
            return self.elsewhere.player(0)
        if visitor == "other director":
            return self.elsewhere.client(Role.DIRECTOR)
        return Client() if visitor == "anonymous" else self.world.client(visitor)

    def address(self, route: str) -> str:
        game, slug = self.world.games[0].pk, self.world.tournament.slug
        player = self.world.players[0].pk
        return {
            "healthz": "/healthz",
            "set_language": "/i18n/setlang/",
            "tournament_api:tournaments": "/api/v1/tournaments/",
            "tournament_api:tournament": f"/api/v1/tournaments/{slug}/",
            "adjudication_api:game": f"/api/v1/games/{game}/",
            "tournament:home": "/",
            "tournament:tournament": f"/t/{slug}/",
            "tournament:link": f"/l/{self.token}/",
            "tournament:leave": "/leave/",
            "tournament:me": "/me/",
            "tournament:director": f"/director/{slug}/",
            "tournament:standings": f"/t/{slug}/standings/",
            "tournament:standings_after": f"/t/{slug}/standings/1/",
            "tournament:standings_file": f"/t/{slug}/standings/1/csv/",
            "tournament:pairings_file": f"/t/{slug}/rounds/1/json/",
            "tournament:draft": f"/director/{slug}/rounds/1/",
            "tournament:pair": f"/director/{slug}/rounds/1/pair/",
            "tournament:change": f"/director/{slug}/rounds/1/change/",
            "tournament:round_state": f"/director/{slug}/rounds/1/state/",
            "tournament:result": f"/director/{slug}/rounds/1/result/",
            "tournament:verify": f"/director/{slug}/rounds/1/verify/",
            "tournament:why": f"/director/{slug}/rounds/1/why/1/",
            "tournament:players": f"/director/{slug}/players/",
            "tournament:player": f"/director/{slug}/players/{player}/",
            "tournament:absent": f"/director/{slug}/players/absent/",
            "tournament:withdraw": f"/director/{slug}/players/{player}/withdraw/",
            "tournament:exports": f"/director/{slug}/files/",
            "tournament:export": f"/director/{slug}/files/json/",
            "tournament:links": f"/director/{slug}/links/",
            "tournament:issue_link": f"/director/{slug}/players/{player}/link/",
            "tournament:revoke_link": f"/director/{slug}/links/{self.spare_id}/revoke/",
            "adjudication:referee": f"/referee/{slug}/",
            "adjudication:game": f"/games/{game}/",
            "adjudication:live": f"/games/{game}/live/",
            "adjudication:record": f"/games/{game}/records/{self.submission}.sgf",
            "adjudication:report": f"/games/{game}/report/",
            "adjudication:confirm": f"/games/{game}/confirm/",
            "adjudication:withdraw": f"/games/{game}/withdraw/",
            "adjudication:contest": f"/games/{game}/contest/",
        }[route]


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("route", sorted(TABLE))
def test_route(route: str, method: str) -> None:
    scene = Scene()
    expected = TABLE[route][method == "POST"]
    # A POST may close what the next visitor is to find, so those who may come last.
    order = sorted(VISITORS, key=lambda visitor: expected[visitor] in (200, 302))
    seen = {}
    for visitor in order:
        browser = scene.browser(visitor)
        data = (
            {"submission": scene.submission, "seen": scene.submission} if method == "POST" else {}
        )
        response = (
            browser.generic(method, scene.address(route))
            if method == "GET"
            else (browser.post(scene.address(route), data))
        )
        seen[visitor] = response.status_code
    assert seen == expected


@pytest.mark.django_db
def test_a_director_cannot_reach_into_another_tournament_by_swapping_ids() -> None:
    scene = Scene()
    browser = scene.browser("other director")
    slug = "elsewhere"
    player = scene.world.players[0].pk
    assert browser.post(f"/director/{slug}/players/{player}/link/").status_code == 404
    revoke = f"/director/{slug}/links/{scene.spare_id}/revoke/"
    assert browser.get(revoke).status_code == 404
    assert browser.post(revoke).status_code == 404
    assert AccessLink.objects.get(pk=scene.spare_id).revoked_at is None


@pytest.mark.django_db
def test_a_record_is_not_given_out_under_another_game() -> None:
    scene = Scene()
    other = scene.world.games[1]
    browser = scene.world.player(2)
    assert browser.get(f"/games/{other.pk}/records/{scene.submission}.sgf").status_code == 404


@pytest.mark.django_db
def test_a_report_of_another_game_cannot_be_answered_from_ones_own(world: World) -> None:
    first, second = world.games[:2]
    theirs = report(first, first.black, "B+R")
    browser = world.player(2)
    for action in ("confirm", "contest", "withdraw"):
        response = browser.post(f"/games/{second.pk}/{action}/", {"submission": theirs})
        assert response.status_code == 302
    first.refresh_from_db()
    assert first.state == "reported"


@pytest.mark.django_db
def test_a_round_in_preparation_is_hidden(world: World) -> None:
    from tournament.services.games import pair_game
    from tournament.services.rounds import create_round

    draft = create_round(tournament_id=world.tournament.pk)
    game = pair_game(round_id=draft.pk, black_id=world.players[0].pk, white_id=world.players[2].pk)
    player = world.player(0)
    assert player.get(f"/games/{game.pk}/").status_code == 404
    assert player.get(f"/games/{game.pk}/report/").status_code == 404
    assert "Round 2" not in player.get("/t/coupe/").text
    assert "Round 2" in world.client(Role.DIRECTOR).get("/director/coupe/").text
