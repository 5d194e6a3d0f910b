"""What a tournament says of its cases, read from where it is kept."""

from adjudication.policy.codec import policy_from
from adjudication.policy.policy import EventPolicy
from tournament.models import Tournament


def policy_of(tournament: Tournament) -> EventPolicy:
    """Return what happens in a tournament where something is found or somebody does something."""
    return policy_from(tournament.rulings)
