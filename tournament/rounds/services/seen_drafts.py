"""Changing a draft only as long as it is still the one that somebody looked at."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.common.locks import locked_tournament
from tournament.errors import Conflict
from tournament.models import Round
from tournament.rounds.selectors.drafts import digest_of


@contextmanager
def seen_draft(*, tournament_id: int, round_number: int, digest: str) -> Iterator[None]:
    """Do inside what somebody decided who saw the draft of ``digest``; empty: whatever it is now.

    The tournament stays locked meanwhile, so that of two directors at work the second is told.
    Raises NotFound, and Conflict (``draft_changed``) where the draft is no longer that one.
    """
    with transaction.atomic():
        tournament = locked_tournament(tournament_id)
        rounds = Round.objects.filter(tournament=tournament, number=round_number)
        now = digest_of(rounds.values_list("pk", flat=True).first())
        if digest and digest != now:
            raise Conflict(
                "draft_changed",
                text=_(
                    "Somebody changed this draft in the meantime, so nothing was done. This is "
                    "the current draft: look at it again."
                ),
            )
        yield
