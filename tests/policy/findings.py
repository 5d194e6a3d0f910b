"""Findings as verdicts keep them, to try proposals and reasons with."""

from typing import Any


def finding(code: str, **values: Any) -> dict[str, Any]:
    """A finding as verdicts keep it."""
    return {
        "code": code,
        "move": 33,
        "color": "B",
        "article": None,
        "moot": False,
        "message": {
            "id": "Both players passed, and play stopped after move %(move)d.",
            "params": {"move": 8},
        },
        "detail": {},
        **values,
    }


KO = finding("illegal.ko", article="Art. 6, Art. 14", detail={"rule": "Art. 6", "earlier": 31})
SUPERKO = finding("illegal.superko", detail={"rule": "Répétition", "earlier": 20})
CYCLE = finding("cycle.whole_board", detail={"first": 20, "prisoners": 0, "length": 6})
MISMATCH = finding(
    "score.mismatch", move=None, color=None, detail={"computed": "W+2.5", "claim": "B+0.5"}
)
SAID = {"code": "", "move": 9, "said": True}
"""What a player says that he saw."""
