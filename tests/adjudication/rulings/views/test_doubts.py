"""What is asked before a ruling is made: contradictions, and losses of who was not heard."""

from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.test import Client

from adjudication.cases.selectors.cases import case_page, with_evidence
from adjudication.cases.services.statements import write_statement
from adjudication.models import Case, GameRecordFile, Ruling
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import BoardCount, Decision, board_count_from
from adjudication.rulings.forms import signed_count
from adjudication.rulings.views.doubts import NO_MOVES, NOT_HEARD, doubts_about
from adjudication.verdicts.selectors.submissions import submissions_of
from jobs.worker import run_job
from tests.adjudication.submissions.views.test_proposing import drawn
from tests.confirmation.test_territory import FALSE_EYE
from tests.support.answering import contest_as_read
from tests.support.desk_world import appealed, at, committee, fields, new_case, ruled, taken_by
from tests.support.records import DEAD, KO, WALLS, sgf
from tests.support.world import World, judge_all, make_world, report
from tournament.models import Role

pytestmark = pytest.mark.django_db
COUNTED = BoardCount(31, 31, "draw", dead=("F6",))
BLACK_RETAKES = f"-- {KO}"


@pytest.fixture
def rita(world: World) -> Client:
    return world.client(Role.REFEREE)


def taken(world: World, rita: Client, **about: Any) -> Case:
    case = new_case(world, **about)
    taken_by(rita, case)
    case.refresh_from_db()
    return case


def sent(rita: Client, case: Case, step: str = "preview", **values: Any) -> str:
    form = dict(fields(rita.get(at(case, "ruling/")).text)) | {"effect": "result"}
    answer = rita.post(at(case, "ruling/"), {**form, **values, "step": step}, follow=True)
    return unescape(answer.text)


def test_a_result_against_the_count_of_the_board_is_asked_about(world: World, rita: Client) -> None:
    case = taken(world, rita)
    typed = {"winner": "white", "reason": "score", "margin": "3.5", "reasons": "As counted."}
    page = sent(rita, case, "confirm", **typed, count=signed_count(COUNTED))
    assert "By the count of the board the result is jigo" in page
    assert "Rule all the same</button>" in page
    assert not Ruling.objects.exists()
    rita.post(at(case, "ruling/"), {**fields(page), "step": "confirm"})
    ruling = Ruling.objects.get()
    assert ruling.margin_half == 7
    assert board_count_from(ruling.counted) == COUNTED


def test_to_go_on_from_moves_that_nobody_has_is_asked_about(world: World) -> None:
    case = new_case(world)
    page = case_page(world.tournament.pk, case.number)
    assert page is not None
    for move, asked in ((40, [NO_MOVES]), (0, [])):
        decision = Decision("resume", resume_move=move, reasons="So.")
        found = doubts_about(with_evidence(page), decision, None)
        assert [doubt.code for doubt in found] == asked


def test_a_result_as_counted_is_not_asked_about(world: World, rita: Client) -> None:
    case = taken(world, rita)
    typed = {"winner": "white", "reason": "score", "margin": "3.5", "reasons": "As counted."}
    count = signed_count(replace(COUNTED, white=34.5, winner="white"))
    assert "By the count" not in sent(rita, case, **typed, count=count)
    # What is not signed is no count.
    assert "By the count" not in sent(rita, case, **typed, count="31-31")


def test_a_result_against_every_record_is_asked_about(world: World, rita: Client) -> None:
    game = world.games[0]
    report(game, game.black, "W+R", sgf("C3 G7", KM="6.5", RE="W+R"))
    while run_job():
        pass
    case = taken(world, rita)
    typed = {"winner": "black", "reason": "resignation", "reasons": "So it was."}
    assert "Make this ruling all the same?" in sent(rita, case, **typed)
    typed["winner"] = "white"
    assert "all the same" not in sent(rita, case, **typed)


def test_a_ruling_that_names_no_way_is_asked_about_where_the_count_gives_another_winner(
    world: World, rita: Client
) -> None:
    game = world.games[0]
    report(game, game.white, "W+15.5", sgf(WALLS, KM="6.5"), DEAD.split())
    judge_all()
    case = taken(world, rita)
    typed = {"winner": "black", "reason": "ruling", "reasons": "So it was."}
    page = sent(rita, case, "confirm", **typed)
    assert "Make this ruling all the same?" in page
    assert "W+15.5" in page
    assert not Ruling.objects.exists()
    assert "all the same" not in sent(rita, case, **{**typed, "winner": "white"})
    # Points that are taken off may make another winner.
    assert "Make this ruling all the same?" not in sent(rita, case, **typed, **{"points-2": "20"})


LOST = {
    "illegal": (Cause.ILLEGAL_MOVE, {"reason": "forfeit", "articles": ["j1989:14"]}),
    "time": (Cause.TIME, {"reason": "time"}),
}


@pytest.mark.parametrize("lost", LOST)
def test_a_loss_that_no_record_shows_is_asked_about_until_the_loser_was_heard(
    world: World, rita: Client, lost: str
) -> None:
    cause, how = LOST[lost]
    case = taken(world, rita, cause=cause, note="I saw it.")
    typed = {**how, "winner": "black", "reasons": "It was so."}
    page = sent(rita, case, "confirm", **typed)
    assert "Béa was not heard: ask them first, or rule all the same." in page
    assert not Ruling.objects.exists()
    assert "was not heard" not in sent(rita, case, **typed, heard="White, at the board.")
    assert case.game is not None
    write_statement(case_id=case.pk, player_id=case.game.white_id, text="No!", idempotency_key="k")
    case.refresh_from_db()
    assert "was not heard" not in sent(rita, case, **typed)


def test_what_a_record_shows_that_a_ruling_decided_instead_of_is_still_shown(
    world: World, rita: Client
) -> None:
    game = world.games[0]
    report(game, game.white, "W+R", sgf(BLACK_RETAKES, KM="6.5"))
    judge_all()
    case = taken(world, rita, cause=Cause.ILLEGAL_MOVE, note="I saw it.")
    _cause, how = LOST["illegal"]
    decision = Decision("result", "white", how["reason"], articles=tuple(how["articles"]))

    def asked() -> list[str]:
        page = case_page(world.tournament.pk, case.number)
        assert page is not None
        return [doubt.code for doubt in doubts_about(with_evidence(page), decision, None)]

    assert NOT_HEARD not in asked()
    sent(rita, case, "confirm", **how, winner="white", reasons="The record shows it.")
    assert Ruling.objects.exists()
    assert NOT_HEARD not in asked()


def test_proposed_reasons_name_who_ran_out_of_time_once_it_is_decided(
    world: World, rita: Client
) -> None:
    case = taken(world, rita, cause=Cause.TIME)
    Case.objects.filter(pk=case.pk).update(grounds=[{**case.grounds[0], "clock": "fell"}])
    form = fields(rita.get(at(case, "ruling/")).text)
    assert "a player" in str(form["reasons"])
    page = sent(rita, case, winner="black", reason="time")
    assert "It was reported that White ran out of time." in page
    assert "It names no article." in page


def accused_by_the_other(world: World, rita: Client) -> Case:
    """White sends a record in which Black retakes a ko, and Black contests it."""
    game = world.games[0]
    sent = report(game, game.white, "W+R", sgf(BLACK_RETAKES, KM="6.5"))
    contest_as_read(submission_id=sent, player_id=game.black_id, note="I never played that.")
    judge_all()
    case = Case.objects.get(game=game)
    taken_by(rita, case)
    return case


def test_a_disputed_record_of_the_winner_alone_condemns_nobody_unasked(
    world: World, rita: Client
) -> None:
    case = accused_by_the_other(world, rita)
    disputed = "Only the record that Béa sent shows this, Béa wins by it, and Aki disputes it."
    form = rita.get(at(case, "ruling/"), {"proposed": "1"}).text
    assert disputed in unescape(form)
    reasons = unescape(str(fields(form)["reasons"]))
    assert "The record that White sent shows the following; Black disputes it." in reasons
    condemned = {"winner": "white", "reason": "forfeit", "reasons": "The ko.", "articles": []}
    page = sent(rita, case, "confirm", **condemned)
    assert disputed in page
    assert "was not heard" not in page
    assert not Ruling.objects.exists()
    cleared = {"winner": "black", "reason": "forfeit", "reasons": "The record is invented."}
    assert "Rule all the same" not in sent(rita, case, **cleared)


@pytest.mark.parametrize("first", ["black", "white"])
def test_who_only_reports_another_result_is_not_said_to_dispute_a_move(
    world: World, rita: Client, first: str
) -> None:
    game = world.games[0]
    reports = [
        (game.black, "B+R", None),
        (game.white, "W+R", sgf(BLACK_RETAKES, KM="6.5")),
    ]
    for player, claim, record in reports if first == "black" else reversed(reports):
        report(game, player, claim, record)
    judge_all()
    case = Case.objects.get(game=game)
    taken_by(rita, case)
    form = unescape(rita.get(at(case, "ruling/"), {"proposed": "1"}).text)
    assert "Aki reported another result and has said nothing about it." in form
    assert "Aki disputes it" not in form
    reasons = unescape(str(fields(form)["reasons"]))
    assert "Only the record that White sent shows the following." in reasons
    assert "disputes" not in reasons
    assert "The record that Béa sent: " in unescape(rita.get("/referee/coupe/?show=mine").text)


def test_the_record_stays_to_be_seen_after_the_ruling(world: World, rita: Client) -> None:
    game = world.games[0]
    key = report(game, game.white, "W+R", sgf(KO, KM="6.5"))
    judge_all()
    case = Case.objects.get(game=game)
    taken_by(rita, case)
    typed = {"effect": "resume", "resume_move": "2", "reasons": "It goes on from there."}
    page = sent(rita, case, **typed)
    rita.post(at(case, "ruling/"), {**fields(page), "step": "confirm"})
    assert Ruling.objects.get().effect == "resume"
    for reader in (world.player(0), world.player(1), rita):
        assert f"/games/{game.pk}/records/{key}.sgf" in reader.get(f"/games/{game.pk}/").text
    assert f"/records/{key}.sgf" in rita.get(at(case)).text
    assert 'min="0" max="10" value="2"' in world.player(0).get(f"/games/{game.pk}/").text
    assert not submissions_of([game.pk])[game.pk][0].counts


def test_a_ruling_against_what_it_cites_is_asked_about(world: World, rita: Client) -> None:
    game = world.games[0]
    report(game, game.black, "B+T", sgf(WALLS, KM="6.5"))
    judge_all()
    case = taken(world, rita)
    lost = {"winner": "black", "reason": "time", "reasons": "White's clock fell.", "heard": "Yes."}
    assert "once play has stopped changes nothing" in sent(rita, case, **lost)
    count = {"winner": "white", "reason": "forfeit", "articles": ["event:count"]}
    assert "nobody loses for this alone" in sent(rita, case, **count, reasons="The table was hit.")
    stays = {"effect": "nothing", "articles": ["event:record"], "reasons": "Of another game."}
    assert "The record stays with this game" in sent(rita, case, **stays)


def before_committee(world: World, case: Case) -> Client:
    """White appeals against the ruling of a case, and a committee is appointed: return a member."""
    committee(world, appealed(world, case, world.players[1]), 2, 3, 4)
    return world.player(2)


def motions(member: Client, case: Case) -> list[str]:
    """Return the motions as a member reads them, the one to uphold the ruling first."""
    page = unescape(member.get(at(case, "appeal/")).text)
    return page[page.index('id="motions"') : page.index('id="members"')].split("<h3")[1:]


def test_a_committee_reads_what_whoever_decides_so_is_asked(world: World) -> None:
    game = world.games[0]
    report(game, game.white, "W+15.5", sgf(WALLS, KM="6.5"), DEAD.split())
    judge_all()
    decided = Decision("result", "black", "ruling", reasons="So it was.")
    case = ruled(world, new_case(world), decision=decided)
    member = before_committee(world, case)
    form = {"effect": "result", "reason": "ruling", "reasons": "By the count.", "winner": "white"}
    motion = at(case, "appeal/motion/")
    page = member.post(motion, {**fields(member.get(motion).text), **form, "step": "preview"}).text
    member.post(motion, {**fields(page), "step": "confirm"})
    uphold, other, *_rest = motions(member, case)
    assert "Make this ruling all the same?" in uphold
    assert "W+15.5" in uphold
    assert "data-doubts" not in other


def test_a_committee_reads_what_is_odd_in_a_count(db: None) -> None:
    world = make_world(size=7)
    game = world.games[0]
    report(game, game.black, "W+14.5", drawn(FALSE_EYE), [])
    judge_all()
    digest = GameRecordFile.objects.get().sha256
    counted = BoardCount(10, 24.5, "white", record=digest)
    case = new_case(world)
    rita = world.client(Role.REFEREE)
    taken_by(rita, case)
    typed = {"winner": "white", "reason": "score", "margin": "14.5", "reasons": "As counted."}
    told = "By the looks of it White has to fill A3 in the end"
    page = sent(rita, case, **typed, count=signed_count(counted))
    assert told in page
    assert "Rule all the same" not in page
    rita.post(at(case, "ruling/"), {**fields(page), "step": "confirm"})
    member = before_committee(world, case)
    (uphold, *_other) = motions(member, case)
    assert told in uphold
    assert told not in unescape(world.player(0).get(f"/games/{game.pk}/case/").text)
