"""What the answers of both players lead to, kind by kind."""

import re
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest
from django.utils import translation

from adjudication.cases.selectors.cases import cases_of_game, live_case_of
from adjudication.corrections.services.corrections import withdraw_result
from adjudication.inquiries.services.answering import FINAL, MAY_END, answer
from adjudication.inquiries.services.raising import object_to_result, raise_matter
from adjudication.inquiries.services.resuming import (
    go_on_without_record,
    report_resumed,
)
from adjudication.models import Case, Inquiry, InquiryKind, Submission
from adjudication.policy.causes import Cause
from adjudication.policy.policy import DEFAULT
from adjudication.policy.questions import final_words, outcome_of
from adjudication.rules.presets import PRESETS
from adjudication.triage.selectors import inquiries_of
from adjudication.triage.services.playing_on import resumption_of
from adjudication.triage.services.questions import ask_both_players
from adjudication.verdicts.selectors.games import game_page
from tests.support.answering import confirm_as_read, contest_as_read
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, both_report, judge_all, make_world, report
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import AuditEvent, Game, GameState, Tournament, Verb

pytestmark = [pytest.mark.django_db, pytest.mark.once]
STONES = DEAD.split()


def world_of(rules: str = "japanese", **rulings: Any) -> World:
    world = make_world(rules=rules)
    Tournament.objects.filter(pk=world.tournament.pk).update(rulings=rulings)
    return world


def fresh(world: World) -> Game:
    return Game.objects.select_related("round__tournament").get(pk=world.games[0].pk)


def case_of(world: World) -> Case:
    return Case.objects.get(game=world.games[0])


def both(asked: Inquiry, black: str, white: str, data: Mapping[str, Any] | None = None) -> None:
    game = Game.objects.get(pk=asked.game_id)
    answer(inquiry_id=asked.pk, player_id=game.black_id, answer=black, data=data)
    answer(inquiry_id=asked.pk, player_id=game.white_id, answer=white, data=data)


def raised(world: World, cause: Cause, note: str = "", **data: Any) -> Inquiry:
    game = world.games[0]
    raise_matter(game_id=game.pk, player_id=game.black_id, cause=cause, note=note, data=data)
    return Inquiry.objects.latest("pk")


def disagreeing(world: World) -> Inquiry:
    """Both report the walls, White with stones dead, Black with none; both are asked."""
    game = world.games[0]
    record = sgf(WALLS, KM="6.5")
    report(game, game.white, "W+15.5", record, STONES)
    report(game, game.black, "W+0.5", None)
    Inquiry.objects.filter(game=game, state="waiting").update(
        state="withdrawn", settled_at="2026-01-01T00:00Z"
    )
    now = fresh(world)
    case = Case.objects.live().filter(game=now).first()
    if case is not None:
        Case.objects.filter(pk=case.pk).update(state="asked")
        case.refresh_from_db()
    marks = {"black": None, "white": STONES}
    return ask_both_players(game=now, kind=InquiryKind.DEAD_STONES, data=marks, case=case)


@pytest.mark.parametrize(
    ("no_result", "state", "winner"),
    [("half", "confirmed", "none"), ("void", "confirmed", "void"), ("replay", "open", "")],
)
def test_no_result_is_what_the_tournament_makes_of_it(
    db: None, no_result: str, state: str, winner: str
) -> None:
    world = world_of(no_result=no_result)
    report(world.games[0], world.games[0].black, "B+R")
    both(raised(world, Cause.CYCLE, move=9), "yes", "yes")
    game = fresh(world)
    assert (game.state, game.winner) == (state, winner)
    assert case_of(world).state == "settled"
    kept = Submission.objects.get(game=game)
    assert (kept.state, bool(kept.answer_note)) == ("superseded", True)


def test_one_no_brings_the_cycle_to_the_referee_with_the_game_locked(db: None) -> None:
    world = world_of()
    report(world.games[0], world.games[0].black, "B+R")
    both(raised(world, Cause.CYCLE, move=9), "yes", "no")
    assert case_of(world).state == "open"
    assert fresh(world).state == GameState.DISPUTED
    assert inquiries_of(world.games[0].pk)[0].outcome == "case"


def asked_about_colours(world: World) -> Inquiry:
    """A record names the players with the other colours; both are asked about it."""
    game = world.games[0]
    record = sgf(WALLS, PB=game.white.name, PW=game.black.name, KM="6.5")
    report(game, game.black, "W+15.5", record, STONES)
    judge_all()
    return Inquiry.objects.get(game=game, kind=InquiryKind.WRONG_RECORD)


def test_colours_are_exchanged_as_in_the_record_and_the_winner_stays(db: None) -> None:
    world = world_of()
    was = world.games[0]
    both(asked_about_colours(world), "mend", "mend")
    game = fresh(world)
    assert (game.black_id, game.white_id) == (was.white_id, was.black_id)
    assert game.komi_half == was.komi_half
    assert (game.state, game.winner, game.margin_half) == ("reported", "black", 31)
    assert AuditEvent.objects.filter(verb=Verb.RECORD_MENDED).count() == 1
    seats = dict(game.seats.values_list("player_id", "colour"))
    assert seats == {was.white_id: "black", was.black_id: "white"}
    judge_all()
    again = Submission.objects.get(game=game, state="pending")
    codes = [finding["code"] for finding in again.verdict.findings]
    assert "record.colours_swapped" not in codes
    assert "record.komi_differs" not in codes
    confirm_as_read(submission_id=again.pk, player_id=was.white_id)
    assert fresh(world).state == GameState.CONFIRMED


def test_a_record_of_another_game_is_set_aside_and_the_result_stays(db: None) -> None:
    world = world_of()
    both(asked_about_colours(world), "not_this_game", "not_this_game")
    game = fresh(world)
    assert (game.state, game.winner) == ("reported", "white")
    first, second = Submission.objects.filter(game=game).order_by("pk")
    assert (first.state, second.state, second.record) == ("superseded", "pending", None)
    page = game_page(game.pk)
    assert page is not None
    assert page.waiting is not None
    assert (page.waiting.record_disowned, page.compared_reports) == (True, ())


def test_only_a_record_that_was_set_aside_as_wrong_is_missing(db: None) -> None:
    world = world_of()
    game = world.games[0]
    first = report(game, game.black, "W+15.5", sgf(WALLS, KM="6.5"), STONES)
    withdraw_result(game_id=game.pk, note="Not yet over.")
    again = report(game, game.black, "W+15.5")
    page = game_page(game.pk)
    assert page is not None
    assert page.waiting is not None
    assert (page.waiting.id, page.record_missing) == (again, False)
    assert page.addable_report(game.white_id) is None
    assert first != again


def test_the_questions_that_may_end_a_game_are_those_with_such_an_outcome() -> None:
    ends = set()
    for kind in InquiryKind:
        for ruleset in PRESETS.values():
            said = product(final_words(kind, ruleset, DEFAULT), repeat=2)
            outcomes = {outcome_of(kind, ruleset, DEFAULT, *both_say) for both_say in said}
            ends |= {kind} if outcomes & FINAL else set()
    assert ends == MAY_END


def test_without_agreement_on_the_record_it_is_a_case(db: None) -> None:
    world = world_of()
    both(asked_about_colours(world), "mend", "not_this_game")
    assert case_of(world).state == "open"


def test_marks_that_the_opponent_accepts_count(db: None) -> None:
    world = world_of()
    both(disagreeing(world), "accept", "keep")
    game = fresh(world)
    assert (game.state, game.winner, game.margin_half) == ("confirmed", "white", 31)


def test_the_record_is_agreed_on_and_the_dead_stones_stay_with_the_players(db: None) -> None:
    world = world_of()
    stones = disagreeing(world)
    case, game = case_of(world), fresh(world)
    sent = game.submissions.filter(record__isnull=False).get()
    about = {"submission": sent.pk, "finding": {"code": "record.duplicate"}}
    record = ask_both_players(game=game, kind=InquiryKind.WRONG_RECORD, data=about, case=case)
    both(record, "ours", "ours")
    case.refresh_from_db()
    assert case.state == "asked", "they are still asked which stones are dead"
    live = live_case_of(game.pk)
    assert live is not None
    assert live.of_record == (Cause.DUPLICATE_RECORD,)
    both(stones, "keep", "keep")
    case.refresh_from_db()
    assert case.state == "open"


def test_who_alone_marked_stones_concedes_and_both_mark_again(db: None) -> None:
    world = world_of()
    game = world.games[0]
    sent = report(game, game.white, "W+15.5", sgf(WALLS, KM="6.5"), STONES)
    contest_as_read(submission_id=sent, player_id=game.black_id, about_dead_stones=True)
    asked = Inquiry.objects.get(game=game)
    with pytest.raises(UserError):
        answer(inquiry_id=asked.pk, player_id=game.black_id, answer="concede")
    both(asked, "keep", "concede")
    assert fresh(world).state == GameState.OPEN
    assert case_of(world).state == "settled"


@pytest.mark.parametrize(
    ("rules", "other"),
    [("japanese", "keep"), ("japanese", "accept"), ("french", "again"), ("nz", "again")],
)
def test_two_who_are_each_right_in_one_corner_mark_again_and_one_confirms(
    db: None, rules: str, other: str
) -> None:
    """The third set of marks is a report like any: it is final by the yes of whoever read it."""
    world = world_of(rules)
    game, record = world.games[0], sgf(WALLS, KM="6.5")
    report(game, game.white, "W+1.5", record, ["B8"])
    report(game, game.black, "B+1.5", record, ["G3"])
    both(Inquiry.objects.get(game=game), "again", other)
    assert fresh(world).state == GameState.OPEN
    assert case_of(world).state == "settled"
    right = report(game, game.black, "W+15.5", record, STONES)
    assert fresh(world).state == GameState.REPORTED
    confirm_as_read(submission_id=right, player_id=game.white_id)
    now = fresh(world)
    assert (now.state, now.winner, now.margin_half) == (GameState.CONFIRMED, "white", 31)


@pytest.mark.parametrize("rules", ["japanese", "french"])
def test_a_request_to_play_on_goes_before_marking_again(db: None, rules: str) -> None:
    world = world_of(rules)
    game, record = world.games[0], sgf(WALLS, KM="6.5")
    report(game, game.white, "W+1.5", record, ["B8"])
    report(game, game.black, "B+1.5", record, ["G3"])
    asked = Inquiry.objects.get(game=game)
    both(asked, "again", "resume")
    assert fresh(world).state == GameState.DISPUTED
    assert resumption_of(fresh(world)) is not None


def test_accepted_marks_that_count_otherwise_are_confirmed_by_who_made_them(db: None) -> None:
    world = world_of()
    game = world.games[0]
    record = sgf(WALLS, KM="6.5")
    report(game, game.white, "W+3.5", record, STONES)
    report(game, game.black, "B+3.5", record, [])
    asked = ask_both_players(game=fresh(world), kind=InquiryKind.DEAD_STONES, data={})
    both(asked, "accept", "keep")
    now = fresh(world)
    assert (now.state, now.winner, now.margin_half) == ("reported", "white", 31)
    assert Submission.objects.get(game=game, state="pending").player_id == game.black_id


def test_on_request_play_resumes_the_requesters_opponent_first(db: None) -> None:
    world = world_of("japanese")
    both(disagreeing(world), "keep", "resume")
    game = fresh(world)
    resumption = resumption_of(game)
    assert game.state == GameState.DISPUTED
    assert resumption is not None
    assert (resumption.first, resumption.none_dead) == (1, False)


def test_the_french_play_on_in_turn_and_then_nothing_is_removed(db: None) -> None:
    world = world_of("french")
    both(disagreeing(world), "resume", "resume")
    resumption = resumption_of(fresh(world))
    assert resumption is not None
    assert (resumption.first, resumption.none_dead) == (1, True)
    # Black takes the stone on B8; White's wall stands.
    moves = "bi -- ac -- cb -- ba -- ab -- -- --"
    record = sgf(f"{WALLS} {moves}", KM="6.5")
    game = fresh(world)
    sent: dict[str, Any] = {
        "game_id": game.pk,
        "player_id": game.black_id,
        "record_bytes": record,
        "idempotency_key": "once",
        "dead_stones": ["G3"],
    }
    with pytest.raises(UserError, match="moves"):
        report_resumed(**{**sent, "record_bytes": sgf(f"{WALLS} ba ab", KM="6.5")})
    with pytest.raises(UserError, match="record"):
        report_resumed(**{**sent, "record_bytes": sgf("aa bb -- --")})
    assert report_resumed(**sent) == report_resumed(**sent)
    judge_all()
    now = fresh(world)
    submission = Submission.objects.get(game=game, state="pending")
    assert (now.state, submission.resumed, submission.dead_stones) == ("reported", True, [])
    assert submission.verdict.verdict == "confirmed"
    confirm_as_read(submission_id=submission.pk, player_id=game.white_id)
    assert fresh(world).state == GameState.CONFIRMED
    assert not Case.objects.live().filter(game=game).exists()


def test_in_new_zealand_all_stones_stand_where_players_differ_on_who_moves(db: None) -> None:
    world = world_of("nz")
    both(disagreeing(world), "black_moves", "white_moves")
    game = fresh(world)
    resumption = resumption_of(game)
    assert resumption is not None
    assert (resumption.counted_at_once, resumption.none_dead) == (True, True)
    report_resumed(
        game_id=game.pk,
        player_id=game.white_id,
        record_bytes=sgf(WALLS, KM="6.5"),
        idempotency_key="once",
    )
    submission = Submission.objects.get(game=game, state="pending")
    assert (submission.resumed, submission.dead_stones) == (False, [])


def test_who_resigns_in_resumed_play_has_lost(db: None) -> None:
    world = world_of()
    both(disagreeing(world), "resume", "keep")
    game = fresh(world)
    report_resumed(
        game_id=game.pk,
        player_id=game.white_id,
        record_bytes=sgf(f"{WALLS} ba", KM="6.5"),
        idempotency_key="once",
        resigned="black",
    )
    now = fresh(world)
    assert (now.winner, now.reason) == ("white", "resignation")


def test_played_on_without_a_record_the_game_is_reported_as_usual(db: None) -> None:
    world = world_of()
    both(disagreeing(world), "resume", "keep")
    game = fresh(world)
    with pytest.raises(NotFound):
        go_on_without_record(game_id=game.pk, player_id=world.players[4].pk)
    for _twice in range(2):
        go_on_without_record(game_id=game.pk, player_id=game.white_id)
    both_report(game, "B+3.5")
    assert fresh(world).state == GameState.CONFIRMED
    with pytest.raises(Conflict, match="not_resumed"):
        go_on_without_record(game_id=game.pk, player_id=game.white_id)


def test_both_lose_is_proposed_and_left_to_the_referee(db: None) -> None:
    world = world_of()
    both(raised(world, Cause.EFFECTIVE_MOVE, "Q16"), "neither", "game_over")
    case = case_of(world)
    assert case.state == "open"
    assert case.proposal is not None
    assert case.proposal["winner"] == "both"
    assert fresh(world).state == GameState.DISPUTED


def test_a_game_that_both_call_over_is_back_to_confirming(db: None) -> None:
    world = world_of()
    sent = report(world.games[0], world.games[0].black, "B+3.5")
    both(raised(world, Cause.EFFECTIVE_MOVE), "game_over", "game_over")
    game = fresh(world)
    assert (game.state, game.winner) == ("reported", "black")
    assert case_of(world).state == "settled"
    confirm_as_read(submission_id=sent, player_id=game.white_id)


def test_a_stone_that_both_put_back_lets_the_game_go_on(db: None) -> None:
    world = world_of()
    both(raised(world, Cause.DISPLACED_STONE, point="D4"), "put_back", "put_back")
    assert fresh(world).state == GameState.OPEN
    assert case_of(world).state == "settled"


def test_a_stone_that_cannot_be_put_back_is_proposed_as_both_lose(db: None) -> None:
    world = world_of()
    both(raised(world, Cause.DISPLACED_STONE, point="D4"), "put_back", "elsewhere")
    case = case_of(world)
    assert case.proposal is not None
    assert (case.state, case.proposal["winner"]) == ("open", "both")


@pytest.mark.parametrize(
    ("cause", "said", "unsure"),
    [
        (Cause.DISPLACED_STONE, "put_back", "unsure"),
        (Cause.DISPLACED_STONE, "elsewhere", "unsure"),
        (Cause.DISPLACED_STONE, "put_back", "not_moved"),
        (Cause.EFFECTIVE_MOVE, "game_over", "unsure"),
        (Cause.EFFECTIVE_MOVE, "neither", "unsure"),
    ],
)
def test_what_somebody_does_not_know_is_for_the_referee_without_a_proposal(
    db: None, cause: Cause, said: str, unsure: str
) -> None:
    world = world_of()
    about = {"point": "D4"} if cause is Cause.DISPLACED_STONE else {}
    both(raised(world, cause, **about), said, unsure)
    case = case_of(world)
    assert (case.state, case.proposal) == ("open", None)
    assert fresh(world).state == GameState.DISPUTED


def test_an_illegal_move_is_taken_back_where_the_tournament_says_so(db: None) -> None:
    world = world_of("french", steps={"illegal_move": "ask"}, illegal_move="take_back")
    both(raised(world, Cause.ILLEGAL_MOVE, "ko", move=9), "take_back", "take_back")
    assert fresh(world).state == GameState.OPEN


def test_an_objection_is_no_consent_and_both_confirm_anew(db: None) -> None:
    world = world_of()
    game = world.games[0]
    first = report(game, game.black, "W+15.5", sgf(WALLS, KM="6.5"), STONES)
    judge_all()
    asked = object_to_result(game_id=game.pk, player_id=game.black_id, note="Look again")
    assert asked is not None
    assert object_to_result(game_id=game.pk, player_id=game.white_id) == asked
    judge_all()
    again = Submission.objects.get(game=game, state="pending")
    assert again.pk != first
    assert again.verdict.pk != Submission.objects.get(pk=first).verdict.pk
    with pytest.raises(Conflict):
        confirm_as_read(submission_id=again.pk, player_id=game.white_id)
    answer(inquiry_id=asked.pk, player_id=game.white_id, answer="confirm")
    assert fresh(world).state == GameState.DISPUTED
    answer(inquiry_id=asked.pk, player_id=game.black_id, answer="confirm")
    now = fresh(world)
    assert (now.state, now.winner, now.margin_half) == ("confirmed", "white", 31)
    again.refresh_from_db()
    assert (again.state, again.answered_by_id) == ("confirmed", game.white_id)
    assert case_of(world).state == "settled"


def test_another_result_that_both_give_after_an_objection_is_the_result(db: None) -> None:
    world = world_of()
    game = world.games[0]
    report(game, game.black, "B+3.5")
    asked = object_to_result(game_id=game.pk, player_id=game.white_id)
    assert asked is not None
    with pytest.raises(UserError, match="claim"):
        answer(inquiry_id=asked.pk, player_id=game.black_id, answer="other")
    both(asked, "other", "other", {"result": "B+4.5"})
    now = fresh(world)
    assert (now.state, now.margin_half) == ("confirmed", 9)


def test_an_objection_that_leaves_two_results_is_a_case(db: None) -> None:
    world = world_of()
    game = world.games[0]
    report(game, game.black, "B+3.5")
    asked = object_to_result(game_id=game.pk, player_id=game.white_id)
    assert asked is not None
    answer(inquiry_id=asked.pk, player_id=game.black_id, answer="confirm")
    answer(inquiry_id=asked.pk, player_id=game.white_id, answer="other", data={"result": "W+1.5"})
    assert case_of(world).state == "open"


def test_nobody_objects_to_what_is_not_there_or_final(db: None) -> None:
    world = world_of()
    game = world.games[0]
    with pytest.raises(Conflict, match="nothing_reported"):
        object_to_result(game_id=game.pk, player_id=game.black_id)
    contested = report(game, game.black, "B+3.5")
    contest_as_read(submission_id=contested, player_id=game.white_id)
    with pytest.raises(Conflict, match="game_disputed"):
        object_to_result(game_id=game.pk, player_id=game.black_id)
    other = world.games[1]
    both_report(other, "B+R")
    with pytest.raises(Conflict, match="game_confirmed"):
        object_to_result(game_id=other.pk, player_id=other.black_id)
    with pytest.raises(Conflict, match="game_confirmed"):
        raise_matter(game_id=other.pk, player_id=other.black_id, cause=Cause.CYCLE)
    assert (
        raise_matter(
            game_id=other.pk, player_id=other.black_id, cause=Cause.OTHER, note="The clock"
        ).state
        == "open"
    )


def test_a_matter_that_needs_words_has_some(db: None) -> None:
    world = world_of()
    game = world.games[0]
    for cause in (Cause.OTHER, Cause.ILLEGAL_MOVE):
        with pytest.raises(UserError, match="note"):
            raise_matter(game_id=game.pk, player_id=game.black_id, cause=cause)
    with pytest.raises(UserError, match="matter"):
        raise_matter(game_id=game.pk, player_id=game.black_id, cause=Cause.LATE, note="x")
    with pytest.raises(UserError, match="note_too_long"):
        raise_matter(game_id=game.pk, player_id=game.black_id, cause=Cause.OTHER, note="x" * 501)
    assert fresh(world).state == GameState.OPEN


def test_a_claim_says_which_move_it_is_about(world: World) -> None:
    game = world.games[0]
    raise_matter(
        game_id=game.pk,
        player_id=game.black_id,
        cause=Cause.ILLEGAL_MOVE,
        note="He played into my ko.",
        data={"move": 120},
    )
    (line,) = cases_of_game(game.pk)
    assert line.grounds[0].note == "Move 120: He played into my ko."


def test_a_claim_is_read_in_the_readers_language_and_only_its_words_as_written(
    world: World,
) -> None:
    Tournament.objects.update(rules="nz")
    game = world.games[0]
    with translation.override("fr"):
        raise_matter(
            game_id=game.pk,
            player_id=game.black_id,
            cause=Cause.CYCLE,
            note="Blanc a repris.",
            data={"move": 10},
        )
    (line,) = cases_of_game(game.pk)
    assert line.cause == Cause.ILLEGAL_MOVE
    assert line.grounds[0].note == "Move 10: The same position came back. Blanc a repris."


def test_who_marks_again_finds_the_record_that_was_sent(db: None) -> None:
    world = world_of()
    game = world.games[0]
    sent_by_white = report(game, game.white, "W+15.5", sgf(WALLS, KM="6.5"), STONES)
    contest_as_read(submission_id=sent_by_white, player_id=game.black_id, about_dead_stones=True)
    both(Inquiry.objects.get(), "keep", "concede")
    assert fresh(world).state == GameState.OPEN
    for player in (0, 1):
        own = world.player(player)
        page = own.get("/me/").text
        assert "dead stones are marked again" in page
        assert "When the game is over" not in page
        begun = own.get(f"/games/{game.pk}/report/").text
        assert f'name="carried" value="report-{sent_by_white}"' in begun


def test_what_was_to_be_done_is_not_told_any_more_once_both_have_confirmed(db: None) -> None:
    world = world_of()
    game = world.games[0]
    sent = report(game, game.white, "W+15.5", sgf(WALLS, KM="6.5"), STONES)
    contest_as_read(submission_id=sent, player_id=game.black_id, about_dead_stones=True)
    both(Inquiry.objects.get(), "keep", "concede")
    for player in (game.white, game.black):
        report(game, player, "W+15.5")
    assert fresh(world).state == GameState.CONFIRMED
    for player in (0, 1):
        page = world.player(player).get("/me/").text
        assert "marking the dead stones" in page, "how the case ended"
        assert "marked again" not in page


def test_the_board_that_is_marked_again_begins_with_what_both_had_marked_alike(db: None) -> None:
    """Nothing can be sent before the player has looked at what both had marked differently."""
    world = world_of()
    game, record = world.games[0], sgf(WALLS, KM="6.5")
    report(game, game.white, "W+1.5", record, ["B8"])
    report(game, game.black, "B+1.5", record, ["B8", "G3"])
    both(Inquiry.objects.get(game=game), "again", "again")
    own, address = world.player(0), f"/games/{game.pk}/report/"
    begun = own.get(address)
    fields = {
        name: found[1]
        for name in (
            *("winner", "reason", "margin", "carried", "filename", "key", "proposal", "dead"),
            *("seki", "expects", "version", "seats"),
        )
        if (found := re.search(rf'name="{name}"[^>]* value="([^"]*)"', begun.text))
    }
    assert fields["dead"] == "B8"
    assert 'value="send"' not in begun.text
    both_open = own.post(address, fields | {"step": "review"})
    assert 'value="send"' not in both_open.text
    looked = own.post(address, fields | {"step": "accept_proposed"})
    assert 'value="counted"' in looked.text
    assert 'value="send"' not in looked.text
    marked = own.post(address, fields | {"step": "review", "dead": "B8 G3"})
    assert 'value="counted"' in marked.text
    assert 'value="send"' not in marked.text
    counted = own.post(address, fields | {"step": "counted", "dead": "B8 G3"})
    assert 'value="send"' in counted.text
