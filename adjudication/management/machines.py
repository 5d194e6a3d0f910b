"""The program's state machines, drawn from the transition tables that it uses."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import override

from adjudication.models import (
    Appeal,
    AppealState,
    Case,
    CaseState,
    Confirmation,
    ConfirmationState,
    Inquiry,
    InquiryState,
    Submission,
    SubmissionState,
)
from tournament.models import (
    Game,
    GameState,
    RecordingError,
    RecordingErrorState,
    Reschedule,
    RescheduleState,
    Round,
    RoundState,
    Status,
    Tournament,
)

NOTHING, PROVISIONAL, LOCKED, APPEALABLE, FINAL = (
    "none",
    "provisional",
    "locked",
    "appealable",
    "final",
)
_RESULT: Mapping[str, str] = {
    GameState.OPEN: NOTHING,
    GameState.ENTERED: PROVISIONAL,
    GameState.REPORTED: PROVISIONAL,
    GameState.DISPUTED: LOCKED,
    GameState.CONFIRMED: FINAL,
    GameState.RULED: APPEALABLE,
}
"""The state of the result in each state of the game; a ruling becomes final separately."""
_TOLD: Mapping[str, str] = {
    NOTHING: "No result",
    PROVISIONAL: "On the table, not confirmed",
    LOCKED: "Taken off the table by a case",
    APPEALABLE: "Ruled, may be appealed",
    FINAL: "Final",
}


@dataclass(frozen=True, slots=True)
class Machine:
    """States with their labels, the initial one first, and the steps between them.

    ``final`` are the states that no step leaves. A step from a state to itself is not drawn.
    """

    name: str
    lead: str
    states: Mapping[str, str]
    steps: tuple[tuple[str, str], ...]

    @property
    def final(self) -> tuple[str, ...]:
        """Return the states that no step leaves."""
        left = {before for before, _after in self.steps}
        return tuple(state for state in self.states if state not in left)


def machines() -> tuple[Machine, ...]:
    """Return all machines, with English labels."""
    with override("en"):
        return (
            _machine(
                "Tournament",
                "Who sees it. What is archived or deleted is closed; deleted is hidden from all "
                "but the owner, who brings it back as it was.",
                Status,
                Tournament.TRANSITIONS,
            ),
            _machine(
                "Game",
                "What is known of a game's result. A confirmed result changes only by a recording "
                "error that both players agree to, or as far as the tournament's policy lets it; "
                "it stays confirmed.",
                GameState,
                Game.TRANSITIONS,
            ),
            _result(),
            _machine(
                "Case",
                "A matter for the players or a referee. A game has one at a time.",
                CaseState,
                Case.TRANSITIONS,
                begins=CaseState.OPEN,
            ),
            _machine(
                "Report",
                "What one player reports of their game.",
                SubmissionState,
                Submission.TRANSITIONS,
            ),
            _machine("Question", "What both players are asked.", InquiryState, Inquiry.TRANSITIONS),
            _machine(
                "Appeal", "Against a ruling, before a committee.", AppealState, Appeal.TRANSITIONS
            ),
            _machine(
                "Confirmation",
                "A search for whether stones are alive, as asked in a case.",
                ConfirmationState,
                Confirmation.TRANSITIONS,
            ),
            _machine(
                "Recording error",
                "A slip of the pen in a confirmed result, to mend with both players' consent.",
                RecordingErrorState,
                RecordingError.TRANSITIONS,
            ),
            _machine(
                "Proposed date",
                "When one player of a game proposes to play it, and what the other says.",
                RescheduleState,
                Reschedule.TRANSITIONS,
            ),
            _machine(
                "Round",
                "A finished round is played again when one of its games is open again.",
                RoundState,
                Round.TRANSITIONS,
            ),
        )


def _machine(
    name: str,
    lead: str,
    states: Any,
    table: Mapping[Any, frozenset[Any]],
    *,
    begins: str = "",
) -> Machine:
    """Return the machine of a table of steps."""
    values = sorted(states.values, key=lambda value: value != begins) if begins else states.values
    return Machine(
        name,
        lead,
        {value: str(states(value).label) for value in values},
        tuple(
            (before, after)
            for before in values
            for after in values
            if after != before and after in table[before]
        ),
    )


def _result() -> Machine:
    """Return the machine of the result itself: the game's steps, and a ruling made final."""
    steps = dict.fromkeys(
        (_RESULT[before], _RESULT[after])
        for before, following in Game.TRANSITIONS.items()
        for after in GameState.values
        if after in following and _RESULT[before] != _RESULT[after]
    )
    return Machine(
        "Result",
        "What stands of a game's result: the game's own states, and whether its ruling is final "
        "(its time for an appeal is over, or the appeal is decided).",
        _TOLD,
        (*steps, (APPEALABLE, FINAL)),
    )


def as_mermaid(machine: Machine) -> str:
    """Return a machine as a Mermaid state diagram."""
    lines = ["stateDiagram-v2"]
    lines += [f'    state "{label}" as {state}' for state, label in machine.states.items()]
    lines.append(f"    [*] --> {next(iter(machine.states))}")
    lines += [f"    {before} --> {after}" for before, after in machine.steps]
    lines += [f"    {state} --> [*]" for state in machine.final]
    return "\n".join(lines)


def as_dot(machine: Machine) -> str:
    """Return a machine as a graph for Graphviz."""
    name = machine.name.replace(" ", "_")
    lines = [f"digraph {name} {{"]
    lines += [
        f'    {state} [label="{label}"{", peripheries=2" if state in machine.final else ""}];'
        for state, label in machine.states.items()
    ]
    lines += [f"    {before} -> {after};" for before, after in machine.steps]
    return "\n".join([*lines, "}"])


def as_text(machine: Machine) -> str:
    """Return a machine as lines of text: each state, and where it can go."""
    lines = [machine.name]
    for state, label in machine.states.items():
        following = ", ".join(after for before, after in machine.steps if before == state)
        lines.append(f"  {state} ({label}) -> {following or 'nothing more'}")
    return "\n".join(lines)


def page() -> str:
    """Return the documentation page that shows all machines."""
    parts = [
        "# States",
        "Drawn from the tables by which the program changes states "
        "(`python manage.py state_machines > docs/states.md`); the services refuse every other "
        "step, and the database the most important ones.",
    ]
    for machine in machines():
        parts += [f"## {machine.name}", machine.lead, f"```mermaid\n{as_mermaid(machine)}\n```"]
    return "\n\n".join(parts)
