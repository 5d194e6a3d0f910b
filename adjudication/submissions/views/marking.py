"""The board for marking dead stones and seki, with the count; and a sent report on that board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudication.board.legend import Meaning, sign_for
from adjudication.board.page import is_small
from adjudication.board.svg import Drawing, Sign, draw
from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.alarms import AlarmCode
from adjudication.rules.chains import chains_of
from adjudication.rules.claims import ClaimWinner, parse_claim
from adjudication.rules.colours import BLACK
from adjudication.rules.findings import Code, Finding
from adjudication.rules.marks import NamedStones, marks_of, whole_chains
from adjudication.rules.points import parse_any_point, parse_point, point_name
from adjudication.rules.record import GameRecord
from adjudication.rules.replay import Replay
from adjudication.rules.rulesets import Scoring
from adjudication.rules.scoring.count import Count
from adjudication.rules.scoring.regions import chain_at
from adjudication.rules.sentences import points_text
from adjudication.rules.verdicts import Report
from adjudication.submissions.forms import TAP_SEKI
from adjudication.submissions.services.drafts import SENT
from adjudication.submissions.views.chains import first_stones, named_chains, none_dead_text
from adjudication.submissions.views.evidence import SumLine, sum_lines
from adjudication.submissions.views.false_eyes import false_eyes, marked_otherwise
from adjudication.submissions.views.proposing import (
    AgainText,
    ProposalText,
    again_text,
    carried_by,
    proposal_text,
    surely_dead,
    unsure_unmarked,
)
from adjudication.submissions.views.report_form import (
    FilledReport,
    chains_named,
    report_from_sent,
    result_fields,
    set_result,
    wants_marks,
    write_marks,
)
from adjudication.triage.services.readings import reading_of_record
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.selectors.submissions import SubmissionView, record_bytes
from adjudication.verdicts.selectors.verdicts import details_of
from adjudication.verdicts.services.claims import Result, result_columns
from language.messages import Message, gettext_lazy
from tournament.errors import UserError
from tournament.games import words
from tournament.games.selectors import GameRow
from tournament.models import Reason, Winner
from tournament.spoken import translated
from tournament.tournaments.selectors.public import TournamentTerms


@dataclass(frozen=True, slots=True)
class Marking:
    """The board for marking stones, and its count.

    ``stay`` says that nothing is marked, since no stone is removed any more. ``data`` has the
    groups for the browser's module. ``result`` is what is counted, None if it cannot be reported;
    ``counted`` is the same as in tables, ``sentence`` in words; ``offer`` is a counted result that
    differs from the reported one and could be reported instead. ``by_record`` says that the marks
    are the record's and have not been touched. ``doubtful`` says that something is wrong with the
    record's moves, so its count is not suggested to anybody. ``territory`` says that stones can be
    marked as in seki; ``in_seki`` is the content of that field. ``seki`` asks whether stones are in
    seki, if the count depends on it; ``offer_seki`` is the result if they are, offered as ``offer``
    is. ``unsure`` names the groups that a proposal is not sure of and that have not been marked
    since: the count depends on them, so it is not suggested to anybody. ``hints`` are marks that
    can hardly be right, and points of the count that are in question. ``proposal`` says what was
    proposed, if a proposal was asked for; ``again`` what both had marked, if the stones are marked
    again; ``carries`` is the form's field for either. ``reported`` is the form's result in words.
    """

    svg: SafeString
    small: bool
    stay: bool
    data: dict[str, Any]
    dead: str
    territory: bool
    in_seki: str
    said: bool
    any_dead: bool
    by_record: bool
    doubtful: bool
    sums: tuple[SumLine, ...]
    sentence: str
    result: Result | None
    counted: str
    offer: str
    seki: str
    offer_seki: str
    unsure: str
    hints: tuple[str, ...]
    proposal: ProposalText | None
    again: AgainText | None
    carries: str
    reported: str

    @property
    def result_follows(self) -> bool:
        """Whether stones are marked again and their count has yet to become the result."""
        return self.again is not None and bool(self.unsure or self.offer or self.offer_seki)


def marking_of(
    report: FilledReport, game: GameRow, terms: TournamentTerms, *, sent: bool = False
) -> Marking | None:
    """Return the board for marking dead stones, or None if a report needs none.

    Once no stone of the game is removed any more, it only shows the count. A ``sent`` report that
    says nothing about dead stones is counted like its verdict: by the territory marked in the
    record, not by the dead stones that this territory implies.
    """
    record, replay = report.record, report.replay
    if record is None or replay is None or not wants_marks(report, terms, stay=game.stones_stay):
        return None
    stay = game.stones_stay
    said = stay or report.dead_stones is not None or record.marked
    dead = _dead(report, record, replay, stay=stay)
    shared = _in_seki(report, replay, terms, stay=stay)
    as_marked = sent and not stay and report.dead_stones is None and record.marked
    judged = _judged(record, None if as_marked else dead, shared, game, terms)
    counted = _counted(judged)
    doubtful = _is_doubtful(judged)
    result = _result(counted)
    seki = _perhaps_seki(judged) if said else None
    carried = carried_by(report)
    unsure = carried.unsure if carried is not None else frozenset()
    unmarked = unsure_unmarked(report)
    led = said and not doubtful and not unmarked
    firsts = first_stones(replay.position, replay.size, dead) or none_dead_text()
    return Marking(
        # Only numbers and one escaped label: see board/svg.py.
        svg=SafeString(_drawing(replay, dead, shared, unsure, counted if said else None)),
        small=is_small(replay.size),
        stay=stay,
        data=_data(replay, dead, shared, unsure),
        dead=report.dead.strip() or (firsts if record.marked else ""),
        territory=_counts_territory(terms),
        in_seki=first_stones(replay.position, replay.size, shared),
        said=said,
        any_dead=bool(dead),
        by_record=bool(dead) and report.dead_stones is None,
        doubtful=doubtful,
        sums=sum_lines(sums_of(counted)) if said else (),
        sentence=count_sentence(counted) if said else "",
        result=result if said else None,
        counted=words.core_result(counted.result) if said else "",
        offer=_offer(report, result) if led else "",
        seki="" if seki is None else translated(seki.text),
        offer_seki=_offer(report, _result_in_seki(seki)) if led and seki is not None else "",
        unsure=", ".join(named_chains(replay, unmarked)),
        hints=_hints(report, judged, game, terms, None if as_marked else dead, shared)
        if said
        else (),
        proposal=proposal_text(carried, replay, terms.ruleset, unmarked=unmarked, doubtful=doubtful)
        if carried and not carried.again
        else None,
        again=again_text(carried, replay, unmarked) if carried and carried.again else None,
        carries=report.proposal if carried or surely_dead(report) is not None else "",
        reported=words.short_result(report.winner, report.reason, report.margin_half),
    )


def toggle(report: FilledReport, terms: TournamentTerms, point_text: str) -> None:
    """Give the chain on a point the mark that taps set in the form, or take that mark away again.

    A tap marks as in seki only where territory is counted, otherwise as dead. It replaces the other
    mark.
    """
    record, replay = report.record, report.replay
    if record is None or replay is None:
        return
    try:
        point = parse_any_point(point_text, replay.size)
    except ValueError:
        return
    dead = _dead(report, record, replay, stay=False)
    shared = _in_seki(report, replay, terms, stay=False)
    chain = frozenset(chain_at(replay.position, replay.size, point))
    if not chain:
        return
    as_seki = report.tap == TAP_SEKI and _counts_territory(terms)
    marked = chain <= (shared if as_seki else dead)
    dead, shared = dead - chain, shared - chain
    if not marked and as_seki:
        shared |= chain
    elif not marked:
        dead |= chain
    write_marks(report, dead, shared)


def take_counted(
    report: FilledReport, game: GameRow, terms: TournamentTerms, *, in_seki: bool = False
) -> None:
    """Put the counted result into the form as the reported one, if it can be reported.

    ``in_seki`` first marks the stones that may be in seki, and takes the count with those marks.
    """
    if report.record is None or report.replay is None:
        return
    dead = _dead(report, report.record, report.replay, stay=game.stones_stay)
    shared = _in_seki(report, report.replay, terms, stay=game.stones_stay)
    judged = _judged(report.record, dead, shared, game, terms)
    seki = _perhaps_seki(judged) if in_seki else None
    if seki is not None:
        replay, stones = report.replay, seki.detail["stones"]
        assert isinstance(stones, list)
        shared |= chains_named(stones, replay.position, replay.size)
        write_marks(report, dead, shared)
        judged = _judged(report.record, dead, shared, game, terms)
    result = _result(_counted(judged))
    if result is not None:
        set_result(report, result)


def _dead(
    report: FilledReport, record: GameRecord, replay: Replay, *, stay: bool
) -> frozenset[int]:
    """Return the dead stones according to the form or the record; none if stones ``stay``."""
    if stay:
        return frozenset()
    said = marks_of(record, replay, report.named.as_points(replay.size)).dead or frozenset()
    return whole_chains(replay.position, replay.size, said)[0]


def _in_seki(
    report: FilledReport, replay: Replay, terms: TournamentTerms, *, stay: bool
) -> frozenset[int]:
    """Return the stones in seki according to the form, where that matters."""
    if stay or not _counts_territory(terms):
        return frozenset()
    return chains_named(report.seki_stones or (), replay.position, replay.size)


def _counts_territory(terms: TournamentTerms) -> bool:
    return terms.ruleset.scoring.value is Scoring.TERRITORY


def _judged(
    record: GameRecord,
    dead: frozenset[int] | None,
    seki: frozenset[int],
    game: GameRow,
    terms: TournamentTerms,
) -> Report:
    """Return the judgement of a record with these stones dead and in seki, and its count.

    Without dead stones it is counted as it is marked.
    """
    reading = reading_of_record(game.id, record)
    return adjudicate(
        record,
        ruleset=terms.ruleset,
        claim=None,
        dead=dead,
        seki=seki,
        komi=game.komi_half / 2,
        handicap=game.handicap,
        unwritten_passes=reading.unwritten_passes,
        played_so=reading.played_so,
    )


def _counted(judged: Report) -> Count:
    assert judged.computed is not None, "dead stones are given"
    return judged.computed


def _is_doubtful(judged: Report) -> bool:
    """Whether a record has moves that cannot be right, or that have to be explained first."""
    return any(found.asks or found.code.is_illegal for found in judged.findings)


def _hints(
    report: FilledReport,
    judged: Report,
    game: GameRow,
    terms: TournamentTerms,
    dead: frozenset[int] | None,
    seki: frozenset[int],
) -> tuple[str, ...]:
    """Return what is odd about the dead stones, and which points of the count are in question.

    The points are included only if the reported result depends on them; a proposal gives them
    itself.
    """
    record, replay = report.record, report.replay
    assert record is not None
    assert replay is not None
    sure = surely_dead(report)
    odd = [
        translated(found.text)
        for found in judged.findings
        if found.code in _ODD and (sure is None or found.detail.get("alarm") not in _OF_LIVING)
    ]
    if sure:
        text = _("Random games played on from here take these for dead: %(groups)s. Do they live?")
        odd.append(text % {"groups": ", ".join(named_chains(replay, sure))})
    carried = carried_by(report)
    proposed = carried is not None and not carried.again
    if game.stones_stay or _is_doubtful(judged) or proposed:
        return tuple(odd)
    if report.dead_stones is None and dead is not None:
        marked = marked_otherwise(replay, record, game, terms.ruleset, dead=dead)
        odd += [marked] if marked else []
    eyes = false_eyes(replay, record, game, terms.ruleset, dead=dead, seki=seki)
    if eyes is not None and eyes.concerns(report.result):
        odd.append(eyes.text)
    return tuple(odd)


_ODD: Final = (Code.MARKS_SUSPICIOUS, Code.MARKS_DIFFER)
_OF_LIVING: Final = (AlarmCode.LIVE_IN_ATARI, AlarmCode.LIVE_WITHOUT_EYES)
"""Alarms about stones that nobody calls dead; random games are a better guide to these."""


def _perhaps_seki(judged: Report) -> Finding | None:
    """Return the finding that the count depends on whether stones are in seki, if it does."""
    return next((found for found in judged.findings if found.code is Code.SEKI_POSSIBLE), None)


def _result_in_seki(found: Finding) -> Result | None:
    """Return the result if those stones are in seki, if it can be reported."""
    claim = parse_claim(str(found.detail["seki"]))
    try:
        return None if claim is None else result_columns(claim)
    except UserError:
        return None


def _drawing(
    replay: Replay,
    dead: frozenset[int],
    seki: frozenset[int],
    unsure: frozenset[int],
    counted: Count | None,
) -> str:
    territory: dict[int, int] = {}
    if counted is not None:
        territory.update(dict.fromkeys(counted.black_territory, BLACK))
        territory.update(dict.fromkeys(counted.white_territory, 3 - BLACK))
    return draw(
        Drawing(
            size=replay.size,
            position=replay.position,
            label=_("The final position, with dead stones and territory marked."),
            dead=dead,
            territory=territory,
            signs=dict.fromkeys(unsure, Sign.DOUBT) | dict.fromkeys(seki, sign_for(Meaning.SEKI)),
        )
    )


def _data(
    replay: Replay, dead: frozenset[int], seki: frozenset[int], unsure: frozenset[int]
) -> dict[str, Any]:
    """Return the groups for the browser to announce: colour, index of the state, points."""
    return {
        "size": replay.size,
        "names": [point_name(point, replay.size) for point in range(replay.size**2)],
        "groups": [
            [
                chain.colour,
                1 if min(chain.points) in dead else 2 if min(chain.points) in seki else 0,
                sorted(chain.points),
            ]
            for chain in chains_of(replay.position, replay.size)
        ],
        "unsure": sorted(unsure),
        "words": {
            "colours": ["", _("black"), _("white")],
            "one": ngettext("%(count)s stone", "%(count)s stones", 1) % {"count": 1},
            "many": ngettext("%(count)s stone", "%(count)s stones", 2) % {"count": "{count}"},
            "states": [_("alive"), _("dead"), _("in seki")],
            "unsure": _("look at it"),
            "empty": _("empty"),
        },
    }


def sums_of(counted: Count) -> dict[str, Any]:
    """Return a count in the form that :func:`sum_lines` reads."""
    return {
        "black": counted.black.total,
        "white": counted.white.total,
        **{
            f"{name}_sum": {
                term: getattr(side, term)
                for term in ("stones", "territory", "prisoners", "komi", "compensation")
            }
            for name, side in (("black", counted.black), ("white", counted.white))
        },
    }


_COUNTED: Final = {
    (Winner.BLACK, True): gettext_lazy(
        "Counted: Black %(black)s, White %(white)s. The scores are equal: Black wins."
    ),
    (Winner.WHITE, True): gettext_lazy(
        "Counted: Black %(black)s, White %(white)s. The scores are equal: White wins."
    ),
    (Winner.BLACK, False): gettext_lazy("Counted: Black %(black)s, White %(white)s. Black wins."),
    (Winner.WHITE, False): gettext_lazy("Counted: Black %(black)s, White %(white)s. White wins."),
    (Winner.DRAW, False): gettext_lazy("Counted: Black %(black)s, White %(white)s. A draw (jigo)."),
}
"""Both totals and who wins, by the winner and whether they win on equal totals."""
_WINNERS: Final = {
    ClaimWinner.BLACK: Winner.BLACK,
    ClaimWinner.WHITE: Winner.WHITE,
    ClaimWinner.DRAW: Winner.DRAW,
}


def count_sentence(counted: Count) -> str:
    """Return a sentence with both totals and who wins."""
    return translated(count_text(counted))


def count_text(counted: Count) -> Message:
    """Return a message with both totals and who wins."""
    totals = {
        "black": points_text(counted.black.total),
        "white": points_text(counted.white.total),
    }
    return _COUNTED[winner_of(counted), counted.tied] % totals


def winner_of(counted: Count) -> Winner:
    """Return who wins by a count; a draw if nobody does."""
    return _WINNERS[counted.claim.winner]


def _result(counted: Count) -> Result | None:
    """Return the counted result, if it can be reported."""
    try:
        return result_columns(counted.claim)
    except UserError:
        return None


def _offer(report: FilledReport, result: Result | None) -> str:
    """Return the counted result if it can be reported and differs from the reported one."""
    if report.errors or result is None or result == report.result:
        return ""
    return words.short_result(result.winner, result.reason, result.margin_half)


# --- A sent report, as the form that it was sent with: for marking its board differently ---


def reread(page: GamePage, sent: SubmissionView, *, marks: str = "") -> FilledReport:
    """Return a report with its record as a form; ``marks`` goes into the field of that name."""
    data = record_bytes(sent.id)
    assert data is not None, "a report with a record"
    assert sent.record is not None
    named = details_of([sent.id])[sent.id].named_stones
    return report_from_sent(
        data,
        size=page.terms.board_size,
        **result_fields(Result(sent.winner, sent.reason, sent.margin_half)),
        dead="" if named.dead is None else " ".join(named.dead) or "none",
        seki=" ".join(named.seki or ()),
        filename=sent.record.filename,
        carried=f"{SENT}{sent.id}",
        marks=marks,
    )


def marks_on_board(page: GamePage, sent: SubmissionView) -> NamedStones:
    """Return the stones that a report names, without those beyond the game's board."""
    named, size = details_of([sent.id])[sent.id].named_stones, page.terms.board_size

    def on_board(names: list[str] | None) -> list[str] | None:
        return None if names is None else [name for name in names if _is_point(name, size)]

    return NamedStones(on_board(named.dead), on_board(named.seki))


def _is_point(name: str, size: int) -> bool:
    try:
        parse_point(name, size)
    except ValueError:
        return False
    return True


def with_record_of(page: GamePage, sent: SubmissionView) -> FilledReport:
    """Return the record of a report as a form, without the report's claim."""
    data = record_bytes(sent.id)
    assert data is not None, "a report with a record"
    assert sent.record is not None
    carried = f"{SENT}{sent.id}"
    size, filename = page.terms.board_size, sent.record.filename
    return report_from_sent(data, size=size, filename=filename, carried=carried)


def marks_sent(page: GamePage, sent: SubmissionView) -> Marking | None:
    """Return the board of a report with the dead stones that it names; None if it names none.

    A player who confirms the report agrees to these.
    """
    if sent.record is None or sent.reason != Reason.SCORE or page.game.stones_stay:
        return None
    marking = marking_of(reread(page, sent), page.game, page.terms, sent=True)
    if marking is None or not marking.said:
        return None
    if not sent.marks_moved or not (marking.any_dead or marking.in_seki):
        return marking
    moved = _(
        "These stones were marked in another record, which was sent first. In this one their "
        "groups stand alike: look whether everything around them does, too."
    )
    return replace(marking, hints=(moved, *marking.hints))
