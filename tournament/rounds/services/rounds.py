"""Creating, publishing, closing and taking back rounds."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import F, Max, ProtectedError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.audit.services.changes import RoundChange
from tournament.audit.services.freshness import pages_changed
from tournament.audit.services.recording import record
from tournament.brackets.reached import BRACKETS, WITH_WALK_OVERS
from tournament.brackets.seeding import seeds_of
from tournament.common.locks import draft_round, locked_round, locked_tournament, open_tournament
from tournament.common.versions import StaleVersion, save_version
from tournament.errors import Conflict
from tournament.games.progress import boards_by_stage
from tournament.games.selectors import SETTLED
from tournament.models import (
    AuditEvent,
    FrozenStandings,
    PairingMethod,
    Reschedule,
    Round,
    RoundState,
    Seat,
    Tournament,
    Verb,
)
from tournament.pairing.round_robin import groups_of
from tournament.rounds.selectors.ending import last_round_of
from tournament.rounds.selectors.lists import lists_imported
from tournament.rounds.selectors.running import has_results
from tournament.rounds.selectors.state import state_of
from tournament.rounds.services.clock import CLOCK_COLUMNS, clock_from_snapshot, clock_snapshot
from tournament.scheduling.selectors import usual_play_by
from tournament.scheduling.services.planned_dates import give_plan_back, take_over_plan
from tournament.state.codec import to_json
from tournament.state.parameters import Parameters
from tournament.state.top_group import fix_bar, uses_top_group, without_bar
from tournament.tournaments.selectors.settings import parameters_of, rounds_planned

FIRST_ROUND = 1
_VERBS = {
    RoundState.PUBLISHED: Verb.ROUND_PUBLISHED,
    RoundState.FINISHED: Verb.ROUND_FINISHED,
    RoundState.DRAFT: Verb.ROUND_WITHDRAWN,
}


class RoundUnfinished(Conflict):
    """Raised for a round that cannot be closed; ``boards`` are those without a result that stands.

    Each is a board's number with the state of its game.
    """

    def __init__(self, boards: Sequence[tuple[int, str]]) -> None:
        told = {"boards": boards_by_stage(boards)}
        text = _("Games of the round are still without a confirmed result (%(boards)s).") % told
        super().__init__("round_unfinished", text=text)
        self.boards = tuple(boards)


@transaction.atomic
def create_round(*, tournament_id: int, extra: bool = False) -> Round:
    """Create the tournament's next round, in preparation.

    ``extra`` says that a round beyond the tournament's number of rounds is wanted. Raises NotFound,
    and Conflict (``beyond_last``) for such a round without it.
    """
    made = _next_round(open_tournament(tournament_id), extra=extra)
    pages_changed(tournament_id)
    return made


def round_to_prepare(tournament: Tournament, number: int | None = None) -> Round:
    """Return a round in preparation of a locked tournament, creating it if it is the next.

    Without a ``number`` it is the one in preparation, or else the next. Raises NotFound for a
    number beyond the next, and Conflict for a round that is published, follows one still in
    preparation, or would be created beyond the tournament's number of rounds.
    """
    drafts = tournament.rounds.filter(state=RoundState.DRAFT).order_by("number")
    first = drafts.first()
    if number is None and first is not None:
        number = first.number
    if first is not None and number is not None and number > first.number:
        raise Conflict(
            "round_before",
            text=_("Round %(number)d is still in preparation: publish it first.")
            % {"number": first.number},
        )
    last = _last(tournament)
    if number is None or number == last + 1:
        return _next_round(tournament)
    found = tournament.rounds.filter(number=number).values_list("pk", flat=True).first()
    return draft_round(found or 0)


@transaction.atomic
def publish_round(*, round_id: int, undoes: AuditEvent | None = None) -> Round:
    """Show a round to its players and let them report. Publishing twice changes nothing.

    Raises NotFound, and Conflict for a round that has no game or is already finished.
    """
    shown = locked_round(round_id)
    if shown.number == FIRST_ROUND and shown.state == RoundState.DRAFT:
        settle_bar(shown.tournament)
    round_ = _move(round_id, RoundState.PUBLISHED, undoes)
    settle_field(round_.tournament)
    _note_rating_lists(round_.tournament, round_.number)
    return round_


@transaction.atomic
def finish_round(*, round_id: int, undoes: AuditEvent | None = None) -> Round:
    """Close a round whose games are all confirmed. Closing twice changes nothing.

    Raises NotFound, and Conflict while a game has no result that both players confirmed or the
    director entered.
    """
    return _move(round_id, RoundState.FINISHED, undoes)


@transaction.atomic
def withdraw_round(*, round_id: int, undoes: AuditEvent | None = None) -> Round:
    """Take a published round back into preparation. Withdrawing twice changes nothing.

    Raises NotFound, and Conflict once a game of it has ever had a result or a report, once the
    round is finished, or once a later round is paired.
    """
    round_ = _move(round_id, RoundState.DRAFT, undoes)
    release_field(round_.tournament, round_.number)
    Reschedule.objects.filter(game__round=round_).lapse()
    return round_


def is_under_way(tournament: Tournament, from_round: int = 1) -> bool:
    """Whether this round of the tournament, or a later one, is published."""
    later = tournament.rounds.filter(number__gte=from_round)
    return later.exclude(state=RoundState.DRAFT).exists()


def already_settled_error(field: str | None = None) -> Conflict:
    """Return the error for a change that comes too late for the published rounds."""
    return Conflict(
        "settled", field=field, text=_("This is settled since the first round was published.")
    )


def _last(tournament: Tournament) -> int:
    return tournament.rounds.aggregate(last=Max("number"))["last"] or 0


def _next_round(tournament: Tournament, *, extra: bool = False) -> Round:
    number, planned = _last(tournament) + 1, last_round_of(tournament)
    if number > planned and not extra:
        raise Conflict(
            "beyond_last",
            text=_(
                "The tournament ends with round %(planned)d. Say that you want an extra round; "
                "where the settings end it there, you can raise the number of rounds instead."
            )
            % {"planned": planned},
        )
    round_ = Round.objects.create(tournament=tournament, number=number)
    take_over_plan(round_)
    return round_


def _move(round_id: int, state: RoundState, undoes: AuditEvent | None) -> Round:
    round_ = locked_round(round_id)
    if round_.state == state:
        return round_
    # A finished round is played again only when one of its games has been reopened.
    finished = round_.state == RoundState.FINISHED
    if finished or state not in Round.TRANSITIONS[RoundState(round_.state)]:
        raise Conflict("round_state", text=_("The round is not at that stage: reload the page."))
    _check(round_, state)
    clock = {name: getattr(round_, name) for name in CLOCK_COLUMNS}
    times = _times(state, undoes) | _dates(round_, state)
    was, now = _clock(clock), _clock({**clock, **times})
    unchanged = Round.objects.filter(pk=round_.pk, version=round_.version, state=round_.state)
    if not unchanged.update(state=state, version=F("version") + 1, **times):
        raise StaleVersion
    record(
        _VERBS[state],
        tournament_id=round_.tournament_id,
        round_number=round_.number,
        before={"round": round_.state, **(was if was != now else {})},
        after={"round": state, **(now if was != now else {})},
        undoes=undoes,
    )
    round_.state = state
    return round_


def _clock(columns: dict[str, Any]) -> dict[str, object]:
    """Return what an event records of a clock that has been started; empty for any other."""
    if columns["clock_started_at"] is None:
        return {}
    return {"clock": clock_snapshot({name: columns[name] for name in CLOCK_COLUMNS})}


def _times(state: RoundState, undoes: AuditEvent | None) -> dict[str, Any]:
    """Return the times that a step sets: a round taken back is as before it was published.

    Undoing that puts its clock back as it ran.
    """
    if state == RoundState.PUBLISHED:
        told = (undoes.before or {}).get("clock") if undoes else None
        return {"published_at": timezone.now(), **(clock_from_snapshot(told) if told else {})}
    if state == RoundState.DRAFT:
        clock = ("clock_started_at", "clock_paused_at", "report_until")
        return dict.fromkeys(("published_at", *clock))
    return {}


def _dates(round_: Round, state: RoundState) -> dict[str, Any]:
    """Return the dates that a step changes.

    A published round gets the tournament's usual time to play, unless it has its own; a date to
    play by or to close that has passed, and an opening date still to come, are dropped. A round
    taken back loses the usual time again, and opens by hand.
    """
    tournament, now = round_.tournament, timezone.now()
    if state == RoundState.PUBLISHED:
        opens_at, play_by, closes_at = round_.opens_at, round_.play_by, round_.closes_at
        play_by, closes_at = (
            moment if moment and moment > now else None for moment in (play_by, closes_at)
        )
        usual = usual_play_by(tournament, now)
        if play_by is None and usual is not None:
            play_by = min(usual, closes_at or usual)
        return {
            "opens_at": opens_at if opens_at and opens_at <= now else None,
            "opening_refused": None,
            "play_by": play_by,
            "closes_at": closes_at,
            "shut_at": None,
        }
    if state == RoundState.DRAFT:
        usual = usual_play_by(tournament, round_.published_at or now)
        kept = None if usual is not None and round_.play_by == usual else round_.play_by
        return {"opens_at": None, "opening_refused": None, "play_by": kept}
    return {}


def is_paired(round_: Round) -> bool:
    """Whether a round has a game or, in a bracket, somebody who goes through without one."""
    if round_.games.exists():
        return True
    return round_.tournament.method in WITH_WALK_OVERS and round_.seats.exists()


def _check(round_: Round, state: RoundState) -> None:
    """Raise Conflict if the round's games do not allow the step."""
    games = round_.games.all()
    if state == RoundState.PUBLISHED and not is_paired(round_):
        raise Conflict("round_empty", text=_("Pair the games of the round first."))
    if state == RoundState.FINISHED:
        unsettled = games.exclude(state__in=SETTLED).order_by("board_number")
        boards = list(unsettled.values_list("board_number", "state"))
        if boards:
            raise RoundUnfinished(boards)
    if state != RoundState.DRAFT:
        return
    if Round.objects.filter(has_results(), pk=round_.pk).exists():
        raise Conflict(
            "round_has_results",
            text=_("The round has its first result already: it can no longer be withdrawn."),
        )
    # This half of the code knows of cases only what the tournament's record tells.
    opened = AuditEvent.objects.filter(verb=Verb.CASE_OPENED, round_number=round_.number)
    if opened.filter(tournament=round_.tournament_id).exists():
        raise Conflict(
            "round_has_cases",
            text=_("There is a case in this round already: it can no longer be withdrawn."),
        )
    if any(map(is_paired, round_.tournament.rounds.filter(number__gt=round_.number))):
        raise Conflict(
            "round_after",
            text=_("A later round is already paired: unpair its boards first."),
        )
    frozen = FrozenStandings.objects.filter(tournament=round_.tournament_id)
    if frozen.filter(after__gte=round_.number).exists():
        raise Conflict(
            "round_frozen",
            text=_("The public standings are frozen with this round: let them follow first."),
        )


@transaction.atomic
def remove_round(*, round_id: int) -> None:
    """Delete a round in preparation with its boards and draws; its dates become a plan again.

    Raises NotFound, and Conflict for a round that is published, that is not the last one, or whose
    games are in a case.
    """
    round_ = draft_round(round_id)
    if round_.tournament.rounds.filter(number__gt=round_.number).exists():
        raise Conflict(
            "round_after", text=_("There is a later round: only the last one can be deleted.")
        )
    change = RoundChange(round_)
    Seat.objects.filter(round=round_).delete()
    try:
        round_.games.all().delete()
    except ProtectedError as error:
        raise Conflict(
            "round_in_case", text=_("A case is about a game of this round: it cannot be deleted.")
        ) from error
    change.record(Verb.ROUND_UNPAIRED)
    if round_.number <= rounds_planned(round_.tournament):
        give_plan_back(round_)
    record(
        Verb.ROUND_REMOVED,
        tournament_id=round_.tournament_id,
        round_number=round_.number,
        before={"round": round_.state},
    )
    if round_.number == 1:
        _release_bar(round_.tournament)
    # The database keeps every draw that can be paired again; nobody was shown what came of these.
    round_.draws.update(request=b"")
    round_.delete()


@contextmanager
def unchanged_draft(*, tournament_id: int, round_number: int, seen: str) -> Iterator[None]:
    """Run the block only if the draft still has the version somebody saw; empty: any.

    The tournament stays locked meanwhile, so that of two directors at work the second is told.
    Raises NotFound, and StaleVersion if the draft has another version by now.
    """
    with transaction.atomic():
        tournament = locked_tournament(tournament_id)
        rounds = Round.objects.filter(tournament=tournament, number=round_number)
        now = rounds.values_list("version", flat=True).first() or 0
        if seen not in ("", str(now)):
            raise StaleVersion
        yield


def settle_field(tournament: Tournament) -> None:
    """Write the groups or the seeds down, unless they are already; the tournament is locked.

    They follow from ranks and ratings, which may be corrected later: the table and the bracket of
    rounds already played must not change with them. Teams have theirs from their first line-up.
    """
    if tournament.by_teams or tournament.field_settled:
        return
    parameters = parameters_of(tournament)
    if tournament.method == PairingMethod.ROUND_ROBIN and not parameters.round_robin.groups:
        groups = groups_of(state_of(tournament))
        parameters = replace(parameters, round_robin=replace(parameters.round_robin, groups=groups))
    elif tournament.method == PairingMethod.GROUPS:
        return  # the director draws the groups and starts the knock-out
    elif tournament.method in BRACKETS and not parameters.knock_out.seeds:
        seeds = seeds_of(state_of(tournament))
        parameters = replace(parameters, knock_out=replace(parameters.knock_out, seeds=seeds))
    else:
        return
    _write(tournament, parameters, settled=True)


def _note_rating_lists(tournament: Tournament, round_number: int) -> None:
    """Note which rating lists are in use as play begins: later ones replace them for everybody."""
    if tournament.rating_lists or round_number != FIRST_ROUND:
        return
    tournament.rating_lists = lists_imported()
    if tournament.rating_lists:
        tournament.save(update_fields=["rating_lists"])


def settle_bar(tournament: Tournament, *, again: bool = False) -> None:
    """Fix the bar that follows from a number of players, unless it is fixed; needs the lock.

    It is computed from the players who take part in the first round when that is paired; with
    ``again``, when it is paired once more.
    """
    before = parameters_of(tournament)
    if not uses_top_group(before) or (before.scoring.top_group.fixed and not again):
        return
    _write_bar(tournament, before, fix_bar(before, state_of(tournament, wishes=False).players))


def _release_bar(tournament: Tournament) -> None:
    """Let the bar follow from the players again, now that the first round is deleted."""
    before = parameters_of(tournament)
    if before.scoring.top_group.fixed:
        _write_bar(tournament, before, without_bar(before))


def _write_bar(tournament: Tournament, before: Parameters, after: Parameters) -> None:
    if before == after:
        return
    tournament.parameters = to_json(after)
    save_version(tournament, "parameters")
    record(
        Verb.TOURNAMENT_CHANGED,
        tournament_id=tournament.pk,
        before=_told_bar(before),
        after=_told_bar(after),
    )


def _told_bar(parameters: Parameters) -> dict[str, object]:
    """Return what an event records of a bar that was fixed, by the names of the settings."""
    scoring, start = parameters.scoring, "parameters.scoring"
    top = {f"{start}.top_group.{name}": value for name, value in to_json(scoring.top_group).items()}
    return {f"{start}.bar": scoring.bar, f"{start}.floor": scoring.floor, **top}


def release_field(tournament: Tournament, round_number: int) -> None:
    """Forget what publishing the first round settled or noted, now that it is taken back."""
    parameters = parameters_of(tournament)
    if tournament.rating_lists and round_number == FIRST_ROUND:
        tournament.rating_lists = []
        tournament.save(update_fields=["rating_lists"])
    first = min(parameters.round_robin.first_round, parameters.knock_out.first_round)
    if not tournament.field_settled or round_number != first:
        return
    parameters = replace(
        parameters,
        round_robin=replace(parameters.round_robin, groups=()),
        knock_out=replace(parameters.knock_out, seeds=()),
    )
    _write(tournament, parameters, settled=False)


def has_place_in_field(tournament: Tournament, number: int) -> bool:
    """Whether a player has a place in the groups or the bracket that are written down."""
    if tournament.by_teams:
        return False  # there they have the numbers of teams
    parameters = parameters_of(tournament)
    groups = (*parameters.round_robin.groups, parameters.knock_out.seeds)
    return any(number in group for group in groups)


def _write(tournament: Tournament, parameters: Parameters, *, settled: bool) -> None:
    tournament.parameters = to_json(parameters)
    tournament.field_settled = settled
    tournament.save(update_fields=["parameters", "field_settled"])
