"""Counting the final position of a replay by its rule set and its marks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial

from adjudication.rules.colours import EMPTY
from adjudication.rules.findings import Code, Finding
from adjudication.rules.grid import neighbours
from adjudication.rules.marks import dead_stone_alarms, whole_chains
from adjudication.rules.points import listed_points, point_names
from adjudication.rules.record import GameRecord
from adjudication.rules.replay import Replay
from adjudication.rules.rulesets import Cited, DamePolicy, DeadStones, RuleSet, Scoring
from adjudication.rules.scoring.area import count_area
from adjudication.rules.scoring.cleared import ClearedBoard
from adjudication.rules.scoring.count import Count
from adjudication.rules.scoring.territory import (
    TerritoryOptions,
    count_marks,
    count_territory,
    dead_by_marks,
)
from adjudication.rules.seki import possible_seki
from adjudication.rules.sentences import result_text, sentence


def count_final_position(
    replay: Replay,
    record: GameRecord,
    ruleset: RuleSet,
    *,
    dead: Collection[int] | None,
    komi: float,
    handicap: int,
    seki: frozenset[int] = frozenset(),
) -> tuple[Count, list[Finding]]:
    """Count the final position; return the count and the findings about it.

    Dead stones given (an empty collection means: none) override the record's marks. Under area
    scoring marks say only which stones are dead; under territory scoring marked points are the
    territory (SPEC 1.9). ``seki`` are stones in seki, or points of regions beside them; these
    regions are not territory (SPEC J7). Where nobody marked territory and stones may be in seki,
    the count says how far it depends on that.
    """
    position, size = replay.position, replay.size
    by_marks = dead is None
    if dead is None:
        dead = dead_by_marks(position, record.black_marks, record.white_marks)
        empty: list[int] = []
    else:
        dead, empty = whole_chains(position, size, dead)
    cleared = ClearedBoard(position, size, dead)
    findings = dead_stone_alarms(cleared, empty, ruleset)
    if ruleset.scoring.value is Scoring.AREA:
        area = count_area(
            position,
            size,
            dead=dead,
            komi=komi,
            compensation=ruleset.compensation_for(handicap),
            tie_winner=ruleset.tie_winner.value,
            regions=cleared.regions,
        )
        return area, findings
    beside = _beside(position, size, seki, dead)
    options = replace(territory_options(replay, ruleset, komi), seki=beside)
    strict = ruleset.dame_policy.value is DamePolicy.STRICT
    recounted = count_territory(position, size, dead, options, cleared)
    counted = recounted
    if by_marks:
        marked = count_marks(
            position, size, record.black_marks, record.white_marks, options, cleared
        )
        findings += _marks_differ(marked, recounted, ruleset, size)
        # By the letter of Article 8, stones make territory, not marks.
        counted = recounted if strict else marked
    elif not strict and ruleset.text_is_strict.value:
        counted, in_doubt = _perhaps_in_seki(cleared, ruleset, options, recounted)
        findings += in_doubt
    if not strict and ruleset.text_is_strict.value:
        findings += _open_dame(cleared, ruleset, options)
    return counted, findings


def count_with_owners(
    replay: Replay,
    record: GameRecord,
    ruleset: RuleSet,
    *,
    dead: frozenset[int],
    seki: frozenset[int],
    owners: Mapping[int, int],
    komi: float,
    handicap: int,
) -> tuple[Count, list[Finding]]:
    """Count the final position with points set by hand; return findings about its dead stones too.

    ``dead`` and ``seki`` are whole chains; what stones in seki surround counts for nobody.
    ``owners`` maps empty points to the colour, or nobody, that they count for contrary to the
    board.
    """
    counted, findings = count_final_position(
        replay, record, ruleset, dead=dead, komi=komi, handicap=handicap, seki=seki
    )
    known = counted.black_territory | counted.white_territory | counted.dame
    said = {
        point: owner
        for point, owner in owners.items()
        if point in known and replay.position[point] == EMPTY
    }
    return counted.with_owners(said), findings


def count_to_the_letter(
    replay: Replay,
    record: GameRecord,
    ruleset: RuleSet,
    *,
    dead: frozenset[int],
    seki: frozenset[int],
    owners: Mapping[int, int],
    komi: float,
    handicap: int,
) -> Count | None:
    """Return the count by the letter of what the text says about open dame.

    The arguments are those of :func:`count_as_set`. None if the text says no such thing, or if the
    same player wins either way.
    """
    counted_by = partial(
        count_with_owners,
        replay,
        record,
        dead=dead,
        seki=seki,
        owners=owners,
        komi=komi,
        handicap=handicap,
    )
    counted, findings = counted_by(ruleset)
    if all(finding.code != Code.OPEN_DAME for finding in findings):
        return None
    strict, _findings = counted_by(replace(ruleset, dame_policy=Cited(DamePolicy.STRICT)))
    return None if strict.claim.winner == counted.claim.winner else strict


def _beside(
    position: Sequence[int], size: int, seki: Collection[int], dead: Collection[int]
) -> frozenset[int]:
    """Return the points of regions beside stones in seki; ``seki`` may name such points as well."""
    adjacent = neighbours(size)
    living = {point for point in seki if position[point] != EMPTY and point not in dead}
    found = set(seki) - living
    for stone in whole_chains(position, size, living)[0]:
        found.update(near for near in adjacent[stone] if position[near] == EMPTY or near in dead)
    return frozenset(found)


def territory_options(replay: Replay, ruleset: RuleSet, komi: float) -> TerritoryOptions:
    """Return what territory scoring needs to know of a replay and a rule set."""
    by_black, by_white = replay.prisoners_after(len(replay))
    return TerritoryOptions(
        taken_by_black=by_black,
        taken_by_white=by_white,
        komi=komi,
        dame_policy=ruleset.dame_policy.value,
        dead_stone_points=ruleset.dead_stone_points.value,
        lift_everywhere=ruleset.dead_stones.value is DeadStones.LIFTED,
        tie_winner=ruleset.tie_winner.value,
    )


def _marks_differ(counted: Count, recounted: Count, ruleset: RuleSet, size: int) -> list[Finding]:
    """Report marked territory that differs from what the dead stones alone would give."""
    differing = (counted.black_territory ^ recounted.black_territory) | (
        counted.white_territory ^ recounted.white_territory
    )
    if not differing:
        return []
    text = sentence(Code.MARKS_DIFFER, points=listed_points(differing, size))
    detail = {"recounted": recounted.result, "points": point_names(differing, size)}
    return [Finding(Code.MARKS_DIFFER, ruleset.key, text, detail=detail)]


def _perhaps_in_seki(
    cleared: ClearedBoard, ruleset: RuleSet, options: TerritoryOptions, counted: Count
) -> tuple[Count, list[Finding]]:
    """Return a count with its range if groups are in seki, and a finding about that (Art. 8)."""
    position, size, dead = cleared.position, cleared.size, cleared.dead
    races = possible_seki(position, size, dead, cleared)
    if not races:
        return counted, []
    stones = frozenset[int]().union(*races)
    racing = {name for name, chain in enumerate(cleared.chains) if chain.points <= stones}
    points = frozenset[int]().union(
        *[
            region.points
            for region, around in zip(cleared.regions, cleared.chains_beside, strict=True)
            if not racing.isdisjoint(around)
        ]
    )
    black, white = counted.black_territory & points, counted.white_territory & points
    if not black and not white:
        return counted, []

    def without_eyes(eyes: frozenset[int]) -> Count:
        seki = replace(options, seki=options.seki | eyes)
        return count_territory(position, size, dead, seki, cleared)

    in_seki = without_eyes(black | white)
    if in_seki.margin == counted.margin:
        return counted, []
    found = Finding(
        Code.SEKI_POSSIBLE,
        ruleset.key,
        sentence(
            Code.SEKI_POSSIBLE,
            points=listed_points(black | white, size),
            seki=result_text(in_seki.claim),
            computed=result_text(counted.claim),
        ),
        article=ruleset.text_is_strict.article,
        detail={
            "points": point_names(black | white, size),
            "stones": point_names(stones, size),
            "seki": in_seki.result,
            "computed": counted.result,
        },
    )
    least, most = without_eyes(black).margin, without_eyes(white).margin
    return replace(counted, if_seki=(least, most)), [found]


def _open_dame(cleared: ClearedBoard, ruleset: RuleSet, options: TerritoryOptions) -> list[Finding]:
    """Report points that touch both colours, and the count to the letter of Article 8."""
    position, size = cleared.position, cleared.size
    dame = [
        point
        for region in cleared.regions
        if region.shared
        for point in region.points
        if not position[point]
    ]
    if not dame:
        return []
    to_the_letter = replace(options, dame_policy=DamePolicy.STRICT)
    strict = count_territory(position, size, cleared.dead, to_the_letter, cleared)
    text = sentence(
        Code.OPEN_DAME, points=listed_points(dame, size), strict=result_text(strict.claim)
    )
    detail = {"strict": strict.result, "points": point_names(dame, size)}
    article = ruleset.text_is_strict.article
    return [Finding(Code.OPEN_DAME, ruleset.key, text, article=article, detail=detail)]
