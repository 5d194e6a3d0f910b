"""What a referee is asked about an illegal move: only what the outcome depends on."""

import pytest

from adjudication.policy.forms.illegal_move import (
    IllegalMoveFinding,
    IllegalMoveOutcome,
    ask_about_illegal_move,
    decision_about_illegal_move,
    reasons_about_illegal_move,
)
from adjudication.policy.forms.shapes import FormQuestion
from adjudication.policy.policy import EventPolicy, IllegalMove
from adjudication.rules.presets import PRESETS

JAPANESE, FRENCH = PRESETS["japanese"], PRESETS["french"]


def asked(said, ruleset=JAPANESE, policy=None, *, confirmed=False, move=120):
    return ask_about_illegal_move(
        ruleset, policy or EventPolicy(), said, confirmed=confirmed, move=move
    )


def test_nothing_is_asked_once_both_have_confirmed() -> None:
    assert asked([], confirmed=True) == IllegalMoveFinding(IllegalMoveOutcome.TOO_LATE)


def test_whose_comes_first_and_without_an_illegal_move_nothing_else() -> None:
    first = asked([])
    assert isinstance(first, FormQuestion)
    assert [answer.word for answer in first.answers] == ["none", "black", "white"]
    assert asked(["none"]) == IllegalMoveFinding(IllegalMoveOutcome.NOT_SHOWN)


def test_a_text_by_which_it_loses_asks_only_whether_it_came_too_late() -> None:
    assert asked(["black", "no"]) == IllegalMoveFinding(IllegalMoveOutcome.LOSES, "black", 120)
    assert asked(["black", "yes"]) == IllegalMoveFinding(IllegalMoveOutcome.TOO_LATE, "black", 120)
    lost = decision_about_illegal_move(
        IllegalMoveFinding(IllegalMoveOutcome.LOSES, "black", 120), None, JAPANESE
    )
    assert lost is not None
    assert (lost.winner, lost.reason) == ("white", "forfeit")
    assert "j1989:14" in lost.articles
    late = decision_about_illegal_move(
        IllegalMoveFinding(IllegalMoveOutcome.TOO_LATE, "black"), None, JAPANESE
    )
    assert late is not None
    assert (late.effect, late.articles) == ("nothing", ("j1989:10.4",))


def test_where_nothing_says_that_it_loses_it_is_asked_whether_it_is_taken_back() -> None:
    assert asked(["white", "no", "no"], FRENCH) == IllegalMoveFinding(
        IllegalMoveOutcome.REFEREE, "white", 120
    )
    assert asked(["white", "no", "yes", "that"], FRENCH) == IllegalMoveFinding(
        IllegalMoveOutcome.TAKEN_BACK, "white", 120
    )
    assert asked(["white", "no", "yes", "another"], FRENCH) == IllegalMoveFinding(
        IllegalMoveOutcome.TAKEN_BACK, "white"
    )
    assert asked(["white", "no", "yes"], FRENCH, move=None) == IllegalMoveFinding(
        IllegalMoveOutcome.TAKEN_BACK, "white"
    )
    back = decision_about_illegal_move(
        IllegalMoveFinding(IllegalMoveOutcome.TAKEN_BACK, "white", 120), None, FRENCH
    )
    assert back is not None
    assert (back.effect, back.resume_move) == ("resume", 119)
    own = EventPolicy(illegal_move=IllegalMove.FORFEIT)
    assert asked(["white", "no"], FRENCH, own) == IllegalMoveFinding(
        IllegalMoveOutcome.LOSES, "white", 120
    )


@pytest.mark.parametrize("said", [["both"], ["none", "yes"], ["black", "maybe"]])
def test_an_answer_that_is_not_offered_is_refused(said: list[str]) -> None:
    with pytest.raises(ValueError, match=r"both|yes|maybe"):
        asked(said)


def test_the_reasons_fit_what_was_found() -> None:
    def text(found: IllegalMoveFinding) -> str:
        return str(reasons_about_illegal_move(found, JAPANESE, EventPolicy()))

    assert "could not be established" in text(IllegalMoveFinding(IllegalMoveOutcome.NOT_SHOWN))
    lost = text(IllegalMoveFinding(IllegalMoveOutcome.LOSES, "black", 120))
    assert "Black played an illegal move: move 120" in lost
    assert "Art. 14" in lost
    assert "no record shows it" not in lost
