"""Pictures that take little room when they are sent and much when they are decoded.

A real web server, for its memory is what is at stake: six statements come in at once.
"""

import base64
import io
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PIL import Image

from adjudication.cases.services.opening import open_case
from adjudication.models import Case, Statement
from adjudication.policy.causes import Cause
from tests.api.client import player_api
from tests.support.database import test_database_url
from tests.support.meter import peak_memory_bytes
from tests.support.server import Server, running, start_web
from tests.support.wire import Answer, Wire, request
from tests.support.world import World, make_world

pytestmark = pytest.mark.django_db(transaction=True)
AT_ONCE = 6
BOMB_SIDE = 7_070
ALLOWED_SIDE = 4_470
MOST_GROWTH = 350 * 1024 * 1024
"""Bytes: what decoding a picture of the largest size takes, once, with room for the requests."""
_CSRF, _BOUNDARY = "c" * 32, "boundary-of-the-test"


def opened(world: World) -> list[Case]:
    """Open one case for each of six players."""
    tournament_id = world.tournament.pk
    return [
        open_case(cause=Cause.OUTSIDE_HELP, tournament_id=tournament_id, players=[player])
        for player in world.players[:AT_ONCE]
    ]


def png(side: int) -> bytes:
    stream = io.BytesIO()
    Image.new("RGBA", (side, side)).save(stream, "PNG")
    return stream.getvalue()


@pytest.fixture
def world() -> World:
    return make_world()


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Server]:
    server = start_web(
        tmp_path, database_url=test_database_url(), broker_url="memory://", SHINPAN_DB_POOL="8"
    )
    with running(server):
        yield server


def from_page(world: World, cases: list[Case], picture: bytes) -> list[bytes]:
    """Return the form of every player's case, with a picture."""
    found = []
    for index, case in enumerate(cases):
        session = world.player(index).cookies["session"].value
        fields = {"csrfmiddlewaretoken": _CSRF, "case": case.pk, "key": "k", "text": "Look."}
        parts = [
            f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in fields.items()
        ]
        parts.append(
            f"--{_BOUNDARY}\r\n"
            'Content-Disposition: form-data; name="pictures"; filename="x.png"\r\n'
            "Content-Type: image/png\r\n\r\n"
        )
        body = "".join(parts).encode() + picture + f"\r\n--{_BOUNDARY}--\r\n".encode()
        found.append(
            request(
                "POST",
                f"/cases/{case.pk}/",
                body=body,
                kind=f"multipart/form-data; boundary={_BOUNDARY}",
                cookies={"session": session, "csrf": _CSRF},
            )
        )
    return found


def from_program(world: World, cases: list[Case], picture: bytes) -> list[bytes]:
    """Return the call of every player's program, with a picture."""
    body = {"text": "Look.", "pictures": [base64.b64encode(picture).decode()]}
    return [
        request(
            "POST",
            f"/api/v1/cases/{case.pk}/statements/",
            body=json.dumps(body).encode(),
            kind="application/json",
            Authorization=f"Bearer {player_api(world, index).token}",
            Idempotency_Key=f"key-{index}",
        )
        for index, case in enumerate(cases)
    ]


def at_once(web: Server, requests: list[bytes]) -> set[int]:
    """Send all at the same time; return the answers' statuses."""

    def ask(sent: bytes) -> Answer:
        with Wire(web.url, timeout=60) as wire:
            return wire.ask(sent)

    with ThreadPoolExecutor(len(requests)) as pool:
        return {one.status for one in pool.map(ask, requests)}


def grown(web: Server) -> Callable[[], int]:
    """Return what says how far the server's memory has risen from now on."""
    with Wire(web.url, timeout=60) as wire:
        wire.ask(request("GET", "/"))
    before = peak_memory_bytes(web.process.pid)
    return lambda: peak_memory_bytes(web.process.pid) - before


def test_a_bomb_is_refused_before_it_is_decoded(world: World, web: Server) -> None:
    cases, bomb, risen = opened(world), png(BOMB_SIDE), grown(web)
    assert len(bomb) < 200_000
    assert at_once(web, from_page(world, cases, bomb)) == {400}
    assert at_once(web, from_program(world, cases, bomb)) == {400}
    assert not Statement.objects.exists()
    assert risen() < MOST_GROWTH / 10


def test_pictures_of_the_largest_size_are_decoded_in_turn(world: World, web: Server) -> None:
    by_page, by_program = opened(world), opened(world)
    picture, risen = png(ALLOWED_SIDE), grown(web)
    whole = Statement.objects.filter(pictures__width=2000)
    assert at_once(web, from_page(world, by_page, picture)) == {302}
    assert whole.filter(case__in=by_page).count() == AT_ONCE
    assert at_once(web, from_program(world, by_program, picture)) == {201}
    assert whole.filter(case__in=by_program).count() == AT_ONCE
    assert risen() < MOST_GROWTH
