"""Whoever has several links open acts as who he was let in as, and as nobody else."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.support.world import World
from tests.tournament.trail import by_whom
from tournament.models import AuditEvent, Role
from tournament.staff.services import issue_link

pytestmark = pytest.mark.django_db


def with_link(client: Client, world: World, role: str, label: str = "") -> Client:
    client.post(f"/l/{issue_link(tournament_id=world.tournament.pk, role=role, label=label)}/")
    return client


def last_actor() -> tuple[str, str]:
    event = AuditEvent.objects.latest("pk")
    return event.actor_role, by_whom(event)


def enter(client: Client, surname: str) -> None:
    answer = client.post("/director/coupe/players/", {"surname": surname, "rank": "3k"})
    assert answer.status_code == 302


def check_in(client: Client, world: World, index: int) -> None:
    key = world.players[index].pk
    assert client.post("/director/coupe/checkin/2/", {"here": f"{key}-1"}).status_code == 302


def test_the_operator_with_a_players_link_does_not_act_as_the_player(world: World) -> None:
    client = world.player(0)
    client.force_login(User.objects.create_superuser("operator"))
    enter(client, "Newcomer")
    assert last_actor() == ("superuser", "")


def test_the_operator_with_an_owners_link_acts_through_it(world: World) -> None:
    client = with_link(Client(), world, Role.DIRECTOR, "Ana")
    client.force_login(User.objects.create_superuser("operator"))
    enter(client, "Newcomer")
    assert last_actor() == ("director", "Ana")


def test_a_helper_who_is_referee_too_checks_in_as_helper(world: World) -> None:
    client = with_link(Client(), world, Role.HELPER, "Ben")
    with_link(client, world, Role.REFEREE, "Ben the referee")
    check_in(client, world, 0)
    assert last_actor() == ("helper", "Ben")


def test_of_the_roles_that_may_the_strongest_acts(world: World) -> None:
    client = with_link(Client(), world, Role.HELPER, "Ben")
    with_link(client, world, Role.ASSISTANT, "Ana")
    check_in(client, world, 0)
    assert last_actor() == ("assistant", "Ana")
