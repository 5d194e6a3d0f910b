"""Model constraints held by database triggers: written once, kept for ever.

They are listed in ``Meta.constraints`` beside Django's own and migrate like them, which also
creates them again when SQLite rebuilds a table and drops its triggers. A refusal is an
IntegrityError with ``violation_error_message``. Conditions are SQL about the rows ``OLD`` and
``NEW``: they compare old with new values, which no Django expression does. If the databases need
different SQL, a condition is a mapping from the vendor to SQL.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.db import models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.ddl_references import Statement, Table

Condition = str | Mapping[str, str]
"""SQL for every database, or for each vendor: ``postgresql``, ``sqlite``."""

POSTGRESQL = (
    "CREATE OR REPLACE FUNCTION %(name)s() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "IF %(condition)s THEN "
    "RAISE EXCEPTION '%(message)s' USING ERRCODE = 'integrity_constraint_violation'; "
    "END IF; RETURN COALESCE(NEW, OLD); END $$; "
    "CREATE TRIGGER %(name)s BEFORE %(event)s ON %(table)s FOR EACH ROW EXECUTE FUNCTION %(name)s()"
)
SQLITE = (
    "CREATE TRIGGER %(name)s BEFORE %(event)s ON %(table)s FOR EACH ROW "
    "WHEN %(condition)s BEGIN SELECT RAISE(ABORT, '%(message)s'); END"
)
NOTHING = "SELECT 1"


class Trigger(models.BaseConstraint):
    """Refuses an event on a table's rows under a condition."""

    event: ClassVar[str]
    """The event that is refused, in SQL: ``UPDATE``, ``DELETE`` ..."""
    postgresql_only: ClassVar[bool] = False
    """Whether the condition reads other tables: SQLite refuses to rebuild a table that another
    table's trigger names, so that every later migration of it would fail."""

    default_violation_error_message: str

    def __init__(
        self, *, name: str, when: Condition = "true", violation_error_message: str | None = None
    ):
        """Refuse rows for which ``when`` holds."""
        super().__init__(name=name, violation_error_message=violation_error_message)
        self.when = when

    def condition(self, _model: type[models.Model], vendor: str) -> str:
        """Return the SQL condition of the rows that are refused."""
        return self.when if isinstance(self.when, str) else self.when[vendor]

    def constraint_sql(
        self, model: type[models.Model] | None, schema_editor: BaseDatabaseSchemaEditor | None
    ) -> str:
        """Create the trigger after the table; a table's own definition cannot include it."""
        assert schema_editor is not None
        schema_editor.deferred_sql.append(self.create_sql(model, schema_editor))
        return ""

    def create_sql(  # type: ignore[override]  # Django's own return statements, too
        self, model: type[models.Model] | None, schema_editor: BaseDatabaseSchemaEditor | None
    ) -> Statement:
        """Return the statements that create the trigger."""
        assert model is not None
        assert schema_editor is not None
        vendor = schema_editor.connection.vendor
        if self.postgresql_only and vendor != "postgresql":
            return Statement(NOTHING)
        return Statement(
            POSTGRESQL if vendor == "postgresql" else SQLITE,
            name=self.name,
            event=self.event,
            table=Table(model._meta.db_table, schema_editor.quote_name),
            condition=self.condition(model, vendor),
            # SQLite rebuilds under another name, and renames what the statement marks as a table.
            message=Statement(
                str(self.violation_error_message), table=Table(model._meta.db_table, str)
            ),
        )

    def remove_sql(  # type: ignore[override]
        self, model: type[models.Model] | None, schema_editor: BaseDatabaseSchemaEditor | None
    ) -> Statement:
        """Return the statements that drop the trigger on PostgreSQL; SQLite rebuilds the table."""
        assert model is not None
        assert schema_editor is not None
        return Statement(
            "DROP TRIGGER IF EXISTS %(name)s ON %(table)s; DROP FUNCTION IF EXISTS %(name)s()",
            name=self.name,
            table=Table(model._meta.db_table, schema_editor.quote_name),
        )

    def validate(self, *_args: object, **_options: object) -> None:
        """Leave it to the database: a form does not see the old row."""

    def deconstruct(self) -> tuple[str, Sequence[Any], dict[str, Any]]:
        """Return the arguments for migrations."""
        path, args, kwargs = super().deconstruct()
        return path, args, kwargs if self.when == "true" else {**kwargs, "when": self.when}

    def __eq__(self, other: object) -> bool:
        """Return whether another trigger refuses the same."""
        if isinstance(other, Trigger):
            return self.deconstruct() == other.deconstruct()
        return NotImplemented

    def __hash__(self) -> int:
        """Return the hash of the name, which is unique in the database."""
        return hash(self.name)


class Unchanging(Trigger):
    """Refuses to change some fields of the rows for which ``when`` holds."""

    event = "UPDATE"
    default_violation_error_message = "%(table)s is written once"

    def __init__(
        self,
        *,
        fields: Sequence[str],
        name: str,
        when: Condition = "true",
        violation_error_message: str | None = None,
    ):
        """Refuse a change of these fields."""
        super().__init__(name=name, when=when, violation_error_message=violation_error_message)
        self.fields = tuple(fields)

    def condition(self, model: type[models.Model], vendor: str) -> str:
        """Return the SQL condition of the rows that are refused."""
        differs = "IS DISTINCT FROM" if vendor == "postgresql" else "IS NOT"
        fields = {field.name: field.column for field in model._meta.concrete_fields}
        columns = [fields[name] for name in self.fields]
        changed = " OR ".join(f'OLD."{column}" {differs} NEW."{column}"' for column in columns)
        return f"({super().condition(model, vendor)}) AND ({changed})"

    def deconstruct(self) -> tuple[str, Sequence[Any], dict[str, Any]]:
        """Return the arguments for migrations."""
        path, args, kwargs = super().deconstruct()
        return path, args, {**kwargs, "fields": self.fields}


class Undeletable(Trigger):
    """Refuses to delete the rows for which ``when`` holds."""

    event = "DELETE"
    default_violation_error_message = "%(table)s is kept for ever"


class KeptWithOthers(Trigger):
    """Refuses to change or delete rows for which ``when`` holds, which may read other tables."""

    event = "UPDATE OR DELETE"
    default_violation_error_message = "%(table)s is kept for ever"
    postgresql_only = True


class BelongsTogether(Trigger):
    """Refuses new or changed rows for which ``when`` holds, which may read other tables."""

    event = "INSERT OR UPDATE"
    default_violation_error_message = "%(table)s belongs elsewhere"
    postgresql_only = True
