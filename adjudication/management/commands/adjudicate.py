"""``manage.py adjudicate PATH...``: judge records, or check proofs, without a database."""

from __future__ import annotations

import json
import os
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from adjudication.files import Options, find_records, judge_files
from adjudication.management.proposals import proposal_lines
from adjudication.rules.claims import Claim, parse_claim, wins_by_zero
from adjudication.rules.grid import MAX_SIZE
from adjudication.rules.header import FROM_RECORD, Unset
from adjudication.rules.komi import MAX_KOMI
from adjudication.rules.points import parse_any_point
from adjudication.rules.presets import PRESETS
from adjudication.rules.sentences import result_text
from adjudication.rules.verdicts import Verdict
from tournament.spoken import join_clauses, translated

_RECORD = "record"
_SHOWN = ("illegal.", "cycle.", "record.")
"""The code prefixes of findings to show beside a verdict if there is no question."""


class Command(BaseCommand):
    """Turns the command line into options, and results into lines."""

    help = (
        "Replay game records (SGF files, or folders of them) under a rule set and say whether "
        "their results stand. Exit status 0 when every file could be read, 1 otherwise. "
        "With --proof: check proofs of games, as their pages give them; status 0 when all hold."
    )
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments."""
        keys = list(PRESETS)
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument(
            "--rules",
            choices=[*keys, _RECORD],
            default=_RECORD,
            metavar="RULES",
            help=f"the rule set: {', '.join(keys)}; or {_RECORD} (the default): each record's RU",
        )
        parser.add_argument(
            "--default-rules",
            choices=keys,
            metavar="RULES",
            help="with --rules record: for records that name no rule set we know",
        )
        parser.add_argument("--claim", help="the result to check (W+3.5, B+R, jigo …); default RE")
        parser.add_argument(
            "--dead", help='dead stones, one or more a chain ("cc dd" or "Q16"); "" for none'
        )
        parser.add_argument(
            "--seki",
            help="stones in seki, one or more a chain, beside the dead ones: what they surround "
            "is no territory where territory is counted",
        )
        parser.add_argument("--komi", type=float, help="komi in points; default KM")
        parser.add_argument("--handicap", type=int, help="handicap in stones; default HA")
        parser.add_argument(
            "--over-the-board",
            action="store_true",
            help="the games were played on boards, whatever server a record names: a ko, superko "
            "or suicide is not asked about because that server refuses it",
        )
        parser.add_argument(
            "--proof",
            action="store_true",
            help="the files are proofs of games: check digests, verdicts and results again",
        )
        parser.add_argument(
            "--propose",
            action="store_true",
            help="propose dead stones for the last position, with how sure each chain is; it "
            "decides nothing and changes no verdict",
        )
        parser.add_argument("--json", action="store_true", help="one JSON object a game and line")
        parser.add_argument(
            "--language", choices=[code for code, name in settings.LANGUAGES], default="en"
        )
        parser.add_argument(
            "--workers", type=int, default=os.cpu_count() or 1, help="processes; default: all cores"
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Judge the files and print the results. Raises CommandError for a bad option."""
        chosen = _options(options)
        missing = [str(path) for path in options["paths"] if not os.path.lexists(path)]
        if missing:
            raise CommandError(f"no such file or folder: {', '.join(missing)}")
        # File names and texts may be in any script, whatever the terminal or the pipe is set to.
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")
        try:
            with translation.override(options["language"]):
                if options["proof"]:
                    failed = not self._check(options["paths"], options)
                else:
                    failed = self._judge(options, chosen)[Verdict.UNREADABLE] > 0
        except BrokenPipeError:
            # The reader has seen enough (`| head`): stop the output, without a traceback.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return
        if failed:
            sys.exit(1)

    def _check(self, paths: Sequence[Path], options: Mapping[str, Any]) -> bool:
        """Check proofs and print file by file; return whether all hold."""
        # Imported here: the checker takes as long to import as the judge, which most calls need.
        from adjudication.management.proofs import HOLDS, check_file, proof_lines

        all_hold = True
        for path in paths:
            result = check_file(path)
            all_hold = all_hold and result["verdict"] == HOLDS
            as_json = _json(result)
            self.stdout.write(as_json if options["json"] else proof_lines(result))
        self.stdout.flush()
        return all_hold

    def _judge(self, options: Mapping[str, Any], chosen: Options) -> Counter[str]:
        """Judge and print file by file, then the table; return the number of each verdict."""
        tally: Counter[str] = Counter()
        results = judge_files(
            find_records(options["paths"]), chosen, workers=max(1, options["workers"])
        )
        for result in self._with_progress(results, options["paths"]):
            tally[str(result["verdict"])] += 1
            if options["json"]:
                self.stdout.write(_json(result))
            else:
                self.stdout.write(_line(result))
                if "proposal" in result:
                    proposal = cast("Mapping[str, Any]", result["proposal"])
                    self.stdout.write("\n".join(proposal_lines(proposal)))
        table = self.stderr if options["json"] else self.stdout
        table.write(_summary(tally), style_func=str)
        self.stdout.flush()
        return tally

    def _with_progress(
        self, results: Iterator[dict[str, object]], paths: Sequence[Path]
    ) -> Iterator[dict[str, object]]:
        """Show a progress bar on a terminal's last line; nothing if there is no terminal."""
        if not sys.stderr.isatty():
            yield from results
            return
        total = sum(1 for path in find_records(paths))
        started = shown = time.monotonic()
        for number, result in enumerate(results, 1):
            yield result
            now = time.monotonic()
            if now - shown > 0.1:
                shown = now
                sys.stderr.write(f"\r{_bar(number, total, now - started)}\x1b[K\r")
                sys.stderr.flush()
        sys.stderr.write("\r\x1b[K")


def _bar(done: int, total: int, seconds: float) -> str:
    """Return a progress bar with the number done and the speed (records a second)."""
    part = min(1.0, done / max(1, total))
    filled = round(part * 30)
    return (
        f"[{'#' * filled}{'.' * (30 - filled)}] {part:4.0%}  {done} / {total}, "
        f"{done / seconds:.0f} a second"
    )


def _options(options: Mapping[str, Any]) -> Options:
    """Return the options for judging. Raises CommandError, naming the one that is wrong."""
    claim: Claim | Unset | None = FROM_RECORD
    if options["claim"] is not None:
        if wins_by_zero(options["claim"]):
            raise CommandError(
                f"--claim: {options['claim']!r} is no result, for nobody wins by 0 points; write "
                "jigo where the scores are equal"
            )
        claim = parse_claim(options["claim"])
        if claim is None:
            raise CommandError(
                f"--claim: {options['claim']!r} is no result; write W+3.5, B+R, B+T, B+F, jigo …"
            )
    komi = options["komi"]
    if komi is not None and not abs(komi) <= MAX_KOMI:
        raise CommandError(f"--komi: {komi} is not between -{MAX_KOMI:g} and {MAX_KOMI:g}")
    handicap = options["handicap"]
    if handicap is not None and handicap < 0:
        raise CommandError(f"--handicap: {handicap} is less than 0")
    dead, seki = (_stones(name, options[name]) for name in ("dead", "seki"))
    return Options(
        rules=None if options["rules"] == _RECORD else options["rules"],
        default_rules=options["default_rules"],
        claim=claim,
        dead=dead,
        seki=seki or (),
        komi=komi,
        handicap=handicap,
        propose=options["propose"],
        over_the_board=options["over_the_board"],
    )


def _stones(option: str, text: str | None) -> tuple[str, ...] | None:
    """Return the points that an option names. Raises CommandError for anything but a point."""
    if text is None:
        return None
    names = tuple(text.replace(",", " ").split())
    for name in names:
        try:
            parse_any_point(name, MAX_SIZE)
        except ValueError:
            raise CommandError(f"--{option}: {name!r} is no point; write cc or Q16") from None
    return names


def _json(result: Mapping[str, object]) -> str:
    """Return a result as one line of JSON, with messages in the active language."""
    return json.dumps(result, ensure_ascii=False, default=translated)


def _line(result: Mapping[str, object]) -> str:
    """Return a result as one line for people: file, verdict, what was counted, the first reason."""
    error = cast("Mapping[str, Any] | None", result["error"])
    if error is not None:
        unreadable, why = _("unreadable"), translated(error["message"])
        return f"{result['file']}: {unreadable} ({error['code']}): {why}"
    parts = [f"{result['file']}: {result['verdict']}"]
    computed = cast("Mapping[str, object] | None", result["computed"])
    if computed is not None:
        parts.append(_("counted") + " " + _result(computed["result"]))
    if result["claim"]:
        parts.append(_("claimed") + " " + _result(result["claim"]))
    findings = cast("list[Mapping[str, Any]]", result["findings"])
    told = sorted(
        (f for f in findings if str(f["code"]).startswith(_SHOWN) or f["asks"]),
        key=lambda f: (not _decides(f), not f["asks"]),
    )
    if told:
        parts.append(translated(told[0]["message"]))
    return join_clauses(parts)


def _result(text: object) -> str:
    """Return a result as the findings write it: W+R, in French Blanc+abandon."""
    claim = parse_claim(str(text))
    return str(text) if claim is None else translated(result_text(claim))


def _decides(finding: Mapping[str, object]) -> bool:
    """Whether this is the illegal move that loses the game."""
    illegal = str(finding["code"]).startswith("illegal.")
    return illegal and not (finding["uncertain"] or finding["moot"])


def _summary(tally: Counter[str]) -> str:
    """Return the table of verdicts, most frequent first."""
    total = sum(tally.values())
    if not total:
        return _("No game record found: give .sgf files or folders that hold some.")
    lines = [f"{count:>8}  {verdict}" for verdict, count in tally.most_common()]
    return "\n".join([*lines, f"{total:>8}  " + _("in all")])
