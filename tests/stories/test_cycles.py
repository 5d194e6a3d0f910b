"""Real illegal moves and cycles: sent by a player, judged, and settled as each text has it.

The records lie with the shared data; ``docs/stories.md`` tells what became of the games.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import pytest

from adjudication.models import Case, Inquiry, Verdict
from tests.rules.corpus import corpus, listing
from tests.stories.court import BLACK, WHITE, Court, Outcome, open_court
from tests.support.desk_world import at
from tests.support.environment import some
from tests.support.world import judge_all

pytestmark = pytest.mark.django_db

OTHER = {"black": "white", "white": "black"}
SEAT = {"black": BLACK, "white": WHITE}
BY_TEXT = {"japanese": "j1989", "french": "french", "nz": "nz", "beginner": "beginner"}
ENTRIES: dict[str, dict[str, Any]] = {
    entry["file"].rsplit("/", 1)[1].removesuffix(".sgf"): entry
    for entry in listing("cycles_and_illegal.json")
}


@dataclass(frozen=True)
class Fault:
    """The first illegal move of a real game; ``by_text`` gives what a text calls it, if at all."""

    game: str
    move: int
    loser: str
    code: str
    by_text: dict[str, str] = field(default_factory=dict)

    def called(self, rules: str) -> str:
        return self.by_text.get(rules, self.code)


KO_RETAKEN = Fault(
    "tom-5763412",
    296,
    "white",
    "illegal.ko",
    {"french": "illegal.superko", "nz": "illegal.superko"},
)
SUICIDE = Fault("suicide", 4, "white", "illegal.suicide", {"nz": ""})
OCCUPIED = Fault("illegal-move", 16, "white", "illegal.occupied")
TWO_IN_A_ROW = Fault("1512122202010001023", 308, "white", "illegal.turn")
OCCUPIED_AND_LATER_SUICIDE = Fault("1513793745010002646", 127, "white", "illegal.occupied")
THREE_KOS = Fault("triple-ko", 6, "white", "", dict.fromkeys(("french", "nz"), "illegal.superko"))
THREE_KOS_PLAYED_ON = Fault(
    "2015-07-21-16", 217, "white", "", dict.fromkeys(("french", "nz"), "illegal.superko")
)
ONE_FOR_TWO = Fault(
    "situational-superko", 24, "white", "", dict.fromkeys(("french", "nz"), "illegal.superko")
)
FAULTS = (KO_RETAKEN, SUICIDE, THREE_KOS, THREE_KOS_PLAYED_ON, ONE_FOR_TWO)
DAMAGED = (OCCUPIED, TWO_IN_A_ROW, OCCUPIED_AND_LATER_SUICIDE)
FORBIDDEN = [(rules, fault) for fault in FAULTS for rules in BY_TEXT if fault.called(rules)]
ALLOWED = [
    (rules, fault)
    for fault in (SUICIDE, THREE_KOS_PLAYED_ON, ONE_FOR_TWO)
    for rules in BY_TEXT
    if not fault.called(rules)
]


def name_of(value: object) -> str:
    return value.game if isinstance(value, Fault) else str(value)


def court_of(game: str, rules: str, **policy: object) -> Court:
    """Return a tournament whose first board is played on the terms of a real game."""
    entry = ENTRIES[game]
    return open_court(
        rules=rules,
        size=entry["size"],
        komi=float(entry["komi"] or 0),
        handicap=int(entry["handicap"] or 0),
        **policy,
    )


def record_of(game: str) -> bytes:
    return (corpus() / ENTRIES[game]["file"]).read_bytes()


def send(court: Court, game: str, winner: str, how: str, margin: str = "") -> None:
    """Let the winner send the record with his claim; where nobody won, Black does."""
    who = SEAT.get(winner, BLACK)
    court.report(who, winner, how, margin=margin, record=record_of(game))


def accused(court: Court, fault: Fault) -> Case:
    """Let the player who broke the rules claim to have won; return the case that comes of it.

    The record has the names of those who really played, so both are asked first whether it is of
    their game.
    """
    send(court, fault.game, fault.loser, "resignation")
    if Inquiry.objects.filter(state="waiting").exists():
        assert not Case.objects.exists()
        for who in (BLACK, WHITE):
            court.answer(who, "ours")
        judge_all()
    case = court.case()
    assert (case.cause, court.outcome) == ("illegal_move", ("disputed", "", "", None))
    finding = next(one["finding"] for one in case.grounds)
    assert (finding["move"], finding["color"]) == (fault.move, fault.loser[0].upper())
    court.say(SEAT[OTHER[fault.loser]], "I did not see it at once.")
    court.say(SEAT[fault.loser], "Neither did I.")
    court.take(case)
    return case


@pytest.mark.parametrize(("rules", "fault"), some(FORBIDDEN, every=3), ids=name_of)
def test_an_illegal_move_loses_where_the_text_or_the_tournament_says_so(
    rules: str, fault: Fault
) -> None:
    court = court_of(fault.game, rules, illegal_move="forfeit")
    case = accused(court, fault)
    ruling = court.rule(case)
    assert ruling.finding == fault.called(rules)
    assert f"Move {fault.move}" in ruling.reasons
    assert any(one.startswith(f"{BY_TEXT[rules]}:") for one in ruling.articles)
    assert ("event:illegal" in ruling.articles) == (rules != "japanese")
    assert court.outcome == ("ruled", OTHER[fault.loser], "forfeit", None)


@pytest.mark.parametrize(
    ("rules", "fault"),
    [("french", SUICIDE), ("nz", THREE_KOS), ("beginner", KO_RETAKEN)],
    ids=name_of,
)
def test_where_the_text_is_silent_the_tournament_may_have_the_move_taken_back(
    rules: str, fault: Fault
) -> None:
    court = court_of(fault.game, rules, illegal_move="take_back")
    ruling = court.rule(accused(court, fault))
    assert (ruling.effect, ruling.resume_move) == ("resume", fault.move - 1)
    assert court.outcome == ("open", "", "", None)


def test_the_japanese_text_decides_whatever_the_tournament_would_have() -> None:
    court = court_of(KO_RETAKEN.game, "japanese", illegal_move="take_back")
    ruling = court.rule(accused(court, KO_RETAKEN))
    assert "j1989:14" in ruling.articles
    assert court.outcome == ("ruled", "black", "forfeit", None)


@pytest.mark.parametrize(("rules", "fault"), ALLOWED, ids=name_of)
def test_what_a_text_does_not_forbid_accuses_nobody(rules: str, fault: Fault) -> None:
    court = court_of(fault.game, rules, illegal_move="forfeit")
    winner = fault.loser
    send(court, fault.game, winner, "resignation")
    assert not Case.objects.exists()
    assert not Inquiry.objects.exists()
    court.confirm(SEAT[OTHER[winner]])
    assert court.outcome == ("confirmed", winner, "resignation", None)


@pytest.mark.parametrize("rules", BY_TEXT)
@pytest.mark.parametrize("fault", DAMAGED, ids=name_of)
def test_what_may_be_the_records_fault_accuses_nobody(rules: str, fault: Fault) -> None:
    court = court_of(fault.game, rules, illegal_move="forfeit")
    send(court, fault.game, fault.loser, "resignation")
    verdict = Verdict.objects.get()
    assert verdict.verdict == "undetermined"
    questions = [(one["code"], one["move"]) for one in verdict.findings if one["asks"]]
    assert questions[0] == (fault.code, fault.move)
    assert not Case.objects.filter(cause="illegal_move").exists()


def test_found_after_both_have_confirmed_it_changes_nothing() -> None:
    court = court_of(KO_RETAKEN.game, "japanese")
    court.report(WHITE, "white", "score", margin="2.5")
    court.confirm(BLACK)
    own = re.sub(rb"P[BW]\[[^]]*\]", b"", record_of(KO_RETAKEN.game))
    court.add_record(BLACK, own)
    assert Verdict.objects.get().verdict == "forfeit"
    assert not Case.objects.exists()
    assert court.outcome == ("confirmed", "white", "score", 5)
    assert "Found after confirmation: it does not change the result." in court.page(BLACK)


# Cycles that no text forbids: Art. 12


@pytest.mark.parametrize(
    ("game", "rules", "policy", "outcome"),
    [
        ("triple-ko", "japanese", "half", ("confirmed", "none", "void", None)),
        ("triple-ko", "japanese", "void", ("confirmed", "void", "unknown", None)),
        ("triple-ko", "japanese", "replay", ("open", "", "", None)),
        ("repetition-1", "beginner", "half", ("confirmed", "none", "void", None)),
    ],
)
def test_three_kos_end_without_result_when_both_agree(
    game: str, rules: str, policy: str, outcome: Outcome
) -> None:
    court = court_of(game, rules, no_result=policy)
    send(court, game, "none", "")
    assert Inquiry.objects.get().kind == "no_result"
    court.answer(WHITE, "yes")
    judge_all()
    assert court.outcome == outcome
    # The cycle is shown with what it came to.
    assert ("brings the whole board back" in court.page(BLACK)) == (policy != "replay")


def test_rotating_kos_nobody_can_impose_no_result() -> None:
    court = court_of("1507443813010001255", "japanese")
    send(court, "1507443813010001255", "none", "")
    page = court.answer(WHITE, "no")
    assert "You do not agree: a referee decides." in page
    case = court.case()
    court.say(BLACK, "Three kos: it cannot end.")
    court.say(WHITE, "I can end it at any time.")
    court.take(case)
    assert court.guided(case, "no_result", ("yes",), ("no",)) == "case"
    ruling = court.rule(
        case,
        effect="resume",
        resume_move="264",
        articles=["j1989:12"],
        reasons="Without both players’ agreement the game goes on.",
    )
    assert ruling.resume_move == 264
    assert court.outcome == ("open", "", "", None)
    court.report(BLACK, "draw", "score")
    court.confirm(WHITE)
    assert court.outcome == ("confirmed", "draw", "score", None)


@pytest.mark.parametrize(
    ("game", "winner", "how", "margin", "half"),
    [
        ("tygem-183835994", "black", "score", "8.5", 17),
        ("tygem-95563800", "black", "resignation", "", None),
    ],
)
def test_four_kos_that_were_played_out_are_nobodys_question(
    game: str, winner: str, how: str, margin: str, half: int | None
) -> None:
    court = court_of(game, "japanese")
    send(court, game, winner, how, margin)
    assert not Inquiry.objects.exists()
    court.confirm(SEAT[OTHER[winner]])
    assert court.outcome == ("confirmed", winner, how, half)


def test_a_long_cycle_in_the_middle_of_a_game_is_brought_up_by_a_player() -> None:
    game = "tygem-230075983"
    court = court_of(game, "japanese")
    send(court, game, "black", "score", "14.5")
    assert not Inquiry.objects.exists()
    court.wrong(WHITE, "cycle", move="256")
    court.answer(WHITE, "yes")
    assert "Move 256" in court.page(BLACK, "question/")
    court.answer(BLACK, "yes")
    assert court.outcome == ("confirmed", "none", "void", None)


def test_the_form_of_a_ruling_names_the_moves_of_a_cycle() -> None:
    game = "1507443813010001255"
    court = court_of(game, "japanese")
    send(court, game, "none", "")
    court.answer(WHITE, "no")
    case = court.case()
    court.take(case)
    page = court.rita.get(at(case, "ruling/")).text
    moves = page[page.index("data-cycle-moves") :].partition("</p>")[0]
    assert re.findall(r"\b\d{3}\b", moves) == ["259", "260", "261", "262", "263", "264"]
    assert "264 Black A12" in moves


@pytest.mark.parametrize("rules", ["japanese", "nz"])
def test_sending_two_returning_one_brings_no_position_back_with_the_same_player_to_move(
    rules: str,
) -> None:
    game = "2002-02-16-8"
    court = court_of(game, rules)
    send(court, game, "white", "score", "29.5")
    assert not Inquiry.objects.exists()
    assert not Case.objects.exists()
    court.confirm(BLACK)
    assert court.outcome == ("confirmed", "white", "score", 59)


def test_the_games_are_of_ten_kinds_and_more() -> None:
    played = {fault.game for fault in FAULTS + DAMAGED} | {"1507443813010001255", "2002-02-16-8"}
    assert len(played) == 10
    assert played <= ENTRIES.keys()
