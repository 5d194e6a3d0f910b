"""``manage.py standings FILE --round N``: the standings after a round."""

import json
from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from tournament.management.file_command import FileCommand
from tournament.standings.table import Standings, standings
from tournament.standings.tiebreaks import TIEBREAKS


class Command(FileCommand):
    """Print the standings after a round, in final order."""

    help = (
        "Prints the standings of a tournament file after a round. The JSON has every score and "
        "tie-break as an integer, points doubled and SODOS fourfold; the table has the file's own "
        "criteria."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, the round and the output format."""
        super().add_arguments(parser)
        parser.add_argument("--round", type=int, required=True, metavar="N")
        parser.add_argument("--json", action="store_true", help="one JSON object")

    def handle(self, *args: object, **options: Any) -> None:
        """Compute and print. Raises FormatError and CommandError."""
        number = self.round_of(options)
        event = self.read_for_round(options)
        computed = standings(event.state, after=number, every=options["json"])
        if options["json"]:
            self.stdout.write(json.dumps(_object(computed), ensure_ascii=False))
            return
        titles = [_("Place"), _("Player"), *computed.criteria]
        rows = [
            [str(row.place), row.player.name]
            + [f"{row.values[key] / TIEBREAKS[key].scale:g}" for key in computed.criteria]
            for row in computed.rows()
        ]
        self.write_table([titles, *rows], frozenset(range(len(titles))) - {1})


def _object(computed: Standings) -> dict[str, object]:
    """Return the standings as programs read them: OpenGotha's criteria, and our own.

    Our own are included if the tournament is ranked by them.
    """
    printed = [
        criterion
        for criterion, row in TIEBREAKS.items()
        if not row.registered and (not row.ours or criterion in computed.criteria)
    ]
    return {
        "round": computed.after,
        "rows": [
            {
                "place": row.place,
                "player": row.player.name,
                **{criterion.value: row.values[criterion] for criterion in printed},
            }
            for row in computed.rows()
        ],
    }
