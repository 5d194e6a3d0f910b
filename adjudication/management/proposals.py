"""Dead stones as proposed for a record, as lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from language.localtext import LocalText

_HEAD = LocalText(
    "a proposal from random games, it decides nothing:",
    "une proposition tirée de parties au hasard, elle ne décide rien :",
)
_DEAD = LocalText("dead", "mortes")
_NONE = LocalText("no dead stones", "aucune pierre morte")
_ALIVE = LocalText("alive", "vivantes")
_SURE = LocalText("sure", "sûr")
_LOOK = LocalText("look at it", "à regarder")
_FALSE = LocalText("false eyes, to be filled", "faux yeux, à remplir")
_SEKI = LocalText("in seki, or at an open border", "en seki, ou à une frontière ouverte")
_COUNTED = LocalText("counted with all that", "décompte avec tout cela")
_REFUSED = LocalText(
    "nothing can be proposed: stones without a liberty",
    "rien à proposer : des pierres sans liberté",
)
_STONES = {"B": LocalText("Black", "Noir"), "W": LocalText("White", "Blanc")}
_LINE = LocalText("    {title}: {told}", "    {title} : {told}")
_MOST = 12


def proposal_lines(proposal: Mapping[str, Any], language: str) -> list[str]:
    """Return a proposal as lines: the dead, what to look at, and what shapes and count say."""
    if proposal["error"] is not None:
        return [f"  {_REFUSED.get(language)}"]
    chains = proposal["chains"]
    dead = [one for one in chains if one["dead"]]
    lines = [f"  {_HEAD.get(language)}" + ("" if dead else f" {_NONE.get(language)}")]
    look = [one for one in chains if one["unsure"] and not one["dead"]]
    lines += [_chain(one, language) for one in dead + look]
    false = [
        f"{_STONES[one['colour']].get(language)} {one['point']}" for one in proposal["false_eyes"]
    ]
    for title, names in ((_FALSE, false), (_SEKI, proposal["seki"])):
        if names:
            lines.append(_line(title.get(language), _listed(names), language))
    if proposal["result"] is not None:
        lines.append(_line(_COUNTED.get(language), proposal["result"], language))
    return lines


def _chain(chain: Mapping[str, Any], language: str) -> str:
    state = (_DEAD if chain["dead"] else _ALIVE).get(language)
    certainty = (_LOOK if chain["unsure"] else _SURE).get(language)
    colour = _STONES[chain["colour"]].get(language)
    stones = f"{colour} {_listed(chain['stones'])}"
    return _line(f"{state} ({certainty})", stones, language)


def _line(title: str, told: str, language: str) -> str:
    return _LINE.get(language).format(title=title, told=told)


def _listed(names: Iterable[str]) -> str:
    """Return names, and an ellipsis where there are many."""
    every = list(names)
    return " ".join(every[:_MOST]) + (" …" if len(every) > _MOST else "")
