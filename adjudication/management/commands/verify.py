"""``manage.py verify FILE``: compare rounds with the engine, and places with the games."""

import io
import json
import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.db import OperationalError, ProgrammingError
from django.utils.translation import gettext as _

from adjudication.archive.services.archive import tournament_in
from tournament.formats.recognise import is_archive
from tournament.formats.trail_lines import checked_record, is_record
from tournament.formats.verified import VerifiedFile, VerifiedRound, verify_file
from tournament.management.file_command import FileCommand
from tournament.management.streams import read_bytes
from tournament.spoken import translated


class Command(FileCommand):
    """Verify pairs, byes, colours, handicaps, komi and places of a tournament file."""

    help = (
        "Holds every round of a tournament file against what its own parameters pair from the "
        "results before it: which rounds are optimal, which were changed and what that cost. A "
        "change is no fault; what was corrected after a round looks like one. Parameters that a "
        "format does not hold are the usual ones, and result lists do not say how they were "
        "paired. Their places and scores are held against their games. Of the record of a "
        "tournament it says whether every step is as it was sealed. An archive is checked as where "
        "it is restored, in the database of the installation, which keeps nothing of it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, the round and the output format."""
        super().add_arguments(parser)
        parser.add_argument(
            "--round", type=int, metavar="N", help="this round alone, without the places"
        )
        parser.add_argument(
            "--json", action="store_true", help="one JSON object a round, then one of the places"
        )
        parser.add_argument(
            "--strict",
            action="store_true",
            help="end with status 1 if pairs, a bye, handicaps, colours or komi depart from the "
            "parameters in the file, or a score or a place from the games; what is called no "
            "departure, and what the file does not state, does not count",
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Verify, printing each round as it is done. Raises FormatError and CommandError."""
        only = self.round_of(options) if options["round"] is not None else None
        data, name = read_bytes(options["file"]), os.path.basename(options["file"])
        if is_record(data):
            self._check_record(data, options)
            return
        if is_archive(data):
            data, name = self._tournament_in(data, options["file"]), ""
        file = verify_file(data, name)
        self.tell((*file.event.notes, *file.about), options)
        rounds = [number for number in file.rounds if only in (None, number)]
        if not rounds:
            raise CommandError(_("There are no games to verify."))
        departs = False
        for found in file.checks(rounds):
            departs = departs or found.departs
            if options["json"]:
                self.stdout.write(json.dumps(found.as_json(), ensure_ascii=False))
            else:
                self._print(found)
        if only is None:
            check = file.placings
            departs = departs or (check is not None and check.order_known and not check.right)
            if options["json"]:
                self.stdout.write(json.dumps(file.places_json(), ensure_ascii=False))
            else:
                self._print_places(file)
        if departs and options["strict"]:
            raise SystemExit(1)

    def _tournament_in(self, start: bytes, path: str) -> bytes:
        """Return the tournament of an archive as our JSON. Raises CommandError and UserError.

        ``start`` is what was read of it: all of it if it is small, as it may come from standard
        input.
        """
        try:
            with io.BytesIO(start) if path == "-" else open(path, "rb") as stream:
                return tournament_in(stream)
        except (OperationalError, ProgrammingError) as error:
            text = _(
                "An archive is read through the database of an installation, and this one has none "
                "yet: run manage.py migrate first, or verify the JSON file of the page Files."
            )
            raise CommandError(f"{path}: {text}") from error

    def _check_record(self, data: bytes, options: dict[str, Any]) -> None:
        """Say whether a trail is as it was sealed; exits with status 1 if it is not."""
        found = checked_record(data)
        if options["json"]:
            self.stdout.write(json.dumps(found.as_json(), ensure_ascii=False))
        elif found.holds:
            self.stdout.write(translated(found.sentence))
        else:
            raise CommandError(f"{options['file']}: {translated(found.sentence)}")
        if not found.holds:
            raise SystemExit(1)

    def _print(self, found: VerifiedRound) -> None:
        check = found.check
        self.stdout.write(
            _("Round %(round)d, boards: %(boards)d. Pairing: %(verdict)s.")
            % {
                "round": check.round,
                "boards": found.boards,
                "verdict": translated(found.word),
            }
        )
        for sentence in found.said:
            self.stdout.write(f"    {translated(sentence)}")

    def _print_places(self, file: VerifiedFile) -> None:
        headline = file.headline
        if headline is not None:
            self.stdout.write(_("Places: %(found)s.") % {"found": translated(headline)})
        for sentence in (*file.place_sentences, *file.about_places):
            self.stdout.write(f"    {translated(sentence)}")
