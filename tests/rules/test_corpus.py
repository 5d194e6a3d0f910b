"""All real records, broken ones among them, end in a verdict or in a named error."""

import json
from collections import Counter
from pathlib import Path

import pytest

from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.presets import JAPANESE
from adjudication.rules.record import RecordError
from adjudication.rules.sgf import read_record
from adjudication.rules.verdicts import Verdict
from language.messages import Message
from tests.rules.corpus import corpus, listing
from tests.support.catalogues import french
from tests.support.environment import some

PARTS = 4
FILES = 9_732
READABLE = 0.99


def files() -> list[Path]:
    return sorted(path for path in (corpus() / "sgf").rglob("*") if path.is_file())


def verdict_of(path: Path) -> str:
    """Judge under the record's own rules, and as Japanese where it names none."""
    try:
        record = read_record(path.read_bytes())
    except RecordError as error:
        return error.code
    report = adjudicate(record)
    if report.rules is None:
        assert report.verdict is Verdict.UNDETERMINED, path
        report = adjudicate(record, ruleset=JAPANESE)
    plain = json.loads(json.dumps(report.as_dict(Message.as_json)))
    assert plain["moves"] == len(record.points), path
    for finding in report.findings:
        assert finding.move is None or 0 <= finding.move <= len(record.points), path
        assert str(finding.text), path
        assert french(finding.text), path
    return report.verdict.value


def test_the_corpus_is_whole() -> None:
    assert len(files()) == FILES


@pytest.mark.by_turns
@pytest.mark.parametrize("part", some(range(PARTS), every=4))
def test_every_file(part: int) -> None:
    seen = Counter(verdict_of(path) for path in files()[part::PARTS])
    read = sum(seen[verdict.value] for verdict in Verdict)
    assert read >= READABLE * seen.total(), seen


def test_starter() -> None:
    """The quick selection holds every class once, so all verdicts of a bare record but one."""
    seen = Counter(verdict_of(corpus() / name) for name in listing("starter.json"))
    assert set(seen) >= {v.value for v in Verdict} - {"unreadable", "contradicted"}, seen
