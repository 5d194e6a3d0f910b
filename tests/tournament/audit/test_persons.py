"""Who acted is one person in a tournament, whatever becomes of the link or the entry."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from adjudication.submissions.services.reports import submit_result
from tests.support.world import World, report
from tests.tournament.trail import by_whom, last
from tournament.audit.selectors.trail import check_trail
from tournament.audit.services.current_actor import NOBODY, Actor
from tournament.audit.services.persons import person_of
from tournament.models import AuditEvent, Person, Player, Role
from tournament.players.services.players import add_player, remove_player

pytestmark = pytest.mark.django_db


def test_two_operators_are_two_persons_and_each_is_one(world: World) -> None:
    for surname, name in (("Ida", "one"), ("Jan", "two"), ("Kim", "one")):
        user, _ = User.objects.get_or_create(
            username=name, defaults={"is_superuser": True, "is_staff": True}
        )
        browser = Client()
        browser.force_login(user)
        answer = browser.post("/director/coupe/players/", {"surname": surname, "rank": "3k"})
        assert answer.status_code == 302
    persons = Person.objects.filter(tournament=world.tournament, role="superuser")
    assert sorted(persons.values_list("user_id", flat=True)) == sorted(
        User.objects.values_list("pk", flat=True)
    )
    acted = AuditEvent.objects.filter(actor_role="superuser").values_list("actor", flat=True)
    assert set(acted) == set(persons.values_list("uid", flat=True))


def test_a_player_is_one_person_by_whatever_link_he_comes(world: World) -> None:
    pk, player = world.tournament.pk, world.players[0]
    report(world.games[0], player, "B+R")
    links = [world.player(0) and player.links.latest("pk").pk for _ in range(2)]
    known = [person_of(pk, Actor(Role.PLAYER, link_id=link)) for link in links]
    assert {one.pk for one in known if one} == {Person.objects.get(player=player).pk}


def test_the_program_and_visitors_without_a_name_are_nobody(world: World) -> None:
    assert person_of(world.tournament.pk, NOBODY) is None
    assert person_of(world.tournament.pk, Actor(role="")) is None
    assert not Person.objects.exists()


def test_who_is_removed_leaves_a_person_without_a_name(world: World) -> None:
    player = add_player(tournament_id=world.tournament.pk, surname="Ida", rank="3k")
    person = person_of(world.tournament.pk, Actor(Role.PLAYER, "Ida", player_id=player.pk))
    assert person is not None
    remove_player(player_id=player.pk)
    person.refresh_from_db()
    assert (person.player, person.name) == (None, "")
    assert not Player.everybody.filter(pk=player.pk).exists()
    assert check_trail(world.tournament.pk).wrong is None


def test_a_result_is_told_under_the_name_the_player_has_now(world: World) -> None:
    game = world.games[0]
    submit_result(game_id=game.pk, player_id=game.black_id, claim="B+R", idempotency_key="once")
    assert by_whom(last()) == "Aki"
    Player.objects.filter(pk=game.black_id).update(surname="Akiko")
    assert by_whom(last()) == "Akiko"
