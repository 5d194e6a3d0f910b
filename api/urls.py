"""The addresses of the API, room by room; what is none of them is a problem in JSON, too."""

from importlib import import_module

from django.urls import include, path, re_path

from api.http.docs import docs
from api.http.pages import SchemaFile, nothing_here

app_name = "api"
ROOMS = (
    *("tournaments", "games", "submissions", "proposals", "records", "webhooks", "players"),
    *("rounds", "standings", "ratings", "history", "tokens", "me"),
    *("cases", "rulings", "appeals", "inquiries"),
)

urlpatterns = [
    path("schema/", SchemaFile.as_view(), name="schema"),
    path("docs/", docs, name="docs"),
    *(path("", include(import_module(f"api.{room}.urls").urlpatterns)) for room in ROOMS),
    re_path(r"^[\s\S]*$", nothing_here, name="nothing"),
]
