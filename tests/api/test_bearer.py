"""The statement that asks whom a token lets in means what the models mean by a usable one."""

from datetime import timedelta
from itertools import product

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from api.models import Token
from api.selectors.bearer import bearer_of
from tests.support.world import World
from tournament.models import AccessLink, Role
from tournament.staff.selectors import visitor_by_links

EARLIER, LATER = -timedelta(minutes=1), timedelta(minutes=1)


def token(number: int, **changed: object) -> Token:
    return Token.objects.create(
        token_hash=f"{number:064}", hint="shinpan_", label="", scopes=["read", "games"], **changed
    )


@pytest.mark.parametrize("player", [False, True])
def test_a_linked_token_lets_in_when_it_is_usable(world: World, player: bool) -> None:
    now = timezone.now()
    holder = world.games[0].black if player else None
    seen = set()
    states = product((None, EARLIER, LATER), (None, EARLIER), (EARLIER, LATER), (None, EARLIER))
    for number, (ends, link_revoked, expires, revoked) in enumerate(states):
        link = AccessLink.objects.create(
            tournament=world.tournament,
            player=holder,
            role=Role.PLAYER if player else Role.REFEREE,
            label="" if player else "Desk",
            token_hash=f"{number:064}",
            expires_at=ends and now + ends,
            revoked_at=link_revoked and now + link_revoked,
        )
        made = token(
            number, link=link, expires_at=now + expires, revoked_at=revoked and now + revoked
        )
        bearer = bearer_of(made.token_hash, now)
        usable = Token.objects.usable(now).filter(pk=made.pk).exists()
        seen.add(usable)
        assert (bearer is not None) is usable
        if bearer is not None:
            assert bearer.visitor == visitor_by_links([link.pk])
            assert bearer.scopes == {"read", "games"}
            assert bearer.token_id == made.pk
            assert bearer.to_note
    assert seen == {True, False}


@pytest.mark.django_db
@pytest.mark.parametrize("active", [False, True])
@pytest.mark.parametrize("superuser", [False, True])
def test_an_operators_token_lets_in_while_he_is_one(active: bool, superuser: bool) -> None:
    user = User.objects.create(username="op", is_active=active, is_superuser=superuser)
    now = timezone.now()
    made = token(1, user=user, expires_at=now + LATER, last_used_at=now - timedelta(minutes=59))
    bearer = bearer_of(made.token_hash, now)
    assert (bearer is not None) is (active and superuser)
    if bearer is not None:
        assert bearer.visitor.superuser
        assert bearer.visitor.user_id == user.pk
        assert not bearer.to_note
