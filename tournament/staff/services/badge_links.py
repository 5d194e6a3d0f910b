"""The players' links for what is printed, all at once.

No link can be read back, so a code on paper needs one that is made for it.
"""

from collections.abc import Callable

from django.db import transaction
from django.utils import timezone

from tournament.audit.services.recording import record
from tournament.common.locks import open_tournament
from tournament.models import AccessLink, Player, Role, Verb
from tournament.staff.services.tokens import new_token, token_of

BATCH = 500


@transaction.atomic
def issue_links(
    *, tournament_id: int, renew: bool = False, secret_of: Callable[[int], bytes] | None = None
) -> dict[int, str]:
    """Make a link for every player without one that works; return the tokens by player.

    With ``renew`` everybody gets one, and the links there were open nothing any more. The tokens
    can never be read back. ``secret_of`` gives a player's secret (16 bytes), drawn at random
    without it; giving the same ones again makes nothing and returns the tokens of the links that
    they made. Raises NotFound, and Conflict for a tournament that is closed.
    """
    open_tournament(tournament_id)
    numbers = dict(
        Player.objects.filter(tournament=tournament_id)
        .order_by("number")
        .values_list("pk", "number")
    )
    drawn = {pk: token_of(secret_of(pk)) if secret_of else new_token() for pk in numbers}
    if secret_of:
        hashes = AccessLink.objects.usable().filter(
            tournament=tournament_id, token_hash__in=[one.hash for one in drawn.values()]
        )
        there = set(hashes.values_list("token_hash", flat=True))
        if there:
            return {pk: one.text for pk, one in drawn.items() if one.hash in there}
    old = AccessLink.objects.usable().filter(tournament=tournament_id, role=Role.PLAYER)
    linked = set(old.values_list("player_id", flat=True))
    if renew and linked:
        old.update(revoked_at=timezone.now())
        record(
            Verb.LINK_REVOKED,
            tournament_id=tournament_id,
            players=[number for pk, number in numbers.items() if pk in linked],
            before={"role": Role.PLAYER.value},
        )
    made = {pk: one for pk, one in drawn.items() if renew or pk not in linked}
    if not made:
        return {}
    AccessLink.objects.bulk_create(
        (
            AccessLink(
                tournament_id=tournament_id, role=Role.PLAYER, player_id=pk, token_hash=one.hash
            )
            for pk, one in made.items()
        ),
        batch_size=BATCH,
    )
    record(
        Verb.LINK_ISSUED,
        tournament_id=tournament_id,
        players=[numbers[pk] for pk in made],
        after={"role": Role.PLAYER.value},
    )
    return {pk: one.text for pk, one in made.items()}
