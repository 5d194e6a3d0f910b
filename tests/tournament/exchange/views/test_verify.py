"""The public page that verifies anybody's file."""

import json
from base64 import b64decode

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tournament.exchange import verification, views
from tournament.formats.recognise import Format
from tournament.formats.writers import WRITERS
from tournament.pairing.random_events import RandomKind, random_event
from tournament.pairing.verification import Verdict
from tournament.state.parameters import Method
from tournament.tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_before():
    cache.clear()
    yield
    cache.clear()


def sent(data, name="cup.xml", client=None):
    return (client or Client()).post("/verify/", {"file": SimpleUploadedFile(name, data)})


def written(kind):
    return WRITERS[kind].write(random_event(RandomKind(players=10, rounds=3), 3)).data


def test_a_visitor_reads_of_every_round_and_of_the_places():
    response = sent(written(Format.H9), "cup.h9")
    report = response.context["report"]
    assert [found.number for found in report.rounds] == [1, 2, 3]
    assert report.headline
    assert report.headline in response.text
    assert not report.parameters_known
    whole = json.loads(b64decode(report.data))
    assert [found["round"] for found in whole["rounds"]] == [1, 2, 3]
    assert whole["places"]["placings"] == "right"
    assert "no-store" in response["Cache-Control"]
    assert not Tournament.objects.exists()


def test_a_round_that_was_not_compared_is_not_called_right():
    event = random_event(RandomKind(players=8, rounds=3, method=Method.KNOCK_OUT), 3)
    right = "Pairs, bye, handicaps and colours are as the parameters give."
    assert right in sent(WRITERS[Format.JSON].write(event).data, "cup.json").text
    response = sent(WRITERS[Format.OPENGOTHA].write(event).data)
    assert {found.verdict for found in response.context["report"].rounds} == {Verdict.NOT_COMPARED}
    assert right not in response.text


def test_a_file_that_cannot_be_read_says_where():
    response = sent(written(Format.OPENGOTHA)[:3000])
    assert response.status_code == 400
    (error,) = response.context["form"].errors["file"]
    assert "line" in error
    assert response.context["report"] is None


def test_what_takes_too_long_is_refused_or_left_out(monkeypatch):
    data = written(Format.OPENGOTHA)
    with monkeypatch.context() as less:
        less.setattr(verification, "MOST_SECONDS", -1)
        assert sent(data).context["report"].unverified_rounds == (1, 2, 3)
    for limit in ("MOST_PLAYERS", "MOST_ROUNDS", "MOST_KILOBYTES"):
        with monkeypatch.context() as less:
            less.setattr(verification, limit, 1)
            response = sent(data)
        assert response.status_code == 400
        assert response.context["form"].has_error("file", "too_much")


def test_who_sends_many_files_has_to_wait(monkeypatch):
    monkeypatch.setattr(views, "MOST_FILES", 1)
    data, client = written(Format.OPENGOTHA), Client()
    assert sent(data, client=client).status_code == 200
    response = sent(data, client=client)
    assert response.status_code == 429
    assert response["Retry-After"]
