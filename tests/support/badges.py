"""The verdicts beside the results of a tournament, as its pages show them."""

from adjudication.verdicts.selectors import submissions
from tournament.models import Round


def verdict_badges(tournament_id: int) -> dict[int, str]:
    """Return the badges of all games of a tournament."""
    rounds = Round.objects.filter(tournament=tournament_id)
    return submissions.verdict_badges(list(rounds.values_list("pk", flat=True)))
