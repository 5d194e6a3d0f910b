"""The link that shows a comparison to the committee, read-only and without a role.

The row holds what the link is made from, not the link, which also needs the server's own key. So
the director can look it up again, and somebody who reads the database cannot.
"""

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.advisor.models import FormatComparison
from tournament.audit.services.recording import record
from tournament.common.locks import locked_tournament
from tournament.errors import NotFound
from tournament.models import Verb
from tournament.staff.services import LONGEST_TOKEN, random_value


def token_of_share(share_key: str) -> str:
    """Return the token of a link."""
    return _signer().sign(share_key)


def share_key_of(token: str) -> str:
    """Return the key that a token was made from. Raises NotFound for one not made here."""
    try:
        if len(token) > LONGEST_TOKEN:
            raise BadSignature
        return _signer().unsign(token)
    except BadSignature:
        raise NotFound("no_comparison", text=_("There is no such comparison.")) from None


@transaction.atomic
def share_comparison(*, tournament_id: int, number: int) -> None:
    """Make a link for the committee, or keep the existing one. Raises NotFound."""
    row = _locked(tournament_id, number)
    if row.share_key is None:
        row.share_key = random_value()
        row.save(update_fields=["share_key"])
        record(Verb.FORMATS_SHARED, tournament_id=tournament_id, after={"comparison": number})


@transaction.atomic
def withdraw_share(*, tournament_id: int, number: int) -> None:
    """Withdraw the link, if there is one, so that it shows nothing any more. Raises NotFound."""
    row = _locked(tournament_id, number)
    if row.share_key is not None:
        row.share_key = None
        row.save(update_fields=["share_key"])
        record(Verb.FORMATS_WITHDRAWN, tournament_id=tournament_id, before={"comparison": number})


def _locked(tournament_id: int, number: int) -> FormatComparison:
    locked_tournament(tournament_id)
    row = FormatComparison.objects.filter(tournament=tournament_id, number=number).first()
    if row is None:
        raise NotFound("no_comparison", text=_("There is no such comparison."))
    return row


def _signer() -> Signer:
    return Signer(sep=".", salt="shinpan.formats")
