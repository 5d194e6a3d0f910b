"""Round-robin groups, followed by a knock-out of the best of each.

The groups are those that were drawn (:func:`tournament.brackets.groups.drawn_groups`). The players
in the knock-out are its seeds, which were written down when the director started it
(:func:`tournament.brackets.groups.qualified_seeds`).
"""

from language.messages import gettext_lazy as _
from tournament.pairing import knock_out, round_robin
from tournament.pairing.pairing import Pairing, PairingError, PairingRequest
from tournament.pairing.request import check_request


def pair(request: PairingRequest) -> Pairing:
    """Return a round of the groups, or of the knock-out once it has started.

    Raises PairingError ``groups_not_drawn`` before the draw, ``groups_over`` if the groups are over
    and the knock-out has not started, and whatever the two methods raise.
    """
    check_request(request)
    rules = request.state.parameters
    if not rules.round_robin.groups:
        raise PairingError(
            "groups_not_drawn",
            _("Draw the groups first, on the page “Groups”."),
            field="groups",
        )
    if rules.knock_out.seeds and request.round >= rules.knock_out.first_round:
        return knock_out.pair(request)
    try:
        return round_robin.pair(request)
    except PairingError as error:
        if error.code != "round_robin_over":
            raise
        raise PairingError(
            "groups_over",
            _("The groups are played: start the knock-out on the page “Groups”."),
        ) from error
