"""Dead stones as proposed for a record, as lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

_MOST = 12


def proposal_lines(proposal: Mapping[str, Any]) -> list[str]:
    """Return a proposal as lines: dead stones, what to look at, and what shapes and count say."""
    if proposal["error"] is not None:
        return ["  " + _("nothing can be proposed: stones without a liberty")]
    chains = proposal["chains"]
    dead = [chain for chain in chains if chain["dead"]]
    head = _("a proposal from random games, it decides nothing:")
    lines = [f"  {head}" if dead else "  " + head + " " + _("no dead stones")]
    look = [chain for chain in chains if chain["unsure"] and not chain["dead"]]
    lines += [_chain(chain) for chain in dead + look]
    false = [f"{_colour(eye['colour'])} {eye['point']}" for eye in proposal["false_eyes"]]
    if false:
        lines.append(_line(_("false eyes, to be filled"), _listed(false)))
    if proposal["seki"]:
        lines.append(_line(_("in seki, or at an open border"), _listed(proposal["seki"])))
    if proposal["in_question"]:
        lines.append(_in_question(proposal))
    if proposal["result"] is not None:
        lines.append(_line(_("the count with these"), proposal["result"]))
    return lines


def _in_question(proposal: Mapping[str, Any]) -> str:
    """Return the points in question, and whether they change who wins if no stones can."""
    points = _listed(proposal["in_question"])
    if any(chain["unsure"] for chain in proposal["chains"]):
        return _line(_("points in question"), points)
    text = (
        _("Only these points are in question, and they do not change who wins: %(points)s.")
        if proposal["winner_without_doubt"]
        else _("Only these points are in question, and they can change who wins: %(points)s.")
    )
    return f"    {text}" % {"points": points}


def _chain(chain: Mapping[str, Any]) -> str:
    state = pgettext("stones", "dead") if chain["dead"] else pgettext("stones", "alive")
    certainty = _("look at it") if chain["unsure"] else _("sure")
    return _line(f"{state} ({certainty})", f"{_colour(chain['colour'])} {_listed(chain['stones'])}")


def _colour(letter: str) -> str:
    return _("Black") if letter == "B" else _("White")


def _line(title: str, told: str) -> str:
    return "    " + _("%(title)s: %(told)s") % {"title": title, "told": told}


def _listed(names: Iterable[str]) -> str:
    """Return the names, with an ellipsis if there are many."""
    every = list(names)
    return " ".join(every[:_MOST]) + (" …" if len(every) > _MOST else "")
