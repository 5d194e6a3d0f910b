"""``manage.py standings FILE --round N``: the standings after a round."""

import json
from argparse import ArgumentParser
from typing import Any

from language.localtext import LocalText
from tournament.management.file_command import FileCommand
from tournament.standings.metrics import METRICS
from tournament.standings.table import Standings, standings
from tournament.state.criteria import Criterion

PRINTED = (
    *(Criterion.NBW, Criterion.MMS, Criterion.STS, Criterion.CPS),
    *(Criterion.SOSW, Criterion.SOSW_1, Criterion.SOSW_2, Criterion.SODOSW, Criterion.SOSOSW),
    *(Criterion.CUSSW, Criterion.SOSM, Criterion.SOSM_1, Criterion.SOSM_2, Criterion.SODOSM),
    *(Criterion.SOSOSM, Criterion.CUSSM, Criterion.SOSTS),
    *(Criterion.EXT, Criterion.EXR, Criterion.SDC, Criterion.DC),
)
"""The criteria of the JSON, in this order."""
_PLACE = LocalText("Place", "Place")
_PLAYER = LocalText("Player", "Joueur")


class Command(FileCommand):
    """Print the standings after a round, in final order."""

    help = (
        "Prints the standings of a tournament file after a round. The JSON has every criterion as "
        "an integer, points doubled and SODOS fourfold; the table has the file's own criteria."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, the round and the shape."""
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
        language = options["language"]
        titles = [_PLACE.get(language), _PLAYER.get(language), *computed.criteria]
        rows = [
            [str(row.place), row.player.name]
            + [f"{row.values[one] / METRICS[one].scale:g}" for one in computed.criteria]
            for row in computed.rows()
        ]
        self.write_table([titles, *rows], frozenset(range(len(titles))) - {1})


def _object(computed: Standings) -> dict[str, object]:
    """Return the standings as programs read them."""
    return {
        "round": computed.after,
        "rows": [
            {
                "place": row.place,
                "player": row.player.name,
                **{criterion.value: row.values[criterion] for criterion in PRINTED},
            }
            for row in computed.rows()
        ],
    }
