"""The sentences of findings, as messages with named placeholders."""

from __future__ import annotations

from typing import Final

from adjudication.rules.claims import Claim, ClaimReason, ClaimWinner, ForfeitGround, format_points
from adjudication.rules.colours import BLACK
from adjudication.rules.findings import Code
from adjudication.rules.header_words import OF_THE_HEADER
from language.messages import Message, Number, Param, ngettext_lazy, pgettext_lazy
from language.messages import gettext_lazy as _

COLOUR_NAME: Final = {1: _("Black"), 2: _("White")}

RESIGNED_AFTER_PASSES: Final = _(
    "It was reported that %(colour)s resigned. The moves end with two passes: they do not show a "
    "resignation, which would have come after them."
)
NO_STONE: Final = _(
    "There is no stone on %(points)s, so none can be dead there. Check the dead stones again."
)

_ELSEWHERE: Final = _("round %(round)d, board %(board)s")
_SAME_MOVES: Final = _("A record of the same moves was sent for another game: %(other)s.")
_NEARLY_SAME: Final = _(
    "Nearly the same record (%(common)d of %(moves)d moves) was sent for another game: %(other)s."
)

SENTENCES: Final[dict[Code, Message]] = {
    Code.OCCUPIED: _(
        "Move %(move)d: the record has %(colour)s play on %(point)s, where there is already a "
        "stone."
    ),
    Code.BAD_POINT: _(
        "Move %(move)d: what the record gives for %(colour)s is not a point on this board."
    ),
    Code.SERVER_RULES: _(
        "Move %(move)d: the record is of a game on %(server)s, which does not allow such a move, "
        "so it may be wrong here: only the players can say whether the move was played."
    ),
    Code.SETUP_AS_MOVES: _(
        "The record begins with %(moves)s stones entered as moves, as if to set up a position "
        "rather than play a game: only the players can say whether it is theirs."
    ),
    Code.FIRST_MOVE: _(
        "%(colour)s plays first, although %(why)s. Perhaps the colours are exchanged."
    ),
    Code.CLOCK_FELL: _(
        "By the clock times in the record the time of %(colour)s was over with move %(move)d, by "
        "%(time)s. Nobody loses by that unless it was claimed then."
    ),
    Code.CLOCK_CONTRADICTS: _(
        "After move %(move)d the clock of %(colour)s shows more than is possible after what it "
        "showed after move %(earlier)d: unless time was added, the clock times in the record "
        "contradict each other."
    ),
    Code.CLOCK_BELOW_ZERO: _(
        "After move %(move)d the record has less than nothing on the clock of %(colour)s "
        "(%(time)s). Whether a period began then or their time was over, it does not show."
    ),
    Code.TIME_LEFT: _(
        "%(colour)s is said to have lost on time. After move %(move)d, their last with a time in "
        "the record, their clock shows %(time)s."
    ),
    Code.OTHERS_TURN: _(
        "%(colour)s is said to have lost on time, but the last move in the record, move %(move)d, "
        "is theirs: after it the clock of %(other)s ran. Their time may have run out with that "
        "move, or after moves that are missing, which the record does not show."
    ),
    Code.TERMS_DIFFER: _("Other terms: %(reason)s"),
    Code.TERMS_NOT_SHOWN: _("Not decided by the record: %(reason)s"),
    Code.RETAKE_AFTER_PASS: _(
        "Move %(move)d: %(colour)s at %(point)s retakes the ko that was taken with move "
        "%(earlier)s, after nothing but a pass. This is allowed, because it is not the very next "
        "move; a threat is usually a move played elsewhere."
    ),
    Code.NOT_SHOWN: _(
        "The result claimed is %(claim)s for %(grounds)s, but the record shows none."
    ),
    Code.SUICIDE: _(
        "Move %(move)d: %(colour)s at %(point)s captures nothing and leaves their own stones "
        "without a liberty, which is forbidden."
    ),
    Code.KO: _("Move %(move)d: %(colour)s at %(point)s retakes the ko on the very next move."),
    Code.SUPERKO: _(
        "Move %(move)d: %(colour)s at %(point)s brings the whole board back to what it was "
        "%(earlier)s, which is forbidden."
    ),
    Code.TURN: _("Move %(move)d: the record has two turns of %(colour)s in a row."),
    Code.AFTER_END: _(
        "Move %(move)d was played after the game had ended: it is shown but not counted."
    ),
    Code.CYCLE: _(
        "Move %(move)d: %(colour)s at %(point)s brings the whole board back to what it was "
        "%(earlier)s, with the same player to move (%(kind)s, %(length)s, prisoners %(delta)s)."
    ),
    Code.CYCLE_POSITION: _(
        "Move %(move)d: %(colour)s at %(point)s brings the board back to what it was %(earlier)s, "
        "with the other player to move (%(kind)s)."
    ),
    Code.TWO_PASSES: _("Both players passed, and play stopped after move %(move)d."),
    Code.RESIGNED: _(
        "It was reported that %(colour)s resigned; the moves do not speak against it."
    ),
    Code.UNFINISHED: _("The record stops after move %(move)d without two passes."),
    Code.RESUMED: _("Move %(move)d: play was resumed after both players had passed."),
    Code.SCORE_CONFIRMED: _("The count gives %(computed)s, as claimed."),
    Code.SCORE_MISMATCH: _("The count gives %(computed)s, but the claim is %(claim)s."),
    Code.NEEDS_DEAD_STONES: _(
        "Both players passed, but the record does not say which stones are dead, or that there are "
        "none."
    ),
    Code.OPEN_DAME: _(
        "Open dame: %(points)s. By the letter of Article 8 the stones next to them are in seki, "
        "and the count would be %(strict)s."
    ),
    Code.SEKI_POSSIBLE: _(
        "Is it a seki? The stones around %(points)s do not have two eyes, and nor do those of the "
        "opponent that they share dame with. In a seki these points are no territory, and the "
        "count is %(seki)s; otherwise it is %(computed)s."
    ),
    Code.MARKS_DIFFER: _(
        "The marked territory does not match the dead stones; it differs at %(points)s."
    ),
    **OF_THE_HEADER,
    # The other reasons for looking again are further down.
    Code.MARKS_SUSPICIOUS: NO_STONE,
    Code.DUPLICATE: _("The same record was sent for another game: %(other)s."),
    Code.SETUP_HANDICAP: _(
        "The handicap stones were placed on the board; under these rules White would pass instead."
    ),
    Code.SETUP_ILLEGAL: _(
        "The starting position has stones without a liberty (%(points)s), which is not possible."
    ),
    Code.SETUP_MID_GAME: _(
        "After move %(move)d the record changes the board by hand, so it does not prove what was "
        "played."
    ),
    Code.VARIATION: _("The record has variations; the first was taken as the game."),
    Code.MOVE_NUMBER: _(
        "Move %(move)d has the number %(number)d in the record, so earlier moves may be missing."
    ),
    Code.TO_MOVE: _(
        "Move %(move)d is by %(colour)s, but before it the record says that it is the other "
        "player's turn."
    ),
    Code.CHARSET_UNCLEAR: _(
        "The record does not name its character encoding (CA) or names it wrongly, and two ways to "
        "read it give different moves. A copy saved as UTF-8 would settle which is right."
    ),
    Code.SETUP_UNCLEAR: _(
        "The starting position in the record is not possible: what it writes as %(points)s is not "
        "on the board, or has two colours."
    ),
    Code.TRUNCATED: _("The record breaks off; only the part that could be read was replayed."),
}

LOSES: Final = _("Under these rules an illegal move loses the game (%(article)s).")
MOOT: Final = _("It changes nothing, because it comes after the illegal move that counts.")
SILENT: Final = _("These rules do not say what an illegal move costs; the tournament decides.")
NO_RESULT: Final = _("If both players agree, the game ends without result (%(article)s).")
INCOMPLETE: Final = _(
    "The handicap stones are missing from the record, so this may be an error in the record."
)

FAULTY: Final = _(
    "The board was set up or edited by hand before this, so it may be an error in the record."
)
OTHER_GAME: Final = _(
    "The record differs from the game that it was sent for, so it may be of another game: the "
    "players are asked about that first."
)
TWO_SIZES: Final = _("The record gives two board sizes, so this may be an error in the record.")
OTHER_HANDICAP: Final = _(
    "The first moves give a different handicap from the game's, so this may be an error in the "
    "record."
)
BY_MOVES: Final = _(
    "Black begins with several moves in a row; the second may also have been played out of turn, "
    "or a pass may be missing: only the players can say."
)
GROUNDS: Final[dict[ForfeitGround | None, Message]] = {
    ForfeitGround.ILLEGAL: _("an illegal move"),
    ForfeitGround.REPETITION: _("a repetition"),
    None: _("a forfeit"),
}
CLAIM_ASKED: Final = _("Only the players can say what happened.")
CLAIM_STANDS: Final = _("It stands as claimed: it may be for absence or conduct.")
_WRONG_HERE: Final = _(
    "Nobody can play that, so the record is wrong here: only the players can say what was played."
)
ASKED: Final[dict[Code, Message]] = {
    Code.OCCUPIED: _WRONG_HERE,
    Code.BAD_POINT: _WRONG_HERE,
    Code.TURN: _(
        "A record cannot show whether a pass was left out, a move or pass was written down that "
        "was not played, or the player really moved twice: only the players can say."
    ),
}
"""The sentence added to a finding that is a question to both players."""
UNCERTAIN: Final = _("This is uncertain, because the record is damaged or breaks off.")
UNSETTLED_HERE: Final = _("This is uncertain until it is settled what happened there.")
UNSETTLED: Final = _("This is uncertain until it is settled what happened at move %(move)d.")
START: Final = _("at the start")
AFTER_MOVE: Final = _("after move %(earlier)d")

CYCLE_KIND: Final = {
    "triple_ko": _("triple ko"),
    "four_or_more_kos": _("four or more kos"),
    "rotating_ko": _("rotating ko"),
    "eternal_life": _("eternal life"),
    "sending_two_returning_one": _("sending two, returning one"),
    "other": _("repetition"),
}


_RESULT: Final = {
    ClaimWinner.BLACK: {
        ClaimReason.SCORE: _("B+%(margin)s"),
        ClaimReason.RESIGNATION: _("B+R"),
        ClaimReason.TIME: _("B+T"),
        ClaimReason.FORFEIT: _("B+F"),
        ClaimReason.TIE: _("B+="),
        ClaimReason.UNKNOWN: _("B+"),
    },
    ClaimWinner.WHITE: {
        ClaimReason.SCORE: _("W+%(margin)s"),
        ClaimReason.RESIGNATION: _("W+R"),
        ClaimReason.TIME: _("W+T"),
        ClaimReason.FORFEIT: _("W+F"),
        ClaimReason.TIE: _("W+="),
        ClaimReason.UNKNOWN: _("W+"),
    },
}
_DRAW: Final = pgettext_lazy("a result", "jigo")
_VOID: Final = pgettext_lazy("a result", "void")


def colour_text(colour: int) -> Message:
    """Return a player's name, Black or White."""
    return COLOUR_NAME[BLACK if colour == BLACK else 2]


def sentence(code: Code, **values: Param) -> Message:
    """Return the sentence of a code with its placeholders filled in.

    Raises KeyError if a placeholder has no value.
    """
    return SENTENCES[code] % values


def duplicate_text(round_: int, board: int, common: int, moves: int) -> Message:
    """Return the sentence on a record that was also sent, in full or nearly, for another game.

    ``common`` of its ``moves`` moves are in both; with no moves, both are the very same file.
    """
    other = _ELSEWHERE % {"round": round_, "board": board}
    if not moves:
        return sentence(Code.DUPLICATE, other=other)
    if common == moves:
        return _SAME_MOVES % {"other": other}
    return _NEARLY_SAME % {"common": common, "moves": moves, "other": other}


def points_text(points: float) -> Number:
    """Return points for a sentence: 6.5, or 6,5 in French."""
    return Number(format_points(points))


def result_text(claim: Claim) -> Message:
    """Return a result as each language writes it: B+3.5, or Noir+3,5 since in French B is Blanc."""
    if claim.winner.colour is None:
        return _DRAW if claim.winner is ClaimWinner.DRAW else _VOID
    results = _RESULT[claim.winner]
    if claim.margin is not None:
        return results[ClaimReason.SCORE] % {"margin": points_text(claim.margin)}
    return results.get(claim.reason, results[ClaimReason.UNKNOWN])


def moves_text(count: int) -> Message:
    """Return "1 move" or "6 moves"."""
    return ngettext_lazy("%(count)d move", "%(count)d moves", "count") % {"count": count}


def after_move_text(earlier: int) -> Message:
    """Return "after move 12" or, for 0, "at the start"."""
    return START if earlier == 0 else AFTER_MOVE % {"earlier": earlier}
