"""Players who do not agree about a record: the result stays, and there is a way out for both."""

from __future__ import annotations

from uuid import uuid4

import pytest

from adjudication.models import Case, Inquiry, Submission
from adjudication.submissions.services.added_records import add_record
from tests.support.answering import confirm_as_read, named
from tests.support.forms import hidden, upload
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, judge_all, make_world, report
from tournament.errors import Conflict, UserError
from tournament.models import Game

pytestmark = pytest.mark.django_db
RIGHT = sgf(WALLS, KM="6.5", PB="Aki", PW="Béa")
# The names are those of the players the other way round.
SWAPPED = sgf(WALLS, KM="6.5", PB="Béa", PW="Aki")
TWICE = RIGHT.replace(b";W[ee]", b";W[ee];W[aa]")
RESULT = ("reported", "white", 31)


@pytest.fixture
def world() -> World:
    return make_world()


def outcome(world: World) -> tuple[str, str, int | None]:
    game = Game.objects.get(pk=world.games[0].pk)
    return game.state, game.winner, game.margin_half


def asked_about(world: World, record: bytes) -> Inquiry:
    """Black reports with a record; both are asked about it."""
    game = world.games[0]
    report(game, game.black, "W+15.5", record, DEAD.split())
    judge_all()
    return Inquiry.objects.get()


def say(world: World, inquiry: Inquiry, black: str, white: str) -> str:
    """Both answer; return what the second one reads then."""
    path = f"/games/{world.games[0].pk}/question/"
    world.player(0).post(path, {"inquiry": inquiry.pk, "answer": black})
    form = {"inquiry": inquiry.pk, "answer": white}
    return world.player(1).post(path, form, follow=True).text


def page(world: World, player: int) -> str:
    return world.player(player).get(f"/games/{world.games[0].pk}/").text


@pytest.mark.parametrize(
    ("record", "black", "white"),
    [
        (SWAPPED, "mend", "not_this_game"),
        (SWAPPED, "not_this_game", "mend"),
        (TWICE, "pass", "played"),
        (TWICE, "played", "wrong_record"),
    ],
)
def test_answers_that_differ_leave_the_result_where_it_is(
    world: World, record: bytes, black: str, white: str
) -> None:
    told = say(world, asked_about(world, record), black, white)
    assert "What was reported stays as it is." in told
    assert outcome(world) == RESULT
    assert Case.objects.get().state == "open"
    for player in (0, 1):
        assert "A referee looks at the record." in page(world, player)
        assert (
            "send-statement" in world.player(player).get(f"/games/{world.games[0].pk}/case/").text
        )
    waiting = Submission.objects.get(state="pending")
    confirm_as_read(submission_id=waiting.pk, player_id=world.players[1].pk)
    assert outcome(world)[0] == "confirmed"


@pytest.mark.parametrize("record", [SWAPPED, TWICE])
@pytest.mark.parametrize("player", [0, 1])
def test_either_adds_another_record_once_both_call_it_wrong(
    world: World, record: bytes, player: int
) -> None:
    word = "not_this_game" if record == SWAPPED else "wrong_record"
    say(world, asked_about(world, record), word, word)
    assert outcome(world) == RESULT
    for one in (0, 1):
        assert 'id="record-missing"' in page(world, one)
        assert 'id="add-record"' in page(world, one)
        assert "without a game record" not in page(world, one)
    browser, path = world.player(player), f"/games/{world.games[0].pk}/record/"
    form = {"record": upload(RIGHT), "dead": DEAD, "step": "review"}
    shown = browser.post(path, form).text
    for _press in range(2):
        browser.post(path, {**hidden(shown), "step": "send"})
    judge_all()
    assert outcome(world) == RESULT
    waiting = Submission.objects.get(state="pending")
    assert (waiting.player_id, waiting.verdict.verdict) == (world.players[0].pk, "confirmed")
    assert waiting.record is not None
    assert waiting.record.uploaded_by_id == world.players[player].pk
    for one in (0, 1):
        assert 'id="record-missing"' not in page(world, one)
        named = ("Record of Béa", "Your record")[one]
        assert any(text in page(world, one) for text in ("sent by Béa", named)) == (player == 1)
    confirm_as_read(submission_id=waiting.pk, player_id=world.players[1].pk)
    assert outcome(world)[0] == "confirmed"


def test_who_read_the_report_without_the_record_reads_it_once_more(world: World) -> None:
    say(world, asked_about(world, SWAPPED), "not_this_game", "not_this_game")
    before = named(Submission.objects.get(state="pending").pk)
    add(world, 1, RIGHT)
    world.player(1).post(
        f"/games/{world.games[0].pk}/confirm/", {"submission": before, "seen": before}
    )
    assert outcome(world) == RESULT


def test_a_record_is_added_once_and_only_where_one_is_missing(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "W+15.5")
    with pytest.raises(Conflict, match="answer_first"):
        add(world, 1, RIGHT)
    inquiry = asked_about(world, SWAPPED)
    with pytest.raises(Conflict, match="answer_first"):
        add(world, 1, RIGHT)
    say(world, inquiry, "not_this_game", "not_this_game")
    add(world, 1, RIGHT)
    with pytest.raises(UserError):
        add(world, 1, sgf(WALLS, KM="6.5", GN="2"))


def add(world: World, player: int, record: bytes) -> int:
    return add_record(
        game_id=world.games[0].pk,
        player_id=world.players[player].pk,
        record_bytes=record,
        dead_stones=DEAD.split(),
        idempotency_key=uuid4().hex,
    )
