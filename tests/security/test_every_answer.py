"""What holds of every address: its form's token, its headers, and the kind of a file it gives."""

import re
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from tests.security.examples import pages
from tests.security.two_tournaments import text_of
from tests.support.scene import Scene
from tests.web.routes.tables import ROUTES
from tests.web.routes.visitors import VISITORS

WITHOUT_TOKEN = {"notices:switch"}
"""Mail programs press its button by themselves (RFC 8058); its signed address lets one in."""
FILES = {
    "application/pdf",
    "application/x-go-sgf",
    "application/zip",
    "application/json",
    "application/x-ndjson",
    "application/xml",
    "text/csv",
    "text/plain",
    "image/jpeg",
    "image/png",
    "text/calendar",
}
SHOWN = {"image/jpeg", "image/png", "text/calendar"}
"""Drawn anew by ourselves and shown on pages; what calendars subscribe to."""
PLAIN = {"healthz", "readyz", "metrics"}

Cast = tuple[Scene, dict[str, Client]]


@pytest.fixture(scope="module")
def cast(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Cast]:
    """The scene of the permissions' test, and everybody's browser."""
    with django_db_blocker.unblock(), transaction.atomic():
        cache.clear()
        scene = Scene()
        yield scene, {visitor: scene.browser(visitor) for visitor in VISITORS}
        transaction.set_rollback(True)


def browser_of(client: Client, **options: bool) -> Client:
    made = Client(**options)  # type: ignore[arg-type]
    made.cookies.load(client.cookies.output(header=""))
    return made


@pytest.mark.by_turns
@pytest.mark.django_db
def test_no_form_is_taken_without_its_token(cast: Cast, django_db_blocker: DjangoDbBlocker) -> None:
    scene, browsers = cast
    taken = {}
    with django_db_blocker.unblock():
        for name in sorted(ROUTES.keys() & pages().keys()):
            expected, address = ROUTES[name][1], ROUTES[name][2]
            let_in = [who for who, status in expected.items() if status not in (403, 404, 405)]
            for visitor in let_in[:1] + let_in[-1:]:
                for data in ({}, {"csrfmiddlewaretoken": "x" * 64}):
                    with transaction.atomic():
                        browser = browser_of(browsers[visitor], enforce_csrf_checks=True)
                        answer = browser.post(address(scene), data)
                        transaction.set_rollback(True)
                    if (answer.status_code == 403) == (name in WITHOUT_TOKEN):
                        taken[name, visitor] = answer.status_code
    assert taken == {}


@pytest.mark.django_db
def test_a_form_is_not_taken_with_the_token_of_another_browser_or_site(cast: Cast) -> None:
    _scene, browsers = cast
    owner = browser_of(browsers["director"], enforce_csrf_checks=True)
    owner.get("/director/coupe/staff/")
    data = {"csrfmiddlewaretoken": owner.cookies["csrf"].value, "role": "referee", "label": "x"}
    thief = browser_of(browsers["director"], enforce_csrf_checks=True)
    thief.cookies["csrf"] = "y" * 32
    assert thief.post("/director/coupe/staff/", data).status_code == 403
    for header in ({"Origin": "https://evil.example"}, {"Origin": "null"}):
        answer = owner.post("/director/coupe/staff/", data, headers=header)
        assert answer.status_code == 403
    assert owner.post("/director/coupe/staff/", data).status_code in (200, 302)


@pytest.mark.by_turns
@pytest.mark.django_db
def test_every_answer_has_the_headers_that_protect_it(
    cast: Cast, django_db_blocker: DjangoDbBlocker
) -> None:
    scene, browsers = cast
    wrong = []
    with django_db_blocker.unblock():
        for name in sorted(ROUTES.keys() & pages().keys()):
            expected, _, address = ROUTES[name]
            let_in = [who for who, status in expected.items() if status == 200]
            for visitor in dict.fromkeys(["anonymous", *let_in[-1:], *let_in[:1]]):
                with transaction.atomic():
                    answer = browser_of(browsers[visitor]).get(address(scene))
                    transaction.set_rollback(True)
                wrong += [f"{name} for {visitor}: {what}" for what in faults(name, answer)]
    assert wrong == []


def faults(name: str, answer: object) -> list[str]:
    """Return what an answer lacks."""
    headers = answer.headers  # type: ignore[attr-defined]
    found = []
    policy = headers.get("Content-Security-Policy", "")
    for part in ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action"):
        if part not in policy:
            found.append(f"no {part}")
    if "unsafe" in policy or "*" in policy:
        found.append("a policy that lets something in")
    if headers.get("X-Frame-Options") != "DENY":
        found.append("can be framed")
    if headers.get("X-Content-Type-Options") != "nosniff":
        found.append("may be taken for another type")
    if headers.get("Referrer-Policy") not in ("same-origin", "strict-origin"):
        found.append("tells its address")
    if headers.get("Cross-Origin-Opener-Policy") != "same-origin":
        found.append("can be reached by who opened it")
    if re.search("[\r\n]", "".join(f"{key}{value}" for key, value in headers.items())):
        found.append("a broken header")
    return found + _of_its_kind(name, answer)


def _of_its_kind(name: str, answer: object) -> list[str]:
    headers = answer.headers  # type: ignore[attr-defined]
    if answer.status_code in (204, 301, 302, 304):  # type: ignore[attr-defined]
        return []
    kind, _, charset = headers["Content-Type"].partition(";")
    if kind == "text/html":
        return [] if charset.strip() == "charset=utf-8" else [f"charset {charset}"]
    if kind not in FILES:
        return [f"kind {kind}"]
    if name in PLAIN or kind in SHOWN or answer.status_code != 200:  # type: ignore[attr-defined]
        return []
    said = headers.get("Content-Disposition", "")
    if not re.fullmatch(r'attachment; filename="[\w.-]+"', said, re.ASCII):
        return [f"disposition {said!r}"]
    return []


@pytest.mark.by_turns
@pytest.mark.django_db
def test_what_is_somebodys_own_is_kept_by_no_shared_cache(
    cast: Cast, django_db_blocker: DjangoDbBlocker
) -> None:
    scene, browsers = cast
    wrong = []
    with django_db_blocker.unblock():
        for name in sorted(ROUTES.keys() & pages().keys()):
            expected, _, address = ROUTES[name]
            let_in = [who for who, status in expected.items() if status == 200]
            if len(let_in) in (0, len(VISITORS)) or name.startswith("operations:"):
                continue
            with transaction.atomic():
                answer = browser_of(browsers[let_in[0]]).get(address(scene))
                transaction.set_rollback(True)
            kept = answer.headers.get("Cache-Control", "")
            if "private" not in kept and "no-store" not in kept:
                wrong.append((name, kept))
    assert wrong == []


STRANGE = {
    "Host": "evil.example",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-For": "evil.example",
    "X-Forwarded-Port": "666",
    "X-Forwarded-Prefix": "/evil.example",
    "X-Forwarded-Scheme": "evil.example",
    "X-Original-URL": "/evil.example",
    "X-Rewrite-URL": "/evil.example",
    "X-HTTP-Method-Override": "DELETE",
    "X-Host": "evil.example",
    "Forwarded": "host=evil.example;proto=https",
    "X-Request-ID": "evil.example\"'><script>",
    "Accept-Language": "evil.example, <script>",
    "Origin": "https://evil.example",
    "Referer": "https://evil.example/",
}


@pytest.mark.django_db
@pytest.mark.parametrize("header", sorted(STRANGE))
def test_no_header_of_a_visitor_gets_into_a_page_that_others_see(cast: Cast, header: str) -> None:
    _scene, browsers = cast
    for visitor, address in (("anonymous", "/t/coupe/"), ("director", "/director/coupe/links/")):
        browser = browser_of(browsers[visitor])
        answer = browser.get(address, headers={header: STRANGE[header]})
        if header == "Host":
            assert answer.status_code == 400
        else:
            assert answer.status_code == 200
        told = text_of(answer) + repr(dict(answer.headers))
        assert "evil.example" not in told
        assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.django_db
def test_links_are_given_out_under_the_address_of_the_installation_alone(cast: Cast) -> None:
    scene, browsers = cast
    address = f"/director/coupe/players/{scene.world.players[0].pk}/link/"
    browser = browser_of(browsers["director"])
    page = browser.post(address, headers={"Host": "localhost"}, follow=True)
    assert page.status_code == 200
    assert 'value="http://testserver/l/' in text_of(page)


@pytest.mark.django_db
def test_a_session_key_that_somebody_brings_along_is_not_taken(cast: Cast) -> None:
    scene, _ = cast
    browser = Client()
    browser.cookies["session"] = "a" * 32
    with transaction.atomic():
        browser.post(f"/l/{scene.token}/")
        assert browser.cookies["session"].value != "a" * 32
        assert browser.get("/referee/coupe/").status_code == 200
        assert (
            Client(headers={"Cookie": "session=" + "a" * 32}).get("/referee/coupe/").status_code
            == 403
        )
        transaction.set_rollback(True)


@pytest.mark.django_db
@pytest.mark.parametrize("cookie", ["", "x", "../../etc/passwd", "'; --", "é", "a" * 4000])
def test_a_made_up_session_is_nobodys(cast: Cast, cookie: str) -> None:
    browser = Client()
    browser.cookies["session"] = cookie
    assert browser.get("/director/coupe/").status_code == 403


ELSEWHERE = (
    *("https://evil.example/", "//evil.example/", "///evil.example/", "/\\evil.example"),
    *("\\\\evil.example", "https:evil.example", "https:///evil.example", "http:/evil.example"),
    *("javascript:alert(1)", "data:text/html,x", "/\t/evil.example", "\t//evil.example"),
    *("//evil.example%2f@testserver/", "https://testserver@evil.example/", "/%0d%0aX:y/../"),
    *("\x00//evil.example", "https://testserver.evil.example/", "ftp://evil.example", "//[::1"),
    *(
        "\u3000//evil.example",
        "/\r\nLocation: https://evil.example",
        "https://evil.example\\@testserver",
    ),
)


def leads_away(answer: object) -> bool:
    """Whether a browser would leave the site."""
    place = answer.headers.get("Location", "/")  # type: ignore[attr-defined]
    return not re.match(r"(http://testserver)?/(?![/\\\t])", place) or "\n" in place


@pytest.mark.django_db
@pytest.mark.parametrize("place", ELSEWHERE)
def test_nobody_is_led_elsewhere(cast: Cast, place: str) -> None:
    data = {"next": place, "language": "fr"}
    for answer in (
        Client().post("/i18n/setlang/", data),
        Client().get("/i18n/setlang/", data),
        Client().post(
            "/i18n/setlang/", {"language": "fr"}, headers={"Referer": "https://evil.example/"}
        ),
        Client().get("/operator/", data),
    ):
        assert answer.status_code < 500
        assert not leads_away(answer)
    signed_in = cast[1]["superuser"]
    assert not leads_away(browser_of(signed_in).get("/operator/", data))
