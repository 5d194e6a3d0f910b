"""That a record is of its game although it differs from it, beside how it is read.

A column with a default in the database: workers of the version before go on writing.
"""

from importlib import import_module

from django.db import migrations, models

from tournament import triggers

before = import_module("adjudication.migrations.0008_record_readings")


def protect(apps, schema_editor):
    """Refuse to change the new column, too."""
    _protect(schema_editor, [*before.COLUMNS, "of_this_game"])


def restore(apps, schema_editor):
    """Put the triggers back as they were."""
    _protect(schema_editor, before.COLUMNS)


def _protect(schema_editor, columns):
    """Protect the table's columns and rows anew: SQLite has lost both triggers by rebuilding it."""
    table = before.READING
    for name in ("written_once", "kept"):
        triggers.unprotect(schema_editor, name=f"{table}_{name}", table=table)
    triggers.protect(
        schema_editor,
        name=f"{table}_written_once",
        table=table,
        columns=columns,
        message=f"{table} is written once",
    )
    triggers.keep(
        schema_editor, name=f"{table}_kept", table=table, message=f"{table} is never removed"
    )


class Migration(migrations.Migration):
    dependencies = [("adjudication", "0010_rejudged_statements")]

    operations = [
        migrations.AddField(
            model_name="recordreading",
            name="of_this_game",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunPython(protect, restore),
    ]
