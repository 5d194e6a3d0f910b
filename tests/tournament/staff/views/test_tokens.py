"""Tokens for programs: issued, shown once, used, revoked, by the owner and by a player."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from api.models import Scope, Token
from tests.api.client import Api
from tests.support.world import World
from tournament.models import AuditEvent, Verb

PAGE = "/director/coupe/tokens/"


def shown(response: HttpResponse) -> str:
    """Return the token on a page."""
    found = re.search(r'id="issued" value="(shinpan_[\w-]{32})"', response.content.decode())
    assert found is not None
    return found[1]


def test_the_owner_issues_a_token_and_revokes_it(director: Client) -> None:
    scopes = ["results", "settings"]
    sent = {"label": "Score board", "role": "helper", "scope": scopes, "days": "90"}
    response = director.post(PAGE, sent, follow=True)
    text = shown(response)
    token = Token.objects.get()
    assert token.scopes == ["results"]  # no more than the role may
    assert text not in director.get(PAGE).content.decode()
    assert Api(text).read("/me/")["scopes"] == ["results"]
    event = AuditEvent.objects.get(verb=Verb.TOKEN_ISSUED)
    assert (event.actor_role, event.after) == (
        "director",
        {"role": "helper", "scopes": ["results"]},
    )
    assert "Score board" not in director.get("/director/coupe/staff/").content.decode()
    revoked = director.post(f"{PAGE}{token.pk}/revoke/", follow=True)
    assert "Score board" in revoked.content.decode()
    assert Api(text).get("/me/").status_code == 401
    assert AuditEvent.objects.filter(verb=Verb.TOKEN_REVOKED).count() == 1


def test_two_tokens_of_one_name_are_told_apart_before_and_after_revoking(director: Client) -> None:
    sent = {"label": "Board", "role": "helper", "scope": ["results"], "days": "90"}
    for _token in range(2):
        director.post(PAGE, sent)
    first, second = Token.objects.order_by("pk")
    path = f"{PAGE}{first.pk}/revoke/"
    for page in (director.get(path).text, director.post(path, follow=True).text):
        assert first.hint in page
    assert second.hint in director.get(PAGE).text


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"label": ""}, "label"),
        ({"role": "player"}, "role"),
        ({"scope": ["settings"]}, "scope"),
        ({"days": "9999"}, "days"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(
    director: Client, changed: dict[str, object], field: str
) -> None:
    sent = {"label": "Board", "role": "helper", "scope": ["results"], "days": "90", **changed}
    response = director.post(PAGE, sent)
    assert response.status_code == 400
    assert f'id="{field}_error"' in response.content.decode()
    assert not Token.objects.exists()


def test_a_player_makes_a_token_for_his_own_games(world: World) -> None:
    browser = world.player(0)
    text = shown(browser.post("/me/tokens/", {"label": "My client", "days": "30"}, follow=True))
    token = Token.objects.get()
    assert token.scopes == [Scope.READ, Scope.GAMES]
    assert Api(text).read("/me/")["roles"][0]["player"] == 1
    assert world.player(1).get(f"/me/tokens/{token.pk}/revoke/").status_code == 404
    assert browser.post(f"/me/tokens/{token.pk}/revoke/").status_code == 302
    assert Api(text).get("/me/").status_code == 401


def test_a_player_has_a_few_tokens_and_not_more(world: World) -> None:
    browser = world.player(0)
    statuses = [
        browser.post("/me/tokens/", {"label": "My client", "days": "30"}, follow=True).status_code
        for _ in range(6)
    ]
    assert statuses == [200] * 5 + [400]


def test_the_documentation_tells_every_operation(db: None) -> None:
    page = Client().get("/api/v1/docs/").content.decode()
    assert "/api/v1/tournaments/{slug}/players/" in page
    assert 'id="problem-409"' in page
