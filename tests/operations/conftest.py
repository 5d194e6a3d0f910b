"""Fixtures of operations."""

import pytest

from tests.support.services import ServiceMissingError, postgres_binaries


@pytest.fixture(autouse=True)
def client_programs(settings):
    """Use the programs of the PostgreSQL that the tests run on."""
    try:
        settings.SHINPAN_PG_BIN = str(postgres_binaries())
    except ServiceMissingError:
        settings.SHINPAN_PG_BIN = ""
