"""How a record was read and counted, in words, where that is not as it is written."""

from django.utils.translation import gettext as _

from adjudication.policy.damage import Reading
from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.presets import get_ruleset
from adjudication.rules.record import RecordError
from adjudication.rules.sgf import read_record
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.selectors.verdicts import ReportDetail
from tournament.games import words

MOST_NAMED = 10
"""So many moves are named in a sentence."""


def all_stand(page: GamePage, detail: ReportDetail, data: bytes | None) -> str:
    """Return that no stone is removed any more, or an empty text where that is not so.

    ``data`` is the record of a report: where its verdict was given before that was known, what it
    counts to now is told with it.
    """
    game = page.game
    if not game.stones_stay:
        return ""
    text = _("Play was resumed over dead stones: all stones that stand are counted.")
    if detail.nothing_removed or data is None:
        return text
    try:
        record = read_record(data)
    except RecordError:
        return text
    counted = adjudicate(
        record,
        ruleset=get_ruleset(page.terms.rules),
        claim=None,
        komi=game.komi_half / 2,
        handicap=game.handicap,
        nothing_removed=True,
    ).computed
    if counted is None or record.size != page.terms.board_size:
        return text
    again = _(
        "The verdict was given before that was known. Counted that way, the result is %(result)s."
    )
    return f"{text} {again % {'result': words.core_result(counted.result)}}"


def read_as(reading: Reading) -> str:
    """Return in sentences what was said of a record; empty where nothing was."""
    said = []
    for moves, text in (
        (reading.unwritten_passes, _("Read with a pass that was not written, before: %(moves)s.")),
        (reading.played_so, _("Taken as played at the board: %(moves)s.")),
    ):
        if moves:
            named = ", ".join(map(str, moves[:MOST_NAMED]))
            named += " …" if len(moves) > MOST_NAMED else ""
            said.append(text % {"moves": _("move %(number)s") % {"number": named}})
    if reading.of_this_game:
        said.append(_("Taken as the record of this game, although it differs from it."))
    return " ".join(said)


def dead_words(detail: ReportDetail) -> str:
    """Return the dead stones that a report names, or an empty text where it says nothing."""
    if detail.dead_stones is None:
        return ""
    return ", ".join(detail.dead_stones) or _("none (dead stones)")
