"""Game records on the pages: added later, shown to everybody once the result stands."""

import re
from html import unescape

from django.test import Client

from adjudication.corrections.services.corrections import (
    correct_colours,
    correct_result,
    withdraw_result,
)
from adjudication.corrections.services.undo import undo
from adjudication.models import Submission, SubmissionState
from adjudication.result_entry.services import enter_result
from adjudication.rules.judgement import SAID
from adjudication.verdicts.selectors.submissions import SubmissionView, submissions_of
from tests.support.answering import confirm_as_read, contest_as_read
from tests.support.forms import hidden, upload
from tests.support.records import DEAD, KO, WALLS, sgf
from tests.support.world import World, judge_all, report
from tournament.models import Game, GameState, Role


def adding(game: Game) -> str:
    return f"/games/{game.pk}/record/"


def confirm_all(world: World, claim: str, record: bytes | None = None) -> Game:
    game = world.games[0]
    report(game, game.black, claim, record, DEAD.split() if record else None)
    report(game, game.white, claim)
    judge_all()
    game.refresh_from_db()
    return game


def test_a_record_is_added_after_the_confirmation(world: World) -> None:
    game = confirm_all(world, "W+15.5")
    browser = world.player(1)
    assert f'href="{adding(game)}"' in browser.get(f"/games/{game.pk}/").text
    form = browser.get(adding(game)).text
    assert "As White, you won against Aki by 15.5 points." in form
    look = browser.post(
        adding(game), {**hidden(form), "record": upload(sgf(WALLS)), "step": "review"}
    ).text
    assert "Record: 22 moves" in look
    assert "Which stones are dead?" in look
    assert not Submission.objects.filter(record__isnull=False).exists()
    sent = browser.post(adding(game), {**hidden(look), "dead": DEAD, "step": "send"}, follow=True)
    assert "The game record is added." in sent.text
    judge_all()
    page = unescape(browser.get(f"/games/{game.pk}/").text)
    assert "Game record added by Béa" in page
    assert "record agrees" in page
    assert adding(game) not in page


def test_sending_it_twice_is_once(world: World) -> None:
    game = confirm_all(world, "B+R")
    browser = world.player(0)
    look = browser.post(adding(game), {"record": upload(sgf("dd")), "step": "review"}).text
    for _ in range(2):
        answer = browser.post(adding(game), {**hidden(look), "step": "send"})
        assert answer.status_code == 302
    assert Submission.objects.filter(record__isnull=False).count() == 1


def test_what_is_wrong_is_said_beside_the_field(world: World) -> None:
    game = confirm_all(world, "B+R")
    browser = world.player(0)
    for data in ({}, {"record": upload(b"no record")}, {"record": upload(b"x" * 600_000)}):
        answer = browser.post(adding(game), {**data, "step": "review"})
        assert answer.status_code == 400
        assert '<p class="error" id="record-error">' in answer.text


def test_who_has_nothing_to_add_to_is_sent_back(world: World) -> None:
    game = world.games[0]
    assert world.player(0).get(adding(game)).status_code == 302
    report(game, game.black, "B+R")
    assert world.player(0).get(adding(game)).status_code == 200
    assert world.player(1).get(adding(game)).status_code == 302
    assert world.player(2).get(adding(game)).status_code == 403
    assert Client().get(adding(game)).status_code == 403


def test_everybody_sees_the_record_of_a_confirmed_game_but_not_the_evidence(world: World) -> None:
    game = confirm_all(world, "W+15.5", sgf(WALLS))
    page = Client().get(f"/games/{game.pk}/").text
    assert "data-board" in page
    assert "Board after move 22: White passed." in page
    assert page.count('class="w dead"') == 1
    assert page.count('<rect class="w"') == 36
    for private in ("Report of", "Verdict of the replay", ".sgf", "Sent</dt>"):
        assert private not in page
    third = Client().get(f"/games/{game.pk}/?move=3").text
    assert "Board after move 3" in third


def test_nobody_else_sees_the_record_before_the_result_stands(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "W+15.5", sgf(WALLS))
    judge_all()
    for browser in (Client(), world.player(2)):
        assert "data-board" not in browser.get(f"/games/{game.pk}/").text
    report(game, game.white, "B+R")
    assert "data-board" not in Client().get(f"/games/{game.pk}/").text


def test_what_the_replay_found_is_told_to_nobody_else(world: World) -> None:
    game = confirm_all(world, "B+R", sgf(KO))
    page = Client().get(f"/games/{game.pk}/").text
    assert "Board after move 10: White played D6." in page
    assert 'class="fault"' not in page
    assert "move 10</a>" not in page


def test_a_record_of_another_board_is_not_shown_as_the_game(world: World) -> None:
    game = confirm_all(world, "B+R", sgf(KO, size=13))
    assert "data-board" not in Client().get(f"/games/{game.pk}/").text


def test_a_record_of_an_entered_result_is_shown_without_a_count(world: World) -> None:
    game = world.games[0]
    sent = report(game, game.black, "W+15.5", sgf(WALLS), DEAD.split())
    judge_all()
    contest_as_read(submission_id=sent, player_id=game.white_id, note="No.")
    correct_result(game_id=game.pk, winner="white", note="Ruling.")
    page = Client().get(f"/games/{game.pk}/").text
    assert f'data-board="board-{sent}"' in page
    assert '<rect class="w"' not in page


def test_an_entered_result_without_a_record_has_no_board(world: World) -> None:
    game = world.games[0]
    enter_result(game_id=game.pk, winner="black")
    assert "data-board" not in Client().get(f"/games/{game.pk}/").text


def test_a_finding_leads_to_its_move_on_the_board(filled: World) -> None:
    game = filled.games[2]
    one = game.submissions.get().pk
    page = filled.player(4).get(f"/games/{game.pk}/").text
    link = re.search(r'<a class="jump" href="([^"]+)" data-jump="([^"]+)" data-step="=10">', page)
    assert link
    assert link[1] == f"?move-{one}=10#board-{one}-figure"
    assert f'data-board="{link[2]}"' in page
    assert f'id="board-{one}-figure"' in page


def test_the_position_is_told_in_words(filled: World) -> None:
    game = filled.games[0]
    words = [
        re.findall(r"<li>(.*?)</li>", page.split("data-words>")[1].split("</ul>")[0])
        for page in (Client().get(f"/games/{game.pk}/?move={number}").text for number in (0, 1, 22))
    ]
    assert words[0] == ["No stone is on the board."]
    assert words[1] == ["Row 5: Black D."]
    assert words[2][0] == "Row 9: Black D; White E."
    assert words[2][1] == "Row 8: Black D; White B, E."
    assert len(words[2]) == 9


def test_the_record_of_a_report_stays_when_the_result_is_corrected(world: World) -> None:
    for game, moves, winner, badge in (
        (world.games[0], "dd", "white", SAID),
        (world.games[1], "cc ee", "black", "otherwise"),
    ):
        report(game, game.white, "W+R", sgf(moves, RE="W+R"))
        correct_result(game_id=game.pk, winner=winner, reason="resignation", note="Told by both.")
        judge_all()
        reports = submissions_of([game.pk])[game.pk]
        [shown] = [one for one in reports if one.is_evidence]
        assert (shown.record.sent_by, shown.winner) == (game.white_id, winner)
        assert shown.verdict is not None
        assert shown.badge == badge
        player = world.player(0 if game == world.games[0] else 2)
        for client in (player, world.client(Role.DIRECTOR), Client()):
            page = client.get(f"/games/{game.pk}/")
            assert "data-moves" in page.text or "<svg" in page.text
            assert f"move-{shown.id}" in page.text


def test_a_correction_that_is_undone_and_done_again_keeps_one_record(world: World) -> None:
    game = world.games[0]
    report(game, game.white, "W+R", sgf("dd", RE="W+R"))
    event = correct_result(game_id=game.pk, winner="white", reason="resignation", note="So it is.")
    undo(event_id=event.pk)
    correct_result(game_id=game.pk, winner="white", reason="resignation", note="So it is.")
    assert sum(one.is_evidence for one in submissions_of([game.pk])[game.pk]) == 1


def test_a_report_that_waits_again_is_alone_with_its_record(world: World) -> None:
    for game, change in (
        (world.games[0], lambda key: correct_result(game_id=key, winner="draw", note="Told so.")),
        (world.games[1], lambda key: correct_colours(game_id=key, note="The other way round.")),
        (world.games[2], lambda key: withdraw_result(game_id=key, note="At another board.")),
    ):
        report(game, game.white, "W+R", sgf("dd", RE="W+R"))
        undone = undo(event_id=change(game.pk).pk)
        [shown] = evidence(game)
        assert (shown.state, shown.imported) == (SubmissionState.PENDING, False)
        redone = undo(event_id=undone.pk)
        [shown] = evidence(game)
        assert (shown.state, shown.imported) == (SubmissionState.CONFIRMED, True)
        undo(event_id=redone.pk)
        [shown] = evidence(game)
        assert (shown.state, shown.imported) == (SubmissionState.PENDING, False)
        confirm_as_read(submission_id=shown.id, player_id=game.black_id)
        game.refresh_from_db()
        assert (game.state, game.winner) == (GameState.CONFIRMED, "white")


def evidence(game: Game) -> list[SubmissionView]:
    return [one for one in submissions_of([game.pk])[game.pk] if one.is_evidence]


def test_the_record_of_a_report_that_is_taken_back_stays_and_counts_again(world: World) -> None:
    game, other = world.games[:2]
    played, record = sgf("dd", RE="W+R"), sgf("cc ee", RE="W+R")
    for each, sent in ((game, played), (other, record)):
        report(each, each.white, "W+R", sent)
        withdraw_result(game_id=each.pk, note="Reported at the wrong board.")
    judge_all()
    [kept] = evidence(game)
    address = f"/games/{game.pk}/"
    for client in (world.client(Role.DIRECTOR), world.player(0)):
        page = client.get(address).text
        assert f"move-{kept.id}" in page
        assert f"Game record added by {world.games[0].white.name}" in page
    assert f"move-{kept.id}" not in Client().get(address).text
    enter_result(game_id=game.pk, winner="white", reason="resignation")
    [stands] = evidence(game)
    assert (stands.id, stands.badge) == (kept.id, SAID)
    assert f"move-{kept.id}" in Client().get(address).text
    report(other, other.white, "W+R", record)
    assert [one.state for one in evidence(other)] == [SubmissionState.PENDING]


def test_the_record_stays_when_the_colours_of_a_reported_game_are_corrected(world: World) -> None:
    game = world.games[0]
    report(game, game.white, "W+R", sgf("dd", RE="W+R"))
    correct_colours(game_id=game.pk, note="Played the other way round.")
    [shown] = [one for one in submissions_of([game.pk])[game.pk] if one.is_evidence]
    assert shown.record is not None
    assert shown.winner == "black"
