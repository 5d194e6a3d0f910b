"""Groups in which all play all, and then a knock-out of the best of each.

The groups are those that were drawn (:func:`tournament.brackets.groups.drawn_groups`), and who is
in the knock-out was written into its seeds when the director started it
(:func:`tournament.brackets.groups.qualified_seeds`).
"""

from language.messages import gettext_lazy as _
from tournament.pairing import knock_out, round_robin
from tournament.pairing.pairing import Pairing, PairingError, PairingRequest
from tournament.pairing.request import check


def pair(request: PairingRequest) -> Pairing:
    """Return the round of the groups, or of the knock-out once it is started.

    Raises PairingError ``groups_not_drawn`` before the draw, ``groups_over`` when the groups are
    played and the knock-out is not started, and what the two methods raise.
    """
    check(request)
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
