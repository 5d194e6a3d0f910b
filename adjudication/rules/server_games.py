"""A game played on a server against the pairing it was played for: does it count, or why not?

A record shows what its server wrote, and what it does not show is reported as such. Nothing here
accuses anybody, and a person with the right to do so can record everything all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from adjudication.rules.accounts import SeatName, seat_name
from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.broken_off import break_off_text
from adjudication.rules.claims import Claim, ClaimReason, is_no_claim
from adjudication.rules.clocks import (
    Overtime,
    TimeLimits,
    begins_above_limits,
    limits_text,
    stated_limits,
)
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.contradictions import (
    contradictions,
    margin_in_zi,
    own_claim,
    own_ruleset,
)
from adjudication.rules.findings import Code, Finding
from adjudication.rules.header import handicap_differs, komi_differs
from adjudication.rules.judgement import UNMATCHED
from adjudication.rules.komi import written_komi
from adjudication.rules.opening import handicap_shown
from adjudication.rules.pairing_check import PairedPlayer, seat_has_name_of, seat_is_player
from adjudication.rules.possible import why_impossible
from adjudication.rules.record import GameRecord
from adjudication.rules.remarks import NO_MOVES, casts_doubt
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.sentences import colour_text, points_text, sentence
from adjudication.rules.servers import GameLink, Server, likely_server, link_in
from adjudication.rules.verdicts import Verdict
from language.days import day_text
from language.messages import Message, Param
from language.messages import gettext_lazy as _


class GameRequirement(StrEnum):
    """What a game has to match."""

    PLAYERS = "players"
    COLOURS = "colours"
    RESULT = "result"
    SIZE = "board_size"
    HANDICAP = "handicap"
    KOMI = "komi"
    RULES = "rules"
    TIME = "time"
    DATE = "date"
    RECORD = "record"
    """That the record is complete, and that the moves and the komi allow its result."""


@dataclass(frozen=True, slots=True)
class EligibilityReason:
    """Why a game does not count, or what its record cannot show (``decided`` is False then).

    ``blocks`` says that nothing can be recorded from it: it has no result, or its result is not
    these players'.
    """

    demand: GameRequirement
    text: Message
    decided: bool = True
    blocks: bool = False


@dataclass(frozen=True, slots=True)
class ServerGame:
    """What a record says about where, when and between whom its game was played.

    ``days`` are the days that it gives in full; ``link`` is the game's number on its server.
    """

    record: GameRecord
    server: Server | None
    black: SeatName
    white: SeatName
    days: tuple[date, ...]
    claim: Claim | None
    link: GameLink | None


@dataclass(frozen=True, slots=True)
class Terms:
    """What the tournament demands of a game.

    ``limits`` is None if it sets no time; ``begins`` and ``ends`` are the first and last days on
    which the game may be played, None if any day will do.
    """

    size: int
    handicap: int
    komi: float
    ruleset: RuleSet
    limits: TimeLimits | None = None
    begins: date | None = None
    ends: date | None = None
    today: date | None = None
    """The day on which the record was there: its game was over by then."""


@dataclass(frozen=True, slots=True)
class Eligibility:
    """Whether a game counts: ``reasons`` against it, those settled by the record first."""

    reasons: tuple[EligibilityReason, ...]

    @property
    def counts(self) -> bool:
        """Whether nothing speaks against the game and its result can be recorded."""
        return not any(reason.decided or reason.blocks for reason in self.reasons)

    def with_reasons(self, more: Iterable[EligibilityReason]) -> Eligibility:
        """Return it with more reasons."""
        return Eligibility((*self.reasons, *more))

    @property
    def blocked(self) -> bool:
        """Whether nothing can be recorded from the game."""
        return any(reason.blocks for reason in self.reasons)


def read_server_game(record: GameRecord) -> ServerGame:
    """Return what a record says about a game on a server."""
    header = record.header
    return ServerGame(
        record=record,
        server=likely_server(record),
        black=seat_name(header.get("PB", ""), header.get("BR", "")),
        white=seat_name(header.get("PW", ""), header.get("WR", "")),
        days=days_in(record.date),
        claim=own_claim(record),
        link=link_in(record),
    )


def eligibility(
    game: ServerGame, black: PairedPlayer, white: PairedPlayer, terms: Terms
) -> Eligibility:
    """Return whether a game counts for a pairing, with every reason against it."""
    record = game.record
    found = [
        *_players(game, black, white),
        *_result(game),
        *_size(record, terms),
        *_handicap(record, terms),
        *_komi(game, terms),
        *_rules(record, terms),
        *_time(record, terms),
        *_date(game, terms),
    ]
    return Eligibility(tuple(sorted(found, key=lambda reason: not reason.decided)))


TERMS: Final = frozenset(
    {GameRequirement.KOMI, GameRequirement.RULES, GameRequirement.TIME, GameRequirement.DATE}
)
"""The demands on how and when a game is played, whoever plays it."""


def terms_findings(game: ServerGame, terms: Terms) -> tuple[Finding, ...]:
    """Return what a record shows against the terms of its game, then what it does not show.

    Board and handicap are left out: they have findings of their own
    (:func:`~adjudication.rules.pairing_check.check_pairing`).
    """
    record = game.record
    reasons = (
        *_komi(game, terms),
        *_rules(record, terms),
        *_time(record, terms),
        *_date(game, terms),
    )
    return tuple(
        _finding(reason, terms.ruleset)
        for reason in sorted(reasons, key=lambda reason: not reason.decided)
    )


def _finding(reason: EligibilityReason, ruleset: RuleSet) -> Finding:
    code = Code.TERMS_DIFFER if reason.decided else Code.TERMS_NOT_SHOWN
    text = sentence(code, reason=reason.text)
    return Finding(code, ruleset.key, text, detail={"demand": reason.demand.value})


# --- Whether the record is whole, and its result possible ---


_OF_THE_RECORD: Final = frozenset(
    {
        *(Code.TRUNCATED, Code.BAD_POINT, Code.SETUP_ILLEGAL, Code.SETUP_MID_GAME),
        *(Code.VALUE_UNREADABLE, Code.CONTRADICTORY, Code.HANDICAP_MISSING),
        *(Code.SCORE_MISMATCH, Code.NOT_SHOWN),
    }
)
"""Findings of a replay that leave a result open to doubt, whatever the verdict is."""
_MOST_DOUBTS: Final = 4


def record_doubts(
    game: ServerGame, terms: Terms, *, over_the_board: bool = False
) -> tuple[EligibilityReason, ...]:
    """Return what a replay finds in a record that casts doubt on its result. It decides nothing.

    It breaks off, has an impossible move, its moves count to another result, or no game on these
    terms ends so. Players who report with the record are told. Nothing is said about a record of
    another board size.
    """
    record, claim = game.record, game.claim
    if record.size != terms.size:
        return ()
    texts: list[Message] = [] if record.points else [NO_MOVES]
    if claim is not None and claim.reason is ClaimReason.SCORE:
        cannot_be = why_impossible(
            claim.winner,
            claim.margin,
            ruleset=terms.ruleset,
            size=terms.size,
            komi=terms.komi,
            handicap=terms.handicap,
        )
        texts += [cannot_be] if cannot_be is not None else []
    report = adjudicate(
        record,
        ruleset=terms.ruleset,
        claim=claim,
        komi=terms.komi,
        handicap=terms.handicap,
        over_the_board=over_the_board,
    )
    passes = game.server is None or not game.server.no_passes
    open_ = report.verdict is Verdict.UNDETERMINED and claim is not None and passes
    if claim is not None and not passes:
        broken = break_off_text(record, claim)
        texts += [broken] if broken is not None else []
    for finding in report.findings:
        told = finding.code in _OF_THE_RECORD or finding.code.is_illegal or finding.asks
        told = told or casts_doubt(finding, claim)
        unfinished = open_ and finding.code is Code.UNFINISHED
        if (told or unfinished) and not finding.moot and finding.code not in UNMATCHED:
            texts.append(finding.text)
    told_once = list(dict.fromkeys(texts))[:_MOST_DOUBTS]
    return tuple(
        EligibilityReason(GameRequirement.RECORD, text, decided=False) for text in told_once
    )


# --- Who played ---

_NOT_NAMED: Final = _("The record does not name %(colour)s.")
_OTHER_ACCOUNT: Final = _(
    "%(colour)s in the record is %(found)s. The pairing has %(player)s there, whose account on "
    "%(server)s is %(accounts)s."
)
_NO_ACCOUNT: Final = _(
    "%(colour)s in the record is %(found)s. Whether that is %(player)s cannot be told: no account "
    "of theirs on %(server)s is entered."
)
_NO_SERVER: Final = _(
    "%(colour)s in the record is %(found)s. Whether that is %(player)s cannot be told: the record "
    "does not say which server it is from."
)
_ON_ANY_SERVER: Final = _(
    "%(colour)s in the record is %(found)s, an account of %(player)s; but the record does not say "
    "which server it is from."
)


def _players(
    game: ServerGame, black: PairedPlayer, white: PairedPlayer
) -> Iterator[EligibilityReason]:
    server = game.server
    if _swapped(game, black, white):
        text = sentence(
            Code.COLOURS_SWAPPED, black=game.black.written[:80], white=game.white.written[:80]
        )
        yield EligibilityReason(GameRequirement.COLOURS, text, blocks=True)
        return
    for colour, seat, side in ((BLACK, game.black, black), (WHITE, game.white, white)):
        values: dict[str, Param] = {
            "colour": colour_text(colour),
            "found": seat.written[:80],
            "player": side.name,
        }
        if seat_is_player(seat, side, server):
            if server is None and not seat_has_name_of(seat, side):
                yield EligibilityReason(
                    GameRequirement.PLAYERS, _ON_ANY_SERVER % values, decided=False
                )
            continue
        if not seat.written:
            yield EligibilityReason(GameRequirement.PLAYERS, _NOT_NAMED % values, decided=False)
            continue
        own = [one.name for one in side.accounts if server is not None and one.server == server.key]
        if server is None:
            yield EligibilityReason(GameRequirement.PLAYERS, _NO_SERVER % values, decided=False)
            continue
        values |= {"server": server.name, "accounts": ", ".join(own)}
        if own:
            yield EligibilityReason(GameRequirement.PLAYERS, _OTHER_ACCOUNT % values, blocks=True)
        else:
            yield EligibilityReason(GameRequirement.PLAYERS, _NO_ACCOUNT % values, decided=False)


OTHER_COLOURS: Final = _("The pairing has the players with the other colours.")
NOT_REPORTABLE: Final = _("The record gives no result that a player could report.")


def _swapped(game: ServerGame, black: PairedPlayer, white: PairedPlayer) -> bool:
    """Whether one player sits in the other's seat, and nobody in their own."""
    crossed = (
        seat_is_player(game.black, white, game.server),
        seat_is_player(game.white, black, game.server),
    )
    straight = (
        seat_is_player(game.black, black, game.server),
        seat_is_player(game.white, white, game.server),
    )
    return any(crossed) and not any(straight)


# --- How it ended ---

_UNFINISHED: Final = re.compile(r"\b(?:adjourned|unfinished|suspended|not finished|annulled)\b")
_NO_RESULT: Final = _(
    "The record gives no result. Whether the game was finished, it does not show; only a finished "
    "game counts."
)
_NOT_FINISHED: Final = _(
    "The record says that the game was not finished (%(record)s); only a finished game counts."
)
_NO_HALVES: Final = _(
    "The record gives a margin that is no whole or half number of points (%(record)s)."
)
_IN_ZI: Final = _(
    "The record gives the margin in zi (%(record)s): %(margin)s points, since one zi is two."
)
_VOID: Final = _("The record says that the game has no result; one is needed.")


def _result(game: ServerGame) -> Iterator[EligibilityReason]:
    written = game.record.result_text or ""
    claim = game.claim
    if claim is not None and claim.reason is not ClaimReason.VOID:
        if (2 * (claim.margin or 0)) % 1:
            text = _NO_HALVES % {"record": written[:80]}
            yield EligibilityReason(GameRequirement.RESULT, text, decided=False, blocks=True)
        elif claim.margin is not None and margin_in_zi(game.record):
            text = _IN_ZI % {"record": written[:80], "margin": points_text(claim.margin)}
            yield EligibilityReason(GameRequirement.RESULT, text, decided=False)
        return
    if claim is not None:
        yield EligibilityReason(GameRequirement.RESULT, _VOID, blocks=True)
    elif _UNFINISHED.search(written.lower()):
        text = _NOT_FINISHED % {"record": written[:80]}
        yield EligibilityReason(GameRequirement.RESULT, text, blocks=True)
    elif is_no_claim(written):
        yield EligibilityReason(GameRequirement.RESULT, _NO_RESULT, decided=False, blocks=True)
    else:
        text = sentence(Code.RESULT_UNREADABLE, record=written[:80])
        yield EligibilityReason(GameRequirement.RESULT, text, decided=False, blocks=True)


# --- On what terms ---

_HANDICAP_UNSAID: Final = _(
    "The record does not give the handicap; the game has one of %(expected)s."
)
_KOMI_UNSAID: Final = _("The record does not give the komi; the game has %(expected)s.")
_KOMI_UNSURE: Final = _(
    "The record says komi 0, as records of %(server)s often do when the komi was another; the game "
    "has %(expected)s."
)
_RULES_UNSAID: Final = _("The record does not name its rules; the tournament plays: %(expected)s.")
_OTHER_RULES: Final = _(
    "The game was played under other rules (%(record)s) than the tournament’s: %(expected)s."
)
_TIME_UNSAID: Final = _(
    "The record does not give the time that the players had; the tournament demands %(expected)s."
)
_OVERTIME_UNSAID: Final = _(
    "The record does not give the overtime; the tournament demands %(expected)s."
)
_TIME_UNREADABLE: Final = _(
    "What the record gives as the time of the players cannot be read (%(record)s); the tournament "
    "demands %(expected)s."
)
_OTHER_TIME: Final = _(
    "The game was played with the time %(record)s; the tournament demands %(expected)s."
)


def _size(record: GameRecord, terms: Terms) -> Iterator[EligibilityReason]:
    if record.size != terms.size:
        text = sentence(Code.SIZE_DIFFERS, record=record.size, expected=terms.size)
        yield EligibilityReason(GameRequirement.SIZE, text)


def _handicap(record: GameRecord, terms: Terms) -> Iterator[EligibilityReason]:
    shown = handicap_shown(record, terms.ruleset, terms=terms.handicap)
    differs = handicap_differs(record, shown, terms.handicap, terms.ruleset.key)
    if differs is not None:
        yield EligibilityReason(
            GameRequirement.HANDICAP, differs.text, decided=not differs.uncertain
        )
    elif terms.handicap >= 2 and shown is None and record.handicap is None:
        text = _HANDICAP_UNSAID % {"expected": terms.handicap}
        yield EligibilityReason(GameRequirement.HANDICAP, text, decided=False)


def _komi(game: ServerGame, terms: Terms) -> Iterator[EligibilityReason]:
    record = game.record
    expected = points_text(terms.komi)
    written = written_komi(record.komi_text or "")
    if written is None or "KM" in contradictions(record):
        yield EligibilityReason(
            GameRequirement.KOMI, _KOMI_UNSAID % {"expected": expected}, decided=False
        )
        return
    for differs in komi_differs(record, terms.komi, terms.ruleset):
        if written == 0 and game.server is not None and game.server.zero_komi:
            text = _KOMI_UNSURE % {"server": game.server.name, "expected": expected}
            yield EligibilityReason(GameRequirement.KOMI, text, decided=False)
        else:
            yield EligibilityReason(GameRequirement.KOMI, differs.text)


def _rules(record: GameRecord, terms: Terms) -> Iterator[EligibilityReason]:
    named = own_ruleset(record)
    expected = terms.ruleset.title
    if named is None:
        yield EligibilityReason(
            GameRequirement.RULES, _RULES_UNSAID % {"expected": expected}, decided=False
        )
    elif named.text != terms.ruleset.text:
        text = _OTHER_RULES % {"record": (record.rules_text or "")[:40], "expected": expected}
        yield EligibilityReason(GameRequirement.RULES, text)


def _time(record: GameRecord, terms: Terms) -> Iterator[EligibilityReason]:
    above = begins_above_limits(record)
    if above is not None:
        yield EligibilityReason(GameRequirement.TIME, above, decided=False)
    if terms.limits is None:
        return
    played, expected = stated_limits(record), limits_text(terms.limits)
    written = [record.header.get(name, "").strip()[:40] for name in ("TM", "OT")]
    unread = any(written) if played is None else bool(written[0]) and played.main is None
    if unread:
        text = _TIME_UNREADABLE % {
            "record": " · ".join(filter(None, written)),
            "expected": expected,
        }
        yield EligibilityReason(GameRequirement.TIME, text, decided=False)
    elif played is None:
        yield EligibilityReason(
            GameRequirement.TIME, _TIME_UNSAID % {"expected": expected}, decided=False
        )
    if played is not None and played.differs(terms.limits):
        text = _OTHER_TIME % {"record": limits_text(played), "expected": expected}
        yield EligibilityReason(GameRequirement.TIME, text)
    elif played is not None and played.overtime is Overtime.UNKNOWN:
        yield EligibilityReason(
            GameRequirement.TIME, _OVERTIME_UNSAID % {"expected": expected}, decided=False
        )


# --- When ---

_A_DAY: Final = timedelta(days=1)
"""A server may write the day of another time zone."""
_DATE_UNSAID: Final = _(
    "The record does not give the day of the game, which has to be played from %(begins)s on."
)
_BEFORE: Final = _("The game was played on %(day)s, before its round began (%(begins)s).")
_AFTER: Final = _("The game was played on %(day)s, after the last day for it (%(ends)s).")
_DATE_UNREADABLE: Final = _(
    "The day of the game cannot be read in the record (%(record)s). The game has to be played from "
    "%(begins)s on."
)
_YEAR_ALONE: Final = _(
    "The record gives only the year of the game (%(record)s), not the day. The game has to be "
    "played from %(begins)s on."
)
_MONTH_ALONE: Final = _(
    "The record gives only the month of the game (%(record)s), not the day. The game has to be "
    "played from %(begins)s on."
)
_TO_COME: Final = _(
    "The record says that the game was played on %(day)s, which was still to come when the record "
    "was sent."
)
_ABOUT_THEN: Final = _(
    "The record says %(day)s, a day from the dates of the round (%(limit)s). Its server may be in "
    "another time zone, so the record does not decide this."
)


def _date(game: ServerGame, terms: Terms) -> Iterator[EligibilityReason]:
    if game.days and terms.today is not None and game.days[0] > terms.today + _A_DAY:
        yield EligibilityReason(GameRequirement.DATE, _TO_COME % {"day": day_text(game.days[0])})
        return
    if terms.begins is None:
        return
    begins = day_text(terms.begins)
    if not game.days:
        yield EligibilityReason(
            GameRequirement.DATE, _undated(game.record.date.strip(), begins), decided=False
        )
        return
    first, last = game.days[0], game.days[-1]
    if first < terms.begins:
        close = last >= terms.begins - _A_DAY
        yield _dated(_BEFORE % {"day": day_text(first), "begins": begins}, first, begins, close)
    elif terms.ends is not None and first > terms.ends:
        ends = day_text(terms.ends)
        close = first <= terms.ends + _A_DAY
        yield _dated(_AFTER % {"day": day_text(first), "ends": ends}, first, ends, close)


def _undated(written: str, begins: Message) -> Message:
    """Return that a DT gives no day, and what it gives instead."""
    if not written:
        return _DATE_UNSAID % {"begins": begins}
    known = {4: _YEAR_ALONE, 6: _MONTH_ALONE, 7: _MONTH_ALONE}
    text = known[len(written)] if _NO_DAY.fullmatch(written) else _DATE_UNREADABLE
    return text % {"record": written[:40], "begins": begins}


_NO_DAY: Final = re.compile(r"\d{4}(?:-\d{1,2})?", re.ASCII)


def _dated(text: Message, day: date, limit: Message, close: bool) -> EligibilityReason:
    if not close:
        return EligibilityReason(GameRequirement.DATE, text)
    about = _ABOUT_THEN % {"day": day_text(day), "limit": limit}
    return EligibilityReason(GameRequirement.DATE, about, decided=False)


_DAY: Final = re.compile(
    r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d)"
    r"|,\s*(?:(?P<next_month>\d{1,2})-)?(?P<next_day>\d{1,2})(?![-/.:\d])",
    re.ASCII,
)
_EASTERN_DAY: Final = re.compile(r"(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日", re.ASCII)
MOST_DAYS: Final = 20


def days_in(text: str) -> tuple[date, ...]:
    """Return the days that a DT gives in full, in order: ``2019-03-04,05`` are two.

    A year or a month alone is no day, and impossible dates are left out.
    """
    days: list[date] = []
    before: date | None = None
    written = _EASTERN_DAY.sub(r"\1-\2-\3", text)
    for found in list(_DAY.finditer(written))[:MOST_DAYS]:
        if found["year"]:
            parts = (int(found["year"]), int(found["month"]), int(found["day"]))
        elif before is not None:
            month = found["next_month"]
            parts = (before.year, int(month) if month else before.month, int(found["next_day"]))
        else:
            continue
        try:
            before = date(*parts)
        except ValueError:
            continue
        days.append(before)
    return tuple(sorted(days))
