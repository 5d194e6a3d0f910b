"""Bad and hostile records end in a verdict or in a named error, never in another exception."""

import json

import pytest

from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.presets import get_ruleset
from adjudication.rules.record import RecordError
from adjudication.rules.sgf import read_record
from adjudication.rules.sgf_limits import MAX_MOVES
from language.messages import Message
from tests.rules.bad_input import CATALOGUE
from tests.support.catalogues import french


@pytest.mark.parametrize("name", CATALOGUE)
def test_catalogue(name: str) -> None:
    make, code = CATALOGUE[name]
    data = make()
    if code is not None:
        with pytest.raises(RecordError) as raised:
            read_record(data)
        assert raised.value.code == code
        assert str(raised.value.text) != french(raised.value.text)
        assert len(str(raised.value.text)) < 300
        return
    record = read_record(data)
    assert len(record.points) <= MAX_MOVES
    for rules in ("japanese", "japanese-strict", "nz", "tromp-taylor", "french"):
        report = adjudicate(record, ruleset=get_ruleset(rules))
        json.dumps(report.as_dict(Message.as_json))
    counted = adjudicate(record, ruleset=get_ruleset("japanese"), dead=[])
    json.dumps(counted.as_dict(french))


def test_texts_are_kept_as_texts() -> None:
    """What escapes them is the page; the record neither runs nor drops them."""
    record = read_record(CATALOGUE["script in a name"][0]())
    assert record.black_name == "<script>alert(1)</script>"
    shown = read_record(CATALOGUE["path as a game name"][0]()).header["GN"]
    assert "\x1b" not in shown
    assert "\r" not in shown


def test_the_burner_finds_its_repetitions() -> None:
    """Guards the test above: the record does repeat positions at half of its moves."""
    record = read_record(CATALOGUE["cycles to burn time"][0]())
    report = adjudicate(record, ruleset=get_ruleset("japanese"))
    assert sum(f.code.startswith("cycle.") for f in report.findings) > 900
