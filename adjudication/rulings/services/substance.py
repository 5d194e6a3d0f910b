"""Nobody is ruled against over a complaint before they could read its substance and answer it."""

from collections.abc import Collection
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from adjudication.cases.selectors.hearing import hearing_since
from adjudication.models import Case, Effect
from adjudication.policy.causes import sole_complainant
from adjudication.policy.decisions import Decision
from adjudication.rulings.services.trail import board_before
from tournament.errors import UserError
from tournament.models import Game, GameState, Winner

_STANDS = (GameState.ENTERED, GameState.CONFIRMED, GameState.RULED)
"""The states of a game in which it has a result; what is only reported is a claim."""


def require_hearing(
    decision: Decision, case: Case, game: Game | None, numbers: dict[int, int]
) -> None:
    """Refuse to rule against somebody in a case with a complaint before they could answer it.

    What the complaint says is kept from the accused
    (:mod:`adjudication.cases.selectors.complaints`), so the staff writes its substance in the case
    first. Then they reply, or let the time for it pass, or are heard in person, which the decision
    says in words. Against somebody is every penalty, and a result that is worse than what stands.
    Whoever alone complains is not asked to reply, so for them no time runs: they reply or are
    heard. ``numbers`` are the ids of the parties by their numbers. Raises UserError
    (``substance_missing``, ``not_heard``).
    """
    complained = [
        ground for ground, kept in zip(case.grounds, case.complaints, strict=True) if kept
    ]
    against = _against(decision, case, game, numbers) if complained else set()
    if not against:
        return
    hearing = hearing_since(
        datetime.fromisoformat(complained[-1]["at"]), case.statements.order_by("pk")
    )
    alone = sole_complainant(case.complaints)
    complainant = None if alone is None else numbers.get(alone)
    if hearing.reply_until is None and against != {complainant}:
        raise UserError(
            "substance_missing",
            field="reasons",
            text=_(
                "A player complained, and the others do not know about what. Before a ruling "
                "against somebody, write it in the case in your own words, so that they can "
                "reply."
            ),
        )
    if decision.heard:
        return
    now = timezone.now()
    accused = {one for one in against - {complainant} if hearing.waits_for(one, now)}
    lines = []
    if hearing.reply_until is not None and accused:
        until = date_format(timezone.localtime(hearing.reply_until), "TIME_FORMAT")
        text = _(
            "No reply yet from %(names)s, who can reply until %(time)s. Wait for it, or hear them"
            " in person and say here how."
        )
        lines.append(text % {"names": _names(case, accused), "time": until})
    if complainant is not None and complainant in against - hearing.replied:
        text = _(
            "%(name)s made the complaint and does not know that a ruling may go against them."
            " Write in the case what they are said to have done and wait for their reply, or hear"
            " them in person and say here how."
        )
        lines.append(text % {"name": _names(case, {complainant})})
    if lines:
        raise UserError("not_heard", field="heard", text=" ".join(lines))


def _names(case: Case, ids: Collection[int]) -> str:
    """Return the names of parties of a case, by their numbers."""
    found = case.parties.filter(pk__in=ids).order_by("number")
    return ", ".join(found.values_list("name", flat=True))


def _against(
    decision: Decision, case: Case, game: Game | None, numbers: dict[int, int]
) -> set[int]:
    """Return the ids of those a decision penalises or gives a worse result."""
    found = {numbers[one.player] for one in decision.penalties}
    if game is None:
        return found
    was, becomes = _standing(game), _becoming(decision, case, game)
    seats = {game.black_id: Winner.BLACK, game.white_id: Winner.WHITE}
    return found | {
        player_id
        for player_id, colour in seats.items()
        if _worth(becomes, colour) < _worth(was, colour)
    }


def _standing(game: Game) -> str:
    """Return the outcome that a game has now; empty without one."""
    return game.winner if game.state in _STANDS else ""


def _becoming(decision: Decision, case: Case, game: Game) -> str:
    """Return the outcome that a game has after a decision; empty without one."""
    if decision.effect == Effect.RESULT:
        return decision.winner
    if decision.effect != Effect.NOTHING:
        return ""
    earlier = case.rulings.order_by("-number").first()
    if earlier is None or earlier.effect == Effect.NOTHING:
        return _standing(game)
    before = board_before(game, case)
    return str(before.get("winner", "")) if before.get("state") in _STANDS else ""


def _worth(outcome: str, colour: Winner) -> int:
    """Return how good an outcome is for a player: a win 2, a loss 0, and anything between 1."""
    if outcome in (colour, Winner.BOTH_WIN):
        return 2
    return 0 if outcome in (Winner.BLACK, Winner.WHITE, Winner.BOTH) else 1
