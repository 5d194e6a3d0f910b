"""Whether a player or a referee last chose a record of a game, from the audit trail."""

from tournament.models import AuditEvent, Role, Verb


def chosen_by_player(tournament_id: int, round_number: int, number: int) -> bool:
    """Whether a player, not a referee, last chose the record that a report stands with.

    The report is that of the player with this ``number``, on their game in a round. One query.
    """
    events = AuditEvent.objects.filter(
        tournament=tournament_id, round_number=round_number, verb=Verb.RECORD_CHOSEN
    )
    told = events.order_by("-pk").values_list("actor_role", "players", "after__player")
    # Events about one report used to name its player only in ``players``.
    roles = (role for role, players, of in told if of == number or players == [number])
    return next(roles, "") == Role.PLAYER
