"""Doubts about a decision before it is made: can it be, what contradicts it, who was heard."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from adjudication.cases.selectors.cases import CasePage, Ground
from adjudication.cases.selectors.complaints import hearing_since
from adjudication.confirmation.problem import KoPass
from adjudication.confirmation.verdict import Status
from adjudication.models import ConfirmedChain, Effect, InquiryKind
from adjudication.policy.articles import ARTICLES, ArticleTopic
from adjudication.policy.causes import OF_RECORD, Cause
from adjudication.policy.decisions import BoardCount, Decision
from adjudication.policy.questions import AnswersOutcome, play_on_article
from adjudication.policy.reason_words import (
    AGREEMENT,
    HOW_IT_CAME,
    ILLEGAL_CLAIMED,
    NOT_ESTABLISHED,
    RULED_INSTEAD,
)
from adjudication.referee.views.evidence import records_in
from adjudication.referee.views.one_sided import OneSided
from adjudication.rules.clocks import ClockShows, clock_evidence
from adjudication.rules.colours import COLOURS
from adjudication.rules.findings import Code
from adjudication.rules.record import RecordError
from adjudication.rules.sgf import read_record
from adjudication.rules.showing import Shows, evidence_of_illegal_move
from adjudication.submissions.selectors.other_results import contradicted_by_all
from adjudication.submissions.views.preview import why_result_impossible
from adjudication.triage.selectors import inquiries_of
from adjudication.verdicts.selectors.at_hand import RecordAtHand, read_if_size
from adjudication.verdicts.selectors.shown import records_dispute
from adjudication.verdicts.selectors.submissions import SubmissionView
from adjudication.verdicts.selectors.verdicts import ReportDetail
from adjudication.verdicts.services.claims import Result
from language.messages import Message
from tournament.games import words
from tournament.games.models.result import OTHER_SIDE
from tournament.games.selectors import PlayerName
from tournament.models import Game, Reason, Winner
from tournament.results.services.results import CANNOT_BE
from tournament.spoken import translated
from tournament.tournaments.selectors.settings import time_limits

NOT_THE_REASONS: Final = "reasons_contradict"
NOT_THE_RECORDS: Final = "records_contradict"
NOT_THE_VERDICTS: Final = "verdicts_contradict"
NOT_THE_REPORTS: Final = "reports_contradict"
NOT_THE_PLAYERS: Final = "players_contradict"
NOT_HEARD: Final = "not_shown_not_heard"
ONE_SIDED: Final = "one_sided_record"
NOT_THE_ARTICLE: Final = "article_contradicts"
RECORD_STAYS: Final = "record_stays"
NO_MOVES: Final = "no_moves"
_LETTERS: Final = {Winner.BLACK: "B", Winner.WHITE: "W"}


@dataclass(frozen=True, slots=True)
class Doubt:
    """A doubt to confirm before a decision, and the field it is about, as services name it."""

    code: str
    text: str
    field: str


def doubts_about(page: CasePage, decision: Decision, sided: OneSided | None) -> tuple[Doubt, ...]:
    """Return the doubts to confirm before a decision on a game is made; for most there are none.

    The case comes with its evidence. Reports that a ruling has set aside are asked about like those
    that stand, since the ruling may still change. ``sided`` is from
    :func:`~adjudication.referee.views.one_sided.one_sided`. A referee may annul a game as having no
    result under any rules.
    """
    return tuple(_doubts(page, decision, sided))


def _doubts(page: CasePage, decision: Decision, sided: OneSided | None) -> Iterator[Doubt]:
    game = page.game
    if game is None:
        return
    if decision.effect == Effect.RESUME:
        moves = _longest_record(page, decision.resume_record)
        if moves is None and decision.resume_move:
            text = _(
                "Nobody has sent a record of this game that can be read: no page can show the "
                "position after move %(number)d, and the players have to know it themselves. Make "
                "this ruling all the same?"
            )
            yield Doubt(NO_MOVES, text % {"number": decision.resume_move}, "resume_move")
        if moves is not None and (decision.resume_move or 0) > moves:
            text = (
                ngettext(
                    "The record that you chose has %(count)d move.",
                    "The record that you chose has %(count)d moves.",
                    moves,
                )
                if decision.resume_record
                else ngettext(
                    "The longest record of this game has %(count)d move.",
                    "The longest record of this game has %(count)d moves.",
                    moves,
                )
            )
            yield _impossible(text % {"count": moves}, "resume_move")
        return
    if decision.effect == Effect.NOTHING:
        yield from _stays(page, decision)
    if decision.effect != Effect.RESULT:
        return
    unfit = _reasons_unfit(decision)
    if unfit:
        yield _impossible(unfit, "winner")
    reason = Reason.SCORE if decision.winner == Winner.DRAW else decision.reason
    if decision.winner != Winner.NONE:
        why = why_result_impossible(decision.winner, reason, decision.margin_half, game, page.terms)
        if why:
            yield _impossible(why, "winner" if decision.margin_half is None else "margin_half")
    yield from _against_its_articles(page, decision)
    yield from _play_goes_on(page, decision)
    yield from _found_alive(page, decision)
    yield from _unlike_both(decision)
    yield from _contradicted(page, decision)
    yield from _against_both(page, decision)
    yield from _on_one_word(page, decision, sided)
    yield from _unheard(page, decision)


def _impossible(why: str, field: str) -> Doubt:
    return Doubt(CANNOT_BE, _("%(why)s Is it correct all the same?") % {"why": why}, field)


def _reasons_unfit(decision: Decision) -> str:
    """Return that the reasons contradict the ruling, if they do.

    They may deny an illegal move that a player loses for, or that a game without result can be
    imposed.
    """
    if decision.winner == Winner.NONE:
        return _imposed(decision)
    if not _cites_illegal(decision) or decision.winner not in OTHER_SIDE:
        return ""
    if any(_says(decision, text) for text in (ILLEGAL_CLAIMED, NOT_ESTABLISHED)):
        return _(
            "The reasons say that the illegal move is not shown, but a player loses by the article "
            "on illegal moves. Write how it was established, or leave the article out."
        )
    return ""


def _imposed(decision: Decision) -> str:
    """Return that a game ends without result for reasons which say that nobody can impose that."""
    if _says(decision, AGREEMENT % {"article": _ANY}):
        return _(
            "The reasons say that a game ends without result only if both players agree, and that "
            "nobody can impose it. Write that both agreed, or why you annul the game."
        )
    return ""


_ANY: Final = "|"
"""Stands for any text where a sentence is looked for in reasons."""


def _says(decision: Decision, sentence: Message) -> bool:
    """Whether the reasons have a sentence, in any language."""
    for language, _name in settings.LANGUAGES:
        with override(language):
            parts = translated(sentence).split(_ANY)
        if all(part in decision.reasons for part in parts):
            return True
    return False


def _cites_illegal(decision: Decision) -> bool:
    return _cites(decision, ArticleTopic.ILLEGAL)


def _cites(decision: Decision, topic: ArticleTopic) -> bool:
    """Whether a decision cites an article about a topic."""
    return any(topic in ARTICLES[key].topics for key in decision.articles if key in ARTICLES)


def _stays(page: CasePage, decision: Decision) -> Iterator[Doubt]:
    """Yield that a record stays on every page, if a case about it is decided without any change."""
    if not _cites(decision, ArticleTopic.RECORD) and page.line.cause not in OF_RECORD:
        return
    if page.recorded_reports:
        text = _(
            "The record stays with this game, and so does what it shows: if it is wrong, set it "
            "aside in the case first, or decide so all the same."
        )
        yield Doubt(RECORD_STAYS, text, "effect")


def _against_its_articles(page: CasePage, decision: Decision) -> Iterator[Doubt]:
    """Yield that a result contradicts the articles it cites, given what a record shows."""
    if decision.winner not in OTHER_SIDE or _reasons_unfit(decision):
        return
    loses = OTHER_SIDE[Winner(decision.winner)]
    if "event:count" in decision.articles and decision.reason == Reason.FORFEIT:
        text = _(
            "The article on a count that cannot be restored says that nobody loses for this alone, "
            "but a player loses by forfeit. Cite what they lose for, or rule all the same."
        )
        yield Doubt(NOT_THE_ARTICLE, text, "articles")
    if _cites_illegal(decision) and _accused(page) == {Winner(decision.winner)}:
        text = _(
            "By the article on illegal moves whoever played one loses, and only %(name)s is said "
            "to have played one; but %(name)s wins. Leave the article out, or rule all the same."
        )
        winner = dict(_sides(page)).get(Winner(decision.winner))
        if winner is not None:
            yield Doubt(NOT_THE_ARTICLE, text % {"name": winner.name}, "articles")
    if decision.reason == Reason.TIME and _stopped(page):
        text = _(
            "By the record both players had passed: a clock that falls once play has stopped "
            "changes nothing. Does %(name)s lose on time all the same?"
        )
        loser = dict(_sides(page)).get(loses)
        if loser is not None:
            yield Doubt(NOT_THE_ARTICLE, text % {"name": loser.name}, "reason")


def _stopped(page: CasePage) -> bool:
    """Whether a record of the game ends with the passes that stop play."""
    said = (one.detail for one in page.statements if one.detail is not None)
    return any(
        _last_of(detail, Code.TWO_PASSES) > _last_of(detail, Code.RESUMED)
        for detail in (*page.details.values(), *said)
    )


def _last_of(detail: ReportDetail, code: Code) -> int:
    """Return the last move of a record with this finding; -1 if there is none."""
    return max((found.move or 0 for found in detail.findings if found.code == code), default=-1)


def _longest_record(page: CasePage, digest: str) -> int | None:
    """Return the number of moves of a case's longest record; None if no record can be read.

    ``digest`` is the SHA-256 of the only record that matters, if there is one.
    """
    moves = []
    for data in records_in(page).values():
        if digest and sha256(data).hexdigest() != digest:
            continue
        try:
            moves.append(len(read_record(data).points))
        except RecordError:
            continue
    return max(moves, default=None)


# --- Stones counted as dead: the article on a disagreement, and verdicts on life and death ---


def play_on_text(page: CasePage) -> str:
    """Return that the players of a case play on over stones in dispute; empty if they need not.

    That is so while nothing shows that they have done so.
    """
    game = page.game
    article = play_on_article(page.terms.ruleset, page.policy)
    if article is None or game is None or game.stones_stay:
        return ""
    return _(
        "By %(article)s, players who do not agree which stones are dead play on, and nobody rules "
        "on the stones. Let the game go on, or give the reason why it cannot."
    ) % {"article": article if isinstance(article, str) else translated(article)}


def _play_goes_on(page: CasePage, decision: Decision) -> Iterator[Doubt]:
    """Yield that stones in dispute are ruled on where the text has the players play on."""
    if decision.reason not in (Reason.SCORE, Reason.TIE, Reason.RULING):
        return
    if decision.counted is None:
        # The players may have come to agree, or to differ on who moves, so that all stones stand.
        open_question = Cause.DEAD_STONES in page.line.causes and not any(
            _says(decision, HOW_IT_CAME[outcome] % {"cited": _ANY})
            for outcome in _COUNTED_AS_AGREED
        )
    else:
        open_question = bool(decision.counted.dead) and _cites(decision, ArticleTopic.DISPUTE)
    text = play_on_text(page) if open_question else ""
    if text and _says(decision, RULED_INSTEAD % {"article": _ANY}):
        # The reasons stand right below, and have the rest of it.
        text = _(
            "By the article that the reasons name for playing on, nobody rules on the stones. Let "
            "the game go on, or give the reason why it cannot."
        )
    if text:
        yield Doubt(NOT_THE_ARTICLE, text, "reasons")


_COUNTED_AS_AGREED: Final = (
    AnswersOutcome.GAME_OVER,
    AnswersOutcome.ALL_STAND,
    AnswersOutcome.CONFIRM,
)


def _found_alive(page: CasePage, decision: Decision) -> Iterator[Doubt]:
    """Yield that stones are counted as dead that a verdict finds alive, or the other way round."""
    if decision.counted is None:
        return
    rows = ConfirmedChain.objects.filter(confirmation__case=page.line.id)
    if decision.counted.verdicts:  # those on this very position: a case may have several records
        rows = rows.filter(confirmation__number__in=decision.counted.verdicts)
    # If a chain was asked about again, the newest proof by the letter of the clause counts.
    letter = rows.filter(ko_pass=KoPass.EACH).order_by("confirmation__number")
    newest = {
        frozenset(chain): (number, Status(status).alive, chain[0])
        for number, chain, status in letter.values_list("confirmation__number", "chain", "status")
        if Status(status).alive is not None
    }
    # Without the verdicts that the count names, nothing says that these stones are on its board;
    # and after a resumption no stone can be counted as dead.
    removed = bool(decision.counted.verdicts) and not (page.game and page.game.stones_stay)
    for chain, (number, alive, first) in newest.items():
        if removed and not alive and chain.isdisjoint(decision.counted.dead):
            text = _(
                "The stones at %(point)s are not counted as dead, but verdict %(number)s of this "
                "case finds them dead: go back and change the count, or rule all the same."
            )
            yield Doubt(NOT_THE_VERDICTS, text % {"point": first, "number": number}, "reasons")
        if alive and not chain.isdisjoint(decision.counted.dead):
            text = _(
                "The stones at %(point)s are counted as dead, but verdict %(number)s of this case "
                "finds them alive: go back and change the count, or rule all the same."
            )
            yield Doubt(NOT_THE_VERDICTS, text % {"point": first, "number": number}, "reasons")


def _unlike_both(decision: Decision) -> Iterator[Doubt]:
    """Yield that stones are counted as neither player says."""
    counted = decision.counted
    if counted is None:
        return
    for point in counted.unlike_both:
        if point in counted.dead:
            what = _("The stones at %(point)s are counted as dead, and neither player says so")
        elif point in counted.seki:
            what = _("The stones at %(point)s are counted as in seki, and neither player says so")
        else:
            what = _("The stones at %(point)s are counted as alive, and neither player says so")
        text = _("%(what)s: go back and change the count, or rule all the same.")
        yield Doubt(NOT_THE_PLAYERS, text % {"what": what % {"point": point}}, "reasons")


def _against_both(page: CasePage, decision: Decision) -> Iterator[Doubt]:
    """Yield that both players reported a winner other than the one by a count or resignation."""
    line = page.line
    if decision.winner not in OTHER_SIDE:
        return
    if decision.reason not in (Reason.SCORE, Reason.TIE, Reason.RESIGNATION):
        return
    last = {report.player_id: report.winner for report in _reports(page)}
    players = (line.black, line.white)
    said = {None if player is None else last.get(player.id) for player in players}
    other = OTHER_SIDE[Winner(decision.winner)]
    if said != {other}:
        return
    wins = line.black if other == Winner.BLACK else line.white
    assert wins is not None
    text = _("Both players reported that %(name)s won: rule otherwise all the same?")
    yield Doubt(NOT_THE_REPORTS, text % {"name": wins.name}, "winner")


def _reports(page: CasePage) -> list[SubmissionView]:
    """Return what the players reported, or else what they had when the case was first ruled on.

    Nobody claims anything by what the staff brings.
    """
    reports = [one for one in page.submissions if one.is_evidence and not one.imported]
    return [one for one in reports if one.counts] or reports


# --- The count of the board, and the records ---


def _contradicted(page: CasePage, decision: Decision) -> Iterator[Doubt]:
    """Yield that the count of the board gives another result, or else that every record does.

    A penalty in points may give a count another winner.
    """
    assert page.game is not None
    off = any(penalty.points_half for penalty in decision.penalties)
    counted = decision.counted
    said = Result(decision.winner, decision.reason, decision.margin_half)
    result = words.short_result(said.winner, said.reason, said.margin_half)
    if (
        counted is not None
        and not off
        and decision.reason in (Reason.SCORE, Reason.TIE, Reason.RULING)
    ):
        if _fits(said, counted):
            return
        given = words.short_result(counted.winner, "", counted.margin_half)
        text = _(
            "By the count of the board the result is %(counted)s, but the ruling says %(result)s: "
            "go back and change it, or count the board again, or rule all the same."
        )
        yield Doubt(NOT_THE_REASONS, text % {"counted": given, "result": result}, "winner")
    elif decision.reason == Reason.RULING and decision.winner in OTHER_SIDE and not off:
        # Records know nothing of rulings: only the winner is compared with what they show.
        for shown in contradicted_by_all(page.game.id, Result(decision.winner, Reason.UNKNOWN)):
            yield Doubt(NOT_THE_RECORDS, translated(shown), "winner")
    elif decision.reason in (Reason.SCORE, Reason.TIE, Reason.RESIGNATION):
        for shown in contradicted_by_all(page.game.id, said):
            yield Doubt(NOT_THE_RECORDS, translated(shown), "winner")


def _fits(said: Result, counted: BoardCount) -> bool:
    """Whether a result is that of a count; equal totals that one side wins have no margin."""
    if said.winner != counted.winner:
        return False
    return said.reason == Reason.RULING or said.margin_half == counted.margin_half


# --- Players who lose by something that no record shows, without being heard ---


def _on_one_word(page: CasePage, decision: Decision, sided: OneSided | None) -> Iterator[Doubt]:
    """Yield that a player loses because of a record from the winner alone, which they dispute."""
    if decision.winner not in OTHER_SIDE or not _by_illegal_move(page, decision):
        return
    if sided is not None and sided.colour == OTHER_SIDE[Winner(decision.winner)]:
        text = _("%(what)s Is it established otherwise? Ask both players, or rule all the same.")
        yield Doubt(ONE_SIDED, text % {"what": sided.text}, "winner")


def _unheard(page: CasePage, decision: Decision) -> Iterator[Doubt]:
    """Yield that a player loses by an illegal move or on time, not shown, without being heard."""
    line = page.line
    if decision.winner not in OTHER_SIDE:
        return
    loses = OTHER_SIDE[Winner(decision.winner)]
    loser = line.black if loses == Winner.BLACK else line.white
    on_time = decision.reason == Reason.TIME
    if loser is None or not (on_time or _by_illegal_move(page, decision)):
        return
    if not on_time and _accused(page) == {decision.winner}:
        return  # the other player is cleared, and nobody accuses this one
    if decision.heard or _was_heard(page, loser, loses):
        return
    if _fell(page, loses) if on_time else _illegal_shown(page, loses):
        return
    text = (
        _(
            "No record shows that %(name)s ran out of time, and %(name)s was not heard: ask them "
            "first, or rule all the same."
        )
        if on_time
        else _(
            "No record shows an illegal move of %(name)s, and %(name)s was not heard: ask them "
            "first, or rule all the same."
        )
    )
    yield Doubt(NOT_HEARD, text % {"name": loser.name}, "winner")


def _by_illegal_move(page: CasePage, decision: Decision) -> bool:
    """Whether a decision makes somebody lose by an illegal move."""
    if decision.reason not in (Reason.FORFEIT, Reason.RULING):
        return False
    if decision.finding.startswith("illegal.") or _cites_illegal(decision):
        return True
    return page.line.cause is Cause.ILLEGAL_MOVE and decision.reason == Reason.FORFEIT


def _accused(page: CasePage) -> set[Winner]:
    """Return the colours of the players said, by a record or a player, to have played illegally."""
    line, accused = page.line, set()
    sides = {player.number: colour for colour, player in _sides(page)}
    for ground in line.grounds:
        finding = ground.finding
        if ground.set_aside:
            continue
        if finding is not None and finding.illegal:
            accused |= {colour for colour, letter in _LETTERS.items() if letter == finding.colour}
        elif ground.cause is Cause.ILLEGAL_MOVE:
            by = sides.get(ground.by or 0)
            accused |= set(OTHER_SIDE.values()) if by is None else {OTHER_SIDE[by]}
    return accused


def _sides(page: CasePage) -> Iterator[tuple[Winner, PlayerName]]:
    for colour, player in ((Winner.BLACK, page.line.black), (Winner.WHITE, page.line.white)):
        if player is not None:
            yield colour, player


def _was_heard(page: CasePage, loser: PlayerName, colour: Winner) -> bool:
    """Whether a player could have their say about the reason they lose.

    They brought it up themselves, wrote in the case or when contesting a report, reported or
    confirmed that they lost, or were asked. A player who was written to first has time for a reply.
    """
    line, wins = page.line, OTHER_SIDE[colour]
    if any(ground.by == loser.number for ground in line.grounds):
        return True
    if any(statement.player_id == loser.id for statement in page.statements):
        return True
    if any(report.answered_by_id == loser.id and report.answer_note for report in page.submissions):
        return True
    if any(report.player_id == loser.id and report.winner == wins for report in _reports(page)):
        return True
    assert line.game_id is not None
    kinds = (InquiryKind.ILLEGAL_MOVE, InquiryKind.DAMAGED_RECORD)
    if any(
        inquiry.kind in kinds and inquiry.answer_of(colour)
        for inquiry in inquiries_of(line.game_id)
    ):
        return True
    hearing = hearing_since(_raised_at(line.grounds), page.statements)
    return hearing.reply_until is not None and not hearing.waits_for(loser.id, timezone.now())


def _raised_at(grounds: tuple[Ground, ...]) -> datetime:
    return min(ground.at for ground in grounds)


def _fell(page: CasePage, colour: Winner) -> bool:
    """Whether a record shows that a player's clock fell."""
    limits = time_limits(_game(page).round.tournament)
    found = (clock_evidence(sent.record, limits, COLOURS[colour]) for sent in _at_hand(page))
    return any(shown.shows is ClockShows.FELL for shown in found)


def _illegal_shown(page: CasePage, colour: Winner) -> bool:
    """Whether a record shows a player's illegal move beyond doubt, and no other contradicts it."""
    if any(_is_fault(ground, colour) for ground in page.line.grounds):
        return True
    game = _game(page)
    ruleset = game.round.tournament.ruleset
    reports = {key for key, detail in page.details.items() if detail.doubts}
    said = {one.id for one in page.statements if one.detail is not None and one.detail.doubts}
    shown = [
        (sent, evidence_of_illegal_move(sent.replayed(game, ruleset))) for sent in _at_hand(page)
    ]
    return any(
        found.shows is Shows.YES
        and found.finding is not None
        and found.finding.colour == COLOURS[colour]
        for sent, found in shown
        if sent.submission_id not in reports and sent.statement_id not in said
    ) and not records_dispute((sent.record, found.shows) for sent, found in shown)


def _at_hand(page: CasePage) -> Iterator[RecordAtHand]:
    """Yield the readable records in a case's evidence with its board size, each file once.

    Reports that a ruling replaced are included: it may be another ruling's turn.
    """
    files = records_in(page)
    reports = [report for report in page.submissions if report.is_evidence]
    sent = [(report.record, report.id, None) for report in reports]
    said = [(said.record, None, said.id) for said in page.statements]
    seen = set()
    for kept, submission_id, statement_id in (*sent, *said):
        if kept is None or kept.sha256 in seen:
            continue
        seen.add(kept.sha256)
        record = read_if_size(files[kept.id], page.terms.board_size)
        if record is not None:
            yield RecordAtHand(record, submission_id, statement_id)


def _is_fault(ground: Ground, colour: Winner) -> bool:
    """Whether a ground of a case is an illegal move of a player that a record shows."""
    finding = ground.finding
    if finding is None or finding.moot or finding.uncertain or finding.asks or ground.refuted:
        return False
    return finding.illegal and finding.colour == _LETTERS[colour]


def _game(page: CasePage) -> Game:
    assert page.game is not None
    return Game.objects.select_related("round__tournament").get(pk=page.game.id)
