"""The part of the game's page that keeps itself fresh."""

import re

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from adjudication.submissions.services.added_records import add_record
from adjudication.verdicts.selectors.games import game_page
from adjudication.verdicts.selectors.verdicts import details_of
from jobs.models import Job
from tests.support.answering import confirming, named
from tests.support.records import KO, WALLS, sgf
from tests.support.world import World, judge_all, report


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
    assert (
        'data-live-news="Result: to be confirmed. Verdict on the record: dead stones missing."'
        in judged.text
    )


def test_the_page_knows_the_tag_of_what_it_shows(world: World) -> None:
    game = world.games[0]
    browser = Client()
    page = browser.get(f"/games/{game.pk}/").text
    (tag,) = re.findall(r'data-live-tag="&quot;([^"]+)&quot;"', page)
    same = browser.get(f"/games/{game.pk}/live/", headers={"If-None-Match": f'"{tag}"'})
    assert same.status_code == 304
    assert browser.get(f"/games/{game.pk}/live/")["ETag"].startswith(f'"{tag}')


def test_the_tag_depends_on_who_asks_and_in_which_language(world: World) -> None:
    address = f"/games/{world.games[0].pk}/live/"
    browsers = [Client(), world.player(0), world.player(1), world.player(1, "fr")]
    assert len({browser.get(address)["ETag"] for browser in browsers}) == 4


def give_up() -> None:
    """Give up every job, as after several attempts."""
    Job.objects.update(
        state="failed", attempts=5, finished_at=timezone.now(), last_error="Boom: <b>"
    )


def test_who_has_to_answer_reads_the_question_first_and_no_result(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+R")
    page = world.player(1).get(f"/games/{game.pk}/").text
    assert 'id="result"' not in page
    assert page.index('id="confirm"') < page.index('id="wrong"')
    assert page.index("without a game record") < page.index('id="confirm"')
    assert 'id="result"' in world.player(0).get(f"/games/{game.pk}/").text
    report(game, game.white, "B+R")
    assert 'id="result"' in world.player(1).get(f"/games/{game.pk}/").text


def test_a_record_that_may_be_of_another_game_is_in_doubt_on_the_page_and_in_lists(
    world: World,
) -> None:
    first, second = world.games[:2]
    for game in (first, second):
        report(game, game.black, "W+15.5", sgf(WALLS), dead=["B8", "G3"])
        judge_all()
    told = "This record may be of another game."
    # Both are in doubt until it is settled of which game it is, also the one that came first.
    assert told in world.player(0).get(f"/games/{first.pk}/").text
    for browser, address in (
        (world.client("referee"), f"/games/{first.pk}/"),
        (world.client("referee"), f"/games/{second.pk}/"),
        (world.client("director"), "/director/coupe/"),
        (Client(), "/t/coupe/"),
    ):
        page = browser.get(address).text
        assert "record in doubt" in page
    page = world.client("referee").get(f"/games/{second.pk}/").text
    assert page.index(told) < page.index("Verdict of the replay")
    assert ">record agrees<" not in page
    # Once both say the same it is no news to the public any more; the staff still sees it.
    report(first, first.white, "W+15.5")
    report(second, second.white, "W+15.5")
    assert "record in doubt" not in Client().get("/t/coupe/rounds/1/").text.split("<main")[1]
    assert "record in doubt" in world.client("director").get("/director/coupe/rounds/1/").text


def test_a_given_up_replay_is_told(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "W+15.5", sgf(WALLS))
    give_up()
    assert "could not be checked" in world.player(0).get(f"/games/{game.pk}/").text
    director = world.client("director")
    assert "/director/coupe/operations/" in director.get("/director/coupe/").text
    told = director.get("/director/coupe/operations/").text
    assert "Round 1, board 1" in told
    assert ">Boom<" in told
    assert "Boom:" not in told


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


def test_so_is_what_the_record_of_the_confirming_report_shows(world: World) -> None:
    """The report with the record is the opponent's: nobody answers it, it confirms."""
    game = world.games[0]
    report(game, game.black, "B+R")
    report(game, game.white, "B+R", sgf(KO))
    judge_all()
    for page in (world.client("referee"), world.player(0), world.player(1)):
        assert "Found after confirmation" in page.get(f"/games/{game.pk}/").text


def test_so_is_what_a_record_shows_that_is_added_later(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+R")
    report(game, game.white, "B+R")
    add_record(
        game_id=game.pk,
        player_id=game.white_id,
        record_bytes=sgf(KO),
        filename="late.sgf",
        idempotency_key="late",
    )
    judge_all()
    assert "Found after confirmation" in world.player(0).get(f"/games/{game.pk}/").text


def test_a_given_up_replay_is_not_being_checked_in_the_tables(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "W+15.5", sgf(WALLS))
    assert "being checked" in Client().get("/t/coupe/").text
    give_up()
    for browser, address in (
        (Client(), "/t/coupe/"),
        (world.client("director"), "/director/coupe/"),
        (world.player(0), "/me/"),
    ):
        page = browser.get(address).text
        assert "not checked" in page
        assert "being checked" not in page


def test_a_weakened_tag_is_known_again(world: World) -> None:
    address = f"/games/{world.games[0].pk}/live/"
    browser = Client()
    tag = browser.get(address)["ETag"]
    for sent in (f"W/{tag}", f'"other", W/{tag}'):
        same = browser.get(address, headers={"If-None-Match": sent})
        assert same.status_code == 304
        assert same["ETag"] == tag
        assert "no-store" in same["Cache-Control"]


def read_columns(browser: Client, address: str, **headers: str) -> str:
    with CaptureQueriesContext(connection) as queries:
        browser.get(address, headers=headers or None)
    return "\n".join(map(fetched, queries))


def fetched(query: dict[str, str]) -> str:
    """Return a query without what is only looked through where it stands, and not read."""
    return re.sub(r'CAST\("\w+"\."findings" AS \w+\)|\("\w+"\."findings"\)::\w+', "", query["sql"])


def test_findings_are_read_only_for_those_who_see_them(filled: World) -> None:
    """Replaced reports may hold thousands of findings: nobody waits for those."""
    game = filled.games[0]
    page, live = f"/games/{game.pk}/", f"/games/{game.pk}/live/"
    player = filled.player(0)
    own = read_columns(player, page)
    assert '"findings"' in own
    assert '"dead_stones" AS' in own  # a badge compares them where they are, which reads none
    tag = player.get(live)["ETag"]
    for columns in (
        read_columns(Client(), page),
        read_columns(Client(), live),
        read_columns(player, live, **{"If-None-Match": tag}),
        read_columns(player, "/me/"),
    ):
        assert '"findings"' not in columns
        assert '"dead_stones" AS' not in columns


def test_a_replaced_report_is_not_read(world: World) -> None:
    game = world.games[0]
    for claim in ("B+R", "B+1.5", "W+15.5"):
        report(game, game.black, claim, sgf(KO))
    judge_all()
    assert len(game_page(game.pk).submissions) == 3
    browser = world.player(0)
    with CaptureQueriesContext(connection) as queries:
        browser.get(f"/games/{game.pk}/")
    (details,) = [sql for sql in map(fetched, queries) if '"findings"' in sql]
    (wanted,) = [one.id for one in game_page(game.pk).standing_reports]
    assert f'"id" IN ({wanted})' in details


def test_the_report_the_page_was_opened_with_is_confirmed_at_once(world: World) -> None:
    game = world.games[0]
    first = report(game, game.black, "B+9.5")
    page = world.player(1).get(f"/games/{game.pk}/").text
    assert f'name="seen" value="{named(first)}"' in page
    assert "The report has changed" not in page


def test_a_report_that_came_meanwhile_is_asked_about_once_more(world: World) -> None:
    game = world.games[0]
    first = report(game, game.black, "B+9.5")
    was = named(first)
    second = report(game, game.black, "B+0.5")
    browser = world.player(1)
    live = browser.get(f"/games/{game.pk}/live/", {"shown": was}).text
    assert f'data-live-alert="{named(second)}"' in live
    assert "The report has changed. Read it again" in live
    assert 'name="seen"' not in live

    for seen in ({}, {"seen": named(first)}):
        form = {"submission": named(second), **seen}
        asked = browser.post(f"/games/{game.pk}/confirm/", form)
        assert "As White, you lost to Aki by 0.5 points." in asked.text
        game.refresh_from_db()
        assert game.state == "reported"
    assert f'name="seen" value="{named(second)}"' in asked.text
    browser.post(f"/games/{game.pk}/confirm/", confirming(second))
    game.refresh_from_db()
    assert game.state == "confirmed"


def test_a_report_that_appears_by_itself_is_no_change_but_asked_about(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+9.5")
    live = world.player(1).get(f"/games/{game.pk}/live/", {"shown": ""}).text
    assert "Yes, this is right" in live
    assert "The report has changed" not in live
    assert 'name="seen"' not in live


def test_stepping_through_the_game_is_no_news_but_is_kept(filled: World) -> None:
    game = filled.games[0]
    browser = filled.player(0)
    report_id = game_page(game.pk).submissions[0].id
    address = f"/games/{game.pk}/live/"
    tag = browser.get(address)["ETag"]
    moves = {f"move-{report_id}": "3", "shown": ""}
    assert browser.get(address, moves, headers={"If-None-Match": tag}).status_code == 304
    assert "Board after move 3" in browser.get(address, moves).text


def test_thousands_of_findings_do_not_make_a_long_page(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "W+R", sgf("dd " * 1500))
    judge_all()
    (detail,) = details_of([one.id for one in game_page(game.pk).submissions]).values()
    assert len(detail.findings) > 1000
    page = world.player(0).get(f"/games/{game.pk}/").text
    assert "Only the first 100 are shown." in page
    assert page.count("<li>") <= 10 + 2 * 100


def test_a_record_of_another_board_is_a_warning_without_a_count(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+R", sgf(KO, size=13))
    judge_all()
    page = world.player(0).get(f"/games/{game.pk}/").text
    assert '<span class="badge warn">record leaves it open</span>' in page
    told = page.split('<div class="notice warn">')[1].split("</div>")[0]
    assert "13x13" in told
    assert "Counted:" not in page
    assert "<table" not in page
