"""What a player's own page says about their cases: how far they have got, and no more.

Somebody may be looking over their shoulder, so only a case's own page says what it is about.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from adjudication.cases.selectors.cases import (
    OwnCaseLine,
    QueueLine,
    own_case_lines,
    says_out_of_time,
)
from adjudication.cases.selectors.complaints import Hearing, hearing_of, is_accused, is_confidential
from adjudication.cases.selectors.statements import StatementView, statements_of
from adjudication.models import CaseState
from adjudication.triage.views import appeal_line, may_agree_lost_on_time, state_line
from tournament.spoken import moment_text


@dataclass(frozen=True, slots=True)
class OwnStep:
    """How far a case has got for one of its players.

    ``step`` is reply, late, waits, ruled, appealed or over; late means that the player may agree to
    have lost on time, as their opponent says. ``left_open`` says that the tournament was closed
    before the case was. ``until`` is when the time to reply or to appeal is over. ``game_id`` is
    the game it is about, if any; ``asked`` says that it waits for the players' answers, or for the
    outcome when they play on.
    """

    id: int
    number: int
    step: str
    where: str
    line: str
    left_open: bool
    until: datetime | None
    game_id: int | None
    asked: bool


def own_steps(
    player_id: int, number: int, *, closed: bool, asked: Collection[int] = ()
) -> tuple[OwnStep, ...]:
    """Return the cases of a player with a number, the latest first; ``closed`` is the tournament.

    Cases that are only a question to both players are left out; ``asked`` are the ids of the games
    that the page already asks about. One query, another if somebody complains, and those about a
    game in which an opponent says that the player ran out of time.
    """
    lines = [
        line
        for line in own_case_lines(player_id)
        if line.state != CaseState.ASKED or line.game_id not in asked
    ]
    said = statements_of([line.id for line in lines if is_confidential(line) and not line.over])

    def step(line: OwnCaseLine) -> OwnStep:
        waits = asked_to_reply(line, said.get(line.id, ()), player_id, number)
        late = not closed and lost_on_time_asked(line, player_id, number)
        return _step(line, waits, closed=closed, late=late)

    return tuple(map(step, lines))


def asked_to_reply(
    line: QueueLine | OwnCaseLine, said: Iterable[StatementView], player_id: int, number: int | None
) -> Hearing | None:
    """Return how far a complaint has been answered, for an accused player who has not replied.

    None if nobody complains about them, they have replied, or it is ruled. ``said`` are the case's
    statements.
    """
    hearing = hearing_of(line, said)
    if hearing is None or line.state not in CaseState.waiting() or player_id in hearing.replied:
        return None
    return hearing if is_accused(line, number) else None


def lost_on_time_asked(line: QueueLine | OwnCaseLine, player_id: int, number: int) -> bool:
    """Whether a player with a number may agree in a case to have lost on time.

    The game is looked at only if somebody else says so.
    """
    if line.game_id is None or line.state not in (CaseState.ASKED, CaseState.OPEN):
        return False
    if not says_out_of_time(line.grounds, late=number):
        return False
    return may_agree_lost_on_time(line.game_id, player_id)


def reply_line(hearing: Hearing) -> str:
    """Return what a player reads about a complaint that they have not answered."""
    if hearing.reply_until is None:
        return _(
            "Nothing is ruled against you before you can read here what it is about, in the"
            " referee’s words, and reply."
        )
    if hearing.reply_until <= timezone.now():
        return _(
            "You can read what it is about, in the referee’s words. The time to reply was over at"
            " %(time)s: the referee may rule, and reads what you write until then."
        ) % {"time": moment_text(hearing.reply_until)}
    return _(
        "You can read what it is about, in the referee’s words. Please reply by %(time)s: after"
        " that the referee may rule."
    ) % {"time": moment_text(hearing.reply_until)}


def own_line(
    line: QueueLine | OwnCaseLine,
    *,
    closed: bool,
    appellant: str = "",
    mine: bool = False,
    withdrew: bool = False,
    again: bool = False,
    unconfirmed: bool = False,
    upheld: bool | None = None,
) -> str:
    """Return how far a case has got, for one of its players; ``closed`` is the tournament.

    ``appellant`` is the name of the player who appealed, and ``mine`` says that it is the reader.
    ``withdrew`` says that they withdrew an appeal against this ruling, ``again`` that the ruling
    replaced an earlier one, ``unconfirmed`` that the result that ended it is still to be confirmed,
    ``upheld`` what a committee decided about the ruling, if one did. If somebody complains, nobody
    else's name is given.
    """
    until = line.appeal_until
    if unconfirmed and not closed:
        return _("It has ended with a result that still waits to be confirmed.")
    if isinstance(line, OwnCaseLine) and line.taken_back:
        return line.settled_note
    if isinstance(line, OwnCaseLine) and line.state == CaseState.SETTLED:
        told = state_line(line.state, line, closed=closed)
        return f"{told} {line.settled_note}".rstrip()
    if line.state == CaseState.FINAL and upheld is not None:
        return f"{appeal_line(upheld=upheld)} {state_line(line.state, line, closed=closed)}"
    if closed or line.state not in (CaseState.RULED, CaseState.APPEALED):
        return state_line(line.state, line, closed=closed)
    if line.state == CaseState.APPEALED:
        if mine:
            return _("You have appealed. The appeals committee decides. Its ruling is final.")
        if appellant and not is_confidential(line):
            return _(
                "%(name)s has appealed. The appeals committee decides. Its ruling is final."
            ) % {"name": appellant}
        return state_line(line.state, line)
    if until is None or until <= timezone.now():
        return state_line(line.state, line)
    if withdrew:
        return _(
            "You have withdrawn your appeal. Unless somebody else appeals by %(time)s, the ruling"
            " is final."
        ) % {"time": moment_text(until)}
    if again:
        return _(
            "The referee has ruled again, and the earlier ruling no longer stands. You can appeal"
            " until %(time)s."
        ) % {"time": moment_text(until)}
    return state_line(line.state, line)


def _step(line: OwnCaseLine, waits: Hearing | None, *, closed: bool, late: bool) -> OwnStep:
    left_open = closed and not line.over
    if waits is not None and waits.written_at is not None and not left_open:
        step, told, until = "reply", reply_line(waits), waits.reply_until
    elif late:
        told = _("Your opponent says that you lost on time. If that is right, you can agree to it.")
        step, until = "late", None
    else:
        decided = {CaseState.RULED: "ruled", CaseState.APPEALED: "appealed"}
        step = "over" if line.over else decided.get(line.state, "waits")
        told = own_line(
            line,
            closed=closed,
            appellant=line.appellant,
            mine=line.appealed,
            withdrew=line.withdrew,
            again=line.ruled_again,
            unconfirmed=line.unconfirmed,
            upheld=line.upheld,
        )
        until = line.appeal_until if line.state == CaseState.RULED else None
    return OwnStep(
        id=line.id,
        number=line.number,
        step=step,
        where=_where(line),
        line=told,
        left_open=left_open,
        game_id=line.game_id,
        asked=line.state == CaseState.ASKED,
        until=until,
    )


def _where(line: OwnCaseLine) -> str:
    if line.game_id is None:
        if not line.over:
            return _("Case %(number)d is about you.") % {"number": line.number}
        return _("Case %(number)d, which is over") % {"number": line.number}
    values = {"case": line.number, "number": line.round_number, "board": line.table}
    return _("Case %(case)d: round %(number)s, board %(board)s") % values
