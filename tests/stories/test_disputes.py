"""Disputes that referees decided, taken up again: what the rule sets' texts give, and how.

Where the real decision differed, ``docs/stories.md`` says why.
"""

from __future__ import annotations

import pytest

from adjudication.models import Case, Penalty
from adjudication.policy.articles import ARTICLES
from tests.rules.test_disputes import CASES, DEAD_BLACK, DEAD_WHITE, GO_TAKAGAWA
from tests.stories.court import BLACK, WHITE, Court, form_with, open_court
from tests.stories.positions import record_from
from tests.support.environment import REPOSITORY

pytestmark = pytest.mark.django_db

DEAD = f"{DEAD_WHITE} {DEAD_BLACK}"
# The record begins some moves before the position, with stones that are still to be taken: eight by
# White and three by Black, the five by which White led in prisoners.
NOT_YET_TAKEN = {
    **dict.fromkeys(["D14", "C13", "D13", "E13", "C12", "C11", "D11", "E11"], "X"),
    **dict.fromkeys(["J14", "M3", "O10"], "O"),
    **dict.fromkeys(["D15", "J13", "O16", "N3", "K10", "N10", "D19"], "."),
}
TO_THE_POSITION = "D15 J13 O16 N3 K10 N10 D19 pass pass"
FOR_PLAYED_STONES = str.maketrans("C234,", "OXOX.")
"""What the drawing of 1928 marks, as the stones that stood there."""


def articles(*keys: str) -> list[str]:
    assert set(keys) <= set(ARTICLES)
    return list(keys)


def test_every_dispute_of_the_corpus_has_its_row_in_the_documentation() -> None:
    page = (REPOSITORY / "docs" / "stories.md").read_text("utf-8")
    assert {key for key in CASES if f"`{key}`" not in page} == set()


# Position cases


def go_against_takagawa() -> Court:
    """White has reported what he counts and Black has contested it."""
    court = open_court(komi=GO_TAKAGAWA["komi"])
    record = record_from(
        GO_TAKAGAWA["position"], TO_THE_POSITION, first="W", komi=4.5, instead=NOT_YET_TAKEN
    )
    court.report(WHITE, "white", "score", margin="0.5", record=record, dead=DEAD)
    return court


def test_go_takagawa_1959_the_last_ko_is_connected() -> None:
    court = go_against_takagawa()
    case = court.contest(BLACK, "The ko is still open: White has to connect.")
    court.say(BLACK, "After the stop I take the ko, and White cannot take it back.")
    court.say(WHITE, "I have more ko threats and need not connect.")
    page = court.take(case)
    assert f"Counted {GO_TAKAGAWA['outcome_if_not']}, as reported" in page
    assert "I have more ko threats" in page
    ruling = court.rule(
        case,
        effect="result",
        winner="black",
        reason="score",
        margin="0.5",
        articles=articles("j1989:7.2", "j1989:9.3"),
        reasons="Threats count for nothing once play has stopped: White connects inside.",
    )
    assert GO_TAKAGAWA["outcome_if_required"] == "B+0.5"
    assert court.outcome == ("ruled", "black", "score", 1)
    assert ruling.articles == ["j1989:7.2", "j1989:9.3"]
    assert "White connects inside." in court.page(WHITE, "case/")


def test_go_takagawa_1959_black_asks_to_play_on_and_white_connects() -> None:
    court = go_against_takagawa()
    court.wrong(BLACK, "effective_move", note="The ko is still open.")
    court.answer(BLACK, "resume")
    court.answer(WHITE, "no_resumption", "game_over")
    page = court.page(WHITE, "on/")
    assert "White to move." in page
    moved = {"moves": "A15 pass pass", "dead": DEAD, "step": "send"}
    form = form_with(page, 'name="moves"') | moved
    answer = court.players[WHITE].post(court.address("on/"), form)
    assert answer.status_code == 302, answer.text
    court.confirm(BLACK)
    assert court.outcome == ("confirmed", "black", "score", 1)


def segoe_against_takahashi() -> tuple[Court, Case]:
    court = open_court(komi=0, handicap=2)
    case = court.happened("effective_move", "A ten-thousand-year ko is left on the board.")
    rows = [
        row.translate(FOR_PLAYED_STONES)
        for row in (*CASES["segoe-takahashi-1928"]["position_rows_top_18"], "." * 19)
    ]
    record = record_from(rows, "", komi=0, handicap=2)
    court.say(WHITE, "I need not begin that ko: the game is over as it stands.", record)
    court.say(BLACK, "White has to begin it before the game is over.")
    page = court.take(case)
    assert 'data-board="said-' in page
    court.ask(case, "effective_move")
    return court, case


def test_segoe_takahashi_1928_a_game_that_is_over_has_one_result() -> None:
    court, case = segoe_against_takahashi()
    court.answer(WHITE, "no_resumption", "game_over")
    page = court.answer(BLACK, "no_resumption", "game_over")
    assert "You agree that the game is over" in page
    # The bottom row of the drawing is lost, and with it the count: any that White is ahead by.
    court.report(WHITE, "white", "score", margin="1")
    court.confirm(BLACK)
    assert court.outcome == ("confirmed", "white", "score", 2)
    case.refresh_from_db()
    assert case.state == "settled"


def test_segoe_takahashi_1928_who_neither_plays_on_nor_ends_it_loses_as_the_other_does() -> None:
    court, case = segoe_against_takahashi()
    court.answer(WHITE, "no_resumption", "game_over")
    page = court.answer(BLACK, "no_resumption", "neither")
    assert "both would lose" in page
    court.take(case)
    end = court.guided(
        case,
        "effective_move",
        ("no_resumption", "neither"),
        ("no_resumption", "game_over"),
    )
    ruling = court.rule(case, outcome=end)
    assert court.outcome == ("ruled", "both", "both_lose", None)
    assert "j1989:13.1" in ruling.articles


# Cases without a board, or of a game whose moves are not known


def test_go_iwamoto_1948_nobody_is_spared_filling_by_his_threats() -> None:
    court = open_court(komi=0)
    court.report(WHITE, "white", "score", margin="2")
    court.report(BLACK, "white", "score", margin="1")
    case = court.case()
    assert case.cause == "claims_differ"
    court.say(WHITE, "Black has to fill the last ko.")
    court.say(BLACK, "I have more ko threats and need not fill.")
    court.take(case)
    court.rule(
        case,
        effect="result",
        winner="white",
        reason="score",
        margin="2",
        articles=articles("j1989:7.2"),
        reasons="Threats count for nothing once play has stopped: Black fills.",
    )
    assert court.outcome == ("ruled", "white", "score", 4)


def test_kisei_2002_without_two_passes_the_game_is_not_over() -> None:
    court = open_court(komi=5.5)
    case = court.happened("other", "Black wants to play move 299 elsewhere.", who=BLACK)
    court.say(BLACK, "We were filling dame: the game was over.")
    court.say(WHITE, "Nobody had passed, and I had just given atari.")
    court.take(case)
    ruling = court.rule(
        case,
        effect="resume",
        resume_move="299",
        articles=articles("j1989:9.1"),
        reasons="Nobody passed and nobody said that the game was over: move 299 stands.",
    )
    assert ruling.resume_move == 299
    assert court.outcome == ("open", "", "", None)
    assert "299" in court.players[BLACK].get("/me/").text
    assert "299" in court.page(WHITE)
    court.report(WHITE, "white", "resignation")
    court.confirm(BLACK)
    assert court.outcome == ("confirmed", "white", "resignation", None)


def test_egc_2010_time_is_given_back_and_the_committee_has_the_last_word() -> None:
    court = open_court()
    case = court.happened("time", "The clock was silent: nobody saw the byo-yomi begin and end.")
    court.say(BLACK, "His time was over long ago.")
    court.say(WHITE, "No clock told either of us.")
    court.take(case)
    court.rule(
        case,
        effect="resume",
        resume_move="200",
        back_of_1="10",
        back_of_2="1",
        articles=articles("event:time"),
        reasons="The clock failed both: one period for White, ten minutes for Black.",
    )
    given = Penalty.objects.order_by("player__number").values_list(
        "player__number", "kind", "seconds"
    )
    assert list(given) == [(1, "time_back", 600), (2, "time_back", 60)]
    assert court.outcome == ("open", "", "", None)
    court.report(WHITE, "white", "resignation")
    court.appeal(BLACK, "White had lost on time before the clock was looked at.")
    court.committee(case)
    motion = court.move(
        case,
        2,
        effect="result",
        winner="black",
        reason="time",
        margin="",
        reasons="White’s last period was over.",
    )
    assert "has the majority" in court.vote(case, motion, 2, 3, 4)
    assert court.outcome == ("ruled", "black", "time", None)
    assert court.game.final
    case.refresh_from_db()
    assert case.state == "final"


def stones_beside_the_lid(court: Court, note: str) -> Case:
    case = court.happened("conduct", note, who=BLACK)
    court.say(BLACK, "Everybody could see how many I had taken.")
    court.say(WHITE, "I could not count his prisoners.")
    court.take(case)
    return case


def test_lg_cup_2025_two_points_and_then_the_game() -> None:
    court = open_court(warnings_to_loss=2)
    first = stones_beside_the_lid(court, "Move 18: the stone taken lies beside the lid.")
    court.rule(
        first,
        effect="nothing",
        warn_of_1="1",
        points_of_1="2",
        articles=articles("event:conduct"),
        reasons="What is taken is kept where both see it.",
    )
    assert court.outcome == ("open", "", "", None)
    second = stones_beside_the_lid(court, "Near move 80: again beside the lid.")
    page = court.form(second)
    assert "1 warning so far." in page
    assert "With the next one the tournament proposes that the game is lost." in page
    ruling = court.rule(second, reasons="The second time in one game.")
    assert ruling.articles == articles("event:conduct", "event:warnings")
    assert Penalty.objects.filter(kind="warning", player=court.game.black).count() == 2
    assert court.outcome == ("ruled", "white", "forfeit", None)


def test_lg_cup_2025_who_goes_away_after_two_points_resigns() -> None:
    court = open_court()
    case = stones_beside_the_lid(court, "Moves 155 and 157: beside the lid.")
    court.rule(
        case,
        effect="nothing",
        points_of_1="2",
        articles=articles("event:conduct"),
        reasons="What is taken is kept where both see it.",
    )
    court.report(WHITE, "white", "resignation")
    court.confirm(BLACK)
    assert court.outcome == ("confirmed", "white", "resignation", None)


@pytest.mark.parametrize("margin", ["1.5", "3.5"])
def test_two_points_stand_beside_the_count_and_may_turn_it(margin: str) -> None:
    court = open_court()
    court.report(BLACK, "black", "score", margin=margin)
    case = court.contest(WHITE, "His prisoners lay beside the lid.")
    court.take(case)
    court.rule(
        case,
        effect="result",
        winner="black",
        reason="score",
        margin=margin,
        points_of_1="2",
        articles=articles("event:conduct"),
        reasons="Counted, and two points for the lid.",
    )
    turned = ("ruled", "white", "ruling", None)
    assert court.outcome == (turned if margin == "1.5" else ("ruled", "black", "score", 7))


# What a referee meets: scenes of our own after the exercises of 2006


def test_kaniuk_late_by_twenty_minutes_costs_what_the_table_says() -> None:
    court = open_court(
        late=[
            {"minutes": 10, "penalty": "warning", "seconds": 0},
            {"minutes": 15, "penalty": "time", "seconds": 600},
            {"minutes": 30, "penalty": "forfeit", "seconds": 0},
        ]
    )
    case = court.happened("late", "White came by the late train.", who=WHITE, minutes="20")
    court.say(WHITE, "The train stood.")
    court.take(case)
    assert "10 minutes are taken off the clock of Béa." in court.form(case)
    court.rule(case)
    penalty = Penalty.objects.get()
    assert (penalty.player_id, penalty.kind, penalty.seconds) == (
        court.game.white_id,
        "time",
        600,
    )
    assert court.outcome == ("open", "", "", None)


def test_kaniuk_who_has_not_come_within_the_grace_loses_by_absence() -> None:
    court = open_court(grace_minutes=30)
    case = court.happened("absence", "Black is not here.", who=BLACK, minutes="31")
    court.take(case)
    ruling = court.rule(case)
    assert court.outcome == ("ruled", "white", "absence", None)
    assert "event:absence" in ruling.articles


def test_kaniuk_a_telephone_rings_once_and_rings_again() -> None:
    court = open_court(warnings_to_loss=2)
    first = court.happened("conduct", "Black’s telephone rang.", who=BLACK)
    court.say(BLACK, "I had forgotten it.")
    court.take(first)
    court.rule(first, effect="nothing", warn_of_1="1", reasons="It is to be off.")
    second = court.happened("conduct", "It rang again.", who=BLACK)
    court.take(second)
    court.rule(second, reasons="The second warning.")
    assert Penalty.objects.filter(kind="warning", player=court.game.black).count() == 2
    assert court.outcome == ("ruled", "white", "forfeit", None)


@pytest.mark.parametrize("agreed", [True, False])
def test_kaniuk_a_sleeve_moves_a_stone(agreed: bool) -> None:
    court = open_court()
    court.wrong(BLACK, "displaced_stone", point="Q16", note="My sleeve.")
    court.answer(BLACK, "there", "put_back")
    page = court.answer(WHITE, *(("there", "put_back") if agreed else ("elsewhere",)))
    if agreed:
        assert "You agree: the game goes on." in page
        assert court.outcome == ("open", "", "", None)
        return
    case = court.case()
    court.say(WHITE, "It stood on R16.")
    court.take(case)
    end = court.guided(case, "displaced_stone", ("there", "put_back"), ("elsewhere",))
    ruling = court.rule(case, outcome=end)
    assert court.outcome == ("ruled", "both", "both_lose", None)
    assert "j1989:13.2" in ruling.articles


def test_kaniuk_a_clock_that_nobody_pressed_runs_for_whoever_forgot_it() -> None:
    court = open_court()
    case = court.happened("time", "Black forgot to press the clock; his flag fell.", who=BLACK)
    court.say(BLACK, "White saw it and said nothing.")
    court.say(WHITE, "I was thinking.")
    court.take(case)
    assert "Béa (White) won against Aki (Black) on time." in court.form(case)
    ruling = court.rule(case, reasons="Pressing the clock is each player’s own affair.")
    assert court.outcome == ("ruled", "white", "time", None)
    assert "event:time" in ruling.articles
