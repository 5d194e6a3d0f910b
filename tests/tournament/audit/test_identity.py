"""What a visitor's links make of him: the statement by hand means what the models mean."""

from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest
from django.utils import timezone

from adjudication.models import CaseState
from tests.support.world import World, report
from tournament.models import AccessLink, Role, Tournament
from tournament.staff.selectors import Identity, Visitor, visitor_by_links

pytestmark = pytest.mark.database

MINUTE = timedelta(minutes=1)


def link(world: World, number: int, **changed: object) -> AccessLink:
    return AccessLink.objects.create(
        **{
            "tournament": world.tournament,
            "role": Role.REFEREE,
            "label": "Desk",
            "token_hash": f"{number:064}",
            **changed,
        }
    )


def test_usable_links_alone_make_somebody_of_a_visitor(world: World) -> None:
    now = timezone.now()
    states = product((None, -MINUTE, MINUTE), (None, -MINUTE))
    made = [
        link(world, number, expires_at=ends and now + ends, revoked_at=gone and now + gone).pk
        for number, (ends, gone) in enumerate(states)
    ]
    usable = list(AccessLink.objects.usable().filter(pk__in=made).values_list("pk", flat=True))
    assert 0 < len(usable) < len(made)
    assert {one.link_id for one in visitor_by_links(made).identities} == set(usable)


def test_the_links_keep_the_order_in_which_they_were_opened(world: World) -> None:
    players = [
        link(world, number, role=Role.PLAYER, label="", player=player).pk
        for number, player in enumerate(world.players[:3])
    ]
    visitor = visitor_by_links([players[2], players[0], players[1]], user_id=7)
    assert visitor.player_id == world.players[2].pk
    assert [one.player_name for one in visitor.identities] == [
        world.players[place].name for place in (2, 0, 1)
    ]
    assert (visitor.user_id, visitor.superuser) == (7, False)


def test_an_identity_tells_what_waits(world: World) -> None:
    pk = link(world, 1).pk
    game = world.games[0]
    report(game, game.black, "B+R")
    report(game, game.white, "W+R")
    (found,) = visitor_by_links([pk]).identities
    assert found == Identity(
        link_id=pk,
        role=Role.REFEREE,
        tournament_id=world.tournament.pk,
        tournament_name=world.tournament.name,
        slug=world.tournament.slug,
        player_id=None,
        player_name="",
        label="Desk",
        time_zone="UTC",
        cases=1,
        sits=False,
    )
    assert found.sits is False
    Tournament.objects.update(closed_at=timezone.now())
    assert visitor_by_links([pk]).identities == (replace(found, cases=0),)
    assert game.cases.get().state == CaseState.OPEN


@pytest.mark.django_db
def test_without_links_nothing_is_asked(django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        assert visitor_by_links([], superuser=True) == Visitor(superuser=True)
