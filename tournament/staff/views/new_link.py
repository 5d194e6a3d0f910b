"""A private link just made, as the page shows it this once (``parts/new_link.html``)."""

from typing import Any

from django.http import HttpRequest

from tournament.common.addresses import code_of, link_address
from tournament.staff.views.mail import mail_of


def new_link(
    request: HttpRequest, token: str, *, tournament: str, role: str, to: str = ""
) -> dict[str, Any]:
    """Return address, QR code and mail of a link of some role, the mail to whom if known."""
    address = link_address(request, token)
    return {
        "address": address,
        "code": code_of(address),
        "mail": mail_of(tournament, role, address, to=to),
    }
