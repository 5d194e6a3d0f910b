"""Signs on boards of cases: what is said of stones is told apart, on every board alike."""

import pytest

from adjudication.board.legend import Meaning, legend_of, sign_for

OF_STONES = (Meaning.ALIVE, Meaning.PROVEN, Meaning.SEKI, Meaning.IN_QUESTION, Meaning.LOOK)


def test_what_is_said_of_stones_has_signs_of_its_own() -> None:
    assert len({sign_for(meaning) for meaning in OF_STONES}) == len(OF_STONES)
    assert sign_for(Meaning.TAKEN) is sign_for(Meaning.ALIVE)


def test_a_legend_names_what_stands_on_the_board_and_dead_stones_without_a_sign() -> None:
    entries = legend_of(*OF_STONES, Meaning.DEAD)
    assert [bool(entry.glyph) for entry in entries] == [True] * len(OF_STONES) + [False]
    assert len({str(entry.text) for entry in entries}) == len(entries)
    with pytest.raises(ValueError, match="without a sign"):
        sign_for(Meaning.DEAD)
