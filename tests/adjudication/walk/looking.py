"""The games of a walk as the database has them, in the model's words."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.utils import timezone

from adjudication.models import (
    Case,
    Confirmation,
    Inquiry,
    InquiryState,
    RecordReading,
    Statement,
    Submission,
)
from adjudication.triage.services.playing_on import resumption_of
from tests.adjudication.walk.games import Meant, Resumed
from tests.adjudication.walk.model import CaseSeen, Question, Report, View
from tournament.models import Game, RecordingError

Names = dict[tuple[int, str], str]
"""What the records of games are called in a walk, by game and digest."""
LETTERS = {1: "B", 2: "W"}
_COMPLAINTS = {"outside_help", "account_sharing", "conduct", "other"}


def meant(winner: str, reason: str, margin: int | None, black: int, white: int) -> Meant | None:
    """Return a result in columns as persons mean it; None for no result."""
    if not winner:
        return None
    return Meant({"black": black, "white": white}.get(winner, winner), reason, margin)


def look(keys: Iterable[int], names: Names) -> dict[int, View]:
    """Return games as they stand; ``names`` are those of records."""
    keys = list(keys)
    now = timezone.now()
    reports: dict[int, list[Submission]] = defaultdict(list)
    for one in (
        Submission.objects.filter(game__in=keys).select_related("record", "verdict").order_by("pk")
    ):
        reports[one.game_id].append(one)
    standing = set(Submission.objects.standing().filter(game__in=keys).values_list("pk", flat=True))
    asked: dict[int, list[Inquiry]] = defaultdict(list)
    for question in Inquiry.objects.filter(game__in=keys, state=InquiryState.WAITING):
        asked[question.game_id].append(question)
    cases: dict[int, list[Case]] = defaultdict(list)
    for case in Case.objects.filter(game__in=keys).order_by("pk"):
        cases[case.game_id or 0].append(case)
    errors: dict[int, list[RecordingError]] = defaultdict(list)
    for error in RecordingError.objects.filter(game__in=keys, state="proposed"):
        errors[error.game_id].append(error)
    brought: dict[int, set[str]] = defaultdict(set)
    said = Statement.objects.filter(case__game__in=keys, record__isnull=False)
    for game_id, digest in said.values_list("case__game", "record__sha256"):
        brought[game_id].add(names[game_id, digest])
    read = set(RecordReading.objects.filter(game__in=keys).values_list("game_id", flat=True))
    searching = set(
        Confirmation.objects.live().filter(case__game__in=keys).values_list("case", flat=True)
    )
    views = {}
    seated = ("round__tournament", "black", "white")
    games = Game.objects.filter(pk__in=keys).select_related(*seated)
    for game in games.order_by("pk"):
        seats = (game.black_id, game.white_id)
        views[game.pk] = View(
            id=game.pk,
            black=game.black_id,
            white=game.white_id,
            version=game.version,
            state=game.state,
            result=meant(game.winner, game.reason, game.margin_half, *seats),
            final=game.final,
            stays=game.stones_stay_since is not None,
            reading=game.pk in read,
            reports=tuple(_report(one, seats, standing, names) for one in reports.get(game.pk, [])),
            brought=frozenset(brought[game.pk]),
            questions=tuple(_question(one, seats) for one in asked.get(game.pk, [])),
            cases=tuple(_case(one, game, now, searching) for one in cases.get(game.pk, [])),
            proposals=tuple(_proposal(one, seats) for one in errors.get(game.pk, [])),
            going=_going(game),
        )
    return views


def _report(one: Submission, seats: tuple[int, int], standing: set[int], names: Names) -> Report:
    said = meant(one.claim_winner, one.claim_reason, one.claim_margin_half, *seats)
    assert said is not None
    return Report(
        id=one.pk,
        player=one.player_id,
        meant=said,
        dead=None if one.dead_stones is None else frozenset(one.dead_stones),
        record="" if one.record is None else names[one.game_id, one.record.sha256],
        state=one.state,
        stands=one.pk in standing,
        judged=hasattr(one, "verdict"),
        answered_by=one.answered_by_id,
        resumed=one.resumed,
        imported=one.imported_at is not None,
        removed=one.removed_at is not None,
    )


def _question(one: Inquiry, seats: tuple[int, int]) -> Question:
    answers = {
        colour: word
        for colour, word in (("black", one.black_answer), ("white", one.white_answer))
        if word
    }
    shown: dict[str, Any] = dict(one.data)
    return Question(one.pk, one.kind, answers, shown)


def _going(game: Game) -> Resumed | None:
    going = resumption_of(game)
    if going is None:
        return None
    return Resumed(LETTERS[going.first], going.none_dead, going.counted_at_once)


def _case(one: Case, game: Game, now: Any, searching: set[int]) -> CaseSeen:
    proposal = one.proposal or {}
    ids = {player.number: player.pk for player in (game.black, game.white)}
    return CaseSeen(
        id=one.pk,
        state=one.state,
        version=one.version,
        holder=one.taken_by_id,
        lapsed=one.lease_until is not None and one.lease_until <= now,
        causes=tuple(ground["cause"] for ground in one.grounds),
        raised=tuple((ids.get(ground["by"]), ground["cause"]) for ground in one.grounds),
        complaint=any(
            ground["by"] is not None and ground["cause"] in _COMPLAINTS for ground in one.grounds
        ),
        due=one.appeal_until is not None and one.appeal_until <= now,
        proposed=(proposal.get("winner", ""), proposal.get("reason", "")),
        searching=one.pk in searching,
    )


def _proposal(one: RecordingError, seats: tuple[int, int]) -> tuple[int, Meant, frozenset[int]]:
    said = meant(one.winner, one.reason, one.margin_half, *seats)
    assert said is not None
    agreed = zip(seats, (one.black_agreed_at, one.white_agreed_at), strict=True)
    return one.pk, said, frozenset(player for player, at in agreed if at is not None)
