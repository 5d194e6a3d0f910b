"""The views that all of the API is made of."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from io import BytesIO
from typing import Any, ClassVar, TypeVar

from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.caller import BearerToken, Caller
from api.http.fields import Nothing, Question
from api.http.idempotency import derived
from api.http.limits import ANONYMOUS, TOKEN, Allowance, spend
from api.http.operations import Door, Operation
from api.http.paging import Window, cursor_of, window_of
from api.http.problems import Problem, handle, no_such_thing
from api.http.schema import Schema
from api.http.tags import refuse_changed, tag_of, tagged
from tournament.models import Role
from tournament.selectors.public import TournamentTerms, tournament_terms
from tournament.services.acting import NOBODY, act_as, acting
from tournament.services.locks import locked_tournament
from tournament.web.access import actor_of, operator_of
from tournament.web.addresses import absolute

T = TypeVar("T")
METHODS = ("get", "post", "put", "patch", "delete")


class ThroughTheDoor(BasePermission):
    """Lets through whom the operation's door lets through."""

    def has_permission(self, request: Request, view: "ApiView") -> bool:
        """Raise what a door says to who may not pass."""
        view.pass_door()
        return True


class ApiView(APIView):
    """An address of the API, about no tournament: its doors have no roles.

    Every handler has an :func:`~api.http.operations.operation` around it. It reads with
    :meth:`taken`, :meth:`asked` and :meth:`window`, calls selectors and services, which raise
    what becomes a problem, and answers with :meth:`given` or :meth:`page`.
    """

    authentication_classes = (BearerToken,)
    permission_classes = (ThroughTheDoor,)
    schema = Schema()
    http_method_names = ("get", "head", "post", "put", "patch", "delete")
    metadata_class = None
    request: Request
    tournament_id: int | None = None
    """The tournament that the address is about, once the caller is let in."""
    most_bytes: ClassVar[int] = 256 * 1024
    """How large a body may be."""
    secret_field: ClassVar[str | None] = None
    """The field of an answer that is told and not kept; :meth:`secret` gives its value."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """See that no handler is without its door."""
        super().__init_subclass__(**kwargs)
        for method in METHODS:
            handler = getattr(cls, method, None)
            if handler is not None and not hasattr(handler, "operation"):
                raise ImproperlyConfigured(f"{cls.__name__}.{method} is no operation")

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Callable[..., HttpResponse]:
        """Return the view; it says itself how large a body it takes (config.body_limit)."""
        view: Callable[..., HttpResponse] = super().as_view(**initkwargs)
        view.most_bytes = cls.most_bytes  # type: ignore[attr-defined]
        return view

    # --- The way in ---------------------------------------------------------------------------

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer a call, as nobody until a door lets the caller pass."""
        self.allowance: Allowance | None = None
        with acting(NOBODY):
            response: HttpResponse = super().dispatch(request, *args, **kwargs)
        return response

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Do what comes before the handler. Everybody is counted, also who may not come in."""
        self.format_kwarg = None
        self.perform_authentication(request)
        kind = TOKEN if self.caller.is_authenticated else ANONYMOUS
        self.allowance = spend(self.caller.name, kind)
        request.accepted_renderer, request.accepted_media_type = self.perform_content_negotiation(
            request
        )
        self.check_permissions(request)
        self._read_body(request._request)
        self._refuse_unread(request)

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Return in which form to answer; a file has its own, whatever is asked for."""
        return super().perform_content_negotiation(request, force or bool(self.operation.files))

    def _refuse_unread(self, request: Request) -> None:
        """Refuse what nothing reads here. Raises ValidationError."""
        operation = self.operation
        if operation.asks is None:
            Question(data=request.query_params.dict()).is_valid(raise_exception=True)
        unsafe = request.method not in ("GET", "HEAD")
        if unsafe and operation.takes in (None, Nothing) and request._request.body:
            Nothing(data=request.data).is_valid(raise_exception=True)

    def _read_body(self, request: HttpRequest) -> None:
        """Read the body as far as this address takes it, whatever pages may take."""
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdecimal() and int(length) > self.most_bytes:
            raise Problem(
                413,
                "too_large",
                _("This address takes %(most)d kB at most.") % {"most": self.most_bytes // 1024},
            )
        if not hasattr(request, "_body"):
            request._body = request.read()
            request._stream = BytesIO(request._body)

    @property
    def caller(self) -> Caller:
        """Return who calls."""
        caller: Caller = self.request.user
        return caller

    @property
    def operation(self) -> Operation:
        """Return what is called. Raises a 405 for a method that the address does not have."""
        method = (self.request.method or "").lower()
        handler = getattr(self, "get" if method == "head" else method, None)
        if handler is None or not hasattr(handler, "operation"):
            raise MethodNotAllowed(self.request.method)
        known: Operation = handler.operation
        return known

    def pass_door(self) -> None:
        """Let the caller pass, or raise a problem."""
        door = self.operation.door
        if door.roles:
            raise ImproperlyConfigured("a door with roles belongs to a tournament")
        if door.scope is not None:
            self.needs_token()
            self.needs_scope(door)
        if self.caller.visitor.superuser:
            act_as(operator_of(self.caller.visitor))

    def needs_token(self) -> None:
        """Raise a 401 for who calls without a token."""
        if not self.caller.is_authenticated:
            raise Problem(
                401,
                "token_missing",
                _("Send a token: Authorization: Bearer shinpan_…"),
                headers={"WWW-Authenticate": self.get_authenticate_header(self.request)},
            )

    def needs_scope(self, door: Door) -> None:
        """Raise a 403 for a token that was not made for this."""
        if door.scope is not None and door.scope not in self.caller.scopes:
            raise Problem(
                403,
                "scope",
                _("This token was not made for this: it needs the scope “%(scope)s”.")
                % {"scope": door.scope.value},
            )

    def get_exception_handler(self) -> Callable[..., Response | None]:
        """Return what makes problems of exceptions."""
        return handle

    # --- Reading ------------------------------------------------------------------------------

    def taken(self) -> dict[str, Any]:
        """Return what the body says. Raises ValidationError."""
        takes = self.operation.takes
        assert takes is not None
        body = takes(data=self.request.data, partial=self.request.method == "PATCH")
        body.is_valid(raise_exception=True)
        return dict(body.validated_data)

    def asked(self) -> dict[str, Any]:
        """Return what the address asks for, after the question mark. Raises ValidationError."""
        asks = self.operation.asks
        assert asks is not None
        question = asks(data=self.request.query_params.dict())
        question.is_valid(raise_exception=True)
        return dict(question.validated_data)

    def window(self) -> Window:
        """Return which part of the list is asked for."""
        return window_of(self.asked())

    def prepare(self) -> None:
        """Do what takes long and needs no database, before the transaction of a call begins.

        It is done again when a call is sent again.
        """

    # --- Answering ----------------------------------------------------------------------------

    def given(self, value: Any, *, location: str = "") -> Response:
        """Return an answer that shows one thing."""
        operation = self.operation
        if operation.status == 204 or operation.gives is None:
            return Response(status=204)
        headers = {"Location": location} if location else None
        shown = operation.gives(value, context={"view": self}).data
        return Response(dict(shown), status=operation.status, headers=headers)

    def all_given(self, values: Iterable[Any]) -> Response:
        """Return an answer that shows several things, all of them (``many``)."""
        gives = self.operation.gives
        assert gives is not None
        shown = gives(list(values), many=True, context={"view": self}).data
        return Response({"results": shown}, status=self.operation.status)

    def listed(self, rows: Iterable[T], key: Callable[[T], int]) -> Response:
        """Return the part that is asked for of a whole list, in the order of its keys."""
        return self.page(self.window().of(rows, key), key)

    def page(self, rows: Iterable[T], key: Callable[[T], int]) -> Response:
        """Return a part of a list: rows of a window, one more than shown where there is more."""
        limit = self.window().limit
        shown = list(rows)
        following = cursor_of(key(shown[limit - 1])) if len(shown) > limit else None
        gives = self.operation.gives
        assert gives is not None
        results = gives(shown[:limit], many=True, context={"view": self}).data
        return Response({"results": results, "next": self._address(following)})

    def _address(self, cursor: str | None) -> str | None:
        if cursor is None:
            return None
        query = self.request.query_params.copy()
        query["cursor"] = cursor
        return absolute(self.request, f"{self.request.path}?{query.urlencode()}")

    def secret(self) -> str:
        """Return the value of :attr:`secret_field`, the same for the same call."""
        raise NotImplementedError

    def secrets(self) -> dict[str, str]:
        """Return all that an answer tells and that is not kept, the same for the same call."""
        return {self.secret_field: self.secret()} if self.secret_field else {}

    def derived(self, size: int) -> bytes:
        """Return so many secret bytes, the same for the same call."""
        return derived(self.request, size)

    def finalize_response(
        self, request: Request, response: HttpResponse, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Add the headers of every answer, and leave out what the caller holds already."""
        response = super().finalize_response(request, response, *args, **kwargs)
        if self.allowance is not None:
            for name, value in self.allowance.headers.items():
                response.headers.setdefault(name, value)
        patch_vary_headers(response, ["Authorization", "Accept-Language"])
        if request.method not in ("GET", "HEAD"):
            response.headers.setdefault("Cache-Control", "no-store")
            return response
        if not response.headers.get("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        return tagged(request, response) if response.status_code == 200 else response

    def unchanged_since_read(self, request: Request) -> None:
        """Raise a 412 where ``If-Match`` names another state than the present one."""
        if not request.headers.get("If-Match"):
            return
        current = None
        get = getattr(self, "get", None)
        if get is not None:
            self.hold()
            with suppress(Problem):
                current = self._tag_of_present(get)
        refuse_changed(request, current)

    def _tag_of_present(self, get: Callable[..., Response]) -> str:
        method = self.request.method
        self.request.method = "GET"
        try:
            response = get(self.request, *self.args, **self.kwargs)
        finally:
            self.request.method = method
        response.accepted_renderer = self.request.accepted_renderer
        response.accepted_media_type = self.request.accepted_media_type
        response.renderer_context = self.get_renderer_context()
        response.render()
        return tag_of(response.content)

    def hold(self) -> None:
        """Lock what is about to be compared and changed, until the transaction ends."""


class TournamentView(ApiView):
    """An address of one tournament, ``slug``; what is not its own is not found."""

    terms: TournamentTerms

    def locate(self) -> int | None:
        """Return the key of the tournament that the address is about; None where there is none."""
        return self.at(self.kwargs["slug"])

    def at(self, slug: str) -> int | None:
        """Keep the terms of a tournament, and return its key; None where there is none."""
        terms = tournament_terms(slug)
        if terms is None:
            return None
        self.terms = terms
        return terms.id

    def pass_door(self) -> None:
        """Let the caller pass and act under his role here, or raise a problem.

        Who has no role in a tournament is not told whether there is one.
        """
        door = self.operation.door
        visitor = self.caller.visitor
        if door.roles:
            self.needs_token()
        place = self.locate()
        if place is None or (door.roles and not visitor.has(place, *Role.values)):
            raise no_such_thing()
        self.tournament_id = place
        if door.roles:
            if not visitor.has(place, *door.roles):
                raise Problem(403, "role", _("The role of this token may not do that."))
            self.needs_scope(door)
            act_as(actor_of(visitor, place, door.roles))

    def may(self, door: Door) -> bool:
        """Whether the caller would pass another door of this tournament, too."""
        return bool(
            door.scope in self.caller.scopes and self.caller.visitor.has(self.terms.id, *door.roles)
        )

    def hold(self) -> None:
        """Lock the tournament."""
        locked_tournament(self.terms.id)
