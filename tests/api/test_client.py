"""The client package has the operations of the schema, and keeps to what the API promises."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any, ClassVar

import pytest
from django.conf import settings

from api.client import CLIENT, client_text
from api.views import parse_schema, schema_file
from shinpan_client import ApiError, Client


class Answering(BaseHTTPRequestHandler):
    """Answers calls in turn, and keeps what they sent."""

    answers: ClassVar[list[tuple[int, dict[str, str], Any]]] = []
    calls: ClassVar[list[tuple[str, str, str | None, Any]]] = []

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        key = self.headers.get("Idempotency-Key")
        self.calls.append((self.command, self.path, key, json.loads(body) if body else None))
        status, headers, content = self.answers.pop(0)
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(json.dumps(content).encode())

    do_GET = do_POST = do_PUT = do_DELETE = answer  # noqa: N815

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    Answering.answers, Answering.calls = [], []
    server = HTTPServer(("127.0.0.1", 0), Answering)
    Thread(target=server.serve_forever, daemon=True).start()
    yield Client(f"http://127.0.0.1:{server.server_port}/", "shinpan_x")
    server.shutdown()
    server.server_close()


def test_the_operations_are_those_of_the_schema() -> None:
    kept = (settings.BASE_DIR / CLIENT).read_text(encoding="utf-8")
    assert kept == client_text(parse_schema(schema_file())), "write it anew: manage.py api_schema"


def test_what_has_no_answer_is_sent_again_under_its_key(client: Client) -> None:
    Answering.answers = [(503, {"Retry-After": "5"}, {}), (429, {}, {}), (200, {}, {"id": 7})]
    assert client.put_result("a/b", 7, result={"winner": "draw"}) == {"id": 7}
    assert len({key for _method, _path, key, _body in Answering.calls}) == 1
    method, path, key, body = Answering.calls[0]
    assert (method, path) == ("PUT", "/api/v1/tournaments/a%2Fb/games/7/result/")
    assert (body, bool(key)) == ({"result": {"winner": "draw"}}, True)
    Answering.answers = [(200, {}, {}), (200, {}, {})]
    client.keyed("mine").delete_result("a", 7)
    client.delete_result("a", 7)
    assert [key == "mine" for *_call, key, _body in Answering.calls[-2:]] == [True, False]


def test_what_is_refused_is_not_sent_again(client: Client) -> None:
    wrong = {"field": "result.margin", "code": "points", "detail": "…"}
    problem = {"code": "invalid", "detail": "Check the fields.", "errors": [wrong]}
    Answering.answers = [(400, {"Content-Type": "application/problem+json"}, problem)]
    with pytest.raises(ApiError) as refused:
        client.post_rounds("cup")
    assert (refused.value.code, refused.value.errors) == ("invalid", [wrong])
    assert len(Answering.calls) == 1


def test_a_token_goes_nowhere_else(client: Client) -> None:
    Answering.answers = [(302, {"Location": "http://127.0.0.1:1/"}, {})]
    with pytest.raises(ApiError):
        client.get_me()


def test_who_uses_what_ends_is_warned(client: Client) -> None:
    until = "Thu, 01 Jul 2027 00:00:00 GMT"
    Answering.answers = [(200, {"Deprecation": "@1790000000", "Sunset": until}, {})]
    with pytest.warns(DeprecationWarning, match=until):
        client.get_me()


def test_a_list_is_read_to_its_end(client: Client) -> None:
    first = {"results": [1, 2], "next": "https://other.example/api/v1/rulings/?cursor=azI&limit=2"}
    Answering.answers = [(200, {}, first), (200, {}, {"results": [3], "next": None})]
    assert list(client.every(client.get_rulings, limit=2)) == [1, 2, 3]
    assert Answering.calls[1][1] == "/api/v1/rulings/?cursor=azI&limit=2"
