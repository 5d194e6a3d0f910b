"""Rows that nothing may change or remove, enforced by triggers in the database itself.

Django knows no triggers, so migrations call these functions through ``RunPython``. SQLite loses a
table's triggers when a later migration rebuilds the table: such a migration has to call the
functions again (the tests notice when one forgets). A refusal is an IntegrityError that carries
``message``.
"""

from collections.abc import Sequence

from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def protect(
    schema_editor: BaseDatabaseSchemaEditor,
    *,
    name: str,
    table: str,
    columns: Sequence[str],
    message: str,
    when: str = "true",
) -> None:
    """Refuse an update of ``columns`` of the rows for which ``when``, SQL about ``OLD``, holds."""
    postgres = schema_editor.connection.vendor == "postgresql"
    differs = "IS DISTINCT FROM" if postgres else "IS NOT"
    changed = " OR ".join(f'OLD."{column}" {differs} NEW."{column}"' for column in columns)
    _refuse(
        schema_editor,
        name=name,
        table=table,
        event="UPDATE",
        condition=f"({when}) AND ({changed})",
        message=message,
    )


def keep(
    schema_editor: BaseDatabaseSchemaEditor,
    *,
    name: str,
    table: str,
    message: str,
    when: str = "true",
) -> None:
    """Refuse to delete the rows for which ``when``, SQL about ``OLD``, holds."""
    _refuse(schema_editor, name=name, table=table, event="DELETE", condition=when, message=message)


def belong(
    schema_editor: BaseDatabaseSchemaEditor,
    *,
    name: str,
    table: str,
    unless: str,
    message: str,
) -> None:
    """Refuse a new or changed row for which ``unless``, SQL about ``NEW``, holds.

    On PostgreSQL only: ``unless`` looks into other tables, and SQLite refuses to rebuild a table
    that another table's trigger names, so that any later migration of it would fail.
    """
    if schema_editor.connection.vendor == "postgresql":
        _refuse(
            schema_editor,
            name=name,
            table=table,
            event="INSERT OR UPDATE",
            condition=unless,
            message=message,
        )


def keep_with(
    schema_editor: BaseDatabaseSchemaEditor, *, name: str, table: str, when: str, message: str
) -> None:
    """Refuse to change or delete rows for which ``when``, SQL about ``OLD`` and others, holds.

    On PostgreSQL only, as :func:`belong` and for the same reason.
    """
    if schema_editor.connection.vendor == "postgresql":
        _refuse(
            schema_editor,
            name=name,
            table=table,
            event="UPDATE OR DELETE",
            condition=when,
            message=message,
        )


def unprotect(schema_editor: BaseDatabaseSchemaEditor, *, name: str, table: str) -> None:
    """Take a trigger away, if it is there."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {name} ON {table}", params=None)
        schema_editor.execute(f"DROP FUNCTION IF EXISTS {name}()", params=None)
    else:
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {name}", params=None)


def _refuse(
    schema_editor: BaseDatabaseSchemaEditor,
    *,
    name: str,
    table: str,
    event: str,
    condition: str,
    message: str,
) -> None:
    unprotect(schema_editor, name=name, table=table)
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"IF {condition} THEN "
            f"RAISE EXCEPTION '{message}' USING ERRCODE = 'integrity_constraint_violation'; "
            "END IF; RETURN COALESCE(NEW, OLD); END $$",
            params=None,
        )
        schema_editor.execute(
            f"CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH ROW "
            f"EXECUTE FUNCTION {name}()",
            params=None,
        )
    else:
        schema_editor.execute(
            f"CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH ROW "
            f"WHEN {condition} BEGIN SELECT RAISE(ABORT, '{message}'); END",
            params=None,
        )
