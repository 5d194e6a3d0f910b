"""Results, terms and states in the words of players, in the language of the request."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from adjudication.rules.claims import ClaimReason as HowClaimed
from adjudication.rules.claims import parse_claim
from adjudication.rules.clocks import limits_text
from adjudication.rules.presets import UnknownRuleSet, get_ruleset
from tournament.common.clocks import limits_of_clock
from tournament.games.selectors import GameRow, PlayerName
from tournament.models import Reason, Winner
from tournament.spoken import translated
from tournament.state.event import Clock

FRENCH_TEXTS = frozenset({"french", "french-ssk", "nz", "beginner"})
"""The rule sets whose articles are section titles of a French text."""


def half_points(halves: int) -> str:
    """Return half-points as points, formatted for the reader's locale: 13 is 6.5 or 6,5."""
    return points(halves / 2)


def points(value: float) -> str:
    """Return points formatted for the reader's locale, without a needless fraction."""
    places = 0 if value == int(value) else 1 if value * 2 == int(value * 2) else 2
    return number_format(value, places)


def points_word(halves: int) -> str:
    """Return ``3.5 points``, ``1 point`` and so on, as each language counts.

    French uses the singular for everything below 2, English for 1 only; 0 stands in for the
    fractions below 2, because both languages treat them like 0.
    """
    value = halves / 2
    form = int(value) if value >= 2 or value == 1 else 0
    return ngettext("%(points)s point", "%(points)s points", form) % {"points": points(value)}


def colour(name: str) -> str:
    """Return the word for a colour given as ``black`` or ``white``."""
    return pgettext("player", "Black") if name == "black" else pgettext("player", "White")


def other_colour(name: str) -> str:
    """Return the other colour."""
    return "white" if name == "black" else "black"


def player(name: PlayerName) -> str:
    """Return a player's name, with the rank if there is one."""
    return f"{name.distinct_name} ({name.rank})" if name.rank else name.distinct_name


def round_and_board(round_number: int | None, table: int | None) -> str:
    """Return a place in words: a round and a board, a round alone, or an empty string."""
    if round_number is None:
        return ""
    if table is None:
        return _("Round %(number)s") % {"number": round_number}
    return _("Round %(number)s, board %(board)s") % {"number": round_number, "board": table}


def game_title(game: GameRow) -> str:
    """Return ``Round 1, board 2: Aki – Ben``, with what tells namesakes apart if it is known."""
    return _("Round %(round)d, board %(board)d: %(black)s – %(white)s") % {
        "round": game.round_number,
        "board": game.board_number,
        "black": game.black.distinct_name,
        "white": game.white.distinct_name,
    }


def short_result(winner: str, reason: str, margin_half: int | None) -> str:
    """Return a result as tables write it: ``B+3.5``, ``W+R``, ``jigo``."""
    if winner == Winner.DRAW:
        return pgettext("result", "jigo")
    if winner == Winner.BOTH:
        return pgettext("result", "both lose")
    if winner == Winner.BOTH_WIN:
        return pgettext("result", "both win")
    if winner == Winner.NONE:
        return pgettext("result", "no result")
    if winner == Winner.VOID:
        return pgettext("result", "void")
    if winner not in (Winner.BLACK, Winner.WHITE):
        return ""
    black = winner == Winner.BLACK
    if margin_half is not None:
        text = _("B+%(margin)s") if black else _("W+%(margin)s")
        return text % {"margin": half_points(margin_half)}
    how: dict[str, tuple[str, str]] = {
        Reason.RESIGNATION: (_("B+R"), _("W+R")),
        Reason.TIME: (_("B+T"), _("W+T")),
        Reason.FORFEIT: (_("B+F"), _("W+F")),
        Reason.ABSENCE: (_("B+F"), _("W+F")),
        Reason.TIE: (_("B+="), _("W+=")),
    }
    return how.get(reason, (_("B+"), _("W+")))[not black]


def core_result(text: str) -> str:
    """Return a result written by the rules core (``B+3.5``) in the reader's notation."""
    claim = parse_claim(text)
    if claim is None:
        return text
    names = {"B": Winner.BLACK, "W": Winner.WHITE, "draw": Winner.DRAW, "none": Winner.NONE}
    reason = "" if claim.reason is HowClaimed.SCORE else claim.reason.value
    margin = None if claim.margin is None else round(claim.margin * 2)
    return short_result(names[claim.winner.value], reason, margin)


def game_result(game: GameRow) -> str:
    """Return a game's result as tables write it, or an empty string while it has none."""
    return short_result(game.winner, game.reason, game.margin_half)


def terms_sentence(*, size: int, handicap: int, komi_half: int) -> str:
    """Return a game's terms in one line: board, handicap, komi."""
    komi = half_points(komi_half)
    if handicap > 1:
        return ngettext(
            "%(size)s×%(size)s, %(handicap)s handicap stone, komi %(komi)s",
            "%(size)s×%(size)s, %(handicap)s handicap stones, komi %(komi)s",
            handicap,
        ) % {"size": size, "handicap": handicap, "komi": komi}
    return _("%(size)s×%(size)s, no handicap, komi %(komi)s") % {"size": size, "komi": komi}


def time_sentence(clock: Clock) -> str:
    """Return a player's time, by which records are judged: ``30 min, then byo-yomi of 30 s``."""
    return translated(limits_text(limits_of_clock(clock)))


def rules_title(key: str) -> str:
    """Return a rule set's name, or its key if the core does not know it."""
    try:
        return translated(get_ruleset(key).title)
    except UnknownRuleSet:
        return key


def rules_summary(key: str) -> str:
    """Return a rule set in one sentence, or an empty string if the core does not know it."""
    try:
        return translated(get_ruleset(key).summary)
    except UnknownRuleSet:
        return ""


def expected_score(score: float | None) -> str:
    """Return Black's and White's expected scores out of a hundred, such as 62 : 38.

    Never 100 or 0: nothing is certain. An empty text if nothing is known.
    """
    if score is None:
        return ""
    black = min(99, max(1, round(100 * score)))
    return f"{black}\u00a0:\u00a0{100 - black}"
