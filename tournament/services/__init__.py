"""What can be done to a tournament: one use case a function, one transaction each."""

from tournament.services.games import pair_game
from tournament.services.links import LinkIdentity, issue_link, open_link, revoke_link
from tournament.services.players import add_player
from tournament.services.rounds import create_round, finish_round, publish_round
from tournament.services.tournaments import create_tournament

__all__ = [
    "LinkIdentity",
    "add_player",
    "create_round",
    "create_tournament",
    "finish_round",
    "issue_link",
    "open_link",
    "pair_game",
    "publish_round",
    "revoke_link",
]
