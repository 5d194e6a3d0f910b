"""Log lines: one object each for machines, and never with a private link."""

import json
import logging
import sys

import pytest
from django.test import Client

from config.log_formatters import JsonFormatter, PlainFormatter
from tests.factories import TournamentFactory
from tournament.staff.services import issue_link


def test_a_log_line_is_one_json_object():
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord(
            "shinpan", logging.ERROR, __file__, 1, "judging %s\nfailed", ("7",), sys.exc_info()
        )
    line = JsonFormatter().format(record)
    assert "\n" not in line
    entry = json.loads(line)
    assert entry["message"] == "judging 7\nfailed"
    assert entry["level"] == "ERROR"
    assert "ValueError: two" in entry["error"]
    assert entry["time"].endswith("+00:00")


@pytest.mark.parametrize("formatter", [PlainFormatter(), JsonFormatter()])
def test_a_private_link_is_told_in_no_line_and_no_traceback(formatter):
    token = "q3Jk9fXb2mZtY7uWcV5sAA.5f0cVvX-Yk3"
    try:
        raise ValueError(f"GET /l/{token}/?next=/")
    except ValueError:
        record = logging.LogRecord(
            "x", logging.ERROR, __file__, 1, "Forbidden: /l/%s/", (token,), sys.exc_info()
        )
    line = formatter.format(record)
    assert token not in line
    assert token[4:12] not in line
    assert line.count("/l/q3Jk.../") == 2


@pytest.mark.django_db
def test_what_django_logs_of_a_refused_form_names_no_link(caplog):
    link = issue_link(tournament_id=TournamentFactory().pk, role="director")
    with caplog.at_level(logging.WARNING, logger="django"):
        assert Client(enforce_csrf_checks=True).post(f"/l/{link}/").status_code == 403
    handlers = logging.getLogger().handlers
    assert any(isinstance(handler.formatter, PlainFormatter) for handler in handlers)
    lines = [PlainFormatter().format(record) for record in caplog.records]
    assert any("Forbidden" in line for line in lines)
    assert not any(link in line for line in lines)
