"""A game played on a server against its pairing: what counts, and what a record cannot tell."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.rules.accounts import parse_accounts
from adjudication.rules.clocks import Overtime, TimeLimits
from adjudication.rules.pairing_check import PairedPlayer
from adjudication.rules.presets import get_ruleset
from adjudication.rules.server_games import (
    Eligibility,
    GameRequirement,
    Terms,
    days_in,
    eligibility,
    read_server_game,
    record_doubts,
)
from adjudication.rules.servers import likely_server
from adjudication.rules.sgf import read_record

BLACK = PairedPlayer("Rose Anna", parse_accounts("KGS: rose, OGS: anna"))
WHITE = PairedPlayer("Blum Otto", parse_accounts("KGS: otto99"))
TERMS = Terms(
    size=19,
    handicap=0,
    komi=6.5,
    ruleset=get_ruleset("japanese"),
    limits=TimeLimits(1800, Overtime.BYO_YOMI, 30, periods=5),
    begins=date(2024, 3, 1),
    ends=date(2024, 3, 14),
)
TIME, SEEN = GameRequirement.TIME, (False, False)
GOOD = {
    "SZ": "19",
    "PC": "The KGS Go Server at http://www.gokgs.com/",
    "PB": "rose",
    "PW": "Otto99",
    "BR": "3d",
    "DT": "2024-03-05",
    "KM": "6.50",
    "RU": "Japanese",
    "RE": "B+3.50",
    "TM": "1800",
    "OT": "5x30 byo-yomi",
}


def judged(terms: Terms = TERMS, white: PairedPlayer = WHITE, **changes: str | None) -> Eligibility:
    header = {name: text for name, text in {**GOOD, **changes}.items() if text is not None}
    root = "".join(f"{name}[{text}]" for name, text in header.items())
    return eligibility(
        read_server_game(read_record(f"(;GM[1]FF[4]{root};B[pd];W[dp])".encode())),
        BLACK,
        white,
        terms,
    )


def told(result: Eligibility) -> list[tuple[GameRequirement, bool, bool]]:
    return [(reason.demand, reason.decided, reason.blocks) for reason in result.reasons]


def test_a_game_as_it_was_paired_counts() -> None:
    assert judged() == Eligibility(())
    assert judged().counts


@pytest.mark.parametrize(
    ("changes", "demand", "decided", "blocks"),
    [
        ({"PW": "Rose"}, GameRequirement.PLAYERS, True, True),
        ({"PW": None}, GameRequirement.PLAYERS, False, False),
        ({"PB": "otto99", "PW": "rose"}, GameRequirement.COLOURS, True, True),
        ({"PB": r"otto99 [2d\]", "PW": "somebody"}, GameRequirement.COLOURS, True, True),
        ({"RE": None}, GameRequirement.RESULT, False, True),
        ({"RE": "?"}, GameRequirement.RESULT, False, True),
        ({"RE": "Void"}, GameRequirement.RESULT, True, True),
        ({"RE": "has adjourned."}, GameRequirement.RESULT, True, True),
        ({"RE": "W+0.0"}, GameRequirement.RESULT, False, True),
        ({"SZ": "13"}, GameRequirement.SIZE, True, False),
        ({"HA": "3"}, GameRequirement.HANDICAP, True, False),
        ({"HA": None, "AB": "pd][dp][pp][dd"}, GameRequirement.HANDICAP, True, False),
        ({"KM": "0.5"}, GameRequirement.KOMI, True, False),
        ({"KM": None}, GameRequirement.KOMI, False, False),
        ({"KM": "much"}, GameRequirement.KOMI, False, False),
        ({"RU": "Chinese"}, GameRequirement.RULES, True, False),
        ({"RU": None}, GameRequirement.RULES, False, False),
        ({"TM": "600"}, GameRequirement.TIME, True, False),
        ({"OT": "1x30 byo-yomi"}, GameRequirement.TIME, True, False),
        ({"OT": "30 s x 100"}, GameRequirement.TIME, True, False),
        ({"OT": "none"}, GameRequirement.TIME, True, False),
        ({"TM": None, "OT": None}, GameRequirement.TIME, False, False),
        ({"OT": None}, GameRequirement.TIME, False, False),
        ({"TM": "600", "OT": None}, GameRequirement.TIME, True, False),
        ({"PC": "OGS", "PB": "anna", "PW": "Otto Blum", "OT": None}, TIME, *SEEN),
        ({"TM": "abc", "OT": None}, GameRequirement.TIME, False, False),
        ({"RE": "B+1/4"}, GameRequirement.RESULT, False, True),
        ({"DT": "2024-02-20"}, GameRequirement.DATE, True, False),
        ({"DT": "2024-02-29"}, GameRequirement.DATE, False, False),
        ({"DT": "2024-03-15"}, GameRequirement.DATE, False, False),
        ({"DT": "2024-03-20"}, GameRequirement.DATE, True, False),
        ({"DT": "2024"}, GameRequirement.DATE, False, False),
        ({"DT": None}, GameRequirement.DATE, False, False),
    ],
)
def test_each_demand_is_held_against_the_record(
    changes: dict[str, str | None], demand: GameRequirement, decided: bool, blocks: bool
) -> None:
    result = judged(**changes)
    assert told(result) == [(demand, decided, blocks)]
    assert result.counts is (not decided and not blocks)
    assert result.blocked is blocks


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (None, "does not give the day"),
        (" ", "does not give the day"),
        ("2024", "only the year of the game (2024)"),
        ("2024-03", "only the month of the game (2024-03)"),
        ("30/11/2024", "cannot be read in the record (30/11/2024)"),
        ("2024-02-31", "cannot be read in the record (2024-02-31)"),
    ],
)
def test_what_a_date_without_a_day_gives_is_said(written: str | None, said: str) -> None:
    (reason,) = judged(DT=written).reasons
    assert said in str(reason.text)


def test_a_game_of_a_day_to_come_is_said_to_be_one() -> None:
    terms = replace(TERMS, today=date(2024, 3, 10))
    (reason,) = judged(terms, DT="2024-03-12").reasons
    assert reason.decided
    assert "still to come" in str(reason.text)
    assert judged(terms, DT="2024-03-11").counts, "a server may be a day ahead"
    (late,) = judged(terms, DT="2024-03-25").reasons
    assert "still to come" in str(late.text), "not that it was after the last day"
    anytime = replace(terms, begins=None, ends=None)
    assert not judged(anytime, DT="2024-03-12").counts


def test_a_clock_that_begins_above_its_own_time_is_named() -> None:
    def begins(seconds: float, **changes: str) -> bool:
        root = "".join(f"{name}[{text}]" for name, text in {**GOOD, **changes}.items())
        data = f"(;GM[1]FF[4]{root};B[pd]BL[1790];W[dp]WL[{seconds}])".encode()
        result = eligibility(read_server_game(read_record(data)), BLACK, WHITE, TERMS)
        return any(
            "more than the time that the same" in str(reason.text) for reason in result.reasons
        )

    assert begins(2900)
    assert not begins(1799)
    assert not begins(1900), "some servers count the periods"
    assert begins(1831, OT="30 fischer")
    assert not begins(1830, OT="30 fischer")
    assert not begins(2900, TM="?", OT="?")


def test_a_player_without_an_account_is_never_said_to_be_somebody_else() -> None:
    result = judged(white=PairedPlayer("Blum Otto"))
    assert told(result) == [(GameRequirement.PLAYERS, False, False)]
    elsewhere = judged(white=PairedPlayer("Blum Otto", parse_accounts("OGS: otto")))
    assert told(elsewhere) == [(GameRequirement.PLAYERS, False, False)]


def test_a_name_instead_of_an_account_will_do() -> None:
    assert judged(PW="Otto Blum").counts
    assert judged(PC=None, PW="otto99").counts, "any server where the record names none"


def test_a_single_word_is_a_name_only_where_no_account_says_otherwise() -> None:
    assert judged(white=PairedPlayer("Blum"), PW="blum").counts
    other = judged(white=PairedPlayer("Blum", parse_accounts("KGS: otto99")), PW="blum")
    assert told(other) == [(GameRequirement.PLAYERS, True, True)]
    assert judged(white=PairedPlayer("Blum", parse_accounts("OGS: otto99")), PW="blum").counts


def test_a_time_that_cannot_be_read_is_not_said_to_be_missing() -> None:
    [reason] = judged(TM="abc").reasons
    assert "abc" in str(reason.text)
    assert judged(OT="5x0:30").counts
    assert judged(TM="30min").counts


IGS = {"PC": "IGS:  igs.joyjoy.net 6969", "GN": "rose-otto99(B) IGS"}
ON_IGS = (
    PairedPlayer("Rose Anna", parse_accounts("IGS: rose")),
    PairedPlayer("Blum Otto", parse_accounts("IGS: otto99")),
)


@pytest.mark.parametrize(("main", "decided"), [("1800", False), ("600", True)])
def test_a_server_that_writes_no_overtime_speaks_against_none(main: str, decided: bool) -> None:
    header = {**GOOD, **IGS, "TM": main}
    del header["OT"]
    root = "".join(f"{name}[{text}]" for name, text in header.items())
    game = read_server_game(read_record(f"(;GM[1]FF[4]{root};B[pd];W[dp])".encode()))
    (reason,) = eligibility(game, *ON_IGS, TERMS).reasons
    assert (reason.demand, reason.decided) == (GameRequirement.TIME, decided)


def test_komi_in_zi_is_told_in_points() -> None:
    (komi, _rules) = judged(KM="375", RU="Chinese").reasons
    assert komi.demand == GameRequirement.KOMI
    assert "7.5" in str(komi.text)


IN_ZI = replace(TERMS, ruleset=get_ruleset("chinese"), komi=7.5, limits=None)


@pytest.mark.parametrize(
    ("komi", "written", "margin"),
    [("375", "B+2.75", 5.5), ("3.75", "W+0.25", 0.5), ("375", "B+5.5", 5.5)],
)
def test_a_margin_in_zi_is_read_in_points(komi: str, written: str, margin: float) -> None:
    fox = {"PC": None, "AP": "foxwq", "KM": komi, "RE": written, "RU": "Chinese"}
    root = "".join(f"{name}[{text}]" for name, text in {**GOOD, **fox}.items() if text)
    game = read_server_game(read_record(f"(;GM[1]FF[4]{root};B[pd];W[dp])".encode()))
    assert game.claim is not None
    assert game.claim.margin == margin
    white = PairedPlayer("Otto99")
    reasons = eligibility(game, PairedPlayer("Rose"), white, IN_ZI).reasons
    found = [reason for reason in reasons if reason.demand == GameRequirement.RESULT]
    assert [(reason.decided, reason.blocks) for reason in found] == (
        [] if margin == float(written[2:]) else [(False, False)]
    )
    texts = [str(reason.text) for reason in record_doubts(game, IN_ZI)]
    assert not any("cannot be counted" in text for text in texts)


def test_a_quarter_of_a_point_without_a_komi_in_zi_is_no_margin() -> None:
    assert judged(RE="B+2.75", KM="6.5").blocked


@pytest.mark.parametrize("place", [None, "Club de Rennes"])
def test_accounts_of_no_named_server_leave_a_doubt(place: str | None) -> None:
    result = judged(PC=place)
    assert told(result) == [(GameRequirement.PLAYERS, False, False)] * 2
    assert told(judged(PC=place, PB="Anna Rose", PW="Otto Blum")) == []


def doubts(moves: str, **changes: str) -> list[str]:
    header = {**GOOD, "RE": "B+R", **changes}
    root = "".join(f"{name}[{text}]" for name, text in header.items())
    game = read_server_game(read_record(f"(;GM[1]FF[4]{root}{moves})".encode()))
    return [str(reason.text) for reason in record_doubts(game, TERMS)]


def test_a_game_without_moves_and_one_begun_by_white_are_doubtful() -> None:
    assert doubts(";B[pd];W[dp]") == []
    assert doubts("")
    assert doubts(";W[pd];B[dp]")


@pytest.mark.parametrize(
    ("moves", "result", "doubtful"),
    [
        (";B[pd]BL[9];W[dp]WL[1700]", "W+T", True),
        (";B[pd]BL[9]OB[5];W[dp]WL[1700]", "W+T", True),
        (";B[pd]BL[9]OB[1];W[dp]WL[1700]", "W+T", False),
        (";B[pd]BL[1700];W[dp]WL[1700]", "W+T", True),
        (";B[pd]BL[9]OB[1]", "W+T", True),
        (";B[pd]BL[1700];W[dp]WL[-3]OW[1]", "W+T", True),
        (";B[pd]BL[0]OB[1]", "W+T", True),
        (";B[pd]BL[0]OB[1];W[dp]WL[1700]", "W+T", False),
        (";B[pd]BL[-3]OB[1]", "W+T", False),
        (";B[pd]BL[1700];W[dp]WL[1700]", "W+R", False),
    ],
)
def test_clocks_that_speak_against_a_loss_on_time_leave_a_doubt(
    moves: str, result: str, doubtful: bool
) -> None:
    assert bool(doubts(moves, RE=result)) is doubtful


def test_several_reasons_come_together_with_those_that_decide_first() -> None:
    result = judged(KM=None, SZ="9", RU="AGA")
    assert told(result) == [
        (GameRequirement.SIZE, True, False),
        (GameRequirement.RULES, True, False),
        (GameRequirement.KOMI, False, False),
    ]
    assert "9x9" in str(result.reasons[0].text)
    assert "19x19" in str(result.reasons[0].text)


def test_a_handicap_that_the_record_does_not_give_is_not_missing() -> None:
    result = judged(replace(TERMS, handicap=3))
    assert told(result) == [(GameRequirement.HANDICAP, False, False)]


def test_fox_writes_komi_0_for_other_komi() -> None:
    fox = {"PC": None, "AP": "foxwq", "OT": None, "TC": "5", "TT": "30", "KM": "0"}
    white = PairedPlayer("Blum Otto", parse_accounts("Fox: otto99"))
    result = judged(white=white, PB="Anna Rose", **fox)
    assert told(result) == [(GameRequirement.KOMI, False, False)]


def test_without_terms_of_time_and_date_none_is_demanded() -> None:
    terms = replace(TERMS, limits=None, begins=None, ends=None)
    assert judged(terms, TM=None, OT=None, DT=None).counts


@pytest.mark.parametrize(
    ("header", "server"),
    [
        ({"TC": "3", "TT": "30"}, "fox"),
        ({"US": "Brought to you by IGS PANDANET"}, "igs"),
        ({"GN": "a-b(B) IGS"}, "igs"),
        ({"SO": "https://online-go.com/game/55"}, "ogs"),
        ({"PC": "OGS: https://online-go.com/game/55"}, "ogs"),
        ({"PC": "Paris"}, None),
    ],
)
def test_a_record_shows_its_server(header: dict[str, str], server: str | None) -> None:
    root = "".join(f"{name}[{text}]" for name, text in header.items())
    found = likely_server(read_record(f"(;GM[1]SZ[9]{root};B[cc])".encode()))
    assert (found and found.key) == server


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2019-03-04", ["2019-03-04"]),
        ("2019-03-04,05", ["2019-03-04", "2019-03-05"]),
        ("2019-03-31,04-01", ["2019-03-31", "2019-04-01"]),
        ("2010-11-02,2010-12-01", ["2010-11-02", "2010-12-01"]),
        ("2013-12-2", ["2013-12-02"]),
        ("1999/11/15 22:10:27 UT", ["1999-11-15"]),
        ("2019年3月4日", ["2019-03-04"]),
        ("2019-02-30", []),
        ("2019-03", []),
        ("2019", []),
        ("9.11.98", []),
    ],
)
def test_days_are_read(text: str, days: list[str]) -> None:
    assert [day.isoformat() for day in days_in(text)] == days


@given(st.text(max_size=100), st.text(max_size=40), st.text(max_size=40), st.text(max_size=60))
def test_any_header_is_judged(when: str, name: str, rank: str, result: str) -> None:
    record = read_record(b"(;GM[1]SZ[19];B[pd])")
    header: Any = {"DT": when, "PB": name, "BR": rank, "PW": name, "OT": when, "PC": result}
    game = read_server_game(replace(record, header=header, result_text=result))
    found = eligibility(game, BLACK, WHITE, TERMS)
    assert found.counts is not any(one.decided or one.blocks for one in found.reasons)
    assert all(str(reason.text) for reason in found.reasons)


def test_days_are_written_in_words() -> None:
    [reason] = judged(DT="2024-02-20").reasons
    told = str(reason.text)
    assert "20 February 2024" in told
    assert "1 March 2024" in told
