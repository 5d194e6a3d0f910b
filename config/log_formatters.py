"""Log formatters: plain text, or one JSON object per line, without secrets.

Neither shows private links, or rows of the database that an error quotes. Both show the request id;
JSON also the ``fields`` of a record (``log.info(..., extra={"fields": {...}})``) and nothing else
from ``extra``. (python-json-logger adds everything from ``extra``, Django's request included.)
"""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

from jobs.request_id import request_id

# The path of a private link, or its token in a mistyped one: anyone who reads it could open it.
_LINK = re.compile(r"(/(?:l|m|mails)/(?!staff/)[^/\s?#\"'<>]{4})[^/\s?#\"'<>]+")
_TOKEN = re.compile(r"(?<![\w-])([A-Za-z0-9_-]{4})[A-Za-z0-9_-]{18}\.[A-Za-z0-9_-]{43}")

# PostgreSQL's errors quote rows and values, with names in them, after their first line. A value may
# span several lines: everything is left out up to where a traceback continues.
_ROW = re.compile(
    r"\n[ |]*(?:DETAIL|CONTEXT|QUERY|WHERE|LINE \d+):.*?"
    r"(?=\n[ |]*(?:\n[ |]*(?:The above exception|During handling of) |Traceback \()|\Z)",
    re.DOTALL,
)
_VALUE = re.compile(r"(invalid input (?:syntax|value) for [^:\n]*): \".*")


def without_rows(text: str) -> str:
    """Return a text without what PostgreSQL quotes in it; an error keeps its type and place."""
    return _VALUE.sub(r"\1", _ROW.sub("", text))


def without_links(line: str) -> str:
    """Return a log line with the token of every private link cut to four characters."""
    return _TOKEN.sub(r"\1...", _LINK.sub(r"\1...", line))


class PlainFormatter(logging.Formatter):
    """Formats a record as text, with the traceback of an error."""

    def format(self, record: logging.LogRecord) -> str:
        """Return ``record`` as text."""
        return without_links(without_rows(super().format(record)))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """Return the line without its error, with the request id at its end."""
        number = request_id()
        line = super().formatMessage(record)
        return f"{line} [{number}]" if number else line


class JsonFormatter(logging.Formatter):
    """Formats time (UTC, ISO 8601), level, logger, message and, if there is one, the error."""

    def format(self, record: logging.LogRecord) -> str:
        """Return ``record`` as one line of JSON."""
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": without_rows(record.getMessage()),
        }
        if number := request_id():
            entry["request_id"] = number
        fields = getattr(record, "fields", None)
        if isinstance(fields, dict):
            entry.update({name: value for name, value in fields.items() if name not in entry})
        if record.exc_info:
            entry["error"] = without_rows(self.formatException(record.exc_info))
        return without_links(json.dumps(entry, ensure_ascii=False, default=str))
