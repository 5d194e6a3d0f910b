"""``manage.py verify FILE``: every round of a played tournament held against the engine."""

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from language.messages import gettext_lazy, pgettext_lazy
from tournament.formats.recognise import Format
from tournament.management.file_command import FileCommand
from tournament.pairing.request import names_of
from tournament.pairing.verification import RoundCheck, Verdict, sentences, verify_round
from tournament.spoken import spoken

_VERDICTS = {
    Verdict.OPTIMAL: pgettext_lazy("pairing of a round", "optimal"),
    Verdict.CHANGED: pgettext_lazy("pairing of a round", "changed"),
    Verdict.NOT_COMPARED: pgettext_lazy("pairing of a round", "not compared"),
}

_SILENT = {Format.H9, Format.TOU, Format.AGA, Format.MACMAHON}
"""Formats that do not hold the parameters of the pairing."""


class Command(FileCommand):
    """Verify pairs, byes, colours, handicaps and komi of a tournament file, round by round."""

    help = (
        "Holds every round of a tournament file against what its own parameters pair from the "
        "results before it: which rounds are optimal, which were changed and what that cost. A "
        "change is no fault; what was corrected after a round looks like one. Parameters that a "
        "format does not hold are the usual ones, and result lists do not say how they were paired."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, the round and the shape."""
        super().add_arguments(parser)
        parser.add_argument("--round", type=int, metavar="N", help="this round alone")
        parser.add_argument("--json", action="store_true", help="one JSON object a round")
        parser.add_argument(
            "--strict",
            action="store_true",
            help="end with status 1 if a round, a bye or a board departs from the parameters",
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Verify and print, each round as it is done. Raises FormatError and CommandError."""
        only = self.round_of(options) if options["round"] is not None else None
        event = self.read(options)
        if event.source in _SILENT:
            text = gettext_lazy(
                "Such a file does not say how its rounds were paired: they are held against the "
                "usual parameters, and a change means little."
            )
            self.tell([text], options)
        if event.teams:
            raise CommandError(_("Rounds of teams are not verified: their boards are paired."))
        names = names_of(event.state)
        played = {game.round for game in event.state.games}
        rounds = sorted(played & {only} if only else played)
        if not rounds:
            raise CommandError(_("There are no games to verify."))
        departs = False
        for number in rounds:
            check = verify_round(event.state, number)
            departs = departs or check.verdict is Verdict.CHANGED or bool(check.terms)
            departs = departs or check.bye != check.bye_due
            if options["json"]:
                self.stdout.write(json.dumps(_object(check, names), ensure_ascii=False))
            else:
                self._print(check, names)
        if departs and options["strict"]:
            raise SystemExit(1)

    def _print(self, check: RoundCheck, names: Mapping[int, str]) -> None:
        self.stdout.write(
            _("Round %(round)d, boards: %(boards)d. Pairing: %(verdict)s.")
            % {
                "round": check.round,
                "boards": check.boards,
                "verdict": spoken(_VERDICTS[check.verdict]),
            }
        )
        for sentence in sentences(check, names):
            self.stdout.write(f"    {spoken(sentence)}")


def _object(check: RoundCheck, names: Mapping[int, str]) -> dict[str, object]:
    """Return a round as programs read it; komi in points, players by name."""
    return {
        "round": check.round,
        "boards": check.boards,
        "pairing": check.verdict.value,
        "total_weight": check.total,
        "greatest_weight": check.best,
        "lost": dict(check.lost),
        "paired": [[names[player] for player in pair] for pair in check.played],
        "instead": [[names[player] for player in pair] for pair in check.instead],
        "bye": None if check.bye is None else names[check.bye],
        "bye_due": None if check.bye_due is None else names[check.bye_due],
        "terms": [
            {
                "table": apart.game.table,
                "black": names[apart.game.black],
                "white": names[apart.game.white],
                "differs": list(apart.differs),
                "due": {
                    "black": names[apart.terms.black],
                    "handicap": apart.terms.handicap,
                    "komi": apart.terms.komi_half / 2,
                },
            }
            for apart in check.terms
        ],
        "notes": [str(sentence) for sentence in sentences(check, names)],
    }
