"""What is sent in to do harm is refused with a sentence, and never with a 500."""

from __future__ import annotations

import csv
import io
import json
import re
import struct
import zipfile
import zlib
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from adjudication.cases.services.opening import open_case
from adjudication.models import Case, GameRecordFile, Picture
from adjudication.policy.causes import Cause
from tests.formats.test_bad_xml import CATALOGUE as XML
from tests.support.records import WALLS, sgf
from tests.support.world import World, make_world, report
from tournament.models import Role, Tournament

pytestmark = pytest.mark.django_db
GATHERED = re.compile(r'class="error"[^>]*>([^<]{10,})<')


@pytest.fixture(autouse=True)
def counted_anew() -> None:
    cache.clear()


@pytest.fixture
def world(db: None) -> World:
    return make_world()


@pytest.fixture
def operator() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("operator"))
    return client


def upload(data: bytes, name: str = "file", kind: str = "application/octet-stream") -> object:
    return SimpleUploadedFile(name, data, kind)


def refused(answer: object) -> str:
    """Return the sentence that a page refuses something with."""
    assert answer.status_code in (400, 413), answer.status_code  # type: ignore[attr-defined]
    if answer.status_code == 413:  # type: ignore[attr-defined]
        return str(answer.text)  # type: ignore[attr-defined]
    said = GATHERED.findall(answer.text)  # type: ignore[attr-defined]
    assert said, answer.text[:3000]  # type: ignore[attr-defined]
    return str(said[0])


# --- Files of tournaments ------------------------------------------------------------------------


def zipped(**members: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name.replace("__", "/"), data)
    return made.getvalue()


def traversal(name: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(name, b"x")
        archive.writestr("manifest.json", b"{}")
    return made.getvalue()


def linked() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        link = zipfile.ZipInfo("manifest.json")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    return made.getvalue()


def lying_about_its_size() -> bytes:
    """Say of a member of 60 MB that it has ten bytes."""
    data = bytearray(zipped(**{"manifest.json": b"[" * 60_000_000}))
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.find(signature)
        data[at + offset : at + offset + 4] = struct.pack("<I", 10)
    return bytes(data)


# Made where they are sent: each process that runs tests reads this file.
ARCHIVES: dict[str, Callable[[], bytes]] = {
    "no archive": lambda: b"hello",
    "empty": lambda: b"",
    "an empty archive": zipped,
    "a bomb": lambda: zipped(**{"manifest.json": b" " * 300_000_000}),
    "a bomb beside": lambda: zipped(**{"manifest.json": b"{}", "x.json": b"0" * 300_000_000}),
    "a lie about its size": lying_about_its_size,
    "out of its folder": lambda: traversal("../../../etc/passwd"),
    "from the root": lambda: traversal("/etc/cron.d/x"),
    "another drive": lambda: traversal("C:\\windows\\x"),
    "a link": linked,
    "deep": lambda: zipped(**{"manifest.json": b"[" * 200_000 + b"]" * 200_000}),
    "a number without end": lambda: zipped(
        **{"manifest.json": b'{"version": ' + b"9" * 5000 + b"}"}
    ),
    "not a number": lambda: zipped(**{"manifest.json": b'{"version": NaN}'}),
    "the same name again": lambda: (
        zipped(**{"manifest.json": b"{}"}) + zipped(**{"manifest.json": b"{}"})
    ),
    "many members": lambda: zipped(**{f"m{number}": b"" for number in range(20_000)}),
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_no_archive_does_harm(operator: Client, name: str) -> None:
    answer = operator.post("/restore/", {"slug": "again", "file": upload(ARCHIVES[name]())})
    assert refused(answer)
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("name", XML)
def test_no_document_does_harm(operator: Client, name: str) -> None:
    answer = operator.post("/new/file/", {"file": upload(XML[name][0], "event.xml")})
    assert refused(answer)
    assert "root:" not in answer.text  # type: ignore[attr-defined]
    assert not Tournament.objects.exists()


JSON = {
    "deep": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "lists": b"[" * 400_000,
    "a number without end": b'{"version": ' + b"9" * 100_000 + b"}",
    "an exponent": b'{"version": 1e999999999}',
    "the same key": b'{"version": 1, "version": 2}',
    "half a pair": b'{"version": "\\ud800"}',
    "UTF-16": json.dumps({"version": 1}).encode("utf-16"),
    "UTF-7": b"+AHs-",
    "prototype": b'{"__proto__": {"superuser": true}}',
}


@pytest.mark.parametrize("name", JSON)
def test_no_json_does_harm(operator: Client, name: str) -> None:
    answer = operator.post("/new/file/", {"file": upload(JSON[name], "event.json")})
    assert refused(answer)
    assert not Tournament.objects.exists()


# --- Names of files and headers ------------------------------------------------------------------

NAMES = (
    *("../../../etc/passwd", "..\\..\\windows\\system32\\x.sgf", "/etc/shadow", "C:\\x.sgf"),
    *("x.sgf\r\nSet-Cookie: a=b", 'x".sgf', "x;y.sgf", "\u202efgs.exe", "x" * 5000 + ".sgf"),
    *(".", "..", "", "con", "x.sgf/", "~root", "$(id).sgf", "`id`.sgf", "|id", "%2e%2e%2f.sgf"),
    *("x.html", "x.svg", "x.php.sgf", "é日本.sgf", "a\tb.sgf", "-rf.sgf"),
)


@pytest.mark.parametrize("name", NAMES)
def test_the_name_of_a_file_leads_nowhere(world: World, name: str) -> None:
    file = upload(sgf(WALLS, KM="6.5"), "x.sgf", "application/x-go-sgf")
    file._name = name  # type: ignore[attr-defined]  # as a browser would never send it
    form = {"step": "review", "winner": "black", "reason": "resignation", "record": file}
    game = world.games[0]
    answer = world.player(0).post(f"/games/{game.pk}/report/", form)
    assert answer.status_code in (200, 302, 400)
    report_id = report(game, game.black, "B+R", sgf(WALLS))
    GameRecordFile.objects.filter(submissions=report_id)
    got = world.player(0).get(f"/games/{game.pk}/records/{report_id}.sgf")
    assert got["Content-Disposition"] == 'attachment; filename="coupe-1-1.sgf"'
    for kept in GameRecordFile.objects.values_list("filename", flat=True):
        assert "/" not in kept
        assert "\\" not in kept
        assert kept.isprintable()


@pytest.mark.parametrize(
    "slug", ["../x", "x/../y", "a b", "x\r\ny", "<x>", "", ".", "é", "x" * 300]
)
def test_the_address_of_a_tournament_is_a_plain_word(operator: Client, slug: str) -> None:
    form = {"name": "Cup", "rules": "japanese", "slug": slug, "time_zone": "UTC"}
    answer = operator.post("/new/", form)
    assert answer.status_code < 500
    for made in Tournament.objects.values_list("slug", flat=True):
        assert re.fullmatch(r"[a-z0-9-]+", made)


# --- Cells of tables -----------------------------------------------------------------------------

FORMULAS = (
    "=cmd|' /C calc'!A0",
    "+1+cmd|'x'!A1",
    "-2+3+cmd|'x'!A1",
    "@SUM(1+1)",
    '=HYPERLINK("http://evil.example","x")',
    "＝1+1",
    "'=1+1",
    ";=1+1",
    '"=1+1',
)


def test_no_cell_of_a_table_is_a_formula() -> None:
    world = make_world(name=FORMULAS[0], names=(*FORMULAS[:7], "Zed"))
    for game in world.games:
        report(game, game.black, "B+R")
        report(game, game.white, "B+R")
    director = world.client(Role.DIRECTOR)
    page = director.get("/director/coupe/files/").text
    files = set(re.findall(r'href="(/director/coupe/files/[\w/-]+/)"', page))
    files |= {"/t/coupe/standings/1/csv/", "/t/coupe/rounds/1/csv/"}
    looked_at = 0
    for address in sorted(files):
        answer = director.get(address)
        if answer.status_code != 200 or "csv" not in answer["Content-Type"]:
            continue
        text = answer.content.decode("utf-8-sig")
        for separator in ",;\t":
            for row in csv.reader(io.StringIO(text), delimiter=separator):
                for cell in row:
                    looked_at += 1
                    assert not re.match(r"\s*[=+@＝＋＠]", cell), (address, cell)
                    assert not re.match(r"\s*-(?!\d+(\.\d+)?$)\S", cell) or cell == "-", cell
    assert looked_at > 50


# --- Pictures ------------------------------------------------------------------------------------


def png(width: int, height: int, *, body: bytes = b"") -> bytes:
    """Return a picture that says to be so large and has no more in it than ``body``."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    lines = zlib.compress(body or b"\0" * (height * (width // 8 + 1)), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", lines) + chunk(b"IEND", b"")


PICTURES = {
    "a bomb": lambda: png(30_000, 30_000),
    "a bomb within Pillow's own limit": lambda: png(7_070, 7_070),
    "a lie about its size": lambda: png(60_000, 60_000, body=b"\0"),
    "no width": lambda: png(0, 0, body=b"\0"),
    "SVG": lambda: b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
    "HTML": lambda: b"<html><script>alert(1)</script>",
    "PostScript": lambda: b"%!PS-Adobe-3.0\n(%pipe%id) (r) file\n",
    "GIF and script": lambda: b"GIF89a/*" + b"\0" * 20 + b"*/=1;alert(1)",
    "cut off": lambda: png(100, 100)[:60],
    "nothing": lambda: b"",
}


@pytest.mark.parametrize("kind", PICTURES)
def test_no_picture_does_harm(world: World, kind: str) -> None:
    case = open_case(
        cause=Cause.OUTSIDE_HELP, tournament_id=world.tournament.pk, players=[world.players[0]]
    )
    form = {
        "case": case.pk,
        "key": "k",
        "text": "Look",
        "pictures": [upload(PICTURES[kind](), "x.png")],
    }
    answer = world.player(0).post(f"/cases/{case.pk}/", form)
    assert refused(answer) or kind == "nothing"
    assert not Picture.objects.exists()
    assert Case.objects.get().statements.count() == 0


# --- Requests that are none ----------------------------------------------------------------------

BODIES = {
    "no end": (
        b"--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1",
        "multipart/form-data; boundary=x",
    ),
    "no boundary": (b"x", "multipart/form-data"),
    "bad boundary": (b"x", "multipart/form-data; boundary=\xc3\xa9"),
    "many fields": (
        b"&".join(b"a%d=1" % n for n in range(5000)),
        "application/x-www-form-urlencoded",
    ),
    "bad encoding": (b"a=%ff%fe&%00=%00", "application/x-www-form-urlencoded"),
    "another charset": (b"a=1", "application/x-www-form-urlencoded; charset=utf-7"),
    "no charset": (b"a=1", "application/x-www-form-urlencoded; charset=hex"),
    "json": (b"{" * 100_000, "application/json"),
    "nothing": (b"", ""),
}


@pytest.mark.parametrize("kind", BODIES)
@pytest.mark.parametrize("address", ["/director/coupe/staff/", "/director/coupe/players/import/"])
def test_no_body_is_an_error_of_ours(world: World, kind: str, address: str) -> None:
    body, content_type = BODIES[kind]
    director = world.client(Role.DIRECTOR)
    director.raise_request_exception = False
    answer = director.generic("POST", address, body, content_type=content_type)
    assert answer.status_code in (200, 302, 400, 403, 413, 415)


@pytest.mark.parametrize(
    "address",
    [
        "/director/coupe/players/99999999999999999999999/", "/rulings/99999999999999999999999/",
        "/t/coupe/players/99999999999999999999/", "/api/v1/games/99999999999999999999999/",
        "/t/%00/", "/t/..%2f..%2fetc/", "/%c0%ae%c0%ae/", "/games/99999999999999999999999/",
        "/games/-1/", "/t/coupe/?by=%00", "/t/coupe/?after=99999999999999999999",
        "/director/coupe/history/?page=-1", "/director/coupe/history/?page=9e99",
        "/director/coupe/history/?round=%00", "/director/coupe/players/?page=%F0%9F%98%80",
        "/director/coupe/players/found/?name=%00", "/rulings/?words=%00",
        "/t/coupe/?" + "a=1&" * 1500,
        "/t/coupe/standings/99999999999999/", "/t/coupe/players/99999999999999/",
        "/director/coupe/rounds/99999999999/", "/cases/99999999999999999999/",
    ],
)  # fmt: skip
def test_no_address_is_an_error_of_ours(world: World, address: str) -> None:
    director = world.client(Role.DIRECTOR)
    director.raise_request_exception = False
    assert director.get(address).status_code in (200, 302, 400, 403, 404)
