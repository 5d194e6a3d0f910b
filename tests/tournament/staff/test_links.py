"""Private links."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import PlayerFactory, TournamentFactory
from tournament.errors import Conflict, LinkInvalid, NotFound, UserError
from tournament.models import AccessLink, AuditEvent, Role
from tournament.staff.services import issue_link, open_link, reissue_link, revoke_link

pytestmark = [pytest.mark.django_db, pytest.mark.database]


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
    token = issue_link(tournament_id=TournamentFactory().pk, role="referee")
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


def test_the_last_link_of_an_owner_stays_until_there_is_another():
    tournament = TournamentFactory()
    first = open_link(issue_link(tournament_id=tournament.pk, role="director")).link_id
    issue_link(tournament_id=tournament.pk, role="assistant")
    with pytest.raises(Conflict):
        revoke_link(link_id=first)
    second = issue_link(tournament_id=tournament.pk, role="director")
    revoke_link(link_id=first)
    assert open_link(second).role == "director"


def test_a_link_that_ends_by_itself_is_no_owner_to_stay():
    tournament = TournamentFactory()
    first = open_link(issue_link(tournament_id=tournament.pk, role="director")).link_id
    soon = timezone.now() + timedelta(hours=1)
    issue_link(tournament_id=tournament.pk, role="director", expires_at=soon)
    with pytest.raises(Conflict):
        revoke_link(link_id=first)


def test_the_record_tells_of_links_without_the_token_and_without_names():
    tournament = TournamentFactory()
    token = issue_link(tournament_id=tournament.pk, role="referee", label="Aki")
    revoke_link(link_id=open_link(token).link_id)
    events = list(AuditEvent.objects.filter(tournament=tournament).order_by("pk"))
    assert [event.verb for event in events] == ["link.issued", "link.revoked"]
    assert events[0].after == events[1].before == {"role": "referee"}
    assert "Aki" not in str([(event.after, event.before, event.players) for event in events])


def test_reissuing_closes_what_was_there_and_opens_one_new():
    player = PlayerFactory()
    old = [issue_link(tournament_id=player.tournament_id, role="player", player_id=player.pk)
           for _ in range(2)]  # fmt: skip
    new = reissue_link(tournament_id=player.tournament_id, player_id=player.pk)
    for token in old:
        with pytest.raises(LinkInvalid):
            open_link(token)
    assert open_link(new).player_id == player.pk
    revoked = AuditEvent.objects.filter(verb="link.revoked")
    assert [event.players for event in revoked] == [[player.number]] * 2


def test_reissuing_for_a_player_of_another_tournament_closes_nothing():
    player, stranger = PlayerFactory(), PlayerFactory()
    token = issue_link(tournament_id=stranger.tournament_id, role="player", player_id=stranger.pk)
    with pytest.raises(NotFound):
        reissue_link(tournament_id=player.tournament_id, player_id=stranger.pk)
    assert open_link(token).player_id == stranger.pk
