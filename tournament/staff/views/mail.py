"""A mail with a private link, written for the mail program of whoever sends it."""

from urllib.parse import quote

from django.utils.translation import gettext as _

from tournament.models import Role


def mail_of(tournament: str, role: str, address: str, *, to: str = "") -> str:
    """Return the ``mailto:`` address of a mail with a link of some role, to whom if known."""
    subject = _("%(tournament)s: your link as %(role)s") % {
        "tournament": tournament,
        "role": Role(role).label.lower(),
    }
    body = _(
        "With this link you are let into the tournament “%(tournament)s” on your phone or "
        "computer, without a password:\n\n%(address)s\n\nKeep it to yourself: whoever has it can "
        "act in your name."
    ) % {"tournament": tournament, "address": address}
    return f"mailto:{quote(to, safe='@')}?subject={quote(subject)}&body={quote(body)}"
