"""Whom the public does not see by name: players under age, where the tournament hides them."""

from tournament.models import Player, Tournament


def keep_hidden(tournament: Tournament) -> None:
    """Hide exactly those who are to be hidden; call it where a player or the setting changed."""
    players = Player.everybody.filter(tournament=tournament)
    young = players.filter(minor=True)
    if tournament.hide_minors:
        young.filter(hidden=False).update(hidden=True)
        players.filter(minor=False, hidden=True).update(hidden=False)
    else:
        players.filter(hidden=True).update(hidden=False)
