"""``manage.py simulate FILE``, or ``--field``: which format would serve the players best."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import nullcontext
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tournament.management.file_command import FileCommand
from tournament.pairing.handicap import MOST_STONES
from tournament.simulation.advice import advice
from tournament.simulation.comparison import Comparison, Task, Trial, comparison_of, favourites
from tournament.simulation.expected import MOST_PLAYERS, FieldError, expected_field
from tournament.simulation.figures import Figure
from tournament.simulation.formats import (
    MOST_ROUNDS,
    Choices,
    NotComparedError,
    TooManyFormatsError,
    formats_of,
)
from tournament.simulation.measures import EventMeasures, Measure
from tournament.simulation.tie_breaks import TieBreaks
from tournament.spoken import translated
from tournament.standings.prizes import MOST_PLACES, USUAL_PRIZES
from tournament.state.criteria import Criterion
from tournament.state.event import Details, Event
from tournament.state.parameters import System
from tournament.state.people import Player
from tournament.state.presets import MCMAHON
from tournament.state.ranks import RankError, parse_rank
from tournament.state.state import TournamentState

MOST_EVENTS = 100_000


def _ranks(text: str) -> tuple[int, ...]:
    try:
        return tuple(parse_rank(part) for part in text.split(","))
    except RankError as error:
        raise ArgumentTypeError(f"“{error}” is no rank: write 1k,3d.") from error


def _rounds(text: str) -> tuple[int, ...]:
    first, dash, last = text.partition("-")
    try:
        numbers = range(int(first), int(last) + 1) if dash else [int(n) for n in text.split(",")]
    except ValueError as error:
        raise ArgumentTypeError(f"“{text}” is no number of rounds: write 4-7 or 5,6.") from error
    if not numbers or not all(1 <= number <= MOST_ROUNDS for number in numbers):
        raise ArgumentTypeError(f"Rounds are from 1 to {MOST_ROUNDS}, the smaller number first.")
    return tuple(numbers)


def _systems(text: str) -> tuple[System, ...]:
    try:
        return tuple(System(part) for part in text.split(","))
    except ValueError as error:
        known = ", ".join(system.value for system in System)
        raise ArgumentTypeError(f"“{text}”: systems are {known}.") from error


def _criteria(text: str) -> tuple[tuple[Criterion, ...], ...]:
    try:
        return tuple(
            tuple(Criterion(name) for name in order.split("/")) for order in text.split(",")
        )
    except ValueError as error:
        known = ", ".join(criterion.value for criterion in Criterion)
        raise ArgumentTypeError(f"“{text}”: write MMS/SOSM,MMS/SODOSM of {known}.") from error


def _reductions(text: str) -> tuple[int, ...]:
    try:
        numbers = tuple(int(part) for part in text.split(","))
    except ValueError as error:
        raise ArgumentTypeError(f"“{text}” is no list of numbers: write 0,1,2.") from error
    if not all(0 <= number <= MOST_STONES for number in numbers):
        raise ArgumentTypeError(f"A reduction is from 0 to {MOST_STONES} stones.")
    return numbers


def _expected(text: str) -> tuple[Player, ...]:
    try:
        return expected_field(text)
    except FieldError as error:
        raise ArgumentTypeError(str(error.text)) from error


def _play(task: Task) -> list[EventMeasures]:
    return task.played()


class Command(FileCommand):
    """Compare formats for the players of a file by simulating the event many times."""

    help = (
        "Plays the event of a file many times in every format asked for, paired by the engine, "
        "with strengths drawn around the ratings, and compares what came of it: who wins, how well "
        "the order tells strength, what the rounds hold. Games and byes of the file are left out. "
        "With --field the players are made up, and without a file the rest is as in a new McMahon "
        "tournament. The same seed gives the same numbers. Columns are explained in docs/oracle.md."
    )
    file_optional = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the choices, the number of events, the seed and the output format."""
        super().add_arguments(parser)
        parser.add_argument("--system", type=_systems, default=(), help="mcmahon,swiss")
        parser.add_argument("--rounds", type=_rounds, default=(), help="4-7 or 5,6")
        parser.add_argument("--bar", type=_ranks, default=(), help="1k,1d,3d")
        parser.add_argument("--floor", type=_ranks, default=(), help="30k,20k")
        parser.add_argument(
            "--handicap",
            type=_reductions,
            default=(),
            help="stones fewer than the difference: 0,1,2",
        )
        parser.add_argument(
            "--tiebreaks", type=_criteria, default=(), help="MMS/SOSM,MMS/SODOSM/SOSM"
        )
        parser.add_argument(
            "--field",
            type=_expected,
            help="players expected instead of a file's, 3d:2,1k:10; FILE may be left out then",
        )
        parser.add_argument(
            "--prizes",
            type=int,
            default=USUAL_PRIZES,
            metavar="N",
            help="so many places have a prize",
        )
        parser.add_argument("--events", type=int, default=1000, metavar="N")
        parser.add_argument("--seed", type=int, default=0, metavar="N")
        parser.add_argument("--workers", type=int, default=2, metavar="N", help="processes")
        parser.add_argument("--json", action="store_true", help="one JSON object")

    def handle(self, *args: object, **options: Any) -> None:
        """Play and print. Raises CommandError for unusable choices."""
        if not 1 <= options["events"] <= MOST_EVENTS:
            raise CommandError(f"--events: from 1 to {MOST_EVENTS}.")
        if not 1 <= options["prizes"] <= MOST_PLACES:
            raise CommandError(f"--prizes: from 1 to {MOST_PLACES}.")
        if any(floor > bar for floor in options["floor"] for bar in options["bar"]):
            raise CommandError("--floor: a floor is not above a bar; nobody starts between them.")
        if options["file"] is None and not options["field"]:
            raise CommandError("Name a file, or whom you expect: --field 3d:2,1k:10.")
        event = NEW if options["file"] is None else self.read(options)
        comparison = self._comparison(event, options)
        workers = max(1, min(options["workers"], 64))
        with ProcessPoolExecutor(workers) if workers > 1 else nullcontext() as pool:
            self._play(comparison, pool, workers, options)
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(comparison), ensure_ascii=False))
        else:
            self._print(comparison)

    def _comparison(self, event: Event, options: dict[str, Any]) -> Comparison:
        choices = Choices(
            systems=options["system"],
            rounds=options["rounds"],
            bars=options["bar"],
            floors=options["floor"],
            reductions=options["handicap"],
            criteria=options["tiebreaks"],
        )
        try:
            formats = formats_of(event.state.parameters, choices)
        except (NotComparedError, TooManyFormatsError) as error:
            raise CommandError(translated(error.text)) from error
        comparison = comparison_of(
            formats,
            options["field"] or event.state.players,
            seed=options["seed"],
            events=options["events"],
            round_minutes=2 * event.details.clock.adjusted_minutes,
            prizes=options["prizes"],
        )
        if not 2 <= len(comparison.players) <= MOST_PLAYERS:
            raise CommandError(f"A simulation takes 2 to {MOST_PLAYERS} registered players.")
        return comparison

    def _play(
        self,
        comparison: Comparison,
        pool: Executor | None,
        workers: int,
        options: dict[str, Any],
    ) -> None:
        """Play every batch, with progress on stderr. After Ctrl+C what was played is kept."""
        try:
            for batch in comparison.batches():
                parts = [(trial, part) for trial, task in batch for part in task.parts(workers)]
                tasks = [part for _trial, part in parts]
                found = pool.map(_play, tasks) if pool else map(_play, tasks)
                for (trial, _part), events in zip(parts, found, strict=True):
                    trial.events.extend(events)
                if self.stderr.isatty():
                    done = max(len(trial.events) for trial in comparison.trials)
                    self.stderr.write(f"\r{done} / {comparison.events}", ending="", style_func=str)
        except KeyboardInterrupt:
            self.tell([_("Stopped: what follows is from the events played so far.")], options)

    def _print(self, comparison: Comparison) -> None:
        found = advice(comparison, over=True)
        if found is None:
            return
        titles = [_("Format"), "", _("Events"), *(measure.value for measure in SHOWN)]
        rows = [titles, *(_row(trial) for trial in comparison.trials)]
        self.write_table(rows, frozenset(range(2, len(titles))))
        if found.best is not None:
            self._favourites(comparison, found.best)
        self._tie_breaks(comparison)
        for sentence in found.sentences:
            self.stdout.write(translated(sentence))

    def _tie_breaks(self, comparison: Comparison) -> None:
        """Print how often other tie-breaks would have changed a prize, in every format."""
        titles = [_("A prize changed by"), "", *TieBreaks]
        rows = [titles]
        for trial in comparison.trials:
            figures = [trial.prize_changed_by(each) for each in TieBreaks]
            rows.append(
                [translated(trial.format.name), trial.format.details[0], *map(_share, figures)]
            )
        self.write_table(rows, frozenset(range(2, len(titles))))

    def _favourites(self, comparison: Comparison, best: Trial) -> None:
        for player in favourites(comparison.players):
            chance = best.chance_of(player.id)
            self.stdout.write(
                _("%(name)s wins %(chance).1f%% (%(low).1f%% to %(high).1f%%).")
                % {
                    "name": player.name,
                    "chance": 100 * chance.mean,
                    "low": 100 * chance.low,
                    "high": 100 * chance.high,
                }
            )


NEW = Event(Details(), TournamentState((), parameters=MCMAHON))
"""The event of an expected field if no file says anything else."""
SHOWN = tuple(measure for measure in Measure if measure is not Measure.TAU_ABOVE_BAR)


def _share(figure: Figure) -> str:
    return f"{figure.mean:.3f}±{figure.half_width:.3f}" if figure.count else "-"


def _row(trial: Trial) -> list[str]:
    figures = trial.figures()
    cells = [_share(figures[measure]) for measure in SHOWN]
    return [translated(trial.format.name), trial.format.details[0], str(len(trial.events)), *cells]


def _numbers(figure: Figure) -> list[float] | None:
    """Return a mean and the ends of its interval, or None if it is unknown."""
    return [figure.mean, figure.low, figure.high] if figure.count else None


def _as_json(comparison: Comparison) -> dict[str, Any]:
    found = advice(comparison, over=True)
    return {
        "seed": comparison.seed,
        "players": len(comparison.players),
        "prizes": comparison.prizes,
        "formats": [
            {
                "format": translated(trial.format.name),
                "criteria": trial.format.details[0],
                "rounds": trial.format.rounds,
                "handicap_reduction": trial.format.parameters.handicap.correction,
                "events": len(trial.events),
                "dropped": trial.dropped,
                "measures": {
                    measure.value: _numbers(figure) for measure, figure in trial.figures().items()
                },
                "tie_breaks": {
                    each.value: {
                        "prize_changes": _numbers(trial.prize_changed_by(each)),
                        "first_changes": _numbers(trial.first_changed_by(each)),
                        "first_shared": _numbers(trial.first_shared_by(each)),
                    }
                    for each in TieBreaks
                },
                "prize_with_wins": {
                    wins: _numbers(trial.prize_with(wins))
                    for wins in range(trial.format.rounds + 1)
                },
                "favourites": {
                    player.name: _numbers(trial.chance_of(player.id))
                    for player in favourites(comparison.players)
                },
            }
            for trial in comparison.trials
        ],
        "advice": [translated(sentence) for sentence in found.sentences] if found else [],
    }
