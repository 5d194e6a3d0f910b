"""What must happen for somebody to come first, in words: for the odds page and the API."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.games.selectors import PlayerName
from tournament.simulation.must import NeededResult, WinningConditions
from tournament.spoken import join_clauses
from tournament.state.results import Outcome

MOST_RESULTS = 3
"""How many results of others are spelled out; the rest are counted."""


def must_text(must: WinningConditions, names: Mapping[int, PlayerName]) -> str:
    """Return what must happen for a player to be first, alone or with others."""
    if must.sure:
        return _("First, whatever happens.")
    if must.out:
        return _("Cannot come first any more.")
    rounds = ", ".join(map(str, must.wins))
    if must.that_is_all and must.wins and not must.results:
        return ngettext(
            "First with a win in round %(rounds)s, whatever else happens.",
            "First with wins in rounds %(rounds)s, whatever else happens.",
            len(must.wins),
        ) % {"rounds": rounds}
    if must.wins_suffice:
        return _("Winning all that is left is enough; without that it depends on others.")
    needed = []
    if must.wins:
        text = ngettext("a win in round %(rounds)s", "wins in rounds %(rounds)s", len(must.wins))
        needed.append(text % {"rounds": rounds})
    needed += [_result_text(result, names) for result in must.results[:MOST_RESULTS]]
    more = len(must.results) - MOST_RESULTS
    if more > 0:
        text = ngettext("%(count)d result more", "%(count)d results more", more)
        needed.append(text % {"count": more})
    if not needed:
        return _("Several games decide it together.")
    what = join_clauses(needed)
    if must.that_is_all:
        return _("Needs, and then is first: %(what)s.") % {"what": what}
    return _("Needs: %(what)s – and more than that.") % {"what": what}


def _result_text(result: NeededResult, names: Mapping[int, PlayerName]) -> str:
    black, white = names[result.black].name, names[result.white].name
    if result.outcome is Outcome.JIGO:
        return _("a jigo between %(first)s and %(second)s") % {"first": black, "second": white}
    won, lost = (black, white) if result.outcome is Outcome.BLACK else (white, black)
    return _("%(winner)s beats %(loser)s") % {"winner": won, "loser": lost}
