"""Reporting a result: the form, the sentence, sending; the opponent's answer; bad input."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from adjudication.models import Case, ReportDraft, Submission
from adjudication.records.models import file_bytes
from adjudication.rules.sgf import read_record
from adjudication.submissions.services.drafts import tidy_drafts
from adjudication.submissions.views.preview import calls_referee
from adjudication.submissions.views.report_form import FilledReport
from adjudication.verdicts.selectors.games import game_page
from tests.support.answering import confirming, named
from tests.support.forms import BY_POINTS, address, hidden, review, upload
from tests.support.records import DEAD, KO, WALLS, sgf
from tests.support.world import World, judge_all, report


def test_from_the_form_over_the_sentence_to_the_verdict(world: World) -> None:
    browser = world.player(0)
    assert "I won (Black)" in browser.get(address(world)).text
    record = sgf(WALLS, KM="6.5", PB="Aki", PW="Béa")
    page = review(world, browser, record=upload(record), dead=DEAD)
    assert "As Black, you lost to Béa by 15.5 points." in page
    assert "Record: 22 moves, 9×9, komi 6.5." in page
    assert "Dead stones: B8, G3." in page
    assert "Please look again" not in page
    assert not Submission.objects.exists()

    sent = browser.post(address(world), {**hidden(page), "step": "send"})
    assert sent.status_code == 302
    submission = Submission.objects.get()
    assert submission.record is not None
    assert bytes(submission.record.data) == record
    assert submission.record.filename == "game.sgf"
    assert "being replayed" in browser.get(sent["Location"]).text

    judge_all()
    game = browser.get(sent["Location"]).text
    assert "record agrees" not in game
    assert "agrees by the marks of one player" in game
    assert "Counted W+15.5, as reported" in game
    assert '<td class="number">43.5</td>' in game
    assert "data-live-done" not in game  # the opponent may still answer

    opponent = world.player(1)
    assert "As White, you won against Aki by 15.5 points." in opponent.get("/me/").text
    answer = opponent.post(
        f"/games/{world.games[0].pk}/confirm/",
        confirming(submission.pk),
        follow=True,
    )
    assert "The result is final." in answer.text
    assert "data-live-done" in answer.text


def test_a_double_tap_is_one_report(world: World) -> None:
    browser = world.player(0)
    form = {**hidden(review(world, browser)), "step": "send"}
    for _ in range(2):
        assert browser.post(address(world), form).status_code == 302
    assert Submission.objects.count() == 1


def test_a_tap_that_comes_after_the_answer_is_no_error(world: World) -> None:
    browser = world.player(0)
    form = {**hidden(review(world, browser)), "step": "send"}
    browser.post(address(world), form)
    submission = Submission.objects.get()
    world.player(1).post(
        f"/games/{submission.game_id}/confirm/",
        confirming(submission.pk),
    )
    late = browser.post(address(world), form, follow=True)
    assert "Both players have confirmed." in late.text
    assert Submission.objects.count() == 1


def test_changing_something_brings_everything_back(world: World) -> None:
    browser = world.player(0)
    text = sgf(WALLS).decode()
    page = review(world, browser, paste=text, dead=DEAD)
    form = browser.post(address(world), {**hidden(page), "step": "edit"}).text
    assert unescape(form).count(text) == 1
    assert 'value="15,5"' in form
    assert f'value="{DEAD}"' in form
    assert re.search(r'value="white" checked', form)
    again = review(world, browser, paste=text + " ", margin="3.5", dead="none")
    assert "No dead stones." in again


def test_an_attached_file_is_kept_while_something_else_is_mended(world: World) -> None:
    browser = world.player(0)
    wrong = browser.post(
        address(world), {**BY_POINTS, "margin": "lots", "record": upload(sgf(WALLS), "my.sgf")}
    )
    assert wrong.status_code == 400
    assert "“my.sgf” is kept and will be sent." in wrong.text
    page = review(world, browser, **{**hidden(wrong.text), "margin": "15.5"})
    assert "Record: 22 moves" in page
    without = review(world, browser, **{**hidden(wrong.text), "margin": "15.5", "drop": "1"})
    assert "No game record." in without


@pytest.mark.parametrize(
    ("data", "field", "message"),
    [
        ({"winner": ""}, "winner", "Say who won."),
        ({"winner": "both"}, "winner", "Say who won."),
        ({"reason": ""}, "reason", "Say how the game was won."),
        ({"reason": "ruling"}, "reason", "Say how the game was won."),
        ({"margin": ""}, "margin", "Write the margin in points"),
        ({"margin": "3.25"}, "margin", "Write the margin in points"),
        ({"margin": "-3"}, "margin", "Write the margin in points"),
        ({"margin": "٣"}, "margin", "Write the margin in points"),
        ({"margin": "0"}, "margin", "a draw (jigo)"),
        ({"margin": "999"}, "margin", "more than there are points"),
        ({"dead": "Q16"}, "dead", "attach it too"),
        ({"dead": "Z99", "paste": sgf(WALLS).decode()}, "dead", "is not a point on a 9×9 board"),
        ({"dead": "A9", "paste": sgf(WALLS).decode()}, "dead", "no stone on A9"),
        ({"dead": "A9 " * 999, "paste": sgf(WALLS).decode()}, "dead", "too long"),
    ],
)
def test_what_is_wrong_is_said_beside_the_field(
    world: World, data: dict[str, str], field: str, message: str
) -> None:
    answer = world.player(0).post(address(world), {**BY_POINTS, **data})
    assert answer.status_code == 400
    beside = re.search(rf'<p class="error" id="{field}-error">(.*?)</p>', answer.text)
    assert beside, answer.text
    assert message in unescape(beside[1])
    assert not Submission.objects.exists()


def test_everything_that_is_wrong_is_said_at_once(world: World) -> None:
    answer = world.player(0).post(
        address(world), {"reason": "score", "margin": "x", "paste": "x", "step": "review"}
    )
    for field in ("winner", "margin", "paste"):
        assert f'<p class="error" id="{field}-error">' in answer.text


BAD_FILES = {
    "empty": b"",
    "text": b"hello, this is no record",
    "chess": b"(;GM[2]SZ[8])",
    "huge": b"(;GM[1]SZ[99])",
    "zip": b"(;GM[1]SZ[9]CA[zip];B[dd])",
    "utf7": b"(;GM[1]SZ[9]CA[utf-7]PB[+ADw-script+AD4-];B[dd])",
    "600kB": b"(;GM[1]FF[4]SZ[9]C[" + b"x" * 600_000 + b"])",
    "deep": b"(" * 100_000,
    "nodes": b"(;GM[1]SZ[9]" + b";C[x]" * 20_001 + b")",
    "binary": bytes(range(256)) * 8,
    "archive": b"PK\x03\x04" + b"\x00" * 200,
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_file_is_an_error_at_the_field(world: World, name: str) -> None:
    answer = world.player(0).post(
        address(world), {**BY_POINTS, "record": upload(BAD_FILES[name]), "dead": "B8"}
    )
    assert answer.status_code == 400
    assert '<p class="error" id="record-error">' in answer.text
    assert 'value="15,5"' in answer.text
    assert 'value="B8"' in answer.text
    assert not Submission.objects.exists()


def test_adding_no_record_asks_for_one_in_the_open_panel(world: World) -> None:
    browser = world.player(0)
    button = re.search(r'name="step" value="(\w+)">Add the record', review(world, browser))
    assert button
    answer = browser.post(address(world), {**BY_POINTS, "step": button[1]})
    assert answer.status_code == 400
    assert answer.context["errors"] == {"record": "Choose a file, or paste the record."}
    assert re.search(r"<details open>\s*<summary>Add the game record", answer.text)
    # With one it is added, and nothing is asked.
    answer = browser.post(
        address(world), {**BY_POINTS, "step": button[1], "record": upload(sgf(WALLS))}
    )
    assert answer.status_code == 200
    assert "Another game record instead" in answer.text


def test_a_record_that_breaks_off_goes_on_with_a_warning(world: World) -> None:
    page = review(world, world.player(0), record=upload(b"(;GM[1]SZ[9];B[dd]"))
    assert "Please look again" in page


def test_the_size_of_a_file_is_said(world: World) -> None:
    big = world.player(0).post(address(world), {**BY_POINTS, "record": upload(b"x" * 600_000)})
    assert "larger than a game record may be" in big.text


def test_bad_pasted_text_comes_back_with_the_error(world: World) -> None:
    pasted = "GM[1]SZ[9];B[dd]</textarea><script>alert(1)</script>"
    answer = world.player(0).post(address(world), {**BY_POINTS, "paste": pasted})
    assert answer.status_code == 400
    assert '<p class="error" id="paste-error">' in answer.text
    assert pasted not in answer.text
    assert pasted in unescape(answer.text)


def test_a_file_and_a_pasted_record_are_one_too_many(world: World) -> None:
    answer = world.player(0).post(
        address(world), {**BY_POINTS, "record": upload(sgf(WALLS)), "paste": "(;SZ[9])"}
    )
    assert answer.status_code == 400
    assert "Send one of them" in answer.text


def test_a_form_too_large_to_read_names_the_field(world: World) -> None:
    answer = world.player(0).post(address(world), {**BY_POINTS, "paste": "x" * 700_000})
    assert answer.status_code == 400
    beside = re.search(r'<p class="error" id="paste-error">(.*?)</p>', answer.text)
    assert beside
    assert "512 kB" in beside[1]
    stranger = world.player(2).post(address(world), {**BY_POINTS, "paste": "x" * 700_000})
    assert stranger.status_code == 403


def test_the_form_is_sent_from_its_own_page_only(world: World) -> None:
    browser = world.player(0)
    browser.handler.enforce_csrf_checks = True
    answer = browser.post(address(world), {**BY_POINTS, "step": "send", "key": "k"})
    assert answer.status_code == 403
    assert not Submission.objects.exists()


def test_the_browser_may_keep_the_form_and_the_review(world: World) -> None:
    browser = world.player(0)
    wrong = browser.post(address(world), {})
    for answer in (browser.get(address(world)), wrong, browser.post(address(world), BY_POINTS)):
        kept = answer["Cache-Control"]
        assert "no-store" not in kept
        assert "private" in kept
        assert "max-age=0" in kept
        assert "Cookie" in answer["Vary"]


def test_the_language_is_not_switched_by_a_page_that_would_lose_what_was_typed(
    world: World,
) -> None:
    browser = world.player(0)
    for page in (
        browser.get(address(world)).text,
        review(world, browser),
        browser.post(address(world), {}).text,
    ):
        assert 'name="language"' not in page, "it asks for a page anew, without what was typed"
        assert 'name="switch_language"' in page


@pytest.mark.parametrize("carried", ["x", "a" * 64, "é", "report-x", "report-999999", "x" * 9000])
def test_a_forged_carried_record_is_an_error(world: World, carried: str) -> None:
    answer = world.player(0).post(address(world), {**BY_POINTS, "carried": carried})
    assert answer.status_code == 400
    assert "Attach it again." in answer.text


def test_an_attached_record_is_sent_as_it_was(world: World) -> None:
    browser, data = world.player(0), sgf(WALLS)
    page = review(world, browser, record=upload(data))
    assert len(page) < 60_000 + len(data)
    browser.post(address(world), hidden(page) | {"step": "send", "dead": DEAD})
    sent = Submission.objects.get()
    assert sent.record is not None
    assert file_bytes(sent.record) == data


def test_nobody_sends_the_draft_of_another_player_or_game(world: World) -> None:
    page = review(world, world.player(0), record=upload(sgf(WALLS)))
    name = hidden(page)["carried"]
    for index, game in ((1, 0), (2, 1)):
        answer = world.player(index).post(
            f"/games/{world.games[game].pk}/report/",
            {**BY_POINTS, "carried": name, "step": "send", "key": "k"},
        )
        assert "Attach it again." in answer.text
    assert not Submission.objects.exists()


def test_a_record_attached_on_another_device_since_is_not_sent_unread(world: World) -> None:
    phone, laptop = world.player(0), world.player(0)
    first = hidden(review(world, phone, record=upload(sgf(WALLS))))
    second = hidden(review(world, laptop, record=upload(sgf("dd"))))
    answer = phone.post(address(world), first | {"step": "send"})
    assert "Attach it again." in answer.text
    assert not Submission.objects.exists()
    laptop.post(address(world), second | {"step": "send"})
    assert Submission.objects.count() == 1
    assert ReportDraft.objects.count() == 1


def test_a_draft_that_nobody_sent_goes(world: World) -> None:
    review(world, world.player(0), record=upload(sgf(WALLS)))
    assert tidy_drafts(timezone.now()) == 0
    ReportDraft.objects.update(updated_at=timezone.now() - timedelta(hours=49))
    assert tidy_drafts(timezone.now()) == 1
    assert not ReportDraft.objects.exists()


@pytest.mark.parametrize(
    ("record", "data", "warning"),
    [
        (sgf(WALLS), {}, "one stone of every dead chain"),
        (sgf(WALLS), {"dead": DEAD, "margin": "3.5"}, "the result is W+15.5"),
        (sgf(KO), {"reason": "resignation"}, "Move 10"),
        (sgf("dd"), {}, "does not tell the result"),
        (sgf("dd", size=13), {}, "13"),
        (sgf("dd", PB="Béa", PW="Aki"), {}, "colours"),
        (sgf("dd", KM="0.5"), {}, "komi"),
        (b"(;GM[1]FF[4]SZ[9];W[dd];B[ee])", {"reason": "resignation"}, "White plays first"),
        (sgf(""), {"reason": "resignation"}, "no moves"),
    ],
    ids=["dead", "margin", "ko", "unfinished", "size", "swapped", "komi", "white-first", "empty"],
)
def test_the_review_warns(world: World, record: bytes, data: dict[str, str], warning: str) -> None:
    page = review(world, world.player(0), record=upload(record), **data)
    notice = page.split("Please look again")[1]
    assert warning in unescape(notice)
    assert 'value="send"' in page


def test_the_same_from_the_opponent_confirms_and_the_review_says_so(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "W+15.5")
    browser = world.player(1)
    page = review(world, browser)
    assert "Sending this confirms it" in page
    browser.post(address(world), {**hidden(page), "step": "send"})
    game.refresh_from_db()
    assert game.state == "confirmed"


def test_something_else_from_the_opponent_locks_the_game_and_the_review_says_so(
    world: World,
) -> None:
    game = world.games[0]
    report(game, game.black, "B+R")
    browser = world.player(1)
    assert "has already reported" in browser.get(address(world)).text
    page = review(world, browser)
    assert "locks the game" in page
    sent = browser.post(address(world), {**hidden(page), "step": "send"}, follow=True)
    assert "A referee will look at it." in sent.text
    assert browser.get(address(world)).status_code == 302


def test_ones_own_report_can_be_replaced_or_taken_back(world: World) -> None:
    browser = world.player(0)
    first = review(world, browser)
    browser.post(address(world), {**hidden(first), "step": "send"})
    second = review(world, browser, margin="3.5")
    assert "replaces" in second
    browser.post(address(world), {**hidden(second), "step": "send"})
    states = list(Submission.objects.order_by("pk").values_list("state", flat=True))
    assert states == ["superseded", "pending"]
    answer = browser.post(
        f"/games/{world.games[0].pk}/withdraw/",
        {"submission": Submission.objects.latest("pk").pk},
        follow=True,
    )
    assert "You can report again." in answer.text
    assert "There is no result at present." in answer.text


def test_contesting_asks_and_then_locks_the_game(world: World) -> None:
    game = world.games[0]
    submission = report(game, game.black, "B+R")
    browser = world.player(1)
    contest = f"/games/{game.pk}/contest/"
    page = browser.get(contest).text
    assert "As White, you lost to Aki by resignation." in page
    assert "locks the game" in page
    long = browser.post(contest, {"submission": named(submission), "note": "x" * 1001})
    assert long.status_code == 400
    assert "x" * 1001 in long.text
    done = browser.post(
        contest, {"submission": named(submission), "note": "I did not\r\nresign <b>"}, follow=True
    )
    assert "I did not<br>resign &lt;b&gt;" in done.text
    game.refresh_from_db()
    assert game.state == "disputed"


def test_who_contests_is_led_to_report_another_winner(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+R")
    browser = world.player(1)
    assert f'href="/games/{game.pk}/report/"' in browser.get(f"/games/{game.pk}/contest/").text
    assert browser.get(f"/games/{game.pk}/report/").status_code == 200


def test_who_contests_because_of_dead_stones_is_asked_about_them(world: World) -> None:
    game = world.games[0]
    browser = world.player(1)
    report(game, game.black, "B+R")
    offer = 'name="about_dead_stones"'
    assert offer not in browser.get(f"/games/{game.pk}/contest/").text
    submission = report(game, game.black, "W+0.5", record=sgf(WALLS))
    assert offer in browser.get(f"/games/{game.pk}/contest/").text
    done = browser.post(
        f"/games/{game.pk}/contest/",
        {"submission": named(submission), "about_dead_stones": "on"},
        follow=True,
    )
    assert "asked about the dead stones" in done.text
    assert game.inquiries.get().kind == "dead_stones"


def test_a_report_that_a_case_has_locked_is_not_answered_and_gets_no_record(world: World) -> None:
    game = world.games[0]
    submission = report(game, game.black, "W+R", record=sgf(KO))
    judge_all()
    game.refresh_from_db()
    assert game.state == "disputed"
    reporter, opponent = world.player(0), world.player(1)
    for page in (f"/games/{game.pk}/", "/me/"):
        text = opponent.get(page).text
        assert "Confirm or contest" not in text
        assert f"/games/{game.pk}/contest/" not in text
    for action in ("confirm", "contest"):
        answer = opponent.post(f"/games/{game.pk}/{action}/", confirming(submission))
        assert answer.status_code == 302
    reporter.post(f"/games/{game.pk}/withdraw/", {"submission": submission})
    assert Submission.objects.get().state == "pending"


def test_a_report_replaced_meanwhile_is_not_confirmed_unseen(world: World) -> None:
    game = world.games[0]
    old = report(game, game.black, "B+R")
    name = named(old)
    report(game, game.black, "B+3.5")
    answer = world.player(1).post(
        f"/games/{game.pk}/confirm/", {"submission": name, "seen": name}, follow=True
    )
    assert "replaced" in answer.text
    game.refresh_from_db()
    assert game.state == "reported"


@pytest.mark.parametrize("submission", ["", "x", "99999999999999999999999", "0"])
def test_an_answer_to_nothing_leads_back_to_the_game(world: World, submission: str) -> None:
    for action in ("confirm", "contest", "withdraw"):
        answer = world.player(1).post(
            f"/games/{world.games[0].pk}/{action}/", {"submission": submission}, follow=True
        )
        assert "Please look at it again." in answer.text


def test_taking_a_report_back_is_asked_about_first(world: World) -> None:
    game = world.games[0]
    submission = report(game, game.black, "B+3.5")
    reporter, opponent = world.player(0), world.player(1)
    where = f"/games/{game.pk}/withdraw/"
    assert f'href="{where}"' in reporter.get(f"/games/{game.pk}/").text
    asked = reporter.get(where)
    assert asked.status_code == 200
    assert "by 3.5 points" in unescape(asked.text)
    assert Submission.objects.get().state == "pending"
    assert opponent.get(where).status_code == 302
    assert f'name="submission" value="{submission}"' in asked.text
    reporter.post(where, {"submission": submission})
    assert Submission.objects.get().state == "withdrawn"
    assert reporter.get(where).status_code == 302


@pytest.mark.parametrize("sent_before", [False, True])
def test_no_referee_is_announced_for_a_move_in_another_games_record(
    world: World, *, sent_before: bool
) -> None:
    """White's illegal move: where the same file came for another game, both are asked first."""
    game, other = world.games[:2]
    data = sgf(KO, KM="6.5")
    if sent_before:
        report(other, other.white, "W+R", data)
        judge_all()
    page = game_page(game.pk)
    assert page is not None
    filled = FilledReport(winner="white", reason="resignation", data=data, record=read_record(data))
    announced = calls_referee(filled, page.game, page.terms)
    assert announced is not sent_before
    report(game, game.white, "W+R", data)
    judge_all()
    assert Case.objects.filter(game=game, cause="illegal_move").exists() is announced
