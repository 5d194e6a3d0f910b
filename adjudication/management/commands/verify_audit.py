"""``manage.py verify_audit``: check that a tournament's audit trail is as it was written.

With ``--state``, also check that the tables match it.
"""

import json
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from adjudication.trail.replay import Subject
from adjudication.trail.selectors import Comparison, Difference, compare_with_trail
from tournament.audit.selectors.trail import check_trail, head_of, lost_trails
from tournament.formats.chain import ChainCheck, Head, parse_noted_seal
from tournament.formats.errors import FormatError
from tournament.formats.trail_lines import WRONG, check_lines
from tournament.models import Tournament

MOST_TOLD = 100
"""How many differences of a tournament are listed one by one."""
_COUNTED = {
    Subject.BOARD: "boards",
    Subject.PLAYER: "players",
    Subject.ENTRY: "values of entries",
    Subject.SETTING: "settings",
    Subject.RULING: "rulings",
}
WHAT_TO_DO = (
    "What differs was changed past the program. Nothing was changed now. Find out who was at the "
    "database; compare with a backup from before (restore_backup, into another database). What the "
    "trail says is what people did: put the table right by hand as the trail has it, or, if the "
    "table is right, set that on the tournament’s pages, so that an event tells it."
)


class Command(BaseCommand):
    """Check the chains and name the first bad event of each; status 1 if there is one."""

    help = (
        "Checks that no event of the record was edited, removed or inserted, and names the first "
        "bad one of a tournament. With --head it also checks that the record still has the event "
        "whose seal was noted down, published or mailed earlier: only that shows a record that was "
        "written anew. With --state it also plays the events again and compares the tables with "
        "them: boards, results, byes, rounds, who takes part, entries, what was changed of "
        "settings, and rulings. No event tells names, clubs as they were first entered, teams, "
        "statements, or what came with a very large file until something of it is changed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what to check."""
        parser.add_argument("--tournament", metavar="SLUG", help="only this one")
        parser.add_argument(
            "--head",
            metavar="[NUMBER:]DIGEST",
            default="",
            help="a seal that was noted down, published or mailed earlier",
        )
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--file", metavar="FILE", help="an export, in place of the database")
        what.add_argument("--state", action="store_true", help="compare the tables, too")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check it. Raises CommandError if something is wrong."""
        noted = _noted(options["head"])
        if options["file"]:
            self._tell([(0, *_of_file(options["file"], noted))], noted)
            return
        if noted and not options["tournament"]:
            raise CommandError("--head is that of one tournament: name it with --tournament.")
        rows = Tournament.objects.order_by("slug")
        if options["tournament"]:
            rows = rows.filter(slug=options["tournament"])
            if not rows.exists():
                raise CommandError(f"There is no tournament {options['tournament']}.")
        self._tell(
            (
                (pk, slug, check_trail(pk, noted=noted), str(head_of(pk) or "none"))
                for pk, slug in rows.values_list("pk", "slug")
            ),
            noted,
            () if options["tournament"] else lost_trails(),
            state=options["state"],
        )

    def _tell(
        self,
        found: Iterable[tuple[int, str, ChainCheck, str]],
        noted: Head | None,
        lost: Iterable[int] = (),
        *,
        state: bool = False,
    ) -> None:
        bad = [f"tournament {key}: it was removed, and its record was not" for key in lost]
        differs = False
        for pk, name, checked, head in found:
            if checked.wrong is not None:
                bad.append(f"{name}: event {checked.sequence}: {WRONG[checked.wrong]}")
                if state:
                    bad.append(f"{name}: the tables were not compared with a record like that")
                continue
            since = f", the noted one is event {checked.noted}" if noted else ""
            self.stdout.write(
                f"{name}: {checked.events} events, all as written{since}; head {head}"
            )
            if state:
                compared = compare_with_trail(pk)
                self.stdout.write(f"{name}: {_compared(compared)}")
                bad += [f"{name}: {text}" for text in _wrong(compared)]
                differs = differs or bool(compared.differences)
        if bad:
            raise CommandError("\n".join([*bad, *([WHAT_TO_DO] if differs else ())]))


def _noted(text: str) -> Head | None:
    try:
        return parse_noted_seal(text) if text.strip() else None
    except ValueError as error:
        raise CommandError(
            f"--head: {text} is no seal; it is a number, a colon and 64 hexadecimal digits, as in "
            "the e-mail or on the page of the seal."
        ) from error


def _of_file(path: str, noted: Head | None) -> tuple[str, ChainCheck, str]:
    try:
        with open(path, encoding="utf-8", newline="\n") as lines:
            found = check_lines(lines, noted=noted)
    except (OSError, UnicodeDecodeError, FormatError) as error:
        raise CommandError(f"{path}: {error}") from error
    return found.name, found.check, str(Head(found.check.events, found.head))


def _compared(found: Comparison) -> str:
    """Return what was compared, and what could not be."""
    counts = [
        f"{found.compared[subject]} {name}"
        for subject, name in _COUNTED.items()
        if found.compared.get(subject)
    ]
    told = f"compared {', '.join(counts)}" if counts else "nothing to compare"
    if found.untold:
        untold = ", ".join(f"{count} {name}" for name, count in sorted(found.untold.items()))
        told += f"; from a file, and told by no event: {untold}"
    return told


def _wrong(found: Comparison) -> list[str]:
    """Return everything that is wrong with the tables, one line each."""
    lines = [_difference(difference) for difference in found.differences[:MOST_TOLD]]
    more = len(found.differences) - MOST_TOLD
    if more > 0:
        lines.append(f"and {more} more")
    lines += [
        f"event {number} tells what no page of this program does" for number in found.unreadable
    ]
    return lines


def _difference(difference: Difference) -> str:
    told = f"{_value(difference.told)} in the trail"
    told += f" (event {difference.event}, {difference.verb})" if difference.event else ""
    if not difference.event:
        told = "in no event of the trail"
    found = f"{_value(difference.found)} in the table"
    if difference.later:
        found = f"{_value(difference.found)} when event {difference.later} changed it"
    return f"{difference.where}: {difference.field}: {told}, {found}"


def _value(value: Any) -> str:
    return "nothing" if value in (None, "") else json.dumps(value, ensure_ascii=False)
