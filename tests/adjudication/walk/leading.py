"""Leading a game to its end: from every state somebody can, and nobody has to guess who."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from adjudication.cases.services.actions import take_case
from adjudication.cases.services.statements import write_statement
from adjudication.models import Appeal, Case, Motion
from adjudication.policy.decisions import Decision
from adjudication.result_entry.services import enter_result
from adjudication.rulings.services.appeals import appoint_committee, vote
from adjudication.rulings.services.finality import make_final
from adjudication.rulings.services.ruling import rule
from adjudication.submissions.services.reports import confirm_submission, submit_result
from jobs.worker import run_job
from tests.adjudication.decisions import as_player
from tests.adjudication.walk.court import Court
from tests.adjudication.walk.games import written
from tests.adjudication.walk.looking import look
from tests.adjudication.walk.model import Meant, View, hold
from tests.adjudication.walk.players import COMMITTEE
from tournament.audit.services.current_actor import NOBODY, acting_as
from tournament.errors import UserError
from tournament.models import Player


class _LookedOnlyError(Exception):
    """What was tried is taken back."""


def has_a_way(court: Court, view: View) -> None:
    """See that a game can be led to its end from here, and take all of it back."""
    try:
        with transaction.atomic():
            lead(court, view)
            raise _LookedOnlyError
    except _LookedOnlyError:
        pass


def lead(court: Court, view: View) -> View:
    """Lead a game to its end as its people would; return it as it stands then."""
    for _ in range(8):
        if view.over or view.state == "entered":
            return view
        was = view.stands
        _step(court, view)
        (view,) = look([view.id], court.names).values()
        hold(view.over or view.stands != was or view.state == "ruled", "a dead end", was, view)
    hold(view.over, "no end after eight steps", view)
    return view


def _step(court: Court, view: View) -> None:
    match view.state:
        case "open":
            black = view.black
            means = Meant(black, "resignation")
            try:
                submit_result(
                    game_id=view.id,
                    player_id=black,
                    claim=written(means, black),
                    idempotency_key=court.a_key(),
                    expects="",
                )
            except UserError:  # reported too often: the staff writes it down, or rules
                _by_the_staff(court, view)
        case "reported":
            assert view.pending is not None
            player = view.opponent(view.pending.player)
            try:
                confirm_submission(
                    submission_id=view.pending.id, player_id=player, version=view.version
                )
            except UserError:
                _after_the_workers(court, view, player)
        case "disputed":
            _decided_on_appeal(court, view)
            _ruled(court, view)
        case "ruled":
            _made_final(court, view)


def _after_the_workers(court: Court, view: View, player: int) -> None:
    """Confirm once the record is judged, or bring it to the referee."""
    while run_job():
        pass
    (view,) = look([view.id], court.names).values()
    if view.state == "disputed" or view.pending is None:
        return
    try:
        confirm_submission(submission_id=view.pending.id, player_id=player, version=view.version)
    except UserError as refusal:
        # Nobody can confirm that there is no result against a record: they report again.
        hold(view.pending.meant.winner == "none", "a report that nobody can confirm", refusal, view)
        submit_result(
            game_id=view.id,
            player_id=view.pending.player,
            claim=written(Meant(view.black, "resignation"), view.black),
            idempotency_key=court.a_key(),
            expects=str(view.pending.id),
        )


def _by_the_staff(court: Court, view: View) -> None:
    with acting_as(court.director):
        enter_result(game_id=view.id, winner="black", reason="resignation")


def _ruled(court: Court, view: View) -> None:
    """Let a referee take the case once the time of whoever has it is over, and rule."""
    assert view.live is not None
    case = Case.objects.get(pk=view.live.id)
    Case.objects.filter(pk=case.pk).exclude(lease_until=None).update(
        lease_until=timezone.now() - timedelta(seconds=1)
    )
    decision = Decision("result", "black", "ruling", reasons="It is so.", heard="At the board.")
    with acting_as(court.referees[0]):
        if view.live.complaint:  # those whom it concerns are told first of what
            write_statement(case_id=case.pk, text="It is said.", idempotency_key=court.a_key())
        take_case(case_id=case.pk)
        case.refresh_from_db()
        rule(case_id=case.pk, decision=decision, version=case.version)


def _made_final(court: Court, view: View) -> None:
    """Let the time for an appeal pass, or a committee uphold the ruling."""
    Case.objects.live().filter(game=view.id).exclude(appeal_until=None).update(
        appeal_until=timezone.now() - timedelta(seconds=1)
    )
    with acting_as(NOBODY):
        make_final()
    _decided_on_appeal(court, view)
    for case in Case.objects.filter(game=view.id, state__in=("open", "asked", "taken")):
        Case.objects.filter(pk=case.pk).exclude(lease_until=None).update(
            lease_until=timezone.now() - timedelta(seconds=1)
        )
        with acting_as(court.referees[0]):
            take_case(case_id=case.pk)
            case.refresh_from_db()
            nothing = Decision("nothing", reasons="It stands.")
            rule(case_id=case.pk, decision=nothing, version=case.version)


def _decided_on_appeal(court: Court, view: View) -> None:
    """Let the committee decide what is before it: until then no other case decides the game."""
    for appeal in Appeal.objects.filter(case__game=view.id, state="waiting"):
        _upheld(court, appeal)


def _upheld(court: Court, appeal: Appeal) -> None:
    members = {member.person.player_id for member in appeal.members.select_related("person")}
    free = court.world.players[COMMITTEE:]
    if len(members) < 3:
        chosen = [player.pk for player in free][:3] if not members else list(members)
        chosen += [one.pk for one in free if one.pk not in chosen][: 3 - len(chosen)]
        with acting_as(court.director):
            appoint_committee(appeal_id=appeal.pk, player_ids=chosen)
        members = set(chosen)
    uphold = Motion.objects.get(appeal=appeal, by=None)
    for player_id in sorted(key for key in members if key is not None):
        with acting_as(as_player(Player.objects.get(pk=player_id))):
            if vote(appeal_id=appeal.pk, motion_id=uphold.pk, reasons="It stands."):
                return
