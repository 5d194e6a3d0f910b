"""Opening a case, or adding to the one that a game has already."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from adjudication.cases.services.case_events import next_number, tell_case
from adjudication.models import Case, CaseState
from adjudication.policy.causes import SEVERITY, Cause
from adjudication.policy.decisions import Decision
from tournament.audit.services.current_actor import Actor
from tournament.audit.services.persons import person_of
from tournament.audit.services.recording import LONGEST_REASON
from tournament.models import Game, Player, Round, Verb


@transaction.atomic
def open_case(
    *,
    cause: Cause,
    game: Game | None = None,
    round_: Round | None = None,
    tournament_id: int | None = None,
    players: Iterable[Player] = (),
    submission_id: int | None = None,
    finding: Mapping[str, Any] | None = None,
    proposal: Decision | None = None,
    note: str = "",
    asked: bool = False,
    about: Iterable[Player] = (),
    minutes: int | None = None,
    by: Actor | None = None,
) -> Case:
    """Open a case and return it; a game that has one without a ruling gets another ground.

    ``game`` is locked and comes with its round; its players are the parties. Without a game
    ``tournament_id`` and ``players`` say where and about whom. ``finding`` is one as verdicts keep
    it. ``asked`` leaves it with the players first. ``about`` and ``minutes`` are kept with the
    ground: who it is that was late, and by how much. A ground that is there already is not added
    again. What the game is in is the caller's to change (:mod:`.locking`).
    """
    if game is not None:
        round_ = game.round
    if round_ is not None:
        tournament_id = round_.tournament_id
    assert tournament_id is not None, "a game, a round or a tournament"
    opener = person_of(tournament_id, by)
    ground: dict[str, Any] = {
        "cause": str(cause),
        "at": timezone.now().isoformat(),
        "submission": submission_id,
        "finding": None if finding is None else dict(finding),
        "note": note[:LONGEST_REASON],
        "players": sorted(player.number for player in about),
        "minutes": minutes,
        "by": None if opener is None or opener.player is None else opener.player.number,
    }
    state = CaseState.ASKED if asked else CaseState.OPEN
    if game is not None:
        # What came up after a ruling is another matter: that case is closed or before a committee.
        live = Case.objects.undecided().select_for_update().filter(game=game).first()
        if live is not None:
            return _joined(live, ground, proposal, state, by)
    case = Case.objects.create(
        tournament_id=tournament_id,
        number=next_number(tournament_id),
        game=game,
        round=round_,
        cause=str(cause),
        severity=SEVERITY[cause],
        grounds=[ground],
        proposal=None if proposal is None else proposal.as_json(),
        submission_id=submission_id,
        state=state,
        opened_by=opener,
    )
    case.parties.set(list(players) if game is None else [game.black_id, game.white_id])
    _tell(Verb.CASE_OPENED, case, ground, by)
    return case


def _joined(
    case: Case,
    ground: dict[str, Any],
    proposal: Decision | None,
    state: CaseState,
    by: Actor | None,
) -> Case:
    """Add a ground to a case; the gravest names it, and a referee's matter is not the players'."""

    def matter(one: Mapping[str, Any]) -> object:
        finding = one["finding"]
        if finding is not None:  # both players may send the record that shows it
            return one["cause"], finding["code"], finding.get("move")
        return {name: value for name, value in one.items() if name != "at"}

    if any(matter(one) == matter(ground) for one in case.grounds):
        return case
    changes: dict[str, Any] = {"grounds": [*case.grounds, ground]}
    severity = SEVERITY[Cause(ground["cause"])]
    if severity > case.severity:
        changes |= {"cause": ground["cause"], "severity": severity}
        if ground["submission"] is not None:
            changes["submission_id"] = ground["submission"]
        if proposal is not None:
            changes["proposal"] = proposal.as_json()
    elif severity == case.severity and case.proposal is None and proposal is not None:
        changes["proposal"] = proposal.as_json()  # a record shows now what was only said
    stays = case.state != CaseState.ASKED
    if Case.objects.move(case, CaseState(case.state) if stays else state, **changes):
        case.refresh_from_db()
        _tell(Verb.CASE_JOINED, case, ground, by)
    return case


def _tell(verb: Verb, case: Case, ground: Mapping[str, Any], by: Actor | None) -> None:
    finding = ground["finding"] or {}
    tell_case(
        verb,
        case,
        note=ground["note"],
        by=by,
        cause=ground["cause"],
        finding=finding.get("code", ""),
        move=finding.get("move"),
    )
