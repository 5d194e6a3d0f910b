"""Dead stones as proposed: on drawn boards, and on real games with the score they were given."""

import json
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from adjudication.confirmation.proposal import PROMPT, ProposalError, propose
from adjudication.rules.presets import get_ruleset
from adjudication.rules.scoring.regions import chains_without_liberty
from adjudication.rules.scoring.territory import TerritoryOptions
from tests.confirmation.boards import board, small
from tests.confirmation.finished_games import (
    Finished,
    counted_without_marks,
    propose_for,
    some_of,
)
from tests.confirmation.test_territory import FALSE_EYE
from tests.rules.corpus import listing
from tests.support.environment import times
from tests.support.shared import require_shared

pytestmark = pytest.mark.timeout(3600)  # the long form takes its time

JAPANESE = get_ruleset("japanese")
CHINESE = get_ruleset("chinese")
FINISHED = """
    . X . X X O . O .
    X X X X X O O O O
    . . . . X O . . .
    . o . . X O . x .
    . . . . X O . . .
    . . . . X O . . .
    X X X X X O O O O
    X . X . X O . O O
    . X X X X O O . O
"""


def test_stones_alone_in_enemy_territory_are_proposed_as_dead_and_counted() -> None:
    position, size = board(FINISHED)
    proposal = propose(position, size, JAPANESE, options=TerritoryOptions(komi=6.5))
    assert proposal.dead == small(FINISHED)
    assert [chain.colour for chain in proposal.dead_chains] == [2, 1]
    assert all(chain.certainty > 0.5 for chain in proposal.dead_chains)
    assert proposal.decides is False
    black, white = proposal.count.black, proposal.count.white
    assert (black.territory, black.prisoners, white.prisoners) == (21, 1, 1)
    assert white.komi == 6.5
    area = propose(position, size, CHINESE, options=TerritoryOptions(komi=7.5))
    assert area.dead == proposal.dead
    assert area.count.black.total == 45


def test_a_proposal_is_the_same_every_time_and_for_both_colours(
    forget_proposals: Callable[[], None],
) -> None:
    position, size = board(FINISHED)
    first = propose(position, size, JAPANESE)
    forget_proposals()
    assert propose(list(position), size, JAPANESE) == first
    turned = propose(position[::-1], size, JAPANESE)
    assert turned.dead == {size * size - 1 - point for point in first.dead}
    swapped = propose([(0, 2, 1)[state] for state in position], size, JAPANESE)
    assert swapped.dead == first.dead


def test_every_chain_is_told_with_its_certainty() -> None:
    position, size = board(FINISHED)
    proposal = propose(position, size, JAPANESE)
    named = [point for chain in proposal.chains for point in chain.points]
    assert sorted(named) == [point for point, state in enumerate(position) if state]
    assert all(0 <= chain.certainty <= 1 for chain in proposal.chains)
    assert proposal.unsure == tuple(c for c in proposal.chains if c.certainty < 0.1 or c.odd)
    assert proposal.without_doubt
    assert proposal.winner_without_doubt


def test_a_false_eye_is_a_point_in_question_and_only_where_territory_counts() -> None:
    position, size = board(FALSE_EYE)
    options = TerritoryOptions(komi=0.5)
    proposal = propose(position, size, JAPANESE, options=options)
    assert proposal.in_question == frozenset({28})
    assert not proposal.unsure
    assert not proposal.without_doubt
    told = proposal.as_dict()
    assert told["in_question"] == ["A3"]
    margin = abs(proposal.count.black.total - proposal.count.white.total)
    assert proposal.winner_without_doubt is (margin > 1)
    level = TerritoryOptions(
        komi=options.komi + proposal.count.black.total - proposal.count.white.total
    )
    assert not propose(position, size, JAPANESE, options=level).winner_without_doubt
    area = propose(position, size, CHINESE)
    assert (area.in_question, area.without_doubt) == (frozenset(), True)


def test_a_position_that_is_none_is_refused() -> None:
    with pytest.raises(ProposalError) as refused:
        propose([1] * 25, 5, JAPANESE)
    assert refused.value.code == "chain.no_liberty"
    with pytest.raises(ValueError, match="for every point"):
        propose([0] * 24, 5, JAPANESE)
    with pytest.raises(ValueError, match="for every point"):
        propose([3] * 25, 5, JAPANESE)
    with pytest.raises(ProposalError):
        propose([1, 2] * 312 + [1], 25, JAPANESE)


def test_work_is_bounded_where_somebody_waits_and_it_is_said(
    forget_proposals: Callable[[], None],
) -> None:
    position, size = board(FINISHED)
    whole = propose(position, size, JAPANESE)
    assert propose(position, size, JAPANESE, most=PROMPT) == whole
    assert whole.cut_short is False
    rng = Random(3)
    wild = [rng.choice((0, 0, 1, 2)) for _ in range(81)]
    without_liberty = {p for chain in chains_without_liberty(wild, 9) for p in chain}
    wild = [0 if point in without_liberty else state for point, state in enumerate(wild)]
    short = propose(wild, 9, JAPANESE, most=2000)
    assert short.cut_short
    assert short.unsure
    forget_proposals()
    assert propose(wild, 9, JAPANESE, most=2000) == short
    one_game = propose(wild, 9, JAPANESE, most=1)
    assert len(one_game.chains) == len(short.chains)


def test_an_empty_board_has_nothing_to_propose() -> None:
    proposal = propose([0] * 361, 19, JAPANESE)
    assert (proposal.chains, proposal.dead) == ((), frozenset())
    assert proposal.count.result == "jigo"


@pytest.fixture(scope="module")
def counted() -> list[Finished]:
    """Return counted games of the list that 97 % are asked for of: in short some, long all."""
    wanted, _rest = counted_without_marks()
    assert len(wanted) == 2999
    return [propose_for(entry) for entry in some_of(wanted, times(12, len(wanted)))]


def test_counted_games_get_the_score_they_were_given(counted: list[Finished]) -> None:
    """In short some games of 2,999, long all of them; 97 % are asked for.

    2,953 of them (98.5 %) are hit: 1,494 of the 1,515 (98.6 %) whose misses were looked at when the
    rules were last changed, and 1,459 of the 1,484 others (98.3 %).
    """
    hits = sum(game.hit for game in counted)
    assert hits >= 0.97 * len(counted), (hits, len(counted))


def test_what_is_told_without_doubt_is_right(counted: list[Finished]) -> None:
    """In the long form all games: most are told so, and hardly one of them is wrong."""
    told = [game for game in counted if game.proposal.without_doubt]
    assert len(told) >= 0.75 * len(counted), (len(told), len(counted))
    wrong = [game for game in told if not game.hit]
    assert len(wrong) <= 0.01 * len(told), (len(wrong), len(told))
    assert all(game.wins for game in counted if game.proposal.winner_without_doubt)


def test_games_with_seki_or_false_eyes() -> None:
    """325 of 334 (97.3 %) are hit."""
    entries = listing("gold_seki_or_false_eye.json")
    games = [propose_for(entry) for entry in some_of(entries, times(4, len(entries)))]
    hits = sum(game.hit for game in games)
    assert hits >= 0.95 * len(games), (hits, len(games))


def test_boards_that_were_left_unfinished() -> None:
    """Each point's owner as agreed; most of these boards were left with open borders."""
    told: Counter[str] = Counter()
    paths = sorted(require_shared("corpus/positions/goban_autoscore").glob("*.json"))
    assert len(paths) == 17
    for path in paths[:: times(5, 1)]:
        data = json.loads(path.read_text("utf-8"))
        rows, agreed = data["board"], data["correct_ownership"]
        size = len(rows)
        if any(len(row) != size for row in rows):
            told["not square"] += 1
            continue
        states = {"b": 1, "W": 2}
        position = [states.get(letter, 0) for row in rows for letter in row]
        owners = "".join(agreed)
        told["boards"] += 1
        proposal = propose(position, size, JAPANESE)
        wrong = [
            chain
            for chain in proposal.chains
            if any(owners[p] in "BW" for p in chain.points)
            and chain.dead
            == all(owners[p] in (" ", "*", "BW"[chain.colour - 1]) for p in chain.points)
        ]
        told["chains"] += len(proposal.chains)
        told["wrong"] += len(wrong)
        told["boards right"] += not wrong
        told["wrong and sure"] += sum(not chain.unsure for chain in wrong)
    print(told)
    assert told["wrong"] <= 0.05 * told["chains"], told
