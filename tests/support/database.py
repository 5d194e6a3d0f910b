"""The address of the running test's own database, for the processes a test starts."""

from urllib.parse import quote

from django.db import connection


def test_database_url() -> str:
    """Return a ``DATABASE_URL`` for the database that the test's ORM writes to."""
    settings = connection.settings_dict
    name = str(settings["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{quote(name)}"
    user, password = quote(settings["USER"], safe=""), quote(settings["PASSWORD"], safe="")
    login = f"{user}:{password}" if password else user
    return f"postgres://{login}@{settings['HOST']}:{settings['PORT']}/{quote(name)}"


test_database_url.__test__ = False  # type: ignore[attr-defined]  # a helper, whatever its name
