"""The example client runs a round against a real server, as a reader of its page would."""

import json
import subprocess
import sys
from pathlib import Path

from tests.support.environment import REPOSITORY, process_environment
from tests.support.records import WALLS, sgf
from tests.support.server import running, start_demo

CLIENT = REPOSITORY / "docs" / "example_client.py"
LONGEST = 60
SEASON = """
import json
from tests.api.client import player_api, staff_api
from tests.support.world import World
from tournament.players.services.players import add_player
from tournament.tournaments.services import create_tournament
world = World(create_tournament(name="League", slug="league", rules="japanese", board_size=9))
for name in ("Aki", "Dora", "Chris", "Emil"):
    world.players.append(add_player(tournament_id=world.tournament.pk, surname=name, rank="1k"))
tokens = {"director": staff_api(world, "director").token}
for index, player in enumerate(world.players):
    tokens[str(player.number)] = player_api(world, index).token
print(json.dumps(tokens))
"""


def test_the_client_is_short_and_runs_a_round(loaded: Path) -> None:
    assert len(CLIENT.read_text(encoding="utf-8").splitlines()) <= LONGEST
    tokens, records = loaded / "tokens.json", loaded / "records"
    records.mkdir()
    for board, moves in ((1, WALLS), (2, WALLS.replace("gg", "gh"))):
        (records / f"{board}.sgf").write_bytes(sgf(moves, KM="6.5", RE="B+R"))
    with running(start_demo(loaded)) as server:
        here = {"SHINPAN_DEMO": "1", "SHINPAN_DATA_DIR": str(loaded), "DATABASE_URL": ""}
        made = subprocess.run(
            [sys.executable, "manage.py", "shell", "-v0", "-c", SEASON],
            capture_output=True, text=True, cwd=REPOSITORY, timeout=60, check=False,
            env=process_environment(**here, BROKER_URL="memory://"),
        )  # fmt: skip
        assert made.returncode == 0, made.stderr
        tokens.write_text(json.dumps(json.loads(made.stdout)), encoding="utf-8")
        ran = subprocess.run(
            [sys.executable, str(CLIENT), server.url, "league", str(tokens), str(records)],
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr + server.output()[-2000:]
    lines = ran.stdout.splitlines()
    assert [line for line in lines if "wins" in line] == ["  black wins, by its record: said"] * 2
    assert sorted(line.split()[1] for line in lines[-4:]) == ["Aki", "Chris", "Dora", "Emil"]
    assert lines[-4].split()[2:] > lines[-1].split()[2:]
