"""The short form of the fuzz of records; the long one is ``python -m tests.security.sgf_fuzz``."""

import os

import pytest

from tests.security import sgf_fuzz
from tests.security.sgf_fuzz import material, record_of, run

PARTS = 2
RECORDS = 700
SEED = int(os.environ.get("SHINPAN_FUZZ_SEED", "6"))


@pytest.mark.by_turns
@pytest.mark.parametrize("part", range(PARTS))
def test_spoiled_records_are_judged_or_refused_quickly_and_in_little_memory(part: int) -> None:
    outcome = run(SEED, range(part, PARTS * RECORDS, PARTS), material(most=400))
    assert outcome.failures == []
    assert outcome.records == RECORDS
    # Most gets past the grammar: else nothing but the grammar would be tried.
    assert outcome.read > RECORDS // 2
    assert len(outcome.refused) > 5
    assert len(outcome.verdicts) > 4


def test_the_same_seed_gives_the_same_records() -> None:
    files = material(most=20)
    first = [record_of(3, number, files) for number in range(40)]
    assert first == [record_of(3, number, files) for number in range(40)]
    assert first != [record_of(4, number, files) for number in range(40)]


@pytest.mark.parametrize("error", [LookupError("unknown encoding: hex"), RecursionError()])
def test_another_exception_than_the_one_is_found(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(_data: bytes) -> None:
        raise error

    monkeypatch.setattr(sgf_fuzz, "read_record", fail)
    (failure,) = run(1, range(1), material(most=20)).failures
    assert type(error).__name__ in failure


def test_a_record_that_takes_long_or_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_fuzz, "MOST_SECONDS", -1.0)
    monkeypatch.setattr(sgf_fuzz, "MOST_BYTES", -1)
    seconds, memory = run(1, range(1), material(most=20)).failures
    assert " took " in seconds
    assert " MB" in memory
