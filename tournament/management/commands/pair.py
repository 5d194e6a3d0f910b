"""``manage.py pair FILE --round N``: the pairing of a round, or the weights of all pairs."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from language.messages import comma_list
from tournament.management.file_command import FileCommand
from tournament.pairing.components import STANDARD
from tournament.pairing.explain import board_prices
from tournament.pairing.pairing import Pairing, PairingRequest
from tournament.pairing.request import names_of
from tournament.pairing.systems import pair_round
from tournament.pairing.weights_table import weights_table
from tournament.spoken import translated
from tournament.state.event import Event


class Command(FileCommand):
    """Pair a round from the results of the earlier rounds."""

    help = (
        "Pairs a round of a tournament file from the results before it. Games of that round and "
        "later ones in the file are not looked at."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, the round and what to print."""
        super().add_arguments(parser)
        parser.add_argument("--round", type=int, required=True, metavar="N")
        parser.add_argument(
            "--players-with-games",
            action="store_true",
            help="pair exactly those who have a game in that round in the file",
        )
        parser.add_argument("--seed", type=int, default=0, help="for a random component")
        shape = parser.add_mutually_exclusive_group()
        shape.add_argument("--json", action="store_true", help="one JSON object")
        shape.add_argument(
            "--weights",
            action="store_true",
            help="the weights of all pairs, tab separated: round, player, player, "
            f"{', '.join(STANDARD)}, total",
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Pair and print. Raises FormatError, PairingError and CommandError."""
        number = self.round_of(options)
        event = self.read_for_round(options)
        only = _with_games(event, number) if options["players_with_games"] else None
        request = PairingRequest(event.state, number, seed=options["seed"], only=only)
        if options["weights"]:
            self._print_weights(request)
            return
        pairing = pair_round(request)
        self.tell(pairing.notes, options)
        if options["json"]:
            self.stdout.write(json.dumps(_object(event, pairing), ensure_ascii=False))
        else:
            self._print_table(request, pairing)

    def _print_weights(self, request: PairingRequest) -> None:
        rows = weights_table(request.state, request.round, request.only, request.seed)
        for row in rows:
            parts = (row.components[name] for name in STANDARD)
            cells = (request.round, row.first.name, row.second.name, *parts, row.total)
            self.stdout.write("\t".join(map(str, cells)))

    def _print_table(self, request: PairingRequest, pairing: Pairing) -> None:
        names = names_of(request.state)
        titles = [_("Board"), _("White"), _("Black"), _("Handicap"), _("Komi"), _("Its price")]
        rows = [titles]
        for board, price in zip(pairing.boards, board_prices(request, pairing), strict=True):
            numbers = (
                str(board.handicap),
                f"{board.komi_half / 2:g}",
                translated(comma_list(price)),
            )
            rows.append([str(board.table), names[board.white], names[board.black], *numbers])
        self.write_table(rows, frozenset({0, 3, 4}))
        for player in pairing.byes:
            self.stdout.write(_("Bye: %(name)s") % {"name": names[player]})


def _with_games(event: Event, number: int) -> frozenset[int]:
    """Return who has a game in a round. Raises CommandError if nobody has."""
    games = (game for game in event.state.games if game.round == number)
    players = frozenset(player for game in games for player in game.players)
    if not players:
        raise CommandError(f"--players-with-games: nobody has a game in round {number}.")
    return players


def _object(event: Event, pairing: Pairing) -> dict[str, object]:
    """Return the pairing as programs read it, with komi in points."""
    names = names_of(event.state)
    return {
        "round": pairing.round,
        "bye": None if pairing.bye is None else names[pairing.bye],
        "walk_overs": [names[player] for player in pairing.walk_overs],
        "total_weight": pairing.total,
        "pairs": [
            {
                "table": board.table,
                "white": names[board.white],
                "black": names[board.black],
                "handicap": board.handicap,
                "komi": board.komi_half / 2,
                "weight": board.weight,
                "components": dict(board.components),
            }
            for board in pairing.boards
        ],
    }
