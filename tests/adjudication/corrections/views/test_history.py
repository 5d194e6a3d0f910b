"""What everybody did is read in sentences, newest first, filtered and by pages."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from adjudication.corrections.selectors.history import Event
from adjudication.corrections.services.undo import undo
from adjudication.corrections.views.sentences import SENTENCES, event_sentence
from adjudication.result_entry.services import enter_result
from tests.support.world import World, make_world
from tournament.audit.services.current_actor import Actor
from tournament.audit.services.recording import record
from tournament.models import AuditEvent, Role, Verb
from tournament.players.services.players import change_player, set_participation

pytestmark = pytest.mark.django_db
HISTORY = "/director/coupe/history/"
ANA = Actor(role=Role.ASSISTANT, name="Ana")


def board(table: int, **result: object) -> dict[str, object]:
    black, white = 2 * table - 1, 2 * table
    return {
        "table": table, "black": black, "white": white, "handicap": 0, "komi_half": 13, **result
    }  # fmt: skip


def corrected(world: World, *, table: int = 1, reason: str = "", by: Actor = ANA) -> int:
    return record(
        Verb.RESULT_CORRECTED,
        tournament_id=world.tournament.pk,
        round_number=1,
        table=table,
        players=[2 * table - 1, 2 * table],
        before=board(table, winner="black", reason="resignation"),
        after=board(table, winner="white", reason="score", margin_half=7),
        reason=reason,
        by=by,
    ).pk


def sentences(page: str) -> list[str]:
    found = re.findall(r'<div class="what">\s*<p>(.*?)</p>', page, re.DOTALL)
    return [re.sub(r"<[^>]*>|\s+", " ", one).strip() for one in found]


def test_many_of_a_kind_are_folded_into_one_line(world: World, director: Client) -> None:
    for number in range(1, 5):
        record(
            Verb.PLAYER_ADDED, tournament_id=world.tournament.pk, players=[number], by=ANA, after={}
        )
    corrected(world)
    page = director.get(HISTORY).text
    assert "Ana (assistant) entered 4 players.</summary>" in page
    assert len(sentences(page)) == AuditEvent.objects.count()


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("", [3, 2, 1]),
        ("at", [1, 2, 3]),
        ("where", [2, 1, 3]),
        ("who", [2, 3, 1]),
        ("x", [3, 2, 1]),
    ],
)
def test_the_history_is_sorted_by_its_address(
    world: World, director: Client, sort: str, order: list[int]
) -> None:
    bea, cem = (Actor(role=Role.ASSISTANT, name=name) for name in ("Bea", "Cem"))
    keys = [
        corrected(world, table=2, by=cem),
        corrected(world, table=1, by=ANA),
        corrected(world, table=3, by=bea),
    ]
    page = director.get(f"{HISTORY}?sort={sort}").text
    shown = [int(key) for key in re.findall(r'<li id="event-(\d+)"', page)]
    assert [keys.index(key) + 1 for key in shown if key in keys] == order


def test_the_history_of_teams_is_shown(world: World, director: Client) -> None:
    record(
        Verb.TEAMS_CHANGED,
        tournament_id=world.tournament.pk,
        before={"by_teams": False, "apart": False, "team_size": 4},
        after={"by_teams": True, "apart": False, "team_size": 3},
        by=ANA,
    )
    corrected(world)
    page = director.get(HISTORY)
    assert page.status_code == 200
    assert "Ana (assistant) changed the teams." in sentences(page.text)


OF_NOBODY = {
    Verb.PLAYER_REQUESTED,
    Verb.RECORDING_ERROR,
    Verb.RESULT_LOCKED,
    Verb.RESULT_UNLOCKED,
    Verb.FINDING_LATE,
    Verb.CASE_SETTLED,
    Verb.CONFIRMATION_DONE,
    Verb.INQUIRY_SETTLED,
    Verb.RECORD_MENDED,
    Verb.STONES_STAY,
    Verb.RULING_FINAL,
    Verb.APPEAL_DECIDED,
}


@pytest.mark.parametrize("verb", Verb.values)
def test_every_verb_has_a_sentence(verb: str):
    assert verb in SENTENCES
    event = Event(1, None, verb, Role.ASSISTANT, "Ana", 2, 7, (1, 2), None, None, "", None, None)  # type: ignore[arg-type]
    text = event_sentence(event, {1: "Aki", 2: "Béa"})
    assert "%" not in text
    assert text.endswith(".")
    assert "Ana (assistant)" in text or verb in OF_NOBODY


@pytest.mark.parametrize(("how", "named"), [("referee", True), ("players", False)])
def test_only_a_referee_is_named_as_who_established_that_stones_stay(how: str, named: bool):
    event = Event(
        1, None, Verb.STONES_STAY, Role.REFEREE, "Rita", 2, 7, (1, 2), None, {"how": how}, "",
        None, None,
    )  # type: ignore[arg-type]  # fmt: skip
    assert ("Rita (referee)" in event_sentence(event, {1: "Aki", 2: "Béa"})) is named


def test_a_correction_is_told_in_one_sentence(world: World, director: Client):
    corrected(world, reason="A slip of the pen")
    page = director.get(HISTORY).text
    assert sentences(page)[0].startswith(
        "Ana (assistant) corrected the result from B+R to W+3.5: Aki (Black) – Béa (White)."
    )
    assert "Reason: A slip of the pen" in page
    assert "Round 1, board 1" in page


@pytest.mark.parametrize(
    ("actor", "said"),
    [
        (Actor(role="director"), "The director"),
        (Actor(role="helper", name="Lou"), "Lou (helper)"),
        (Actor(role="player", name="Aki"), "Aki (player)"),
        (Actor(role="system"), "The program"),
        (Actor(role="superuser"), "The operator"),
    ],
)
def test_who_did_it_is_said(world: World, director: Client, actor: Actor, said: str):
    corrected(world, by=actor)
    assert sentences(director.get(HISTORY).text)[0].startswith(said)


def test_the_newest_comes_first_and_pages_follow(world: World, director: Client):
    for table in range(1, 61):
        record(Verb.ROUND_CLOCK, tournament_id=world.tournament.pk, round_number=1, table=table)
    first = director.get(HISTORY).text
    assert first.index("board 60") < first.index("board 59")
    assert first.count("set the round clock") == 50
    assert "Page 1 of 2" in first
    second = director.get(f"{HISTORY}?page=2").text
    assert "Page 2 of 2" in second
    assert "board 10<" in second
    assert "board 11<" not in second
    assert "Page 2 of 2" in director.get(f"{HISTORY}?page=99").text


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("", {"one", "two", "three"}),
        ("round=1", {"one", "two"}),
        ("round=1&board=2", {"two"}),
        ("player=3", {"two"}),
        ("kind=tournament", {"three"}),
        ("kind=results", {"one", "two"}),
        ("kind=links", set()),
        ("round=x&player=-1&kind=%00&page=0&board=99999999999999999999", {"one", "two", "three"}),
    ],
)
def test_the_trail_is_filtered(world: World, director: Client, query: str, shown: set[str]):
    corrected(world, table=1, reason="one")
    corrected(world, table=2, reason="two")
    record(Verb.TOURNAMENT_CHANGED, tournament_id=world.tournament.pk, reason="three")
    page = director.get(f"{HISTORY}?{query}").text
    assert {one for one in ("one", "two", "three") if f"Reason: {one}<" in page} == shown


def test_a_step_that_was_undone_is_marked(world: World, director: Client):
    undone = corrected(world)
    record(
        Verb.RESULT_CORRECTED,
        tournament_id=world.tournament.pk,
        round_number=1,
        table=1,
        undoes=AuditEvent.objects.get(pk=undone),
    )
    page = director.get(HISTORY).text
    assert re.search(rf'<li id="event-{undone}" class="undone">', page)
    assert "undoes an earlier step" in page


def test_referees_read_it_and_change_nothing(world: World):
    corrected(world)
    page = world.client(Role.REFEREE).get(HISTORY).text
    assert "Ana (assistant)" in page
    assert "Undo<" not in page
    assert "/director/coupe/players/" not in page


def test_another_tournaments_trail_stays_there(world: World, director: Client):
    elsewhere = make_world(name="Elsewhere", slug="elsewhere")
    corrected(elsewhere, reason="theirs")
    assert "theirs" in elsewhere.client(Role.DIRECTOR).get("/director/elsewhere/history/").text
    assert "theirs" not in director.get(HISTORY).text
    assert "theirs" not in director.get(f"{HISTORY}?player=1").text


def test_names_are_resolved_when_it_is_read(world: World, director: Client):
    corrected(world)
    player = world.players[0]
    player.surname, player.name = "Akiko", "Akiko"
    player.save()
    assert "Akiko (Black) – Béa (White)" in director.get(HISTORY).text


def queries(browser: Client, address: str) -> int:
    browser.get(address)
    with CaptureQueriesContext(connection) as asked:
        assert browser.get(address).status_code == 200
    return len(asked)


def test_many_events_of_every_kind_ask_no_more_than_a_few(world: World, director: Client):
    def step(index: int) -> None:
        player = world.players[index]
        change_player(player_id=player.pk, rank="9d")
        set_participation(player_id=player.pk, round_number=2, plays=False)
        enter_result(game_id=world.games[index].pk, winner="black")
        undo(event_id=AuditEvent.objects.latest("pk").pk)

    step(0)
    done = AuditEvent.objects.latest("pk").pk
    addresses = (HISTORY, f"{HISTORY}?done={done}")
    few = [queries(director, address) for address in addresses]
    for table in range(1, 61):
        corrected(world, table=table)
    for index in range(1, 4):
        step(index)
    # The players that were entered are on another page by now.
    many = [queries(director, address) for address in addresses]
    assert all(now <= before <= 15 for now, before in zip(many, few, strict=True))
