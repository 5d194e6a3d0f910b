"""``manage.py create_tournament``: a tournament from the command line."""

from argparse import ArgumentParser, ArgumentTypeError
from dataclasses import replace
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from adjudication.rules.presets import PRESETS
from adjudication.rules.written import half_points
from tournament.errors import UserError
from tournament.models import HandicapPolicy, PairingMethod, Status
from tournament.standings.presets import CONVENTIONS
from tournament.state.parameters import Method, Parameters, System
from tournament.state.presets import MCMAHON, PRESETS_OF_METHODS
from tournament.state.presets import PRESETS as PRESETS_OF_SYSTEMS
from tournament.state.ranks import RankError, parse_rank
from tournament.tournaments.services import create_tournament

MOST_ROUNDS = 20
PUBLIC = "everybody sees it at once; default: only its own people, until it is published"


class Command(BaseCommand):
    """Create a tournament and print its slug."""

    help = "Creates a tournament; `issue_link` then gives its director a private link."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the properties of the tournament."""
        parser.add_argument("name")
        parser.add_argument("--rules", required=True, choices=sorted(PRESETS))
        parser.add_argument("--slug", default="", help="its address; default: made of the name")
        parser.add_argument("--board-size", type=int, default=19, metavar="LINES")
        parser.add_argument("--komi", type=_points, help="in points; default: that of the rules")
        parser.add_argument("--handicap-komi", type=_points, help="in games with handicap stones")
        parser.add_argument(
            "--handicaps", choices=HandicapPolicy.values, default=HandicapPolicy.EVEN
        )
        parser.add_argument(
            "--system",
            type=System,
            choices=list(System),
            help="what the weights are computed for; default: mcmahon, or as the method needs it",
        )
        parser.add_argument("--method", choices=PairingMethod.values, default=PairingMethod.WEIGHTS)
        parser.add_argument(
            "--placement",
            choices=sorted(CONVENTIONS),
            help="what places players, and what byes and absences count; default: the system's",
        )
        parser.add_argument("--rounds", type=int, default=5)
        parser.add_argument("--bar", type=_rank, default="4d", metavar="RANK")
        parser.add_argument("--floor", type=_rank, default="20k", metavar="RANK")
        parser.add_argument("--city", default="")
        parser.add_argument("--time-zone", default="", help="default: that of the installation")
        parser.add_argument("--country", default="", help="its two-letter code, such as FR")
        parser.add_argument("--public", action="store_true", help=PUBLIC)
        parser.add_argument("--starts-on", type=date.fromisoformat, metavar="YYYY-MM-DD")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create it. Raises CommandError that says what is not allowed."""
        try:
            tournament = create_tournament(
                name=options["name"],
                rules=options["rules"],
                slug=options["slug"],
                board_size=options["board_size"],
                komi_half=options["komi"],
                handicap_komi_half=options["handicap_komi"],
                handicap_policy=options["handicaps"],
                city=options["city"],
                country=options["country"],
                starts_on=options["starts_on"],
                time_zone=options["time_zone"],
                method=options["method"],
                parameters=_parameters(options),
                status=Status.PUBLIC if options["public"] else Status.DRAFT,
            )
        except UserError as error:
            raise CommandError(f"{error.field}: {error.text}") from error
        self.stdout.write(tournament.slug)


def _parameters(options: dict[str, Any]) -> Parameters:
    """Return the system's parameters with the rounds, bar and floor that were asked for."""
    if not 1 <= options["rounds"] <= MOST_ROUNDS:
        raise CommandError(f"--rounds: give a number from 1 to {MOST_ROUNDS}.")
    if options["floor"] > options["bar"]:
        raise CommandError("--floor: the floor is not above the bar.")
    if options["system"] is None:
        parameters = PRESETS_OF_METHODS.get(Method(options["method"]), MCMAHON)
    else:
        parameters = PRESETS_OF_SYSTEMS[options["system"]]
    if options["placement"]:
        parameters = CONVENTIONS[options["placement"]].apply(parameters)
    scoring = replace(
        parameters.scoring,
        rounds=options["rounds"],
        bar=options["bar"],
        floor=options["floor"],
    )
    return replace(parameters, scoring=scoring)


def _rank(text: str) -> int:
    """Return a rank. Raises ArgumentTypeError that shows how to write one."""
    try:
        return parse_rank(text)
    except RankError:
        raise ArgumentTypeError("write a rank as 12k or 3d") from None


def _points(text: str) -> int:
    """Return points as half-points. Raises ArgumentTypeError for anything else."""
    half = half_points(text)
    if half is None:
        raise ArgumentTypeError("give whole or half points, such as 6.5")
    return half
