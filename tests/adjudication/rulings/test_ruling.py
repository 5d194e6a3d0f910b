"""What a ruling does to its case and its game."""

import pytest
from django.utils import timezone

from adjudication.models import Case, Inquiry, Ruling, Submission
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision, PenaltyGiven
from adjudication.result_entry.services import enter_result
from adjudication.rulings.services.appeals import appeal
from adjudication.rulings.services.finality import make_final
from adjudication.rulings.services.ruling import revise, rule
from adjudication.submissions.services.reports import submit_result
from jobs import registry, sweeper
from tests.adjudication.decisions import (
    BLACK_WINS,
    locked,
    person,
    ruled,
    staff,
    taken,
    time_is_over,
)
from tests.factories import GameFactory, PlayerFactory
from tests.support.answering import as_read
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.errors import Conflict, UserError
from tournament.models import AuditEvent, Game, Role, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return GameFactory()


@pytest.fixture
def tournament(game: Game) -> Tournament:
    return game.round.tournament


@pytest.fixture
def referee(tournament: Tournament) -> Actor:
    return staff(tournament)


def report(game: Game, claim: str, *, white: bool = False) -> int:
    return submit_result(
        game_id=game.pk,
        player_id=game.white_id if white else game.black_id,
        claim=claim,
        **as_read(game.pk) | {"idempotency_key": f"{claim} {white}"},
    )


def decide(case: Case, referee: Actor, decision: Decision) -> Ruling:
    case.refresh_from_db()
    with acting_as(referee):
        return rule(case_id=case.pk, decision=decision, version=case.version)


def now(game: Game) -> tuple[str, str, str, int | None]:
    game.refresh_from_db()
    return game.state, game.winner, game.reason, game.margin_half


def test_a_disputed_game_has_the_result_of_the_ruling(game, tournament, referee):
    case = taken(tournament, referee, locked(game))
    ruling = decide(case, referee, BLACK_WINS)
    case.refresh_from_db()
    assert now(game) == ("ruled", "black", "ruling", None)
    assert not game.final
    assert (case.state, case.taken_by, ruling.number, ruling.kind) == ("ruled", None, 1, "first")
    assert case.appeal_until > timezone.now()
    assert ruling.by == person(tournament, referee)
    event = AuditEvent.objects.get(verb="ruling.made")
    assert (event.after["state"], event.after["case"]) == ("ruled", case.number)


def test_a_report_that_waits_is_set_aside_and_kept(game, tournament, referee):
    report(game, "W+3.5")
    decide(taken(tournament, referee, game, cause=Cause.OTHER), referee, BLACK_WINS)
    (kept,) = Submission.objects.all()
    assert (kept.state, kept.claim_winner) == ("superseded", "white")
    assert "referee has ruled" in kept.answer_note
    assert now(game)[:2] == ("ruled", "black")


def test_what_the_players_were_asked_is_withdrawn(game, tournament, referee):
    case = taken(tournament, referee, locked(game))
    Inquiry.objects.create(game=game, case=case, kind="no_result")
    decide(case, referee, BLACK_WINS)
    assert Inquiry.objects.get().state == "withdrawn"


@pytest.mark.parametrize("effect", ["replay", "resume"])
def test_a_game_that_goes_on_is_open_and_its_round_too(game, tournament, referee, effect):
    case = taken(tournament, referee, locked(game))
    game.round.state = "finished"
    game.round.save()
    move = 41 if effect == "resume" else None
    decide(case, referee, Decision(effect, resume_move=move, reasons="The ko was retaken."))
    assert now(game) == ("open", "", "", None)
    game.round.refresh_from_db()
    assert game.round.state == "published"


@pytest.mark.parametrize("penalised", [False, True])
def test_what_both_confirm_after_play_went_on_leaves_nothing_to_appeal(
    game, tournament, referee, penalised
):
    given = (PenaltyGiven(game.white.number, "warning"),) if penalised else ()
    goes_on = Decision("resume", resume_move=41, reasons="The ko was retaken.", penalties=given)
    case = ruled(tournament, referee, game, goes_on)
    report(game, "B+2.5")
    report(game, "B+2.5", white=True)
    case.refresh_from_db()
    assert now(game)[0] == "confirmed"
    assert case.state == ("ruled" if penalised else "final")
    if not penalised:
        with pytest.raises(Conflict, match="both players have confirmed") as refused:
            appeal(case_id=case.pk, text="I had not passed.", player_id=game.white_id)
        assert refused.value.code == "case_final"


def test_nothing_to_decide_lets_a_waiting_report_wait_again(game, tournament, referee):
    report(game, "W+3.5")
    case = taken(tournament, referee, locked(game), cause=Cause.ILLEGAL_MOVE)
    decide(case, referee, Decision("nothing", reasons="The move was legal."))
    assert now(game) == ("reported", "white", "score", 7)
    assert Submission.objects.get().state == "pending"


def test_nothing_to_decide_lets_what_the_staff_entered_stand_again(game, tournament, referee):
    enter_result(game_id=game.pk, winner="white", margin_half=9)
    game.refresh_from_db()
    entered_at = game.reported_at
    case = ruled(tournament, referee, game, BLACK_WINS)
    assert now(game)[:2] == ("ruled", "black")
    with acting_as(referee):
        revise(
            case_id=case.pk,
            decision=Decision("nothing", reasons="I was wrong."),
            version=case.version,
            note="The record was of another game.",
        )
    assert now(game) == ("entered", "white", "score", 9)
    assert game.reported_at == entered_at


def test_nothing_to_decide_about_two_claims_lets_the_players_report_anew(game, tournament, referee):
    report(game, "B+3.5")
    report(game, "W+3.5", white=True)
    case = taken(tournament, referee, game)
    decide(case, referee, Decision("nothing", reasons="Count again, please."))
    assert now(game) == ("open", "", "", None)


def test_a_confirmed_game_keeps_its_result(game, tournament, referee):
    report(game, "B+3.5")
    report(game, "B+3.5", white=True)
    case = taken(tournament, referee, game, cause=Cause.CONDUCT)
    for decision in (
        Decision("result", "white", "ruling", reasons="He was late."),
        Decision("replay", reasons="He was late."),
    ):
        with pytest.raises(Conflict) as refused:
            decide(case, referee, decision)
        assert refused.value.code == "game_confirmed"
    warning = PenaltyGiven(game.black.number, "warning")
    decide(case, referee, Decision("nothing", reasons="He was late.", penalties=(warning,)))
    assert now(game) == ("confirmed", "black", "score", 7)


def test_a_confirmed_game_may_change_where_the_tournament_allows_it(game, tournament, referee):
    report(game, "B+3.5")
    report(game, "B+3.5", white=True)
    tournament.reopening = "always"
    tournament.save()
    case = taken(tournament, referee, game, cause=Cause.ILLEGAL_MOVE)
    decide(case, referee, Decision("result", "white", "forfeit", reasons="An illegal move."))
    assert now(game) == ("confirmed", "white", "forfeit", None)
    case.refresh_from_db()
    with acting_as(referee):
        revise(
            case_id=case.pk,
            decision=Decision("nothing", reasons="It was legal."),
            version=case.version,
            note="I was wrong.",
        )
    assert now(game) == ("confirmed", "black", "score", 7)


def test_who_does_not_have_the_case_does_not_rule(game, tournament, referee):
    case = taken(tournament, referee, locked(game))
    with pytest.raises(Conflict, match="case_taken"):
        decide(case, staff(tournament, name="Otto"), BLACK_WINS)
    with pytest.raises(UserError, match="nobody"):
        rule(case_id=case.pk, decision=BLACK_WINS, version=case.version)
    with acting_as(referee), pytest.raises(Conflict, match="stale_version"):
        rule(case_id=case.pk, decision=BLACK_WINS, version=case.version - 1)
    assert now(game)[0] == "disputed"
    assert not Ruling.objects.exists()


@pytest.mark.parametrize(
    ("field", "decision"),
    [
        ("reasons", Decision("result", "black", "ruling", reasons=" ")),
        ("reasons", Decision("nothing", reasons="x" * 4001)),
        ("effect", Decision("anything", reasons="So.")),
        ("effect", Decision("replay", "black", "ruling", reasons="So.")),
        ("winner", Decision("result", "nobody", "ruling", reasons="So.")),
        ("margin", Decision("result", "black", "score", reasons="So.")),
        ("margin", Decision("result", "black", "resignation", 7, reasons="So.")),
        ("resume_move", Decision("resume", reasons="So.")),
        ("articles", Decision("nothing", articles=("nz:play",), reasons="So.")),
        ("articles", Decision("nothing", articles=("j1989:14", "j1989:14"), reasons="So.")),
        ("finding", Decision("nothing", finding="illegal.anything", reasons="So.")),
        ("penalties", Decision("nothing", reasons="So.", penalties=(PenaltyGiven(999, "time"),))),
    ],
)
def test_a_decision_has_to_make_sense(game, tournament, referee, field, decision):
    case = taken(tournament, referee, locked(game))
    with pytest.raises(UserError) as refused:
        decide(case, referee, decision)
    assert refused.value.field == field
    assert now(game)[0] == "disputed"


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"points_half": 2, "kind": "warning"},
        {"seconds": 0, "kind": "time"},
        {"kind": "warning", "note": "a\x00b"},
    ],
)
def test_a_penalty_has_the_amount_of_its_kind(game, tournament, referee, wrong):
    penalty = PenaltyGiven(**{"player": game.black.number, "kind": "points", **wrong})
    case = taken(tournament, referee, locked(game))
    with pytest.raises(UserError) as refused:
        decide(case, referee, Decision("nothing", reasons="So.", penalties=(penalty,)))
    assert refused.value.field == "penalties"


def test_the_count_stays_where_a_penalty_turns_the_game(game, tournament, referee):
    penalty = PenaltyGiven(game.black.number, "points", points_half=10)
    decision = Decision("result", "black", "score", 7, reasons="Late.", penalties=(penalty,))
    ruling = decide(taken(tournament, referee, locked(game)), referee, decision)
    assert now(game) == ("ruled", "white", "ruling", None)
    assert "Black by 3.5" in ruling.reasons
    assert ruling.penalties.get().points_half == 10


@pytest.mark.parametrize(
    ("rulings", "becomes"),
    [
        ({}, ("ruled", "none", "void", None)),
        ({"no_result": "void"}, ("ruled", "void", "ruling", None)),
        ({"no_result": "replay"}, ("open", "", "", None)),
    ],
)
def test_a_game_without_result_is_what_the_tournament_says(
    game, tournament, referee, rulings, becomes
):
    tournament.rulings = rulings
    tournament.save()
    case = taken(tournament, referee, locked(game), cause=Cause.CYCLE)
    decide(case, referee, Decision("result", "none", "void", reasons="Triple ko."))
    assert now(game) == becomes


def test_both_may_lose(game, tournament, referee):
    case = taken(tournament, referee, locked(game))
    decide(case, referee, Decision("result", "both", "both_lose", reasons="Article 13."))
    assert now(game) == ("ruled", "both", "both_lose", None)


def test_without_appeals_a_ruling_is_final_at_once(game, tournament, referee):
    tournament.rulings = {"appeal_minutes": 0}
    tournament.save()
    case = ruled(tournament, referee, game, BLACK_WINS)
    game.refresh_from_db()
    assert (case.state, game.final) == ("final", True)
    assert case.settled_at is not None


def test_a_ruling_is_final_when_the_time_for_an_appeal_is_over(game, tournament, referee):
    case = ruled(tournament, referee, game, BLACK_WINS)
    assert make_final() == 0
    time_is_over(case)
    assert make_final() == 1
    case.refresh_from_db()
    game.refresh_from_db()
    assert (case.state, game.final) == ("final", True)
    assert AuditEvent.objects.filter(verb="ruling.final", actor_role="system").count() == 1
    assert make_final() == 0


def test_a_ruling_becomes_final_in_a_closed_tournament_too(game, tournament, referee):
    case = ruled(tournament, referee, game, BLACK_WINS)
    tournament.closed_at = timezone.now()
    tournament.save()
    time_is_over(case)
    assert make_final() == 1


def test_a_ruling_taken_up_again_supersedes_the_first(game, tournament, referee):
    case = ruled(tournament, referee, game, BLACK_WINS)
    other = Decision("result", "white", "ruling", reasons="The move was legal.")
    with acting_as(staff(tournament, name="Otto")):
        second = revise(case_id=case.pk, decision=other, version=case.version, note="New record.")
    assert now(game)[:2] == ("ruled", "white")
    assert (second.kind, second.number) == ("revised", 2)
    assert second.supersedes.reasons == BLACK_WINS.reasons
    event = AuditEvent.objects.get(verb="ruling.revised")
    assert event.reason == "New record."
    assert (event.before["winner"], event.after["winner"]) == ("black", "white")


def test_a_final_ruling_is_not_taken_up_again(game, tournament, referee):
    case = ruled(tournament, referee, game, BLACK_WINS)
    time_is_over(case)
    with acting_as(referee), pytest.raises(Conflict, match="case_final"):
        revise(case_id=case.pk, decision=BLACK_WINS, version=case.version, note="Again.")
    case.refresh_from_db()
    assert case.state == "final"


def test_a_revision_says_why(game, tournament, referee):
    case = ruled(tournament, referee, game, BLACK_WINS)
    with acting_as(referee), pytest.raises(UserError, match="reason_missing"):
        revise(case_id=case.pk, decision=BLACK_WINS, version=case.version, note=" ")


def test_a_case_without_a_game_is_ruled_by_warnings_alone(tournament, referee):
    player = PlayerFactory(tournament=tournament)
    case = taken(tournament, referee, cause=Cause.OUTSIDE_HELP, players=[player])
    points = PenaltyGiven(player.number, "points", points_half=4)
    for decision in (BLACK_WINS, Decision("nothing", reasons="Seen.", penalties=(points,))):
        with pytest.raises(UserError, match="no_game"):
            decide(case, referee, decision)
    with pytest.raises(UserError, match="effect"):
        decide(case, referee, Decision("nothing", "black", "ruling", reasons="Seen."))
    warning = PenaltyGiven(player.number, "warning", note="A telephone.")
    ruling = decide(case, referee, Decision("nothing", reasons="Seen.", penalties=(warning,)))
    assert ruling.penalties.get().player == player


def test_nobody_rules_in_a_closed_tournament(game, tournament, referee):
    case = taken(tournament, referee, locked(game))
    tournament.closed_at = timezone.now()
    tournament.save()
    with pytest.raises(Conflict, match="tournament_closed"):
        decide(case, referee, BLACK_WINS)


def test_any_referee_is_somebody_of_his_own(tournament):
    first, second = staff(tournament), staff(tournament, Role.DIRECTOR)
    assert person(tournament, first) != person(tournament, second)


def test_the_sweeper_ends_appeals_whatever_fails(game, tournament, referee, monkeypatch):
    case = ruled(tournament, referee, game, BLACK_WINS)
    time_is_over(case)
    monkeypatch.setitem(registry.SWEEP_STEPS, "overdue", lambda now: 1 / 0)
    assert not sweeper.sweep()
    game.refresh_from_db()
    assert game.final


def test_what_comes_up_after_a_ruling_is_a_case_of_its_own(game, tournament, referee):
    first = taken(tournament, referee, game, cause=Cause.LATE)
    decide(first, referee, Decision("nothing", reasons="He had a flat tyre."))
    second = taken(tournament, referee, locked(game))
    assert (first.pk, second.number) != (second.pk, 1)
    assert Case.objects.live().filter(game=game).first() == second
    decide(second, referee, BLACK_WINS)
    for case in (first, second):
        time_is_over(case)
    assert make_final() == 2
    assert now(game)[:2] == ("ruled", "black")
    assert game.final


def test_the_ruling_that_gave_the_result_makes_it_final(game, tournament, referee):
    first = ruled(tournament, referee, game, BLACK_WINS)
    other = Decision("result", "white", "ruling", reasons="Found a telephone.")
    second = ruled(tournament, referee, game, other)
    time_is_over(first)
    assert make_final() == 1
    assert now(game)[:2] == ("ruled", "white")
    assert not game.final
    time_is_over(second)
    make_final()
    game.refresh_from_db()
    assert game.final


def test_another_case_changes_no_final_ruling(game, tournament, referee):
    first = ruled(tournament, referee, game, BLACK_WINS)
    second = taken(tournament, referee, game, cause=Cause.CONDUCT)
    time_is_over(first)
    make_final()
    for decision in (Decision("replay", reasons="So."), BLACK_WINS):
        with pytest.raises(Conflict, match="game_final"):
            decide(second, referee, decision)
    decide(second, referee, Decision("nothing", reasons="Noted."))
    assert now(game)[:2] == ("ruled", "black")


def test_nothing_in_one_case_leaves_the_result_of_another(game, tournament, referee):
    ruled(tournament, referee, game, BLACK_WINS)
    second = taken(tournament, referee, game, cause=Cause.CONDUCT)
    decide(second, referee, Decision("nothing", reasons="Noted."))
    assert now(game)[:2] == ("ruled", "black")
