"""A round compared with what it was drawn from, whatever has been corrected since."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from language.messages import Message, comma_list
from language.messages import gettext_lazy as _
from tournament.brackets.seeding import BracketError, seeds_of
from tournament.brackets.tables import groups_of
from tournament.pairing.request import names_of
from tournament.pairing.verification import RoundCheck, verify_round
from tournament.state.drawn import DrawnBoard, DrawnRound
from tournament.state.games import Bye, Game
from tournament.state.parameters import Method, Parameters
from tournament.state.state import TournamentState

_KINDS: Final = (
    ("players", _("players")),
    ("later", _("players")),
    ("games", _("results or pairings")),
    ("byes", _("byes")),
    ("parameters", _("settings")),
    ("wishes", _("wishes")),
)
_SINCE: Final = _(
    "Held against what the round was drawn from; corrected or added since: %(facts)s."
)
_LATE: Final = _("Seated after the draw: %(boards)s.")


def verify_drawn_round(
    state: TournamentState, drawn: DrawnRound
) -> tuple[RoundCheck, tuple[Message, ...]]:
    """Return a round compared with what it was drawn from, and messages about the comparison.

    A player who came after the draw and was seated with whoever was left is no departure: the
    boards are then compared with the engine as they were drawn, and the late board only by its
    terms.
    """
    number, then = drawn.round, drawn.facts(state)
    games = [game for game in state.games if game.round == number]
    byes = [bye.player for bye in state.byes if bye.round == number]
    check = verify_round(state_as_drawn(state, then, number), number)
    said = changed_since_draw(drawn, then, state)
    late = None if drawn.boards is None else late_board(games, byes, drawn.boards)
    if late is None:
        return check, said
    bye = () if drawn.bye is None else (Bye(number, drawn.bye),)
    before = replace(
        then,
        games=(*then.games, *(game for game in games if game not in late)),
        byes=(*then.byes, *bye),
    )
    first = verify_round(before, number)
    terms = [board for board in check.terms if board.game in late]
    names = names_of(state)
    boards = comma_list(f"{names[game.black]} – {names[game.white]}" for game in late)
    return (
        replace(first, boards=len(games), terms=(*first.terms, *terms)),
        (*said, _LATE % {"boards": boards}),
    )


def changed_since_draw(
    drawn: DrawnRound, then: TournamentState, today: TournamentState
) -> tuple[Message, ...]:
    """Return a sentence that says which facts have changed since the draw, or nothing.

    ``then`` are the facts of the draw (:meth:`DrawnRound.facts`).
    """
    changed = _changed_facts(drawn, then, today)
    return (_SINCE % {"facts": comma_list(changed)},) if changed else ()


def state_as_drawn(today: TournamentState, then: TournamentState, number: int) -> TournamentState:
    """Return the state from which a round was drawn, with the round as it stands today.

    If somebody in the round was not entered then, it is today's state.
    """
    games = [game for game in today.games if game.round == number]
    byes = [bye for bye in today.byes if bye.round == number]
    seated = {player for game in games for player in game.players} | {bye.player for bye in byes}
    before = then if seated <= {player.id for player in then.players} else today
    return replace(
        before,
        games=(*(game for game in before.games if game.round < number), *games),
        byes=(*(bye for bye in before.byes if bye.round < number), *byes),
    )


def late_board(
    games: Sequence[Game], byes: Collection[int], boards: Sequence[DrawnBoard]
) -> frozenset[Game] | None:
    """Return the board of a player who came after the draw, if all else is as drawn.

    Two such players meet, or one meets whoever had the bye: there was nobody else, so nothing
    departs from the engine's pairing. None for any other change, and if there are more such
    players, who could have been seated differently.
    """
    due = {board for board in boards if not board.fixed}
    late = frozenset(game for game in games if seat_of(game) not in due)
    if len(due) < len(boards) or len(games) - len(late) < len(due):
        return None
    drawn = {player for board in due for player in (board.black, board.white)}
    seated = {player for game in late for player in game.players} | set(byes)
    return late if late and len(seated) == 2 and not seated & drawn else None


def seat_of(game: Game) -> DrawnBoard:
    """Return the board that a game was drawn as, if nobody has changed it."""
    return DrawnBoard(game.black, game.white, game.handicap, game.komi_half)


def _changed_facts(
    drawn: DrawnRound, then: TournamentState, today: TournamentState
) -> list[Message]:
    found = {
        name: word for name, word in _KINDS if getattr(drawn, name) not in (None, (), frozenset())
    }
    if _written_down(then, today.parameters):
        found.pop("parameters", None)
    return list(dict.fromkeys(found.values()))


def _written_down(then: TournamentState, now: Parameters) -> bool:
    """Whether the settings are those of the draw, apart from groups or seeds written in since.

    Publishing a round writes down the groups or seeds it was drawn from, and a knock-out started
    after the groups does not concern their games: nobody has changed anything.
    """
    rules = then.parameters
    table, bracket = rules.round_robin, rules.knock_out
    try:
        if now.round_robin.groups and not table.groups:
            rules = replace(rules, round_robin=replace(table, groups=groups_of(then)))
        if now.knock_out.seeds and not bracket.seeds:
            behind = rules.method is Method.GROUPS
            written = now.knock_out if behind else replace(bracket, seeds=seeds_of(then))
            rules = replace(rules, knock_out=written)
    except BracketError:
        return False
    return rules == now
