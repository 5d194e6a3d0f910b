"""Certificates made from the oracle's answers."""

from adjudication.confirmation.certificate import Certificate, certificate_of, certificate_text
from adjudication.confirmation.checker.reading import read_claim
from adjudication.confirmation.checker.walk import Walk
from adjudication.confirmation.problem import PlayState, Problem
from adjudication.rules.colours import BLACK, WHITE
from tests.confirmation.oracle import Solution


def state_of(name: str) -> PlayState:
    """Return the state with this name."""
    mover, *masks = name.split(":")
    return PlayState(*(int(mask, 16) for mask in masks), {"b": BLACK, "w": WHITE}[mover])


def everything(problem: Problem, solution: Solution) -> str:
    """Return the oracle's whole strategy as a certificate, needless moves as well."""
    moves = {state_of(name): move for name, move in solution.strategy.items()}
    return certificate_text(Certificate(problem, solution.winner, moves))


def certified(problem: Problem, solution: Solution) -> str:
    """Return the oracle's strategy as a certificate, without what static results make needless."""
    text = everything(problem, solution)
    claim = read_claim(text)
    walk = Walk(claim)
    walk.run()
    needed = certificate_of(claim._replace(moves={node: claim.moves[node] for node in walk.used}))
    return certificate_text(needed)
