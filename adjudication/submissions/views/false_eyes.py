"""What is in question in a count: odd dead stones, false eyes, territory that is marked otherwise.

A false eye is a point that the dead stones leave to a player who has to fill it. Area rules count
it either way, so both readings usually give the same winner. Territory rules do not count it: a
player who names only the dead stones is one point off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.utils.translation import gettext as _

from adjudication.confirmation.territory import shapes_of
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.counting import count_final_position, count_with_owners
from adjudication.rules.findings import Code, Finding
from adjudication.rules.marks import whole_chains
from adjudication.rules.points import listed_names, listed_points
from adjudication.rules.record import GameRecord
from adjudication.rules.replay import Replay
from adjudication.rules.rulesets import RuleSet, Scoring
from adjudication.rules.scoring.territory import dead_by_marks
from adjudication.verdicts.services.claims import Result
from tournament.games import words
from tournament.games.selectors import GameRow
from tournament.models import Reason
from tournament.spoken import translated

_ODD: Final = (Code.MARKS_SUSPICIOUS, Code.SEKI_POSSIBLE)
NOBODY_SAID: Final[Mapping[int, int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class FalseEyes:
    """Points of a count that look like false eyes, in words.

    ``turns`` says that the other player wins without them.
    """

    text: str
    turns: bool

    def concerns(self, result: Result | None) -> bool:
        """Whether a claimed result depends on them: its points, or who wins."""
        if result is None:
            return True
        return result.reason == Reason.SCORE and (result.margin_half is not None or self.turns)


def false_eyes(
    replay: Replay,
    record: GameRecord,
    game: GameRow,
    ruleset: RuleSet,
    *,
    dead: frozenset[int] | None,
    seki: frozenset[int],
    owners: Mapping[int, int] = NOBODY_SAID,
) -> FalseEyes | None:
    """Return the false eyes in a record's final position, and the count without them.

    ``dead`` and ``seki`` are whole chains, ``owners`` points whose owner was set by hand. If
    ``dead`` is None, the record's own marks say all of that. None if no false eye counts, and under
    area scoring.
    """
    if ruleset.scoring.value is not Scoring.TERRITORY:
        return None
    marked = dead is None
    if dead is None:
        dead = dead_by_marks(replay.position, record.black_marks, record.white_marks)
    filled = shapes_of(replay.position, replay.size, dead).fillings
    if not filled:
        return None
    komi, handicap = game.komi_half / 2, game.handicap
    if marked:
        counted, _findings = count_final_position(
            replay, record, ruleset, dead=None, komi=komi, handicap=handicap
        )
    else:
        counted, _findings = count_with_owners(
            replay,
            record,
            ruleset,
            dead=dead,
            seki=seki,
            owners=owners,
            komi=komi,
            handicap=handicap,
        )
    known = counted.black_territory | counted.white_territory
    counting = {
        point: owner
        for point, owner in filled.items()
        if point in known and replay.position[point] == EMPTY
    }
    without = counted.with_owners(dict.fromkeys(counting, EMPTY))
    if counted.result == without.result:
        return None
    texts = {
        BLACK: _(
            "By the looks of it Black has to fill %(points)s in the end: a false eye, which is no "
            "territory."
        ),
        WHITE: _(
            "By the looks of it White has to fill %(points)s in the end: a false eye, which is no "
            "territory."
        ),
    }
    sentences = [
        text % {"points": listed_points(points, replay.size)}
        for colour, text in texts.items()
        if (points := [point for point, owner in counting.items() if owner == colour])
    ]
    sentences.append(
        _("If so, the count is %(result)s.") % {"result": words.core_result(without.result)}
    )
    return FalseEyes(" ".join(sentences), turns=counted.claim.winner != without.claim.winner)


def count_hints(
    replay: Replay,
    record: GameRecord,
    game: GameRow,
    ruleset: RuleSet,
    findings: Iterable[Finding],
    *,
    dead: frozenset[int],
    seki: frozenset[int],
    owners: Mapping[int, int],
) -> Iterator[str]:
    """Yield what to look at in a count as a referee set it, in words.

    ``findings`` are those of the count. Its dead stones may be odd, stones may be in seki, and
    points may count that look like false eyes or that the record marks otherwise.
    """
    yield from (translated(found.text) for found in findings if found.code in _ODD)
    if game.stones_stay:
        return
    if not owners and not seki:
        marked = marked_otherwise(replay, record, game, ruleset, dead=dead)
        if marked:
            yield marked
    found = false_eyes(replay, record, game, ruleset, dead=dead, seki=seki, owners=owners)
    if found is not None:
        yield found.text


def marked_otherwise(
    replay: Replay, record: GameRecord, game: GameRow, ruleset: RuleSet, *, dead: frozenset[int]
) -> str:
    """Return that a count with these dead stones differs from the record's own marks, in words.

    Empty if the stones that the record marks are not those that are ``dead``, if its territory is
    just what they leave, and under area scoring.
    """
    if not record.marked:
        return ""
    by_marks = dead_by_marks(replay.position, record.black_marks, record.white_marks)
    if dead != whole_chains(replay.position, replay.size, by_marks)[0]:
        return ""
    komi, handicap = game.komi_half / 2, game.handicap
    counted, findings = count_final_position(
        replay, record, ruleset, dead=None, komi=komi, handicap=handicap
    )
    differs = next((found for found in findings if found.code == Code.MARKS_DIFFER), None)
    if differs is None or counted.result == differs.detail["recounted"]:
        return ""
    points = differs.detail["points"]
    assert isinstance(points, list), "it names them"
    return _(
        "The record marks other territory, at %(points)s: as it is marked there, the count is "
        "%(result)s."
    ) % {
        "points": listed_names(points),
        "result": words.core_result(counted.result),
    }
