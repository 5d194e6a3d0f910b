"""The OpenAPI schema, generated from the viewsets: permissions, keys, tags and problems of each.

``manage.py api_schema`` writes it to ``api/schema.yaml``; a test compares the two.
"""

import inspect
from typing import Any

from django.utils import translation
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.renderers import OpenApiYamlRenderer
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers

from api.idempotency import HEADER, LONGEST, REPEATABLE, REPLAYED
from api.permissions import CHANGING, RolePermission, permission_for
from api.problems import MEDIA_TYPE

MATCH = OpenApiParameter(
    "If-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The ETag of what was read: 412 where it has another version by now.",
)
NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The ETag of what the caller holds: 304 where it is the same still.",
)
TAG = OpenApiParameter(
    "ETag", OpenApiTypes.STR, OpenApiParameter.HEADER, response=[200], description="Of this answer."
)
PLACE = OpenApiParameter(
    "Location",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    response=[201],
    description="The address of what was made.",
)
AGAIN = OpenApiParameter(
    REPLAYED,
    {"type": "string", "enum": ["true"]},
    OpenApiParameter.HEADER,
    response=[200, 201, 202, 204],
    description="Only where this was done before.",
)


def idempotency_key_parameter(*, required: bool) -> OpenApiParameter:
    """Return the parameter for the idempotency key, which a PUT or DELETE may leave out."""
    return OpenApiParameter(
        HEADER,
        {
            "type": "string",
            "minLength": 1,
            "maxLength": LONGEST,
            "pattern": r"^[!-~]([ -~]*[!-~])?$",
        },
        OpenApiParameter.HEADER,
        required=required,
        description="New for every call; the same again sends the answer again and does nothing.",
    )


HELD = OpenApiResponse(None, "The caller holds this already.")


class FieldError(serializers.Serializer):
    """What is wrong with one field."""

    field = serializers.CharField(help_text="Its path: `players.2.rank`.")
    code = serializers.CharField()
    detail = serializers.CharField()


class ProblemDetails(serializers.Serializer):
    """A refused call (RFC 9457)."""

    type = serializers.CharField(help_text="Where this kind of problem is explained.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="Stable, for programs.")
    detail = serializers.CharField(help_text="A sentence for people.")
    errors = FieldError(many=True, required=False)


class TokenScheme(OpenApiAuthenticationExtension):
    """How a caller authenticates."""

    target_class = "api.authentication.BearerToken"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """Return the security scheme."""
        return {"type": "http", "scheme": "bearer", "bearerFormat": "shinpan_…"}


class Schema(AutoSchema):
    """Describes an action by its viewset's declarations and its docstring."""

    @property
    def permission(self) -> RolePermission:
        """Return the permission that decides who may use the action."""
        return permission_for(self.view, self.method)

    @property
    def sends(self) -> bool:
        """Whether the action may come with a body."""
        return self.method in CHANGING

    @property
    def keyed(self) -> bool:
        """Whether the action may change something, so that it needs a key."""
        return self.sends and self.view.changes

    def _docstring(self) -> tuple[str, str]:
        """Return the first line of the action's docstring, and the rest as one paragraph."""
        handler = getattr(self.view, self.view.action)
        first, _, rest = (inspect.getdoc(handler) or "").partition("\n\n")
        return first.rstrip("."), " ".join(rest.split())

    def is_deprecated(self) -> bool:
        """Return whether programs should use something else."""
        return self.view.deprecated is not None

    def get_summary(self) -> str:
        """Return what it does, in a few words."""
        return self._docstring()[0]

    def get_description(self) -> str:
        """Return the rest of the docstring, and who may use the action."""
        return f"{self._docstring()[1]}\n\n{self.permission.words}".strip()

    def get_operation_id(self) -> str:
        """Return the method with the name of the action, or of the thing."""
        name = self.view.action
        if name in ("list", "create"):
            name = f"{self.view.basename}s"
        elif name in ("retrieve", "update", "partial_update", "destroy"):
            name = self.view.basename
        method = f"{self.method.lower()}_"
        return method + name.removeprefix(method)

    def get_tags(self) -> list[str]:
        """Return the subject of the viewset, from the module or package that it is in."""
        return [self.view.tag or type(self.view).__module__.split(".")[1]]

    def get_auth(self) -> list[dict[str, list[str]]]:
        """Return whether a token is needed."""
        known = [scheme for scheme in super().get_auth() if scheme]
        permission = self.permission
        return known if permission.roles or permission.scope else [*known, {}]

    def get_override_parameters(self) -> list[Any]:
        """Return the parameters of the query, and the headers for keys and ETags."""
        query = self.view.get_query_class()
        asked: list[Any] = [query] if query else []
        if self.keyed:
            versioned = f"{{{self.view.versioned}}}" in self.path
            key = idempotency_key_parameter(required=self.method not in REPEATABLE)
            return [key, *([MATCH] if versioned else []), PLACE, AGAIN]
        return asked if self.sends else [*asked, NONE_MATCH, TAG]

    def get_request_serializer(self) -> Any:
        """Return the body."""
        return self.view.get_body_class()

    def get_response_serializers(self) -> Any:
        """Return every answer, including the problems."""
        return {**self._answers(), **dict.fromkeys(self._refusals())}

    def _answers(self) -> dict[Any, Any]:
        view = self.view
        if view.media_types:
            file = OpenApiResponse(OpenApiTypes.BINARY, "The file.")
            return {**{(200, media): file for media in view.media_types}, 304: HELD}
        if view.status == 204:
            return {204: OpenApiResponse(None, "Done.")}
        shown = view.get_serializer_class()
        answers: dict[Any, Any] = {view.status: OpenApiResponse(shown, self.get_summary())}
        if not self.sends:
            answers[304] = HELD
        return answers

    def _refusals(self) -> list[int]:
        statuses = {400, 401, 406, 429, 503}
        if self.permission.scope or self.permission.roles:
            statuses |= {403}
        if "{" in self.path:
            statuses |= {404}
        if self.sends:
            statuses |= {403, 413, 415}
        if self.keyed:
            statuses |= {409, 412, 422}
        return sorted(statuses)

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        found = super()._get_response_bodies(direction)
        self.resolve_serializer(ProblemDetails, direction)
        for status in self._refusals():
            found[str(status)] = {"$ref": "#/components/responses/Problem"}
        return found

    def _is_list_view(self, serializer: Any = None) -> bool:
        return bool(self.view.is_list)

    def get_paginated_name(self, serializer_name: str) -> str:
        """Return the name of a list, or of a page of it."""
        return f"{serializer_name}{self.view.pagination_class.component}"


def close_bodies(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Mark every body as closed to further fields (a postprocessing hook).

    Requests and answers have schemas of their own, so nothing is marked read-only.
    """
    for name, schema in result.get("components", {}).get("schemas", {}).items():
        for field in schema.get("properties", {}).values():
            field.pop("readOnly", None)
        if name.endswith("Request") and schema.get("type") == "object":
            schema["additionalProperties"] = False
    refused = {"schema": {"$ref": "#/components/schemas/ProblemDetails"}}
    answer = {"description": "Refused.", "content": {MEDIA_TYPE: refused}}
    result["components"]["responses"] = {"Problem": answer}
    return result


def schema_text() -> str:
    """Return the OpenAPI schema as YAML. Raises ValueError for anything it cannot describe."""
    with translation.override("en"):
        GENERATOR_STATS.reset()
        schema = SchemaGenerator().get_schema(request=None, public=True)
        told = [*GENERATOR_STATS._warn_cache, *GENERATOR_STATS._error_cache]
        if told:
            raise ValueError("\n".join(told))
        content: bytes = OpenApiYamlRenderer().render(schema, renderer_context={})
    return content.decode()
