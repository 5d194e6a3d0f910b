"""One interface for all pairing methods: ``pair(request) -> Pairing``.

A method is a module of this package named as the method's value (``weights``, ``round_robin``,
``knock_out``, ``manual``) with a public function ``pair``. A new method is its one file and a
member of :class:`tournament.state.parameters.Method`.
"""

from importlib import import_module, util
from typing import Protocol, cast

from language.messages import gettext_lazy as _
from tournament.pairing.pairing import Pairing, PairingError, PairingRequest
from tournament.pairing.request import fixed_players, selected
from tournament.state.parameters import Method


class PairingSystem(Protocol):
    """What a method's module offers."""

    def pair(self, request: PairingRequest) -> Pairing:
        """Return the pairing of the round asked for; the same request gives the same pairing.

        Raises PairingError where the round cannot be paired.
        """


def system_of(method: Method) -> PairingSystem:
    """Return the module of a method; raises PairingError ``method_unknown`` when it has none."""
    name = f"{__package__}.{method.value}"
    if util.find_spec(name) is None:
        raise PairingError(
            "method_unknown",
            _("There is no pairing method “%(value)s”.") % {"value": method.value},
        )
    return cast(PairingSystem, import_module(name))


def pair_round(request: PairingRequest) -> Pairing:
    """Return the pairing of a round by the method that the tournament's parameters name.

    Raises PairingError where the round cannot be paired; its text says what to change.
    """
    return system_of(request.state.parameters.method).pair(request)


def owed_a_place(request: PairingRequest) -> frozenset[int]:
    """Return who takes part, has neither a fixed board nor the bye, and is to get one of them.

    A table or a bracket has no game for everybody in every round: who is out of a knock-out, waits,
    or goes through without an opponent is owed none. Where the round cannot be paired, everybody
    who takes part is.
    """
    free = selected(request) - fixed_players(request) - {request.bye}
    if request.state.parameters.method in (Method.WEIGHTS, Method.MANUAL):
        return free
    try:
        return free.difference(pair_round(request).unpaired)
    except PairingError:
        return free
