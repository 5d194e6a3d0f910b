"""Penalties beside the count, and games without result."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.policy.decisions import (
    Decision,
    PenaltyGiven,
    board_count_from,
    decision_from,
    lead_half,
    with_no_result,
    with_penalties,
)
from adjudication.policy.policy import EventPolicy, NoResult
from language.messages import ENGLISH, Catalogue
from tests.support.catalogues import catalogue

BLACK, WHITE = 7, 12
SWAPPED = {"black": "white", "white": "black", "draw": "draw"}


def points(player: int, half: int) -> PenaltyGiven:
    return PenaltyGiven(player, "points", points_half=half)


def settled(decision: Decision, catalogue: Catalogue = ENGLISH, *, equal: str = "draw") -> Decision:
    return with_penalties(decision, black=BLACK, white=WHITE, equal=equal, catalogue=catalogue)


def won(winner: str, margin: int | None, *penalties: PenaltyGiven) -> Decision:
    return Decision("result", winner, "score", margin, reasons="Counted.", penalties=penalties)


@pytest.mark.parametrize(
    ("decision", "winner"),
    [
        (won("black", 7, points(BLACK, 6)), "black"),
        (won("black", 7, points(BLACK, 7)), "draw"),
        (won("black", 7, points(BLACK, 8)), "white"),
        (won("black", 7, points(BLACK, 4), points(BLACK, 4)), "white"),
        (won("black", 7, points(BLACK, 8), points(WHITE, 2)), "black"),
        (won("white", 1, points(WHITE, 2)), "black"),
        (won("white", 1, points(BLACK, 20)), "white"),
        (won("draw", None, points(WHITE, 1)), "black"),
    ],
)
def test_a_penalty_in_points_can_turn_the_game(decision: Decision, winner: str):
    assert settled(decision).winner == winner


def test_equal_scores_after_a_penalty_are_won_as_the_tournament_says():
    level = won("black", 7, points(BLACK, 7))
    assert settled(level, equal="white").winner == "white"
    assert "White wins equal scores" in settled(level, equal="white").reasons
    assert settled(level, equal="black") == level
    by_tie = Decision("result", "black", "tie", reasons="Counted.")
    assert settled(by_tie, equal="black") == by_tie
    lost = settled(replace(by_tie, penalties=(points(BLACK, 1),)), equal="black")
    assert (lost.winner, lost.reason) == ("white", "ruling")
    assert "jigo" in lost.reasons
    drawn = won("draw", None)
    assert settled(drawn, equal="black") == drawn  # as the referee says, without a penalty


def test_a_penalty_that_turns_nothing_leaves_the_margin_as_it_was_counted():
    decision = won("black", 7, points(BLACK, 6))
    assert settled(decision) == decision


def test_where_it_turns_the_game_the_count_is_in_the_reasons():
    told = settled(won("black", 7, points(BLACK, 10)))
    assert (told.winner, told.reason, told.margin_half) == ("white", "ruling", None)
    assert told.reasons == (
        "Counted.\n\nThe count on the board stays Black by 3.5. With the penalty White wins."
    )
    french = settled(won("white", 1, points(WHITE, 2)), catalogue("fr")).reasons
    assert french.endswith("reste Blanc de 0,5. Avec la pénalité, Noir gagne.")
    assert "jigo" in settled(won("draw", None, points(WHITE, 1))).reasons


@pytest.mark.parametrize(
    "decision",
    [
        Decision("result", "black", "resignation", penalties=(points(BLACK, 200),)),
        Decision("result", "white", "time", penalties=(points(WHITE, 200),)),
        Decision("result", "both", "both_lose", penalties=(points(WHITE, 200),)),
        Decision("replay", penalties=(points(WHITE, 200),)),
        won("black", None, points(BLACK, 2)),
        won("black", 1, PenaltyGiven(BLACK, "warning"), PenaltyGiven(BLACK, "time", seconds=600)),
        won("black", 1, points(99, 200)),
    ],
)
def test_what_was_not_counted_no_points_can_turn(decision: Decision):
    assert settled(decision) == decision


penalties = st.lists(
    st.one_of(
        st.builds(points, st.sampled_from([BLACK, WHITE]), st.integers(1, 60)),
        st.builds(PenaltyGiven, st.sampled_from([BLACK, WHITE]), st.just("warning")),
    ),
    max_size=5,
).map(tuple)
counts = st.one_of(
    st.builds(won, st.sampled_from(["black", "white"]), st.integers(1, 60)),
    st.just(won("draw", None)),
)


@given(counts, penalties)
def test_the_winner_goes_with_the_count_and_the_penalties(
    count: Decision, given_penalties: tuple[PenaltyGiven, ...]
):
    decision = replace(count, penalties=given_penalties)
    told = settled(decision)
    ahead = {"black": 1, "white": -1, "draw": 0}[count.winner] * (count.margin_half or 0)
    for one in given_penalties:
        ahead -= (one.points_half or 0) * (1 if one.player == BLACK else -1)
    assert told.winner == ("black" if ahead > 0 else "white" if ahead < 0 else "draw")
    assert lead_half(decision, black=BLACK, white=WHITE) == ahead
    # The penalties stay apart, the margin is the one on the board or none, and again is the same.
    assert told.penalties == given_penalties
    assert told.margin_half in (count.margin_half, None)
    assert (told.margin_half is None) == (told.reason != "score" or told.winner == "draw")
    assert told.reasons.startswith("Counted.")
    assert settled(told) == told


@given(counts, penalties)
def test_the_colours_are_treated_alike(count: Decision, given_penalties: tuple[PenaltyGiven, ...]):
    other = tuple(
        replace(one, player=WHITE if one.player == BLACK else BLACK) for one in given_penalties
    )
    mirrored = replace(count, winner=SWAPPED[count.winner], penalties=other)
    told = settled(replace(count, penalties=given_penalties))
    assert settled(mirrored).winner == SWAPPED[told.winner]


@pytest.mark.parametrize(
    ("policy", "becomes"),
    [
        (NoResult.HALF, ("result", "none", "void")),
        (NoResult.VOID, ("result", "void", "ruling")),
        (NoResult.REPLAY, ("replay", "", "")),
    ],
)
def test_a_game_without_result_is_what_the_tournament_makes_of_it(
    policy: NoResult, becomes: tuple[str, str, str]
):
    decision = Decision("result", "none", "void", reasons="Triple ko.")
    told = with_no_result(decision, EventPolicy(no_result=policy))
    assert (told.effect, told.winner, told.reason) == becomes
    assert with_no_result(won("black", 3), EventPolicy(no_result=policy)) == won("black", 3)


def test_a_decision_goes_through_json_unchanged():
    decision = won("black", 7, points(BLACK, 3), PenaltyGiven(WHITE, "warning", note="Telephone."))
    assert decision_from(decision.as_json()) == decision


@pytest.mark.parametrize("total", [math.nan, math.inf, 10**400, True, "3", None])
def test_a_total_that_is_no_number_of_points_is_refused(total: object) -> None:
    with pytest.raises(ValueError, match="no totals"):
        board_count_from({"black": total, "white": 3.5, "winner": "black"})
