"""From the empty page to a tournament of one's own; the operator's door."""

import re
from collections.abc import Iterator
from datetime import date
from html import unescape
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings

from tests.support.world import World, make_world
from tournament.models import AccessLink, AuditEvent, Tournament

pytestmark = pytest.mark.django_db
PASSWORD = "a long and unusual one"
EVENT = {
    "name": "Coupe d’été",
    "city": "Brest",
    "starts_on": "2026-11-21",
    "ends_on": "2026-11-22",
    "director_name": "Aki Sato",
    "slug": "",
    "time_zone": "Europe/Paris",
    "rules": "japanese",
    "board_size": "19",
}


@pytest.fixture
def anybody() -> Iterator[Client]:
    with override_settings(SHINPAN_ANYBODY_CREATES=True):
        yield Client()


@pytest.fixture
def operator() -> User:
    cache.clear()
    return User.objects.create_superuser("operator", password=PASSWORD)


def sign_in(browser: Client, password: str = PASSWORD, **more: str) -> int:
    data = {"username": "operator", "password": password, **more}
    return browser.post("/operator/", data).status_code


def link_in(page: str) -> str:
    return unescape(page.split('id="address" value="')[1].split('"')[0])


def test_an_empty_installation_leads_to_a_new_tournament(anybody: Client) -> None:
    page = anybody.get("/").text
    assert "There is no tournament yet." in page
    assert 'href="/new/"' in page


def test_an_empty_installation_leads_the_operator_to_his_door() -> None:
    page = Client().get("/").text
    assert 'href="/operator/?next=/new/"' in page
    assert 'href="/new/"' not in page


def test_who_creates_a_tournament_owns_it_at_once(anybody: Client) -> None:
    page = anybody.post("/new/", EVENT, follow=True)
    assert page.status_code == 200
    tournament = Tournament.objects.get()
    assert (tournament.slug, tournament.city, tournament.rules, tournament.komi_half) == (
        "coupe-dete",
        "Brest",
        "japanese",
        13,
    )
    assert (tournament.starts_on, tournament.ends_on) == (date(2026, 11, 21), date(2026, 11, 22))
    assert 'href="/director/coupe-dete/settings/system/"' in page.text
    assert anybody.get("/director/coupe-dete/settings/system/").status_code == 200


def test_the_link_shown_once_opens_the_tournament_elsewhere(anybody: Client) -> None:
    page = anybody.post("/new/", EVENT, follow=True).text
    assert "<svg" in page
    assert "mailto:?subject=" in page
    other = Client()
    assert other.get("/director/coupe-dete/").status_code == 404
    other.post(link_in(page).removeprefix("http://testserver"))
    assert other.get("/director/coupe-dete/settings/").status_code == 200
    assert link_in(page) not in anybody.get("/director/coupe-dete/staff/").text


def test_the_record_begins_with_who_created_it_and_holds_no_link(anybody: Client) -> None:
    page = anybody.post("/new/", EVENT, follow=True).text
    events = AuditEvent.objects.order_by("pk")
    assert [event.verb for event in events] == ["tournament.created", "link.issued"]
    assert {event.actor_role for event in events} == {"director"}
    token = link_in(page).split("/l/")[1].strip("/")
    assert token.split(".")[0] not in str([(event.before, event.after) for event in events])
    assert AccessLink.objects.get().label == "Aki Sato"


def test_an_address_that_is_taken_is_refused_where_it_was_typed(anybody: Client) -> None:
    anybody.post("/new/", EVENT | {"slug": "ete"})
    again = anybody.post("/new/", EVENT | {"slug": "ete"})
    assert again.status_code == 400
    assert "Another tournament has this address already." in again.text
    assert Tournament.objects.count() == AccessLink.objects.count() == 1


def test_a_name_that_is_taken_gets_an_address_of_its_own(anybody: Client) -> None:
    for _tournament in range(3):
        assert anybody.post("/new/", EVENT).status_code == 302
    slugs = Tournament.objects.order_by("pk").values_list("slug", flat=True)
    assert list(slugs) == ["coupe-dete", "coupe-dete-2", "coupe-dete-3"]


def waiting(page: str) -> dict[str, str]:
    """Return the pages that a page says were not seen yet, by the names of the tournaments."""
    found = re.findall(r'<a href="([^"]+)">See it now <span>\((.*?)\)</span>', page)
    return {unescape(name): address for address, name in found}


def test_every_tournament_whose_link_was_not_seen_waits_for_it(anybody: Client) -> None:
    names = ["One", "Two", "Three"]
    for name in names:
        anybody.get("/new/")
        anybody.post("/new/", EVENT | {"name": name})
    links = []
    for name in names:
        still = waiting(anybody.get("/").text)
        assert set(still) == set(names[len(links) :])
        page = anybody.get(still[name])
        assert f"“{name}” is created" in page.text
        links.append(link_in(page.text))
        assert anybody.get(f"/director/{name.lower()}/settings/").status_code == 200
    assert len(set(links)) == len(names)
    assert waiting(anybody.get("/").text) == {}


def test_an_archive_is_led_to_where_archives_are_restored(anybody: Client, operator: User) -> None:
    with BytesIO() as stream:
        with ZipFile(stream, "w") as archive:
            archive.writestr("archive.json", "{}")
        packed = stream.getvalue()
    for browser, door in ((anybody, "/operator/?next=/restore/"), (Client(), "/restore/")):
        if browser is not anybody:
            sign_in(browser)
        file = SimpleUploadedFile("cup-archive.zip", packed)
        answer = browser.post("/new/file/", {"file": file, "rules": ""})
        assert answer.status_code == 400
        assert f'href="{door}"' in answer.text


def test_who_was_not_let_in_yet_is_led_to_the_link(anybody: Client) -> None:
    anybody.get("/new/")
    anybody.post("/new/", EVENT)
    refused = anybody.get("/director/coupe-dete/settings/")
    assert refused.status_code == 404
    assert "“See it now”" in refused.text
    anybody.get(waiting(refused.text)["Coupe d’été"])
    assert anybody.get("/director/coupe-dete/settings/").status_code == 200
    assert "“See it now”" not in Client().get("/director/coupe-dete/settings/").text


def test_what_was_typed_stays_with_its_errors(anybody: Client) -> None:
    typed = EVENT | {"name": "", "ends_on": "yesterday", "board_size": "99"}
    answer = anybody.post("/new/", typed)
    assert answer.status_code == 400
    for text in ("Write a date as 2026-11-21.", 'value="Brest"'):
        assert text in answer.text
    assert re.search(r'value="japanese"[^>]* checked', answer.text)
    assert "Give the tournament a name." in anybody.post("/new/", EVENT | {"name": " "}).text
    assert not Tournament.objects.exists()


def test_only_the_operator_creates_unless_everybody_may(operator: User) -> None:
    browser = Client()
    for answer in (browser.get("/new/"), browser.post("/new/", EVENT)):
        assert answer["Location"] == "/operator/?next=%2Fnew%2F"
    assert not Tournament.objects.exists()
    assert sign_in(browser, next="/new/") == 302
    assert browser.post("/new/", EVENT, follow=True).status_code == 200
    assert AuditEvent.objects.earliest("pk").actor_role == "superuser"


def test_the_operator_comes_to_every_tournament(operator: User) -> None:
    make_world()
    browser = Client()
    sign_in(browser)
    page = browser.get("/").text
    assert 'href="/director/coupe/"' in page
    assert 'href="/operator/"' in page
    assert 'href="/director/coupe/"' not in Client().get("/").text


def test_signing_in_leads_nowhere_else(operator: User) -> None:
    data = {"username": "operator", "password": PASSWORD, "next": "https://evil.example/"}
    assert Client().post("/operator/", data)["Location"] == "/"
    for odd in ("foo", "home", "..", "//evil.example", "/\\evil.example", "a:b"):
        data["next"] = odd
        assert Client().post("/operator/", data)["Location"] == "/", odd
    data["next"] = "/new/"
    assert Client().post("/operator/", data)["Location"] == "/new/"


def test_signing_out_shuts_the_door(operator: User) -> None:
    browser = Client()
    sign_in(browser)
    browser.post("/operator/leave/")
    assert browser.get("/new/").status_code == 302


def test_an_account_that_is_no_operator_is_not_let_in(operator: User) -> None:
    User.objects.create_user("somebody", password=PASSWORD, is_staff=True)
    answer = Client().post("/operator/", {"username": "somebody", "password": PASSWORD})
    assert answer.status_code == 400
    assert "does not run the installation" in answer.text


def test_five_wrong_passwords_make_the_right_one_wait(operator: User) -> None:
    browser = Client()
    assert [sign_in(browser, "wrong") for _ in range(5)] == [400, 400, 400, 400, 429]
    answer = browser.post("/operator/", {"username": "OPERATOR", "password": PASSWORD})
    assert answer.status_code == 429
    assert "Please wait" in answer.text
    assert sign_in(Client(REMOTE_ADDR="10.0.0.7")) == 302


def test_behind_a_proxy_nobody_locks_the_operator_out(operator: User, settings) -> None:
    settings.SHINPAN_BEHIND_PROXY = True
    seen = [
        Client(headers={"X-Forwarded-For": address})
        .post("/operator/", {"username": "operator", "password": password}, secure=True)
        .status_code
        for address, password in [*[("192.0.2.1", "wrong")] * 5, ("192.0.2.2", PASSWORD)]
    ]
    assert seen == [400] * 4 + [429, 302]


def test_four_wrong_passwords_do_not_and_are_forgotten(operator: User) -> None:
    browser = Client()
    for _ in range(2):
        for _ in range(4):
            sign_in(browser, "wrong")
        assert sign_in(browser) == 302


def test_links_opened_before_stay_open_to_the_operator(operator: User, world: World) -> None:
    browser = world.player(0)
    sign_in(browser)
    assert "<h1>Aki " in browser.get("/me/").text
