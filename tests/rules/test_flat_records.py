"""Records without variations are read as sgfmill reads them, or left to it."""

from __future__ import annotations

import re

import pytest
from sgfmill import sgf_grammar

from adjudication.rules.record import RecordError
from adjudication.rules.sgf import read_record
from adjudication.rules.sgf_tree import flat_tree
from tests.rules.corpus import corpus
from tests.security.sgf_fuzz import material, record_of
from tests.support.environment import times

SHARE = 0.9
"""Of the corpus; the others have variations, or names in small letters."""
SEED = 21


def same(data: bytes) -> bool | None:
    """Whether both read the same nodes and no variation; None where it is left to sgfmill."""
    flat = flat_tree(data)
    if flat is None:
        return None
    tree = sgf_grammar.parse_sgf_game(data)
    return not tree.children and tree.sequence == flat.nodes


def test_records_of_the_corpus() -> None:
    files = sorted(corpus().rglob("*.sgf"))[:: times(5, long=1)]
    read = [same(path.read_bytes()) for path in files]
    assert False not in read
    assert read.count(True) > SHARE * len(files)


def test_plays_that_are_looked_up_are_read_as_other_nodes_are() -> None:
    looked_up = marked = 0
    for path in sorted(corpus().rglob("*.sgf"))[:: times(40, long=2)]:
        data = path.read_bytes()
        tree = flat_tree(data)
        if tree is None or not tree.plays:
            continue
        spaced = re.sub(rb"\]\s*;", b"]; ", data)
        other = flat_tree(spaced)
        assert other is not None
        assert other.nodes == tree.nodes
        assert not other.plays
        try:
            record = read_record(data)
        except RecordError as error:
            with pytest.raises(RecordError, match=error.code):
                read_record(spaced)
            continue
        assert read_record(spaced) == record
        looked_up += 1
        marked += len(tree.plays) + 1 < len(tree.nodes)
    assert looked_up > marked > 0


def test_a_game_goes_on_after_the_plays_that_are_looked_up() -> None:
    record = read_record(b"(;SZ[9];B[aa];W[bb];C[a;b)]B[cc];W[dd]TB[ee][ff];)")
    assert [record.points[number] for number in range(4)] == [0, 10, 20, 30]
    assert record.gaps == (4,)
    assert record.black_marks == {40, 50}


def test_spoiled_records() -> None:
    files = material(most=times(200, long=2000))
    read = [same(record_of(SEED, number, files)) for number in range(times(1500, long=100_000))]
    assert False not in read
    assert read.count(True) > len(read) / 3


def test_odd_ways_to_write_a_plain_record() -> None:
    for data in (
        b"junk (\n;GM[1]\nAB [aa] [bb]\r\n[cc]C[a\\]b;(c)];B[tt]\r\n;;W[]BL[3] ) (;GM[1])",
        b"(;B[aa]B[bb]W[cc]B[dd])",
        b"(;)",
    ):
        assert same(data)
    for data in (
        b"(;GM[1](;B[aa])(;B[bb]))",
        b"(;GaMe[1];Black[aa])",
        b"(;GM[1];B[aa]",
        b"(;GM;B[aa])",
        b"(;[aa])",
        b"(;" + b"A" * 65 + b"[x])",
        b"()",
        b"",
    ):
        assert flat_tree(data) is None
