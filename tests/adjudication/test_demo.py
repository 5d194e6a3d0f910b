"""The demo tournaments load, once, and their records get the verdicts they were made for."""

import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F, Q, QuerySet
from django.test import override_settings

from adjudication.cases.selectors.cases import case_queue
from adjudication.demo import outcomes, plan
from adjudication.demo.loading import demo_links, load_demo
from adjudication.demo.signed import SignedPlayer, signed
from adjudication.management.commands import demo as demo_command
from adjudication.models import Submission, Verdict
from adjudication.policy.causes import Cause
from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.claims import parse_claim
from adjudication.rules.sgf import read_record
from jobs.models import Job
from notices.email_texts.email import absolute_url
from tests.factories import TournamentFactory
from tests.support.environment import REPOSITORY, process_environment
from tests.support.remembered import remembered
from tournament.models import AccessLink, Game, Player, Reason, Round, Tournament
from tournament.rounds.selectors.draws import verify_round
from tournament.rounds.selectors.state import event_of
from tournament.staff.services import open_link
from tournament.state.parameters import System

pytestmark = [pytest.mark.django_db, pytest.mark.once]
SPECIAL = {
    "cup-4-3.sgf": "contradicted",
    "cup-4-4.sgf": "forfeit",
    "small-2-1-triple-ko.sgf": "no_result_possible",
}


@remembered
def loaded() -> Tournament:
    assert load_demo()
    return Tournament.objects.get(slug=plan.OPEN.slug)


@pytest.fixture
def demo() -> Tournament:
    return loaded()


def reports(event: plan.DemoTournament) -> Iterator[plan.PlannedReport]:
    for planned in event.rounds:
        if isinstance(planned, plan.PairedRound):
            yield from planned.reports.values()
        else:
            yield from (board.report for board in planned if board.report)


def games(demo: Tournament) -> QuerySet[Game]:
    return Game.objects.filter(round__tournament=demo).select_related("black", "white")


def test_every_record_gets_the_verdict_it_was_made_for(demo):
    named = Verdict.objects.values_list("submission__record__filename", "verdict")
    assert dict(named) == {
        report.record: SPECIAL.get(report.record, "confirmed")
        for event in plan.EVENTS
        for report in reports(event)
        if report.record
    }
    assert len(named) == 18
    assert set(Job.objects.values_list("state", flat=True)) == {"done"}


def test_no_finding_says_that_a_record_is_of_another_game(demo):
    for verdict in Verdict.objects.all():
        assert not [one for one in verdict.findings if one["code"].startswith("record.")]


def test_records_name_the_players_of_their_board_with_their_ranks(demo):
    submissions = Submission.objects.filter(game__round__tournament=demo).exclude(record=None)
    assert submissions.count() == 15
    for submission in submissions:
        record, game = read_record(bytes(submission.record.data)), submission.game
        assert (record.black_name, record.white_name) == (game.black.name, game.white.name)
        assert (record.header["BR"], record.header["WR"]) == (game.black.rank, game.white.rank)
        assert (game.handicap, game.komi_half) == (0, 15)


def test_names_with_signs_of_the_format_are_written_so_that_they_are_read():
    data = (plan.RECORDS / "cup-1-1.sgf").read_bytes()
    record = read_record(signed(data, SignedPlayer("a]b\\c:d", "3d"), SignedPlayer("墨 星河", "")))
    assert (record.black_name, record.white_name) == ("a]b\\c:d", "墨 星河")
    with pytest.raises(ValueError, match="RU"):
        signed(b"(;GM[1])", SignedPlayer("a", "3d"), SignedPlayer("b", "3d"))


def test_three_rounds_are_played_and_one_goes_on(demo):
    assert list(demo.rounds.order_by("number").values_list("state", flat=True)) == [
        *["finished"] * 3,
        "published",
    ]
    assert Counter(games(demo).filter(round__number=4).values_list("state", flat=True)) == {
        "confirmed": 7,
        "reported": 1,
        "disputed": 3,
        "entered": 1,
        "open": 9,
    }
    assert Submission.objects.exclude(answer_note="").get().state == "contested"


def test_a_referee_has_something_to_do(demo):
    lines = {line.cause: line for line in case_queue(demo.pk)}
    assert set(lines) == {"illegal_move", "contested", "claims_differ"}
    assert {line.state for line in lines.values()} == {"open"}
    illegal = lines[Cause.ILLEGAL_MOVE]
    assert illegal.finding.code == "illegal.superko"
    assert (illegal.proposal.winner, illegal.proposal.reason) == ("black", "forfeit")


def test_the_players_of_the_triple_ko_are_asked(demo):
    game = Game.objects.get(inquiries__kind="no_result")
    assert (game.state, game.cases.get().state) == ("disputed", "asked")
    inquiry = game.inquiries.get()
    claimant = game.submissions.get().player_id
    said = {game.black_id: inquiry.black_answer, game.white_id: inquiry.white_answer}
    assert said == {claimant: "yes", game.opponent_of(claimant): ""}


def test_it_is_a_mcmahon_tournament_of_five_rounds(demo):
    state = event_of(demo).state
    scoring = state.parameters.scoring
    assert (len(state.players), state.parameters.system) == (43, System.MCMAHON)
    assert (scoring.rounds, scoring.bar, scoring.floor) == (5, 1, -20)
    assert len({player.name for player in state.players}) == 43
    assert all(player.country and player.club and player.rating for player in state.players)


def test_nobody_meets_twice(demo):
    pairs = [frozenset(pair) for pair in games(demo).values_list("black", "white")]
    assert len(pairs) == len(set(pairs)) == 21 + 21 + 20 + 21


def test_handicaps_follow_from_the_rule(demo):
    given = games(demo).exclude(handicap=0)
    assert given.count() >= 5
    assert given.filter(handicap__gte=2).exists()
    for game in given:
        assert game.komi_half == 1
        assert game.black.level < game.white.level < 0
    assert set(games(demo).filter(handicap=0).values_list("komi_half", flat=True)) == {15}


def test_byes_and_absences_show(demo):
    state = event_of(demo).state
    assert [bye.round for bye in state.byes] == [2, 3, 4]
    assert len({bye.player for bye in state.byes}) == 3
    for number in (1, 2, 3, 4):
        seated = {side for game in state.games if game.round == number for side in game.players}
        seated |= {bye.player for bye in state.byes if bye.round == number}
        absent = {player.id for player in state.players if number in player.absent}
        assert seated | absent == {player.id for player in state.players}
        assert not seated & absent
    assert Counter(number for player in state.players for number in player.absent) == {1: 1, 3: 2}


def test_every_round_comes_out_again(demo):
    for number in (1, 2, 3, 4):
        verification = verify_round(demo.pk, number)
        assert verification is not None
        assert (verification.input_changed, verification.differences) == (False, ())


def test_the_stronger_usually_win_and_the_director_enters_some(demo):
    ended = games(demo).exclude(winner="")
    even = ended.filter(handicap=0)
    favourites = even.filter(
        Q(black__rating__gt=F("white__rating"), winner="black")
        | Q(black__rating__lt=F("white__rating"), winner="white")
    )
    assert 0.6 < favourites.count() / even.count() < 0.9
    assert ended.filter(state="entered", reason=Reason.ABSENCE).count() == 1
    assert ended.filter(state="entered").count() == 6
    assert set(ended.values_list("reason", flat=True)) == {
        *("score", "resignation", "time", "absence"),
    }


@pytest.mark.parametrize(("handicap", "komi_half"), [(0, 15), (1, 1), (2, 1), (5, 1)])
def test_margins_are_ones_that_area_counting_can_give(handicap, komi_half):
    whites = komi_half + 2 * max(0, handicap - 1)
    for number in range(1, 6):
        for table in range(1, 40):
            result = outcomes.result_of(
                round_number=number,
                table=table,
                black=1000,
                white=1150,
                handicap=handicap,
                komi_half=komi_half,
            )
            claim = parse_claim(result)
            assert claim is not None
            if claim.margin is not None:
                lead = claim.margin if result[0] == "B" else -claim.margin
                assert (lead + whites / 2) % 2 == 1


def test_loading_again_changes_nothing(demo):
    def counts() -> list[int]:
        return [model.objects.count() for model in (Tournament, Player, Round, Game, Submission)]

    before = counts()
    assert not load_demo()
    assert counts() == before


def test_a_tournament_that_a_visitor_created_is_there_at_the_next_start(demo):
    TournamentFactory(name="The visitor's own cup")
    assert not load_demo()
    assert Tournament.objects.filter(name="The visitor's own cup").exists()


def test_a_demo_that_could_not_be_loaded_leaves_nothing(monkeypatch):
    broken = plan.DemoTournament(**{**_fields(plan.SMALL_BOARDS), "rules": "no such rules"})
    halfway = plan.DemoTournament(
        **{**_fields(plan.OPEN), "rounds": (*plan.OPEN.rounds[:1], (plan.PlannedBoard(1, 1),))}
    )
    for event in (broken, halfway):
        monkeypatch.setattr(plan, "EVENTS", (event,))
        with pytest.raises(Exception, match=r"unknown_rules|same_player"):
            load_demo()
        assert not Tournament.objects.exists()


def test_a_database_with_another_tournament_is_left_alone():
    TournamentFactory(name="The club's own cup")
    with (
        override_settings(SHINPAN_DEMO=True),
        pytest.raises(CommandError, match="The club's own cup"),
    ):
        call_command("demo")
    assert Tournament.objects.count() == 1
    assert not AccessLink.objects.exists()


def test_a_port_that_is_taken_is_told_before_anything_is_loaded():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with (
            override_settings(SHINPAN_DEMO=True),
            pytest.raises(CommandError, match=str(port)),
        ):
            call_command("demo", port=port)
    assert not Tournament.objects.exists()


def test_the_demo_has_a_database_file_of_its_own(tmp_path: Path):
    shown = {}
    for demo in ("0", "1"):
        environment = {"SHINPAN_DATA_DIR": str(tmp_path), "SHINPAN_DEMO": demo, "DATABASE_URL": ""}
        shown[demo] = subprocess.check_output(
            [
                sys.executable,
                "-c",
                "from config import settings; print(settings.DATABASES['default']['NAME'])",
            ],
            cwd=REPOSITORY,
            env=process_environment(**environment),
            text=True,
        ).strip()
    assert shown == {
        "0": str(tmp_path / "shinpan.sqlite3"),
        "1": str(tmp_path / "demo.sqlite3"),
    }


def _fields(event: plan.DemoTournament) -> dict[str, object]:
    return {name: getattr(event, name) for name in event.__slots__}


def test_the_links_open_and_stay_the_same(demo):
    links = demo_links()
    assert [link.role for link in links] == ["director", *["player"] * 3, "referee"]
    for link in links:
        identity = open_link(link.token)
        assert (identity.role, identity.tournament_id) == (link.role, demo.pk)
    assert demo_links() == links
    assert AccessLink.objects.count() == len(links)


def test_the_record_to_send_is_of_the_game_still_to_be_reported(demo):
    game = Game.objects.get(round__tournament=demo, black__number=plan.PLAYER, state="open")
    assert game.white.number == plan.OPPONENT
    record = read_record((plan.RECORDS / plan.READY_RECORD).read_bytes())
    assert (record.black_name, record.white_name) == (game.black.name, game.white.name)
    assert adjudicate(record).verdict == "confirmed"


def test_the_readers_report_waits_for_the_confirmer(demo):
    waiting = Submission.objects.get(
        game__round__tournament=demo, state="pending", game__white__number=plan.CONFIRMER
    )
    assert waiting.player.number != plan.CONFIRMER


def test_links_in_mails_lead_to_the_port_that_the_demo_got(
    monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    settings.SHINPAN_DEMO, settings.SHINPAN_DATA_DIR = True, tmp_path
    settings.SHINPAN_BASE_URL = "http://127.0.0.1:8000"
    monkeypatch.setattr(demo_command, "load_demo", lambda: False)
    monkeypatch.setattr(demo_command, "demo_links", list)
    monkeypatch.setattr(demo_command.embedded, "prepare_broker", lambda: None)
    monkeypatch.setattr(
        demo_command.embedded, "serve", lambda *, ready, ports, **_: ready(ports[0])
    )
    call_command("demo", port=8732)
    assert absolute_url("/me/") == "http://127.0.0.1:8732/me/"
