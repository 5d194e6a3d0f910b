"""What every method of every address of the API is, as its view declares it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern
from rest_framework import serializers
from rest_framework.test import APIRequestFactory

from api.urls import urlpatterns

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
Shape = type[serializers.BaseSerializer]


@dataclass(frozen=True)
class Operation:
    """What is sent: as a body, and after the question mark."""

    body: Shape | None
    query: Shape | None


def patterns() -> Iterator[URLPattern]:
    """Yield every address of the API."""
    waiting = list(urlpatterns)
    while waiting:
        entry = waiting.pop()
        if isinstance(entry, URLPattern):
            yield entry
        else:
            waiting += entry.url_patterns


def operations(pattern: URLPattern) -> dict[str, Operation]:
    """Return the methods of an address with what is sent to each."""
    callback: Any = pattern.callback
    if hasattr(callback, "actions"):
        return {
            method: _of_viewset(callback, method)
            for method in METHODS
            if method.lower() in callback.actions
        }
    view = callback.__dict__.get("view_class")
    found = {}
    for method in METHODS:
        handler = getattr(view, method.lower(), None)
        if handler is not None:
            known = getattr(handler, "operation", None)
            found[method] = Operation(known and known.takes, known and known.asks)
    return found


def _of_viewset(callback: Any, method: str) -> Operation:
    view = callback.cls(**callback.initkwargs)
    view.action = callback.actions[method.lower()]
    view.request = APIRequestFactory().generic(method, "/")
    return Operation(view.get_body_class(), view.get_query_class())
