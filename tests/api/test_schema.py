"""The schema in the repository is that of the views."""

from django.conf import settings
from django.test import Client

from api.http.generating import schema_text
from api.http.pages import SCHEMA


def test_the_schema_in_the_repository_is_that_of_the_views() -> None:
    kept = (settings.BASE_DIR / SCHEMA).read_text(encoding="utf-8")
    assert kept == schema_text(), "write it anew: python manage.py api_schema"


def test_everybody_may_read_the_schema() -> None:
    response = Client().get("/api/v1/schema/")
    assert response["Content-Type"].startswith("application/yaml")
    assert response.content.startswith(b"openapi: 3")
    assert Client().get(
        "/api/v1/schema/", headers={"If-None-Match": response["ETag"]}
    ).status_code == 304  # fmt: skip
