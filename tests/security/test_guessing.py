"""Guessing: passwords of the operator, and private links."""

from base64 import urlsafe_b64encode

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.hashers import get_hasher
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests.support.world import World, make_world
from tournament.common import rate_limit as origin
from tournament.models import AccessLink, Role
from tournament.staff.services import issue_link, new_token, token_of
from tournament.staff.views import entrance

pytestmark = pytest.mark.django_db
PASSWORD = "a long and honest password"


@pytest.fixture(autouse=True)
def counted_anew() -> None:
    cache.clear()


@pytest.fixture
def operator() -> User:
    return User.objects.create_superuser("operator", password=PASSWORD)


def tried(name: str, password: str = "wrong", **client: object) -> tuple[int, str]:
    data = {"username": name, "password": password}
    answer = Client(**client).post("/operator/", data)
    return answer.status_code, answer.text


def five(name: str, **client: object) -> list[int]:
    return [tried(name, **client)[0] for _ in range(5)]


def test_five_wrong_passwords_lock_a_name_where_they_came_from(operator: User) -> None:
    assert five("operator") == [400, 400, 400, 400, 429]
    status, page = tried("operator", PASSWORD)
    assert status == 429
    assert "Please wait a quarter of an hour." in page
    # Another name from there, and the same name from elsewhere, are as free as before.
    assert tried("another")[0] == 400
    assert tried("operator", PASSWORD, REMOTE_ADDR="192.0.2.9")[0] == 302


def test_after_a_quarter_of_an_hour_the_door_is_open_again(operator: User) -> None:
    five("operator")
    AccessAttempt.objects.update(attempt_time=timezone.now() - timezone.timedelta(minutes=14))
    assert tried("operator", PASSWORD)[0] == 429
    AccessAttempt.objects.update(attempt_time=timezone.now() - timezone.timedelta(minutes=16))
    assert tried("operator", PASSWORD)[0] == 302


def test_trying_on_while_locked_does_not_lock_for_longer(operator: User) -> None:
    five("operator")
    before = AccessAttempt.objects.get().attempt_time
    assert tried("operator", "again")[0] == 429
    assert AccessAttempt.objects.get().attempt_time == before


def test_another_browser_or_another_spelling_does_not_help(operator: User) -> None:
    names = ("operator", "Operator", "OPERATOR", "oPerator", "operatoR")
    for place, name in enumerate(names):
        tried(name, headers={"User-Agent": f"Browser {place}"})
    assert tried("operator", PASSWORD)[0] == 429


def test_behind_a_proxy_the_last_address_counts_and_nobody_makes_up_his_own(
    operator: User, settings: object
) -> None:
    settings.SHINPAN_BEHIND_PROXY = True  # type: ignore[attr-defined]

    def from_(address: str, password: str = "wrong") -> int:
        data = {"username": "operator", "password": password}
        client = Client(headers={"X-Forwarded-For": address})
        return client.post("/operator/", data, secure=True).status_code

    for number in range(5):
        from_(f"10.0.0.{number}, 198.51.100.7")
    assert from_("10.9.9.9, 198.51.100.7", PASSWORD) == 429
    assert from_("198.51.100.7, 203.0.113.5", PASSWORD) == 302


@pytest.mark.parametrize("header", ["nonsense", "", "1.2.3.4, <script>", "::1%eth0", "9" * 500])
def test_an_address_that_is_none_is_no_error(operator: User, settings: object, header: str) -> None:
    settings.SHINPAN_BEHIND_PROXY = True  # type: ignore[attr-defined]
    client = Client(headers={"X-Forwarded-For": header})
    data = {"username": "operator", "password": "wrong"}
    assert [client.post("/operator/", data, secure=True).status_code for _ in range(5)][-1] == 429


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
    ],
)
def test_a_network_of_ipv6_is_one_place(rf: object, first: str, second: str, same: bool) -> None:
    places = [
        origin.client_network(rf.get("/", REMOTE_ADDR=address))  # type: ignore[attr-defined]
        for address in (first, second)
    ]
    assert (places[0] == places[1]) is same


def test_an_unknown_name_gets_the_same_answer(operator: User) -> None:
    User.objects.create_user("sleeping", password=PASSWORD, is_active=False)
    pages = []
    for name in ("operator", "nobody", "sleeping"):
        status, page = tried(name)
        assert status == 400
        pages.append(page.replace(name, "NAME").partition("<form")[2].partition("csrf")[0])
        assert "The name or the password is wrong." in page
    assert len(set(pages)) == 1
    assert five("nobody")[3:] == [429, 429]


def test_an_unknown_name_takes_about_as_long(
    operator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What is hashed is counted, not timed: the hash is all that takes long.
    hashed = []
    hasher = type(get_hasher())
    encode = hasher.encode
    monkeypatch.setattr(hasher, "encode", lambda *a, **k: hashed.append(a) or encode(*a, **k))
    counts = []
    for name in ("operator", "nobody"):
        hashed.clear()
        tried(name)
        counts.append(len(hashed))
    assert counts[0] == counts[1] == 1


@pytest.mark.parametrize(
    "name", ["x" * 5000, "\x00", "a\x00b", "\ud800", "'; DROP TABLE", "é" * 150, "\u202e", " "]
)
def test_a_strange_name_is_refused_and_no_error(operator: User, name: str) -> None:
    data = {"username": name.encode("utf-8", "surrogatepass"), "password": "x"}
    assert Client().post("/operator/", data).status_code == 400


def test_a_right_password_forgets_the_wrong_ones_and_the_command_lets_in(operator: User) -> None:
    for _ in range(2):
        for _ in range(4):
            tried("operator")
        assert tried("operator", PASSWORD)[0] == 302
    five("operator")
    call_command("axes_reset_username", "operator", verbosity=0)
    assert tried("operator", PASSWORD)[0] == 302


def test_neither_password_nor_token_of_a_form_is_kept(operator: User) -> None:
    tried("operator", "a wrong secret")
    kept = AccessAttempt.objects.get()
    assert "a wrong secret" not in repr(vars(kept))


# --- Private links ------------------------------------------------------------------------------


def test_a_token_has_128_random_bits_and_a_signature() -> None:
    tokens = {new_token().text for _ in range(2000)}
    assert len(tokens) == 2000
    for token in tokens:
        secret, _, signature = token.partition(".")
        assert len(secret) == 22
        assert len(signature) == 43


def opened(token: str, **client: object) -> tuple[int, str]:
    answer = Client(**client).get(f"/l/{token}/")
    return answer.status_code, answer.text


def wrong_links(world: World) -> dict[str, str]:
    """Return links that open nothing, each for a reason of its own."""
    revoked = issue_link(tournament_id=world.tournament.pk, role=Role.REFEREE)
    AccessLink.objects.filter(role=Role.REFEREE).update(revoked_at=timezone.now())
    good = new_token().text
    secret, _, signature = good.partition(".")
    turned = secret[:-2] + ("AA" if not secret.endswith("AA") else "BA")
    return {
        "never made": good,
        "revoked": revoked,
        "turned secret": f"{turned}.{signature}",
        "turned signature": f"{secret}.{signature[::-1]}",
        "no signature": secret,
        "nothing": "x",
        "long": "A" * 5000,
        "of another key": urlsafe_b64encode(b"0" * 16).decode().rstrip("=") + "." + signature,
    }


def test_whatever_is_wrong_with_a_link_the_answer_is_the_same() -> None:
    answers = {name: opened(token) for name, token in wrong_links(make_world()).items()}
    assert {status for status, _ in answers.values()} == {404}
    pages = {
        page.replace(token, "TOKEN")
        for (_, page), token in zip(answers.values(), [""] * 8, strict=True)
        for page in [page.partition("<main")[2].partition("</main>")[0]]
    }
    assert len(pages) == 1


def test_who_tries_many_links_has_to_wait_and_a_link_that_works_is_opened_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(entrance, "MOST_WRONG", 3)
    world = make_world()
    token = issue_link(tournament_id=world.tournament.pk, role=Role.REFEREE)
    assert [opened(new_token().text)[0] for _ in range(5)] == [404, 404, 404, 429, 429]
    waiting = Client().post(f"/l/{new_token().text}/")
    assert waiting.status_code == 429
    assert waiting["Retry-After"] == "900"
    assert "Wait a quarter of an hour" in waiting.text
    assert opened(token)[0] == 200
    assert opened("x", REMOTE_ADDR="192.0.2.44")[0] == 404


def test_a_guess_costs_no_query_unless_its_signature_is_right(
    django_assert_num_queries: object,
) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        opened("a.b")
    with django_assert_num_queries(1):  # type: ignore[operator]
        opened(token_of(b"0" * 16).text)
