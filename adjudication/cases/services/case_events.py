"""What every use case of a case needs: its number, its event, and what is told of a change."""

from django.db.models import Max

from adjudication.models import Case
from tournament.audit.services.current_actor import Actor
from tournament.audit.services.recording import record
from tournament.common.locks import hold_trail
from tournament.models import Verb


def next_number(tournament_id: int) -> int:
    """Return the number of a new case, which nobody else is given (the trail is held from now)."""
    hold_trail(tournament_id)
    last = Case.objects.filter(tournament=tournament_id).aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def tell_case(
    verb: Verb, case: Case, *, note: str = "", by: Actor | None = None, **after: object
) -> None:
    """Write down what was done with a case; ``after`` adds to its number and cause."""
    record(
        verb,
        tournament_id=case.tournament_id,
        round_number=None if case.round is None else case.round.number,
        table=None if case.game is None else case.game.board_number,
        players=sorted(case.parties.values_list("number", flat=True)),
        after={"case": case.number, "cause": case.cause, **after},
        reason=note,
        by=by,
    )
