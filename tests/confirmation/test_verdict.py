"""Which of two verdicts about a chain stands."""

from __future__ import annotations

import pytest

from adjudication.confirmation.verdict import Status, earlier_verdict_stands

DEAD, OPEN, TAKEN = Status.DEAD, Status.UNDECIDED, Status.CAPTURABLE
ALIVE, RETAKEN = Status.UNCAPTURABLE, Status.ALIVE_BY_RECAPTURE


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ((DEAD, DEAD), (OPEN, OPEN)),
        ((ALIVE, ALIVE), (OPEN, OPEN)),
        ((DEAD, DEAD), (TAKEN, TAKEN)),
        ((DEAD, DEAD), (DEAD, OPEN)),
        ((TAKEN, TAKEN), (OPEN, OPEN)),
        ((OPEN, DEAD), (OPEN, OPEN)),
    ],
)
def test_what_proves_more_stands_whichever_was_asked_last(
    earlier: tuple[Status, Status], later: tuple[Status, Status]
) -> None:
    assert earlier_verdict_stands(earlier, later)
    assert not earlier_verdict_stands(later, earlier)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ((DEAD, DEAD), (ALIVE, ALIVE)),
        ((DEAD, DEAD), (ALIVE, OPEN)),
        ((ALIVE, ALIVE), (DEAD, DEAD)),
        ((RETAKEN, RETAKEN), (ALIVE, ALIVE)),
        ((OPEN, OPEN), (OPEN, OPEN)),
    ],
)
def test_a_proof_of_the_opposite_and_one_as_good_take_its_place(
    earlier: tuple[Status, Status], later: tuple[Status, Status]
) -> None:
    assert not earlier_verdict_stands(earlier, later)
