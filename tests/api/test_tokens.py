"""Tokens: whose they are, what ends them, what is kept of them."""

from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.utils import timezone

from adjudication.erasing.services import erase_player
from api.models import Token
from api.services.tokens import digest_of, forget_tokens, issue_staff_token, revoke_token
from tests.api.client import Api, operator_api, player_api, staff_api, told
from tests.support.world import World
from tournament.errors import Conflict, UserError
from tournament.models import AccessLink, Role
from tournament.players.services.players import add_player, remove_player
from tournament.staff.services import reissue_link

T = "/tournaments/coupe"


def test_only_a_hash_is_kept(world: World) -> None:
    text = staff_api(world, Role.HELPER).token
    assert text is not None
    (token,) = Token.objects.values()
    assert token["token_hash"] == digest_of(text)
    assert text not in str(token)
    assert text.startswith(token["hint"])


def test_a_new_link_of_a_player_ends_his_tokens(world: World) -> None:
    player = player_api(world, 0)
    assert player.get("/me/").status_code == 200
    reissue_link(tournament_id=world.tournament.pk, player_id=world.players[0].pk)
    assert player.get("/me/").status_code == 401


def test_removing_a_player_ends_his_tokens(world: World) -> None:
    world.players.append(add_player(tournament_id=world.tournament.pk, surname="Ito", rank="1k"))
    player = player_api(world, 8)
    remove_player(player_id=world.players[8].pk)
    assert player.get("/me/").status_code == 401
    assert not Token.objects.exists()


def test_erasing_a_player_leaves_nothing_of_his_tokens(world: World) -> None:
    player = player_api(world, 0)
    erase_player(
        tournament_id=world.tournament.pk, player_id=world.players[0].pk, note="He asked for it"
    )
    assert player.get("/me/").status_code == 401
    assert forget_tokens(timezone.now()) == 1


def test_an_operator_who_is_none_any_more_is_not_let_in(world: World) -> None:
    operator = operator_api()
    assert operator.get(f"{T}/settings/").status_code == 200
    User.objects.update(is_superuser=False)
    assert operator.get(f"{T}/settings/").status_code == 401


def test_an_expired_token_is_refused_and_forgotten_a_day_later(world: World) -> None:
    helper = staff_api(world, Role.HELPER)
    Token.objects.update(expires_at=timezone.now())
    assert helper.get("/me/").status_code == 401
    assert forget_tokens(timezone.now()) == 0
    assert forget_tokens(timezone.now() + timedelta(days=2)) == 1


def test_a_token_opens_no_page(world: World) -> None:
    staff_api(world, Role.DIRECTOR)
    assert AccessLink.objects.get().expires_at is not None  # it is nobody's last way in


def test_a_use_is_noted_once_an_hour(world: World) -> None:
    helper = staff_api(world, Role.HELPER)
    helper.get("/me/")
    first = Token.objects.get().last_used_at
    assert first is not None
    helper.get("/me/")
    assert Token.objects.get().last_used_at == first
    Token.objects.update(last_used_at=first - timedelta(hours=2))
    helper.get("/me/")
    assert Token.objects.get().last_used_at != first - timedelta(hours=2)


def test_there_are_not_too_many(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.services.tokens.MOST_OF_TOURNAMENT", 2)
    staff_api(world, Role.HELPER)
    staff_api(world, Role.HELPER)
    with pytest.raises(Conflict):
        staff_api(world, Role.HELPER)
    revoke_token(token_id=Token.objects.latest("pk").pk)
    staff_api(world, Role.HELPER)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"role": "player"}, "role"),
        ({"label": " "}, "label"),
        ({"scopes": []}, "scopes"),
        ({"scopes": ["settings"]}, "scopes"),
        ({"days": 0}, "days"),
        ({"days": 731}, "days"),
    ],
)
def test_what_cannot_be_names_its_field(
    world: World, change: dict[str, object], field: str
) -> None:
    asked: dict[str, object] = {"role": "helper", "label": "Board", "scopes": ["results"]}
    with pytest.raises(UserError) as error:
        issue_staff_token(tournament_id=world.tournament.pk, **{**asked, **change})  # type: ignore[arg-type]
    assert error.value.field == field


@pytest.mark.parametrize("days", [31, 400])
def test_a_token_issues_none_that_outlives_it(world: World, director: Api, days: int) -> None:
    Token.objects.update(expires_at=timezone.now() + timedelta(days=30, hours=1))
    asked = {"role": "director", "label": "Longer", "scopes": ["read"], "days": days}
    refused = director.post(f"{T}/tokens/", asked)
    assert (refused.status_code, told(refused)["code"]) == (403, "outlives")
    assert told(refused)["errors"][0]["field"] == "days"
    assert Token.objects.count() == 1
    assert director.post(f"{T}/tokens/", {**asked, "days": 30}).status_code == 201


def test_a_token_without_days_ends_with_the_one_that_issued_it(world: World, director: Api) -> None:
    end = timezone.now() + timedelta(days=2)
    Token.objects.update(expires_at=end)
    asked = {"role": "helper", "label": "Board", "scopes": ["read"]}
    issued = Token.objects.get(pk=director.done("POST", f"{T}/tokens/", asked)["id"])
    assert issued.link is not None
    assert (issued.expires_at, issued.link.expires_at) == (end, end)


def test_the_command_issues_tokens(world: World) -> None:
    def issued(*arguments: str) -> Api:
        told = StringIO()
        call_command("issue_token", *arguments, "--label", "Nightly", stdout=told)
        return Api(told.getvalue().strip())

    User.objects.create_superuser("operator")
    assert issued("--operator", "operator").read("/me/")["operator"]
    helper = issued("--tournament", "coupe", "--role", "helper", "--scope", "read").read("/me/")
    assert (helper["roles"][0]["role"], helper["scopes"]) == ("helper", ["read"])
    for wrong in (["--operator", "nobody"], ["--tournament", "nothing"]):
        with pytest.raises(CommandError):
            issued(*wrong)
