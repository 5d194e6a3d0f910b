"""Time in records: the time system they name, the clocks they show, and what follows from them.

SGF writes the main time as ``TM`` (seconds), overtime as free text in ``OT``, and after a move the
seconds that its player has left (``BL``, ``WL``) with what is left of the overtime (``OB``, ``OW``:
stones to play, or periods). A fallen clock decides nothing here: somebody has to claim it, a record
may show the time of another clock, and a player who thinks until their time is up makes no further
move, which no record shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice, pairwise
from typing import Final

from adjudication.rules.claims import ClaimReason, parse_claim
from adjudication.rules.colours import BLACK, WHITE, opponent
from adjudication.rules.findings import Code
from adjudication.rules.record import GameRecord, TimeLeft
from adjudication.rules.sentences import colour_text, sentence
from adjudication.rules.servers import likely_server
from adjudication.rules.written import plain_text
from language.messages import Message, Number, join_messages, ngettext_lazy
from language.messages import gettext_lazy as _


class Overtime(StrEnum):
    """What follows the main time, or goes with it."""

    NONE = "none"
    BYO_YOMI = "byo_yomi"
    """Periods of some seconds each; a period that is not used up starts afresh with every move."""
    CANADIAN = "canadian"
    """A number of moves within some seconds, again and again."""
    FISCHER = "fischer"
    """Some seconds added for every move."""
    UNKNOWN = "unknown"
    """There may be some or none; no record gives more away."""


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """The time limits of a player; ``main`` and ``seconds`` are in seconds, None where unknown.

    ``seconds`` are those of a period, or those added for a move; ``moves`` are to be played within
    a Canadian period, and ``periods`` is the number of periods (0: unknown, or unlimited).
    """

    main: float | None
    overtime: Overtime = Overtime.NONE
    seconds: float = 0
    moves: int = 0
    periods: int = 0

    def differs(self, other: TimeLimits) -> bool:
        """Return whether two time systems differ, as far as both are known."""

        def known(one: float | None, two: float | None) -> bool:
            return one is not None and two is not None and one != two

        if known(self.main, other.main):
            return True
        if Overtime.UNKNOWN in (self.overtime, other.overtime):
            return False
        if self.overtime is not other.overtime:
            return True
        periods = self.periods and other.periods and self.periods != other.periods
        return bool(periods) or (self.seconds, self.moves) != (other.seconds, other.moves)


_SECONDS: Final = re.compile(r"(\d{1,6}(?:\.\d{1,3})?) ?(?:s|sec|secs|seconds?)?", re.ASCII)
_MINUTES: Final = re.compile(r"(\d{1,4}) ?(?:m|min|mins|minutes?)", re.ASCII)
_HOURS: Final = re.compile(r"(\d{1,2}) ?(?:h|hours?)(?: ?(\d{1,2}) ?(?:m|min)?)?", re.ASCII)
_CLOCK: Final = re.compile(r"(?:(\d{1,2}):)?(\d{1,3}):(\d{2})", re.ASCII)
_A_UNIT: Final = r"(?P<unit>s|sec|secs|seconds?|m|min|mins|minutes?)"
_UNIT: Final = f"{_A_UNIT}?"
_TIMES: Final = r"(?:x|\*|\xd7|times|periods? of)"
_BYO_YOMI_BEFORE: Final = r"(?:(?:byo-?yomi|japanese):? ?)?"
_BYO_YOMI_AFTER: Final = r"(?: ?(?:byo-?yomi|japanese))?"
_OVERTIMES: Final = (
    # KGS, Fox and OGS: 5x30 byo-yomi; others: byo-yomi 5 x 30 s, 5 periods of 30 seconds
    (
        Overtime.BYO_YOMI,
        re.compile(
            rf"{_BYO_YOMI_BEFORE}(?P<periods>\d{{1,3}}) ?{_TIMES} ?"
            rf"(?P<seconds>\d{{1,4}}) ?{_UNIT}{_BYO_YOMI_AFTER}",
            re.ASCII,
        ),
    ),
    # 5x0:30
    (
        Overtime.BYO_YOMI,
        re.compile(
            rf"{_BYO_YOMI_BEFORE}(?P<periods>\d{{1,3}}) ?{_TIMES} ?"
            rf"(?P<clock>\d{{1,3}}:\d{{2}}){_BYO_YOMI_AFTER}",
            re.ASCII,
        ),
    ),
    # 30 s x 3: without the unit it would not be clear which number is which.
    (
        Overtime.BYO_YOMI,
        re.compile(
            rf"{_BYO_YOMI_BEFORE}(?P<seconds>\d{{1,4}}) ?{_A_UNIT} ?{_TIMES} ?"
            rf"(?P<periods>\d{{1,3}})(?: periods?)?{_BYO_YOMI_AFTER}",
            re.ASCII,
        ),
    ),
    (
        Overtime.BYO_YOMI,
        re.compile(rf"(?:byo-?yomi|japanese):? ?(?P<seconds>\d{{1,4}}) ?{_UNIT}", re.ASCII),
    ),
    # KGS and OGS: 25/300 Canadian
    (
        Overtime.CANADIAN,
        re.compile(
            r"(?P<moves>\d{1,3}) ?(?:moves?|stones?)? ?(?:/|in|per) ?"
            rf"(?P<seconds>\d{{1,5}}) ?{_UNIT}(?: ?canadian)?",
            re.ASCII,
        ),
    ),
    # OGS: 30 fischer; others: fischer 10, +10
    (
        Overtime.FISCHER,
        re.compile(rf"(?:fischer:? ?|\+ ?)(?P<seconds>\d{{1,4}}) ?{_UNIT}", re.ASCII),
    ),
    (
        Overtime.FISCHER,
        re.compile(rf"(?P<seconds>\d{{1,6}}) ?{_UNIT} ?(?:fischer|increment|per move)", re.ASCII),
    ),
)
_BOTH: Final = (
    # Some programs write everything into TM: 10:00(5x1:00) and 30:00+5:00/25
    (
        Overtime.BYO_YOMI,
        re.compile(r"(?P<main>[\d:]+) ?\((?P<periods>\d{1,3})x(?P<seconds>[\d:]+)\)", re.ASCII),
    ),
    (
        Overtime.CANADIAN,
        re.compile(r"(?P<main>[\d:]+) ?\+ ?(?P<seconds>[\d:]+)/(?P<moves>\d{1,3})", re.ASCII),
    ),
)
_NO_OVERTIME: Final = frozenset({"", "none", "no", "-", "absolute", "sudden death"})


def time_limits_of(record: GameRecord) -> TimeLimits | None:
    """Return the time system that a record names; None if it has none or cannot be read."""
    periods, seconds = (record.header.get(name, "") for name in ("TC", "TT"))
    # Fox: the number of periods (TC) and their seconds (TT)
    of_fox = f"{periods}x{seconds}" if periods.strip() and seconds.strip() else ""
    written = record.header.get("OT", "") or of_fox
    limits = parse_time_limits(record.header.get("TM", ""), written)
    if limits is None or limits.overtime is not Overtime.NONE or written.strip():
        return limits
    return replace(limits, overtime=Overtime.UNKNOWN) if _hides_overtime(record) else limits


def stated_limits(record: GameRecord) -> TimeLimits | None:
    """Return the time system that a record states; without OT it says nothing about overtime.

    Where clocks fell, :func:`time_limits_of` takes such a record to be of a game without overtime,
    unless something in it speaks for some.
    """
    limits = time_limits_of(record)
    if limits is None or limits.overtime is not Overtime.NONE or record.header.get("OT"):
        return limits
    return replace(limits, overtime=Overtime.UNKNOWN)


def _hides_overtime(record: GameRecord) -> bool:
    """Whether a record without OT may be of a game with overtime: its server or clocks say so."""
    server = likely_server(record)
    silent = server is not None and server.no_overtime
    return silent or any(left.left is not None for left in record.times)


def parse_time_limits(main_text: str, overtime_text: str) -> TimeLimits | None:
    """Return the time system in the texts of TM and OT; None if they name none."""
    written = plain_text(main_text).lower().rstrip(".")
    for overtime, pattern in _BOTH:
        both = pattern.fullmatch(written)
        if both:
            values = both.groupdict()
            period = _seconds(values["seconds"])
            return (
                None
                if not period
                else TimeLimits(
                    _seconds(values["main"]),
                    overtime,
                    period,
                    int(values.get("moves") or 0),
                    int(values.get("periods") or 0),
                )
            )
    main = _seconds(written)
    text = plain_text(overtime_text).lower().rstrip(".")
    if text in _NO_OVERTIME:
        return None if main is None else TimeLimits(main)
    for overtime, pattern in _OVERTIMES:
        found = pattern.fullmatch(text)
        if found:
            values = found.groupdict()
            unit = 60 if (values.get("unit") or "s").startswith("m") else 1
            clock = values.get("clock")
            seconds = float(values["seconds"]) * unit if clock is None else _seconds(clock)
            return TimeLimits(
                main,
                overtime,
                seconds or 0,
                int(values.get("moves") or 0),
                int(values.get("periods") or 0),
            )
    return None


def _seconds(text: str) -> float | None:
    """Return a time in seconds, read as SGF prescribes or as people write it."""
    if found := _SECONDS.fullmatch(text):
        return float(found[1])
    if found := _MINUTES.fullmatch(text):
        return 60.0 * int(found[1])
    if found := _HOURS.fullmatch(text):
        return 3600.0 * int(found[1]) + 60 * int(found[2] or 0)
    if found := _CLOCK.fullmatch(text):
        return 3600.0 * int(found[1] or 0) + 60 * int(found[2]) + int(found[3])
    return None


class ClockShows(StrEnum):
    """Whether a record shows that a clock fell."""

    FELL = "fell"
    CANNOT = "cannot_tell"


@dataclass(frozen=True, slots=True)
class ClockEvidence:
    """What the times in a record show: that a clock fell at a move, or why it cannot be told.

    ``texts`` are sentences, the most important first; ``move`` and ``colour`` are those of a fall,
    even if it was not the clock asked about.
    """

    shows: ClockShows
    texts: tuple[Message, ...]
    move: int | None = None
    colour: int | None = None


_NO_TIMES: Final = _("The record has no clock times.")
_AT_ZERO: Final = _(
    "After move %(move)d the clock of %(colour)s shows 0: the record does not show whether it "
    "fell then or the move was just in time."
)
_IN_TIME: Final = _("Every move of which the record has the time was played in time.")
_THINKING: Final = _(
    "It was %(colour)s’s turn at the end: no record shows whether their time was over then."
)
_PARTLY: Final = ngettext_lazy(
    "It has the time after %(count)d of %(moves)d moves.",
    "It has the times after %(count)d of %(moves)d moves.",
    "count",
)
_PLAYED_ON: Final = ngettext_lazy(
    "%(count)d move was played after that.", "%(count)d moves were played after that.", "count"
)
_OTHER_LIMITS: Final = _(
    "The record was played with another time (%(theirs)s) than the tournament’s (%(ours)s)."
)
_NOT_THEIRS: Final = _("No time in the record shows that the clock of %(colour)s fell.")
_NO_TIMES_OF: Final = _("The record has no times of the clock of %(colour)s.")
_LAST_SHOWN: Final = _(
    "The last time that the record has of the clock of %(colour)s is %(time)s, after move %(move)d."
)
_CLAIMED: Final = _("The record itself says that %(colour)s lost on time.")
_NAMES: Final = {
    Overtime.NONE: _("%(main)s, no overtime"),
    Overtime.BYO_YOMI: _("%(main)s, then byo-yomi of %(seconds)s"),
    Overtime.CANADIAN: _("%(main)s, then %(moves)s moves in %(seconds)s"),
    Overtime.FISCHER: _("%(main)s, and %(seconds)s more for every move"),
    Overtime.UNKNOWN: _("%(main)s, overtime not given"),
}
_UNKNOWN_MAIN: Final = _("main time not given")


def clock_evidence(
    record: GameRecord, agreed: TimeLimits | None = None, of: int | None = None
) -> ClockEvidence:
    """Return what the times of a record show; ``agreed`` are the tournament's time limits.

    A clock fell where it shows less than zero and no overtime is left; the first such move counts.
    It is evidence, not a forfeit. ``of`` is the colour whose clock is asked about: if the other
    clock fell, that is mentioned, but bears nothing out. If the times of a clock contradict each
    other, they show nothing.
    """
    told = time_limits_of(record)
    notes = list(_notes(record, told, agreed))
    if not record.times:
        return ClockEvidence(ClockShows.CANNOT, (_NO_TIMES, *_turn_told(record, of), *notes))
    limits = _better_known(told, agreed)
    fallen = first_falls(record, limits)
    fell = next((left for left in fallen if of in (None, left.colour)), None)
    # Whether what is left of an overtime is stones or periods, only the record can say.
    system = stated_limits(record)
    if all(left.left is None for left in record.times):
        system = _better_known(system, agreed)
    unlike = [
        found.text for found in contradicting_times(record, system) if of in (None, found.colour)
    ]
    if fell is not None:
        ordered = sorted(fallen, key=lambda left: left is not fell)
        texts = [text for left in ordered for text in _fall_told(record, left)]
        if unlike:
            return ClockEvidence(ClockShows.CANNOT, (*unlike, *texts, *notes))
        return ClockEvidence(ClockShows.FELL, (*texts, *notes), fell.move, fell.colour)
    last = [] if of is None else _last_told(record, of)
    if fallen and of is not None:
        other = fallen[0]
        not_theirs = _NOT_THEIRS % {"colour": colour_text(of)}
        texts = [*unlike, not_theirs, *_fall_told(record, other), *last]
        return ClockEvidence(ClockShows.CANNOT, (*texts, *notes), other.move, other.colour)
    zeros = (left for left in record.times if _at_the_end(left, limits))
    zero = next((left for left in zeros if of in (None, left.colour)), None)
    first = unlike or [_IN_TIME]
    if zero is not None and not unlike:
        first = [_AT_ZERO % {"move": zero.move, "colour": colour_text(zero.colour)}]
    texts = [*first, *_partly(record), *last]
    if record.colours and of in (None, opponent(record.colours[-1])):
        turn = colour_text(opponent(record.colours[-1]))
        texts.append(_THINKING % {"colour": turn})
    return ClockEvidence(ClockShows.CANNOT, (*texts, *notes))


def fall_text(fell: TimeLeft) -> Message:
    """Return that a clock fell, and with which move."""
    return sentence(
        Code.CLOCK_FELL,
        colour=colour_text(fell.colour),
        move=fell.move,
        time=duration_text(-fell.seconds),
    )


def _fall_told(record: GameRecord, fell: TimeLeft) -> list[Message]:
    text = fall_text(fell)
    after = len(record.points) - fell.move
    return [text, *([_PLAYED_ON % {"count": after}] if after else [])]


def _last_told(record: GameRecord, colour: int) -> list[Message]:
    """Return what a record last shows of a player's clock."""
    shown = clock_of_loser(record, colour)
    if shown is None:
        return [_NO_TIMES_OF % {"colour": colour_text(colour)}]
    left = _LAST_SHOWN % {
        "colour": colour_text(colour),
        "move": shown.left.move,
        "time": duration_text(shown.left.seconds),
    }
    return [left, *shown.notes]


def _turn_told(record: GameRecord, colour: int | None) -> list[Message]:
    """Return that it was the other player's turn at the end, if ``colour`` moved last."""
    if colour is None or not moved_last(record, colour):
        return []
    return [_OTHERS_TURN % {"colour": colour_text(opponent(colour))}]


def moved_last(record: GameRecord, colour: int) -> bool:
    """Whether the last move of a record is by ``colour``, so that the other clock ran after it."""
    return bool(record.colours) and record.colours[-1] == colour


def begins_above_limits(record: GameRecord) -> Message | None:
    """Return that a clock begins with more time than the record's own time system gives, if so.

    Some servers write the main time, some all that is left with the periods. Only the first move of
    each player is looked at: later the players or a referee may have added time.
    """
    limits = time_limits_of(record)
    if limits is None or limits.main is None or limits.overtime is Overtime.UNKNOWN:
        return None
    most = limits.main + limits.seconds * max(limits.periods, 1)
    for left in record.times:
        if left.move > _FIRST_MOVES:
            break
        if left.left is None and left.seconds > most:
            return _BEGINS_ABOVE % {
                "move": left.move,
                "colour": colour_text(left.colour),
                "time": duration_text(left.seconds),
                "limits": limits_text(limits),
            }
    return None


_FIRST_MOVES: Final = 2
_BEGINS_ABOVE: Final = _(
    "After move %(move)d the clock of %(colour)s shows %(time)s, more than the time that the same "
    "record says the players had (%(limits)s)."
)


def first_time_below_zero(record: GameRecord) -> TimeLeft | None:
    """Return the first time below zero in a record at which no clock fell.

    A period of overtime may have begun then, or nobody knows what was agreed.
    """
    if not record.times:
        return None
    limits = time_limits_of(record)
    return next(
        (left for left in record.times if left.seconds < 0 and not _is_over(left, limits)), None
    )


@dataclass(frozen=True, slots=True)
class ClockOfLoser:
    """What a record last shows of the clock of the player said to have lost on time.

    ``notes`` are further sentences. ``doubtful`` says that it does not look like a loss on time:
    the clock shows plenty of time, overtime had not begun, or it was the other player's turn. That
    refutes nothing: a player who stops playing uses up any amount of time, and no record shows it.
    Times that contradict each other show none of this.
    """

    left: TimeLeft
    notes: tuple[Message, ...]
    doubtful: bool


_LONG: Final = 60
"""With this many seconds left, a loss on time in a single move is doubtful."""
_BEFORE_OVERTIME: Final = _("Their overtime had not begun.")
_PERIODS: Final = ngettext_lazy(
    "It was their last period.", "They had %(count)d periods left, with this one.", "count"
)
_MOVES_LEFT: Final = ngettext_lazy(
    "They had %(count)d more move to play in that time.",
    "They had %(count)d more moves to play in that time.",
    "count",
)
_COMPLETE: Final = _("They had played all moves of that period: a new one of %(time)s began.")
_OTHERS_TURN: Final = _("By the moves it was %(colour)s’s turn at the end.")


def clock_of_loser(record: GameRecord, loser: int) -> ClockOfLoser | None:
    """Return what a record shows of the clock of ``loser``; None if it shows none of their time."""
    own = [left for left in record.times if left.colour == loser and left.seconds >= 0]
    if not own:
        return None
    last, limits = own[-1], time_limits_of(record)
    notes, left = [], last.seconds
    unlike = any(
        found.colour == loser for found in contradicting_times(record, stated_limits(record))
    )
    overtime = None if limits is None else limits.overtime
    main = (
        overtime in (Overtime.BYO_YOMI, Overtime.CANADIAN)
        and all(left.left is None for left in record.times if left.colour == loser)
        and last.seconds > 0
    )
    if unlike:
        main, left = False, 0
    elif main:
        notes.append(_BEFORE_OVERTIME)
    elif limits is not None and overtime is Overtime.BYO_YOMI and last.left:
        notes.append(_PERIODS % {"count": last.left})
        left += (last.left - 1) * limits.seconds
    elif overtime is Overtime.CANADIAN and last.left:
        notes.append(_MOVES_LEFT % {"count": last.left})
    elif overtime is Overtime.CANADIAN and limits is not None and _period_complete(own):
        notes.append(_COMPLETE % {"time": duration_text(limits.seconds)})
        left = max(left, limits.seconds)
    others_turn = _turn_told(record, loser)
    doubtful = main or bool(others_turn) or left >= _LONG
    return ClockOfLoser(last, (*notes, *others_turn), doubtful)


def _period_complete(own: Sequence[TimeLeft]) -> bool:
    """Whether a clock last shows that every move of a Canadian period was played in time.

    Some programs write 0 for the main time, so overtime must have been seen before. At zero seconds
    the last of these moves may have been too late.
    """
    last = own[-1]
    return last.left == 0 and last.seconds > 0 and any(shown.left for shown in own)


def clock_text(seconds: float) -> Message:
    """Return a time as a clock shows it: ``0:07``, ``12:30``, ``1:05:00``, and ``0:00.9``.

    Below ten seconds it has tenths, so that no time that is left is shown as none.
    """
    if _has_tenths(seconds):
        return join_messages(("0:0", _in_tenths(seconds)), "")
    whole = max(0, int(seconds))
    hours, minutes = divmod(whole // 60, 60)
    return Message(
        f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
    )


_TENTHS_BELOW: Final = 10


def _has_tenths(seconds: float) -> bool:
    return 0 < seconds < _TENTHS_BELOW and seconds % 1 > 0


def _in_tenths(seconds: float) -> Number:
    """Return a time above zero with its tenths, cut off after them; never zero."""
    return Number(f"{max(1, int(round(seconds, 3) * 10)) / 10:.1f}")


def _is_over(left: TimeLeft, limits: TimeLimits | None) -> bool:
    """Whether a clock shows that its player had run out of time."""
    if left.seconds >= 0:
        return False
    if limits is None or limits.overtime in (Overtime.NONE, Overtime.FISCHER):
        return limits is not None
    # In overtime the stones or periods left are given with the seconds.
    if limits.overtime is Overtime.CANADIAN:
        return left.left is not None
    return left.left is not None and left.left <= 1


def _at_the_end(left: TimeLeft, limits: TimeLimits | None) -> bool:
    if left.seconds != 0 or limits is None:
        return False
    if limits.overtime in (Overtime.NONE, Overtime.FISCHER):
        return True
    return limits.overtime is Overtime.BYO_YOMI and left.left == 0


def _partly(record: GameRecord) -> list[Message]:
    """Return how many moves the record has times for, unless it has them for all."""
    timed = {left.move for left in record.times}
    if len(timed) >= len(record.points):
        return []
    return [_PARTLY % {"count": len(timed), "moves": len(record.points)}]


def _notes(
    record: GameRecord, told: TimeLimits | None, agreed: TimeLimits | None
) -> Iterator[Message]:
    """Yield what else there is to know about a record's times."""
    claim = parse_claim(record.result_text or "")
    if claim is not None and claim.reason is ClaimReason.TIME and claim.winner.colour:
        yield _CLAIMED % {"colour": colour_text(opponent(claim.winner.colour))}
    stated = stated_limits(record)
    if stated is not None and agreed is not None and stated.differs(agreed):
        yield _OTHER_LIMITS % {"theirs": limits_text(stated), "ours": limits_text(agreed)}


def _better_known(told: TimeLimits | None, agreed: TimeLimits | None) -> TimeLimits | None:
    """Return a record's time limits; those agreed on if it leaves the overtime open."""
    if told is None or told.overtime is Overtime.UNKNOWN:
        return agreed or told
    return told


@dataclass(frozen=True, slots=True)
class ContradictingTimes:
    """The first move at which a clock shows more than is possible after what it showed before."""

    move: int
    earlier: int
    colour: int

    @property
    def text(self) -> Message:
        """Return it as a sentence that accuses nobody: somebody may have added time."""
        return sentence(
            Code.CLOCK_CONTRADICTS,
            move=self.move,
            earlier=self.earlier,
            colour=colour_text(self.colour),
        )


def contradicting_times(
    record: GameRecord, limits: TimeLimits | None
) -> tuple[ContradictingTimes, ...]:
    """Return where the times of a clock contradict each other, at most once for each clock.

    ``limits`` is the time system. An increment for every move, a period that begins afresh and a
    Canadian period that begins once all moves of the last are played are no contradiction. Nothing
    is said where the overtime is not known.
    """
    if limits is None or limits.overtime in (Overtime.FISCHER, Overtime.UNKNOWN):
        return ()
    found = []
    for colour in (BLACK, WHITE):
        own = [left for left in record.times if left.colour == colour]
        unlike = (
            ContradictingTimes(later.move, before.move, colour)
            for before, later in pairwise(own)
            if _cannot_follow(before, later, limits, record.colours)
        )
        found += list(islice(unlike, 1))
    return tuple(found)


def _cannot_follow(
    before: TimeLeft, later: TimeLeft, limits: TimeLimits, colours: Sequence[int]
) -> bool:
    """Whether a clock cannot show ``later`` after ``before``.

    A time without the overtime left may be that of a period or include it, so it may grow by one.
    """
    if later.left is None:
        return later.seconds > max(before.seconds, 0) + limits.seconds
    if before.left is None:
        return False
    if limits.overtime is Overtime.BYO_YOMI:
        return later.left > before.left
    # In a Canadian period every move takes one off, and only a new one begins with more time.
    played = before.left - later.left
    moves = colours[before.move : later.move].count(later.colour)
    if played >= 0:
        return 0 < moves == played and later.seconds > before.seconds
    # Some programs write 0 for the main time.
    return before.left > 0 and not _may_begin(before.left, later.left, limits.moves, moves)


def _may_begin(before: int, later: int, period: int, moves: int) -> bool:
    """Whether Canadian periods of ``period`` moves can have begun within some moves of a player.

    ``before`` moves were left to play at first, ``later`` at the end.
    """
    return moves >= before and (not period or (moves - before + later) % period == 0)


def first_falls(record: GameRecord, limits: TimeLimits | None) -> list[TimeLeft]:
    """Return the first time of each clock that shows that it fell, in the order of the moves."""
    found: dict[int, TimeLeft] = {}
    for left in record.times:
        if _is_over(left, limits):
            found.setdefault(left.colour, left)
    return list(found.values())


def limits_text(limits: TimeLimits) -> Message:
    """Return a time system in words, such as ``30 min, then byo-yomi of 5 × 30 s``."""
    main: Message | str = _UNKNOWN_MAIN if limits.main is None else duration_text(limits.main)
    seconds = duration_text(limits.seconds)
    if limits.periods:
        periods = f"{limits.periods}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"
        seconds = join_messages((periods, seconds), "")
    return _NAMES[limits.overtime] % {"main": main, "seconds": seconds, "moves": limits.moves}


def duration_text(seconds: float) -> Message | str:
    """Return a duration with its units, so that nobody takes it for a time of day.

    Such as ``1 h 30 min`` and ``30 s``, which are written so in all of the product's languages.
    Below ten seconds it has tenths, so that no time that is left is shown as none.
    """
    if _has_tenths(seconds):
        return join_messages((_in_tenths(seconds), "s"), "\N{NO-BREAK SPACE}")
    whole = max(0, int(seconds))
    parts = ((whole // 3600, "h"), (whole // 60 % 60, "min"), (whole % 60, "s"))
    told = [f"{number}\N{NO-BREAK SPACE}{unit}" for number, unit in parts if number]
    return " ".join(told) or "0\N{NO-BREAK SPACE}s"
