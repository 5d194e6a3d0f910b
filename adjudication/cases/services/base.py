"""What every use case on a case begins and ends with: its lock, its holder and its event."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from adjudication.models import Case, CaseState
from adjudication.policy.codec import policy_from_json
from adjudication.policy.policy import EventPolicy
from tournament.audit.services.current_actor import Actor
from tournament.audit.services.persons import person_of
from tournament.audit.services.recording import record
from tournament.common.locks import held_game, hold_trail, refuse_if_closed
from tournament.common.prepared import prepared
from tournament.common.queries import one_or_none
from tournament.common.versions import StaleVersion
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import AuditEvent, Game, Person, Tournament, Verb


def policy_of(tournament: Tournament) -> EventPolicy:
    """Return the tournament's policy: what happens when something is found or somebody acts."""
    return policy_from_json(tournament.rulings)


def next_number(tournament_id: int) -> int:
    """Return the number for a new case. Locks the trail, so that nobody else gets the same one."""
    hold_trail(tournament_id)
    last = Case.objects.filter(tournament=tournament_id).aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def record_case_event(
    verb: Verb,
    case: Case,
    *,
    note: str = "",
    by: Actor | None = None,
    numbers: Iterable[int] | None = None,
    **after: object,
) -> AuditEvent:
    """Record what was done with a case and return the event; ``after`` adds to number and cause.

    ``numbers`` are those of the players it is about, if the caller has them at hand.
    """
    if numbers is None:
        numbers = case.parties.values_list("number", flat=True)
    return record(
        verb,
        tournament_id=case.tournament_id,
        round_number=None if case.round is None else case.round.number,
        table=None if case.game is None else case.game.board_number,
        players=sorted(numbers),
        after={"case": case.number, "cause": case.cause, **after},
        reason=note,
        by=by,
    )


OVER = (CaseState.FINAL, CaseState.SETTLED)


def locked_case(case_id: int) -> Case:
    """Return a case with its game and tournament; the game is locked first, then the case.

    Raises NotFound, and Conflict if the tournament is closed.
    """
    game_id = Case.objects.filter(pk=case_id).values_list("game_id", flat=True).first()
    game = None if game_id is None else held_game(game_id, players=True)
    case = case_beside(game, case_id)
    if case is None:
        raise NotFound("no_case", text=_("There is no such case."))
    refuse_if_closed(case.tournament)
    return case


def case_beside(game: Game | None, case_id: int) -> Case | None:
    """Return a case, locked after its game, with its round and tournament; None if it is gone.

    A game given brings its round and tournament with it: they are not read again.
    """
    case = one_or_none(_locked(case_id, related=game is None))
    if case is not None and game is not None:
        case.game, case.round, case.tournament = game, game.round, game.round.tournament
    return case


@prepared
def _locked(case_id: int, *, related: bool) -> "QuerySet[Case]":
    rows = Case.objects.select_for_update(of=("self",)).filter(pk=case_id)
    return rows.select_related("tournament", "round") if related else rows


def held_case(case_id: int) -> Case:
    """Return a case that the actor works on, locked like :func:`locked_case`, to decide it.

    An actor whose time is up still holds it as long as nobody else has taken it. Raises NotFound,
    and Conflict if it is somebody else's, nobody's or over.
    """
    case = locked_case(case_id)
    require_holder(case, acting_person(case.tournament_id))
    return case


def require_holder(case: Case, person: Person) -> None:
    """Raise Conflict if somebody is not the one who works on a locked case."""
    if case.state != CaseState.TAKEN:
        refuse_if_over(case.state)
        raise Conflict("case_not_taken", text=_("Take the case first; then you can settle it."))
    if case.taken_by_id != person.pk:
        raise taken_error(case)


def refuse_if_over(state: str) -> None:
    """Raise Conflict if a case's state says that it was ruled or settled."""
    if state in OVER:
        raise Conflict("case_over", text=_("This case is over and can no longer change."))
    if state in (CaseState.RULED, CaseState.APPEALED):
        raise Conflict(
            "case_ruled", text=_("There is already a ruling in this case: read it first.")
        )


def taken_error(case: Case) -> Conflict:
    """Return the message for a case that is somebody else's."""
    assert case.taken_by is not None and case.lease_until is not None  # noqa: PT018
    return Conflict("case_taken", text=held_by_message(name_of(case.taken_by), case.lease_until))


def held_by_message(name: str, until: datetime) -> "str | Promise":
    """Return who works on a case and until when; ``name`` may be empty."""
    return _("%(name)s is working on this case until at least %(time)s.") % {
        "name": name or _("Somebody else"),
        "time": date_format(timezone.localtime(until), "TIME_FORMAT"),
    }


def name_of(person: Person) -> str:
    """Return a person's name, or an empty text if nobody wrote one down."""
    return person.name if person.player is None else person.player.name


def acting_person(tournament_id: int) -> Person:
    """Return the person who acts. Raises UserError for the program itself."""
    person = person_of(tournament_id)
    if person is None:
        raise UserError(
            "nobody", text=_("Open the case with your own link: the history records who acts.")
        )
    return person


def lease_columns(case: Case) -> dict[str, object]:
    """Return the time until which a case taken now is held."""
    minutes = policy_of(case.tournament).lease_minutes
    return {"lease_until": timezone.now() + timedelta(minutes=minutes)}


FREE: dict[str, object] = {"taken_by": None, "lease_until": None}
"""The columns of a case that nobody works on."""


def move_case(case: Case, state: CaseState, **changes: object) -> None:
    """Move a locked case to a state. Raises Conflict if somebody else was quicker."""
    if not Case.objects.move(case, state, **changes):
        raise StaleVersion
    case.refresh_from_db(fields=[*changes, "state", "version"])
