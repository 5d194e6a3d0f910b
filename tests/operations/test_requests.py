"""Every request has a number, told with its answer, and a line in the log without secrets."""

import logging

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from config.log_formatters import PlainFormatter
from jobs.request_id import request_id, valid_request_id
from operations.monitoring.middleware import RequestMiddleware, loggable_path
from tests.factories import TournamentFactory
from tournament.staff.services import issue_link

pytestmark = pytest.mark.django_db


@pytest.fixture
def lines(caplog):
    """Access lines, as fields."""
    caplog.set_level(logging.DEBUG, logger="shinpan.access")
    return lambda: [one.fields for one in caplog.records if one.name == "shinpan.access"]


def test_every_answer_tells_its_number(client: Client):
    numbers = [client.get(path).headers["X-Request-ID"] for path in ("/", "/", "/nothing/here/")]
    assert len(set(numbers)) == 3
    assert all(valid_request_id(number) for number in numbers)


def test_only_our_own_proxy_chooses_the_number(client: Client, settings):
    given = {"X-Request-ID": "proxy-number-0001"}
    assert client.get("/healthz", headers=given).headers["X-Request-ID"] != "proxy-number-0001"
    settings.SHINPAN_BEHIND_PROXY = True
    behind = Client()
    assert behind.get("/healthz", headers=given).headers["X-Request-ID"] == "proxy-number-0001"
    bad = behind.get("/healthz", headers={"X-Request-ID": 'x" forged="1'})
    assert valid_request_id(bad.headers["X-Request-ID"])


def test_the_number_is_known_inside_and_gone_after():
    seen = []

    def view(request):
        seen.append(request_id())
        return HttpResponse()

    response = RequestMiddleware(view)(RequestFactory().get("/"))
    assert seen == [response.headers["X-Request-ID"]]
    assert request_id() is None


def test_a_line_tells_method_path_status_time_and_view(client: Client, lines):
    tournament = TournamentFactory()
    client.get(f"/t/{tournament.slug}/?q=Somebody")
    fields = lines()[-1]
    assert fields["method"] == "GET"
    assert fields["path"] == f"/t/{tournament.slug}/"
    assert fields["status"] == 200
    assert fields["view"] == "tournament:tournament"
    assert fields["ms"] >= 0


def test_no_line_has_a_token_a_query_or_a_name(client: Client, lines, caplog):
    token = issue_link(tournament_id=TournamentFactory().pk, role="director")
    client.get(f"/l/{token}/")
    client.get(f"/wrong/place/{token}?token={token}")
    told = "".join(PlainFormatter().format(record) for record in caplog.records) + str(lines())
    assert token not in told
    assert token[4:20] not in told


def test_a_path_cannot_forge_a_line(lines, client: Client):
    client.get("/a%0aERROR%20forged/")
    assert lines()[-1]["path"] == "/a%0AERROR%20forged/"


def test_a_long_address_of_a_tournament_is_told(client: Client, lines):
    tournament = TournamentFactory(slug="a-very-long-address-of-a-tournament")
    client.get(f"/t/{tournament.slug}/")
    assert lines()[-1]["path"] == f"/t/{tournament.slug}/"


def test_an_unknown_method_is_no_word_of_its_own():
    request = RequestFactory().generic("BREW", "/")
    assert loggable_path(request) == "/"
    with_line = RequestMiddleware(lambda request: HttpResponse())
    assert with_line(request).status_code == 200


def test_machines_that_ask_often_are_told_of_only_when_it_goes_wrong(client: Client, caplog):
    caplog.set_level(logging.INFO, logger="shinpan.access")
    client.get("/healthz")
    client.post("/healthz")
    assert [one.fields["status"] for one in caplog.records if one.name == "shinpan.access"] == [405]
