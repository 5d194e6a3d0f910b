"""Several files sent at once: the one that is of this game is proposed, the others are named."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from adjudication.rules.contradictions import own_claim
from adjudication.rules.findings import Code
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.sgf import read_record
from adjudication.submissions.views.preview import against_pairing
from adjudication.submissions.views.report_form import WINNERS, Choice, Chooser, Report
from adjudication.verdicts.services.claims import Result, claim_of
from tournament.games.selectors.games import GameRow
from tournament.models import Winner
from tournament.spoken import spoken
from tournament.tournaments.selectors.public import TournamentTerms

# What weighs against a file; from NOT_THIS_GAME on it is taken for another game's.
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
    """Return what chooses among files for one game."""

    def choose(report: Report, files: Sequence[tuple[str, bytes]]) -> Choice:
        found: list[tuple[int, str, bytes]] = []
        others: list[tuple[str, str]] = []
        for name, data in files:
            try:
                record = read_record(data)
            except RecordError as problem:
                others.append((name, spoken(problem.text)))
                continue
            against = _against(record, report, game, terms)
            if against >= NOT_THIS_GAME:
                others.append((name, _players(record)))
            else:
                found.append((against, name, data))
        if not found:
            text = _("None of these files is of this game. Choose the one that is, alone.")
            return Choice(error=text, notes=[_left(name, why) for name, why in others])
        best = min(found, key=lambda one: one[0])
        rest = [_left(name, "") for _weight, name, _data in found if name != best[1]]
        notes = [_("“%(name)s” fits this game: it will be sent.") % {"name": best[1]}, *rest]
        return Choice(best[1], best[2], notes=notes + [_left(name, why) for name, why in others])

    return choose


def _against(record: GameRecord, report: Report, game: GameRow, terms: TournamentTerms) -> int:
    """Return how much speaks against a record being of this game."""
    found = against_pairing(record, game, terms)
    weight = sum(_WEIGHT.get(finding.code, 0) for finding in found)
    if not record.black_name and not record.white_name:
        weight += _NO_NAMES
    said = own_claim(record)
    values = report.values
    if said is not None and values.winner in WINNERS and not report.errors:
        margin = None if values.winner in (Winner.DRAW, Winner.NONE) else report.margin_half
        if said != claim_of(Result(values.winner, values.reason, margin)):
            weight += _OTHER_RESULT
    return weight


def _players(record: GameRecord) -> str:
    names = [name[:40] for name in (record.black_name, record.white_name) if name]
    return " – ".join(names) or _("of another board")


def _left(name: str, why: str) -> str:
    if why:
        return _("“%(name)s” is left out: %(why)s") % {"name": name, "why": why}
    return _("“%(name)s” is left out.") % {"name": name}
