"""Cases with stones in dispute, and confirmations of them, for the tests of their pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from html import unescape
from math import isqrt

from adjudication.confirmation.confirm import confirm_chains
from adjudication.confirmation.problem import KoPass
from adjudication.confirmation.stored_answers import stored_form
from adjudication.confirmation.verdict import ChainVerdict, ProblemAnswer, Status
from adjudication.confirmation.walls import AssumeAlive
from adjudication.models import (
    Case,
    Confirmation,
    ConfirmationAnswer,
    ConfirmedChain,
    Submission,
)
from adjudication.rules.colours import BLACK
from adjudication.rules.points import parse_point, point_names, sgf_point
from tests.support.desk_world import fields
from tests.support.records import sgf
from tests.support.world import World, judge_all, report
from tournament.models import Person

# Black's seven stones in the corner are a bent four, White's three in it are what makes it one.
# Black has 36 points and White 26, and F1 was not filled.
OPEN_DAME = """
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X . O . .
"""
BENT_FOUR = """
. . X O . . . . .
. . X O . . . . .
. . X O . . . . .
. . X O . . . . .
. . X O . . O O O
. . X O . . O X X
. . X O O O O X .
. . X O O X X X O
. . X O O X . O O
"""
# Black's six stones in the corner have two eyes.
TWO_EYES = """
. . X O . . . . .
. . X O . . . . .
. . X O . . . . .
. . X O . . . . .
. . X O . . O O O
. . X O . . O X X
. . X O . . O X .
. . X O . . O X X
. . X O . . O X .
"""
# Black's five stones in the corner are dead if White's seven around them live.
OPEN_BOARD = """
. . . X O . . . . . . . .
X X X X O . . . . . . . .
O O O O O . . X X . . . .
. . . . . X X . . . . . .
O O . . O X . . . . . . .
. O O O O X . . . . . . .
O O X X X X . . . . . . .
X X . . . . . . . . . . .
. . . X . . . . . X . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
"""
SIZE = 9
BLACK_SEVEN, WHITE_THREE = "H4", "J2"
STATES = {".": 0, "X": 1, "O": 2}


def record_of(diagram: str) -> bytes:
    """Return a record that begins with a position and ends at once by two passes."""
    cells = diagram.split()
    size = isqrt(len(cells))
    stones = {
        letter: "][".join(sgf_point(at, size) for at, cell in enumerate(cells) if cell == letter)
        for letter in "XO"
    }
    return sgf("-- --", size=size, AB=stones["X"], AW=stones["O"], KM="6.5")


def disputed(
    world: World,
    index: int = 1,
    diagram: str = BENT_FOUR,
    dead: tuple[str, str] = ("H1", BLACK_SEVEN),
) -> Case:
    """Let the players of a game send the position and report different results.

    ``dead`` is what Black and White say is dead in it.
    """
    game = world.games[index]
    report(game, game.black, "B+20.5", record_of(diagram), dead[0].split())
    report(game, game.white, "W+20.5", record_of(diagram), dead[1].split())
    judge_all()
    return Case.objects.get(game=game)


def submission_of(case: Case) -> Submission:
    """Return the first report of a case's game that has a record."""
    return Submission.objects.filter(game=case.game, record__isnull=False).order_by("pk")[0]


def kept_confirmation(
    case: Case,
    person: Person,
    *points: str,
    state: str = "done",
    readings: tuple[KoPass, ...] = (KoPass.BOTH, KoPass.EACH),
    budget: int = 200_000,
    assume: AssumeAlive = AssumeAlive.TERRITORY,
    diagram: str = BENT_FOUR,
    told: Mapping[KoPass, Status] | None = None,
    certificate: str = "",
) -> Confirmation:
    """Write down a confirmation that was searched here and now, in a state of one's choice.

    ``told`` are other verdicts than were found, ``certificate`` stands in the place of all proofs.
    """
    cells = diagram.split()
    position = [STATES[cell] for cell in cells]
    named = points or (BLACK_SEVEN,)
    made = Confirmation.objects.create(
        case=case,
        number=Confirmation.objects.filter(case=case).count() + 1,
        submission=submission_of(case),
        move=2,
        size=SIZE,
        position="".join(cells),
        points=list(named),
        assume=assume.value,
        budget=budget,
        state="running",
        engine_version="test",
        asked_by=person,
        idempotency_key=f"key-{Confirmation.objects.filter(case=case).count()}",
    )
    order = 0
    for reading in readings:
        verdicts = _searched(diagram, named, reading, budget, assume)
        for verdict in verdicts:
            for one in (*verdict.answers, *verdict.supports):
                order += _kept(made, order, one, certificate)
            if state == "done":
                status = (told or {}).get(reading, verdict.status)
                verdict = replace(verdict, status=status)
                _chain(made, reading, verdict, position[min(verdict.chain)])
    Confirmation.objects.filter(pk=made.pk).update(
        state="running",
        answered=order,
        nodes=sum(made.found_answers.values_list("nodes", flat=True)),
    )
    made.refresh_from_db()
    if state != "running":
        assert Confirmation.objects.move(made, state)  # type: ignore[arg-type]
        made.refresh_from_db()
    return made


@cache
def _searched(
    diagram: str, points: tuple[str, ...], reading: KoPass, budget: int, assume: AssumeAlive
) -> tuple[ChainVerdict, ...]:
    return confirm_chains(
        [STATES[cell] for cell in diagram.split()],
        SIZE,
        [parse_point(name, SIZE) for name in points],
        ko_pass=reading,
        budget=budget,
        assume=assume,
    )


def _kept(made: Confirmation, order: int, answer: ProblemAnswer, certificate: str) -> int:
    kept = stored_form(answer)
    if made.found_answers.filter(key=kept.key).exists():
        return 0
    ConfirmationAnswer.objects.create(
        confirmation=made,
        order=order,
        key=kept.key,
        ko_pass=kept.ko_pass,
        question=kept.question,
        target=list(kept.target),
        local=list(kept.local),
        winner=kept.winner,
        reason=kept.reason,
        nodes=kept.nodes,
        line=list(kept.line),
        certificate=certificate or kept.certificate,
    )
    return 1


def _chain(made: Confirmation, reading: KoPass, verdict: ChainVerdict, colour: int) -> None:
    ConfirmedChain.objects.create(
        confirmation=made,
        ko_pass=reading.value,
        order=made.chains.filter(ko_pass=reading.value).count(),
        chain=point_names(verdict.chain, SIZE),
        colour="black" if colour == BLACK else "white",
        status=verdict.status.value,
        reason="" if verdict.reason is None else verdict.reason.value,
        too_large=verdict.too_large,
        assumptions=[
            {
                "points": point_names(one.points, SIZE),
                "colour": "black" if one.colour == BLACK else "white",
                "why": one.why.value,
            }
            for one in verdict.assumptions
        ],
        answers=[stored_form(one).key for one in verdict.answers],
        supports=[stored_form(one).key for one in verdict.supports],
    )


def sent(page: str, **changes: str) -> dict[str, str]:
    """Return what the form would send, with something changed."""
    return {name: values[0] for name, values in fields(page).items() if values} | changes


def plain(text: str) -> str:
    """Return the words of a page."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text)))


def links(page: str, part: str) -> list[str]:
    """Return the addresses of a page that have a part, each once."""
    found = re.findall(r'href="([^"]+)"', page)
    return list(dict.fromkeys(unescape(one) for one in found if part in one))
