"""The schema as a file, a page that describes it, and the answer for unknown addresses."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from api.etags import with_etag
from api.problems import MEDIA_TYPE, problem_body, status_titles
from tournament.staff.visitors import frame, personal

try:
    from yaml import CSafeLoader as SafeLoader
except ImportError:  # a build without libyaml: once, a few seconds instead of some tenths
    from yaml import SafeLoader  # type: ignore[assignment]


SCHEMA = "api/schema.yaml"


@cache
def schema_file() -> bytes:
    """Return the schema as it is in the repository."""
    content: bytes = (settings.BASE_DIR / SCHEMA).read_bytes()
    return content


def parse_schema(schema: bytes | str) -> Any:
    """Return a schema parsed into values."""
    return yaml.load(schema, Loader=SafeLoader)


class SchemaFile(View):
    """The OpenAPI schema as it is in the repository."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Return the file."""
        content = schema_file()
        answer = HttpResponse(content, content_type="application/yaml; charset=utf-8")
        response = with_etag(request, answer)
        patch_cache_control(response, public=True, max_age=300)
        return response


@csrf_exempt
def nothing_here(request: HttpRequest) -> HttpResponse:
    """Answer an address that the API does not have, by any method."""
    body = problem_body(
        404, "no_address", _("The API has no such address. Every address ends with a slash.")
    )
    return JsonResponse(body, status=404, content_type=MEDIA_TYPE)


@dataclass(frozen=True, slots=True)
class Line:
    """One operation."""

    method: str
    path: str
    summary: str
    about: str
    who: str


@cache
def operations_by_subject() -> tuple[tuple[str, tuple[Line, ...]], ...]:
    """Return the schema's operations by subject."""
    found: dict[str, list[Line]] = defaultdict(list)
    schema = parse_schema(schema_file())
    for path, ways in schema["paths"].items():
        for method, told in ways.items():
            about, _gap, who = told["description"].rpartition("\n\n")
            line = Line(method.upper(), path, told["summary"], about, who)
            found[told["tags"][0]].append(line)
    return tuple((room, tuple(lines)) for room, lines in sorted(found.items()))


@personal
@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show every operation and who may use it, and what problems mean."""
    here = request.build_absolute_uri(reverse("api:me-me"))
    context = {
        "rooms": operations_by_subject(),
        "problems": sorted(status_titles().items()),
        "here": here,
    }
    return render(request, "api/docs.html", {**frame(request), **context})
