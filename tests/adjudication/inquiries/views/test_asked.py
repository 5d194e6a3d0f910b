"""What players are asked and can do in a case, through their pages."""

from collections.abc import Callable
from html import unescape
from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from adjudication.cases.services.actions import take_case
from adjudication.inquiries.services.answering import answer
from adjudication.inquiries.services.raising import raise_matter
from adjudication.models import Case, Inquiry, Picture, Statement, Submission
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.rulings.services.ruling import rule
from tests.support.answering import confirming, named
from tests.support.desk_world import taken_by
from tests.support.forms import hidden
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, both_report, judge_all, make_world, report
from tournament.audit.selectors.freshness import freshness_of
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.models import AccessLink, Game, GameState, Role
from tournament.staff.services import issue_link

pytestmark = pytest.mark.django_db


def url(world: World, rest: str = "", game: int = 0) -> str:
    return f"/games/{world.games[game].pk}/{rest}"


def fresh(world: World) -> Game:
    return Game.objects.get(pk=world.games[0].pk)


def text(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, response.status_code
    return response.content.decode()


def raised(world: World, cause: Cause, **data: Any) -> Inquiry:
    game = world.games[0]
    raise_matter(game_id=game.pk, player_id=game.black_id, cause=cause, data=data)
    return Inquiry.objects.latest("pk")


def test_a_claim_is_taken_back_after_a_question_and_the_game_goes_on(world: World) -> None:
    black, white = world.player(0), world.player(1)
    black.post(url(world, "wrong/"), {"matter": "time", "clock": "fell", "whose": "white"})
    assert fresh(world).state == GameState.DISPUTED
    for page in ("", "case/"):
        assert 'id="take-back"' in text(black, url(world, page))
        assert 'id="take-back"' not in text(white, url(world, page))
    asked = text(black, url(world, "case/withdraw/"))
    assert f"{world.games[0].white.name} (White) ran out of time" in unescape(asked)
    sent = {"case": Case.objects.get().pk}
    assert white.post(url(world, "case/withdraw/"), sent).status_code == 302
    assert fresh(world).state == GameState.DISPUTED
    assert black.post(url(world, "case/withdraw/"), sent).status_code == 302
    assert fresh(world).state == GameState.OPEN
    for client in (black, white):
        page = text(client, url(world))
        assert 'id="taken-back"' in page
        assert 'id="report-it"' in page
        assert "took it back" in text(client, "/me/")
        assert "took it back" in text(client, url(world, "case/"))
    assert black.get(url(world, "case/withdraw/")).status_code == 302


def test_of_what_both_raised_each_is_offered_to_take_back_their_own(world: World) -> None:
    black, white = world.player(0), world.player(1)
    black.post(url(world, "wrong/"), {"matter": "time", "clock": "fell", "whose": "white"})
    white.post(url(world, "wrong/"), {"matter": "time", "clock": "fell", "whose": "black"})
    case = Case.objects.get()
    names = {one.name for one in (world.games[0].black, world.games[0].white)}
    for client, late in ((black, world.games[0].white), (white, world.games[0].black)):
        for page in ("", "case/"):
            assert 'id="take-back"' in text(client, url(world, page))
        asked = unescape(text(client, url(world, "case/withdraw/")))
        assert [name for name in names if f"{name} (" in asked and "ran out" in asked] == [
            late.name
        ]
    assert black.post(url(world, "case/withdraw/"), {"case": case.pk}).status_code == 302
    case.refresh_from_db()
    assert (case.state, fresh(world).state) == ("open", GameState.DISPUTED)
    assert 'id="take-back"' not in text(black, url(world))
    assert 'id="take-back"' in text(white, url(world))
    history = text(world.client(Role.REFEREE), f"/referee/coupe/cases/{case.number}/")
    assert "took back what they had raised" in history
    assert white.post(url(world, "case/withdraw/"), {"case": case.pk}).status_code == 302
    assert fresh(world).state == GameState.OPEN


def test_a_claim_that_a_referee_works_on_is_not_offered_to_be_taken_back(world: World) -> None:
    black = world.player(0)
    black.post(url(world, "wrong/"), {"matter": "time", "clock": "fell", "whose": "white"})
    taken(world)
    assert 'id="take-back"' not in text(black, url(world))
    assert 'id="take-back"' not in text(black, url(world, "case/"))
    sent = {"case": Case.objects.get().pk}
    refused = black.post(url(world, "case/withdraw/"), sent, follow=True).content.decode()
    assert "tell them that you take it back" in refused
    assert fresh(world).state == GameState.DISPUTED


def test_both_answer_from_their_game_page_and_the_game_ends_without_result(world: World) -> None:
    black, white = world.player(0), world.player(1)
    report(world.games[0], world.games[0].black, "B+R")
    sent = black.post(url(world, "wrong/"), {"matter": "cycle", "move": "9"})
    assert sent.status_code == 302
    inquiry = Inquiry.objects.get()
    for client in (black, white):
        page = text(client, url(world))
        assert "answer-question" in page
        assert 'id="confirm"' not in page
        assert "Move 9" in text(client, url(world, "question/"))
        assert "there is a question for you" in text(client, "/me/")
        said = {"inquiry": inquiry.pk, "answer": "yes"}
        assert "final" in client.post(url(world, "question/"), said).text  # not given yet
        client.post(url(world, "question/"), {**said, "result": "half"})
    game = fresh(world)
    assert (game.state, game.winner) == (GameState.CONFIRMED, "none")
    assert "half" not in text(black, url(world, "question/"))  # asked no more


def test_of_two_open_questions_each_is_shown_with_the_way_to_the_other(world: World) -> None:
    first = raised(world, Cause.CYCLE, move=9)
    second = raised(world, Cause.EFFECTIVE_MOVE)
    white = world.player(1)
    to_second = url(world, f"question/?change={second.pk}")
    for page in ("", "case/"):
        shown = text(white, url(world, page))
        assert f'href="{url(world, "question/")}"' in shown
        assert f'href="{to_second}"' in shown
    one, other = text(white, url(world, "question/")), text(white, to_second)
    assert f'name="inquiry" value="{first.pk}"' in one
    assert f'href="{to_second}"' in one
    assert f'name="inquiry" value="{second.pk}"' in other
    assert f'href="{url(world, f"question/?change={first.pk}")}"' in other
    white.post(to_second, {"inquiry": second.pk, "answer": "resume"})
    assert f'id="also-{second.pk}"' not in text(white, url(world, "question/"))
    assert f'id="also-{first.pk}"' in text(white, to_second), "they look at it again"
    rita, case = world.client(Role.REFEREE), Case.objects.get()
    taken_by(rita, case)
    seen = text(rita, f"/referee/coupe/cases/{case.number}/").partition('href="#asked"')[2]
    assert seen.count("no answer yet") == 3


def test_the_opponents_answer_is_told_once_both_have_answered(world: World) -> None:
    black, white = world.player(0), world.player(1)
    inquiry = raised(world, Cause.CYCLE, move=9)
    black.post(url(world, "question/"), {"inquiry": inquiry.pk, "answer": "no"})
    assert "<dd>No.</dd>" in text(black, url(world, "question/"))
    assert "<dd>No.</dd>" not in text(white, url(world, "question/"))
    yes = {"inquiry": inquiry.pk, "answer": "yes", "result": "half"}
    white.post(url(world, "question/"), yes)
    assert "<dd>No.</dd>" in text(white, url(world, "question/"))


def test_questions_come_in_the_order_of_the_articles(world: World) -> None:
    inquiry = raised(world, Cause.EFFECTIVE_MOVE)
    white = world.player(1)
    first = text(white, url(world, "question/"))
    assert "say-resume" in first
    assert "say-game_over" not in first
    step = {"inquiry": inquiry.pk, "answer": "no_resumption"}
    second = white.post(url(world, "question/"), step)
    assert "say-game_over" in second.content.decode()
    assert Inquiry.objects.get().white_answer == ""
    last = {"inquiry": inquiry.pk, "path": "no_resumption", "answer": "neither"}
    assert white.post(url(world, "question/"), last).status_code == 302
    assert Inquiry.objects.get().white_answer == "neither"


def test_a_form_that_is_out_of_date_is_refused_and_nothing_changes(world: World) -> None:
    inquiry = raised(world, Cause.CYCLE)
    white = world.player(1)
    for wrong in ({"inquiry": inquiry.pk + 1, "answer": "yes"}, {"answer": "yes"}):
        response = white.post(url(world, "question/"), wrong, follow=True)
        assert "no longer asked" in response.content.decode()
    wrong = {"inquiry": inquiry.pk, "answer": "nonsense"}
    assert white.post(url(world, "question/"), wrong).status_code == 400
    assert Inquiry.objects.get().white_answer == ""


def test_an_objection_asks_both_for_the_result_anew(world: World) -> None:
    black, white = world.player(0), world.player(1)
    report(world.games[0], world.games[0].black, "B+3.5")
    white.post(url(world, "wrong/"), {"matter": "objection", "note": "I count again"})
    inquiry = Inquiry.objects.get()
    shown = text(black, url(world, "question/"))
    assert "Aki (Black) won against Béa (White) by 3.5 points." in shown
    assert "I count again" in shown
    other = {"inquiry": inquiry.pk, "answer": "other"}
    asked = white.post(url(world, "question/"), other)
    assert 'name="margin"' in asked.content.decode()
    wrong = white.post(url(world, "question/"), {**other, "winner": "black", "margin": "much"})
    assert wrong.status_code == 400
    assert 'value="much"' in wrong.content.decode()
    for client in (black, white):
        client.post(url(world, "question/"), {**other, "winner": "black", "margin": "4,5"})
    assert (fresh(world).state, fresh(world).margin_half) == (GameState.CONFIRMED, 9)


def test_an_objection_is_settled_by_an_answer_that_was_asked_again_and_told_as_final(
    world: World,
) -> None:
    black, white = world.player(0), world.player(1)
    report(world.games[0], world.games[0].black, "B+3.5")
    white.post(url(world, "wrong/"), {"matter": "objection", "note": "I count again"})
    right = {"inquiry": Inquiry.objects.get().pk, "answer": "confirm"}
    for client, answered in ((black, False), (white, True)):
        asked = client.post(url(world, "question/"), right).text
        assert ("already answered" in asked, "final" in asked) == (answered, True)
        assert fresh(world).state == GameState.DISPUTED
        stale = client.post(url(world, "question/"), {**right, "result": "B+4.5"}).text
        assert 'id="accepting"' in stale
        client.post(url(world, "question/"), {**right, "result": "B+3.5"})
    assert fresh(world).state == GameState.CONFIRMED


def test_what_was_typed_is_kept_where_something_is_missing(world: World) -> None:
    black = world.player(0)
    response = black.post(url(world, "wrong/"), {"matter": "displaced_stone", "point": "Z77"})
    page = response.content.decode()
    assert response.status_code == 400
    assert 'value="Z77"' in page
    assert not Case.objects.exists()
    missing = black.post(url(world, "wrong/"), {"matter": "other", "note": " "})
    assert "no-store" not in missing["Cache-Control"]  # going back does not lose what was typed
    assert "private" in missing["Cache-Control"]
    assert missing.status_code == 400
    gone = black.post(url(world, "wrong/"), {"matter": "objection"})
    assert gone.status_code == 400


def test_a_confirmed_result_is_no_more_questioned(world: World) -> None:
    both_report(world.games[0], "B+R")
    page = text(world.player(0), url(world, "wrong/"))
    assert "matter-cycle" not in page
    assert "matter-other" in page


def test_players_and_referees_read_the_case_and_players_write(world: World) -> None:
    raised(world, Cause.CYCLE)
    black, referee = world.player(0), world.client(Role.REFEREE)
    case = Case.objects.get()
    form = {"case": case.pk, "key": uuid4().hex, "text": "The ladder worked."}
    for _twice in range(2):
        assert black.post(url(world, "case/"), form).status_code == 302
    assert Statement.objects.count() == 1
    for client in (black, world.player(1), referee):
        assert "The ladder worked." in text(client, url(world, "case/"))
    assert world.player(4).get(url(world, "case/")).status_code == 403
    assert referee.post(url(world, "case/"), form).status_code == 403
    empty = black.post(url(world, "case/"), {**form, "text": "", "key": "other"})
    assert empty.status_code == 400
    stale = black.post(url(world, "case/"), {**form, "case": case.pk + 1, "text": "Kept"})
    assert stale.status_code == 400
    assert "Kept" in stale.content.decode()


def test_a_game_without_a_case_has_no_page_of_one(world: World) -> None:
    assert world.player(0).get(url(world, "case/")).status_code == 404


def disagreeing(world: World) -> None:
    """Both count the walls, White with two stones dead and Black with none."""
    game = world.games[0]
    record = sgf(WALLS, KM="6.5")
    report(game, game.white, "W+15.5", record, DEAD.split())
    report(game, game.black, "W+0.5", record, [])
    judge_all()
    if not Inquiry.objects.filter(game=game, kind="dead_stones", state="waiting").exists():
        pytest.fail("the players are not asked about the dead stones")


def both_resume(world: World) -> Inquiry:
    inquiry = Inquiry.objects.get(kind="dead_stones")
    for player in (inquiry.game.white_id, inquiry.game.black_id):
        answer(inquiry_id=inquiry.pk, player_id=player, answer="resume")
    return inquiry


def test_moves_are_entered_judged_and_counted_and_the_opponent_confirms(db: None) -> None:
    world = make_world(rules="french")
    disagreeing(world)
    inquiry = both_resume(world)
    black = world.player(0)
    assert "enter-moves" in text(black, url(world))
    for player in (0, 1):
        assert "Black moves first" in text(world.player(player), url(world))
    form = {"inquiry": inquiry.pk, "key": "once", "moves": "", "dead": ""}
    tapped = black.post(url(world, "on/board/"), {**form, "point": "B9"}).content.decode()
    assert 'value="B9"' in tapped
    assert "White to move" in tapped
    occupied = black.post(url(world, "on/board/"), {**form, "point": "B8"}).content.decode()
    assert "B8" in occupied
    assert 'role="alert"' in occupied
    assert "Black to move" in occupied
    typed = {**form, "moves": "B9 pass A8 pass C8 pass B7", "step": "play"}
    assert (
        'value="B9 pass A8 pass C8 pass B7"'
        in black.post(url(world, "on/"), typed).content.decode()
    )
    undone = black.post(url(world, "on/"), {**typed, "step": "undo"}).content.decode()
    assert 'value="B9 pass A8 pass C8 pass"' in undone
    nonsense = black.post(url(world, "on/"), {**form, "moves": "B9 X99", "step": "play"})
    assert nonsense.status_code == 400
    assert "B9 X99" in nonsense.content.decode()
    over = {**form, "moves": "B9 pass A8 pass C8 pass B7 pass pass"}
    counted = black.post(url(world, "on/"), {**over, "step": "play"}).content.decode()
    assert "No more stones are removed" in counted
    assert "send-count" in counted
    for _twice in range(2):
        assert black.post(url(world, "on/"), {**over, "step": "send"}).status_code == 302
    judge_all()
    sent = Submission.objects.get(game=world.games[0], state="pending")
    assert (sent.resumed, sent.dead_stones, sent.verdict.verdict) == (True, [], "confirmed")
    world.player(1).post(url(world, "confirm/"), confirming(sent.pk))
    assert fresh(world).state == GameState.CONFIRMED


def test_in_japan_dead_stones_are_marked_after_the_new_stop(db: None) -> None:
    world = make_world(rules="japanese")
    disagreeing(world)
    inquiry = both_resume(world)
    white = world.player(1)
    form = {"inquiry": inquiry.pk, "key": "once", "moves": "pass pass", "dead": ""}
    marked = white.post(url(world, "on/board/"), {**form, "point": "B8"}).content.decode()
    assert "Counted" in marked
    both = {**form, "dead": DEAD, "step": "send"}
    assert white.post(url(world, "on/"), both).status_code == 302
    assert fresh(world).margin_half == 31


def test_a_new_record_or_none_at_all_will_do(db: None) -> None:
    world = make_world(rules="french")
    disagreeing(world)
    inquiry = both_resume(world)
    black = world.player(0)

    def upload(data: bytes) -> dict[str, Any]:
        return {
            "inquiry": inquiry.pk,
            "key": "once",
            "step": "upload",
            "record": SimpleUploadedFile("on.sgf", data),
        }

    other = black.post(url(world, "on/"), upload(sgf("aa bb -- --")))
    assert other.status_code == 400
    assert "does not continue your game" in other.content.decode()
    stale = black.post(url(world, "on/"), {"inquiry": 0, "moves": "B9", "step": "without"})
    assert stale.status_code == 400
    assert fresh(world).state == GameState.DISPUTED
    done = black.post(url(world, "on/"), {"inquiry": inquiry.pk, "step": "without"})
    assert done["Location"] == url(world, "report/")
    assert fresh(world).state == GameState.OPEN


def test_a_slip_is_made_good_by_accepting_the_opponents_result(world: World) -> None:
    game = world.games[0]
    sent = report(game, game.black, "B+3.5")
    report(game, game.white, "W+3.5")
    white = world.player(1)
    assert 'id="accept"' in text(white, url(world))
    white.post(url(world, "accept/"), {"submission": named(sent + 1)})
    assert fresh(world).state == GameState.DISPUTED
    asked = white.post(url(world, "accept/"), {"submission": named(sent)}).text
    assert fresh(world).state == GameState.DISPUTED
    white.post(url(world, "accept/"), hidden(asked))
    assert (fresh(world).state, fresh(world).winner) == (GameState.CONFIRMED, "black")


def jpeg() -> bytes:
    data = BytesIO()
    Image.new("RGB", (60, 40), "brown").save(data, "PNG")
    return data.getvalue()


def test_pictures_are_for_the_players_and_the_referees(world: World) -> None:
    raised(world, Cause.CYCLE)
    black = world.player(0)
    form = {"case": Case.objects.get().pk, "key": "once", "text": "Look"}
    pictures = [SimpleUploadedFile(f"{n}.png", jpeg(), "image/png") for n in range(4)]
    many = black.post(url(world, "case/"), {**form, "pictures": pictures})
    assert many.status_code == 400
    assert "Look" in many.content.decode()
    one = SimpleUploadedFile("one.png", jpeg(), "image/png")
    sgf_file = SimpleUploadedFile("two.sgf", sgf(WALLS))
    black.post(url(world, "case/"), {**form, "pictures": [one], "record": sgf_file})
    picture = url(world, f"case/pictures/{Picture.objects.get().pk}.jpg")
    record = url(world, f"case/records/{Statement.objects.get().pk}.sgf")
    for client in (black, world.player(1), world.client(Role.REFEREE)):
        shown = client.get(picture)
        assert shown["Content-Type"] == "image/jpeg"
        assert shown["X-Content-Type-Options"] == "nosniff"
        assert client.get(record).content == sgf(WALLS)
    for stranger in (world.player(4), Client()):
        assert stranger.get(picture).status_code == 403
        assert stranger.get(record).status_code == 403
    elsewhere = picture.replace(url(world), url(world, game=2))
    assert world.player(4).get(elsewhere).status_code == 404


def referee(world: World) -> Actor:
    link = AccessLink.objects.filter(tournament=world.tournament, role=Role.REFEREE).first()
    if link is None:
        issue_link(tournament_id=world.tournament.pk, role=Role.REFEREE)
        return referee(world)
    return Actor(role=Role.REFEREE, name="Rita", link_id=link.pk)


def taken(world: World) -> Case:
    case = Case.objects.get()
    with acting_as(referee(world)):
        take_case(case_id=case.pk)
    case.refresh_from_db()
    return case


def test_the_referee_reads_which_question_is_open(world: World) -> None:
    raised(world, Cause.CYCLE)
    asked = Inquiry.objects.get()
    case, judge = Case.objects.get(), world.client(Role.REFEREE)
    taken_by(judge, case)
    page = unescape(text(judge, f"/referee/coupe/cases/{case.number}/"))
    assert f"“{asked.get_kind_display()}”" in page


def ruled(world: World) -> Case:
    raised(world, Cause.CYCLE)
    case = taken(world)
    with acting_as(referee(world)):
        decision = Decision(
            effect="result",
            winner="black",
            reason="ruling",
            reasons="Seen on the board.",
            articles=("j1989:12",),
        )
        rule(case_id=case.pk, decision=decision, version=case.version)
    return case


def test_a_ruling_is_read_with_its_articles_and_appealed(world: World) -> None:
    case = ruled(world)
    black, white = world.player(0), world.player(1)
    page = text(white, url(world, "case/"))
    assert "Seen on the board." in page
    assert "appeal-it" in page
    assert "The ruling gives you the game" not in page
    assert "Art. 12" in page
    form = {"case": case.pk, "appeal": "It was not the same position."}
    empty = white.post(url(world, "case/appeal/"), {**form, "appeal": " "})
    assert empty.status_code == 400
    assert white.post(url(world, "case/appeal/"), form).status_code == 302
    shown = text(black, url(world, "case/"))
    assert "It was not the same position." in shown
    assert "withdraw-appeal" not in shown
    again = black.post(url(world, "case/appeal/"), form)
    assert again.status_code == 409
    assert "It was not the same position." in again.content.decode()
    asked = text(white, url(world, "case/appeal/withdraw/"))
    assert "You cannot appeal against it again" in asked
    assert black.get(url(world, "case/appeal/withdraw/")).status_code == 302
    case.refresh_from_db()
    assert case.state == "appealed"
    white.post(url(world, "case/appeal/withdraw/"))
    case.refresh_from_db()
    assert case.state == "ruled"
    # It is the other player's turn: who takes his appeal back has had his.
    assert "appeal-it" not in text(white, url(world, "case/"))
    shown = text(black, url(world, "case/"))
    assert "appeal-it" in shown
    # The ruling lets Black win: what else is there to appeal against?
    assert "The ruling gives you the game. Say what should have been decided" in shown


def test_what_a_referee_works_on_is_his_whatever_the_players_answer(world: World) -> None:
    inquiry = raised(world, Cause.CYCLE, move=9)
    case = taken(world)
    for player in (0, 1):
        form = {"inquiry": inquiry.pk, "answer": "yes"}
        page = world.player(player).post(url(world, "question/"), form, follow=True)
    assert "sees what you both said" in page.content.decode()
    case.refresh_from_db()
    assert (case.state, fresh(world).state) == ("taken", GameState.DISPUTED)
    world.player(1).post(url(world, "wrong/"), {"matter": "effective_move"})
    assert not Inquiry.objects.filter(kind="effective_move").exists()
    case.refresh_from_db()
    assert [ground["cause"] for ground in case.grounds] == ["cycle", "effective_move"]


def answered(world: World) -> None:
    answer(inquiry_id=Inquiry.objects.get().pk, player_id=world.games[0].black_id, answer="no")


@pytest.mark.parametrize(
    "step", [lambda world: raised(world, Cause.CYCLE), answered, lambda world: ruled(world)]
)
def test_whatever_happens_in_a_case_is_news_to_both_pages(
    world: World, step: Callable[[World], object]
) -> None:
    if step is answered:
        raised(world, Cause.CYCLE)
    addresses = (f"/games/{world.games[0].pk}/live/", "/me/live/")
    tags = {address: world.player(0).get(address)["ETag"] for address in addresses}
    step(world)
    for address, tag in tags.items():
        news = world.player(0).get(address, headers={"If-None-Match": tag})
        assert news.status_code == 200, address


def test_a_statement_is_news_to_the_page_of_the_game(world: World) -> None:
    raised(world, Cause.CYCLE)
    seen = freshness_of(world.tournament.pk).all
    form = {"case": Case.objects.get().pk, "key": "once", "text": "Look"}
    world.player(1).post(url(world, "case/"), form)
    assert freshness_of(world.tournament.pk).all != seen
