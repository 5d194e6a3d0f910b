"""Lifts the triggers that refuse deletion, in raw SQL since Django does not know them."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db import connection, models

from tournament.triggers import Trigger


@contextmanager
def deletable(tables: Iterable[type[models.Model]]) -> Iterator[None]:
    """Let rows of these tables be deleted in a transaction, while nobody else can.

    This is the only way past the triggers that refuse deletion, for the operator's command that
    removes whole tournaments (docs/operations.md). The triggers are dropped and created again in
    the transaction: if it fails, they stay as they were, and on both databases nobody else writes
    to the tables until it ends. PostgreSQL waits ten seconds for those who are writing.
    """
    assert connection.in_atomic_block
    editor = connection.SchemaEditorClass(connection)
    kept = [
        (model, constraint)
        for model in tables
        for constraint in model._meta.constraints
        if isinstance(constraint, Trigger) and "DELETE" in constraint.event
    ]
    if connection.vendor == "postgresql":
        words = [
            (editor.quote_name(model._meta.db_table), editor.quote_name(trigger.name))
            for model, trigger in kept
        ]
        off = [f"ALTER TABLE {table} DISABLE TRIGGER {name}" for table, name in words]
        on = [f"ALTER TABLE {table} ENABLE TRIGGER {name}" for table, name in words]
        # A table with pending foreign key checks cannot be altered.
        checked = "SET CONSTRAINTS ALL IMMEDIATE"
        waiting = "SET LOCAL lock_timeout = '10s'"
        off = [waiting, checked, *off, "SET CONSTRAINTS ALL DEFERRED"]
        on = [checked, *on]
    else:
        held = [(model, trigger) for model, trigger in kept if not trigger.postgresql_only]
        off = [f"DROP TRIGGER {editor.quote_name(trigger.name)}" for _model, trigger in held]
        on = [str(trigger.create_sql(model, editor)) for model, trigger in held]
    with connection.cursor() as cursor:
        for statement in off:
            cursor.execute(statement)
    yield
    with connection.cursor() as cursor:
        for statement in on:
            cursor.execute(statement)
