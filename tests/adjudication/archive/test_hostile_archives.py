"""Archives that somebody has changed are refused as a whole, whatever was done to them."""

import base64
import hashlib
import io
import json
import random
import zipfile
import zlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from PIL import Image

from adjudication.archive.services.archive import restore_archive
from adjudication.bundles.services import make_bundle
from notices.models import MailRules, PlayerMail
from tests.adjudication.archives import archive_of
from tests.adjudication.court import hold_court
from tests.adjudication.life import said, searched
from tests.factories import VerdictFactory
from tests.support.environment import some, times
from tests.support.remembered import remembered
from tests.support.world import World
from tests.tournament.fields import event, ids
from tournament.audit.selectors.snapshots import board_now
from tournament.audit.services.recording import record
from tournament.common.pictures import StoredPicture
from tournament.errors import UserError
from tournament.formats.recognise import Format
from tournament.models import (
    CheckIn,
    Game,
    PlannedRound,
    RecordingError,
    Reschedule,
    Role,
    Tournament,
    Verb,
)
from tournament.players.services.arrangements import add_team, keep_apart
from tournament.players.services.players import withdraw_player
from tournament.public.services import add_logo, freeze_standings, set_picture
from tournament.rounds.selectors.draws import verify_round
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import publish_round

pytestmark = [pytest.mark.django_db, pytest.mark.once]
Rows = list[dict[str, Any]]


@remembered
def cup() -> Tournament:
    """Seven players, a published round of the machine, a team, a wish, and a judged report."""
    tournament = event(7)
    players = ids(tournament)
    keep_apart(first_id=players[0], second_id=players[1])
    add_team(tournament_id=tournament.pk, name="Team", player_ids=players[:4])
    round_ = draw_round(tournament_id=tournament.pk).round
    publish_round(round_id=round_.pk)
    withdraw_player(player_id=players[6], from_round=2)
    VerdictFactory(
        submission__game=round_.games.earliest("pk"),
        submission__dead_stones=["C3"],
        findings=[{"code": "x", "move": 3, "message": {"id": "a"}, "moot": False}],
        computed={
            "black": 1,
            "white": 1.5,
            "result": "W+0.5",
            "black_sum": {"stones": 1},
            "white_sum": {"stones": 1.5},
            "black_territory": ["A1"],
            "white_territory": [],
        },
    )
    add_trail(tournament)
    return tournament


def add_trail(tournament: Tournament) -> None:
    """Check a player in, propose to mend a result, change a pairing and take that back."""
    CheckIn.objects.create(player=tournament.players.earliest("number"), round_number=1)
    game = Game.objects.filter(round__tournament=tournament).latest("pk")
    RecordingError.objects.create(game=game, winner="black", reason="resignation", note="B, not W")
    event = record(
        Verb.PAIRING_CORRECTED,
        tournament_id=tournament.pk,
        round_number=1,
        table=game.board_number,
        players=[game.black.number, game.white.number],
        before=board_now(game.pk),
        after={"boards": [board_now(game.pk)], "byes": [7]},
        reason="A slip",
    )
    record(
        Verb.PAIRING_CORRECTED,
        tournament_id=tournament.pk,
        round_number=1,
        before=event.after,
        after=event.before,
        undoes=event,
    )


def changed(data: bytes, table: str, change: Callable[[Rows], object]) -> io.BytesIO:
    """The archive with other rows, and hashes that go with them."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(parts.pop("manifest.json"))
    rows = json.loads(parts[f"{table}.json"])
    change(rows)
    parts[f"{table}.json"] = json.dumps(rows).encode()
    manifest["parts"] = {name: hashlib.sha256(part).hexdigest() for name, part in parts.items()}
    parts["manifest.json"] = json.dumps(manifest).encode()
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return stream


def put(column: str, *path: Any) -> Callable[[Rows], object]:
    """Write the last of ``path`` into the first row's column, at the place the others name."""
    *way, value = path

    def change(rows: Rows) -> None:
        place: Any = rows[0]
        for step in (column, *way)[:-1]:
            place = place[step]
        place[(column, *way)[-1]] = value

    return change


def packed(value: object) -> str:
    return base64.b64encode(zlib.compress(json.dumps(value).encode())).decode()


def other_request(*path: Any) -> Callable[[Rows], object]:
    def change(rows: Rows) -> None:
        value = json.loads(zlib.decompress(base64.b64decode(rows[0]["request"])))
        put(path[0], *path[1:])([value])
        rows[0]["request"] = packed(value)

    return change


def exchange(rows: Rows, column: str) -> None:
    rows[0][column], rows[2][column] = rows[2][column], rows[0][column]


T, P, R = "tournament_tournament", "tournament_player", "tournament_round"
G, S, D = "tournament_game", "tournament_seat", "tournament_draw"
SUB, VER = "adjudication_submission", "adjudication_verdict"
REC = "adjudication_gamerecordfile"
EVENT, CHECK_IN = "tournament_auditevent", "tournament_checkin"
ERROR = "tournament_recordingerror"


def corrected(name: str, value: Any, merged: bool = False) -> Callable[[Rows], object]:
    """Change what a corrected pairing was or is."""

    def change(rows: Rows) -> None:
        row = next(row for row in rows if row["verb"] == Verb.PAIRING_CORRECTED)
        row[name] = {**row[name], **value} if merged else value

    return change


CASES: dict[str, tuple[str, Callable[[Rows], object]]] = {
    "a key that is a list": (P, put("id", [1])),
    "a key that is an object": (P, put("id", {})),
    "a key twice": (P, lambda rows: put("id", rows[1]["id"])(rows)),
    "a reference that is a list": (G, put("black_id", [1])),
    "a reference that is true": (G, put("black_id", True)),
    "no reference": (G, put("round_id", None)),
    "an unknown column": (P, put("foo", 1)),
    "a slug with a path": (T, put("slug", '../../x y"')),
    "a slug that is empty": (T, put("slug", "")),
    "a slug that is long": (T, put("slug", "a" * 61)),
    "a slug that is a list": (T, put("slug", ["a"])),
    "a name too long": (T, put("name", "x" * 121)),
    "a name with NUL": (T, put("name", "a\x00b")),
    "a name with half a character": (T, put("name", "a\ud800b")),
    "a name that is a number": (T, put("name", 5)),
    "a name of spaces": (P, put("surname", "  ")),
    "a name of nobody": (P, put("surname", None)),
    "categories beyond all bounds": (P, put("categories", ", ".join(map(str, range(99))))),
    "rules nobody knows": (T, put("rules", "nonsense")),
    "unknown parameters": (T, put("parameters", {"x": 1})),
    "parameters that are a list": (T, put("parameters", [1])),
    "parameters out of range": (T, put("parameters", "scoring", "rounds", 10**9)),
    "a factor beyond all bounds": (T, put("parameters", "weights", "nx1_factor", float("inf"))),
    "parameters with NUL": (T, put("extras", [{"path": ["a\x00"], "attributes": []}])),
    "extras that are a number": (T, put("extras", 5)),
    "extras that are an object": (T, put("extras", {"a": 1})),
    "a clock that is a text": (T, put("clock", "a")),
    "teams of an unknown order": (T, put("team_rules", {"criteria": ["x"]})),
    "teams' rules that are a list": (T, put("team_rules", [])),
    "teams of no board": (T, put("team_rules", {"size": 0})),
    "tables that are lists": (T, put("reserved_tables", [[1]])),
    "tables that are nothing": (T, put("reserved_tables", None)),
    "a board beyond all bounds": (T, put("board_size", 10**30)),
    "an unknown method": (T, put("method", "zzz")),
    "an unknown way to give handicaps": (T, put("handicap_policy", "zzz")),
    "a number beyond all bounds": (P, put("number", 10**30)),
    "a number too large for its column": (P, put("number", 70_000)),
    "a number with a fraction": (P, put("number", 1.5)),
    "a number that is infinite": (P, put("number", float("inf"))),
    "a number that is not one": (P, put("number", float("nan"))),
    "a number that is true": (P, put("number", True)),
    "a yes that is a number": (P, put("local", 1)),
    "a day nobody knows": (T, put("created_at", "yesterday")),
    "a moment that never was": (T, put("created_at", "0001-01-01T00:00:00+14:00")),
    "a moment without a zone": (T, put("created_at", "2026-01-01T00:00:00")),
    "a moment that is nothing": (T, put("created_at", None)),
    "a country too long": (P, put("country", "ZZZZZZ")),
    "komi too large": (G, put("komi_half", 10_000)),
    "a version below 0": (G, put("version", -1)),
    "an unknown state": (G, put("state", "weird")),
    "a result without one": (G, put("state", "confirmed")),
    "a report that no player can send": (SUB, put("claim_reason", "absence")),
    "a report in which both lose": (SUB, put("claim_winner", "both")),
    "nobody is seated": (S, lambda rows: rows.clear()),
    "a player without a seat": (S, lambda rows: rows.pop(0)),
    "a player in another's seat": (S, lambda rows: exchange(rows, "player_id")),
    "a bye of a colour": (S, put("game_id", None)),
    "a player twice in a wish": (
        "tournament_apart",
        lambda rows: rows[0].update(second_id=rows[0]["first_id"]),
    ),
    "a draw of no request": (D, put("request", None)),
    "a draw of no base64": (D, put("request", "é")),
    "a draw of no compression": (D, put("request", "AAAA")),
    "a draw of a list": (D, put("request", packed([]))),
    "a draw of nothing": (D, put("request", packed({}))),
    "a draw without teams": (D, other_request("teams", None)),
    "a draw of another round": (D, other_request("request", "round", 9)),
    "a draw of strangers": (D, other_request("request", "state", "games", [{"round": 1}])),
    "a draw of monsters": (D, other_request("request", "state", "players", 0, "rank", 10**30)),
    "a draw of a great seed": (D, put("seed", 10**30)),
    "a bomb": (D, put("request", packed("0" * (70 * 1024 * 1024)))),
    "boards that are none": (D, put("boards", [{"table": "x"}])),
    "boards that are a number": (D, put("boards", 5)),
    "a total of letters": (D, put("total", "zz")),
    "a weight of letters": (D, put("boards", 0, "weight", "x")),
    "components of letters": (D, put("boards", 0, "components", {"a": "b"})),
    "a report of a stranger": (SUB, lambda rows: rows[0].update(player_id=_last_player(rows))),
    "dead stones off the board": (SUB, put("dead_stones", ["Z99"])),
    "dead stones that are numbers": (SUB, put("dead_stones", [3])),
    "dead stones that are a text": (SUB, put("dead_stones", "C3")),
    "findings that are a text": (VER, put("findings", "x")),
    "a finding that is a text": (VER, put("findings", ["x"])),
    "a finding of an unknown word": (VER, put("findings", 0, "foo", 1)),
    "a finding at no move": (VER, put("findings", 0, "move", "x")),
    "a finding that says nothing": (VER, put("findings", 0, "message", {"id": 5})),
    "a count that is a list": (VER, put("computed", [])),
    "a count of letters": (VER, put("computed", "black", "x")),
    "a count without terms": (VER, put("computed", "black_sum", [1])),
    "a count of an endless result": (VER, put("computed", "result", "B+" + "9" * 400)),
    "a territory of numbers": (VER, put("computed", "black_territory", [1])),
    "an unknown verdict": (VER, put("verdict", "x")),
    "a record of another hash": (REC, put("sha256", "0" * 64)),
    "a record that is elsewhere": (REC, put("data", "../manifest.json")),
    "a record of another size": (REC, put("size", 1)),
    "prizes that are no list": (T, put("prizes", {})),
    "a prize of nothing": (T, put("prizes", [{"name": ""}])),
    "an event of players by name": (EVENT, put("players", ["Aki"])),
    "an event before what it makes good": (EVENT, lambda rows: rows.reverse()),
    "an event that makes good what is not there": (EVENT, put("undoes_id", 10**6)),
    "an event of a board without players": (EVENT, corrected("before", {"table": 1})),
    "an event of boards that are none": (EVENT, corrected("after", {"boards": 5})),
    "an event of byes by name": (EVENT, corrected("after", {"byes": ["Aki"]})),
    "an event of an unknown result": (EVENT, corrected("before", {"winner": ["x"]}, True)),
    "a check-in twice": (CHECK_IN, lambda rows: rows.append({**rows[0], "id": 10**6})),
    "another result without a winner": (ERROR, put("winner", "x")),
    "another result agreed by nobody": (ERROR, put("state", "agreed")),
}


def _last_player(rows: Rows) -> int:
    return int(rows[0]["player_id"]) + 1


@pytest.mark.by_turns
@pytest.mark.parametrize("case", some(CASES, every=3))
def test_what_cannot_be_is_refused_and_nothing_is_written(case: str) -> None:
    table, change = CASES[case]
    stream = changed(archive_of(cup()), table, change)
    with pytest.raises(UserError) as caught:
        restore_archive(stream=stream, slug="" if "slug" in case else "again")
    assert caught.value.code == "archive_damaged"
    assert len(str(caught.value.text)) < 300
    assert Tournament.objects.count() == 1


def test_what_is_restored_has_pages_and_its_draw_comes_out_again() -> None:
    data = archive_of(cup())
    restored = restore_archive(stream=changed(data, P, lambda rows: rows), slug="x" * 200)
    assert restored.slug == "x" * 60
    look_at(restored)
    verified = verify_round(restored.pk, 1)
    assert verified is not None
    assert not verified.differences
    assert archive_of(restored)


HOSTILE = (None, True, -1, 0, 10**30, 1.5, "", "x", "a\x00", [], [1], ["x"], {}, {"x": 1}, "9" * 99)


@pytest.mark.by_turns
@pytest.mark.long
def test_any_value_anywhere_is_refused_or_harmless() -> None:
    tournament = cup()
    game = Game.objects.filter(round__tournament=tournament).latest("pk")
    soon = timezone.now() + timedelta(days=1)
    PlannedRound.objects.create(tournament=tournament, number=9, opens_at=soon)
    Reschedule.objects.create(game=game, proposer=game.black, plays_at=soon)
    MailRules.objects.create(tournament=tournament, off=["reminder"])
    PlayerMail.objects.create(player=game.black, off=["reminder"])
    out = io.BytesIO()
    Image.new("RGB", (4, 3)).save(out, "JPEG")
    drawn = StoredPicture(out.getvalue(), hashlib.sha256(out.getvalue()).hexdigest(), 4, 3)
    set_picture(tournament_id=tournament.pk, picture=drawn, words="A bridge")
    add_logo(tournament_id=tournament.pk, picture=drawn, name="Tea")
    said(searched(hold_court(game)))
    make_bundle(tournament_id=tournament.pk, kinds=[Format.H9], language="en")
    freeze_standings(tournament_id=tournament.pk, after=1)
    data = archive_of(tournament)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        tables = {
            name.removesuffix(".json"): json.loads(archive.read(name))
            for name in archive.namelist()
            if name.endswith(".json") and name != "manifest.json"
        }
    assert [name for name, rows in tables.items() if not rows] == []
    places = [(table, column) for table, rows in tables.items() for column in rows[0]]
    chance = random.Random(7)
    for number in range(times(40, long=500)):
        table, column = chance.choice(places)
        stream = changed(data, table, put(column, chance.choice(HOSTILE)))
        try:
            restored = restore_archive(stream=stream, slug=f"any-{number}")
        except UserError as error:
            refusal = error.code
        else:
            refusal = "archive_damaged"
            look_at(restored)
        assert refusal == "archive_damaged", (table, column)


def look_at(tournament: Tournament) -> None:
    """Open what everybody, the referee and the director see of a restored tournament."""
    for page in ("", "standings/", "standings/1/csv/"):
        assert Client().get(f"/t/{tournament.slug}/{page}").status_code == 200
    staff = World(tournament)
    game = Game.objects.filter(round__tournament=tournament).earliest("pk")
    for role, path in (
        (Role.REFEREE, f"/games/{game.pk}/"),
        (Role.DIRECTOR, f"/director/{tournament.slug}/rounds/1/"),
        (Role.DIRECTOR, f"/director/{tournament.slug}/players/"),
        (Role.DIRECTOR, f"/director/{tournament.slug}/history/"),
        (Role.DIRECTOR, f"/director/{tournament.slug}/settings/disputes/"),
        (Role.REFEREE, f"/referee/{tournament.slug}/"),
        *(
            (Role.REFEREE, f"/referee/{tournament.slug}/cases/{case.number}/{page}")
            for case in tournament.cases.all()
            for page in ("", "life/", *(f"life/{one.number}/" for one in case.confirmations.all()))
        ),
    ):
        assert staff.client(role).get(path).status_code == 200, path
    assert verify_round(tournament.pk, 1) is not None


def test_no_flipped_bits_get_through() -> None:
    data = archive_of(cup())
    chance = random.Random(20261121)
    refused = 0
    flipped = times(60, long=600)
    for number in range(flipped):
        bad = bytearray(data)
        for _ in range(chance.choice((1, 3, 20))):
            bad[chance.randrange(len(bad))] ^= 1 << chance.randrange(8)
        try:
            with transaction.atomic():
                restore_archive(stream=io.BytesIO(bytes(bad)), slug=f"x{number}")
        except UserError:
            refused += 1
    # A date in the ZIP directory may change without any harm.
    assert refused > flipped * 2 // 3
    assert Tournament.objects.count() == 1 + flipped - refused


def test_an_archive_with_a_password_is_refused() -> None:
    data = bytearray(archive_of(cup()))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = 0
        while (start := data.find(signature, start)) >= 0:
            data[start + offset] |= 1
            start += 1
    with pytest.raises(UserError, match="archive_damaged"):
        restore_archive(stream=io.BytesIO(bytes(data)), slug="again")
