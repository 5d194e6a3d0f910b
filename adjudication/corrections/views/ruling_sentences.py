"""What was ruled, as a plain sentence: the game first, then what the players get beside it."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from adjudication.cases.views.case_words import penalty_lines
from adjudication.models import Effect
from adjudication.policy.decisions import PenaltyGiven
from tournament.models import Verb

Write = Callable[[Any, Mapping[str, Any], Mapping[int, str]], str]


def _what(after: Any, values: Mapping[str, Any]) -> str:
    """Return what happens to the game; ``values`` has the result now."""
    effect = after.get("effect") if isinstance(after, Mapping) else None
    if effect == Effect.REPLAY:
        return _("the game is played again")
    if effect == Effect.RESUME:
        return _("the game goes on after move %(move)s") % {"move": after.get("resume_move")}
    if effect == Effect.NOTHING:
        return _("nothing changes for the game") if "table" in after else _("no result changes")
    return str(values["now"])


def _penalties(after: Any, names: Mapping[int, str]) -> str:
    """Return the penalties as sentences; what is of another shape than ours is left out."""
    told = after.get("penalties") if isinstance(after, Mapping) else None
    try:
        given = [PenaltyGiven(**one) for one in told or ()]
        return " ".join(penalty_lines(given, names))
    except (KeyError, TypeError, ValueError):
        return ""


def _plain(text: Callable[[], str]) -> Write:
    def write(after: Any, values: Mapping[str, Any], names: Mapping[int, str]) -> str:
        sentence = text() % {**values, "what": _what(after, values)}
        return f"{sentence} {_penalties(after, names)}".strip()

    return write


_decided = _plain(lambda: _("The committee decided the appeal in case %(case)s: %(what)s."))


def _on_appeal(after: Any, values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    if isinstance(after, Mapping) and after.get("upheld"):
        return _("The committee upheld the ruling in case %(case)s.") % values
    return _decided(after, values, names)


RULING_SENTENCES: Mapping[str, Write] = {
    Verb.RULED: _plain(lambda: _("%(who)s ruled in case %(case)s: %(what)s.")),
    Verb.RULING_REVISED: _plain(
        lambda: _("%(who)s took the ruling in case %(case)s up again: now %(what)s.")
    ),
    Verb.APPEAL_DECIDED: _on_appeal,
}
"""By verb; what writes it gets what was written down, the values of a sentence and the names."""
