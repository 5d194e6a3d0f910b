"""What a director sees before publishing, and two directors at one draft."""

import re

import pytest
from django.test import Client

from adjudication.result_entry.services import enter_result
from tests.support.forms import hidden
from tests.support.world import World, make_world
from tournament.models import AuditEvent, CheckIn, Game, Player, Role, Round
from tournament.rounds.services.draws import draw_round

pytestmark = pytest.mark.django_db
ROUND = "/director/coupe/rounds/2/"


@pytest.fixture
def world() -> World:
    """Return the tournament with every result of its first round, the second paired."""
    world = make_world()
    for game in world.games:
        enter_result(game_id=game.pk, winner="black", reason="resignation")
    draw_round(tournament_id=world.tournament.pk, round_number=2)
    return world


def seen(client: Client) -> str:
    (digest,) = set(re.findall(r'name="version" value="(\w+)"', client.get(ROUND).text))
    return digest


def boards() -> list[tuple[int, int, int]]:
    games = Game.objects.filter(round__number=2).order_by("board_number")
    return list(games.values_list("board_number", "black", "white"))


def swapped(client: Client, digest: str, first: int, second: int) -> str:
    form = {"action": "swap", "first": first, "second": second, "version": digest}
    return client.post(f"{ROUND}change/", form, follow=True).text


def test_a_draft_somebody_else_changed_is_shown_and_not_changed(world, director):
    other = world.client(Role.ASSISTANT)
    digest = seen(director)
    (_, black, _), (_, other_black, _), *_ = boards()
    assert "changed places" in swapped(other, seen(other), black, other_black)
    before = boards()
    page = swapped(director, digest, black, other_black)
    assert "Somebody else changed this meanwhile: nothing was saved. Look at it again." in page
    assert boards() == before
    assert "changed places" in swapped(director, seen(director), black, other_black)
    assert boards() != before


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("pair/", {}),
        ("state/", {"step": "publish", "sure": "1"}),
        ("change/", {"action": "no_bye"}),
    ],
)
def test_neither_pairs_nor_publishes_what_he_has_not_seen(world, director, path, form):
    digest = seen(director)
    game = Game.objects.filter(round__number=2).first()
    director.post(f"{ROUND}change/", {"action": "lock", "game": game.pk, "version": digest})
    before = boards()
    page = director.post(f"{ROUND}{path}", {**form, "version": digest}, follow=True).text
    assert "Somebody else changed this meanwhile" in page
    assert boards() == before
    assert Round.objects.get(number=2).state == "draft"


def test_what_is_different_in_a_draft_is_said_and_it_is_not_published(world, director):
    digest = seen(director)
    (table, black, _), (other_table, other_black, _), *_ = boards()
    colleague = world.client(Role.ASSISTANT)
    before = {game.board_number: game for game in Game.objects.filter(round__number=2)}
    swapped(colleague, digest, black, other_black)
    swapped(colleague, seen(colleague), black, other_black)
    lone = before[3]
    form = {"action": "unpair", "game": lone.pk, "version": seen(colleague)}
    colleague.post(f"{ROUND}change/", form)
    answer = director.post(f"{ROUND}state/", {"step": "publish", "version": digest}, follow=True)
    assert f"Board 3: nobody (before: {lone.black.name} – {lone.white.name})" in answer.text
    # What was changed and changed back is no difference.
    assert f"Board {table}:" not in answer.text
    assert f"Board {other_table}:" not in answer.text
    swapped(colleague, seen(colleague), black, other_black)
    answer = swapped(director, digest, black, other_black)
    now = Game.objects.get(round__number=2, board_number=table)
    was = before[table]
    assert (
        f"Board {table}: {now.black.name} – {now.white.name}"
        f" (before: {was.black.name} – {was.white.name})" in answer
    )


def test_the_first_pairing_of_a_round_is_not_done_twice(world, director):
    fresh = "/director/coupe/rounds/3/"
    director.post(f"{ROUND}state/", {"step": "publish"})
    for game in Game.objects.filter(round__number=2):
        enter_result(game_id=game.pk, winner="white")
    (digest,) = set(re.findall(r'name="version" value="(\w+)"', director.get(fresh).text))
    director.post(f"{fresh}pair/", {"version": digest})
    drawn = list(Game.objects.filter(round__number=3).values_list("pk", flat=True))
    assert drawn
    page = director.post(f"{fresh}pair/", {"version": digest}, follow=True).text
    assert "Somebody else changed this meanwhile" in page
    assert list(Game.objects.filter(round__number=3).values_list("pk", flat=True)) == drawn


def test_without_a_warning_it_is_published_at_once(director):
    director.post(f"{ROUND}state/", {"step": "publish", "version": seen(director)})
    assert Round.objects.get(number=2).state == "published"


def test_what_speaks_against_publishing_is_asked_first(world, director):
    game = Game.objects.filter(round__number=2).first()
    director.post(f"{ROUND}change/", {"action": "unpair", "game": game.pk})
    CheckIn.objects.create(player=world.players[0], round_number=2)
    asking = {"step": "publish", "version": seen(director)}
    answer = director.post(f"{ROUND}state/", asking, follow=True)
    page = answer.text
    assert "Publish round 2?" in page
    assert "2 players take part and have neither a board nor the bye." in page
    assert "7 players have not been checked in." in page
    assert Round.objects.get(number=2).state == "draft"
    form = {"step": "publish", "sure": "1", "version": seen(director)}
    director.post(f"{ROUND}state/", form)
    assert Round.objects.get(number=2).state == "published"
    # The page that asked is one to come back to: it leads to the round then.
    ((asked, _status),) = answer.redirect_chain
    back = director.get(asked)
    assert (back.status_code, back.url.partition("?")[0]) == (302, ROUND)


def test_what_was_asked_of_a_draft_that_changed_since_is_not_published(world, director):
    game = Game.objects.filter(round__number=2).first()
    director.post(f"{ROUND}change/", {"action": "unpair", "game": game.pk})
    asking = {"step": "publish", "version": seen(director)}
    page = director.post(f"{ROUND}state/", asking, follow=True).text
    director.post(f"{ROUND}change/", {"action": "unpair", "game": Game.objects.last().pk})
    answer = director.post(f"{ROUND}state/", {**hidden(page), "step": "publish"}, follow=True)
    assert "Somebody else changed this meanwhile" in answer.text
    assert Round.objects.get(number=2).state == "draft"


def test_the_button_says_how_many_warnings_there_are_and_they_lead_to_their_boards(director):
    assert ">Publish<" in director.get(ROUND).text
    game = Game.objects.filter(round__number=2).first()
    director.post(f"{ROUND}change/", {"action": "unpair", "game": game.pk})
    page = director.get(ROUND).text
    assert ">Publish (1 warning)<" in page
    assert f'<a href="#unpaired"><bdi>{game.black.name}</bdi></a>' in page
    asked = director.post(f"{ROUND}state/", {"step": "publish"}, follow=True).text
    assert f'<a href="{ROUND}#unpaired"><bdi>{game.black.name}</bdi></a>' in asked


def test_a_rematch_is_asked_about(world, director):
    (_, black, _), *_ = boards()
    met = Player.objects.filter(games_as_white__round__number=1, games_as_white__black=black)
    met = met.first() or Player.objects.get(
        games_as_black__round__number=1, games_as_black__white=black
    )
    game = Game.objects.filter(round__number=2).order_by("board_number").first()
    swapped(director, "", game.opponent_of(black), met.pk)
    page = director.post(f"{ROUND}state/", {"step": "publish"}, follow=True).text
    assert "met before" in page
    assert re.search(rf'<a href="{ROUND}#board-\d"><bdi>Board \d</bdi></a>', page)


def test_who_is_missing_at_the_door_is_named(world, director):
    assert "been checked in" not in director.get(ROUND).text
    for player in world.players[:6]:
        CheckIn.objects.create(player=player, round_number=2)
    page = director.get(ROUND).text
    assert "2 players have not been checked in." in page
    told = page.split('id="missing"')[1].split("</li>")[0]
    assert "Gil" in told
    assert "Aki" not in told


def test_games_of_earlier_rounds_are_named(director):
    game = Game.objects.filter(round__number=1).order_by("board_number").first()
    Game.objects.filter(pk=game.pk).update(
        state="open", winner="", reason="", margin_half=None, reported_at=None
    )
    page = director.get(ROUND).text
    assert "1 game of an earlier round is not done" in page
    assert "Aki – Béa" in page
    for player, club in zip((game.black, game.white), ("Paris", "Lyon"), strict=True):
        Player.objects.filter(pk=player.pk).update(surname="Dupont", club=club)
    assert "Dupont (Paris) – Dupont (Lyon)" in director.get(ROUND).text


def test_the_running_round_is_at_the_same_address(world, director):
    director.post(f"{ROUND}state/", {"step": "publish"})
    assert 'name="line"' in director.get(ROUND).text
    assert Round.objects.get(number=2).published_at is not None
    published = AuditEvent.objects.filter(verb="round.published", round_number=2)
    assert published.count() == 1
