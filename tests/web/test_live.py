"""The part of the game's page that keeps itself fresh."""

from django.test import Client

from tests.web.records import KO, WALLS, sgf
from tests.web.world import World, judge_all, report


def test_unchanged_is_304_and_a_change_is_seen(world: World) -> None:
    game = world.games[0]
    browser = world.player(1)
    address = f"/games/{game.pk}/live/"
    first = browser.get(address)
    assert "No result has been reported yet." in first.text
    same = browser.get(address, headers={"If-None-Match": first["ETag"]})
    assert same.status_code == 304
    assert not same.content

    report(game, game.black, "W+15.5", sgf(WALLS))
    seen = browser.get(address, headers={"If-None-Match": first["ETag"]})
    assert seen.status_code == 200
    assert "data-live-busy" in seen.text
    assert "Yes, this is right" in seen.text

    judge_all()
    judged = browser.get(address, headers={"If-None-Match": seen["ETag"]})
    assert "data-live-busy" not in judged.text
    assert "dead stones missing" in judged.text
    assert 'data-live-news="Verdict on the record: dead stones missing"' in judged.text


def test_the_page_knows_the_tag_of_what_it_shows(world: World) -> None:
    game = world.games[0]
    browser = Client()
    tag = browser.get(f"/games/{game.pk}/live/")["ETag"]
    assert f'data-live-tag="{tag}"'.replace('"&', "&") in browser.get(
        f"/games/{game.pk}/"
    ).text.replace("&quot;", '"')


def test_the_tag_depends_on_who_asks_and_in_which_language(world: World) -> None:
    address = f"/games/{world.games[0].pk}/live/"
    browsers = [Client(), world.player(0), world.player(1), world.player(1, "fr")]
    assert len({browser.get(address)["ETag"] for browser in browsers}) == 4


def test_a_given_up_replay_is_told(world: World) -> None:
    from django.utils import timezone

    from adjudication.models import Job

    game = world.games[0]
    report(game, game.black, "W+15.5", sgf(WALLS))
    Job.objects.update(
        state="failed", attempts=5, finished_at=timezone.now(), last_error="Boom: <b>"
    )
    assert "could not be checked" in world.player(0).get(f"/games/{game.pk}/").text
    director = world.client("director").get("/director/coupe/").text
    assert "Boom: &lt;b&gt;" in director
    assert "Round 1, board 1" in director


def test_what_is_found_after_confirmation_is_shown_as_such(world: World) -> None:
    for game, moves in zip(world.games, (KO, WALLS), strict=False):
        report(game, game.black, "B+R", sgf(moves))
        report(game, game.white, "B+R")
    judge_all()
    told = [
        "Found after confirmation" in world.client("referee").get(f"/games/{game.pk}/").text
        for game in world.games[:2]
    ]
    assert told == [True, False]
