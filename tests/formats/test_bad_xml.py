"""Whatever is no tournament is refused by name, never with another exception."""

import random
import re
import socket
from collections.abc import Iterator

import pytest

from tests.formats.fuzz import mutations
from tests.formats.opengotha_files import file, game
from tests.support.catalogues import french
from tests.support.shared import require_shared
from tournament.formats.errors import FormatError
from tournament.formats.limits import MAX_BYTES
from tournament.formats.macmahon import read_macmahon
from tournament.formats.opengotha import read_opengotha, write_opengotha

LAUGHS = (
    b'<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol">'
    + b"".join(b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(9))
    + b"]><Tournament><Players>&j;</Players></Tournament>"
)
DOCTYPE = b'<!DOCTYPE Tournament SYSTEM "tournament.dtd">\n'
CATALOGUE = {
    "empty": (b"", "empty", None),
    "blank": (b" \r\n\t", "empty", None),
    "only a mark": (b"\xef\xbb\xbf", "empty", None),
    "zeros": (b"\0" * 100, "empty", None),
    "a text": (b"hello\nworld", "not_xml", 1),
    "a record": (b"(;GM[1]FF[4]SZ[19];B[aa])", "not_xml", 1),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "not_xml", 1),
    "cut off": (file()[:-40], "not_well_formed", 8),
    "two roots": (b"<Tournament/>\n<Tournament/>", "not_well_formed", 2),
    "bad ampersand": (file(rest='<A b="x & y"/>'), "not_well_formed", 12),
    "same attribute twice": (file(rest='<A b="1" b="2"/>'), "not_well_formed", 12),
    "control character": (file(rest='<A b="\x01"/>'), "not_well_formed", 12),
    "wrong root": (b"<html><body/></html>", "not_opengotha", 1),
    "empty root": (b"\n<Tournament/>", "not_opengotha", 2),
    "billion laughs": (LAUGHS, "forbidden", 1),
    "external entity": (
        b'<!DOCTYPE T [<!ENTITY x SYSTEM "file:///etc/passwd">]><T>&x;</T>',
        "forbidden",
        1,
    ),
    "quadratic blow-up": (
        b'<!DOCTYPE T [<!ENTITY a "' + b"x" * 50_000 + b'">]><T>' + b"&a;" * 50_000 + b"</T>",
        "forbidden",
        1,
    ),
    "external parameter entity": (
        b'<!DOCTYPE T [<!ENTITY % x SYSTEM "http://127.0.0.1:1/t.dtd"> %x;]>\n<Tournament/>',
        "forbidden",
        1,
    ),
    "parameter entity that nobody declares": (
        b"<!DOCTYPE Tournament [ %x; ]>\n<Tournament/>",
        "forbidden",
        1,
    ),
    "default values without end": (
        b'<!DOCTYPE T [<!ATTLIST a b CDATA "' + b"x" * 50_000 + b'">]><T>' + b"<a/>" * 50_000,
        "forbidden",
        1,
    ),
    "a DTD with declarations beside it": (
        b'<!DOCTYPE Tournament SYSTEM "t.dtd" [<!ELEMENT Tournament ANY>]>\n<Tournament/>',
        "forbidden",
        1,
    ),
    "entity of a DTD in a text": (
        DOCTYPE + b"<Tournament><Players>\n&who;</Players></Tournament>",
        "forbidden",
        3,
    ),
    "entity of a DTD in an attribute": (
        DOCTYPE + b'<Tournament><Players>\n<Player name="M&uuml;ller"/></Players></Tournament>',
        "forbidden",
        3,
    ),
    "entity of a DTD in UTF-16": (
        (DOCTYPE + b'<Tournament>\n<A b="&who;"/></Tournament>').decode().encode("utf-16"),
        "forbidden",
        3,
    ),
    "entity without a DTD": (b"<Tournament>&who;</Tournament>", "not_well_formed", 1),
    "deep": (b"<Tournament>" + b"<a>" * 5000, "too_deep", 1),
    "too large": (b"<" + b" " * MAX_BYTES, "too_large", None),
    "unknown encoding": (b'<?xml version="1.0" encoding="klingon"?><T/>', "encoding", 1),
    "encoding of many bytes": (b'<?xml version="1.0" encoding="utf-7"?><T/>', "encoding", 1),
}


@pytest.mark.parametrize("name", CATALOGUE)
def test_bad_input_is_refused_by_name(name):
    data, code, line = CATALOGUE[name]
    with pytest.raises(FormatError) as caught:
        read_opengotha(data)
    error = caught.value
    assert (error.code, error.line) == (code, line)
    assert str(error.message) != french(error.message)
    with pytest.raises(FormatError):
        read_macmahon(data)


@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE Tournament SYSTEM "tournament.dtd">',
        '<!DOCTYPE Tournament PUBLIC "-//x//y" "http://127.0.0.1:1/tournament.dtd" >',
        "<!DOCTYPE Tournament>",
        '<!-- & -->\n<!DOCTYPE Tournament SYSTEM "t.dtd">\n<!-- &who; --><?x &who;?>',
    ],
)
@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "utf-16"])
def test_a_document_type_that_only_names_a_dtd_is_read_over(doctype, charset):
    head, _, rest = file(games=[game(1, "ALPHAANN", "GAMMA-GOCÉ")]).decode().partition("\n")
    plain = f"{head}\n{rest}".replace("UTF-8", charset).replace("Ann", "A&amp;&#110;n")
    named = plain.replace("<Tournament", f"{doctype}\n<Tournament", 1)
    event = read_opengotha(named.encode(charset))
    assert event.state == read_opengotha(plain.encode(charset)).state
    assert [player.first_name for player in event.state.players][:3] == ["A&nn", "Bo", "Cé"]
    assert b"DOCTYPE" not in write_opengotha(event).data


def test_a_dtd_is_never_fetched():
    with socket.create_server(("127.0.0.1", 0)) as server:
        doctype = DOCTYPE.replace(
            b"tournament.dtd", b"http://127.0.0.1:%d/t.dtd" % server.getsockname()[1]
        )
        assert read_opengotha(file().replace(b"<Tournament", doctype + b"<Tournament", 1))
        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()


def test_too_many_elements_are_refused(monkeypatch):
    monkeypatch.setattr("tournament.formats.tree.MAX_ELEMENTS", 10)
    with pytest.raises(FormatError) as caught:
        read_opengotha(b"<Tournament>" + b"<a/>\n" * 10)
    assert (caught.value.code, caught.value.line) == ("too_many", 10)


def test_the_message_says_where():
    with pytest.raises(FormatError) as caught:
        read_opengotha(file()[:-40])
    assert str(caught.value).startswith("line 8: ")
    assert french(caught.value.message).startswith("ligne 8 : ")


def made() -> bytes:
    return write_opengotha(read_opengotha(file(games=[game(1, "ALPHAANN", "BETABO")]))).data


def real(name: str) -> bytes:
    return require_shared(f"pairing/opengotha/{name}").read_bytes()


def with_odd_values(data: bytes, count: int) -> Iterator[bytes]:
    """Replace the value of one attribute, or one text, by something odd."""
    chance = random.Random(2)
    text = data.decode()
    places = [found.span(1) for found in re.finditer(r'"([^"<>]*)"|>([^<>\s]+)<', text) if found[1]]
    odd = ("", "-1", "0", "1e999", "nan", "9" * 30, "9" * 600, "²", "None", "1.5", " ", "é" * 600)
    for _ in range(count):
        start, end = chance.choice(places)
        yield f"{text[:start]}{chance.choice(odd)}{text[end:]}".encode()


@pytest.mark.by_turns
@pytest.mark.parametrize(
    ("read", "data"),
    [
        pytest.param(read_opengotha, made, id="made"),
        pytest.param(read_opengotha, lambda: real("notsimplemm.xml"), id="real"),
        pytest.param(read_macmahon, lambda: real("macmahon39-sample.xml"), id="macmahon"),
    ],
)
def test_a_damaged_file_is_an_event_or_a_format_error(read, data):
    whole = data()
    refused = 0
    for changed in (*mutations(whole, 250), *with_odd_values(whole, 250)):
        try:
            event = read(changed)
        except FormatError:
            refused += 1
        else:
            read_opengotha(write_opengotha(event).data)
    assert 0 < refused < 500
