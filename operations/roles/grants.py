"""A PostgreSQL role for the services: it owns nothing, and has only the rights that they need.

The owner of a table can drop its triggers. So the tables belong to another role, which migrates,
and the services read and write rows with a role that cannot. It cannot delete what a model keeps
for ever (:class:`~tournament.triggers.Undeletable` without a condition), and in such rows it can
change only the columns that are not written once (:class:`~tournament.triggers.Unchanging`). All
this is derived from the models' constraints.
"""

from dataclasses import dataclass

from django.apps import apps
from django.db import connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder

from operations.roles import queries
from tournament.triggers import Unchanging, Undeletable

READ_ONLY = frozenset({"django_migrations", "django_content_type", "auth_permission"})
"""Tables that only migrations write."""
ALWAYS = "true"


class RoleError(Exception):
    """The role cannot be set up; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Rights:
    """The rights on a table; ``columns`` are those that may change, None for all."""

    table: str
    reads_only: bool = False
    deletes: bool = True
    columns: tuple[str, ...] | None = None


def required_rights() -> tuple[Rights, ...]:
    """Return the rights that the services need on every table."""
    found = {
        model._meta.db_table: _rights_on(model)
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy
    }
    migrations = MigrationRecorder(connection).Migration._meta.db_table
    found[migrations] = Rights(migrations, reads_only=True)
    return tuple(found.values())


def _rights_on(model: type[models.Model]) -> Rights:
    table = model._meta.db_table
    if table in READ_ONLY:
        return Rights(table, reads_only=True)
    constraints = model._meta.constraints
    if not any(isinstance(one, Undeletable) and one.when == ALWAYS for one in constraints):
        return Rights(table)
    written_once = {
        name
        for one in constraints
        if isinstance(one, Unchanging) and one.when == ALWAYS
        for name in one.fields
    } | {model._meta.pk.name}
    columns = tuple(
        str(column.column)
        for column in model._meta.concrete_fields
        if column.name not in written_once and not column.generated
    )
    return Rights(table, deletes=False, columns=columns)


def grant_to(role: str, *, password: str = "") -> tuple[Rights, ...]:
    """Give a role exactly the rights of the services and return them; repeating it does no harm.

    Creates the role if it does not exist, and sets a ``password`` if given. All or nothing. Raises
    RoleError for a role that owns something or may do everything, and if the connected role may not
    grant.
    """
    if connection.vendor != "postgresql":
        raise RoleError("Roles are PostgreSQL's: DATABASE_URL names another kind of database.")
    with transaction.atomic():
        found = queries.role_of(role)
        if found is None:
            queries.create_role(role)
        elif found.reason:
            raise RoleError(
                f"{role} {found.reason}, so nothing could be kept from it: name another role for "
                "the services."
            )
        if password:
            queries.set_password(role, password)
        needed = required_rights()
        queries.revoke_all(role)
        for one in needed:
            queries.grant_table(
                role, one.table, reads_only=one.reads_only, deletes=one.deletes, columns=one.columns
            )
    return needed
