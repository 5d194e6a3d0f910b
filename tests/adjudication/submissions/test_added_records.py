"""A game record that comes after the result: judged like any other, and it changes nothing."""

from uuid import uuid4

import pytest

from adjudication.models import Submission, Verdict
from adjudication.result_entry.services import enter_result
from adjudication.submissions.services.added_records import add_record
from tests.support.answering import contest_as_read
from tests.support.records import DEAD, KO, WALLS, sgf
from tests.support.world import World, judge_all, make_world, report
from tests.tournament.trail import by_whom
from tournament.errors import Conflict, IdempotencyConflict, NotFound, UserError
from tournament.models import AuditEvent, Game, Player, Verb

COLUMNS = ("state", "winner", "reason", "margin_half", "version", "confirmed_at")


@pytest.fixture
def world(db: None) -> World:
    return make_world()


def add(game: Game, player: Player, record: bytes = b"", dead: list[str] | None = None) -> int:
    return add_record(
        game_id=game.pk,
        player_id=player.pk,
        record_bytes=record or sgf(WALLS),
        filename="late.sgf",
        dead_stones=dead,
        idempotency_key=uuid4().hex,
    )


def columns(game: Game) -> list[object]:
    game.refresh_from_db()
    return [getattr(game, name) for name in COLUMNS]


def confirmed(world: World, claim: str = "W+15.5") -> Game:
    game = world.games[0]
    report(game, game.black, claim)
    report(game, game.white, claim)
    game.refresh_from_db()
    return game


def test_a_record_after_the_confirmation_is_judged_and_changes_nothing(world: World) -> None:
    game = confirmed(world)
    before = columns(game)
    added = add(game, game.white, dead=DEAD.split())
    judge_all()
    assert columns(game) == before
    assert Verdict.objects.get(submission=added).verdict == "confirmed"
    one = Submission.objects.get(pk=added)
    assert (one.state, one.player_id, one.claim_margin_half) == ("confirmed", game.white_id, 31)


def test_a_record_that_disagrees_changes_nothing_either(world: World) -> None:
    game = confirmed(world)
    before = columns(game)
    added = add(game, game.black, sgf(KO))
    judge_all()
    assert Verdict.objects.get(submission=added).verdict == "forfeit"
    assert columns(game) == before


def test_who_only_confirmed_can_add_one_too(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+R")
    report(game, game.white, "B+R")
    add(game, game.white)
    assert Submission.objects.filter(record__isnull=False, player=game.white).count() == 1


def test_the_same_record_twice_is_one(world: World) -> None:
    game = confirmed(world)
    first = add(game, game.black)
    assert add(game, game.black) == first
    assert add(game, game.black, sgf(KO)) != first


def test_a_report_that_waits_is_replaced_by_the_same_with_the_record(world: World) -> None:
    game = world.games[0]
    first = report(game, game.black, "W+15.5")
    second = add(game, game.black)
    game.refresh_from_db()
    assert game.state == "reported"
    states = dict(Submission.objects.values_list("pk", "state"))
    assert states == {first: "superseded", second: "pending"}
    assert Submission.objects.get(pk=second).claim_margin_half == 31


def test_in_a_dispute_it_goes_with_ones_own_claim(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+R")
    report(game, game.white, "W+15.5")
    before = columns(game)
    added = Submission.objects.get(pk=add(game, game.white))
    assert (added.state, added.claim_winner, added.claim_margin_half) == ("contested", "white", 31)
    assert columns(game) == before


def nothing(game: Game) -> None:
    """No result at all."""


def theirs(game: Game) -> None:
    report(game, game.black, "B+R")


def contested(game: Game) -> None:
    contest_as_read(submission_id=report(game, game.black, "B+R"), player_id=game.white_id)


def entered(game: Game) -> None:
    enter_result(game_id=game.pk, winner="black")


@pytest.mark.parametrize(
    ("happened", "code"),
    [
        (nothing, "no_report_for_record"),
        (theirs, "answer_first"),
        (contested, "no_report_for_record"),
        (entered, "no_report_for_record"),
    ],
)
def test_without_a_result_of_ones_own_it_goes_with_nothing(
    world: World, happened: object, code: str
) -> None:
    game = world.games[0]
    happened(game)  # type: ignore[operator]
    with pytest.raises(Conflict) as refused:
        add(game, game.white)
    assert refused.value.code == code
    assert not Submission.objects.filter(record__isnull=False).exists()


def test_a_stranger_and_a_bad_record_are_refused(world: World) -> None:
    game = confirmed(world)
    with pytest.raises(NotFound):
        add(game, world.players[2])
    with pytest.raises(UserError) as empty:
        add(game, game.black, b"  ")
    assert empty.value.field == "record"
    with pytest.raises(UserError) as large:
        add(game, game.black, b"x" * 600_000)
    assert large.value.field == "record"


def test_it_is_written_into_the_trail_and_limited_in_number(world: World) -> None:
    game = confirmed(world)
    for number in range(19):
        add(game, game.white, sgf(WALLS, GN=str(number)))
    event = AuditEvent.objects.filter(verb=Verb.RECORD_ADDED).first()
    assert event is not None
    assert (event.actor_role, by_whom(event), event.table) == ("player", "Béa", 1)
    with pytest.raises(Conflict) as refused:
        add(game, game.white, sgf(KO))
    assert refused.value.code == "too_many_reports"


def test_a_key_that_another_report_came_with_is_told(world: World):
    game = confirmed(world)
    key = Submission.objects.filter(game=game).latest("pk").idempotency_key
    with pytest.raises(IdempotencyConflict):
        add_record(
            game_id=game.pk, player_id=game.black_id, record_bytes=sgf(WALLS), idempotency_key=key
        )
    assert Submission.objects.count() == 2


def test_the_same_key_again_changes_nothing(world: World):
    game = confirmed(world)
    first, again = (
        add_record(
            game_id=game.pk, player_id=game.black_id, record_bytes=sgf(WALLS), idempotency_key="k"
        )
        for _ in range(2)
    )
    assert first == again
