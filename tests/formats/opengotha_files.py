"""OpenGotha files for the tests: the real ones, and small ones made here."""

import json
from functools import cache
from pathlib import Path

from tests.support.shared import require_shared, shared_path

PLAYER = (
    '<Player name="{}" firstName="{}" rank="3D" grade="3D" rating="2300" country="FR" club="75Pa"'
    ' participating="{}" registeringStatus="FIN" smmsCorrection="0"/>'
)
GAME = (
    '<Game roundNumber="{}" tableNumber="1" whitePlayer="{}" blackPlayer="{}" knownColor="true"'
    ' handicap="0" result="{}"/>'
)
ALL = "1" * 20
NAMES = (("Alpha", "Ann"), ("Beta", "Bo"), ("Gamma-Go", "Cé"), ("D'Elta", "Dee"))


def player(surname: str, first_name: str = "", participating: str = ALL) -> str:
    return PLAYER.format(surname, first_name, participating)


def game(number: int, white: str, black: str, result: str = "RESULT_BLACKWINS") -> str:
    return GAME.format(number, white, black, result)


def file(players=None, games=(), rest: str = "", attributes: str = 'dataVersion="201"') -> bytes:
    listed = [player(*name) for name in NAMES] if players is None else players
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f"<Tournament {attributes}>\n<Players>\n"
        + "\n".join(listed)
        + "\n</Players>\n<Games>\n"
        + "\n".join(games)
        + f"\n</Games>\n{rest}\n</Tournament>\n"
    ).encode()


def paths(folder: str, pattern: str = "**/*.xml") -> list[Path]:
    root = shared_path(folder)
    return sorted(root.glob(pattern)) if root else []


def label(path: Path) -> str:
    """A name of a test that tells nothing about people."""
    return path.name[:14]


@cache
def index() -> dict[str, dict]:
    """What each file of the corpus is known to hold, by its file name."""
    text = require_shared("corpus/tournaments/opengotha_index.json").read_text(encoding="utf-8")
    return {Path(entry["kept"]).name: entry for entry in json.loads(text)}
