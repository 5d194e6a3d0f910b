"""The viewsets of the API: Django REST framework's, with keys, ETags and strict bodies.

A viewset declares permissions, serializers and pagination as in DRF; these and an action's
docstring define the action, both for its answers and for the schema (:mod:`api.schema`).
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from io import BytesIO
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import http_date
from django.utils.translation import gettext as _
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.throttling import BaseThrottle
from rest_framework.viewsets import GenericViewSet

from api.authentication import BearerToken, Caller
from api.etags import etag_sources, refuse_stale, with_etag
from api.idempotency import derived_secret, run_once
from api.pagination import KeyPagination, Window, window_of
from api.permissions import CHANGING, READING, Nobody, RolePermission
from api.problems import ProblemDetails, no_such_thing
from api.schema import Schema
from api.serializers import Body, Nothing, PageQuery, Query
from api.throttling import CallThrottle
from tournament.audit.services.current_actor import NOBODY, acting_as
from tournament.common.locks import locked_tournament
from tournament.common.responses import held_tag, not_modified
from tournament.common.versions import Version
from tournament.staff.visitors import may_see
from tournament.tournaments.selectors.public import TournamentTerms, tournament_terms

Serializer = type[BaseSerializer[Any]]


@dataclass(frozen=True, slots=True)
class Deprecation:
    """Since when an operation has been deprecated, and when it ends, if that is known.

    Its answers say so (RFC 9745, RFC 8594), and so does the schema; docs/api-changes.md says what
    to use instead.
    """

    since: datetime
    sunset: datetime | None = None

    def headers(self) -> dict[str, str]:
        """Return the headers of its answers."""
        page = reverse("api:docs")
        told = {
            "Deprecation": f"@{int(self.since.timestamp())}",
            "Link": f'<{page}>; rel="deprecation"; type="text/html"',
        }
        if self.sunset is not None:
            told["Sunset"] = http_date(self.sunset.timestamp())
        return told


class ApiViewSet(GenericViewSet[Any]):
    """Addresses of the API that are not about a tournament.

    ``serializer_class`` describes an action's answer, None for a 204; ``body_class`` its body;
    ``query_class`` its query. If the actions of a viewset differ, ``serializer_classes``,
    ``body_classes`` and ``query_classes`` have them by action; ``@action`` takes all other
    settings.
    """

    authentication_classes = (BearerToken,)
    permission_classes: tuple[Any, ...] = (Nobody,)
    throttle_classes: tuple[type[BaseThrottle], ...] = (CallThrottle,)
    pagination_class: type[BasePagination] | None = KeyPagination
    schema = Schema()
    http_method_names = ("get", "head", "post", "put", "patch", "delete")
    metadata_class = None
    request: Request
    action: str | None = None

    serializer_classes: ClassVar[Mapping[str, Serializer | None]] = {}
    body_class: type[Body] | None = None
    body_classes: ClassVar[Mapping[str, type[Body]]] = {}
    query_class: type[Query] | None = None
    query_classes: ClassVar[Mapping[str, type[Query]]] = {}
    list_actions: Collection[str] = ("list",)
    """The actions that answer with a list."""
    pagination_key = "id"
    """The attribute by which a list is paged, with a minus if it falls (KeyPagination)."""
    success_status: int | None = None
    """The status of an action that changes something, if not the usual one."""
    changes = True
    """False for a POST that only reads: it needs no key."""
    media_types: tuple[str, ...] = ()
    """The media types of an action that answers with a file."""
    most_bytes: int = 256 * 1024
    """How large a body may be."""
    versioned = ""
    """The part of an address that names the thing with a version (:meth:`version`)."""
    counted = False
    """Whether everything that changes an answer raises a counter of the tournament (api.etags)."""

    deprecated: Deprecation | None = None
    """Set if programs should use something else."""
    tag: str | None = None
    """The schema's heading for it, if not the name of its subject."""
    tournament_id: int | None = None
    """The tournament that the address is about, once located."""
    call_key = ""
    """The ``Idempotency-Key`` of a call that changes something (api.idempotency)."""
    rate_headers: Mapping[str, str] = {}
    read_from: str = ""
    """What the answer to a read was made from (api.etags)."""
    read_version: Version | None = None
    """The version of what is read."""
    changes_at: Iterable[datetime | None] = ()
    """When the thing read will change by itself; set by an action that reads."""

    @classmethod
    def as_view(cls, actions: Any = None, **initkwargs: Any) -> Callable[..., HttpResponse]:
        """Return the view, marked with how large a body it takes (config.body_limit)."""
        view: Callable[..., HttpResponse] = super().as_view(actions, **initkwargs)
        view.most_bytes = initkwargs.get("most_bytes", cls.most_bytes)  # type: ignore[attr-defined]
        return view

    # --- What an action is --------------------------------------------------------------------

    def get_serializer_class(self) -> Any:
        """Return the serializer of the action's answer; None if there is none."""
        usual = None if self.request.method == "DELETE" else self.serializer_class
        return self.serializer_classes.get(self.action or "", usual)

    def get_body_class(self) -> type[Body] | None:
        """Return the serializer of the action's body; None if there is none."""
        if self.request.method not in CHANGING or self.request.method == "DELETE":
            return None
        return self.body_classes.get(self.action or "", self.body_class)

    def get_query_class(self) -> type[Query] | None:
        """Return the serializer of the action's query; None if there is none."""
        if self.request.method in CHANGING:
            return None
        paged = self.is_list and self.pagination_class is KeyPagination
        usual = self.query_class or (PageQuery if paged else None)
        return self.query_classes.get(self.action or "", usual)

    @property
    def is_list(self) -> bool:
        """Whether the action answers with a list."""
        return self.action in self.list_actions

    @property
    def status(self) -> int:
        """Return the status of the action's answer if all goes well."""
        if self.get_serializer_class() is None and not self.media_types:
            return 204
        if self.success_status and self.request.method in CHANGING:
            return self.success_status
        return 201 if self.action == "create" else 200

    # --- The way in ---------------------------------------------------------------------------

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer a call, acting as nobody until a permission admits the caller."""
        with acting_as(NOBODY):
            response: HttpResponse = super().dispatch(request, *args, **kwargs)
        return response

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Do what comes before the action. Every call is counted, even if it is not admitted."""
        self.format_kwarg = None
        self.perform_authentication(request)
        self.check_throttles(request)
        if self.action is None:
            self.http_method_not_allowed(request)
        request.accepted_renderer, request.accepted_media_type = self.perform_content_negotiation(
            request
        )
        self.check_permissions(request)
        self._read_body(request._request)
        self._refuse_unread(request)
        method = request.method.lower()
        if request.method in READING:
            setattr(self, method, partial(self.read, getattr(self, method)))
        elif self.changes:
            setattr(self, method, partial(run_once, self, getattr(self, method)))

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Return the format of the answer; a file has its own, whatever is asked for."""
        return super().perform_content_negotiation(request, force or bool(self.media_types))

    def _read_body(self, request: HttpRequest) -> None:
        """Read the body up to this address's own limit rather than that of pages."""
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdecimal() and int(length) > self.most_bytes:
            raise ProblemDetails(
                413,
                "too_large",
                _("This address takes %(most)d kB at most.") % {"most": self.most_bytes // 1024},
            )
        if not hasattr(request, "_body"):
            request._body = request.read()
            request._stream = BytesIO(request._body)

    def _refuse_unread(self, request: Request) -> None:
        """Refuse a body or query that the action does not read. Raises ValidationError."""
        if self.get_query_class() is None:
            Query(data=request.query_params.dict()).is_valid(raise_exception=True)
        if request.method in CHANGING and not self.get_body_class() and request._request.body:
            Nothing(data=request.data).is_valid(raise_exception=True)

    def locate(self) -> None:
        """Find what the address is about, before any permission check. Raises a 404."""

    @property
    def caller(self) -> Caller:
        """Return the caller."""
        caller: Caller = self.request.user
        return caller

    # --- Reading ------------------------------------------------------------------------------

    @cached_property
    def query(self) -> dict[str, Any]:
        """Return the values of the query. Raises ValidationError."""
        query_class = self.get_query_class()
        assert query_class is not None
        query = query_class(data=self.request.query_params.dict())
        query.is_valid(raise_exception=True)
        return dict(query.validated_data)

    @property
    def window(self) -> Window:
        """Return the requested page, for a selector that should not read the whole list."""
        return window_of(self.query)

    @cached_property
    def body(self) -> dict[str, Any]:
        """Return the values of the body. Raises ValidationError."""
        body_class = self.get_body_class()
        assert body_class is not None
        partly = self.request.method == "PATCH"
        body = body_class(
            data=self.request.data, partial=partly, context=self.get_serializer_context()
        )
        body.is_valid(raise_exception=True)
        return dict(body.validated_data)

    def prepare(self) -> None:
        """Do slow work that needs no database, before the transaction of a call begins.

        A repeated call does it again.
        """

    def read(
        self, handler: Callable[..., HttpResponse], request: Request, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Answer a call that reads; compute nothing if the caller already has the answer."""
        if self.counted:
            self.read_from = etag_sources(self)
            held = held_tag(request._request, self.read_from)
            if held:
                return not_modified(held)
        self.read_version = self.present_version()
        return handler(request, *args, **kwargs)

    # --- Answering ----------------------------------------------------------------------------

    def answer(self, value: Any = None, *, location: str = "") -> Response:
        """Return an answer with one thing, or an empty one if the action has no answer."""
        headers = {"Location": location} if location else None
        if self.status == 204:
            return Response(status=204, headers=headers)
        return Response(self.get_serializer(value).data, status=self.status, headers=headers)

    def answer_list(self, rows: Iterable[Any]) -> Response:
        """Return an answer with a list, or the requested page of it."""
        shown = self.paginate_queryset(rows)
        response = self.get_paginated_response(self.get_serializer(shown, many=True).data)
        response.status_code = self.status
        return response

    def secrets(self) -> dict[str, str]:
        """Return what an answer shows but nobody keeps; the same for the same call."""
        return {}

    def derived(self, size: int) -> bytes:
        """Return ``size`` secret bytes; the same for the same call."""
        return derived_secret(self.request, self.call_key, size)

    def finalize_response(
        self, request: Request, response: HttpResponse, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Add the headers of every answer, and drop a body that the caller already has."""
        response = super().finalize_response(request, response, *args, **kwargs)
        if request.method in READING and response.status_code == 200:
            response = with_etag(
                request._request,
                response,
                made_from=self.read_from,
                version=self.read_version,
                changes_at=self.changes_at,
            )
        deprecation = self.deprecated.headers() if self.deprecated else {}
        for name, value in {**self.rate_headers, **deprecation}.items():
            response.headers.setdefault(name, value)
        patch_vary_headers(response, ["Authorization", "Accept-Language"])
        if request.method not in ("GET", "HEAD"):
            response.headers.setdefault("Cache-Control", "no-store")
            return response
        if not response.headers.get("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        return response

    # --- If-Match -----------------------------------------------------------------------------

    def refuse_stale(self, request: Request) -> None:
        """Raise a 412 if ``If-Match`` names another version than the present one."""
        if request.headers.get("If-Match"):
            if self.present_version() is not None:
                self.hold()
            refuse_stale(request._request, self.present_version())

    def present_version(self) -> Version | None:
        """Return the version of what the address shows or changes; None if it has none."""
        return self.version() if self.versioned in self.kwargs else None

    def version(self) -> Version | None:
        """Return the version of the thing that ``versioned`` names; None if it does not exist."""
        raise NotImplementedError

    def hold(self) -> None:
        """Lock what is about to be compared and changed, as the services that change it do."""


class TournamentViewSet(ApiViewSet):
    """Addresses of one tournament, ``slug``; anything that is not its own is not found."""

    lookup_url_kwarg, lookup_value_converter = "slug", "slug"
    counted = True
    terms: TournamentTerms

    def locate(self) -> None:
        """Find the tournament. Raises a 404."""
        self.in_tournament(self.kwargs["slug"])

    def in_tournament(self, slug: str) -> None:
        """Keep the terms of the tournament that the address is about. Raises a 404."""
        terms = tournament_terms(slug)
        if terms is None or not may_see(self.caller.visitor, terms):
            raise no_such_thing()
        self.terms, self.tournament_id = terms, terms.id

    def may(self, permission: type[RolePermission]) -> bool:
        """Whether another permission would admit the caller here, too."""
        visitor = self.caller.visitor
        return (
            permission.scope in self.caller.scopes
            and self.tournament_id is not None
            and visitor.has(self.tournament_id, *permission.roles)
        )

    def demand(self, permission: type[RolePermission]) -> None:
        """Go on only if another permission admits the caller, too. Raises a 401, 403 or 404."""
        permission().has_permission(self.request, self)

    def hold(self) -> None:
        """Lock the tournament."""
        locked_tournament(self.terms.id)
