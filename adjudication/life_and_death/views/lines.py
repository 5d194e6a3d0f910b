"""Confirmations in words, each as an item of a list, and what a player said about a board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from adjudication.confirmation.problem import KoPass
from adjudication.confirmation.verdict import Status
from adjudication.confirmation.words import chain_name, status_text
from adjudication.inquiries.views.stones_said import StonesSaid
from adjudication.life_and_death.boards import MarkedBoard
from adjudication.life_and_death.selectors import (
    ChainLine,
    ConfirmationLine,
    ConfirmationView,
    SaidLine,
)
from adjudication.models import ConfirmationState
from adjudication.rules.chains import chain_by_point, chains_of
from adjudication.rules.colours import COLOURS, states_of
from adjudication.rules.points import parse_point
from adjudication.submissions.views.chains import chain_names
from adjudication.verdicts.views import Badge
from language.messages import Message
from tournament.spoken import join_clauses, translated

READINGS = (KoPass.EACH, KoPass.BOTH)
"""The readings in the order they are shown: the letter first, then the official example's."""


@dataclass(frozen=True, slots=True)
class LifeLine:
    """A confirmation as an item of a list: what was asked, and what came of it."""

    line: ConfirmationLine
    title: str
    state: Badge
    sentences: tuple[str, ...]


def life_line(line: ConfirmationLine) -> LifeLine:
    """Return a confirmation as an item of a list, with a sentence for every verdict."""
    size = line.size
    chains = {chain.points: COLOURS[chain.colour] for chain in line.chains}
    named = [
        translated(chain_name(points_of(points, size), colour, size))
        for points, colour in chains.items()
    ]
    title = join_clauses(named) or asked_about(line.points)
    return LifeLine(line, title, state_badge(line), sentences_of(line, size))


def asked_about(points: Iterable[str]) -> str:
    """Return what was asked, by the points that name the stones."""
    return _("The stones at %(points)s") % {"points": ", ".join(points)}


def title_of(view: ConfirmationView) -> str:
    """Return what a confirmation is about: each chain by its colour, size and first stone."""
    size, position = view.size, position_of(view)
    chains = chain_by_point(chains_of(position, size))
    asked = dict.fromkeys(chains[parse_point(name, size)] for name in view.points)
    named = [chain_name(chain.points, chain.colour, size) for chain in asked]
    return join_clauses(translated(stones) for stones in named)


def position_of(view: ConfirmationView) -> tuple[int, ...]:
    """Return the board that a confirmation is about."""
    return tuple(states_of(view.position))


def state_badge(line: ConfirmationLine) -> Badge:
    """Return a badge that says how far a confirmation has got."""
    if line.state == ConfirmationState.DONE:
        found = {Status(chain.status) for chain in line.chains}
        if Status.UNDECIDED in found:
            return Badge(_("Undecided"), "warn")
        if Status.CAPTURABLE in found:
            return Badge(_("Can be captured"), "warn")
        if readings_differ(line.chains):
            return Badge(_("Readings differ"), "warn")
        return _decided({status.alive for status in found})
    words = {
        ConfirmationState.WAITING: Badge(_("Waiting for its turn"), "busy"),
        ConfirmationState.RUNNING: Badge(_("Being searched"), "busy"),
        ConfirmationState.CANCELLED: Badge(_("Cancelled"), ""),
    }
    return words.get(line.state, Badge(_("Given up"), "bad"))


def _decided(alive: set[bool | None]) -> Badge:
    if alive == {True}:
        return Badge(pgettext("stones", "alive"), "")
    return Badge(pgettext("stones", "dead") if alive == {False} else _("Decided"), "")


def readings_differ(chains: Iterable[ChainLine]) -> bool:
    """Whether the readings of the pass for a ko come to different verdicts about a chain."""
    found: dict[tuple[str, ...], set[str]] = {}
    for chain in chains:
        found.setdefault(chain.points, set()).add(chain.status)
    return any(len(statuses) > 1 for statuses in found.values())


def sentences_of(line: ConfirmationLine, size: int) -> tuple[str, ...]:
    """Return each verdict once, in the order of the chains, with the reading where they differ."""
    chains = sorted(line.chains, key=lambda chain: READINGS.index(KoPass(chain.ko_pass)))
    found: list[str] = []
    for names in dict.fromkeys(chain.points for chain in line.chains):
        of_one = [chain for chain in chains if chain.points == names]
        told = [status_sentence(chain, size) for chain in of_one]
        if readings_differ(of_one):
            told = [
                f"{short_reading(chain.ko_pass)}: {text}"
                for chain, text in zip(of_one, told, strict=True)
            ]
        found += dict.fromkeys(told)
    return tuple(found)


def short_reading(ko_pass: str) -> str:
    """Return the name of a reading of the pass for a ko in a few words."""
    if ko_pass == KoPass.EACH:
        return _("By the letter of Article 7.2")
    return _("By the reading of the official example")


def status_sentence(chain: ChainLine, size: int) -> str:
    """Return a verdict in the words of the rules."""
    return translated(status_message(chain, size))


def status_message(chain: ChainLine, size: int) -> Message:
    """Return a verdict in the words of the rules as a message."""
    return status_text(
        Status(chain.status), points_of(chain.points, size), COLOURS[chain.colour], size
    )


def said_in_words(shown: MarkedBoard, line: SaidLine) -> StonesSaid:
    """Return what a player said about a board, in words."""
    alive, dead, seki = (
        tuple(chain_names(shown.position, shown.size, points_of(names, shown.size)))
        for names in (line.alive, line.dead, line.seki)
    )
    return StonesSaid(line.player_id, line.name, alive, dead, seki, line.said_at)


def points_of(names: Iterable[str], size: int) -> frozenset[int]:
    """Return the points with these names."""
    return frozenset(parse_point(name, size) for name in names)
