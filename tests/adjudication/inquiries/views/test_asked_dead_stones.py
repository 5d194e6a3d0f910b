"""The question which stones are dead: both players' marks, whose they are and where they differ."""

import re
from html import unescape

import pytest

from adjudication.cases.selectors.record_names import NO_NAMES
from adjudication.inquiries.services.answering import answer, may_follow
from adjudication.models import Case, Inquiry
from adjudication.policy.causes import Cause
from adjudication.policy.questions import AnswersOutcome
from adjudication.submissions.services.added_records import add_record
from adjudication.submissions.views.several_records import several_records
from adjudication.verdicts.selectors.games import game_page
from adjudication.verdicts.selectors.submissions import records_by_id
from tests.support.answering import contest_as_read
from tests.support.forms import hidden
from tests.support.records import WALLS, sgf
from tests.support.world import World, judge_all, make_world, report
from tournament.models import Game, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    """Both count the walls, White with G3 dead as well."""
    found = make_world(rules="japanese")
    game, record = found.games[0], sgf(WALLS, KM="6.5")
    report(game, game.white, "W+15.5", record, ["B8", "G3"])
    report(game, game.black, "W+14.5", record, ["B8"])
    judge_all()
    assert Inquiry.objects.get().kind == "dead_stones"
    return found


def test_who_has_another_end_of_the_game_is_not_asked_about_stones_on_it() -> None:
    """White's record goes on where Black's stops: nobody marked stones on the other's position."""
    found = make_world(rules="japanese")
    game, on = found.games[0], WALLS.removesuffix("-- --") + "ac -- --"
    report(game, game.black, "W+14.5", sgf(WALLS, KM="6.5"), ["B8"])
    report(game, game.white, "W+15.5", sgf(on, KM="6.5"), ["B8", "G3"])
    judge_all()
    assert not Inquiry.objects.exists()
    case = Case.objects.get()
    assert (case.cause, case.state) == (Cause.CLAIMS_DIFFER, "open")
    page = unescape(found.player(0).get(f"/games/{game.pk}/").text)
    shown = game_page(game.pk)
    kept = records_by_id([one.record.id for one in shown.compared_reports if one.record])
    assert several_records(shown, (), kept, NO_NAMES).sentence in page


def test_play_goes_on_from_no_position_that_only_one_record_has() -> None:
    found = make_world(rules="japanese")
    game = found.games[0]
    report(game, game.white, "W+15.5", None, ["B8", "G3"])
    report(game, game.black, "W+14.5", sgf(WALLS, KM="6.5"), ["B8"])
    inquiry = Inquiry.objects.get()
    on = sgf(WALLS.removesuffix("-- --") + "ac -- --", KM="6.5")
    add_record(game_id=game.pk, player_id=game.white_id, record_bytes=on, idempotency_key="later")
    assert "asks to play on, a referee decides" in accepting(found, 1)
    for player in (game.black_id, game.white_id):
        answer(inquiry_id=inquiry.pk, player_id=player, answer="resume")
    inquiry.refresh_from_db()
    assert inquiry.data["outcome"] == AnswersOutcome.CASE
    assert inquiry.case.state == "open"


def accepting(found: World, player: int) -> str:
    """Accept the opponent's marks, and return what is asked before that is done."""
    sent = {"inquiry": Inquiry.objects.get().pk, "answer": "accept"}
    address = f"/games/{found.games[0].pk}/question/"
    return unescape(found.player(player).post(address, sent).text)


def test_who_marked_nothing_is_told_that_the_opponent_may_give_up_their_marks() -> None:
    found = make_world(rules="japanese")
    game = found.games[0]
    sent = report(game, game.white, "W+15.5", sgf(WALLS, KM="6.5"), ["B8", "G3"])
    contest_as_read(submission_id=sent, player_id=game.black_id, about_dead_stones=True)
    told = accepting(found, 0)
    assert "give up their own marks" in told
    assert "accept your marks" not in told


def asked(world: World, player: int) -> str:
    return unescape(world.player(player).get(f"/games/{world.games[0].pk}/question/").text)


def test_where_nobody_marked_stones_nothing_is_told_to_differ() -> None:
    found = make_world(rules="japanese")
    game = found.games[0]
    sent = report(game, game.white, "W+15.5", sgf(WALLS, KM="6.5"))
    contest_as_read(submission_id=sent, player_id=game.black_id, about_dead_stones=True)
    page = asked(found, 0)
    assert "Neither of you has marked which stones are dead" in page
    assert "Dead, says Béa (White)" in page
    assert "You differ on" not in page
    assert "pale stones" not in page


@pytest.mark.parametrize("player", [0, 1])
def test_both_see_whose_marks_are_whose_and_where_they_differ(world: World, player: int) -> None:
    page = asked(world, player)
    marks = page[page.index('<h2 id="marks"') :]
    said = ["Dead, says Aki (Black)", "Dead, says Béa (White)"]
    said[player] = "Dead, you say"
    assert marks.index(said[0]) < marks.index(said[1])
    differing = marks[marks.index("You differ on") :]
    assert "G3" in differing[: differing.index("</dd>")]
    assert "B8" not in differing[: differing.index("</dd>")]
    other, points = (("Béa (White)", "B8, G3"), ("Aki (Black)", "B8"))[player]
    assert f"The marks of {other}, dead: {points}." in page


def test_the_case_begins_with_what_both_say_and_the_question_that_waits(world: World) -> None:
    inquiry, game = Inquiry.objects.get(), world.games[0]
    address = f"/games/{game.pk}/case/"
    page = unescape(world.player(0).get(address).text)
    top = page[: page.index('id="said"')]
    assert "W+14.5" in top
    assert "W+15.5" in top
    assert differing_in(page) == "G3 (black, 1 stone)"
    assert f"/games/{game.pk}/question/" in top
    answer(inquiry_id=inquiry.pk, player_id=game.black_id, answer="keep")
    assert f"/games/{game.pk}/question/" not in world.player(0).get(address).text
    assert f"/games/{game.pk}/question/" in world.player(1).get(address).text
    desk = world.client(Role.REFEREE).get(f"/referee/coupe/cases/{inquiry.case.number}/").text
    assert "G3 (black, 1 stone)" in differing_in(desk)


def test_marks_on_ends_that_differ_are_not_compared() -> None:
    found = make_world(rules="japanese")
    game, on = found.games[0], WALLS.removesuffix("-- --") + "ac -- --"
    report(game, game.black, "W+14.5", sgf(WALLS, KM="6.5"), ["B8"])
    report(game, game.white, "W+15.5", sgf(on, KM="6.5"), ["B8", "G3"])
    judge_all()
    page = unescape(found.player(0).get(f"/games/{game.pk}/case/").text)
    assert "W+15.5" in page[: page.index('id="said"')]
    assert "data-differing" not in page


def differing_in(page: str) -> str:
    """Return what a page names as the stones on which the players differ."""
    marked = page[page.index("data-differing>") :].removeprefix("data-differing>")
    return re.sub("<[^>]*>", "", re.split("</dd>|</p>", marked)[0])


def test_where_one_says_that_no_stone_is_dead_they_can_both_mark(world: World) -> None:
    inquiry = Inquiry.objects.get()
    Inquiry.objects.filter(pk=inquiry.pk).update(data={**inquiry.data, "black": [], "white": None})
    page = asked(world, 1)
    assert "You differ on" not in page
    assert "One of you says that no stone is dead" in page
    assert "You did not mark the same" not in page
    assert {"accept", "concede", "resume"} <= set(re.findall(r'id="say-(\w+)"', page))
    assert f"/games/{world.games[0].pk}/case/stones/" in page
    assert "my marks are wrong" not in asked(world, 0)


def test_who_refuse_each_others_marks_have_not_said_the_same(world: World) -> None:
    inquiry = Inquiry.objects.get()
    for player in (0, 1):
        sent, where = {"inquiry": inquiry.pk}, f"/games/{world.games[0].pk}/question/"
        answered = world.player(player).post(where, {**sent, "answer": "keep"})
        if answered.status_code == 200:  # what their own marks come to may end the game
            result = hidden(answered.text)["result"]
            world.player(player).post(where, {**sent, "answer": "keep", "result": result})
    case = inquiry.game.cases.get()
    desk = world.client(Role.REFEREE).get(f"/referee/coupe/cases/{case.number}/").text
    for page in (desk, asked(world, 0)):
        assert "both said the same" not in page
        assert "both have answered" in page


def test_accepting_promises_nothing_that_hangs_on_the_opponent_and_betrays_no_answer(
    world: World,
) -> None:
    inquiry, game = Inquiry.objects.get(), world.games[0]
    address = f"/games/{game.pk}/question/"
    sent = {"inquiry": inquiry.pk, "answer": "accept"}

    def asked_for() -> str:
        response = world.player(0).post(address, sent, HTTP_ACCEPT_LANGUAGE="fr")
        assert "no-store" not in response["Cache-Control"]  # going back does not lose the page
        return unescape(response.content.decode())

    first = asked_for()
    assert "<strong>Blanc+" in first
    assert "W+15.5." not in first
    assert hidden(first)["result"] == "W+15.5"
    assert may_follow(inquiry, Game.objects.get(pk=game.pk), "black", "accept") == {
        AnswersOutcome.CONFIRM,
        AnswersOutcome.RESUME,
        AnswersOutcome.GO_ON,
    }
    answer(inquiry_id=inquiry.pk, player_id=game.white_id, answer="resume")
    second = asked_for()
    told = [page[page.index('id="accepting"') :] for page in (first, second)]
    assert told[0].split("</div>")[0] == told[1].split("</div>")[0]


@pytest.mark.parametrize("theirs", ["", "resume", "keep"])
def test_who_keeps_their_marks_is_told_all_that_may_follow_and_no_answer_of_the_opponent(
    theirs: str,
) -> None:
    found = counted_by_both("japanese")
    if theirs:
        answer(
            inquiry_id=Inquiry.objects.get().pk,
            player_id=found.games[0].white_id,
            answer=theirs,
        )
    told = keeping(found, "keep")
    assert "If they ask to play on, play goes on" in told
    assert "If they say anything else, a referee decides." in told
    assert "If they do not accept them, play goes on" not in told


def test_where_the_records_end_differently_no_play_is_promised() -> None:
    found = counted_by_both("japanese")
    game, on = found.games[0], sgf(WALLS.removesuffix("-- --") + "ac -- --", KM="6.5")
    add_record(game_id=game.pk, player_id=game.white_id, record_bytes=on, idempotency_key="later")
    told = keeping(found, "keep")
    assert "play goes on" not in told
    assert "a referee decides" in told


def test_by_turns_play_goes_on_unless_the_opponent_says_that_it_has() -> None:
    told = keeping(counted_by_both("french"), "resume")
    assert "If they do not accept them, play goes on" in told
    assert "played on, a referee decides" in told
    assert "If they say anything else" not in told


def counted_by_both(rules: str) -> World:
    """Both count the walls as their own marks give it."""
    found = make_world(rules=rules)
    game, record = found.games[0], sgf(WALLS, KM="6.5")
    report(game, game.white, "W+15.5", None, ["B8", "G3"])
    report(game, game.black, "B+21.5", record, ["B8"])
    judge_all()
    return found


def keeping(found: World, word: str) -> str:
    """Give an answer by which Black's marks may end the game, and return what follows of it."""
    address = f"/games/{found.games[0].pk}/question/"
    sent = {"inquiry": Inquiry.objects.get().pk, "answer": word}
    page = unescape(found.player(0).post(address, sent).text)
    return page[page.index('id="accepting"') :].split("</form>")[0]


def test_an_answer_is_changed_where_it_is_seen_and_not_from_an_old_tab(world: World) -> None:
    inquiry, game = Inquiry.objects.get(), world.games[0]
    address, black = f"/games/{game.pk}/question/", world.player(0)
    old = {"inquiry": inquiry.pk, "answer": "keep", **hidden(asked(world, 0))}
    answer(inquiry_id=inquiry.pk, player_id=game.black_id, answer="resume")
    stale = black.post(address, old, follow=True)
    assert stale.redirect_chain[-1][0] == address
    assert Inquiry.objects.get().black_answer == "resume"
    shown = black.get(address, {"change": inquiry.pk}).content.decode()
    now = {"inquiry": inquiry.pk, "answer": "keep", **hidden(shown)}
    assert black.post(address, now).status_code == 302
    assert Inquiry.objects.get().black_answer == "keep"


def test_where_play_goes_on_nothing_is_left_to_answer(world: World) -> None:
    inquiry, game = Inquiry.objects.get(), world.games[0]
    for player in (game.black_id, game.white_id):
        answer(inquiry_id=inquiry.pk, player_id=player, answer="resume")
    shown = world.player(0).get("/me/").text
    assert 'id="plays-on"' in shown
    assert f'id="case-{inquiry.case_id}"' in shown
    assert "and answer" not in shown


def test_what_both_agree_on_was_added_by_nobody(world: World) -> None:
    inquiry, game = Inquiry.objects.get(), world.games[0]
    for player, word in ((game.black_id, "accept"), (game.white_id, "keep")):
        answer(inquiry_id=inquiry.pk, player_id=player, answer=word)
    page = game_page(game.pk)
    assert page is not None
    assert page.game.state == "confirmed"
    agreed = page.standing_reports[-1]
    assert agreed.agreed
    assert not agreed.unread
    shown = unescape(world.player(0).get(f"/games/{game.pk}/").content.decode())
    assert "added by" not in shown
    assert "Agreed by both" in shown
