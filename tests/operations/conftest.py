"""Fixtures of operations."""

import pytest

from tests.operations.backups import programs


@pytest.fixture(autouse=True)
def client_programs(settings):
    """Use the programs of the PostgreSQL that the tests run on."""
    settings.SHINPAN_PG_BIN = programs()
