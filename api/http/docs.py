"""A page that tells people what the API can do, made from its schema."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache

import yaml
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from api.http.pages import schema_file
from api.http.problems import titles
from tournament.web.access import frame, personal

try:
    from yaml import CSafeLoader as SafeLoader
except ImportError:  # a build without libyaml: a few seconds instead of some tenths, once
    from yaml import SafeLoader  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Line:
    """One operation."""

    method: str
    path: str
    summary: str
    about: str
    who: str


@cache
def rooms() -> tuple[tuple[str, tuple[Line, ...]], ...]:
    """Return the operations by room, as the schema tells them."""
    found: dict[str, list[Line]] = defaultdict(list)
    schema = yaml.load(schema_file(), Loader=SafeLoader)
    for path, ways in schema["paths"].items():
        for method, told in ways.items():
            about, _gap, who = told["description"].rpartition("\n\n")
            line = Line(method.upper(), path, told["summary"], about, who)
            found[told["tags"][0]].append(line)
    return tuple((room, tuple(lines)) for room, lines in sorted(found.items()))


@personal
@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show every operation with who may use it, and what problems mean."""
    here = request.build_absolute_uri(reverse("api:me"))
    context = {"rooms": rooms(), "problems": sorted(titles().items()), "here": here}
    return render(request, "api/docs.html", {**frame(request), **context})
