"""A case about stones that are alive or dead, and what is asked about them."""

from __future__ import annotations

from typing import Any

from adjudication.life_and_death.services.asking import ask_confirmation
from adjudication.life_and_death.services.jobs import CONFIRM
from adjudication.life_and_death.sources import Source
from adjudication.models import Case, Confirmation, SaidStones, SubmissionState
from jobs import worker
from tests.adjudication.decisions import staff
from tests.factories import CaseFactory, SubmissionFactory
from tournament.audit.services.current_actor import Actor, acting_as

# Three points in a row for Black, who is dead if White moves first; White has two eyes.
THREE = """
. . . X O O O O O
X X X X O . O . O
O O O O O O O O O
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
"""
# A corner with an eye of two points, which lives if it gets out.
ESCAPES = """
. . X . . . . . .
X X X . . . . . .
. . . . O . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
X . . . . . . . O
"""


def drawn(rows: str, after: str = ";B[];W[]") -> bytes:
    """Return a record that begins with a drawn board, and ends with ``after``."""
    board = [line.split() for line in rows.strip().split("\n")]
    setup = ""
    for name, stone in (("AB", "X"), ("AW", "O")):
        points = [
            f"[{chr(97 + column)}{chr(97 + row)}]"
            for row, line in enumerate(board)
            for column, letter in enumerate(line)
            if letter == stone
        ]
        setup += name + "".join(points) if points else ""
    head = f"(;GM[1]FF[4]SZ[{len(board)}]RU[Japanese]KM[6.5]{setup}"
    return f"{head}{after})".encode()


def life_case(rows: str = THREE, **more: Any) -> Case:
    """Return a case with a report whose record ends with a drawn board."""
    # However many other tests have counted on: an archive has a hundred rounds at most.
    report = SubmissionFactory(record__data=drawn(rows), game__round__number=1)
    return CaseFactory(game=report.game, submission=report, **more)


class Asking:
    """Who asks in a case."""

    def __init__(self, case: Case) -> None:
        """Let a referee ask."""
        self.case = case
        self.referee: Actor = staff(case.tournament)
        self._count = 0

    def ask(self, points: str = "D9", **more: Any) -> Confirmation:
        """Ask about points."""
        self._count += 1
        with acting_as(self.referee):
            return ask_confirmation(
                **{
                    "case_id": self.case.pk,
                    "source": Source(self.case.submission_id),
                    "points": points.split(),
                    "idempotency_key": f"key-{self._count}",
                    **more,
                }
            )

    def answered(self, points: str = "D9", **more: Any) -> Confirmation:
        """Ask, and let the jobs do what there is to do."""
        asked = self.ask(points, **more)
        work_off()
        asked.refresh_from_db()
        return asked


def work_off() -> int:
    """Do all searching that is due, and return how many jobs it was."""
    done = 0
    while worker.run_job(kinds=[CONFIRM]):
        done += 1
    return done


def said(asked: Confirmation) -> SaidStones:
    """Let Black say of the board of a question that its white stones live and some are dead."""
    assert asked.case.game is not None
    return SaidStones.objects.create(
        case=asked.case,
        player_id=asked.case.game.black_id,
        submission_id=asked.submission_id,
        size=asked.size,
        position=asked.position,
        alive=["E9"],
        dead=["D9"],
    )


def searched(case: Case) -> Confirmation:
    """Ask in a case, about a record of its own, and let it be answered."""
    report = SubmissionFactory(
        game=case.game, record__data=drawn(THREE), state=SubmissionState.SUPERSEDED
    )
    return Asking(case).answered(source=Source(report.pk), agreed_dead=["E9"])
