"""Working on another database than the installation's own for a while, in this thread."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.utils import load_backend


@contextmanager
def working_on(**changes: Any) -> Iterator[None]:
    """Let everything inside read and write another database: the own one's settings, changed.

    ``NAME="/tmp/copy.sqlite3"`` is another file. Other threads stay where they are.
    """
    own = connections[DEFAULT_DB_ALIAS]
    values = {**connection.settings_dict, **changes}
    # A pool is one per alias, and would give connections to the own database.
    values["OPTIONS"] = {name: value for name, value in values["OPTIONS"].items() if name != "pool"}
    other = load_backend(values["ENGINE"]).DatabaseWrapper(values, DEFAULT_DB_ALIAS)
    connections[DEFAULT_DB_ALIAS] = other
    try:
        yield
    finally:
        other.close()
        connections[DEFAULT_DB_ALIAS] = own
