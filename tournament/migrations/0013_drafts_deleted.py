"""A draw may go with its draft, once it was emptied; every other draw is kept."""

from importlib import import_module

from django.db import migrations

from tournament import triggers

KEPT = import_module("tournament.migrations.0004_draws_teams_and_lists").KEPT
MESSAGE = "a draw is kept for ever"


def loosen(apps, schema_editor):
    triggers.keep(schema_editor, **KEPT, message=MESSAGE, when='length(OLD."request") > 0')


def tighten(apps, schema_editor):
    triggers.keep(schema_editor, **KEPT, message=MESSAGE)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0012_stones_stay")]

    operations = [migrations.RunPython(loosen, tighten)]
