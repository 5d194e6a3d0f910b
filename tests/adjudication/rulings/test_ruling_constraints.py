"""What the database itself refuses of rulings, penalties, statements, motions and appeals."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from adjudication.models import Appeal, Case, CommitteeMember, Motion, Penalty, Ruling, Statement
from adjudication.policy.decisions import Decision, PenaltyGiven
from adjudication.rulings.services.appeals import appeal
from adjudication.rulings.services.finality import make_final
from tests.adjudication.decisions import as_player, person, ruled, staff, time_is_over
from tests.factories import GameFactory
from tests.support.database import refused
from tournament.audit.services.current_actor import acting_as
from tournament.models import Game, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def game() -> Game:
    return GameFactory()


@pytest.fixture
def case(game: Game) -> Case:
    """A case with a ruling, a penalty, a statement and an appeal."""
    tournament = game.round.tournament
    penalty = PenaltyGiven(game.white.number, "points", points_half=4)
    decision = Decision("result", "black", "score", 3, reasons="Late.", penalties=(penalty,))
    return ruled(tournament, staff(tournament), game, decision)


@pytest.fixture
def appealed(case: Case, game: Game) -> Appeal:
    Statement.objects.create(
        case=case,
        person=person(case.tournament, as_player(game.white)),
        player=game.white,
        text="It was not so.",
        idempotency_key="1",
    )
    with acting_as(as_player(game.white)):
        return appeal(case_id=case.pk, text="It was not so.")


def sql(statement: str, *values: Any) -> Callable[[], None]:
    def run() -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement, values)

    return run


WRITTEN = [
    ("adjudication_ruling", "winner = 'white'"),
    ("adjudication_ruling", "reasons = 'Other.'"),
    ("adjudication_ruling", "margin_half = 5"),
    ("adjudication_ruling", "articles = '[\"j1989:1\"]'"),
    ("adjudication_ruling", "number = 7"),
    ("adjudication_penalty", "points_half = 8"),
    ("adjudication_penalty", "note = 'Other.'"),
    ("adjudication_statement", "text = 'Other.'"),
    ("adjudication_appeal", "text = 'Other.'"),
    ("adjudication_motion", "decision = '{}'"),
]


@pytest.mark.parametrize(("table", "change"), WRITTEN)
def test_what_was_said_and_decided_is_written_once(appealed: Appeal, table: str, change: str):
    refused("written once", sql(f"UPDATE {table} SET {change}"))


@pytest.mark.parametrize("table", sorted({table for table, _ in WRITTEN}))
def test_it_is_kept_for_ever(appealed: Appeal, table: str):
    refused("kept for ever", sql(f"DELETE FROM {table}"))


def test_what_somebody_said_can_be_emptied_when_he_is_erased(appealed: Appeal):
    sql("UPDATE adjudication_statement SET text = ''")()
    sql("UPDATE adjudication_appeal SET text = ''")()
    assert Statement.objects.get().text == ""


FINAL = [
    ("tournament_game", "winner = 'white', margin_half = NULL, reason = 'ruling'"),
    ("tournament_game", "margin_half = 5"),
    ("tournament_game", "state = 'open', final = false, winner = '', reason = '', "
     "margin_half = NULL, reported_at = NULL"),
    ("tournament_game", "final = false"),
    ("tournament_game", "komi_half = 15"),
    ("tournament_game", "black_id = white_id"),
    ("adjudication_case", "state = 'ruled', settled_at = NULL"),
    ("adjudication_case", "settled_note = 'Other.'"),
    ("adjudication_case", "cause = 'other'"),
    ("adjudication_case", "grounds = '[]'"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "change"), FINAL)
def test_a_final_ruling_stands(case: Case, game: Game, table: str, change: str):
    time_is_over(case)
    assert make_final() == 1
    refused("final ruling|settled|game_two_players", sql(f"UPDATE {table} SET {change}"))
    game.refresh_from_db()
    assert (game.winner, game.margin_half, game.final) == ("black", 3, True)


def test_a_game_with_a_final_ruling_is_kept(case: Case, game: Game):
    time_is_over(case)
    make_final()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM tournament_game")
    refused("kept for ever|foreign key", sql("DELETE FROM tournament_game"))
    assert Seat.objects.filter(game=game).count() == 2


def test_a_settled_appeal_stays_settled(appealed: Appeal):
    Appeal.objects.update(state="decided", settled_at=timezone.now(), upheld=False, unheard=0)
    refused("settled", sql("UPDATE adjudication_appeal SET state = 'waiting', settled_at = NULL"))


def test_a_ruling_is_appealed_once_and_one_appeal_waits(appealed: Appeal, game: Game):
    values = {"case": appealed.case, "by": appealed.by, "player": game.white, "text": "Again."}
    refused(
        "adjudication_appeal|appeal_one|appeal_once",
        lambda: Appeal.objects.create(ruling=appealed.ruling, **values),
    )


def test_to_uphold_is_one_motion_and_nobody_sits_twice(appealed: Appeal):
    refused("motion_one_to_uphold|appeal_id", lambda: Motion.objects.create(appeal=appealed))
    member = {"appeal": appealed, "person": appealed.by}
    CommitteeMember.objects.create(**member)
    refused("committee_member_once|person_id", lambda: CommitteeMember.objects.create(**member))


@pytest.mark.parametrize(
    "columns",
    [
        {"effect": "result", "winner": "", "reason": ""},
        {"effect": "result", "winner": "black", "reason": "score", "margin_half": None},
        {"effect": "result", "resume_move": 3},
        {"effect": "replay", "winner": "black", "reason": "ruling", "margin_half": None},
        {"effect": "resume", "winner": "", "reason": "", "margin_half": None},
        {"effect": "nothing", "winner": "", "reason": "", "resume_move": 3, "margin_half": None},
        {"reasons": ""},
        {"number": 1},
    ],
)
def test_effect_result_and_position_go_together(case: Case, columns: dict[str, Any]):
    (first,) = Ruling.objects.all()
    values = {
        "case": case,
        "number": 2,
        "kind": "revised",
        "effect": "result",
        "winner": "black",
        "reason": "score",
        "margin_half": 3,
        "rules": "japanese",
        "cause": case.cause,
        "reasons": "So.",
        "by": first.by,
    }
    refused("ruling", lambda: Ruling.objects.create(**(values | columns)))


@pytest.mark.parametrize(
    "columns",
    [
        {"kind": "warning", "points_half": 3},
        {"kind": "points"},
        {"kind": "points", "points_half": 0},
        {"kind": "points", "points_half": 2, "seconds": 3},
        {"kind": "time"},
        {"kind": "time_back", "seconds": 0},
        {"kind": "time", "seconds": 3, "points_half": 2},
    ],
)
def test_a_penalty_has_its_amount(case: Case, game: Game, columns: dict[str, Any]):
    ruling = Ruling.objects.get()
    refused(
        "penalty_amount",
        lambda: Penalty.objects.create(ruling=ruling, player=game.black, **columns),
    )


DECIDED = "UPDATE adjudication_appeal SET state = 'decided', settled_at = made_at"


@pytest.mark.parametrize(
    "said",
    [
        "",
        ", upheld = true, unheard = 3, closing_note = 'Gone.'",
        ", upheld = true, reasons = 'So.'",
        ", upheld = true, reasons = 'So.', unheard = 3",
        ", upheld = false, unheard = 3",
    ],
)
def test_no_vote_is_closed_without_reasons_or_with_somebody_unheard(appealed: Appeal, said: str):
    refused("with every vote or why not|how many of its committee", sql(DECIDED + said))
    appealed.refresh_from_db()
    assert appealed.state == "waiting"


def test_reasons_of_a_committee_are_only_added_to(appealed: Appeal):
    sql("UPDATE adjudication_appeal SET reasons = 'So.'")()
    sql("UPDATE adjudication_appeal SET reasons = 'So. And so.'")()
    refused("only added to", sql("UPDATE adjudication_appeal SET reasons = 'Otherwise.'"))
