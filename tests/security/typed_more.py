"""What a visitor has to say in a form beyond what its page fills in, by the form's address.

Without it these forms would be refused for what is missing, and never for the keys in them.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

from adjudication.archive.services.archive import write_archive
from tests.formats import opengotha_files
from tests.security.forms import Form, Pair
from tests.security.full_world import FullWorld, picture
from tests.support.records import WALLS, sgf

PASSWORD = "one of the operator's"
"""The operator's, who signs in as ``operator``."""
AGA_LIST = b"Nobody, Nemo\t1\tFull\t3.4\t1/1/2027\tXXXX\tNY\t0.5\t1/1/2026\n"


def _archive(world: FullWorld) -> bytes:
    stream = BytesIO()
    write_archive(tournament_id=world.tournament.pk, stream=stream)
    return stream.getvalue()


FILES: dict[tuple[str, str], Callable[[FullWorld], bytes]] = {
    ("adjudication:own_case", "pictures"): lambda _: picture(),
    ("adjudication:player_case", "pictures"): lambda _: picture(),
    ("tournament:import_players", "file"): lambda _: b"Surname;Rank\nNewcomer;3k\n",
    ("tournament:new_from_file", "file"): lambda _: opengotha_files.file(),
    ("tournament:rating_lists", "file"): lambda _: AGA_LIST,
    ("tournament:restore", "file"): _archive,
}


def content_for(world: FullWorld, route: str, name: str) -> bytes:
    """Return what is in a file that a form sends: where nothing else is wanted, a record."""
    made = FILES.get((route, name))
    return made(world) if made else sgf(WALLS)


def type_more(world: FullWorld, route: str, form: Form) -> None:
    """Fill in what only somebody who knows the tournament can say."""
    people = [player.pk for player in world.players]
    free = world.games[6]
    said: dict[str, dict[str, object]] = {
        "adjudication:add_record": {"paste": ""},  # its file is sent
        "adjudication:motion": {"margin": ""},
        "adjudication:revise": {"points-1": ""},
        "tournament:correct_round": {"second": world.games[1].white_id},
        "tournament:import_players": {"text": ""},
        "tournament:operator": {"username": "operator", "password": PASSWORD},
        "tournament:restore": {"slug": "restored"},
        "tournament:result": {"game": f"{free.pk}-{free.version}"},
        "tournament:result_line": {"line": "3 b"},
        "tournament:set_game_date": {"play_by_day": "2027-05-01"},
    }
    chosen: dict[str, tuple[str, list[int]]] = {
        "adjudication:committee": ("who", [people[index] for index in (0, 6, 7)]),
        "adjudication:something": ("players", [world.games[4].black_id]),
    }
    if route == "tournament:result":  # in the first round players have said what it was
        form.action = form.action.replace("/rounds/1/", "/rounds/2/")
    for name, value in said.get(route, {}).items():
        form.pairs = [Pair(one.name, str(value)) if one.name == name else one for one in form.pairs]
    if route in chosen:
        field, wanted = chosen[route]
        form.pairs = [
            one
            for one in form.pairs
            if one.name != field or one.value.rpartition("-")[2] in map(str, wanted)
        ]
