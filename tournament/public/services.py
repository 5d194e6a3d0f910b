"""Setting the prizes of a tournament."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.audit.models import Verb
from tournament.audit.services.recording import record
from tournament.common.locks import open_tournament
from tournament.common.versions import check_version, save_version
from tournament.errors import UserError
from tournament.standings.prizes import MOST_PRIZES, Prize
from tournament.state.codec import to_json


@transaction.atomic
def set_prizes(*, tournament_id: int, prizes: Sequence[Prize], seen: int | None = None) -> None:
    """Put these prizes in the place of those before.

    ``seen`` is the version of the settings that they were chosen from; None: any. Raises NotFound,
    Conflict where somebody else changed something since or the tournament is closed, and UserError
    for too many.
    """
    if len(prizes) > MOST_PRIZES:
        raise UserError(
            "many_prizes",
            text=_("A tournament has at most %(most)d prizes.") % {"most": MOST_PRIZES},
        )
    tournament = open_tournament(tournament_id)
    check_version(tournament, seen)
    before, after = tournament.prizes, [to_json(prize) for prize in prizes]
    if after == before:
        return
    tournament.prizes = after
    save_version(tournament, "prizes")
    record(Verb.PRIZES_CHANGED, tournament_id=tournament_id, before=before, after=after)
