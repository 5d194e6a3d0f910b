"""Cases, rulings and penalties in the words of players, in the language of the request."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from adjudication.cases.selectors.cases import Ground, LiveCase, QueueLine
from adjudication.cases.selectors.record_names import record_names
from adjudication.cases.selectors.rulings import (
    PenaltyLine,
    penalties_of,
    provisional_rulings,
    resumption_by_ruling,
)
from adjudication.models import (
    CaseState,
    Effect,
    InquiryKind,
    InquiryState,
    PenaltyKind,
    RemovedAs,
    RulingKind,
)
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision, PenaltyGiven
from adjudication.policy.questions import AnswersOutcome
from adjudication.rules.colours import BLACK
from adjudication.rules.resuming import next_to_move_after
from adjudication.verdicts.selectors.at_hand import record_sent
from adjudication.verdicts.services.claims import Result
from adjudication.verdicts.views import Badge, plain_sentence, provisional_badge
from tournament.common.causes import cause_title, clock_title
from tournament.games import words
from tournament.games.selectors import GameRow
from tournament.models import GameState, Reason, Role
from tournament.spoken import moment_text, translated

URGENT, SOON = 70, 50
"""The severities from which a case is urgent, and from which it should not wait long."""


def set_aside_as(why: str) -> str:
    """Return a note that the only record that showed something was set aside, and why."""
    said = RemovedAs(why).label if why in RemovedAs.values else ""
    return _("The record that showed this was set aside. %(why)s.") % {"why": said}


def refuted_claim() -> str:
    """Return a note on a claim that a complete record contradicts."""
    return _("One player says so. The record, replayed to its end, shows no repeated position.")


def whose_clock(ground: Ground, of: GameRow | QueueLine) -> str:
    """Return the colour of the player whose clock a ground is about; empty if nobody says."""
    if ground.cause is not Cause.TIME or len(ground.players) != 1:
        return ""
    return next(iter(colours_of(ground.players, of)), "")


def colours_of(numbers: Collection[int], of: GameRow | QueueLine) -> list[str]:
    """Return the colours, Black first, of the players of a game with these numbers."""
    seats = {"black": of.black, "white": of.white}
    return [
        colour
        for colour, player in seats.items()
        if player is not None and player.number in numbers
    ]


def clock_words(ground: Ground, line: QueueLine) -> str:
    """Return what is said to have happened with whose clock; empty if nothing is said of one.

    If a report of a loss on time was contested, the ground is by whoever contests it, not by
    whoever claims to have won on time.
    """
    colour = whose_clock(ground, line)
    player = {"black": line.black, "white": line.white}.get(colour)
    whose = "" if player is None else f"{player.name} ({words.colour(colour)})"
    if whose and ground.by is None and ground.submission_id is not None:
        return _("Contests that %(name)s ran out of time") % {"name": whose}
    return clock_title(ground.clock or "", whose) if whose or ground.clock else ""


def ground_words(ground: Ground, line: QueueLine) -> str:
    """Return what brought a case up, with anything said to have happened with a clock."""
    return " · ".join(filter(None, (cause_title(ground.cause), clock_words(ground, line))))


def said_by(ground: Ground, line: QueueLine) -> str:
    """Return the name of the player whose word a ground is; empty if it is nobody's."""
    return line.names.get(ground.by or 0, "")


def _claim(ground: Ground, line: QueueLine) -> str:
    """Return what a ground says besides its cause, with the player who says so; may be empty."""
    text = " · ".join(filter(None, (clock_words(ground, line), ground.note)))
    name = said_by(ground, line)
    return _("%(name)s says: %(text)s") % {"name": name, "text": text} if name and text else text


def severity_badge(severity: int) -> Badge:
    """Return how urgent a case is."""
    if severity >= URGENT:
        return Badge(_("urgent"), "bad")
    if severity >= SOON:
        return Badge(pgettext("how urgent", "soon"), "warn")
    return Badge(_("can wait"), "")


def case_badge(state: str, *, closed: bool = False) -> Badge:
    """Return the badge of a case's state; ``closed`` is its tournament."""
    if closed and state in CaseState.waiting():
        return Badge(_("not decided"), "warn")
    provisional = provisional_badge(state, closed=True) if closed else None
    return (
        provisional
        or {
            CaseState.ASKED: Badge(_("with the players"), "busy"),
            CaseState.OPEN: Badge(_("waits for a referee"), "warn"),
            CaseState.TAKEN: Badge(_("with a referee"), "busy"),
            CaseState.RULED: Badge(_("ruled, may be appealed"), "good"),
            CaseState.APPEALED: Badge(_("before the committee"), "warn"),
            CaseState.FINAL: Badge(pgettext("case", "ruling final"), "good"),
            CaseState.SETTLED: Badge(pgettext("case", "settled"), "good"),
        }[CaseState(state)]
    )


def left_open(state: str) -> str:
    """Return a sentence on what became of a case left unfinished when its tournament closed."""
    if state == CaseState.APPEALED:
        return _(
            "The tournament was closed before the committee decided: the ruling stands unless the"
            " director opens the tournament again."
        )
    if state == CaseState.RULED:
        return _("The referee has ruled, and the tournament is closed: the ruling stands.")
    return _(
        "The tournament was closed without a ruling: nothing happens unless the director opens it"
        " again."
    )


def ruling_ends(live: LiveCase | None) -> str:
    """Return a note that a confirmed result also makes a ruling final; empty if it does not."""
    if live is None or not live.overtaken:
        return ""
    return _(
        "The ruling on this game is final then, too: neither of you can appeal against it any more."
    )


def inquiry_title(kind: str) -> str:
    """Return what the players are asked."""
    return str(InquiryKind(kind).label)


def inquiry_state(state: str, kind: str) -> Badge:
    """Return how far a question to the players has got.

    Two players who say the same about each other’s dead stones do not agree.
    """
    if kind == InquiryKind.DEAD_STONES and state == InquiryState.AGREED:
        return Badge(_("both have answered"), "")
    return {
        InquiryState.WAITING: Badge(_("waiting for answers"), "busy"),
        InquiryState.AGREED: Badge(_("both said the same"), "good"),
        InquiryState.DIFFERENT: Badge(_("different answers"), "warn"),
        InquiryState.WITHDRAWN: Badge(_("no longer asked"), ""),
    }[InquiryState(state)]


def ruling_kind(kind: str) -> str:
    """Return which of its case's decisions a ruling is."""
    return str(RulingKind(kind).label)


def ruling_by(kind: str, by: str) -> str:
    """Return who made a ruling; empty if nobody gave a name.

    A committee decides together: it is not the person who counted the votes that ruled.
    """
    return _("the appeals committee") if kind == RulingKind.APPEAL else by


def outcome_line(outcome: str) -> str:
    """Return a sentence on what both players' answers come to."""
    return {
        AnswersOutcome.GO_ON: _("The game goes on from where it is."),
        AnswersOutcome.RESUME: _("Play is resumed from the position at the stop."),
        AnswersOutcome.NO_RESULT: _("The game ends without result."),
        AnswersOutcome.BOTH_LOSE: _("Both players lose."),
        AnswersOutcome.GAME_OVER: _("Play is over: the game is counted."),
        AnswersOutcome.ALL_STAND: _("Play is over and all stones that stand are counted."),
        AnswersOutcome.MEND: _("The record, or the game, is corrected as proposed."),
        AnswersOutcome.DROP_RECORD: _("The record is set aside."),
        AnswersOutcome.JUDGE_AGAIN: _("The record is checked again with what both players say."),
        AnswersOutcome.CONFIRM: _("The result is confirmed."),
        AnswersOutcome.TAKE_BACK: _("The illegal move is taken back and the game goes on."),
        AnswersOutcome.FORFEIT: _("The player of the illegal move loses."),
        AnswersOutcome.CASE: _("The articles leave the decision to the referee."),
    }[AnswersOutcome(outcome)]


def age(since: datetime, now: datetime) -> str:
    """Return how long something has waited, as ``12 min`` or ``3 h``."""
    passed = max(timedelta(), now - since)
    minutes = int(passed.total_seconds() // 60)
    if minutes < 1:
        return _("less than a minute")
    if minutes < 90:
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    hours = round(minutes / 60)
    if hours < 48:
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    days = round(hours / 24)
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


def seconds_word(seconds: int) -> str:
    """Return a time on the clock in minutes and seconds."""
    minutes, rest = divmod(seconds, 60)
    parts = []
    if minutes:
        parts.append(
            ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
        )
    if rest or not minutes:
        parts.append(ngettext("%(count)d second", "%(count)d seconds", rest) % {"count": rest})
    return " ".join(parts)


def penalty_line(penalty: PenaltyGiven, names: Mapping[int, str]) -> str:
    """Return a sentence on a penalty beside the result; ``names`` by player number."""
    values = {
        "name": names.get(penalty.player, f"#{penalty.player}"),
        "points": words.points_word(penalty.points_half or 0),
        "time": seconds_word(penalty.seconds or 0),
    }
    text = {
        PenaltyKind.WARNING: _("%(name)s is warned."),
        PenaltyKind.POINTS: _("%(name)s loses %(points)s in this game."),
        PenaltyKind.TIME: _("%(time)s are taken off the clock of %(name)s."),
        PenaltyKind.TIME_BACK: _("%(time)s are put back on the clock of %(name)s."),
    }[PenaltyKind(penalty.kind)] % values
    return f"{text} {penalty.note}" if penalty.note else text


def effect_line(
    decision: Decision,
    game: GameRow | None,
    *,
    of_game: bool = False,
    reader: int | None = None,
) -> str:
    """Return a sentence that says what a decision does to the game.

    ``of_game`` says that there is a game if ``game`` is not at hand; ``reader`` is the id of the
    player who reads it.
    """
    if decision.effect == Effect.RESULT and game is not None:
        result = Result(decision.winner, decision.reason, decision.margin_half)
        sentence = plain_sentence(game, result)
        if decision.reason == Reason.RULING:
            return _("Ruling: %(sentence)s") % {"sentence": sentence}
        return sentence
    if decision.effect == Effect.REPLAY:
        return _("The game is played again from the beginning.")
    if decision.effect == Effect.RESUME:
        if not decision.resume_move:
            return _("The game goes on from the start position.")
        text = _("The game goes on from the position after move %(number)d.")
        text %= {"number": decision.resume_move}
        about = _by_record(game, decision.resume_move, decision.resume_record, reader)
        return " ".join((text, *about))
    if game is None and not of_game:
        return _("No result changes.")
    return _("Nothing changes for the game.")


def _by_record(
    game: GameRow | None, move: int | None, digest: str, reader: int | None
) -> tuple[str, ...]:
    """Return who moves after a move of the record from which a game goes on, and its name.

    The record is named only if there are several: then a move number alone says little. Three
    queries; none for a game that goes on without a record.
    """
    if game is None or not digest or not move:
        return ()
    names = record_names(game, reader)
    name = names.among_several(digest)
    record = record_sent(game.id, digest)
    told = [] if record is None else [next_move_sentence(next_to_move_after(record, move))]
    if name:
        told.append(_("The moves are those of this record: %(name)s.") % {"name": name})
    return tuple(told)


def next_move_sentence(colour: int) -> str:
    """Return a sentence on which colour moves next."""
    return _("Black moves next.") if colour == BLACK else _("White moves next.")


def decision_lines(
    decision: Decision,
    game: GameRow | None,
    names: Mapping[int, str],
    *,
    reader: int | None = None,
) -> tuple[str, ...]:
    """Return a decision in sentences: the game first, then each player's penalties.

    ``reader`` is the id of the player who reads it.
    """
    effect = effect_line(decision, game, reader=reader)
    return (effect, *penalty_lines(decision.penalties, names))


def penalty_lines(penalties: Iterable[PenaltyGiven], names: Mapping[int, str]) -> tuple[str, ...]:
    """Return the penalties beside the result as sentences."""
    return tuple(penalty_line(penalty, names) for penalty in penalties)


@dataclass(frozen=True, slots=True)
class CaseLine:
    """A case ready to show. ``about`` says what was found, or else written down first.

    ``mine`` says whether the visitor works on it, ``takeable`` whether they could take it.
    """

    line: QueueLine
    title: str
    who: str
    where: str
    age: str
    state: Badge
    severity: Badge | None
    """None once it is decided, when nothing about it is urgent any more."""
    about: str
    held: str
    lapsed: bool
    until: datetime | None
    statements: str
    mine: bool
    takeable: bool
    more: int
    """How many other things brought it up."""


def case_line(line: QueueLine, person_id: int | None, *, closed: bool = False) -> CaseLine:
    """Return a case as its visitor sees it."""
    mine = line.taken_by is not None and line.taken_by.id == person_id
    free = line.state in (CaseState.OPEN, CaseState.ASKED) or line.lapsed
    return CaseLine(
        line=line,
        title=cause_title(line.cause),
        who=parties_text(line),
        where=words.round_and_board(line.round_number, line.table),
        age=age(line.opened_at, line.settled_at or timezone.now()),
        state=case_badge(line.state, closed=closed),
        severity=severity_badge(line.severity) if line.state in CaseState.waiting() else None,
        about=_about(line),
        held=left_open(line.state) if closed and not line.over else _held(line, mine=mine),
        lapsed=line.lapsed,
        until=line.lease_until or line.appeal_until,
        statements=ngettext("%(count)d statement", "%(count)d statements", line.statements)
        % {"count": line.statements}
        if line.statements
        else "",
        mine=mine,
        takeable=free and not mine and not line.over and not closed,
        more=len(line.causes) - 1,
    )


def staff_name(name: str, role: str) -> str:
    """Return the name of a member of the staff, or their role if they have no name."""
    if name:
        return name
    label = Role(role).label if role in Role.values else _("Operator")
    return _("%(role)s without a name") % {"role": label}


def parties_text(line: QueueLine) -> str:
    """Return whom a case is about; for a game, both players, Black first."""
    if line.black is not None and line.white is not None:
        return f"{line.black.name} – {line.white.name}"
    return ", ".join(player.name for player in line.parties)


def _about(line: QueueLine) -> str:
    """Return a sentence on what was found or written down, or an empty text."""
    if line.finding is not None and line.finding.message:
        shown = translated(line.finding.message)
        sender = line.names.get(line.record_by or 0)
        if sender is None:
            return shown
        return _("The record that %(name)s sent: %(shown)s") % {"name": sender, "shown": shown}
    clock = next((ground for ground in line.grounds if clock_words(ground, line)), None)
    noted = next((ground for ground in line.grounds if ground.note), None)
    told = (one for one in (clock, None if noted is clock else noted) if one is not None)
    return " · ".join(_claim(ground, line) for ground in told)


def _held(line: QueueLine, *, mine: bool) -> str:
    """Return who has a case and until when, or until when it may be appealed."""
    if line.state == CaseState.RULED and line.appeal_until is not None:
        return _("May be appealed until %(time)s.") % {"time": moment_text(line.appeal_until)}
    if line.taken_by is None or line.lease_until is None:
        return ""
    values = {
        "name": staff_name(line.taken_by.name, line.taken_by.role),
        "time": _short(line.lease_until),
    }
    if mine and line.lapsed:
        return _("You have it; since %(time)s others may take it over.") % values
    if mine:
        return _("You have it until %(time)s.") % values
    if line.lapsed:
        return _("%(name)s had it until %(time)s: anybody may take it over.") % values
    return _("%(name)s has it until %(time)s.") % values


def _short(when: datetime) -> str:
    """Return a moment as a time if it is today, otherwise with its day."""
    local = timezone.localtime(when)
    today = local.date() == timezone.localdate()
    return date_format(local, "TIME_FORMAT" if today else "SHORT_DATETIME_FORMAT")


@dataclass(frozen=True, slots=True)
class RuledLine:
    """A sentence beside a result; ``badge`` marks one that may still change."""

    text: str
    badge: Badge | None = None


def result_badge(game: GameRow, *, closed: bool) -> Badge | None:
    """Return a badge if the ruling that decides a game may still change; None otherwise."""
    if game.state not in (GameState.RULED, GameState.OPEN):
        return None
    return provisional_badge(provisional_rulings([game.id]).get(game.id, ""), closed=closed)


def beside_result(
    game: GameRow, *, concerned: bool, closed: bool, reader: int | None = None
) -> tuple[RuledLine, ...]:
    """Return sentences on what a ruling adds to a game's result. One query.

    For an open game, that is where it goes on from; for any other, its players' penalties.
    Everybody sees a penalty once it is final; before that, only those ``concerned`` do. ``closed``
    says whether the tournament is, ``reader`` is the id of the player who reads it.
    """
    if game.state == GameState.OPEN:
        return _going_on(game, reader)
    names = {player.number: player.name for player in (game.black, game.white)}
    return tuple(
        RuledLine(
            penalty_line(penalty.given, names),
            provisional_badge(penalty.state, closed=closed),
        )
        for penalty in penalties_of([game.id]).get(game.id, ())
        if concerned or penalty.final
    )


def _going_on(game: GameRow, reader: int | None) -> tuple[RuledLine, ...]:
    found = resumption_by_ruling(game.id)
    if found is None:
        return ()
    plays = reader is not None and reader in (game.black.id, game.white.id)
    if found.resume_move is None:
        return (
            RuledLine(_("The referee has ruled: this game is played again from the beginning.")),
        )
    text = _("The referee has ruled: this game goes on from the position after move %(move)s.")
    told = (
        text % {"move": found.resume_move},
        *([_("Report the result when it is over.")] if plays else []),
        *_by_record(game, found.resume_move, found.resume_record, reader),
    )
    return (RuledLine(" ".join(told)),)


def penalty_badges(lines: Iterable[PenaltyLine]) -> tuple[Badge, ...]:
    """Return the penalties in points beside a counted margin, as a list of results shows them.

    Everybody reads the list: a penalty is left out until it is final.
    """
    return tuple(
        Badge(
            _("penalty %(colour)s: %(points)s")
            % {
                "colour": words.colour(penalty.colour),
                "points": words.points_word(penalty.points_half),
            },
            "warn",
        )
        for penalty in lines
        if penalty.final and penalty.kind == PenaltyKind.POINTS and penalty.points_half
    )
