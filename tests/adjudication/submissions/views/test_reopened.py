"""A result that was ruled on, corrected or taken back: whose verdict and report still count."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client

from adjudication.corrections.services.corrections import correct_result, withdraw_result
from adjudication.corrections.services.undo import undo
from adjudication.models import Case, Submission
from adjudication.submissions.services.added_records import add_record
from adjudication.submissions.services.answers import accept_claim
from adjudication.submissions.services.drafts import Drafts
from tests.support.answering import confirm_as_read, contest_as_read
from tests.support.badges import verdict_badges
from tests.support.forms import address
from tests.support.records import WALLS, sgf
from tests.support.world import World, judge_all, report
from tournament.models import AuditEvent, Game, Role
from tournament.results.services.recording_errors import consent, propose

AGREES = ">record says so<"
SAYS_SO = "The record says so, and shows no more."
SEND = {"step": "send", "winner": "black", "reason": "resignation", "key": "kk", "expects": ""}


def shown(world: World, game: Game) -> list[str]:
    """Return where a verdict is shown beside the result, to everybody and to the player."""
    pages = {
        "table": Client().get("/t/coupe/").text,
        "game": Client().get(f"/games/{game.pk}/").text,
        "me": world.player(0).get("/me/").text,
        "overview": world.client(Role.DIRECTOR).get("/director/coupe/").text,
    }
    return [name for name, text in pages.items() if AGREES in text or SAYS_SO in text]


def disputed(world: World) -> Game:
    game = world.games[0]
    report(game, game.black, "B+R", sgf(WALLS, RE="B+R"))
    report(game, game.white, "W+R")
    judge_all()
    return game


def titles(client: Client, game: Game) -> list[str]:
    text = client.get(f"/games/{game.pk}/").text
    return re.findall(r'<h2 id="report-\d+">([^<]*)', text)


def test_the_verdict_on_the_result_that_stands_is_shown(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+R", sgf(WALLS, RE="B+R"))
    judge_all()
    assert shown(world, game)[:3] == ["table", "game", "me"]
    report(game, game.white, "B+R")
    assert shown(world, game)[:3] == ["table", "game", "me"]


def test_a_ruling_for_the_other_side_takes_the_verdict_away(world: World) -> None:
    game = disputed(world)
    assert shown(world, game) == []
    correct_result(game_id=game.pk, winner="white", note="Ruling.")
    assert shown(world, game) == []
    assert verdict_badges(world.tournament.pk) == {}
    referee = world.client(Role.REFEREE).get(f"/games/{game.pk}/").text
    assert referee.count(AGREES) == 1


def test_a_recording_error_that_is_mended_takes_the_verdict_away(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+R", sgf(WALLS))
    report(game, game.white, "B+R")
    judge_all()
    error = propose(
        game_id=game.pk,
        by_player_id=game.black_id,
        winner="white",
        reason="resignation",
        note="The wrong way round.",
    )
    consent(error_id=error.pk, player_id=game.white_id)
    game.refresh_from_db()
    assert (game.state, game.winner) == ("confirmed", "white")
    report_page = Client().get(f"/games/{game.pk}/").text
    assert AGREES not in report_page
    assert AGREES not in Client().get("/t/coupe/").text


def test_what_belongs_to_a_dispute_that_was_taken_back_counts_no_more(world: World) -> None:
    game = disputed(world)
    withdraw_result(game_id=game.pk, note="Play on.")
    assert shown(world, game) == []
    assert titles(world.player(0), game) == []
    report(game, game.black, "W+3.5")
    for index in (0, 1):
        assert titles(world.player(index), game) == []
        page = unescape(world.player(index).get(f"/games/{game.pk}/").text)
        assert page.count("by 3.5 points") == 1
    answer = world.player(0).get(f"/games/{game.pk}/record/").text
    assert "As Black, you lost to Béa by 3.5 points." in answer


def test_who_accepts_what_they_contested_has_added_no_record(world: World) -> None:
    game = world.games[0]
    sent = report(game, game.black, "B+R")
    contest_as_read(submission_id=sent, player_id=game.white_id, note="No.")
    game.refresh_from_db()
    accept_claim(game_id=game.pk, player_id=game.white_id, expects=sent, version=game.version)
    for visitor in (world.player(0), world.client(Role.REFEREE)):
        # Béa wrote no more than that it is so; Aki's report has what was written about it.
        assert titles(visitor, game) == ["Aki reports this result"]


def test_a_record_goes_with_the_new_report(world: World) -> None:
    game = disputed(world)
    withdraw_result(game_id=game.pk, note="Play on.")
    report(game, game.black, "W+3.5")
    name = Drafts(game.pk, game.black_id).keep(sgf(WALLS))
    form = {"step": "send", "key": uuid4().hex, "carried": name, "filename": "x.sgf"}
    sent = world.player(0).post(f"/games/{game.pk}/record/", form, follow=True).text
    assert "The game record is added." in sent
    waiting = Submission.objects.get(state="pending")
    assert (waiting.claim_winner, waiting.record_id is not None) == ("white", True)
    confirm_as_read(submission_id=waiting.pk, player_id=game.white_id)
    new = add_record(
        game_id=game.pk, player_id=game.white_id, record_bytes=sgf(WALLS), idempotency_key="new"
    )
    assert titles(world.player(0), game) == ["Game record sent by Aki", "Game record added by Béa"]
    assert Submission.objects.get(pk=new).claim_winner == "white"


def test_in_a_second_dispute_the_referee_sees_the_second_reports(world: World) -> None:
    game = disputed(world)
    withdraw_result(game_id=game.pk, note="Play on.")
    second = report(game, game.black, "B+3.5")
    contest_as_read(submission_id=second, player_id=game.white_id, note="No.")
    number = Case.objects.live().get(game=game).number
    page = world.client(Role.REFEREE).get(f"/referee/coupe/cases/{number}/").text
    people = page[page.index('id="people"') : page.index('id="taken-back"')]
    assert people.count("no longer counts") == people.count("by resignation.") == 2
    assert people.rindex("no longer counts") < people.index("by 3.5 points.")
    assert "Add the game record" not in world.player(1).get(f"/games/{game.pk}/").text
    added = add_record(
        game_id=game.pk, player_id=game.black_id, record_bytes=sgf(WALLS), idempotency_key="new"
    )
    assert Submission.objects.get(pk=added).claim_reason == "score"
    assert titles(world.player(0), game) == ["Aki reports this result", "Game record added by Aki"]


def test_a_dispute_that_is_put_back_has_its_reports_again(world: World) -> None:
    game = disputed(world)
    withdraw_result(game_id=game.pk, note="By mistake.")
    event = AuditEvent.objects.filter(tournament=world.tournament).latest("pk")
    undo(event_id=event.pk)
    game.refresh_from_db()
    assert game.state == "disputed"
    assert titles(world.player(0), game) == ["Aki reports this result", "Béa reports this result"]


def test_reports_and_answers_are_in_order_whatever_the_clocks_say(world: World, settings) -> None:
    game = disputed(world)
    withdraw_result(game_id=game.pk, note="Play on.")
    ahead = Submission.objects.latest("answered_at").answered_at
    assert ahead is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.utils.timezone.now", lambda: ahead.replace(year=ahead.year - 1))
        first = report(game, game.black, "W+3.5")
        confirm_as_read(submission_id=first, player_id=game.white_id)
        add_record(
            game_id=game.pk, player_id=game.white_id, record_bytes=sgf(WALLS), idempotency_key="a"
        )
    assert titles(world.player(0), game) == ["Game record added by Béa"]


@pytest.mark.parametrize("answered", [True, False], ids=["disputed", "waiting"])
def test_a_report_sent_again_after_the_game_was_opened_is_not_said_to_wait(
    world: World, answered: bool
) -> None:
    game, browser = world.games[0], world.player(0)
    browser.post(address(world), SEND, follow=True)
    if answered:
        report(game, game.white, "W+R")
    withdraw_result(game_id=game.pk, note="Play on.")
    said = browser.post(address(world), SEND, follow=True).text
    assert "the game is open again: report it again." in said
    assert "Sent." not in said


def test_a_report_sent_again_after_the_director_entered_another_result_says_so(
    world: World,
) -> None:
    game, browser = world.games[0], world.player(0)
    browser.post(address(world), SEND, follow=True)
    correct_result(game_id=game.pk, winner="white", note="Seen on the board.")
    said = browser.post(address(world), SEND, follow=True).text
    assert "The director has entered a result instead of your report" in said
    assert "look at the new one" not in said


def test_a_report_sent_again_after_a_ruling_is_not_said_to_wait(world: World) -> None:
    game, browser = world.games[0], world.player(0)
    browser.post(address(world), SEND, follow=True)
    report(game, game.white, "W+R")
    correct_result(game_id=game.pk, winner="white", note="Ruling.")
    said = browser.post(address(world), SEND, follow=True).text
    assert "The result was decided after that" in said
    assert "can confirm it now" not in said


def test_a_report_sent_again_after_the_opponent_confirmed_is_final(world: World) -> None:
    game, browser = world.games[0], world.player(0)
    browser.post(address(world), SEND, follow=True)
    report(game, game.white, "B+R")
    said = browser.post(address(world), SEND, follow=True).text
    assert "You both report the same: the result is final." in said
