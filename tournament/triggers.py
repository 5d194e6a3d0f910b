"""Rows that nothing may change, enforced by triggers in the database itself.

Django knows no triggers, so migrations call :func:`protect` through ``RunPython``. SQLite loses a
table's triggers when a later migration rebuilds the table: such a migration has to call
:func:`protect` again (the tests notice when one forgets).
"""

from collections.abc import Sequence

from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def protect(
    schema_editor: BaseDatabaseSchemaEditor,
    *,
    name: str,
    table: str,
    columns: Sequence[str],
    when: str,
    message: str,
) -> None:
    """Make the database refuse an update of ``columns`` of the rows for which ``when`` holds.

    ``when`` is SQL about ``OLD``. The refusal is an IntegrityError that carries ``message``.
    """
    unprotect(schema_editor, name=name, table=table)
    if schema_editor.connection.vendor == "postgresql":
        changed = " OR ".join(f"OLD.{column} IS DISTINCT FROM NEW.{column}" for column in columns)
        schema_editor.execute(
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"RAISE EXCEPTION '{message}' USING ERRCODE = 'integrity_constraint_violation'; "
            "END $$",
            params=None,
        )
        schema_editor.execute(
            f"CREATE TRIGGER {name} BEFORE UPDATE ON {table} FOR EACH ROW "
            f"WHEN (({when}) AND ({changed})) EXECUTE FUNCTION {name}()",
            params=None,
        )
    else:
        changed = " OR ".join(f"OLD.{column} IS NOT NEW.{column}" for column in columns)
        schema_editor.execute(
            f"CREATE TRIGGER {name} BEFORE UPDATE ON {table} FOR EACH ROW "
            f"WHEN ({when}) AND ({changed}) BEGIN SELECT RAISE(ABORT, '{message}'); END",
            params=None,
        )


def unprotect(schema_editor: BaseDatabaseSchemaEditor, *, name: str, table: str) -> None:
    """Take the trigger away, if it is there."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {name} ON {table}", params=None)
        schema_editor.execute(f"DROP FUNCTION IF EXISTS {name}()", params=None)
    else:
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {name}", params=None)
