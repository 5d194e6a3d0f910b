"""Numbers in addresses that no database can hold: there is nothing under them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from api.http.pages import nothing_here

LARGEST = 2**63 - 1
API = "/api/"


class AddressNumbersMiddleware:
    """Answers 404 where an address names a row by a number beyond all keys."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Keep the next layer."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponse],
        arguments: Sequence[Any],
        named: Mapping[str, Any],
    ) -> HttpResponse | None:
        """Look at the numbers of the address before its view does. Raises Http404."""
        if all(not isinstance(value, int) or value <= LARGEST for value in named.values()):
            return None
        if request.path_info.startswith(API):
            return nothing_here(request)
        raise Http404
