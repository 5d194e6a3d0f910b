"""The optional kernel: used where it fits, left alone and said where it does not."""

import importlib.machinery
import json
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import speed
from adjudication import SPEED
from adjudication.confirmation.problem import EnclosedRegion, Problem, TargetQuestion
from adjudication.confirmation.state import Tables
from adjudication.rules.chains import chains_of
from adjudication.rules.kernel import play_moves
from adjudication.rules.scoring.regions import find_regions
from speed import SpeedState, use_compiled
from tests.speed.answers import answers
from tests.support.environment import REPOSITORY, times

SUFFIX = importlib.machinery.EXTENSION_SUFFIXES[0]


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that says that it was built from these sources, and holds no code."""
    monkeypatch.setenv("SHINPAN_SPEED", "1")
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    monkeypatch.setattr(speed, "LIBRARY", "shinpan_probe")
    manifest = {"made_by": "mypyc 0", "digest": speed.digest()}
    (tmp_path / speed.MANIFEST).write_text(json.dumps(manifest))
    return tmp_path


def test_without_anything_built_python_runs(tmp_path: Path) -> None:
    assert use_compiled(tmp_path).state is SpeedState.NOT_BUILT
    for nonsense in ("", "[]", "{}", '{"made_by": 1}'):
        (tmp_path / speed.MANIFEST).write_text(nonsense)
        assert use_compiled(tmp_path).state is SpeedState.NOT_BUILT


def test_what_was_made_from_other_sources_is_left_alone(built: Path) -> None:
    (built / speed.MANIFEST).write_text(json.dumps({"made_by": "mypyc 0", "digest": "another"}))
    found = use_compiled(built)
    assert (found.state, found.made_by) == (SpeedState.STALE, "mypyc 0")


def test_it_can_be_switched_off(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHINPAN_SPEED", "0")
    assert use_compiled(built).state is SpeedState.OFF


@pytest.mark.parametrize("content", [None, b"no library"])
def test_what_cannot_be_loaded_is_left_alone(built: Path, content: bytes | None) -> None:
    if content is not None:
        (built / f"shinpan_probe__mypyc{SUFFIX}").write_bytes(content)
    before = list(sys.meta_path)
    assert use_compiled(built).state is SpeedState.BROKEN
    assert sys.meta_path == before


def test_every_source_counts(tmp_path: Path) -> None:
    for folder in speed.SOURCES:
        shutil.copytree(
            REPOSITORY / folder,
            tmp_path / folder,
            ignore=shutil.ignore_patterns("__pycache__", speed.BUILT.name, ".*"),
        )
    first = speed.digest(tmp_path)
    assert first == speed.digest()
    (tmp_path / "language/notes.txt").write_text("no source")
    assert speed.digest(tmp_path) == first
    source = tmp_path / "adjudication/rules/scoring/regions.py"
    source.write_text(source.read_text() + "\n")
    second = speed.digest(tmp_path)
    assert second != first
    types = source.with_suffix(".pxd")
    types.write_text(types.read_text() + "\n")
    assert speed.digest(tmp_path) not in (first, second)


def test_every_module_that_is_compiled_is_there_and_in_what_is_compared() -> None:
    for name in speed.MODULES:
        path = f"{name.replace('.', '/')}.py"
        assert (REPOSITORY / path).is_file()
        assert path.startswith(speed.SOURCES)
    for folder in speed.SOURCES:
        for types in (REPOSITORY / folder).rglob("*.pxd"):
            assert ".".join(types.relative_to(REPOSITORY).with_suffix("").parts) in speed.RULES


def test_the_modules_come_from_where_it_is_said() -> None:
    compiled = SPEED.state is SpeedState.COMPILED
    # Asked for by `./run test speed`, which builds first; all other tests are of plain Python.
    assert compiled is (os.environ["SHINPAN_SPEED"] == "1")
    for name in speed.MODULES:
        file = sys.modules[name].__file__ if name in sys.modules else None
        if file is not None:
            assert file.endswith(SUFFIX if compiled else ".py")


@pytest.mark.parametrize("point", [83, 10**6, -84, 2**40, -(2**40)])
def test_a_point_off_the_board_is_refused_not_written_to(point: int) -> None:
    with pytest.raises((IndexError, OverflowError)):
        play_moves(9, [0] * 81, [1], [point])


@pytest.mark.parametrize("start", [[0] * 5, [1] * 5, [7] + [0] * 80, [0] * 80 + [300]])
def test_a_start_that_is_no_position_is_refused(start: list[int]) -> None:
    with pytest.raises((IndexError, OverflowError, ValueError)):
        play_moves(9, start, [1], [40])


@pytest.mark.parametrize("colour", [3, 300, -5, 2**40])
def test_a_colour_that_is_none_is_refused(colour: int) -> None:
    with pytest.raises((IndexError, OverflowError, ValueError)):
        play_moves(9, [0] * 81, [colour], [40])


def test_values_are_copied_and_sent_alike() -> None:
    position = [1, 1, 0, 2, 2, 0, 0, 0, 0]
    for value in (chains_of(position, 3), find_regions(position, 3)):
        assert pickle.loads(pickle.dumps(value)) == value


def test_tables_of_a_part_are_a_copy() -> None:
    region = EnclosedRegion(5, (0, 1), (1, 0), frozenset({2}), frozenset({5, 6}))
    tables = Tables(Problem(region, frozenset({0}), frozenset({0}), TargetQuestion.Q0))
    part = tables.part(tables.target)
    assert (part.inside, part.width, part.shifts) == (tables.target, tables.width, tables.shifts)
    assert tables.inside != tables.target


def test_it_answers_as_plain_python_in_another_process_does() -> None:
    records, questions = times(40, long=5_000), times(20, long=2_000)
    result = subprocess.run(
        [sys.executable, "-m", "tests.speed.answers", str(records), str(questions)],
        cwd=REPOSITORY,
        env={**os.environ, "SHINPAN_SPEED": "0", "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    digest, state = result.stdout.split(maxsplit=1)
    assert state.strip() != SpeedState.COMPILED
    assert answers(records, questions) == digest
