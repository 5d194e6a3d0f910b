"""The OpenAPI schema, made from the operations: doors, keys, tags and problems of each.

``manage.py api_schema`` writes it into ``api/schema.yaml``; a test compares.
"""

import re
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, inline_serializer
from rest_framework import serializers

from api.http.idempotency import HEADER, LONGEST, REPLAYED
from api.http.operations import UNSAFE, Operation
from api.http.problems import MEDIA_TYPE

KEY = OpenApiParameter(
    HEADER,
    {"type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": r"^[!-~]([ -~]*[!-~])?$"},
    OpenApiParameter.HEADER,
    required=True,
    description="New for every call; the same again sends the answer again and does nothing.",
)
MATCH = OpenApiParameter(
    "If-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The ETag of what was read: 412 where it has changed since.",
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
    """How a caller shows who he is."""

    target_class = "api.http.caller.BearerToken"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """Return the scheme."""
        return {"type": "http", "scheme": "bearer", "bearerFormat": "shinpan_…"}


class Schema(AutoSchema):
    """Describes a handler by its operation."""

    @property
    def operation(self) -> Operation:
        """Return the operation that is described."""
        known: Operation = getattr(self.view, self.method.lower()).operation
        return known

    @property
    def unsafe(self) -> bool:
        """Whether it may change something."""
        return self.sends and self.operation.changes

    @property
    def sends(self) -> bool:
        """Whether it comes with a body."""
        return self.method.lower() in UNSAFE

    def get_summary(self) -> str:
        """Return what it does, in a few words."""
        return self.operation.summary

    def get_description(self) -> str:
        """Return what the handler's docstring says, and who may use it."""
        told = getattr(self.view, self.method.lower()).__doc__ or ""
        words = " ".join(told.split())
        return f"{words}\n\n{self.operation.door.words}".strip()

    def get_operation_id(self) -> str:
        """Return the name of the view with the method."""
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", type(self.view).__name__).lower()
        return f"{self.method.lower()}_{name}"

    def get_tags(self) -> list[str]:
        """Return the room of the view."""
        return [type(self.view).__module__.split(".")[1]]

    def get_auth(self) -> list[dict[str, list[str]]]:
        """Return whether a token is needed."""
        door = self.operation.door
        known = [scheme for scheme in super().get_auth() if scheme]
        return known if door.roles or door.scope else [*known, {}]

    def get_override_parameters(self) -> list[Any]:
        """Return the question, and the headers of keys and tags."""
        asks = self.operation.asks
        asked: list[Any] = [] if asks is None else [asks]
        if self.unsafe:
            return [*asked, KEY, *([MATCH] if hasattr(self.view, "get") else []), PLACE, AGAIN]
        return asked if self.sends else [*asked, NONE_MATCH, TAG]

    def get_request_serializer(self) -> Any:
        """Return the body."""
        return self.operation.takes

    def get_response_serializers(self) -> Any:
        """Return every answer, the problems among them."""
        return {**self._answers(), **dict.fromkeys(self._refusals())}

    def _answers(self) -> dict[Any, Any]:
        operation = self.operation
        if operation.files:
            told = OpenApiResponse(OpenApiTypes.BINARY, "The file.")
            return {**{(200, media): told for media in operation.files}, 304: HELD}
        gives: Any = operation.gives
        if gives is None or operation.status == 204:
            return {204: OpenApiResponse(None, "Done.")}
        if operation.paged or operation.many:
            fields: dict[str, Any] = {"results": gives(many=True)}
            if operation.paged:
                fields["next"] = serializers.URLField(
                    allow_null=True, help_text="The address of the next part, if any."
                )
            kind = "Page" if operation.paged else "List"
            gives = inline_serializer(name=f"{gives.__name__}{kind}", fields=fields)
        answers: dict[Any, Any] = {operation.status: OpenApiResponse(gives, operation.summary)}
        if not self.sends:
            answers[304] = HELD
        return answers

    def _refusals(self) -> list[int]:
        operation = self.operation
        statuses = {400, 406, 429, 503, 401}
        if operation.door.scope or operation.door.roles:
            statuses |= {403}
        if "{" in self.path:
            statuses |= {404}
        if self.sends:
            statuses |= {403, 413, 415}
        if self.unsafe:
            statuses |= {409, 412, 422}
        return sorted(statuses)

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        found = super()._get_response_bodies(direction)
        self.resolve_serializer(ProblemDetails, direction)
        for status in self._refusals():
            found[str(status)] = {"$ref": "#/components/responses/Problem"}
        return found

    def _is_list_view(self, serializer: Any = None) -> bool:
        return False


def closed_bodies(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Say of every body that it holds nothing besides its fields (a postprocessing hook)."""
    for name, schema in result.get("components", {}).get("schemas", {}).items():
        if name.endswith("Request") and schema.get("type") == "object":
            schema["additionalProperties"] = False
    refused = {"schema": {"$ref": "#/components/schemas/ProblemDetails"}}
    answer = {"description": "Refused.", "content": {MEDIA_TYPE: refused}}
    result["components"]["responses"] = {"Problem": answer}
    return result
