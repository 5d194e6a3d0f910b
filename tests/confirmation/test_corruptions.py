import json
import random
from collections import Counter
from functools import cache

import pytest

from adjudication.confirmation.certificate import (
    certificate_of,
    certificate_text,
    parse_certificate,
    state_key,
)
from adjudication.confirmation.checker import CheckError, check_certificate
from adjudication.confirmation.checker.reading import (
    KO_PASS,
    MOST_ENTRIES,
    MOST_TEXT,
    NAMED_KO,
    PASS,
    CertifiedClaim,
    CheckerState,
)
from adjudication.confirmation.checker.walk import Walk
from adjudication.confirmation.problem import Move, MoveKind, Problem, QuestionWinner
from tests.confirmation.certified import certified
from tests.confirmation.corruptions import CORRUPTIONS, corrupted, refused
from tests.confirmation.oracle import Explored, State, explore, solve
from tests.confirmation.random_problems import problems
from tests.support.environment import times

pytestmark = pytest.mark.timeout(3600)  # the long form takes its time

MOST_STATES = 600


@cache
def accepted(count: int = 260) -> list[tuple[int, Problem, str]]:
    """Return certificates with two moves at least, which the checker accepts."""
    found = []
    for number, asked in problems(count):
        solution = solve(asked, MOST_STATES)
        if solution is not None and len(solution.strategy) > 1:
            text = certified(asked, solution)
            if check_certificate(text, asked).moves > 1:
                found.append((number, asked, text))
    return found


def is_right(text: str) -> bool | None:
    """Return whether the oracle says the same, with the winner held to these moves.

    None where there are too many states for it.
    """
    found = parse_certificate(text)
    bound = {state_key(state): move for state, move in found.strategy.items()}
    solution = solve(found.problem, 1200, bound)
    return None if solution is None else solution.winner is found.winner


@pytest.mark.by_turns
def test_a_thousand_corrupted_certificates_are_refused() -> None:
    counts: Counter[str] = Counter()
    kinds: set[str] = set()
    for number, asked, text in accepted(times(260, 4000)):
        for kind, wrong in corrupted(text, random.Random(number)):
            code = refused(wrong, asked)
            counts["refused" if code else "accepted"] += 1
            kinds.add(kind if code else "")
            # What is accepted is another proof of the same, or without the problem of something
            # else: a third program has to agree.
            if not refused(wrong):
                right = is_right(wrong)
                assert right is not False, (number, kind)
                counts["right" if right else "too large"] += 1
    assert counts["refused"] >= 1000
    assert counts["accepted"] <= counts["refused"] // 200
    assert counts["too large"] < counts["right"]
    assert len(kinds - {""}) == len(CORRUPTIONS)


def test_other_letters_anywhere_are_refused_or_change_nothing_wrongly() -> None:
    for number, _asked, text in accepted()[:: times(2, 1)]:
        source = random.Random(number)
        for _ in range(times(4, 100)):
            place = source.randrange(len(text))
            letter = source.choice('0123456789abcdefBW:"{}[],.XO#@-ABCDE \\\n\x00é')
            wrong = text[:place] + source.choice((letter, "")) + text[place + 1 :]
            if not refused(wrong):
                assert is_right(wrong) is not False, (number, place)


# --- Forged from the ground up ------------------------------------------------------------------


class Forger(dict[CheckerState, int]):
    """A strategy made up while it is checked: some move in every state that is asked for."""

    def __init__(self, found: Explored, source: random.Random, only_winning: bool = False) -> None:
        super().__init__()
        self.found, self.source, self.only_winning = found, source, only_winning

    def get(self, node, default=None):
        if node not in self:
            board = "".join(".XO"[state] for state in node.board[:-2])
            bans = frozenset(node.bans_black), frozenset(node.bans_white)
            state = State(board, bans, frozenset(node.standing), node.mover)
            moves = self.found.moves[state]
            if self.only_winning:
                moves = [move for move in moves if move[1] in self.found.won]
            if not moves:
                return default
            self[node] = self._step(self.source.choice(moves)[0])
        return self[node]

    def _step(self, move: Move) -> int:
        if move.kind is MoveKind.PASS:
            return PASS
        if move.point is None:
            return KO_PASS
        cell = self.found.game.problem.region.points.index(move.point)
        return cell if move.kind is MoveKind.PLAY else NAMED_KO - cell


def forged(found: Explored, winner: QuestionWinner, forger: Forger) -> tuple[str, str]:
    """Return a certificate with the forger's moves, and why it is refused."""
    claim = CertifiedClaim(found.game.problem, winner, forger)
    code = ""
    try:
        Walk(claim).run()
    except CheckError as error:
        code = error.code
    return certificate_text(certificate_of(claim)), code


@cache
def explored(count: int) -> list[tuple[int, Explored]]:
    all_of_them = ((number, explore(asked, MOST_STATES)) for number, asked in problems(count))
    return [(number, found) for number, found in all_of_them if found is not None]


def test_no_strategy_for_the_loser_is_accepted() -> None:
    codes: Counter[str] = Counter()
    for number, found in explored(times(120, 5000)):
        loser = next(side for side in QuestionWinner if side is not found.winner)
        for attempt in range(2):
            source = random.Random(f"{number} {attempt}")
            text, code = forged(found, loser, Forger(found, source))
            assert code, number
            assert refused(text) == code
            codes[code] += 1
    assert codes.keys() >= {"walk.lost", "walk.missing"}, codes


def test_a_prover_that_goes_round_is_refused_however_well_he_stands() -> None:
    codes: Counter[str] = Counter()
    for number, found in explored(times(120, 5000)):
        if found.winner is not found.game.problem.prover:
            continue
        for attempt in range(2):
            source = random.Random(f"{number} {attempt}")
            text, code = forged(found, found.winner, Forger(found, source, only_winning=True))
            assert refused(text) == code
            assert code or is_right(text) is not False
            codes[code] += 1
    assert codes.keys() == {"", "walk.cycle"}, codes


# --- Texts that mean no good --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "text.json"),
        ("null", "fields"),
        ("[]", "fields"),
        ("{}", "fields"),
        ('{"a":1,"a":1}', "text.twice"),
        ("[" * 1_000_000, "text.json"),
        ('{"a":' * 500_000, "text.json"),
        ("NaN", "text.json"),
        ("1" * 10_000, "text.json"),
        ('"\\ud800"', "fields"),
        ("é", "text.ascii"),
        ("\ud800", "text.ascii"),
        (" " * (MOST_TEXT + 1), "text.too_long"),
        (b"{}", "text.type"),
        (None, "text.type"),
    ],
    ids=range(15),
)
def test_a_text_that_is_none_is_refused_by_name(text, code) -> None:
    assert refused(text) == code


def test_a_strategy_has_a_longest() -> None:
    fields = json.loads(accepted()[0][2])
    fields["strategy"] = {f"b:{number:x}:0:0:0:0": "pass" for number in range(MOST_ENTRIES + 1)}
    assert refused(json.dumps(fields)) == "strategy.too_many"


def test_a_walk_has_a_longest(monkeypatch) -> None:
    texts = [text for _, _, text in accepted()]
    monkeypatch.setattr("adjudication.confirmation.checker.walk.MOST_WORK", 100)
    assert "walk.too_long" in {refused(text) for text in texts}
    monkeypatch.undo()
    monkeypatch.setattr("adjudication.confirmation.checker.walk.MOST_STATES", 10)
    assert "walk.too_long" in {refused(text) for text in texts}


def test_repeated_entries_and_things_behind_the_end_are_refused() -> None:
    text = accepted()[0][2]
    fields = json.loads(text)
    key, move = next(iter(fields["strategy"].items()))
    twice = text.replace('"strategy":{', f'"strategy":{{"{key}":"{move}",')
    assert refused(twice) == "text.twice"
    assert refused(text + "{}") == "text.json"
    assert refused(text + "\x00") == "text.json"
