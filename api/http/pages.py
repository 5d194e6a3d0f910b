"""The schema, and what answers where nothing is."""

from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.csrf import csrf_exempt

from api.http.problems import MEDIA_TYPE, problem_body
from api.http.tags import tag_of

SCHEMA = "api/schema.yaml"


@cache
def schema_file() -> bytes:
    """Return the schema as it stands in the repository."""
    content: bytes = (settings.BASE_DIR / SCHEMA).read_bytes()
    return content


class SchemaFile(View):
    """The OpenAPI schema, as it stands in the repository."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Return the file."""
        content = schema_file()
        response = HttpResponse(content, content_type="application/yaml; charset=utf-8")
        response.headers["ETag"] = tag_of(content)
        patch_cache_control(response, public=True, max_age=300)
        found = get_conditional_response(request, etag=response.headers["ETag"], response=response)
        assert isinstance(found, HttpResponse)
        return found


@csrf_exempt
def nothing_here(request: HttpRequest) -> HttpResponse:
    """Answer an address that the API does not have, by any method."""
    body = problem_body(
        404, "no_address", _("The API has no such address. Every address ends with a slash.")
    )
    return JsonResponse(body, status=404, content_type=MEDIA_TYPE)
