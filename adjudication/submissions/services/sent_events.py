"""Writing down what a player sent where the game stays as it is."""

from tournament.audit.selectors.snapshots import board_now
from tournament.audit.services.acting import Actor
from tournament.audit.services.recording import record
from tournament.models import Game, Player, Verb


def record_sent(game: Game, player_id: int, verb: Verb, *, by: Actor) -> None:
    """Write down what a player, who acts, sent for a game that it leaves as it is."""
    told = board_now(game.pk) if verb == Verb.RESULT_REPORTED else None
    record(
        verb,
        tournament_id=game.round.tournament_id,
        round_number=game.round.number,
        table=game.board_number,
        players=list(Player.objects.filter(pk=player_id).values_list("number", flat=True)),
        before=told,
        after=told,
        by=by,
    )
