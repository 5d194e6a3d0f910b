"""A connection that is made while somebody writes reads JSON all the same."""

from unittest.mock import patch

import pytest
from django.db import OperationalError, connection

from operations.apps import json_is_known


@pytest.mark.django_db
def test_a_lock_is_not_taken_for_a_database_without_json() -> None:
    features = connection.features
    vars(features).pop("supports_json_field", None)
    with patch.object(connection, "cursor", side_effect=OperationalError("database is locked")):
        json_is_known(connection)
        assert features.supports_json_field
