"""What can be mended about a game: each kind reads its form and gives the change to make."""

from collections.abc import Callable
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from adjudication.corrections.selectors.correcting import GameNow
from adjudication.corrections.services import corrections
from adjudication.corrections.services.trying import Change
from tournament.common.typed import Typed
from tournament.games import words
from tournament.models import GameState, Reason, Winner

OPEN = "open"
"""In place of a winner: no result is known."""
NAMES = ("winner", "reason", "margin", "handicap", "komi", "table", "black", "white", "note")
FIELDS = {
    "margin_half": "margin",
    "komi_half": "komi",
    "board_number": "table",
    "result": "winner",
    "black_id": "black",
    "white_id": "white",
}
"""By what a service calls a field, what the form calls it."""
_ONE = (Winner.BLACK, Winner.WHITE)
_WITHOUT_PLAY = (Reason.ABSENCE, Reason.RULING, Reason.UNKNOWN)


def winner_choices(now: GameNow) -> tuple[tuple[str, str], ...]:
    """Return the outcomes to choose from, with the players' names."""
    black, white = now.game.black.name, now.game.white.name
    return (
        (Winner.BLACK, _("%(name)s won (Black)") % {"name": black}),
        (Winner.WHITE, _("%(name)s won (White)") % {"name": white}),
        (Winner.DRAW, _("Draw (jigo)")),
        (Winner.BOTH, _("Both lose")),
        (Winner.BOTH_WIN, _("Both win")),
        (Winner.NONE, _("No result")),
        (Winner.VOID, _("Void: the game does not count")),
    )


def reason_choices() -> tuple[tuple[str, str], ...]:
    """Return how a game may be decided."""
    return (
        (Reason.SCORE, _("By points")),
        (Reason.RESIGNATION, _("By resignation")),
        (Reason.TIME, _("On time")),
        (Reason.FORFEIT, _("By forfeit")),
        (Reason.ABSENCE, _("By absence")),
        (Reason.RULING, _("By a ruling")),
        (Reason.UNKNOWN, pgettext("how a game was won", "Not known")),
    )


def kinds_of(now: GameNow) -> tuple[tuple[str, str], ...]:
    """Return what may be mended about a game as it is now, with the words for it."""
    if now.final or now.ruled:
        return ()
    if now.game.state == GameState.CONFIRMED:
        return (("result", _("The result")),)
    return (
        ("result", _("The result")),
        ("colours", _("The colours")),
        ("terms", _("Handicap, komi or board number")),
        ("players", _("Who played")),
        ("remove", _("It was not played at all")),
    )


def values_of(now: GameNow) -> dict[str, str]:
    """Return the form of the game as it is now."""
    game = now.game
    return {
        "winner": game.winner,
        "reason": game.reason if game.reason in dict(reason_choices()) else "",
        "margin": "" if game.margin_half is None else words.half_points(game.margin_half),
        "handicap": str(game.handicap),
        "komi": words.half_points(game.komi_half),
        "table": str(game.board_number),
        "black": str(game.black.id),
        "white": str(game.white.id),
        "note": "",
    }


def read_result(typed: Typed) -> dict[str, object]:
    """Return winner, reason and margin of a form; what is wrong is put beside its field."""
    winner, reason = typed.values["winner"], typed.values["reason"]
    if winner not in Winner.values:
        typed.errors["winner"] = _("Say who won.")
    if winner not in _ONE:
        kept = reason if reason in (Reason.ABSENCE, Reason.RULING) else ""
        return {"winner": winner, "reason": kept, "margin_half": None}
    margin = None
    if typed.values["margin"] and reason in ("", Reason.UNKNOWN, Reason.SCORE):
        reason, margin = Reason.SCORE, typed.margin("margin")
    elif typed.values["margin"] and reason not in dict(reason_choices()):
        typed.errors["reason"] = _("Say how the game was won.")
    elif typed.values["margin"]:
        typed.errors["margin"] = _("Only a win by points has a margin: clear this field.")
    elif reason == Reason.SCORE:
        typed.errors["margin"] = _("How many points? If nobody knows, choose “Not known”.")
    elif reason and reason not in Reason.values:
        typed.errors["reason"] = _("Say how the game was won.")
    return {"winner": winner, "reason": reason or Reason.UNKNOWN, "margin_half": margin}


def _result(typed: Typed, now: GameNow) -> Change:
    note = typed.note(asked=True)
    if typed.values["winner"] == OPEN:
        return partial(corrections.withdraw_result, game_id=now.game.id, note=note)
    return partial(
        corrections.correct_result,
        game_id=now.game.id,
        note=note,
        **read_result(typed),  # type: ignore[arg-type]
    )


def _colours(typed: Typed, now: GameNow) -> Change:
    return partial(corrections.correct_colours, game_id=now.game.id, note=typed.note(asked=True))


def _terms(typed: Typed, now: GameNow) -> Change:
    handicap, komi, table = typed.count("handicap"), typed.komi("komi"), typed.count("table")
    if handicap == now.game.handicap and komi is not None:
        handicap = None
    if komi == now.game.komi_half and handicap is None:
        komi = None
    return partial(
        corrections.correct_terms,
        game_id=now.game.id,
        handicap=handicap,
        komi_half=komi,
        board_number=table,
        note=typed.note(asked=True),
    )


def _players(typed: Typed, now: GameNow) -> Change:
    among = frozenset(one.player.id for one in now.round.players)
    return partial(
        corrections.correct_players,
        game_id=now.game.id,
        black_id=typed.chosen("black", among),
        white_id=typed.chosen("white", among),
        note=typed.note(asked=True),
    )


def _remove(typed: Typed, now: GameNow) -> Change:
    return partial(corrections.remove_game, game_id=now.game.id, note=typed.note(asked=True))


READERS: dict[str, Callable[[Typed, GameNow], Change]] = {
    "result": _result,
    "colours": _colours,
    "terms": _terms,
    "players": _players,
    "remove": _remove,
}
"""By kind, what reads the form and gives the change; it is made only where nothing is wrong."""
