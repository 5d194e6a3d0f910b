"""Errors told to Sentry: only where it is set, and without a word of anybody."""

import json
import sys

import pytest

from config.env import SettingError
from config.sentry import init_sentry, scrub_event
from jobs.request_id import use_request_id

TOKEN = "AbcdefghijklmnopqrstuV." + "x" * 43


def test_without_an_address_nothing_is_loaded(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    init_sentry("")


def test_a_missing_package_stops_the_start_and_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(SettingError, match=r"SHINPAN_SENTRY_DSN.*requirements-extra.txt"):
        init_sentry("https://key@sentry.example.org/1")


def test_a_bad_address_is_named_but_not_told(monkeypatch):
    pytest.importorskip("sentry_sdk")
    with pytest.raises(SettingError, match="no address of a Sentry project") as refused:
        init_sentry("https://secret-key@")
    assert "secret-key" not in str(refused.value)


def test_what_is_sent_has_no_address_cookie_body_name_or_token():
    event = {
        "request": {
            "method": "POST",
            "url": f"https://go.example.org/l/{TOKEN}/?name=Somebody",
            "query_string": "name=Somebody",
            "headers": {"Authorization": f"Bearer {TOKEN}", "Cookie": "session=hidden"},
            "cookies": {"session": "hidden"},
            "data": {"name": "Somebody"},
            "env": {"REMOTE_ADDR": "192.0.2.7"},
        },
        "user": {"ip_address": "192.0.2.7"},
        "breadcrumbs": {"values": [{"message": "SELECT Somebody"}]},
        "extra": {"argv": "Somebody"},
        "server_name": "host-7",
        "logentry": {"message": "no %s", "params": ["Somebody"], "formatted": "no Somebody"},
        "exception": {
            "values": [
                {
                    "type": "ValueError",
                    "value": "Somebody",
                    "stacktrace": {"frames": [{"function": "draw", "vars": {"name": "Somebody"}}]},
                }
            ]
        },
        "transaction": f"/l/{TOKEN}/",
        "contexts": {"runtime": {"name": "CPython"}, "browser": {"name": "Somebody"}},
    }
    with use_request_id("request-0001"):
        text = json.dumps(scrub_event(event))
    for hidden in ("Somebody", "hidden", TOKEN, TOKEN[4:22], "192.0.2.7", "host-7"):
        assert hidden not in text
    for told in ("POST", "ValueError", "draw", "request-0001", "CPython", "no %s"):
        assert told in text
