"""A first look at a record before it is sent: is it of this game, and is anything doubtful?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudication.cases.selectors.ruled_position import ruled_position
from adjudication.cases.services.base import policy_of
from adjudication.policy.causes import Cause
from adjudication.policy.policy import FirstStep
from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.claims import SETTLING_REASONS
from adjudication.rules.colours import NAME, opponent
from adjudication.rules.contradictions import own_claim
from adjudication.rules.findings import Code, Finding
from adjudication.rules.header import komi_in_record
from adjudication.rules.judgement import is_unmatched, result_differs
from adjudication.rules.other_results import other_result
from adjudication.rules.pairing_check import check_pairing
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.remarks import NO_MOVES, casts_doubt
from adjudication.rules.sentences import duplicate_text
from adjudication.rules.server_games import GameRequirement
from adjudication.rules.sgf import read_record
from adjudication.rules.verdicts import Report, Verdict
from adjudication.submissions.selectors.server_games import against_terms
from adjudication.submissions.views.chains import named_chains
from adjudication.submissions.views.proposing import unsure_unmarked
from adjudication.submissions.views.report_form import Choice, Chooser, FilledReport
from adjudication.triage.services.readings import reading_of_record
from adjudication.verdicts.selectors.pairings import paired_row
from adjudication.verdicts.services.claims import claim_of
from adjudication.verdicts.services.likeness import Twin, twins_of
from adjudication.verdicts.services.repetitions import is_void_agreement
from adjudication.verdicts.views import verdict_sentence
from tournament.games import words
from tournament.games.selectors import GameRow
from tournament.models import Game, Reason, Tournament, Winner
from tournament.results.services.results import reason_to_doubt
from tournament.spoken import translated
from tournament.tournaments.selectors.public import TournamentTerms


def record_sentence(report: FilledReport) -> str:
    """Return what is known about the record in one line, or that there is none."""
    record = report.record
    if record is None:
        return _("No game record.")
    moves = len(record.points)
    counted = ngettext("%(moves)s move", "%(moves)s moves", moves) % {"moves": moves}
    text = _("Record: %(moves)s, %(size)s×%(size)s") % {"moves": counted, "size": record.size}
    if record.komi_text:
        komi = komi_in_record(record)
        told = record.komi_text[:12] if komi is None else words.points(komi)
        text += _(", komi %(komi)s") % {"komi": told}
    return text + "."


def warnings(report: FilledReport, game: GameRow, terms: TournamentTerms) -> Iterator[str]:
    """Yield what the player should think about twice before sending."""
    doubt = why_result_impossible(report.winner, report.reason, report.margin_half, game, terms)
    if doubt:
        yield doubt
    if report.winner == Winner.NONE and _no_repetition(report, game):
        yield _(
            "A complete record of this game shows no position that came back, or its rules know no "
            "game without result. Sending this locks the game, and a referee decides."
        )
    if report.record is None:
        return
    rules = terms.ruleset
    differs = result_differs(report.record, claim_of(report.result), rules)
    if differs is not None:
        yield translated(differs.text)
    against = pairing_differences(report.record, game, terms)
    for finding in against:
        yield translated(finding.text)
    departs = _departs(report.record, game, terms)
    if departs:
        yield departs
    elsewhere = _sent_for_another_game(report, game)
    if elsewhere is not None:
        told = (elsewhere.round_number, elsewhere.board_number, elsewhere.common, elsewhere.moves)
        yield translated(duplicate_text(*told))
    judged = _judge(report, game, terms, against, doubted=elsewhere is not None)
    if judged is not None:
        yield from _counts_otherwise(report, game, terms)
        yield from _against_terms(report, game, terms)
        yield from _given(report, judged, terms)
        claim = claim_of(report.result)
        doubts = [one.text for one in judged.findings if casts_doubt(one, claim)]
        yield from map(translated, doubts if report.record.points else [NO_MOVES])


def _counts_otherwise(report: FilledReport, game: GameRow, terms: TournamentTerms) -> Iterator[str]:
    """Yield that a record counts to another winner, if the claimed result rests on no count."""
    claim = claim_of(report.result)
    if report.record is None or claim.reason not in SETTLING_REASONS:
        return
    shown = other_result(
        report.record,
        claim,
        paired_row(game, terms.board_size),
        ruleset=terms.ruleset,
        dead=report.named.dead,
        seki=report.named.seki,
        nothing_removed=game.stones_stay,
        over_the_board=not terms.internet,
        **reading_of_record(game.id, report.record).as_json(),
    )
    if shown is not None and shown.counted:
        yield translated(shown.comparison_text(claim))


def _departs(record: GameRecord, game: GameRow, terms: TournamentTerms) -> str:
    """Return that a record lacks the position that a ruling let its game go on from, with advice.

    Empty if it has that position, or if there is none.
    """
    ruled = ruled_position(game.id)
    departs = None if ruled is None else ruled.departs(record)
    if departs is None:
        return ""
    check = _(
        "If you played on from there, look whether this is the right file; your opponent and the "
        "referees read the same of it."
    )
    return f"{translated(departs)} {check}"


def _given(report: FilledReport, judged: Report, terms: TournamentTerms) -> Iterator[str]:
    """Yield what a record gives if that does not simply agree with what is reported."""
    verdict = judged.verdict
    if verdict is Verdict.CONTRADICTED and judged.computed is not None:
        result = words.core_result(judged.computed.result)
        unmarked, replay = unsure_unmarked(report), report.replay
        if replay is not None and unmarked:
            yield _(
                "With the marks as they are proposed the record counts to %(result)s, but the "
                "proposal is not sure of these: %(groups)s."
            ) % {"result": result, "groups": ", ".join(named_chains(replay, unmarked))}
        else:
            yield _("Counted from the record, the result is %(result)s.") % {"result": result}
    elif verdict is not Verdict.CONFIRMED:
        yield verdict_sentence(verdict)
        if verdict is Verdict.NEEDS_DEAD_STONES:
            yield _(
                "Mark them on the board below, or write one stone of every dead chain, or “none”."
            )
        if judged.decisive is not None and verdict in (Verdict.FORFEIT, Verdict.UNDETERMINED):
            yield translated(judged.decisive.text)
        if _is_brought_up(report, judged, terms):
            yield _(
                "If you send this, the result waits for a referee, who decides about that move; "
                "your opponent cannot confirm it before."
            )


def calls_referee(report: FilledReport, game: GameRow, terms: TournamentTerms) -> bool:
    """Whether the record of a report shows an illegal move for a referee to decide about."""
    if report.record is None:
        return False
    against = pairing_differences(report.record, game, terms)
    doubted = _sent_for_another_game(report, game) is not None
    judged = _judge(report, game, terms, against, doubted=doubted)
    return judged is not None and _is_brought_up(report, judged, terms)


def _is_brought_up(report: FilledReport, judged: Report, terms: TournamentTerms) -> bool:
    """Whether what a record shows brings the game before a referee.

    It does not if nothing depends on it, because the player of the illegal move has lost by the
    report anyway.
    """
    move = judged.decisive
    if judged.verdict is not Verdict.FORFEIT or move is None or not move.colour:
        return False
    if report.winner == NAME[opponent(move.colour)]:
        return False
    policy = policy_of(Tournament.objects.get(pk=terms.id))
    return policy.step(Cause.ILLEGAL_MOVE) is FirstStep.CASE


def _sent_for_another_game(report: FilledReport, game: GameRow) -> Twin | None:
    """Return the other game that the record was sent for, as far as known before sending it."""
    if report.data is None or report.record is None:
        return None
    if reading_of_record(game.id, report.record).of_this_game:
        return None
    row = Game.objects.select_related("round").get(pk=game.id)
    return next((twin for twin in twins_of(row, report.data) if twin.doubts), None)


def _against_terms(report: FilledReport, game: GameRow, terms: TournamentTerms) -> Iterator[str]:
    """Yield what a record shows against the terms of a game on a server, apart from its komi."""
    if not terms.internet or report.data is None:
        return
    row = Game.objects.select_related("round__tournament").get(pk=game.id)
    for finding in against_terms(row, report.data, timezone.now()):
        if finding.code is Code.TERMS_NOT_SHOWN or finding.detail["demand"] != GameRequirement.KOMI:
            yield translated(finding.text)


def _no_repetition(report: FilledReport, game: GameRow) -> bool:
    """Whether a record at hand, or the rules, say that the game has a result."""
    row = Game.objects.select_related("round__tournament").get(pk=game.id)
    also = [] if report.data is None else [report.data]
    return is_void_agreement(row, report.winner, also=also)


def why_result_impossible(
    winner: str, reason: str, margin_half: int | None, game: GameRow, terms: TournamentTerms
) -> str:
    """Return why no count on a game's terms gives a result; empty if one can."""
    why = reason_to_doubt(
        winner,
        reason,
        margin_half,
        ruleset=terms.ruleset,
        board_size=terms.board_size,
        komi_half=game.komi_half,
        handicap=game.handicap,
    )
    return "" if why is None else translated(why)


def is_draw_possible(game: GameRow, terms: TournamentTerms) -> bool:
    """Whether a game's komi and rules allow a draw."""
    return not why_result_impossible(Winner.DRAW, Reason.SCORE, None, game, terms)


def pairing_differences(
    record: GameRecord, game: GameRow, terms: TournamentTerms
) -> Sequence[Finding]:
    """Return how a record differs from the game as paired."""
    return check_pairing(record, paired_row(game, terms.board_size), terms.ruleset)


def _judge(
    report: FilledReport,
    game: GameRow,
    terms: TournamentTerms,
    against: Sequence[Finding],
    *,
    doubted: bool,
) -> Report | None:
    """Return the judgement of a record, as its verdict will have it.

    None for a record of a board of another size: it says nothing about this game. A record that is
    ``doubted`` because it was sent for another game accuses nobody.
    """
    assert report.record is not None
    if any(finding.code == Code.SIZE_DIFFERS for finding in against):
        return None
    rules = terms.ruleset
    said = report.named.as_points(report.record.size)
    reading = reading_of_record(game.id, report.record)
    return adjudicate(
        report.record,
        ruleset=rules,
        claim=claim_of(report.result),
        dead=said.dead,
        seki=said.seki or (),
        komi=game.komi_half / 2,
        handicap=game.handicap,
        nothing_removed=game.stones_stay,
        unwritten_passes=reading.unwritten_passes,
        played_so=reading.played_so,
        over_the_board=not terms.internet,
        unmatched=not reading and (doubted or is_unmatched(against)),
    )


# --- Several files sent at once: the one of this game is proposed, the others are named ---


# How much weighs against a file; from NOT_THIS_GAME on, it is taken to be of another game.
NOT_THIS_GAME = 100
_WEIGHT = {
    Code.SIZE_DIFFERS: NOT_THIS_GAME,
    Code.NAMES_DIFFER: NOT_THIS_GAME,
    Code.COLOURS_SWAPPED: 30,
    Code.HANDICAP_DIFFERS: 6,
    Code.KOMI_DIFFERS: 3,
}
_NO_NAMES, _OTHER_RESULT = 20, 10


def chooser(game: GameRow, terms: TournamentTerms) -> Chooser:
    """Return the function that chooses among files for one game."""

    def choose(report: FilledReport, files: Sequence[tuple[str, bytes]]) -> Choice:
        found: list[tuple[int, str, bytes]] = []
        others: list[tuple[str, str]] = []
        for name, data in files:
            try:
                record = read_record(data)
            except RecordError as problem:
                others.append((name, translated(problem.text)))
                continue
            against = _against(record, report, game, terms)
            if against >= NOT_THIS_GAME:
                others.append((name, _players(record)))
            else:
                found.append((against, name, data))
        if not found:
            text = _("None of these files is of this game. Choose the one that is, alone.")
            return Choice(error=text, notes=[_left(name, why) for name, why in others])
        best = min(found, key=lambda candidate: candidate[0])
        rest = [_left(name, "") for _weight, name, _data in found if name != best[1]]
        notes = [_("“%(name)s” fits this game: it will be sent.") % {"name": best[1]}, *rest]
        return Choice(best[1], best[2], notes=notes + [_left(name, why) for name, why in others])

    return choose


def _against(
    record: GameRecord, report: FilledReport, game: GameRow, terms: TournamentTerms
) -> int:
    """Return how much speaks against a record being of this game."""
    found = pairing_differences(record, game, terms)
    weight = sum(_WEIGHT.get(finding.code, 0) for finding in found)
    if not record.black_name and not record.white_name:
        weight += _NO_NAMES
    said = own_claim(record)
    if said is not None and not report.errors and said != claim_of(report.result):
        weight += _OTHER_RESULT
    return weight


def _players(record: GameRecord) -> str:
    names = [name[:40] for name in (record.black_name, record.white_name) if name]
    return " – ".join(names) or _("of another board")


def _left(name: str, why: str) -> str:
    if why:
        return _("“%(name)s” is left out: %(why)s") % {"name": name, "why": why}
    return _("“%(name)s” is left out.") % {"name": name}
