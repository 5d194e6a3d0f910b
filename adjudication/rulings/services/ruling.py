"""Ruling: a referee decides a case that they have, revises it, or looks at what it would do."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.services.holding import FREE, acting_person, move, require_holder
from adjudication.cases.services.policies import policy_of
from adjudication.corrections.selectors.correcting import Effects, effect_between
from adjudication.models import (
    Case,
    CaseState,
    Penalty,
    Ruling,
    RulingKind,
)
from adjudication.policy.decisions import Decision
from adjudication.rulings.services.checking import checked
from adjudication.rulings.services.effects import apply
from adjudication.rulings.services.finality import close_if_due, set_final
from adjudication.rulings.services.locking import locked_case
from tournament.audit.selectors.snapshots import board_now
from tournament.audit.services.recording import LONGEST_REASON, checked_note, record
from tournament.common.versions import check_version
from tournament.errors import Conflict, NotFound
from tournament.games.selectors import GameRow, game_rows
from tournament.models import Game, GameState, Person, Player, RoundState, Verb
from tournament.rounds.selectors.state import state_of


@transaction.atomic
def rule(*, case_id: int, decision: Decision, version: int) -> Ruling:
    """Decide a case and do to its game what the decision says.

    Whoever acts has the case; a lease that ran out does not matter as long as nobody else took
    it. ``version`` is the case as it was looked at. The ruling can be appealed for as long as the
    tournament says, or is final at once where it says that nothing can be appealed. Raises
    NotFound, UserError for a decision that makes no sense, and Conflict where the case is not his
    or has changed, or a confirmed result stands in the way.
    """
    case, game = locked_case(case_id)
    person = acting_person(case.tournament_id)
    require_holder(case, person)
    check_version(case, version)
    return write_ruling(case, game, decision, person, RulingKind.FIRST)


def revise(*, case_id: int, decision: Decision, version: int, note: str) -> Ruling:
    """Take a ruling up again that is not final: another supersedes it, and both can be read.

    ``note`` says why. The time for an appeal begins again. Raises as :func:`rule` does, and
    Conflict where the ruling is appealed or final.
    """
    close_if_due(case_id)
    return _revised(case_id, decision, version, note)


@transaction.atomic
def _revised(case_id: int, decision: Decision, version: int, note: str) -> Ruling:
    note = checked_note(note)
    case, game = locked_case(case_id)
    person = acting_person(case.tournament_id)
    if case.state != CaseState.RULED:
        raise not_open_to_change(case)
    check_version(case, version)
    return write_ruling(case, game, decision, person, RulingKind.REVISED, note=note)


def not_open_to_change(case: Case) -> Conflict:
    """Return why a ruling of a case can be neither revised nor appealed now."""
    texts = {
        CaseState.APPEALED: _("The ruling is before the appeals committee, which decides now."),
        CaseState.FINAL: _("The ruling is final: the time for an appeal is over."),
    }
    text = texts.get(CaseState(case.state), _("There is no ruling in this case yet."))
    return Conflict(f"case_{case.state}", text=text)


_TIMED = (GameState.ENTERED, GameState.DISPUTED, GameState.RULED)
_VERBS = {
    RulingKind.FIRST: Verb.RULED,
    RulingKind.REVISED: Verb.RULING_REVISED,
    RulingKind.APPEAL: Verb.APPEAL_DECIDED,
}


def write_ruling(
    case: Case,
    game: Game | None,
    decision: Decision,
    person: Person,
    kind: RulingKind,
    *,
    note: str = "",
) -> Ruling:
    """Write a decision of a locked case down, do what it says and move the case on.

    A ruling on appeal is final. Raises UserError and Conflict as :func:`rule` does.
    """
    policy = policy_of(case.tournament)
    decision, parties = checked(decision, case, game, policy)
    earlier = case.rulings.order_by("-number").first()
    before: dict[str, Any] = {} if game is None else board_now(game.pk)
    if game is not None:
        if game.state in _TIMED and game.reported_at is not None:
            # Told nowhere else once the game is open again or the result another.
            before["reported_at"] = game.reported_at.isoformat()
        apply(decision, game, case, earlier)
    ruling = _written(case, decision, person, kind, earlier, parties)
    now = ruling.made_at
    if kind == RulingKind.APPEAL or not policy.appeal_minutes:
        move(case, CaseState.FINAL, **FREE, appeal_until=None, settled_at=now)
        set_final(case)
    else:
        until = now + timedelta(minutes=policy.appeal_minutes)
        move(case, CaseState.RULED, **FREE, appeal_until=until)
    _tell(case, game, ruling, decision, before, note)
    return ruling


def _written(
    case: Case,
    decision: Decision,
    person: Person,
    kind: RulingKind,
    earlier: Ruling | None,
    parties: dict[int, Player],
) -> Ruling:
    ruling = Ruling.objects.create(
        case=case,
        number=1 if earlier is None else earlier.number + 1,
        kind=kind,
        effect=decision.effect,
        winner=decision.winner,
        reason=decision.reason,
        margin_half=decision.margin_half,
        resume_move=decision.resume_move,
        rules=case.tournament.rules,
        cause=case.cause,
        finding=decision.finding,
        articles=list(decision.articles),
        reasons=decision.reasons.strip(),
        by=person,
        made_at=timezone.now(),
        supersedes=earlier,
    )
    Penalty.objects.bulk_create(
        Penalty(
            ruling=ruling,
            player=parties[one.player],
            kind=one.kind,
            points_half=one.points_half,
            seconds=one.seconds,
            note=one.note,
        )
        for one in decision.penalties
    )
    return ruling


def _tell(
    case: Case,
    game: Game | None,
    ruling: Ruling,
    decision: Decision,
    before: dict[str, Any],
    note: str,
) -> None:
    """Write the event: the board as it was and is, and what was decided beside the result."""
    after: dict[str, Any] = {} if game is None else board_now(game.pk)
    after |= {
        "case": case.number,
        "ruling": ruling.number,
        "effect": decision.effect,
        "articles": list(decision.articles),
        "penalties": [
            {
                name: value
                for name, value in {
                    "player": one.player,
                    "kind": one.kind,
                    "points_half": one.points_half,
                    "seconds": one.seconds,
                }.items()
                if value is not None
            }
            for one in decision.penalties
        ],
    }
    if decision.resume_move is not None:
        after["resume_move"] = decision.resume_move
    record(
        _VERBS[RulingKind(ruling.kind)],
        tournament_id=case.tournament_id,
        round_number=None if case.round is None else case.round.number,
        table=after.get("table"),
        players=sorted(case.parties.values_list("number", flat=True)),
        before=before or None,
        after=after,
        reason=note or ruling.reasons[:LONGEST_REASON],
    )


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A decision as it would be written down, and what would come of it.

    ``game`` is the game as it would be and ``effects`` what happens to the standings and to later
    rounds that are paired; both None for a case without a game. ``reopens`` tells that a closed
    round would be played again.
    """

    decision: Decision
    game: GameRow | None
    effects: Effects | None
    reopens: bool = False


def foresee_ruling(*, case_id: int, decision: Decision) -> Foreseen:
    """Do what a decision says, look at what comes of it, and take it all back.

    Raises NotFound, and UserError and Conflict as ruling does. Who would decide does not matter.
    """
    case = Case.objects.select_related("tournament").filter(pk=case_id).first()
    if case is None:
        raise NotFound("no_case", text=_("There is no such case."))
    old = None if case.game_id is None else state_of(case.tournament)
    with transaction.atomic():
        case, game = locked_case(case_id)
        decision, _parties = checked(decision, case, game, policy_of(case.tournament))
        if game is None:
            return Foreseen(decision, None, None)
        closed = game.round.state == RoundState.FINISHED
        apply(decision, game, case, case.rulings.order_by("-number").first())
        new = state_of(case.tournament)
        (row,) = game_rows(Game.objects.filter(pk=game.pk))
        game.round.refresh_from_db(fields=["state"])
        transaction.set_rollback(True)
    assert old is not None, "the case has a game"
    # Standings take their time: nobody waits for them, the tables are free again.
    return Foreseen(
        decision,
        row,
        effect_between(case.tournament, old, new, round_number=game.round.number),
        reopens=closed and game.round.state != RoundState.FINISHED,
    )
