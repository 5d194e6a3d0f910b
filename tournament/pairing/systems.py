"""One interface for all pairing methods: ``pair(request) -> Pairing``.

A method is a module of this package with a public function ``pair``; its name is the method's value
(``weights``, ``round_robin``, ``knock_out``, ``manual``). A new method needs one such file and a
member of :class:`tournament.state.parameters.Method`.
"""

from dataclasses import replace
from importlib import import_module, util
from typing import Protocol, cast

from language.messages import gettext_lazy as _
from tournament.pairing.pairing import Pairing, PairingError, PairingRequest
from tournament.pairing.request import fixed_players, players_to_pair
from tournament.state.parameters import Method


class PairingSystem(Protocol):
    """The interface of a method's module."""

    def pair(self, request: PairingRequest) -> Pairing:
        """Return the pairing of the round asked for; the same request gives the same pairing.

        Raises PairingError if the round cannot be paired.
        """


def system_of(method: Method) -> PairingSystem:
    """Return the module of a method; raises PairingError ``method_unknown`` if it has none."""
    name = f"{__package__}.{method.value}"
    if util.find_spec(name) is None:
        raise PairingError(
            "method_unknown",
            _("There is no pairing method “%(value)s”.") % {"value": method.value},
        )
    return cast(PairingSystem, import_module(name))


def pair_round(request: PairingRequest) -> Pairing:
    """Return the pairing of a round by the method in the tournament's parameters.

    Raises PairingError if the round cannot be paired; its text says what to change.
    """
    return system_of(request.state.parameters.method).pair(request)


def rest_of(request: PairingRequest) -> Pairing | None:
    """Return the round that a table or a bracket gives, with the fixed boards.

    A bye given by hand is ignored: a player who is there after all is to play. None for methods
    that do not say beforehand who meets whom, and if the round cannot be paired.
    """
    if request.state.parameters.method in (Method.WEIGHTS, Method.MANUAL):
        return None
    try:
        return pair_round(replace(request, bye=None))
    except PairingError:
        return None


def blocking_error(request: PairingRequest) -> PairingError | None:
    """Return the error to put right before this round can be paired; None if there is none.

    It is in an earlier round, or is a fixed board that the bracket cannot have.
    """
    if request.state.parameters.method in (Method.WEIGHTS, Method.MANUAL):
        return None
    try:
        pair_round(replace(request, bye=None))
    except PairingError as error:
        return error if error.round or error.code == "not_in_the_tree" else None
    return None


def players_owed_a_place(request: PairingRequest, rest: Pairing | None) -> frozenset[int]:
    """Return who takes part, has neither a fixed board nor the bye, and should get one of them.

    ``rest`` is the result of :func:`rest_of`. A table or a bracket does not have a game for
    everybody in every round: players who are out of a knock-out, wait, or go through without an
    opponent are owed none. If it is None, everybody who takes part and has no place is owed one.
    """
    free = players_to_pair(request) - fixed_players(request) - {request.bye}
    return free if rest is None else free.difference(rest.unpaired)
