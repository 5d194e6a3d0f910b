"""Reading the database as it is at one moment, in many queries."""

import contextlib
from collections.abc import Iterator

from django.db import connection, transaction


@contextlib.contextmanager
def one_moment() -> Iterator[None]:
    """Open a transaction whose queries all see the database as the first of them does.

    On SQLite every transaction does. PostgreSQL wants to be told before the first query, so that
    a transaction already open is left as it is.
    """
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield
