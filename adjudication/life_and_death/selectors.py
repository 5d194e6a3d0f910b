"""Confirmations of a case as plain values: what was asked, how far the search is, the verdicts.

Lists load no certificates, which can be megabytes; each has an address of its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from adjudication.cases.selectors.cases import PersonName, person_name
from adjudication.confirmation.certificate import AssumedWall, with_assumed_walls
from adjudication.confirmation.walls import AliveReason
from adjudication.life_and_death.sources import Source
from adjudication.models import (
    Confirmation,
    ConfirmationAnswer,
    ConfirmationState,
    ConfirmedChain,
    SaidStones,
)
from adjudication.rules.colours import COLOURS
from adjudication.rules.points import parse_point


@dataclass(frozen=True, slots=True)
class AssumptionView:
    """A chain that counts as alive without having been asked about, and why (walls.AliveReason).

    For ``edge`` these are points that count as held by a colour.
    """

    points: tuple[str, ...]
    colour: str
    why: str
    figures: tuple[int, ...] = ()
    """Those of a proposal, as in :class:`adjudication.confirmation.certificate.AssumedWall`."""


@dataclass(frozen=True, slots=True)
class ChainLine:
    """The verdict about one chain by one reading of the pass for a ko.

    ``ko_pass``, ``status`` and ``reason`` are words of :mod:`adjudication.confirmation`
    (KoPass, Status, Reason or empty), ``points`` are names, ``colour`` is ``black`` or ``white``.
    ``too_large`` is the number of points of a region that is too large to be searched.
    """

    ko_pass: str
    points: tuple[str, ...]
    colour: str
    status: str
    reason: str
    too_large: int | None
    assumptions: tuple[AssumptionView, ...]


@dataclass(frozen=True, slots=True)
class AnswerView:
    """One question with its answer; ``winner`` is empty if there is none.

    ``key`` is its address within the confirmation, ``line`` the moves of the principal line as
    certificates write them, beginning with the attacker's first.
    """

    key: str
    ko_pass: str
    question: str
    target: tuple[str, ...]
    local: tuple[str, ...]
    winner: str
    reason: str
    nodes: int
    line: tuple[str, ...]
    has_certificate: bool


@dataclass(frozen=True, slots=True)
class ChainView(ChainLine):
    """A verdict, and everything it rests on."""

    answers: tuple[AnswerView, ...]
    supports: tuple[AnswerView, ...]


@dataclass(frozen=True, slots=True)
class ConfirmationLine:
    """One confirmation as an item of a list; ``nodes`` and ``answered`` say how far the search is.

    ``position`` has one letter of ``.XO`` for each point in reading order.
    """

    id: int
    number: int
    source: Source
    move: int
    size: int
    """The size of the record's board, which may differ from the tournament's."""
    position: str
    points: tuple[str, ...]
    state: ConfirmationState
    nodes: int
    answered: int
    created_at: datetime
    ended_at: datetime | None
    asked_by: PersonName
    alive: tuple[str, ...]
    grounds: Mapping[str, Any]
    """On whose word those are taken to be alive (:mod:`adjudication.life_and_death.grounds`)."""
    chains: tuple[ChainLine, ...]

    @property
    def live(self) -> bool:
        """Whether it is waiting or being searched."""
        return self.state in ConfirmationState.live()


@dataclass(frozen=True, slots=True)
class ConfirmationView(ConfirmationLine):
    """One confirmation in full, without its certificates.

    ``found`` are all answers so far, in the order they were found: while the search runs there
    are no chains yet. ``error`` is the code of what went wrong if it was given up.
    """

    chains: tuple[ChainView, ...]
    agreed_dead: tuple[str, ...]
    assume: str
    area: tuple[str, ...]
    budget: int
    engine_version: str
    error: str
    found: tuple[AnswerView, ...]


@dataclass(frozen=True, slots=True)
class SaidLine:
    """What a player of a case said is alive, dead or in seki on which board, by first stones."""

    player_id: int
    name: str
    source: Source
    size: int
    position: str
    alive: tuple[str, ...]
    dead: tuple[str, ...]
    seki: tuple[str, ...]
    said_at: datetime


def said_stones(case_id: int) -> tuple[SaidLine, ...]:
    """Return what the players of a case said is alive and dead, Black first. One query."""
    return tuple(
        SaidLine(
            player_id=row.player_id,
            name=row.player.name,
            source=Source(row.submission_id, row.statement_id),
            size=row.size,
            position=row.position,
            alive=tuple(row.alive),
            dead=tuple(row.dead),
            seki=tuple(row.seki),
            said_at=row.said_at,
        )
        for row in SaidStones.objects.of_case(case_id)
    )


class SaidByBoth(NamedTuple):
    """What both players of a case say about a board, by first stones.

    Alive and in seki are different statements: eyes in seki are no territory (J1989 Art. 8), so
    players do not agree if one says the first and the other the second.
    """

    alive: frozenset[str] = frozenset()
    dead: frozenset[str] = frozenset()
    seki: frozenset[str] = frozenset()
    differing: frozenset[str] = frozenset()
    """The chains that both spoke of, but not in the same way."""

    @property
    def living(self) -> frozenset[str]:
        """Return the chains that both say cannot be taken: those they call alive or in seki."""
        return self.alive | self.seki


def said_by_both(said: Sequence[SaidLine], position: str, size: int) -> SaidByBoth:
    """Return what both players say is alive, dead and in seki on a board, and where they differ.

    They do not differ on a chain that one of them leaves open.
    """
    here = [line for line in said if (line.size, line.position) == (size, position)]
    if len(here) < 2:
        return SaidByBoth()
    alive, dead, seki = (
        frozenset.intersection(*(frozenset(getattr(line, state)) for line in here))
        for state in ("alive", "dead", "seki")
    )
    spoken_of = frozenset.intersection(
        *(frozenset((*line.alive, *line.dead, *line.seki)) for line in here)
    )
    return SaidByBoth(alive, dead, seki, spoken_of - alive - dead - seki)


_ANSWER = (*("key", "ko_pass", "question", "target", "local", "winner", "reason", "nodes", "line"),)


def confirmations_of(case_id: int) -> tuple[ConfirmationLine, ...]:
    """Return the confirmations of a case, the latest first. Two queries for any number."""
    rows = list(_read(case=case_id))
    if not rows:
        return ()
    chains: dict[int, list[ChainLine]] = {}
    found = ConfirmedChain.objects.filter(confirmation__case=case_id)
    for row in found.order_by("confirmation", "ko_pass", "order").defer("answers", "supports"):
        chains.setdefault(row.confirmation_id, []).append(ChainLine(**_chain(row)))
    return tuple(
        ConfirmationLine(**_line(row), chains=tuple(chains.get(row.pk, ()))) for row in rows
    )


def confirmation_view(case_id: int, number: int) -> ConfirmationView | None:
    """Return one confirmation of a case, or None. Three queries."""
    row = _read(case=case_id, number=number).first()
    if row is None:
        return None
    answers = ConfirmationAnswer.objects.filter(confirmation=row.pk).order_by("order")
    by_key = {row["key"]: _answer(row) for row in answers.values(*_ANSWER)}
    chains = ConfirmedChain.objects.filter(confirmation=row.pk).order_by("ko_pass", "order")
    return ConfirmationView(
        **_line(row),
        chains=tuple(
            ChainView(
                **_chain(chain),
                answers=_named(by_key, chain.answers),
                supports=_named(by_key, chain.supports),
            )
            for chain in chains
        ),
        agreed_dead=tuple(row.agreed_dead),
        assume=row.assume,
        area=tuple(row.area),
        budget=row.budget,
        engine_version=row.engine_version,
        error=row.error,
        found=tuple(by_key.values()),
    )


class RunningSearch(NamedTuple):
    """A search that runs now: the number of its case, and its own number there."""

    case: int
    number: int


def running_searches(tournament_id: int) -> tuple[RunningSearch, ...]:
    """Return the searches of a tournament that run now. One query."""
    running = Confirmation.objects.filter(
        case__tournament=tournament_id, state=ConfirmationState.RUNNING
    )
    rows = running.order_by("case__number").values_list("case__number", "number")
    return tuple(RunningSearch(*row) for row in rows)


def certificate_of(case_id: int, number: int, key: str) -> str | None:
    """Return the text of a certificate; None if there is no such answer or it is open."""
    found = ConfirmationAnswer.objects.filter(
        confirmation__case=case_id, confirmation__number=number, key=key
    )
    return found.values_list("certificate", flat=True).first() or None


def proof_of(case_id: int, number: int, key: str) -> str | None:
    """Return a certificate that, once there is a verdict, says why its walls count as alive.

    None if there is no such answer or it is open. Four queries.
    """
    text, view = certificate_of(case_id, number, key), confirmation_view(case_id, number)
    if text is None or view is None:
        return None
    assumed = assumptions_of(view, key)
    if not assumed:
        return text
    return with_assumed_walls(
        text,
        [
            AssumedWall(
                frozenset(parse_point(name, view.size) for name in one.points),
                COLOURS[one.colour],
                AliveReason(one.why),
                one.figures,
            )
            for one in assumed
        ],
    )


def assumptions_of(view: ConfirmationView, key: str) -> tuple[AssumptionView, ...]:
    """Return what the verdicts that use an answer take for granted."""
    return tuple(
        dict.fromkeys(
            assumption
            for chain in view.chains
            if any(answer.key == key for answer in (*chain.answers, *chain.supports))
            for assumption in chain.assumptions
        )
    )


def _read(**filters: int) -> Any:
    rows = Confirmation.objects.filter(**filters).select_related("asked_by__player")
    return rows.order_by("-number")


def _line(row: Confirmation) -> dict[str, Any]:
    return {
        "id": row.pk,
        "number": row.number,
        "source": Source(row.submission_id, row.statement_id),
        "move": row.move,
        "size": row.size,
        "position": row.position,
        "points": tuple(row.points),
        "state": ConfirmationState(row.state),
        "nodes": row.nodes,
        "answered": row.answered,
        "created_at": row.created_at,
        "ended_at": row.ended_at,
        "asked_by": person_name(row.asked_by),
        "alive": tuple(row.alive),
        "grounds": row.grounds,
    }


def _chain(row: ConfirmedChain) -> dict[str, Any]:
    return {
        "ko_pass": row.ko_pass,
        "points": tuple(row.chain),
        "colour": row.colour,
        "status": row.status,
        "reason": row.reason,
        "too_large": row.too_large,
        "assumptions": tuple(_assumption(each) for each in row.assumptions),
    }


def _answer(row: Mapping[str, Any]) -> AnswerView:
    lists = {name: tuple(row[name]) for name in ("target", "local", "line")}
    return AnswerView(**{**row, **lists}, has_certificate=row["winner"] != "")


def _assumption(stored: Mapping[str, Any]) -> AssumptionView:
    figures = tuple(stored.get("figures", ()))
    return AssumptionView(tuple(stored["points"]), stored["colour"], stored["why"], figures)


def _named(answers: Mapping[str, AnswerView], keys: Iterable[str]) -> tuple[AnswerView, ...]:
    return tuple(answers[key] for key in keys if key in answers)
