"""A closed tournament says so on its staff's pages, and offers nothing that would fail."""

import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from adjudication.closing.services import close_tournament
from tests.factories import PlayerFactory
from tests.support.world import World
from tournament.models import Player, Role, Tournament
from tournament.players.services.requests import request_place

pytestmark = pytest.mark.django_db
ROOT = "/director/coupe/"


@pytest.fixture
def pages(world: World) -> list[str]:
    """The pages to enter and change something, of a tournament with a request that waits."""
    Tournament.objects.update(registration_open=True)
    entry = Player(surname="Asking", rank="5k")
    asked = request_place(tournament_id=world.tournament.pk, entry=entry)
    player = f"players/{world.players[0].pk}/"
    # Removing is offered of those alone who sit at no board.
    unpaired = PlayerFactory(tournament=world.tournament, number=900)
    return [
        "players/",
        "players/import/",
        "players/requests/",
        f"players/requests/{asked.pk}/",
        player,
        f"{player}withdraw/",
        f"players/{unpaired.pk}/remove/",
        "checkin/2/",
        "settings/further/",
    ]


def enabled(page: str) -> list[str]:
    """The forms of a page that send something and are not disabled, but those of its frame."""
    main = page.split("<main", 1)[1].split("</main>", 1)[0]
    left = re.sub(r'<fieldset class="bare" disabled>.*</fieldset>', "", main, flags=re.DOTALL)
    return re.findall(r'<form[^>]*method="post"[^>]*>', left)


def test_it_is_said_and_nothing_is_offered(world: World, pages: list[str]) -> None:
    owner, assistant = world.client(Role.DIRECTOR), world.client(Role.ASSISTANT)
    for path in pages:
        page = owner.get(ROOT + path).text
        assert enabled(page), path
        assert "The tournament is closed" not in page, path
    close_tournament(tournament_id=world.tournament.pk)
    for path in pages:
        page = owner.get(ROOT + path).text
        assert not enabled(page), path
        assert page.count("The tournament is closed") == 1, path
        assert f'href="{ROOT}closing/reopen/"' in page, path
        if path.startswith("settings/"):
            continue  # the owner's alone
        page = assistant.get(ROOT + path).text
        assert "Its owner can open it again" in page, path


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("closing/", "The tournament was closed on"),
        ("closing/reopen/", "Open Coupe d’été again?"),
        ("settings/event/", "The tournament is closed and can no longer be changed."),
    ],
)
def test_pages_that_say_it_in_their_own_words_say_it_once(
    world: World, path: str, words: str
) -> None:
    close_tournament(tournament_id=world.tournament.pk)
    page = world.client(Role.DIRECTOR).get(ROOT + path).text
    assert page.count(words) == 1
    assert "can no longer be changed, unless you" not in page


def test_a_helper_is_told_at_the_door(world: World) -> None:
    close_tournament(tournament_id=world.tournament.pk)
    helper: Client = world.client(Role.HELPER)
    page = helper.get(f"{ROOT}checkin/2/").text
    assert "Its owner can open it again" in page


def test_when_it_was_closed_is_told_with_the_time_zone_as_everywhere(world: World) -> None:
    close_tournament(tournament_id=world.tournament.pk)
    closed_at = datetime(2026, 11, 21, 8, 41, tzinfo=UTC)
    Tournament.objects.update(closed_at=closed_at)
    page = world.client(Role.DIRECTOR).get(f"{ROOT}closing/").text
    assert "closed on 21 November 2026, 08:41 UTC" in page
