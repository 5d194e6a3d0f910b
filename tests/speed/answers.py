"""What replay and search answer, as lines: ``python -m tests.speed.answers RECORDS QUESTIONS``.

So many spoiled records of the shared corpus and the program's own are judged under two rule sets,
and so many drawn positions are asked about. The lines are the same wherever they are computed.
"""

import hashlib
import json
import sys
from collections.abc import Iterator

from adjudication import SPEED
from adjudication.confirmation.certificate import Certificate, certificate_text
from adjudication.confirmation.search import Search
from adjudication.confirmation.strategy import strategy_of
from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.presets import JAPANESE, NZ
from adjudication.rules.record import RecordError
from adjudication.rules.sgf import read_record
from tests.confirmation.random_problems import problems
from tests.security.sgf_fuzz import material, record_of

SEED = 4


def records(count: int) -> Iterator[str]:
    """Give the verdicts on so many records, and what their replays hold."""
    files = material(most=max(20, count // 10))
    for number in range(count):
        try:
            record = read_record(record_of(SEED, number, files))
        except RecordError as error:
            yield error.code
            continue
        for ruleset in (JAPANESE, NZ):
            report = adjudicate(record, ruleset=ruleset)
            replay = report.replay
            yield json.dumps(report.as_dict(), default=str)
            yield repr((replay.position, replay.captured, replay.illegal, replay.recurrences))


def questions(count: int) -> Iterator[str]:
    """Give the proofs found for so many problems, and how much was looked at."""
    for number, asked in problems(count, 0):
        search = Search(asked)
        found = strategy_of(search)
        proof = certificate_text(Certificate(asked, found.winner, found.moves, found.guarded))
        yield f"{number} {found.winner} {search.nodes} {proof}"


def answers(count: int, asked: int) -> str:
    """Return a digest of all lines."""
    found = hashlib.sha256()
    for line in (*records(count), *questions(asked)):
        found.update(line.encode("utf-8", "surrogatepass") + b"\n")
    return found.hexdigest()


if __name__ == "__main__":
    print(answers(int(sys.argv[1]), int(sys.argv[2])), SPEED.state.value)
