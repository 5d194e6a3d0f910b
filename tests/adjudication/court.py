"""A tournament with all that a dispute leaves behind, for what keeps or shows it."""

import hashlib
import io
from datetime import timedelta
from functools import partial
from uuid import uuid4

from django.utils import timezone
from PIL import Image

from adjudication.cases.services.opening import open_case
from adjudication.models import (
    Appeal,
    AppealState,
    Case,
    CaseState,
    CommitteeMember,
    Inquiry,
    InquiryState,
    Motion,
    Penalty,
    Picture,
    RecordReading,
    Ruling,
    RulingKind,
    Statement,
    StatementVerdict,
    Verdict,
    Vote,
)
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.submissions.services.judging import statement_columns, verdict_columns
from tests.factories import GameRecordFileFactory, SubmissionFactory
from tests.factories.records import ILLEGAL_KO
from tournament.audit.services.persons import player_person
from tournament.common.pictures import StoredPicture, redraw_pictures
from tournament.models import Game, GameState, Person, Tournament

FINDING = {
    "code": "illegal.ko",
    "rules": "japanese",
    "move": 7,
    "color": "black",
    "point": "C3",
    "article": "Art. 6",
    "message": {"id": "Black retakes the ko at once."},
    "moot": False,
}


def photograph() -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (8, 6), "tan").save(stream, "JPEG")
    return stream.getvalue()


def drawn(*pictures: bytes) -> tuple[StoredPicture, ...]:
    """Return pictures as they are kept, sent by somebody who has sent none before."""
    return redraw_pictures([partial(bytes, one) for one in pictures], sender=uuid4().hex)


def somebody(tournament: Tournament, name: str, role: str = "referee") -> Person:
    return Person.objects.create(tournament=tournament, name=name, role=role)


def hold_court(game: Game) -> Case:
    """Let a game be disputed, judged twice and appealed; the appeal is before the committee."""
    tournament = game.round.tournament
    referee = somebody(tournament, "Rita")
    report = SubmissionFactory(
        game=game, player=game.white, claim_winner="black", record__data=ILLEGAL_KO
    )
    Verdict.objects.create(submission=report, **verdict_columns(report))
    now = timezone.now()
    assert Game.objects.move(game, GameState.DISPUTED, reported_at=now)
    game.refresh_from_db()
    case = open_case(
        cause=Cause.ILLEGAL_MOVE,
        game=game,
        submission_id=report.pk,
        finding=FINDING,
        proposal=Decision("result", "white", "forfeit", articles=("j1989:14",), reasons="Ko."),
        about=[game.black],
    )
    said = Statement.objects.create(
        case=case,
        person=player_person(tournament.pk, game.black_id),
        player=game.black,
        text="I had played elsewhere before.",
        record=GameRecordFileFactory(data=ILLEGAL_KO + b"\n"),
        idempotency_key="one",
    )
    StatementVerdict.objects.create(statement=said, **statement_columns(said))
    data = photograph()
    Picture.objects.create(
        statement=said, data=data, sha256=hashlib.sha256(data).hexdigest(), width=8, height=6
    )
    asked = Inquiry.objects.create(
        game=game,
        case=case,
        kind="no_result",
        data={"first": 3, "again": 9},
        state=InquiryState.DIFFERENT,
        black_answer="yes",
        white_answer="no",
        black_at=now,
        white_at=now,
        settled_at=now,
    )
    RecordReading.objects.create(
        game=game, line_sha256="0" * 64, unwritten_passes=[3], played_so=[7], inquiry=asked
    )
    first = Ruling.objects.create(
        case=case,
        number=1,
        kind=RulingKind.FIRST,
        effect="nothing",
        rules="japanese",
        cause=Cause.ILLEGAL_MOVE,
        finding="illegal.ko",
        articles=["j1989:6"],
        reasons="Too late to tell.",
        by=referee,
    )
    second = Ruling.objects.create(
        case=case,
        number=2,
        kind=RulingKind.REVISED,
        effect="result",
        winner="white",
        reason="forfeit",
        rules="japanese",
        cause=Cause.ILLEGAL_MOVE,
        finding="illegal.ko",
        articles=["j1989:6", "j1989:14"],
        reasons="Black took the ko back at once, and an illegal move loses the game.",
        by=referee,
        supersedes=first,
    )
    Penalty.objects.create(ruling=second, player=game.black, kind="warning", note="Shouted.")
    Penalty.objects.create(ruling=second, player=game.white, kind="time_back", seconds=120)
    appeal = Appeal.objects.create(
        case=case,
        ruling=second,
        by=player_person(tournament.pk, game.black_id),
        player=game.black,
        text="It was no ko.",
        state=AppealState.WAITING,
    )
    uphold = Motion.objects.create(appeal=appeal)
    for name in ("Ada", "Bo", "Cy"):
        member = CommitteeMember.objects.create(
            appeal=appeal, person=somebody(tournament, name, "director")
        )
        if name == "Ada":
            Vote.objects.create(member=member, motion=uphold)
    other = Decision("replay", articles=("j1989:12",), reasons="Play it again.")
    Motion.objects.create(appeal=appeal, by=member, decision=other.as_json())
    assert Game.objects.move(game, GameState.RULED, winner="white", reason="forfeit")
    Case.objects.filter(pk=case.pk).update(
        state=CaseState.APPEALED, appeal_until=now + timedelta(hours=1)
    )
    case.refresh_from_db()
    game.refresh_from_db()
    return case
