"""Records of servers that refuse illegal moves: such a move is a question, and clears nobody."""

import pytest

from adjudication.rules.verdicts import Report
from tests.rules.builders import game, judge, sgf
from tests.rules.test_verdicts import AROUND, TRIPLE

KO = "AB[ba][ab][bc]AW[ca][bb][db][cc]"
RETAKEN = f"{KO};B[cb];W[bb];B[ee])"
SUICIDE = "AB[ab][ba];W[aa];B[ee])"
KGS = "PC[The KGS Go Server at http://www.gokgs.com/]"
OGS = "PC[OGS: https://online-go.com/game/1]"


def record(root: str, rest: str, ru: str = "Japanese") -> str:
    return f"(;SZ[5]RE[W+R]RU[{ru}]{root}{rest}"


def questions(report: Report) -> list[tuple[str, int | None]]:
    return [(finding.code.value, finding.move) for finding in report.questions]


@pytest.mark.parametrize(
    "root",
    [
        *("AP[foxwq]", "AP[GNU Go:3.8]AP[foxwq]", KGS, OGS, "PC[IGS-PandaNet]", "PC[Tygem]"),
        *("PC[The Kiseido Go Server (KGS) at http://kgs.kiseido.com/]",),
        "PC[Dragon Go Server: http://www.dragongoserver.net/]",
        *("PC[Fox]", "PC[IGS]", "PC[NNGS]", "PC[KGS]", "PC[DGS]", "PC[wBaduk]", "PC[Cyberoro]"),
        *("AP[DGS:2]", "AP[foxwq:7]", "PC[OGS]", "PC[ The KGS Go Server ]", "PC[Dragon Go Server]"),
        *("PC[No Name Go Server]", "PC[Pandanet-IGS]", "PC[IGS:  igs.joyjoy.net 6969]"),
        "PC[https://online-go.com/game/1]",
    ],
)
def test_a_ko_that_the_server_refuses_is_a_question(root: str) -> None:
    report = sgf(record(root, RETAKEN))
    assert report.verdict == "undetermined"
    assert questions(report) == [("record.server_rules", 2)]
    [ko] = [f for f in report.findings if f.code == "illegal.ko"]
    assert (ko.move, ko.uncertain, ko.article) == (2, True, None)


@pytest.mark.parametrize(
    "root",
    [
        *("", "AP[CGoban:3]", "AP[Sabaki:0.52.2]", "AP[KataGo]", "AP[GNU Go:3.8]", "PC[Paris]"),
        *("PC[Tygem Cup final, Seoul, over the board]", "PC[online-go.computing club]"),
        *("PC[Go club of the Pandanet offices]", "PC[notonline-go.com]", "PC[Fox Inn, Oxford]"),
        *("AP[DGSomething:1]", "AP[CyberORO editor:1]", "PC[Rue des Tygem]"),
        *("AP[MultiGo:4.4.4]", "AP[GoGui:1.4.9]", "SO[http://gokgs.com/]"),
    ],
)
def test_editors_and_engines_write_what_was_played(root: str) -> None:
    report = sgf(record(root, RETAKEN))
    assert report.verdict == "forfeit"
    assert report.questions == ()


@pytest.mark.parametrize("root", ["AP[foxwq]", KGS])
def test_nobody_is_cleared_by_it(root: str) -> None:
    """Both players or a referee say that it was played so; or the game was played on a board."""
    for options in ({"played_so": [2]}, {"over_the_board": True}):
        report = sgf(record(root, RETAKEN), **options)
        assert report.verdict == "forfeit"
        assert report.decisive is not None
        assert (report.decisive.code, report.decisive.move) == ("illegal.ko", 2)
        assert "record.server_rules" not in [f.code for f in report.findings]


@pytest.mark.parametrize("rules", ["french", "aga", "nz"])
def test_a_ko_is_one_under_every_repetition_rule(rules: str) -> None:
    """Judged by a superko it breaks that; the server refuses it all the same."""
    report = sgf(record("AP[foxwq]", RETAKEN), rules=rules)
    assert "illegal.superko" in [f.code for f in report.findings]
    assert report.verdict == "undetermined"


@pytest.mark.parametrize(
    ("root", "ru", "rules", "asks"),
    [
        *((KGS, "Japanese", "japanese", True), (KGS, "New Zealand", "japanese", False)),
        *((KGS, "AGA", "japanese", True), (OGS, "Ing", "japanese", False)),
        *((OGS, "Chinese", "chinese", True), ("AP[foxwq]", "Chinese", "chinese", True)),
        ("AP[foxwq]", "", "japanese", True),
    ],
)
def test_a_suicide_where_the_server_forbids_it(root: str, ru: str, rules: str, asks: bool) -> None:
    report = sgf(record(root, SUICIDE, ru), rules=rules)
    assert report.verdict == ("undetermined" if asks else "forfeit")
    assert questions(report) == ([("record.server_rules", 1)] if asks else [])


PLACE = {"fox": {"AP": "foxwq"}, "kgs": {"PC": KGS}, "ogs": {"PC": OGS}}


@pytest.mark.parametrize(
    ("place", "ru", "asks"),
    [
        *(("kgs", "Chinese", True), ("kgs", "AGA", True), ("kgs", "Japanese", False)),
        *(("ogs", "New Zealand", True), ("ogs", "Japanese", False), ("fox", "Chinese", False)),
        ("kgs", None, False),
    ],
)
def test_a_superko_only_where_the_server_has_it(place: str, ru: str | None, asks: bool) -> None:
    """Three kos around: no retake is immediate, so only a superko forbids the last one."""
    record = game(TRIPLE, AROUND, rules_text=ru, result_text="W+R", header=PLACE[place])
    report = judge(record, "tromp-taylor")
    assert [f.move for f in report.findings if f.code == "illegal.superko"] == [6]
    assert questions(report) == ([("record.server_rules", 6)] if asks else [])
    assert report.verdict == ("undetermined" if asks else "forfeit")
