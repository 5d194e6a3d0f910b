"""Where a webhook may lead: into no network of the server, by whatever way."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

import pytest

from notices.webhooks import http_client, safe_addresses
from notices.webhooks.http_client import post
from notices.webhooks.safe_addresses import target_of
from tournament.errors import UserError

INSIDE = [
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://0.0.0.0/",
    "https://10.1.2.3/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://100.64.0.1/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://[::1]/",
    "https://[::]/",
    "https://[fe80::1]/",
    "https://[fc00::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[2002:7f00:1::]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[64:ff9b:1::7f00:1]/",
    "https://[::127.0.0.1]/",
    "https://[::ffff:0:7f00:1]/",
    "https://[fec0::1]/",
    "https://localhost/",
    "https://intranet/",
]
NOT_ONE = [
    "",
    "example.org",
    "http://example.org/",
    "ftp://example.org/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://",
    "https:///path",
    "https://user@example.org/",
    "https://user:password@example.org/",
    "https://example.org:0/",
    "https://example.org:99999/",
    "https://example.org:port/",
    "https://example.org/#part",
    "https://example.org/a b",
    "https://example.org/a\r\nHost: other",
    "https://example.org\\@127.0.0.1/",
    "https://exa%6dple.org/",
    "https://exämple.org/",
    "https://[::1/",
    "https://example.org/" + "a" * 500,
]


@pytest.mark.parametrize("url", INSIDE)
def test_an_address_of_the_inside_is_refused(url):
    with pytest.raises(UserError) as caught:
        target_of(url)
    assert (caught.value.code, caught.value.field) == ("webhook_private", "url")


@pytest.mark.parametrize("port", [22, 25, 6379, 8000])
def test_a_port_of_something_else_is_refused_until_it_is_allowed(settings, port):
    url = f"https://hooks.example.org:{port}/"
    with pytest.raises(UserError) as caught:
        target_of(url)
    assert (caught.value.code, caught.value.field) == ("webhook_port", "url")
    settings.SHINPAN_WEBHOOK_PORTS = frozenset({443, port})
    assert target_of(url).port == port


@pytest.mark.parametrize("url", NOT_ONE)
def test_what_is_no_address_is_refused(url):
    with pytest.raises(UserError) as caught:
        target_of(url)
    assert caught.value.field == "url"


def test_a_public_address_is_taken_apart():
    target = target_of("https://hooks.example.org:8443/a/b?c=d")
    assert (target.host, target.port, target.path) == ("hooks.example.org", 8443, "/a/b?c=d")
    assert target.authority == "hooks.example.org:8443"


@pytest.mark.parametrize(
    "numbers",
    [["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["::1"], ["fe80::1%eth0"], ["::ffff:10.0.0.1"]],
)
def test_a_name_that_leads_inside_is_not_called(monkeypatch, numbers):
    def resolved(*_: object, **__: object) -> list[object]:
        return [(0, 0, 0, "", (number, 443)) for number in numbers]

    def never(*_: object, **__: object) -> None:
        raise AssertionError("called")

    monkeypatch.setattr(safe_addresses.socket, "getaddrinfo", resolved)
    monkeypatch.setattr(http_client.socket, "create_connection", never)
    answer = post("https://hooks.example.org/", b"{}", {})
    assert answer.status is None
    assert answer.error == "The host is in a private network."


def test_the_machine_that_was_checked_is_the_one_that_is_called(monkeypatch):
    """A name that leads elsewhere when it is asked again (DNS rebinding) leads nowhere."""
    asked = []
    called = []

    def resolved(host: str, *_: object, **__: object) -> list[object]:
        asked.append(host)
        number = "93.184.216.34" if len(asked) == 1 else "127.0.0.1"
        return [(0, 0, 0, "", (number, 443))]

    def connect(address: tuple[str, int], *_: object, **__: object) -> None:
        called.append(address)
        raise ConnectionRefusedError("refused")

    monkeypatch.setattr(safe_addresses.socket, "getaddrinfo", resolved)
    monkeypatch.setattr(http_client.socket, "create_connection", connect)
    answer = post("https://hooks.example.org/", b"{}", {})
    assert asked == ["hooks.example.org"]
    assert called == [("93.184.216.34", 443)]
    assert answer.error == "refused"


def test_a_name_server_that_says_nothing_holds_nobody(monkeypatch):
    over = threading.Event()
    monkeypatch.setattr(safe_addresses, "NAME_SECONDS", 0.1)
    monkeypatch.setattr(safe_addresses.socket, "getaddrinfo", lambda *_, **__: over.wait(20) and [])
    answer = post("https://hooks.example.org/", b"{}", {})
    assert not over.is_set()
    over.set()
    assert (answer.status, answer.error) == (None, "The name of the host was not found in time.")


def test_a_name_that_is_not_known_is_told_so(monkeypatch):
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(safe_addresses.socket, "getaddrinfo", unknown)
    answer = post("https://hooks.example.org/", b"{}", {})
    assert (answer.status, answer.error) == (None, "The name of the host is not known.")


def test_a_redirect_is_not_followed(receiver):
    receiver.status, receiver.location = 302, receiver.url
    answer = post(receiver.url, b"{}", {})
    assert answer.status == 302
    assert "redirects are not followed." in answer.error
    assert len(receiver.got) == 1


def test_an_address_that_nobody_answers_is_no_error_of_ours(settings):
    settings.SHINPAN_WEBHOOK_PRIVATE = True
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    answer = post(f"http://127.0.0.1:{port}/", b"{}", {})
    assert answer.status is None
    assert "refused" in answer.error


def test_an_answer_that_never_comes_is_not_waited_for(receiver, monkeypatch):
    monkeypatch.setattr(http_client, "RESPONSE_SECONDS", 0.2)
    over = threading.Event()
    receiver.act = lambda handler: over.wait(20) and None
    answer = post(receiver.url, b"{}", {})
    over.set()
    assert (answer.status, answer.error) == (None, "It did not answer in time.")


def test_an_answer_that_drips_is_cut_off(receiver, monkeypatch):
    monkeypatch.setattr(http_client, "WHOLE_SECONDS", 0.5)
    over = threading.Event()

    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        while not over.wait(0.05):
            try:
                handler.wfile.write(b"X: y\r\n"[:1])
            except OSError:
                return

    receiver.act = drip
    answer = post(receiver.url, b"{}", {})
    over.set()
    assert (answer.status, answer.error) == (None, "It did not answer in time.")


def test_an_answer_without_an_end_is_read_no_further_than_its_limit(receiver):
    sent = []

    def flood(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
        for _ in range(1000):
            try:
                sent.append(handler.wfile.write(b"x" * 100_000))
            except OSError:
                return

    receiver.act = flood
    assert post(receiver.url, b"{}", {}).status == 200
    assert len(sent) < 1000


@contextmanager
def rude_server(reply: bytes) -> Iterator[int]:
    """Answer one connection with some bytes that are no HTTP."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            sock, _ = server.accept()
            with sock:
                sock.recv(65536)
                sock.sendall(reply)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        thread.join(5)


@pytest.mark.parametrize(
    "reply", [b"", b"\x00" * 9, b"\x00SSH\x00", b"SSH-2.0-x\r\n", b"HTTP/1.1 " + b"9" * 70000]
)
def test_what_is_no_answer_is_a_failure_that_says_so(settings, reply):
    settings.SHINPAN_WEBHOOK_PRIVATE = True
    with rude_server(reply) as port:
        answer = post(f"http://127.0.0.1:{port}/", b"{}", {})
    assert answer.status is None
    assert answer.error
    assert answer.error.isprintable()  # PostgreSQL keeps no NUL
    assert len(answer.error) <= 200
