"""The ``adjudicate`` command, as people and programs call it, on real files."""

import contextlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from adjudication.management.commands.adjudicate import Command
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.points import sgf_point
from tests.confirmation.boards import board
from tests.confirmation.test_territory import FALSE_EYE
from tests.support.environment import REPOSITORY

pytestmark = pytest.mark.once

KEYS = [
    *("file", "status", "error", "rules", "options", "size", "handicap", "komi", "moves", "end"),
    *("resumed", "claim", "computed", "verdict", "findings"),
]
COUNTED = b"(;SZ[5]RU[Japanese]KM[0.5]RE[B+4.5];B[cc];W[];B[]TB[aa][ba][ca][da][ea])"
KO = b"(;SZ[5]RU[Japanese]KM[0]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb];B[ee])"


Done = subprocess.CompletedProcess[bytes]


def run(*arguments: object) -> Done:
    """Do in this process what ``manage.py adjudicate`` does with a command line."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    status: object = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            Command().run_from_argv(["manage.py", "adjudicate", *map(str, arguments)])
        except SystemExit as ended:
            status = ended.code
        out.flush()
        err.flush()
    printed = (stream.buffer.getvalue() for stream in (out, err))  # type: ignore[attr-defined]
    return Done([], int(str(status)), *printed)


def run_alone(*arguments: object, **environment: str) -> Done:
    """Start a process for it."""
    return subprocess.run(
        [sys.executable, "manage.py", "adjudicate", *map(str, arguments)],
        cwd=REPOSITORY,
        env={**os.environ, **environment},
        capture_output=True,
        timeout=120,
        check=False,
    )


def objects(done: Done) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.sgf").write_bytes(COUNTED)
    (tmp_path / "b.SGF").write_bytes(KO)
    (tmp_path / "notes.txt").write_text("no record")
    return tmp_path


def test_dead_stones_are_proposed_and_no_verdict_is_another_for_it(folder: Path) -> None:
    (folder / "a.sgf").write_bytes(
        b"(;SZ[5]RU[Japanese]KM[0.5]AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce][ab];B[];W[])"
    )
    (folder / "b.SGF").write_bytes(b"(;SZ[5]AB[aa]AW[ba][ab];B[];W[])")
    plain, proposing = objects(run(folder, "--json")), objects(run(folder, "--json", "--propose"))
    assert [one["verdict"] for one in plain] == [one["verdict"] for one in proposing]
    first, second = (one["proposal"] for one in proposing)
    assert (first["dead_stones"], first["decides"]) == (["A4"], False)
    assert first["result"] == "W+4.5"
    assert second == {"error": "chain.no_liberty"}
    told = run(folder, "--propose").stdout.decode()
    assert "a proposal from random games, it decides nothing:" in told
    assert "dead (sure): White A4" in told
    assert "nothing can be proposed: stones without a liberty" in told
    french = run(folder / "a.sgf", "--propose", "--language", "fr").stdout.decode()
    assert "mortes (sûr) : Blanc A4" in french.replace("\N{NO-BREAK SPACE}", " ")


def test_stones_in_seki_are_said_beside_the_dead_ones(folder: Path) -> None:
    (folder / "a.sgf").write_bytes(
        b"(;SZ[5]RU[Japanese]KM[0.5]AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce];B[];W[])"
    )

    def counted(*options: str) -> str:
        (one,) = objects(run(folder / "a.sgf", "--json", "--dead", "", *options))
        return str(one["computed"]["result"])

    assert counted() == "W+5.5"
    assert counted("--seki", "bc") == counted("--seki", "B3") == "W+10.5"
    (one,) = objects(run(folder / "a.sgf", "--json", "--dead", "", "--seki", "K9"))
    assert one["error"]["code"] == "bad_seki_stones"


def test_points_in_question_are_told_with_whether_they_change_who_wins(folder: Path) -> None:
    position, size = board(FALSE_EYE)
    black, white = (
        "][".join(sgf_point(point, size) for point, state in enumerate(position) if state == colour)
        for colour in (BLACK, WHITE)
    )
    told = []
    for komi in (-6.5, 0.5):
        path = folder / f"{komi}.sgf"
        path.write_text(
            f"(;SZ[{size}]RU[Japanese]KM[{komi}]AB[{black}]AW[{white}];B[];W[])", "ascii"
        )
        proposal = objects(run(path, "--json", "--propose"))[0]["proposal"]
        assert proposal["in_question"] == ["A3"]
        told.append(proposal["winner_without_doubt"])
        lines = run(path, "--propose").stdout.decode()
        assert ("do not change who wins: A3." in lines) is told[-1]
        assert ("can change who wins: A3." in lines) is not told[-1]
    assert told == [False, True]


def test_json_has_one_object_a_file_with_the_promised_keys(folder: Path) -> None:
    done = run(folder, "--json")
    assert done.returncode == 0
    found = objects(done)
    assert [list(one) for one in found] == [KEYS, KEYS]
    assert [one["verdict"] for one in found] == ["confirmed", "forfeit"]
    computed = found[0]["computed"]
    assert computed == {"black": 5.0, "white": 0.5, "result": "B+4.5"}
    finding = found[1]["findings"][0]
    assert (finding["code"], finding["move"], finding["color"], finding["point"]) == (
        *("illegal.ko", 2),
        *("W", "B4"),
    )
    assert finding["article"] == "Art. 6, Art. 14"


def test_a_comment_between_two_moves_of_a_player_makes_nobody_lose(folder: Path) -> None:
    """The second move is a question, and the ko after it waits for the answer."""
    moves = KO[: KO.index(b";B[cb]")] + b";B[ee];C[nice move];B[ed];W[ea];B[cb];W[bb])"
    (folder / "a.sgf").write_bytes(moves)
    (one,) = objects(run(folder / "a.sgf", "--json"))
    assert one["verdict"] == "undetermined"
    found = {(each["code"], each["move"]) for each in one["findings"]}
    assert {("illegal.turn", 2), ("illegal.ko", 5)} <= found


def test_options_come_before_the_record(folder: Path) -> None:
    options = ["--claim", "W+1", "--komi", "6", "--dead", "", "--rules", "chinese"]
    (one,) = objects(run(folder / "a.sgf", "--json", *options))
    assert (one["rules"], one["komi"], one["claim"]) == ("chinese", 6.0, "W+1")
    assert one["verdict"] == "contradicted"


def test_what_cannot_be_read_is_an_object_too_and_the_exit_status_says_so(folder: Path) -> None:
    (folder / "c.sgf").write_bytes(b"GIF89a")
    (folder / "d.sgf").mkdir()
    done = run(folder, folder / "d.sgf", "--json")
    assert done.returncode == 1
    broken = objects(done)[2]
    assert list(broken) == KEYS
    assert (broken["status"], broken["verdict"]) == ("unreadable", "unreadable")
    assert broken["error"]["code"] == "not_sgf"


def test_a_pipe_is_not_waited_for(folder: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    os.mkfifo(folder / "pipe.sgf")
    (one,) = objects(run(folder / "pipe.sgf", "--json"))
    assert one["error"]["code"] == "not_a_file"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--claim", "maybe"], b"--claim"),
        (["--dead", "Z99"], b"--dead"),
        (["--seki", "Z99"], b"--seki"),
        (["--komi", "9999"], b"--komi"),
        (["--handicap", "-2"], b"--handicap"),
        (["--rules", "chess"], b"--rules"),
    ],
)
def test_a_bad_option_is_named(folder: Path, arguments: list[str], named: bytes) -> None:
    done = run(folder, *arguments)
    assert done.returncode != 0
    assert named in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_path_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = run(tmp_path / "nothing.sgf")
    assert done.returncode != 0
    assert b"nothing.sgf" in done.stderr


def test_names_of_any_script_go_through_any_terminal(folder: Path) -> None:
    (folder / "王.sgf").write_bytes("(;SZ[5]RU[中国规则];B[cc])".encode())
    done = run_alone(folder / "王.sgf", "--json", PYTHONIOENCODING="cp1252")
    assert done.returncode == 0
    assert "中国规则" in str(objects(done)[0]["findings"])


def test_the_program_judges_proposes_and_checks_proofs_without_loading_a_model(
    folder: Path,
) -> None:
    (folder / "proof.json").write_text("{}")
    judged = run_alone(folder / "a.sgf", "--propose", "--language", "fr")
    assert (judged.returncode, judged.stderr) == (0, b"")
    assert "en tout" in judged.stdout.decode()
    checked = run_alone("--proof", folder / "proof.json")
    assert (checked.returncode, checked.stderr) == (1, b"")
    assert b"not_a_proof" in checked.stdout
    loaded = run_alone("--help", PYTHONVERBOSE="1").stderr.decode()
    assert "import 'adjudication.files'" in loaded
    assert "import 'adjudication.models" not in loaded


def test_people_get_lines_and_a_table_in_their_language(folder: Path) -> None:
    done = run(folder, "--language", "fr")
    text = done.stdout.decode()
    assert "décompte Noir+4,5" in text
    assert "W+" not in text
    assert "reprend le ko" in text
    assert "en tout" in text


def test_more_workers_give_the_same_lines_in_the_same_order(tmp_path: Path) -> None:
    for number in range(600):  # more than two processes take at a time
        record = (COUNTED, KO, b"GIF89a")[number % 3]
        (tmp_path / f"{number:03}.sgf").write_bytes(record)
    one, two = (call(tmp_path, "--json", "--workers", n) for n, call in ((1, run), (2, run_alone)))
    assert one.stdout.count(b"\n") == 600
    assert one.stdout == two.stdout
