"""The demo tournaments load, once, and their records get the verdicts they were made for."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from adjudication.demo import plan
from adjudication.models import Job, Submission, Verdict
from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.sgf import read_record
from adjudication.services.demo import demo_links, load_demo
from tests.factories import TournamentFactory
from tests.support.environment import REPOSITORY, process_environment
from tournament.models import AccessLink, Game, Player, Round, Tournament
from tournament.services import open_link

pytestmark = pytest.mark.django_db
SPECIAL = {
    "cup-4-3.sgf": "contradicted",
    "cup-4-4.sgf": "forfeit",
    "small-2-1-triple-ko.sgf": "no_result_possible",
}


@pytest.fixture
def demo() -> Tournament:
    assert load_demo()
    return Tournament.objects.get(slug=plan.OPEN.slug)


def test_every_record_gets_the_verdict_it_was_made_for(demo):
    named = Verdict.objects.values_list("submission__record__filename", "verdict")
    assert dict(named) == {
        board.record: SPECIAL.get(board.record, "confirmed")
        for event in plan.EVENTS
        for boards in event.rounds
        for board in boards
        if board.record
    }
    assert set(Job.objects.values_list("state", flat=True)) == {"done"}


def test_no_finding_says_that_a_record_is_of_another_game(demo):
    for verdict in Verdict.objects.all():
        assert not [one for one in verdict.findings if one["code"].startswith("record.")]


def test_three_rounds_are_played_and_one_goes_on(demo):
    assert list(demo.rounds.order_by("number").values_list("state", flat=True)) == [
        *["finished"] * 3,
        "published",
    ]
    last = Counter(
        Game.objects.filter(round__tournament=demo, round__number=4).values_list("state")
    )
    assert {state: count for (state,), count in last.items()} == {
        "confirmed": 1,
        "reported": 2,
        "disputed": 1,
        "open": 2,
    }
    assert Submission.objects.get(state="contested").answer_note


def test_nobody_meets_twice(demo):
    pairs = [
        frozenset(pair)
        for pair in Game.objects.filter(round__tournament=demo).values_list("black", "white")
    ]
    assert len(pairs) == len(set(pairs)) == 24


def test_loading_again_changes_nothing(demo):
    def counts() -> list[int]:
        return [model.objects.count() for model in (Tournament, Player, Round, Game, Submission)]

    before = counts()
    assert not load_demo()
    assert counts() == before


def test_a_demo_that_could_not_be_loaded_leaves_nothing(monkeypatch):
    broken = plan.Event(**{**_fields(plan.SMALL_BOARDS), "rules": "no such rules"})
    halfway = plan.Event(
        **{**_fields(plan.OPEN), "rounds": (*plan.OPEN.rounds[:1], (plan.Board(1, 1),))}
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


def _fields(event: plan.Event) -> dict[str, object]:
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
