"""``python manage.py readjudicate``: judge stored records again with the present engine."""

import json
import sys
import time
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from adjudication.readjudication.models import FOLLOW, PART
from adjudication.readjudication.selectors import (
    Difference,
    ReadjudicationView,
    differences,
    readjudication,
    readjudications,
)
from adjudication.readjudication.services import (
    plan_jobs,
    resume_readjudication,
    start_readjudication,
    stop_readjudication,
)
from jobs.worker import run_job
from tournament.errors import UserError
from tournament.models import Tournament

LOOK_EVERY = 0.5


class Command(BaseCommand):
    """Judge again, showing progress and then what differs."""

    help = (
        "Judge stored records again with the present engine and show how the verdicts differ. "
        "This process works, and so does every worker. Ctrl-C stops after the parts under way; "
        "--resume goes on. Final results stay as they are."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--tournament", metavar="SLUG", help="the records of one tournament")
        what.add_argument("--all", action="store_true", help="the records of all tournaments")
        what.add_argument("--show", metavar="ID", type=int, help="show what a run gave, again")
        what.add_argument("--resume", metavar="ID", type=int, help="go on with a run")
        what.add_argument("--stop", metavar="ID", type=int, help="stop a run of another process")
        what.add_argument("--list", action="store_true", help="list the latest runs")
        parser.add_argument(
            "--engine-before",
            metavar="V",
            default="",
            help="only what no engine from version V on has judged",
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="compare, and touch nothing of any game"
        )
        parser.add_argument(
            "--background", action="store_true", help="leave all the work to the workers"
        )
        parser.add_argument("--json", action="store_true", help="write the outcome as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the command."""
        try:
            if options["list"]:
                for run in readjudications():
                    self.stdout.write(_line(run))
                return
            if options["stop"]:
                stop_readjudication(run_id=options["stop"])
                self.stdout.write(f"Stopped. Go on with: readjudicate --resume {options['stop']}")
                return
            run_id = options["show"] or self._begun(options)
        except UserError as error:
            raise CommandError(str(error.text)) from error
        if not options["show"]:
            if options["background"]:
                self.stdout.write(f"Run {run_id}. See: readjudicate --show {run_id}")
                return
            self._work(run_id)
        view = readjudication(run_id)
        if view is None:
            raise CommandError("There is no such run.")
        self._show(view, as_json=options["json"])

    def _begun(self, options: dict[str, Any]) -> int:
        if options["resume"]:
            resume_readjudication(run_id=options["resume"])
            return int(options["resume"])
        tournament_id = None
        if options["tournament"]:
            slug = options["tournament"]
            tournament_id = (
                Tournament.objects.filter(slug=slug).values_list("pk", flat=True).first()
            )
            if tournament_id is None:
                raise CommandError(f"There is no tournament “{slug}”.")
        run = start_readjudication(
            tournament_id=tournament_id,
            engine_before=options["engine_before"],
            dry_run=options["dry_run"],
        )
        return run.pk

    def _work(self, run_id: int) -> None:
        """Do jobs of the run alongside the workers until it is over."""
        try:
            while (view := _view(run_id)) and not view.over:
                self._tell(view)
                if not run_job(kinds=(PART, FOLLOW)):
                    plan_jobs(run_id)
                    time.sleep(LOOK_EVERY)
            while run_job(kinds=(FOLLOW,)):
                pass
        except KeyboardInterrupt:
            stop_readjudication(run_id=run_id)
            self.stderr.write(f"\nStopped. Go on with: readjudicate --resume {run_id}")
        self._tell(_view(run_id), end="\n")

    def _tell(self, view: ReadjudicationView, end: str = "\r") -> None:
        if end == "\n" or self.stderr.isatty():
            text = (
                f"Run {view.id}: {view.judged + view.failed:,} of {view.total:,} records judged, "
                f"{view.changed:,} differ"
            )
            self.stderr.write(f"{text:<79}", ending=end)

    def _show(self, view: ReadjudicationView, *, as_json: bool) -> None:
        found = differences(view.id)
        if as_json:
            outcome = {**asdict(view), "differences": [asdict(difference) for difference in found]}
            json.dump(outcome, self.stdout, default=str, ensure_ascii=False, indent=1)
            self.stdout.write("")
        else:
            for difference in found:
                self.stdout.write(_words(difference))
            self.stdout.write(_line(view))
        if view.failed or view.lost:
            sys.exit(1)


def _view(run_id: int) -> ReadjudicationView:
    view = readjudication(run_id)
    assert view is not None
    return view


def _line(view: ReadjudicationView) -> str:
    what = view.tournament or "all tournaments"
    text = (
        f"Run {view.id}, {what}, engine {view.engine_version}"
        f"{', dry run' if view.dry_run else ''}: {view.state}; "
        f"{view.judged:,} of {view.total:,} records judged, {view.changed:,} differ"
    )
    if view.failed:
        text += f", {view.failed:,} could not be judged (see the log)"
    if view.lost:
        text += f", {view.lost:,} parts were given up: --resume {view.id}"
    return text + "."


def _words(difference: Difference) -> str:
    place = (
        f"{difference.tournament}, round {difference.round_number}, board {difference.board_number}"
    )
    steps = [
        f"{difference.before} {difference.result_before}".strip(),
        f"{difference.after} {difference.result_after}".strip(),
    ]
    told = [
        f"{finding['code']}"
        + (f" at move {finding['move']}" if finding.get("move") else "")
        + (f" ({finding['article']})" if finding.get("article") else "")
        for finding in difference.findings
    ]
    told += [f"no more {code}" for code in difference.gone]
    return f"{place} ({difference.game_state}): {' -> '.join(steps)}" + (
        f"; {', '.join(told)}" if told else ""
    )
