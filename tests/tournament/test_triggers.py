"""Constraints that triggers hold, on a table of their own."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, models
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.state import ModelState, ProjectState
from django.test.utils import isolate_apps

from tests.support.database import refused
from tournament import triggers

pytestmark = pytest.mark.database

WRITTEN_ONCE = triggers.Unchanging(fields=["text"], name="note_written_once")
KEPT = triggers.Undeletable(when="OLD.text <> ''", name="note_kept")


@contextmanager
def notes() -> Iterator[Any]:
    """Make a model of a note that is written once, and its table."""
    with isolate_apps("tournament"):

        class Note(models.Model):
            text = models.TextField()

            class Meta:
                app_label = "tournament"
                constraints = (WRITTEN_ONCE, KEPT)

            def __str__(self) -> str:
                return self.text

        with connection.schema_editor() as editor:
            editor.create_model(Note)
        try:
            yield Note
        finally:
            with connection.schema_editor() as editor:
                editor.delete_model(Note)


@pytest.mark.django_db(transaction=True)
def test_a_trigger_outlives_the_table_that_it_was_set_on():
    with notes() as note:
        note.objects.create(text="first")
        number = models.IntegerField(default=0)  # SQLite rebuilds the table for it
        number.set_attributes_from_name("number")
        with connection.schema_editor() as editor:
            editor.add_field(note, number)
        refused("tournament_note is written once", lambda: note.objects.update(text="second"))
        refused("tournament_note is kept for ever", lambda: note.objects.all().delete())


@pytest.mark.django_db(transaction=True)
def test_a_trigger_is_lifted_and_set_like_any_constraint():
    with notes() as note:
        note.objects.create(text="first")
        note._meta.constraints = [KEPT]
        with connection.schema_editor() as editor:
            editor.remove_constraint(note, WRITTEN_ONCE)
        note.objects.update(text="second")
        refused("tournament_note is kept for ever", lambda: note.objects.all().delete())
        note._meta.constraints = [KEPT, WRITTEN_ONCE]
        with connection.schema_editor() as editor:
            editor.add_constraint(note, WRITTEN_ONCE)
        refused("tournament_note is written once", lambda: note.objects.update(text="third"))
        note.objects.update(text="second")  # which changes nothing


def test_a_condition_that_changed_is_a_migration_and_an_equal_one_is_none():
    def changes(*constraints: triggers.Trigger) -> list[str]:
        def state(of: tuple[triggers.Trigger, ...]) -> ProjectState:
            fields = [("id", models.BigAutoField(primary_key=True)), ("text", models.TextField())]
            project = ProjectState()
            project.add_model(ModelState("tournament", "Note", fields, {"constraints": list(of)}))
            return project

        found = MigrationAutodetector(state((KEPT, WRITTEN_ONCE)), state(constraints))
        operations = found._detect_changes().get("tournament", [])
        return [type(operation).__name__ for step in operations for operation in step.operations]

    assert changes(KEPT.clone(), WRITTEN_ONCE.clone()) == []
    other = triggers.Undeletable(when="OLD.text <> 'draft'", name="note_kept")
    assert sorted(changes(other, WRITTEN_ONCE)) == ["AddConstraint", "RemoveConstraint"]
