"""Creating, publishing and closing rounds."""

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournament.errors import Conflict, NotFound
from tournament.models import GameState, Round, RoundState, Tournament
from tournament.services.field import settle_field


@transaction.atomic
def create_round(*, tournament_id: int) -> Round:
    """Create the tournament's next round, in preparation. Raises NotFound."""
    tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
    if tournament is None:
        raise NotFound("no_tournament", text=_("There is no such tournament."))
    last = tournament.rounds.aggregate(last=Max("number"))["last"] or 0
    return Round.objects.create(tournament=tournament, number=last + 1)


@transaction.atomic
def publish_round(*, round_id: int) -> Round:
    """Show a round to its players and let them report. Publishing twice changes nothing.

    Raises NotFound, and Conflict for a round that has no game or is already finished.
    """
    return _move(round_id, RoundState.PUBLISHED)


@transaction.atomic
def finish_round(*, round_id: int) -> Round:
    """Close a round whose games are all confirmed. Closing twice changes nothing.

    Raises NotFound, and Conflict while a game has no result that both players confirmed or the
    director entered.
    """
    return _move(round_id, RoundState.FINISHED)


@transaction.atomic
def withdraw_round(*, round_id: int) -> Round:
    """Take a published round back into preparation. Withdrawing twice changes nothing.

    Raises NotFound, and Conflict once a game of it has a result or the round is finished.
    """
    return _move(round_id, RoundState.DRAFT)


def draft_round(round_id: int) -> Round:
    """Return a round in preparation, locked. Raises NotFound, and Conflict for a published one."""
    round_ = (
        Round.objects.select_for_update(of=("self",))
        .select_related("tournament")
        .filter(pk=round_id)
        .first()
    )
    if round_ is None:
        raise NotFound("no_round", text=_("There is no such round."))
    if round_.state != RoundState.DRAFT:
        raise Conflict("round_published", text=_("The round is already published."))
    return round_


def _move(round_id: int, state: RoundState) -> Round:
    round_ = Round.objects.select_for_update().filter(pk=round_id).first()
    if round_ is None:
        raise NotFound("no_round", text=_("There is no such round."))
    if round_.state == state:
        return round_
    if state not in Round.TRANSITIONS[RoundState(round_.state)]:
        raise Conflict("round_state", text=_("The round is not at that stage: reload the page."))
    games = round_.games.all()
    if state == RoundState.PUBLISHED and not games.exists():
        raise Conflict("round_empty", text=_("Pair the games of the round first."))
    open_games = games.exclude(state__in=[GameState.CONFIRMED, GameState.ENTERED])
    if state == RoundState.FINISHED and open_games.exists():
        raise Conflict(
            "round_unfinished", text=_("Games of the round are still without a confirmed result.")
        )
    if state == RoundState.DRAFT and games.exclude(state=GameState.OPEN).exists():
        raise Conflict(
            "round_has_results",
            text=_("The round has its first result already: it can no longer be withdrawn."),
        )
    changed = Round.objects.filter(pk=round_.pk, state=round_.state).update(state=state)
    if not changed:
        raise Conflict("round_changed", text=_("Somebody else changed the round: reload the page."))
    round_.state = state
    if state == RoundState.PUBLISHED:
        settle_field(round_.tournament)
    return round_
