"""The commands that work on files, as people and programs call them; none uses the database."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from tests.formats.opengotha_files import file, game, player
from tests.support.environment import REPOSITORY, process_environment
from tests.support.shared import require_shared
from tournament.formats.limits import MAX_BYTES
from tournament.formats.opengotha import read_opengotha
from tournament.formats.recognise import read_any
from tournament.formats.writers import WRITERS
from tournament.management.streams import read_bytes

pytestmark = pytest.mark.once

SOME = ("f000", "f007", "f023", "f042", "f071", "f098")
COMPONENTS = [
    *("rematch", "random", "colour", "category", "score", "draw_up_down", "seeding"),
    *("handicap", "geography"),
]
REST = (
    '<TournamentParameterSet><GeneralParameterSet name="Cup" numberOfRounds="3"/>'
    "</TournamentParameterSet>"
)


def rows_of(name: str, kind: str) -> list[list[str]]:
    path = require_shared(f"pairing/synthetic/{name}.{kind}.tsv")
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]


def xml_of(name: str):
    return require_shared(f"pairing/synthetic/{name}.xml")


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "cup.xml"
    games = [
        game(1, "ALPHAANN", "BETABO"),
        game(1, "GAMMA-GOCÉ", "D'ELTADEE"),
        game(2, "GAMMA-GOCÉ", "ALPHAANN"),
    ]
    path.write_bytes(file(games=games, rest=REST))
    return path


@pytest.fixture
def out(capsys):
    """Run a command and return what it printed."""

    def run(*arguments: object) -> str:
        call_command(*map(str, arguments))
        return capsys.readouterr().out

    return run


@pytest.mark.parametrize("name", SOME)
def test_weights_are_those_of_the_reference_program(name, out):
    expected = rows_of(name, "weights")
    for number in sorted({row[0] for row in expected}):
        lines = out("pair", xml_of(name), "--round", number, "--weights").splitlines()
        found = [line.split("\t") for line in lines]
        assert keyed(found) == keyed(row for row in expected if row[0] == number)


def keyed(rows) -> dict:
    return {(row[0], frozenset(row[1:3])): row[3:] for row in rows}


@pytest.mark.parametrize("name", SOME)
def test_pairings_are_as_good_as_those_of_the_reference_program(name, out):
    weights = {key: int(row[-1]) for key, row in keyed(rows_of(name, "weights")).items()}
    pairs = rows_of(name, "pair")
    for number in sorted({row[0] for row in pairs}):
        reference = {
            frozenset(row[1:3]): (row[1], row[2], int(row[3])) for row in pairs if row[0] == number
        }
        found = json.loads(
            out("pair", xml_of(name), "--round", number, "--players-with-games", "--json")
        )
        assert list(found) == ["round", "bye", "walk_overs", "total_weight", "pairs"]
        assert (found["round"], found["bye"], found["walk_overs"]) == (int(number), None, [])
        assert found["total_weight"] == sum(weights[number, pair] for pair in reference)
        assert found["total_weight"] == sum(pair["weight"] for pair in found["pairs"])
        for pair in found["pairs"]:
            assert list(pair) == [
                *("table", "white", "black", "handicap", "komi", "weight", "components")
            ]
            assert list(pair["components"]) == COMPONENTS
            assert pair["weight"] == 1 + sum(pair["components"].values())
            named = pair["white"], pair["black"]
            same = reference.get(frozenset(named))
            assert same in (None, (*named, pair["handicap"]))


def test_the_weights_of_exactly_those_with_games(out):
    lines = out(
        *("pair", xml_of("f000"), "--round", 2, "--weights", "--players-with-games")
    ).splitlines()
    event = read_opengotha(xml_of("f000").read_bytes())
    count = 2 * sum(one.round == 2 for one in event.state.games)
    assert len(lines) == count * (count - 1) // 2


def test_a_pairing_as_a_table(small, out):
    lines = out("pair", small, "--round", 1).splitlines()
    assert lines[0].split() == ["Board", "White", "Black", "Handicap", "Komi", "Its", "price"]
    assert len(lines) == 3
    french = out("pair", small, "--round", 1, "--language", "fr").splitlines()
    assert french[0].split()[-1] == "prix"


def test_who_has_the_bye_is_said(tmp_path, out):
    path = tmp_path / "three.xml"
    data = file(games=[], rest=REST).decode().replace('"FIN"', '"PRE"', 1)
    path.write_text(data, encoding="utf-8")
    found = json.loads(out("pair", path, "--round", 1, "--json"))
    assert found["bye"] in {"Beta Bo", "Gamma-Go Cé", "D'Elta Dee"}
    assert f"Bye: {found['bye']}" in out("pair", path, "--round", 1)


CRITERIA = [
    *("NBW", "MMS", "STS", "CPS", "SOSW", "SOSW-1", "SOSW-2", "SODOSW", "SOSOSW", "CUSSW"),
    *("SOSM", "SOSM-1", "SOSM-2", "SODOSM", "SOSOSM", "CUSSM", "SOSTS", "EXT", "EXR"),
    *("SDC", "DC"),
]


@pytest.mark.parametrize("name", SOME)
def test_standings_are_those_of_the_reference_program(name, out):
    expected = rows_of(name, "standings")
    for number in sorted({row[0] for row in expected}):
        found = json.loads(out("standings", xml_of(name), "--round", number, "--json"))
        assert list(found) == ["round", "rows"]
        assert found["round"] == int(number)
        assert all(list(row) == ["place", "player", *CRITERIA] for row in found["rows"])
        rows = [[row["player"], *map(row.get, CRITERIA)] for row in found["rows"]]
        assert rows == [[row[2], *map(int, row[3:])] for row in expected if row[0] == number]
        places = [row["place"] for row in found["rows"]]
        assert places == sorted(places)
        assert places[0] == 1


def test_standings_as_a_table(small, out):
    lines = [line.split() for line in out("standings", small, "--round", 2).splitlines()]
    assert lines[0] == ["Place", "Player", "MMS", "SOSM", "SOSOSM"]
    assert lines[1][:4] == ["1", "Alpha", "Ann", "33"]
    assert len(lines) == 5
    assert out("standings", small, "--round", 2, "--language", "fr").split()[1] == "Joueur"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("pair", "--round", "0"), "rounds are counted from 1"),
        (("standings", "--round", "1000000000"), "rounds are counted from 1 to 100"),
        (("pair", "--round", "3", "--players-with-games"), "nobody has a game in round 3"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(small, arguments, sentence):
    with pytest.raises(CommandError) as caught:
        call_command(arguments[0], str(small), *arguments[1:])
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("to", sorted(kind.value for kind in WRITERS))
def test_a_file_is_converted_and_read_again(small, tmp_path, to):
    target = tmp_path / "out"
    call_command("convert", str(small), "--to", to, "-o", str(target))
    again = read_any(target.read_bytes())
    assert {player.surname.lower() for player in again.state.players} == {
        *("alpha", "beta", "gamma-go", "d'elta")
    }
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_what_is_lost_and_what_was_odd_go_to_stderr(small, capsys):
    call_command("convert", str(small), "--to", "csv", "--language", "fr")
    printed = capsys.readouterr()
    assert printed.out.splitlines()[1].startswith("Alpha,Ann,3D,2300")
    assert "HandicapParameterSet manque" in printed.err
    assert "Une liste de joueurs ne contient ni parties" in printed.err


@pytest.mark.parametrize("data", [b"", b"hello", b"<Tournament", b"<html/>"])
def test_a_bad_file_is_one_line_and_nothing_is_written(tmp_path, data):
    bad, target = tmp_path / "bad.xml", tmp_path / "out.json"
    bad.write_bytes(data)
    with pytest.raises(CommandError) as caught:
        call_command("convert", str(bad), "--to", "json", "-o", str(target))
    assert str(caught.value).startswith(f"{bad}: ")
    assert "\n" not in str(caught.value)
    assert not target.exists()


def test_a_file_that_is_not_there_is_said(tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        call_command("convert", str(tmp_path / "none.xml"), "--to", "json")
    with pytest.raises(CommandError, match="No such file"):
        call_command("pair", str(tmp_path / "none.xml"), "--round", "1")


def test_a_file_that_cannot_be_written_is_said(small, tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        call_command("convert", str(small), "--to", "json", "-o", str(tmp_path / "no" / "out"))


def test_standard_input_is_read(small, monkeypatch, out):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(small.read_bytes())))
    assert json.loads(out("pair", "-", "--round", "1", "--json"))["round"] == 1


def test_as_a_process_without_a_database(tmp_path):
    bad = tmp_path / "bad.xml"
    bad.write_bytes(b"hello")
    done = subprocess.run(
        [sys.executable, "manage.py", "convert", str(bad), "--to", "h9"],
        cwd=REPOSITORY,
        env=process_environment(DATABASE_URL="postgresql://nobody@127.0.0.1:1/none"),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == b""
    assert done.stderr.decode().count("\n") == 1
    assert "This is not XML" in done.stderr.decode()


@pytest.mark.parametrize("arguments", [("pair", "--round", 1), ("standings", "--round", 1)])
def test_as_a_process_without_any_environment(small, arguments):
    shown = in_an_empty_environment(REPOSITORY, arguments[0], small, *arguments[1:])
    assert (shown.returncode, shown.stderr.count(b"Traceback")) == (0, 0)
    assert b"Alpha Ann" in shown.stdout


def test_as_a_process_without_any_environment_from_another_folder(small):
    shown = in_an_empty_environment(small.parent, "convert", small.name, "--to", "json")
    assert shown.returncode == 0
    assert len(read_any(shown.stdout).state.players) == 4


def test_the_help_of_a_command_needs_no_key(tmp_path):
    assert in_an_empty_environment(tmp_path, "issue_link", "--help").returncode == 0
    assert in_an_empty_environment(tmp_path, "issue_link", "cup", "director").returncode == 1


def in_an_empty_environment(folder, *arguments):
    return subprocess.run(
        [sys.executable, str(REPOSITORY / "manage.py"), *map(str, arguments)],
        cwd=folder,
        env={},
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("output", "why"),
    [
        ("", "no file name: No such file"),
        ("/", "/: Is a directory"),
        (".", "Is a directory"),
        ("{here}/cup.xml/x", "Not a directory"),
        ("{here}/new/", "Is a directory"),
        ("{here}/" + "x" * 300, "too long"),
        ("{here}/a\0b", "null"),
    ],
)
def test_where_nothing_can_be_written_is_one_line(small, output, why):
    with pytest.raises(CommandError, match=why) as caught:
        call_command("convert", str(small), "--to", "json", "-o", output.format(here=small.parent))
    assert "\n" not in str(caught.value)
    assert [path.name for path in small.parent.iterdir()] == ["cup.xml"]


def test_a_file_is_replaced_whole_with_its_rights_and_nothing_else_is_touched(small):
    target, link, part = (small.with_name(name) for name in ("out", "link", "out.part"))
    part.write_text("mine")
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    call_command("convert", str(small), "--to", "json", "-o", str(link))
    assert link.is_symlink()
    assert len(read_any(target.read_bytes()).state.players) == 4
    assert target.stat().st_mode & 0o777 == 0o640
    assert part.read_text() == "mine"
    assert len(list(small.parent.iterdir())) == 4


def test_a_pipe_and_a_device_are_written_to(small):
    pipe = small.with_name("pipe")
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE)
    call_command("convert", str(small), "--to", "json", "-o", str(pipe))
    assert len(read_any(reader.communicate()[0]).state.players) == 4
    assert pipe.is_fifo()
    call_command("convert", str(small), "--to", "json", "-o", os.devnull)
    assert Path(os.devnull).is_char_device()


@pytest.mark.parametrize("command", [("convert", "--to", "json"), ("pair", "--round", "1")])
def test_a_reader_who_has_left_is_no_error(small, command):
    reading, writing = os.pipe()
    os.close(reading)
    done = as_a_process(writing, command[0], small, *command[1:])
    os.close(writing)
    assert (done.returncode, b"Error" in done.stderr, b"Exception" in done.stderr) == (
        1,
        False,
        False,
    )


@pytest.mark.parametrize("command", [("convert", "--to", "json"), ("standings", "--round", "1")])
def test_a_full_disk_is_one_line(small, command):
    if not Path("/dev/full").exists():
        pytest.skip("the system has no device that is always full")
    with open("/dev/full", "wb") as full:
        done = as_a_process(full, command[0], small, *command[1:])
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == b"CommandError: stdout: No space left on device"
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr


def as_a_process(stdout, *arguments):
    return subprocess.run(
        [sys.executable, "manage.py", *map(str, arguments)],
        cwd=REPOSITORY,
        env=process_environment(),
        stdout=stdout,
        stderr=subprocess.PIPE,
        check=False,
    )


def test_a_round_that_the_file_cannot_have_is_refused(small):
    with pytest.raises(CommandError, match="--round: an OpenGotha file has up to 20 rounds"):
        call_command("pair", str(small), "--round", "21")
    with pytest.raises(CommandError, match="--round: an OpenGotha file has up to 20 rounds"):
        call_command("standings", str(small), "--round", "21")


def test_players_of_the_same_name_are_said(tmp_path, capsys):
    path = tmp_path / "twins.xml"
    path.write_bytes(file([player("Doe", "Jo"), player("Doe", "Jo")]))
    call_command("standings", str(path), "--round", "1", "--json")
    printed = capsys.readouterr()
    assert [row["player"] for row in json.loads(printed.out)["rows"]] == ["Doe Jo", "Doe Jo"]
    assert "cannot be told apart below: Doe Jo." in printed.err


def test_of_a_file_that_is_too_large_no_more_is_read_than_shows_it(tmp_path):
    path = tmp_path / "large.csv"
    with path.open("wb") as large:
        large.truncate(MAX_BYTES + 1000)
    assert len(read_bytes(str(path))) == MAX_BYTES + 1


def test_a_made_up_tournament_verifies_and_a_changed_one_does_not(out, tmp_path):
    path = tmp_path / "made-up.xml"
    out("generate", "--players", "12", "--rounds", "3", "--seed", "7", "-o", path)
    printed = out("verify", path, "--json", "--strict").splitlines()
    *rounds, places = map(json.loads, printed)
    assert places["placings"] is None
    assert [row["round"] for row in rounds] == [1, 2, 3]
    assert {row["pairing"] for row in rounds} == {"optimal"}
    text = path.read_text(encoding="utf-8")
    second = [line for line in text.splitlines() if "<Game " in line and 'roundNumber="2"' in line]
    whites = [line.split('whitePlayer="')[1].split('"')[0] for line in second[:2]]
    swapped = [
        line.replace(f'whitePlayer="{mine}"', f'whitePlayer="{other}"')
        for line, mine, other in zip(second, whites, reversed(whites), strict=False)
    ]
    for before, after in zip(second, swapped, strict=False):
        text = text.replace(before, after)
    path.write_text(text, encoding="utf-8")
    (spoiled,) = map(json.loads, out("verify", path, "--json", "--round", "2").splitlines())
    assert spoiled["pairing"] == "changed"
    assert spoiled["greatest_weight"] > spoiled["total_weight"]
    with pytest.raises(SystemExit):
        out("verify", path, "--strict")


def test_only_games_of_a_tournament_are_verified(out, small):
    with pytest.raises(CommandError):
        out("verify", small, "--round", "3")


def test_what_a_pairing_could_not_keep_is_said(out, tmp_path, capsys):
    path = tmp_path / "cup.xml"
    everybody = ("ALPHAANN", "BETABO")
    path.write_bytes(
        file(players=[player("Alpha", "Ann"), player("Beta", "Bo")], games=[game(1, *everybody)])
    )
    call_command("pair", str(path), "--round", "2")
    assert "met before" in capsys.readouterr().err
