"""A game that goes on from a move, where its records differ: by which of them is said."""

import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from adjudication.cases.selectors.cases import case_page, with_evidence
from adjudication.cases.selectors.record_names import names_in_case, record_names, told_apart
from adjudication.cases.selectors.ruled_position import departure_sentence
from adjudication.cases.services.statements import write_statement
from adjudication.cases.views.words import beside_result, effect_line
from adjudication.inquiries.views.stones_said import stones_said
from adjudication.life_and_death.services.saying import say_stones
from adjudication.life_and_death.sources import Source
from adjudication.models import Case, Motion, Ruling
from adjudication.policy.decisions import Decision
from adjudication.rulings.services.appeals import put_motion
from adjudication.submissions.services.right_record import take_record
from adjudication.verdicts.selectors.at_hand import records_to_resume
from adjudication.verdicts.selectors.submissions import submissions_of
from tests.adjudication.decisions import as_player
from tests.support.desk_world import (
    appealed,
    at,
    committee,
    fields,
    new_case,
    referee,
    ruled,
    taken_by,
)
from tests.support.forms import review, upload
from tests.support.records import WALLS, sgf
from tests.support.world import World, judge_all, report
from tournament.audit.services.current_actor import acting_as
from tournament.errors import UserError
from tournament.games.selectors import game_rows
from tournament.models import Game, Role

pytestmark = pytest.mark.django_db

SLID = WALLS.replace("gg bb", "gf bb")
"""Move 19 is G4 in the place of G3."""


@pytest.fixture
def case(world: World) -> Case:
    """A case of two results, with the records of both players, who spoke of stones on their own."""
    game = world.games[0]
    blacks = report(game, game.black, "B+R", sgf(WALLS))
    whites = report(game, game.white, "W+15.5", sgf(SLID), dead=["B8", "G4"])
    judge_all()
    case = Case.objects.get(game=game)
    for player, source, dead in ((game.black, blacks, "B8"), (game.white, whites, "G4")):
        with acting_as(as_player(player)):
            say_stones(case_id=case.pk, player_id=player.pk, source=Source(source), dead=[dead])
    return case


def test_a_ruling_names_the_record_of_its_move(world: World, case: Case) -> None:
    game, remy = world.games[0], referee(world)
    for record in ("", "0" * 64):
        unclear = Decision("resume", resume_move=19, resume_record=record, reasons="So.")
        with pytest.raises(UserError) as refused:
            ruled(world, case, remy, unclear)
        assert refused.value.field == "resume_record"
    theirs = game.submissions.get(player=game.white).record
    assert theirs is not None
    decision = Decision("resume", resume_move=19, resume_record=theirs.sha256, reasons="So.")
    ruled(world, case, remy, decision)
    (row,) = game_rows(Game.objects.filter(pk=game.pk))
    (told,) = beside_result(row, concerned=True, closed=False)
    for text in (effect_line(decision, row), told.text):
        assert "Record of Béa (White)" in text
    assert [one.record for one in stones_said(case.pk, record_names(row))] == [
        "Record of Aki (Black)",
        "Record of Béa (White)",
    ]


def test_a_record_is_told_from_others_for_its_reader(world: World, case: Case) -> None:
    game = world.games[0]
    (row,) = game_rows(Game.objects.filter(pk=game.pk))
    mine = record_names(row, game.black_id).texts.values()
    assert [str(name) for name in mine] == ["Your record", "Record of Béa (White)"]
    ruled(world, case, decision=Decision("resume", resume_move=18, reasons="So."))
    report(game, game.white, "W+15.5", sgf(SLID, RE="W+R"))
    names = [str(name) for name in record_names(row).texts.values()]
    assert len(set(names)) == 3
    assert all(name.startswith("Record of Béa (White), ") for name in names[1:])


def test_names_that_are_alike_are_told_apart() -> None:
    morning, noon = (datetime(2026, 11, 28, hour, tzinfo=UTC) for hour in (9, 12))
    told = told_apart(["A", "B", "A", "A"], [morning, noon, noon, noon])
    assert told[1] == "B"
    assert len(set(told)) == 4


def test_where_the_records_agree_none_is_asked_for(world: World, case: Case) -> None:
    ruled(world, case, decision=Decision("resume", resume_move=18, reasons="So."))
    assert Ruling.objects.get().resume_record


def test_the_form_shows_the_position_that_is_meant(world: World, case: Case) -> None:
    rita: Client = world.client(Role.REFEREE)
    taken_by(rita, case)
    page = fields(rita.get(at(case, "ruling/")).text)
    typed = {**page, "effect": "resume", "resume_move": "19", "reasons": "So.", "step": "look"}
    looked = rita.post(at(case, "ruling/"), typed)
    assert looked.status_code == 200
    assert 'id="resumed-2"' in looked.text
    assert fields(looked.text)["reasons"] == ["So."]
    asked = rita.post(at(case, "ruling/"), {**typed, "step": "preview"})
    assert (asked.status_code, 'id="resume_record_error"' in asked.text) == (400, True)
    mine = world.games[0].submissions.get(player=world.games[0].black).record
    assert mine is not None
    typed |= {"resume_record": mine.sha256, "step": "preview"}
    shown = rita.post(at(case, "ruling/"), typed).text
    assert "Record of Aki (Black)" in shown
    assert 'id="resumed-1"' in shown
    assert 'id="resumed-2"' not in shown


def test_a_record_that_is_gone_is_not_exchanged_for_the_other(world: World, case: Case) -> None:
    rita: Client = world.client(Role.REFEREE)
    taken_by(rita, case)
    black, white = (
        world.games[0].submissions.get(player=player)
        for player in (world.games[0].black, world.games[0].white)
    )
    assert black.record is not None
    page = fields(rita.get(at(case, "ruling/")).text)
    typed = {**page, "effect": "resume", "resume_move": "19", "reasons": "So."}
    typed |= {"resume_record": black.record.sha256, "step": "preview"}
    preview = fields(rita.post(at(case, "ruling/"), typed).text)
    game = Game.objects.get(pk=case.game_id)
    with acting_as(as_player(game.black)):
        take_record(
            game_id=game.pk,
            player_id=game.black_id,
            submission_id=white.pk,
            version=game.version,
        )
    answer = rita.post(at(case, "ruling/"), {**preview, "step": "confirm"})
    assert answer.status_code == 409, "the case has changed: it is looked at again"
    assert fields(answer.text)["resume_record"] == [black.record.sha256]
    gone = rita.post(
        at(case, "ruling/"), {**fields(answer.text), "resume_record": "0" * 64, "step": "confirm"}
    )
    assert (gone.status_code, 'id="resume_record_error"' in gone.text) == (400, True)
    assert not Ruling.objects.exists()


def test_a_record_that_was_replaced_can_be_the_one_to_go_on_by(world: World, case: Case) -> None:
    game = Game.objects.get(pk=case.game_id)
    blacks, whites = (game.submissions.get(player=one) for one in (game.black, game.white))
    with acting_as(as_player(game.black)):
        take_record(
            game_id=game.pk,
            player_id=game.black_id,
            submission_id=whites.pk,
            version=game.version,
        )
    assert blacks.record is not None
    found = records_to_resume(game.pk, 9)
    assert len(found) == 2
    digest = blacks.record.sha256
    decision = Decision("resume", resume_move=19, resume_record=digest, reasons="So.")
    ruled(world, case, decision=decision)
    (row,) = game_rows(Game.objects.filter(pk=game.pk))
    assert "Replaced record of Aki (Black)" in effect_line(decision, row)


def test_a_committee_has_what_was_said_and_the_boards_of_its_motions(
    world: World, case: Case
) -> None:
    game = world.games[0]
    ruled(world, case, decision=Decision("result", winner="black", reason="ruling", reasons="So."))
    committee(world, appealed(world, case, game.white), 2, 3, 4)
    member = world.player(2)
    with acting_as(as_player(world.players[2])):
        digest = game.submissions.get(player=game.white).record.sha256
        motion = Decision("resume", resume_move=19, resume_record=digest, reasons="Played on.")
        put_motion(appeal_id=case.appeals.get().pk, decision=motion)
    page = member.get(at(case, "appeal/")).text
    assert f'id="resumed-by-{Motion.objects.latest("pk").pk}-1"' in page
    assert "White moves next." in page
    assert at(case, "count/") in page
    for address in ("appeal/", "appeal/motion/"):
        assert page_says(member, at(case, address)) >= {"said on the board", "B8", "Record of"}
    assert at(case, "appeal/motion/") in member.get(at(case, "count/?decided=B8+G4")).text


def page_says(reader: Client, address: str) -> set[str]:
    """Return which words of the case a page has."""
    page = reader.get(address).text
    return {text for text in ("said on the board", "B8", "Record of") if text in page}


OTHER = WALLS.replace("dd ed", "dd fc", 1)
"""Move 4 is F7 in the place of E6."""
BY_RESIGNATION = {"winner": "black", "reason": "resignation", "margin": ""}


def test_a_record_without_the_ruled_position_is_told_of_to_all(world: World, case: Case) -> None:
    game = world.games[0]
    ruled(world, case, decision=Decision("resume", resume_move=18, reasons="So."))
    sender = world.player(0)
    for moves, told in ((WALLS, False), (OTHER, True)):
        page = review(world, sender, record=upload(sgf(moves)), **BY_RESIGNATION)
        assert ("its move 4 is F7, and E6 in the record of the ruling" in page) is told
    report(game, game.black, "B+R", sgf(OTHER))
    judge_all()
    for reader, address in (
        (world.player(1), f"/games/{game.pk}/"),
        (world.client(Role.REFEREE), at(case)),
    ):
        text = reader.get(address).text
        assert departure_sentence(submissions_of([game.pk])[game.pk][-1]) is not None
        assert "its move 4 is F7, and E6 in the record of the ruling" in text
        assert "data-departs" in text


def test_a_statement_with_such_a_record_is_told_of_before_anybody_reports_again(
    world: World, case: Case
) -> None:
    game = world.games[0]
    ruled(world, case, decision=Decision("resume", resume_move=18, reasons="So."))
    later = new_case(world, 0)
    with acting_as(as_player(game.black)):
        write_statement(
            case_id=later.pk,
            player_id=game.black_id,
            text="See.",
            record_bytes=sgf(OTHER),
            idempotency_key="once",
        )
    judge_all()
    for reader, address in (
        (world.client(Role.REFEREE), at(later)),
        (world.player(0), f"/games/{game.pk}/case/"),
    ):
        assert "data-departs" in reader.get(address).text


def test_a_phone_shows_the_report_since_the_ruling_first_and_the_others_by_choice(
    world: World, case: Case
) -> None:
    game = world.games[0]
    ruled(world, case, decision=Decision("resume", resume_move=18, reasons="So."))
    again = report(game, game.white, "W+15.5", sgf(SLID), dead=["B8", "G4"])
    judge_all()
    page = world.player(0).get(f"/games/{game.pk}/").text
    chosen = dict(re.findall(r'id="which-(\d+)"( checked)?', page))
    assert len(chosen) == 3
    assert [key for key, checked in chosen.items() if checked] == [str(again)]


def test_a_record_has_one_name_on_the_pages_of_all_cases(world: World, case: Case) -> None:
    game = world.games[0]
    ruled(world, case, decision=Decision("resume", resume_move=18, reasons="So."))
    for index, moves in enumerate((OTHER, OTHER.replace("fc", "fd"))):
        said_in = new_case(world, 0)
        with acting_as(as_player(game.black)):
            write_statement(
                case_id=said_in.pk,
                player_id=game.black_id,
                text="",
                record_bytes=sgf(moves),
                idempotency_key=str(index),
            )
        ruled(world, said_in, referee(world, f"Remy {index}"))
    (row,) = game_rows(Game.objects.filter(pk=game.pk))
    names = record_names(row)
    found = case_page(world.tournament.pk, said_in.number)
    assert found is not None
    page = with_evidence(found)
    assert names_in_case(page).texts == names.texts
