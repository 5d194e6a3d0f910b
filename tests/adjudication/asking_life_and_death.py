"""Questions about life and death in a real installation, asked and taken back.

    python -m tests.adjudication.asking_life_and_death ask groups|corner OUTPUT
    python -m tests.adjudication.asking_life_and_death take-back QUESTION

Runs as a process of its own, with the installation's environment, as :mod:`tests.support.field`
does. ``OUTPUT`` gets the question's id.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

_ROOM = ("X.....X", "X.....X", "X.....X", "XXXXXXX")
"""A living group of 13 stones around 15 points at the edge: a second or two by either reading."""
_CORNER = (".....XO..", ".....XO..", ".....XO..", "XXXXXXO..", "OOOOOOO..", *["........."] * 4)
"""The same in the corner, which no search has decided yet."""
FOUR_GROUPS = ("B19", "L19", "B1", "L1")


def four_groups() -> str:
    """Draw a board with four such groups, each walled in by White."""
    edge = [f"O{row}OO{row}OO" for row in _ROOM] + ["O" * 19]
    rows = [*edge, *["." * 19] * 9, *edge[::-1]]
    return "\n".join(" ".join(row) for row in rows)


def main() -> None:
    """Ask, or take a question back."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    ask = commands.add_parser("ask")
    ask.add_argument("board", choices=("groups", "corner"))
    ask.add_argument("output", type=Path)
    back = commands.add_parser("take-back")
    back.add_argument("question", type=int)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    if options.command == "ask":
        options.output.write_text(json.dumps(_ask(options.board)))
    else:
        _take_back(options.question)


def _ask(board: str) -> int:
    from adjudication.confirmation.budget import DEFAULT_BUDGET
    from adjudication.life_and_death.services.asking import MOST_BUDGET
    from tests.adjudication.life import Asking, life_case
    from tests.factories import TournamentFactory
    from tournament.models import Tournament

    TournamentFactory.reset_sequence(Tournament.objects.count())
    if board == "corner":
        drawing = "\n".join(" ".join(row) for row in _CORNER)
        return Asking(life_case(drawing)).ask("F9", budget=MOST_BUDGET).pk
    return Asking(life_case(four_groups())).ask(" ".join(FOUR_GROUPS), budget=DEFAULT_BUDGET).pk


def _take_back(question: int) -> None:
    from adjudication.life_and_death.services.asking import cancel_confirmation
    from adjudication.models import Confirmation
    from tests.adjudication.decisions import staff
    from tournament.audit.services.current_actor import acting_as

    asked = Confirmation.objects.select_related("case__tournament").get(pk=question)
    with acting_as(staff(asked.case.tournament)):
        cancel_confirmation(case_id=asked.case_id, number=asked.number)


if __name__ == "__main__":
    main()
