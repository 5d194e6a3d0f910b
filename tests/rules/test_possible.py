"""What no count can give, and above all what it can."""

import random

import pytest

from adjudication.rules.claims import ClaimWinner
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.possible import why_impossible
from adjudication.rules.presets import PRESETS
from adjudication.rules.scoring.area import count_area
from adjudication.rules.scoring.territory import TerritoryOptions, count_territory

B, W, DRAW = ClaimWinner.BLACK, ClaimWinner.WHITE, ClaimWinner.DRAW
EVERY = sorted(PRESETS)


def doubt(
    winner: ClaimWinner,
    margin: float | None,
    *,
    rules: str = "japanese",
    size: int = 19,
    komi: float = 7.5,
    handicap: int = 0,
) -> str:
    ruleset = PRESETS[rules]
    found = why_impossible(winner, margin, ruleset=ruleset, size=size, komi=komi, handicap=handicap)
    return "" if found is None else str(found)


@pytest.mark.parametrize("rules", EVERY)
@pytest.mark.parametrize("komi", [7.5, 6.5, 0.5, -5.5])
def test_with_half_a_point_of_komi_margins_end_in_a_half(rules: str, komi: float) -> None:
    for whole in (1, 4, 12):
        assert "half" in doubt(B, whole, rules=rules, komi=komi)
        assert "half" in doubt(W, whole, rules=rules, komi=komi)
        assert not doubt(B, whole + 0.5, rules=rules, komi=komi)
        assert not doubt(W, whole + 0.5, rules=rules, komi=komi)
    assert "drawn" in doubt(DRAW, None, rules=rules, komi=komi)


@pytest.mark.parametrize("rules", EVERY)
@pytest.mark.parametrize("komi", [7.0, 0.0, -8.0])
def test_with_whole_komi_margins_are_whole_and_odd_or_even(rules: str, komi: float) -> None:
    for whole in (1, 2, 3, 4):
        assert not doubt(B, whole, rules=rules, komi=komi)
        assert not doubt(W, whole, rules=rules, komi=komi)
        assert "whole" in doubt(B, whole + 0.5, rules=rules, komi=komi)
    assert bool(doubt(DRAW, None, rules=rules, komi=komi)) == (rules == "ing")


def test_the_whole_board_is_won_and_no_more() -> None:
    def counted(winner: ClaimWinner, margin: float, **game: float) -> str:
        return doubt(winner, margin, rules="chinese", **game)  # type: ignore[arg-type]

    assert not counted(W, 368.5)
    assert "368.5" in counted(W, 369.5)
    assert not counted(B, 353.5)
    assert "353.5" in counted(B, 354.5)
    assert counted(W, 400)
    assert not counted(W, 88.5, size=9)
    assert counted(W, 89.5, size=9)
    assert not counted(W, 88.5, size=9, komi=5.5, handicap=3)


def test_prisoners_count_only_beyond_as_many_stones_of_ones_own() -> None:
    """All 81 points and komi, and one stone more of the loser, who may have begun."""
    assert not doubt(W, 88.5, size=9, komi=6.5)
    assert "88.5" in doubt(W, 89.5, size=9, komi=6.5)
    assert not doubt(B, 75.5, size=9, komi=6.5)
    assert "75.5" in doubt(B, 76.5, size=9, komi=6.5)
    assert not doubt(W, 90.5, size=9, komi=6.5, handicap=3)
    assert "in turn" in doubt(B, 400.5, komi=6.5)
    assert doubt(W, 400.5, komi=6.5)


@pytest.mark.parametrize("rules", EVERY)
def test_what_is_counted_is_never_doubted(rules: str) -> None:
    """Any position at all that play in turn can give, with dead stones, seki and dame."""
    chance, ruleset = random.Random(rules), PRESETS[rules]
    for _ in range(300):
        size = chance.choice((2, 5, 9))
        position = [chance.choice((0, 0, BLACK, WHITE)) for _ in range(size * size)]
        handicap = chance.choice((0, 0, 2, 4))
        komi = chance.choice((0.0, 0.5, 6.5, 7.0, 7.5, -3.5))
        share = chance.choice((0.1, 0.9))
        dead = [point for point, stone in enumerate(position) if stone and chance.random() < share]
        if ruleset.scoring.value.value == "area":
            counted = count_area(
                position,
                size,
                dead=dead,
                komi=komi,
                compensation=ruleset.compensation_for(handicap),
                tie_winner=ruleset.tie_winner.value,
            )
        else:
            # Both have played as many stones, but for a handicap: who has fewer has lost more.
            ahead = position.count(BLACK) - position.count(WHITE) - (handicap or 1)
            options = TerritoryOptions(
                taken_by_black=max(0, ahead),
                taken_by_white=max(0, -ahead),
                komi=komi,
                tie_winner=ruleset.tie_winner.value,
            )
            counted = count_territory(position, size, dead, options)
        claim = counted.claim
        assert not doubt(
            claim.winner, claim.margin, rules=rules, size=size, komi=komi, handicap=handicap
        ), (position, dead)
