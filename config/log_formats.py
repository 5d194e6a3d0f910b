"""How log lines are written: as text, or as one JSON object each. Neither tells a private link."""

import json
import logging
import re
from datetime import UTC, datetime

# The path of a private link: whoever reads its token in a log could open it.
_LINK = re.compile(r"(/l/[^/\s?#\"'<>]{4})[^/\s?#\"'<>]+")


def without_links(line: str) -> str:
    """Return a log line with the token of every private link cut to four characters."""
    return _LINK.sub(r"\1...", line)


class PlainFormatter(logging.Formatter):
    """Writes text, errors with their traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Return ``record`` as text."""
        return without_links(super().format(record))


class JsonFormatter(logging.Formatter):
    """Writes time (UTC, ISO 8601), level, logger, message and, when there is one, the error."""

    def format(self, record: logging.LogRecord) -> str:
        """Return ``record`` as one line of JSON."""
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return without_links(json.dumps(entry, ensure_ascii=False))
