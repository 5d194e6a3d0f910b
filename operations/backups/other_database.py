"""Temporarily use another database instead of the installation's own, in this thread."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.utils import load_backend


@contextmanager
def working_on(**changes: Any) -> Iterator[None]:
    """Run the block on another database: the settings of the installation's own, with changes.

    ``NAME="/tmp/copy.sqlite3"`` is another file. Other threads are not affected.
    """
    own = connections[DEFAULT_DB_ALIAS]
    values = {**connection.settings_dict, **changes}
    # There is one pool per alias; it would return connections to the installation's own database.
    values["OPTIONS"] = {name: value for name, value in values["OPTIONS"].items() if name != "pool"}
    other = load_backend(values["ENGINE"]).DatabaseWrapper(values, DEFAULT_DB_ALIAS)
    connections[DEFAULT_DB_ALIAS] = other
    try:
        yield
    finally:
        other.close()
        connections[DEFAULT_DB_ALIAS] = own
