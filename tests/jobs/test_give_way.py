"""Background work waits while its own process answers a request, and not for ever."""

import time
from threading import Event, Thread

import pytest

from jobs import give_way
from jobs.give_way import prioritise_requests


def test_work_waits_for_a_request_of_its_process_but_never_for_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answered, asked = Event(), Event()

    def application(environ: object, start_response: object) -> list[bytes]:
        asked.set()
        answered.wait(5)
        return [b"page"]

    began = time.monotonic()
    monkeypatch.setattr(give_way, "LONGEST", 5)
    give_way.give_way()
    assert time.monotonic() - began < 1
    request = Thread(target=prioritise_requests(application), args=({}, None))
    request.start()
    asked.wait(5)
    working = Thread(target=give_way.give_way)
    working.start()
    working.join(0.05)
    assert working.is_alive()
    answered.set()
    working.join(5)
    request.join(5)
    assert not working.is_alive()


def test_work_goes_on_beside_a_request_that_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(give_way, "LONGEST", 0.01)

    def application(environ: object, start_response: object) -> list[bytes]:
        give_way.give_way()
        raise OSError("broken")

    began = time.monotonic()
    with pytest.raises(OSError, match="broken"):
        prioritise_requests(application)({}, None)
    assert time.monotonic() - began < 1
    monkeypatch.setattr(give_way, "LONGEST", 5)
    give_way.give_way()
    assert time.monotonic() - began < 2
