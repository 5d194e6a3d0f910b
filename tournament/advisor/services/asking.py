"""Asking for a comparison of formats, and cancelling it."""

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from jobs.table import enqueue
from tournament.advisor.choices import (
    LEAST_PLAYERS,
    MOST_FORMATS,
    MOST_PLAYERS,
)
from tournament.advisor.jobs import comparison_job
from tournament.advisor.models import ComparisonState, FormatComparison
from tournament.advisor.stored import field_as_json
from tournament.audit.services.recording import record
from tournament.common.locks import open_tournament
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import Tournament, Verb
from tournament.rounds.selectors.state import effective_parameters, state_of
from tournament.rounds.services.rounds import is_under_way
from tournament.simulation.expected import FieldError, expected_field
from tournament.simulation.formats import (
    MOST_ROUNDS,
    Choices,
    Format,
    NotComparedError,
    TooManyFormatsError,
    formats_of,
)
from tournament.standings.prizes import places_with_prizes
from tournament.state.codec import to_json
from tournament.state.people import Player
from tournament.tournaments.selectors.settings import clock_of, prizes_of

KEPT = 10
"""How many comparisons a tournament keeps; a new one replaces the oldest that is not shared."""
LEAST_EVENTS, MOST_EVENTS = 20, 1000


@transaction.atomic
def start_comparison(
    *, tournament_id: int, choices: Choices, expected: str = "", events: int = MOST_EVENTS
) -> FormatComparison:
    """Compare formats for the registered players, or for an expected field, in a job.

    Raises UserError for invalid input (fields ``expected``, ``systems``, ``rounds``, ``events``
    and, if the choices make too many, ``formats``), NotFound, and Conflict while another comparison
    is running or once a round is published.
    """
    tournament = open_tournament(tournament_id)
    if is_under_way(tournament):
        raise Conflict(
            "under_way",
            text=_("The tournament has begun: formats are compared before the first round."),
        )
    earlier = FormatComparison.objects.filter(tournament=tournament)
    if earlier.live().exists():
        raise Conflict(
            "comparison_live",
            text=_("Another comparison is not done yet: wait for it, or cancel it."),
        )
    _check_numbers(choices, events)
    players = _field(tournament, expected)
    formats = _formats(tournament, choices)
    _make_room(tournament)
    row = FormatComparison.objects.create(
        tournament=tournament,
        number=(earlier.aggregate(last=Max("number"))["last"] or 0) + 1,
        formats=[to_json(each.parameters) for each in formats],
        players=field_as_json(players),
        expected=expected,
        round_minutes=2 * clock_of(tournament).adjusted_minutes,
        events=events,
        prizes=places_with_prizes(prizes_of(tournament)),
    )
    enqueue(**comparison_job(row.pk, tournament.pk))
    record(
        Verb.FORMATS_COMPARED,
        tournament_id=tournament_id,
        after={"comparison": row.number, "formats": len(formats), "events": events},
    )
    return row


@transaction.atomic
def cancel_comparison(*, tournament_id: int, number: int) -> None:
    """End a comparison; its events so far stay. One that has ended stays as it is.

    Raises NotFound.
    """
    found = FormatComparison.objects.filter(tournament=tournament_id, number=number)
    if not found.exists():
        raise NotFound("no_comparison", text=_("There is no such comparison."))
    if found.end(ComparisonState.CANCELLED):
        record(Verb.FORMATS_CANCELLED, tournament_id=tournament_id, before={"comparison": number})


def _check_numbers(choices: Choices, events: int) -> None:
    if not LEAST_EVENTS <= events <= MOST_EVENTS:
        raise UserError(
            "events",
            field="events",
            text=_("Choose from %(least)d to %(most)d events.")
            % {"least": LEAST_EVENTS, "most": MOST_EVENTS},
        )
    if not all(1 <= number <= MOST_ROUNDS for number in choices.rounds):
        raise UserError(
            "rounds",
            field="rounds",
            text=_("Rounds are from 1 to %(most)d.") % {"most": MOST_ROUNDS},
        )


def _field(tournament: Tournament, expected: str) -> tuple[Player, ...]:
    """Return the players. Raises UserError (field ``expected``)."""
    try:
        found = (
            expected_field(expected)
            if expected
            else tuple(p for p in state_of(tournament, wishes=False).players if p.final)
        )
    except FieldError as error:
        raise UserError("expected", field="expected", text=error.text) from error
    if not LEAST_PLAYERS <= len(found) <= MOST_PLAYERS:
        raise UserError(
            "expected",
            field="expected",
            text=_("It takes %(least)d to %(most)d players, and these are %(count)d.")
            % {"least": LEAST_PLAYERS, "most": MOST_PLAYERS, "count": len(found)},
        )
    return found


def _formats(tournament: Tournament, choices: Choices) -> tuple[Format, ...]:
    """Return the formats to compare. Raises UserError (field ``formats``)."""
    try:
        return formats_of(effective_parameters(tournament), choices, most=MOST_FORMATS)
    except NotComparedError as error:
        raise UserError("systems", field="systems", text=error.text) from error
    except TooManyFormatsError as error:
        raise UserError("formats", field="formats", text=error.text) from error


def _make_room(tournament: Tournament) -> None:
    rows = FormatComparison.objects.filter(tournament=tournament, share_key=None)
    over = FormatComparison.objects.filter(tournament=tournament).count() - KEPT + 1
    if over > 0:
        oldest = list(rows.order_by("number").values_list("pk", flat=True)[:over])
        FormatComparison.objects.filter(pk__in=oldest).delete()
