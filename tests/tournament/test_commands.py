"""A tournament and its links from the command line."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone, translation

from tests.factories import PlayerFactory, TournamentFactory
from tournament.models import AccessLink, Tournament
from tournament.staff.services import open_link

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def run(*arguments: str) -> str:
    out = StringIO()
    with translation.override("en"):
        call_command(*arguments, stdout=out)
    return out.getvalue().strip()


def test_from_nothing_to_a_directors_link():
    slug = run("create_tournament", "Coupe d'été", "--rules=french", "--komi=6.5", "--city=Brest")
    tournament = Tournament.objects.get()
    assert (slug, tournament.slug) == ("coupe-dete", "coupe-dete")
    assert (tournament.komi_half, tournament.city, tournament.board_size) == (13, "Brest", 19)
    assert tournament.status == "draft"  # as on the pages
    run("create_tournament", "Open", "--rules=french", "--public")
    assert Tournament.objects.get(slug="open").status == "public"
    link = run("issue_link", slug, "director")
    start = "http://testserver/l/"
    assert link.startswith(start)
    identity = open_link(link.removeprefix(start).rstrip("/"))
    assert (identity.role, identity.tournament_id) == ("director", tournament.pk)


def test_a_players_link_that_ends():
    player = PlayerFactory(number=7)
    run("issue_link", player.tournament.slug, "player", "--player=7", "--days=2")
    link = AccessLink.objects.get()
    assert link.player == player
    assert 1 <= (link.expires_at - timezone.now()).days < 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["create_tournament", " ", "--rules=aga"], "name"),
        (["create_tournament", "Cup", "--rules=aga", "--komi=6.25"], "--komi"),
        (["create_tournament", "Cup", "--rules=aga", "--komi=nan"], "--komi"),
        (["create_tournament", "Cup", "--rules=aga", "--board-size=99"], "board_size"),
        (["create_tournament", "Cup", "--rules=house"], "house"),
        (["issue_link", "nowhere", "director"], "nowhere"),
        (["issue_link", "here", "player", "--player=9"], "no player 9"),
        (["issue_link", "here", "player"], "names the player"),
        (["issue_link", "here", "director", "--days=0"], "--days"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: list[str], said: str):
    TournamentFactory(slug="here")
    with pytest.raises(CommandError, match=said):
        run(*arguments)
    assert Tournament.objects.count() == 1
    assert not AccessLink.objects.exists()
