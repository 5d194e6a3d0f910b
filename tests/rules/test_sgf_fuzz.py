"""Mutated records: whatever the bytes, a report or a RecordError comes out, and it is JSON."""

import json

from hypothesis import example, given, settings
from hypothesis import strategies as st

from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.presets import PRESETS
from adjudication.rules.record import RecordError
from adjudication.rules.sgf import read_record
from language.messages import Message
from tests.support.environment import times

SEEDS = [
    b"(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]HA[0]PB[Ada]PW[Bo]RE[B+3.5];B[ee];W[cd];B[];W[]"
    b"TB[aa][bb:cc]TW[hh])",
    b"(;SZ[5]HA[2]AB[bb][dd]RU[AGA]RE[W+R];W[cc];B[cb](;W[bc];B[dc])(;W[ab]C[x\\]y]))",
    b"(;CA[Shift_JIS]SZ[3]PB[\x8d\x95]KM[375]RU[nz];B[bb];AE[bb]AW[aa:ba];W[tt];B[])",
    b"(;SZ[2]RU[Tromp/Taylor];B[aa];W[bb];B[ab];W[ba];B[];W[];B[aa];W[bb]RE[0])",
]
TOKENS = st.sampled_from(
    [
        *(b"(", b")", b";", b"[", b"]", b"\\", b":", b"", b"\n", b"\x00", b"\xff", b"[]"),
        *(b"B[tt]", b"W[aa]", b"AB[aa:ii]", b"AE", b"SZ[25]", b"SZ[2]", b"RU[goe]", b"TB[aa]"),
        *(b"RE[jigo]", b"KM[-1e5]", b"HA[9]", b"CA[utf-8]", b"PL[W]", b"(;", b";;", b"GM[3]"),
    ]
)


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """Return a seed with bytes replaced, cut out, doubled, or tokens put in."""
    data = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(0, 8))):
        begin = draw(st.integers(0, len(data)))
        end = min(len(data), begin + draw(st.integers(0, 12)))
        middle = draw(st.one_of(TOKENS, st.binary(max_size=4), st.just(data[begin:end] * 2)))
        data = data[:begin] + middle + data[end:]
    return data


def ends_well(data: bytes, rules: str) -> bool:
    """Whether the record was read; every other end than these two is a failure."""
    try:
        record = read_record(data)
    except RecordError:
        return False
    for ruleset in (None, PRESETS[rules]):
        for dead in (None, [], [0]):
            json.dumps(adjudicate(record, ruleset=ruleset, dead=dead).as_dict(Message.as_json))
    return True


@settings(max_examples=times(230, long=700), deadline=None)
@given(data=mutated(), rules=st.sampled_from(sorted(PRESETS)))
@example(data=b"(;", rules="french")
@example(data=b"(;SZ[9];B[aa", rules="french")
def test_mutated_records(data: bytes, rules: str) -> None:
    ends_well(data, rules)


@settings(max_examples=times(100, long=300), deadline=None)
@given(data=st.lists(TOKENS | st.binary(max_size=3), max_size=40).map(b"".join))
def test_rubbish(data: bytes) -> None:
    ends_well(b"(;" + data, "japanese")
    ends_well(data, "nz")


def test_the_seeds_are_readable() -> None:
    """Guards the tests above: most of what they mutate gets past the grammar."""
    assert all(ends_well(data, "japanese-strict") for data in SEEDS)
