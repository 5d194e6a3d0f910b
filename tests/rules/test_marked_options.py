"""What a verdict says of a count that rests on dead stones as one player marked them."""

import pytest

from adjudication.rules.claims import parse_claim
from adjudication.rules.judgement import MARKED, MARKED_ALIVE, judgement
from adjudication.rules.pairing_check import PairedGame
from adjudication.rules.presets import get_ruleset

# White's five stones at the top have two eyes, A5 and C5; the one on B2 has none.
RECORD = (
    b"(;GM[1]FF[4]SZ[5]KM[0]AW[ba][ab][bb][cb][da][db][bd]AB[ea][eb][ac][bc][cc][dc][ec];B[];W[])"
)


@pytest.mark.parametrize(
    ("claim", "dead", "options"),
    [
        ("B+9", ["B2"], {MARKED}),
        ("B+25", ["B2", "B5"], {MARKED, MARKED_ALIVE}),
        ("W+2", [], set()),
        ("B+1", ["B2"], set()),
        ("B+R", ["B2"], set()),
    ],
)
def test_the_options_tell_whose_marks_a_count_that_agrees_rests_on(
    claim: str, dead: list[str], options: set[str]
) -> None:
    told = judgement(
        RECORD,
        ruleset=get_ruleset("japanese"),
        claim=parse_claim(claim),
        dead=dead,
        paired=PairedGame("", "", 5, 0, 0),
    )
    assert {MARKED, MARKED_ALIVE} & told["options"].keys() == options
