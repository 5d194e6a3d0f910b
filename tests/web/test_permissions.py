"""Every address, by every kind of visitor, by GET and by POST. A new address has to be added."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.web.records import WALLS, sgf
from tests.web.routes.tables import ROUTES
from tests.web.routes.visitors import VISITORS
from tests.web.world import World, make_world, report
from tournament.models import AccessLink, Role
from tournament.services.links import issue_link


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
    assert all_routes() == set(ROUTES)


class Scene:
    """A tournament with a report to answer, another tournament, and everybody's browser."""

    def __init__(self) -> None:
        self.world = make_world()
        self.elsewhere = make_world(name="Elsewhere", slug="elsewhere")
        self.superuser = User.objects.create_superuser("operator")
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
        if visitor == "superuser":
            client = Client()
            client.force_login(self.superuser)
            return client
        return Client() if visitor == "anonymous" else self.world.client(visitor)


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("route", sorted(ROUTES))
def test_route(route: str, method: str) -> None:
    scene = Scene()
    expected = ROUTES[route][method == "POST"]
    # A POST may close what the next visitor is to find, so those who may come last.
    order = sorted(VISITORS, key=lambda visitor: expected[visitor] in (200, 302))
    seen = {}
    for visitor in order:
        browser = scene.browser(visitor)
        data = (
            {"submission": scene.submission, "seen": scene.submission} if method == "POST" else {}
        )
        response = (
            browser.generic(method, ROUTES[route][2](scene))
            if method == "GET"
            else (browser.post(ROUTES[route][2](scene), data))
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
