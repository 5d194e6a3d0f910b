"""Private links."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import PlayerFactory, TournamentFactory
from tournament.errors import LinkInvalid, NotFound, UserError
from tournament.models import AccessLink, Role
from tournament.services import issue_link, open_link, revoke_link

pytestmark = pytest.mark.django_db


def test_a_players_link_says_who_he_is():
    player = PlayerFactory()
    token = issue_link(tournament_id=player.tournament_id, role="player", player_id=player.pk)
    identity = open_link(token)
    assert identity.tournament_id == player.tournament_id
    assert (identity.role, identity.player_id) == (Role.PLAYER, player.pk)


def test_the_database_does_not_hold_the_secret():
    tournament = TournamentFactory()
    token = issue_link(tournament_id=tournament.pk, role="director")
    link = AccessLink.objects.get()
    stored = " ".join(str(value) for value in vars(link).values())
    assert not any(part in stored for part in token.split("."))


def test_two_links_never_have_the_same_token():
    tournament = TournamentFactory()
    tokens = {issue_link(tournament_id=tournament.pk, role="referee") for _ in range(50)}
    assert len(tokens) == 50


@pytest.mark.parametrize("change", ["cut", "signature", "value", "empty", "long", "nul"])
def test_another_token_opens_nothing(change: str, django_assert_num_queries):
    token = issue_link(tournament_id=TournamentFactory().pk, role="director")
    value, signature = token.split(".")
    wrong = {
        "cut": token[:-1],
        "signature": f"{value}.{signature[::-1]}",
        "value": f"{value[::-1]}.{signature}",
        "empty": "",
        "long": token * 50,
        "nul": f"\x00{token}",
    }[change]
    with django_assert_num_queries(0), pytest.raises(LinkInvalid):
        open_link(wrong)


def test_a_revoked_link_opens_nothing():
    token = issue_link(tournament_id=TournamentFactory().pk, role="director")
    link_id = open_link(token).link_id
    revoke_link(link_id=link_id)
    revoke_link(link_id=link_id)
    with pytest.raises(LinkInvalid):
        open_link(token)
    with pytest.raises(NotFound):
        revoke_link(link_id=0)


def test_an_expired_link_opens_nothing():
    now = timezone.now()
    tournament = TournamentFactory()
    for hours in (-1, 1):
        token = issue_link(
            tournament_id=tournament.pk, role="director", expires_at=now + timedelta(hours=hours)
        )
        if hours < 0:
            with pytest.raises(LinkInvalid):
                open_link(token)
        else:
            assert open_link(token)


def test_roles_and_players_go_together():
    player, stranger = PlayerFactory(), PlayerFactory()
    tournament_id = player.tournament_id
    for role, player_id in (("player", None), ("director", player.pk), ("owner", None)):
        with pytest.raises(UserError, match="link_role"):
            issue_link(tournament_id=tournament_id, role=role, player_id=player_id)
    with pytest.raises(NotFound):
        issue_link(tournament_id=tournament_id, role="player", player_id=stranger.pk)
    with pytest.raises(NotFound):
        issue_link(tournament_id=0, role="director")


def test_a_given_secret_gives_the_same_link_again():
    tournament = TournamentFactory()
    tokens = {
        issue_link(tournament_id=tournament.pk, role="director", secret=b"0" * 16) for _ in range(2)
    }
    assert len(tokens) == 1
    assert AccessLink.objects.count() == 1
    with pytest.raises(ValueError, match="16 bytes"):
        issue_link(tournament_id=tournament.pk, role="director", secret=b"short")
