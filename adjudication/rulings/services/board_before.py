"""What a game was before a case locked it or its rulings changed it, as the trail tells."""

from collections.abc import Iterator

from adjudication.cases.selectors.rulings import standing_rulings
from adjudication.models import Case, Effect
from tournament.audit.selectors.snapshots import Board, boards_in
from tournament.models import AuditEvent, Game, GameState, Verb

_RULINGS = (Verb.RULED, Verb.RULING_REVISED, Verb.APPEAL_DECIDED)
_CHANGED = ("black", "white", "state", "winner", "reason", "margin_half")


def board_before(game: Game, case: Case) -> Board:
    """Return the board as it was before this case locked its game or its rulings changed it.

    What other cases ruled and undid since is passed over. Empty where something else changed the
    game afterwards: then there is nothing to go back to.
    """
    nothing = standing_rulings().filter(case__game=game, effect=Effect.NOTHING)
    undone = {case.number, *nothing.values_list("case__number", flat=True)}
    found: Board = {}
    for was, now, ruled_in in _changes(game):
        if ruled_in not in undone and now.get("state") != GameState.DISPUTED:
            break
        # When a result came in is told once, by whatever took it off the table.
        found = {name: found[name] for name in ("reported_at",) if name in found} | was
    return found


def _changes(game: Game) -> Iterator[tuple[Board, Board, int | None]]:
    """Yield what a game was and became, the newest first, and the number of the case that ruled."""
    pair = {game.black.number, game.white.number}
    events = AuditEvent.objects.filter(
        tournament=game.round.tournament_id, round_number=game.round.number
    ).order_by("-pk")
    for verb, before, after in events.values_list("verb", "before", "after"):
        ruled_in = dict(after or {}).get("case") if verb in _RULINGS else None
        for was in boards_in(before):
            for now in boards_in(after):
                here = {was["black"], was["white"]} == pair == {now["black"], now["white"]}
                if here and any(was.get(name) != now.get(name) for name in _CHANGED):
                    yield was, now, ruled_in
