"""What a referee is asked about an illegal move: only what the outcome depends on."""

import pytest

from adjudication.policy.forms.established import (
    End,
    Established,
    ask_referee,
    decision_of,
    reasons_of,
)
from adjudication.policy.forms.shapes import FormQuestion
from adjudication.policy.policy import EventPolicy, IllegalMove
from adjudication.rules.presets import PRESETS

JAPANESE, FRENCH = PRESETS["japanese"], PRESETS["french"]


def asked(said, ruleset=JAPANESE, policy=None, *, confirmed=False, move=120):
    return ask_referee(ruleset, policy or EventPolicy(), said, confirmed=confirmed, move=move)


def test_nothing_is_asked_once_both_have_confirmed() -> None:
    assert asked([], confirmed=True) == Established(End.TOO_LATE)


def test_whose_comes_first_and_without_an_illegal_move_nothing_else() -> None:
    first = asked([])
    assert isinstance(first, FormQuestion)
    assert [answer.word for answer in first.answers] == ["none", "black", "white"]
    assert asked(["none"]) == Established(End.NOT_SHOWN)


def test_a_text_by_which_it_loses_asks_only_whether_it_came_too_late() -> None:
    assert asked(["black", "no"]) == Established(End.LOSES, "black", 120)
    assert asked(["black", "yes"]) == Established(End.TOO_LATE, "black", 120)
    lost = decision_of(Established(End.LOSES, "black", 120), None, JAPANESE)
    assert lost is not None
    assert (lost.winner, lost.reason) == ("white", "forfeit")
    assert "j1989:14" in lost.articles
    late = decision_of(Established(End.TOO_LATE, "black"), None, JAPANESE)
    assert late is not None
    assert (late.effect, late.articles) == ("nothing", ("j1989:10.4",))


def test_where_nothing_says_that_it_loses_it_is_asked_whether_it_is_taken_back() -> None:
    assert asked(["white", "no", "no"], FRENCH) == Established(End.REFEREE, "white", 120)
    assert asked(["white", "no", "yes", "that"], FRENCH) == Established(
        End.TAKEN_BACK, "white", 120
    )
    assert asked(["white", "no", "yes", "another"], FRENCH) == Established(End.TAKEN_BACK, "white")
    assert asked(["white", "no", "yes"], FRENCH, move=None) == Established(End.TAKEN_BACK, "white")
    back = decision_of(Established(End.TAKEN_BACK, "white", 120), None, FRENCH)
    assert back is not None
    assert (back.effect, back.resume_move) == ("resume", 119)
    own = EventPolicy(illegal_move=IllegalMove.FORFEIT)
    assert asked(["white", "no"], FRENCH, own) == Established(End.LOSES, "white", 120)


@pytest.mark.parametrize("said", [["both"], ["none", "yes"], ["black", "maybe"]])
def test_an_answer_that_is_not_offered_is_refused(said: list[str]) -> None:
    with pytest.raises(ValueError, match=r"both|yes|maybe"):
        asked(said)


def test_the_reasons_fit_what_was_found() -> None:
    def text(found: Established) -> str:
        return str(reasons_of(found, JAPANESE, EventPolicy()))

    assert "could not be established" in text(Established(End.NOT_SHOWN))
    lost = text(Established(End.LOSES, "black", 120))
    assert "Black played an illegal move: move 120" in lost
    assert "Art. 14" in lost
    assert "no record shows it" not in lost
