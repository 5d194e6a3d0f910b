"""``manage.py generate``: a made-up tournament of a given kind, always the same for a seed."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from tournament.formats.recognise import Format
from tournament.formats.writers import WRITERS
from tournament.management.file_command import SpokenCommand
from tournament.management.streams import write_bytes
from tournament.pairing.random_events import BRACKETS, RandomKind, random_event
from tournament.state.methods import Qualification
from tournament.state.parameters import Method, System


class Command(SpokenCommand):
    """Write a made-up tournament, to test this and other pairing programs."""

    help = (
        "Writes a made-up tournament with players, rounds paired by the engine, and results drawn "
        "by the EGF's expected score. The same seed gives the same tournament. What the format "
        "cannot carry is said on stderr."
    )
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the kind, the seed, the format and where to write."""
        super().add_arguments(parser)
        usual = RandomKind()
        systems = [*(system.value for system in System), *(method.value for method in BRACKETS)]
        parser.add_argument("--system", choices=systems, default=usual.system.value)
        parser.add_argument("--players", type=int, default=usual.players, metavar="N")
        parser.add_argument(
            "--rounds",
            type=int,
            default=usual.rounds,
            metavar="N",
            help="of brackets the most, which end when they are over",
        )
        parser.add_argument(
            "--groups", type=int, default=usual.qualification.groups, help="of groups_knock_out"
        )
        parser.add_argument(
            "--through",
            type=int,
            default=usual.qualification.best,
            help="of a group go on so many",
        )
        parser.add_argument("--seed", type=int, default=0, metavar="N")
        parser.add_argument("--mean", type=int, default=usual.mean, help="of the ratings")
        parser.add_argument("--spread", type=int, default=usual.spread, help="of the ratings")
        parser.add_argument(
            "--error", type=int, default=usual.error, help="how far ratings are from strength"
        )
        parser.add_argument(
            "--absent", type=float, default=usual.absent, help="chance to miss a round, 0 to 1"
        )
        kinds = [kind.value for kind in WRITERS]
        parser.add_argument("--to", choices=kinds, default=Format.OPENGOTHA.value)
        parser.add_argument("-o", "--output", help="default: stdout")

    def handle(self, *args: object, **options: Any) -> None:
        """Make the tournament and write it. Raises CommandError for an impossible kind."""
        try:
            qualification = Qualification(groups=options["groups"], best=options["through"])
        except ValueError as error:
            raise CommandError(str(error)) from error
        brackets = {method.value: method for method in BRACKETS}
        method = brackets.get(options["system"], Method.WEIGHTS)
        usual = RandomKind().system
        kind = RandomKind(
            system=System(options["system"]) if method is Method.WEIGHTS else usual,
            method=method,
            qualification=qualification,
            players=options["players"],
            rounds=options["rounds"],
            mean=options["mean"],
            spread=options["spread"],
            error=options["error"],
            absent=options["absent"],
        )
        written = WRITERS[Format(options["to"])].write(random_event(kind, options["seed"]))
        write_bytes(options["output"], written.data)
        self.tell(written.lost, options)
