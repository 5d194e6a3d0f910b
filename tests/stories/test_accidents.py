"""Accidents that happen to real games and to their records, settled as the texts have it.

The games are of the shared data, altered as an accident would alter them; ``docs/stories.md`` has a
row for each. What the text gives was worked out before the story was played: its article stands
beside it.
"""

from __future__ import annotations

from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from adjudication.models import Case, Inquiry, Submission
from tests.stories.court import BLACK, WHITE, Court, form_with, open_court
from tests.stories.real_games import (
    CLOSE,
    CORNERED,
    EQUAL,
    FALSE_EYE,
    HANDICAP,
    KO_FIGHT,
    LARGE,
    LONE,
    ONE_DEAD,
    SEKI,
    SHORT,
    SHORT_TOO,
    TWO_STONES,
    Move,
    RealGame,
)
from tests.stories.test_damaged_records import GUILT, accusing, everywhere
from tests.stories.test_disputes import articles
from tests.support.desk_world import at
from tests.support.world import judge_all
from tests.support.world import report as send_report
from tournament.models import Game

pytestmark = pytest.mark.django_db

OTHER_COLOUR = {"B": "W", "W": "B"}


def court_of(game: RealGame, rules: str = "japanese", **policy: object) -> Court:
    """Return a tournament whose first board is played on the terms of a real game."""
    return open_court(rules=rules, size=game.size, komi=game.komi, handicap=game.handicap, **policy)


def raise_with(court: Court, who: int, record: bytes, **typed: str) -> Case:
    """Say that something is wrong, with a record that shows it."""
    sent = {**typed, "record": SimpleUploadedFile("mine.sgf", record)}
    answer = court.players[who].post(court.address("wrong/"), sent)
    assert answer.status_code == 302, answer.text
    judge_all()
    return court.case()


def choose_record(court: Court, case: Case, name: str) -> None:
    """Let the referee say which record is right."""
    page = court.rita.get(court.address("records/")).text
    assert f'id="right-{name}"' in page
    court.rita.post(at(case, "do/"), {"what": "right", "record": name})
    judge_all()


# Two records that differ


def test_a_threat_that_one_record_lacks_is_no_ko_taken_back_at_once() -> None:
    """White played elsewhere first (J: Art. 6), so nothing is illegal: W+6.5 stands (10.2)."""
    court = court_of(KO_FIGHT)
    whole, short = KO_FIGHT.written(), KO_FIGHT.written(KO_FIGHT.without(98, 2))
    court.report(WHITE, "white", "score", margin="6.5", record=whole, dead=KO_FIGHT.dead)
    case = raise_with(
        court, BLACK, short, matter="illegal_move", move="98", note="He took the ko back at once."
    )
    assert (case.cause, case.proposal) == ("illegal_move", None)
    page = court.reads(WHITE)
    assert "In the record move 98 is White at K7." in page
    assert "Move 98: White at A10 retakes the ko" in page
    court.say(WHITE, "I threatened at K7 and he answered.")
    court.take(case)
    form = court.form(case)
    assert "loses the game: Art. 14" not in unescape(form)
    assert "no record shows it beyond doubt" in form
    choose_record(court, case, f"report-{Submission.objects.get().pk}")
    court.rule(
        case,
        effect="result",
        winner="white",
        reason="score",
        margin="6.5",
        articles=articles("j1989:6", "j1989:10.2"),
        reasons="White played a threat before taking the ko back.",
    )
    assert court.outcome == ("ruled", "white", "score", 13)


def test_a_forfeit_is_no_longer_proposed_once_the_other_record_shows_the_threat() -> None:
    """The same, the other way round: White had sent the record that lacks it."""
    court = court_of(KO_FIGHT)
    short = KO_FIGHT.written(KO_FIGHT.without(98, 2))
    court.report(WHITE, "white", "resignation", record=short)
    case = court.case()
    assert case.proposal is not None
    court.say(WHITE, "My phone missed two moves.", KO_FIGHT.written())
    judge_all()
    case.refresh_from_db()
    assert case.proposal is None
    court.say(BLACK, "That is so, and I resigned.")
    court.take(case)
    court.rule(case, effect="nothing", articles=articles("j1989:6"), reasons="Both say so.")
    court.confirm(BLACK)
    assert court.outcome == ("confirmed", "white", "resignation", None)


def test_records_with_two_moves_in_another_order_accuse_nobody() -> None:
    """The position is the same and both say the same: B+2.5 is confirmed (J: Art. 10.2)."""
    court = court_of(CLOSE)
    turned = [*CLOSE.moves]
    turned[10], turned[12] = turned[12], turned[10]
    court.report(BLACK, "black", "score", margin="2.5", record=CLOSE.written(), dead="none")
    court.report(WHITE, "black", "score", margin="2.5", record=CLOSE.written(turned), dead="none")
    assert court.outcome == ("confirmed", "black", "score", 5)
    assert not Case.objects.exists()
    assert "Moves 11–13: the same moves in another order." in court.page(WHITE)


def test_who_finds_that_two_moves_are_missing_takes_the_other_record() -> None:
    """Both go through the game again (J: Art. 10.3): the whole record gives B+2.5, not B+1.5."""
    court = court_of(CLOSE)
    court.report(BLACK, "black", "score", margin="2.5", record=CLOSE.written(), dead="none")
    right = Submission.objects.get().pk
    short = CLOSE.written(CLOSE.without(56, 2))
    court.report(WHITE, "black", "score", margin="1.5", record=short, dead="none")
    assert court.case().cause == "claims_differ"
    page = court.page(WHITE, "records/")
    assert "Moves 56–57 are only in the first." in page
    form = form_with(page, 'name="record"') | {"record": f"report-{right}"}
    court.players[WHITE].post(court.address("records/"), form)
    judge_all()
    assert court.outcome == ("disputed", "", "", None)
    form = form_with(court.page(WHITE), f"Accept B+{CLOSE.margin:g}")
    asked = court.players[WHITE].post(court.address("accept/"), form).text
    court.players[WHITE].post(court.address("accept/"), form_with(asked, "Yes, this is right"))
    assert court.outcome == ("confirmed", "black", "score", 5)
    case = court.case()
    assert case.state == "settled"


# A phantom move


def test_a_stone_tapped_twice_turns_every_later_colour_and_accuses_nobody() -> None:
    """Nobody can play on a stone (J: Art. 3): the record is set aside, the result confirmed."""
    court = court_of(LARGE)
    before = accusing(everywhere(court))
    colour, point = LARGE.moves[39]
    phantom: list[Move] = [
        *LARGE.moves[:40],
        (OTHER_COLOUR[colour], point),
        *((OTHER_COLOUR[one], where) for one, where in LARGE.moves[40:]),
    ]
    court.report(WHITE, "white", "score", margin="33.5", record=LARGE.written(phantom), dead="none")
    assert Inquiry.objects.get().kind == "damaged_record"
    assert accusing(everywhere(court)) == before, GUILT
    court.answer(WHITE, "wrong_record")
    court.answer(BLACK, "wrong_record")
    assert court.outcome == ("reported", "white", "score", 67)
    court.report(WHITE, "white", "score", margin="33.5", record=LARGE.written(), dead="none")
    assert not Inquiry.objects.filter(state="waiting").exists()
    assert "record agrees" in court.page(BLACK)
    court.confirm(BLACK)
    assert court.outcome == ("confirmed", "white", "score", 67)


def test_a_pass_that_was_not_written_is_read_into_the_record() -> None:
    """Black passed at move 61 and the phone did not write it: judged again, confirmed (9.1)."""
    court = court_of(LARGE)
    passed: list[Move] = [*LARGE.moves[:60], *LARGE.moves[61:]]
    assert LARGE.moves[60][0] == "B"
    court.report(WHITE, "white", "resignation", record=LARGE.written(passed))
    court.answer(WHITE, "pass")
    court.answer(BLACK, "pass")
    judge_all()
    assert not Case.objects.exists()
    court.confirm(BLACK)
    assert court.outcome == ("confirmed", "white", "resignation", None)


# A claim after the end


def test_what_is_claimed_after_both_confirmed_changes_nothing() -> None:
    """A confirmed result never changes, whatever a record shows (J: Art. 10.4)."""
    court = court_of(KO_FIGHT)
    court.report(WHITE, "white", "score", margin="6.5")
    court.confirm(BLACK)
    answer = court.players[BLACK].post(
        court.address("wrong/"), {"matter": "illegal_move", "note": "He took a ko back."}
    )
    assert answer.status_code == 400
    court.wrong(BLACK, "other", note="My record shows that he took a ko back at once.")
    case = court.case()
    form = form_with(court.reads(BLACK), 'name="text"') | {"text": "Here it is."}
    short = KO_FIGHT.written(KO_FIGHT.without(98, 2))
    sent = form | {"record": SimpleUploadedFile("mine.sgf", short)}
    assert court.players[BLACK].post(court.address("case/"), sent).status_code == 302
    judge_all()
    assert "Here it is." not in court.reads(WHITE)
    case.refresh_from_db()
    assert (case.cause, case.proposal) == ("other", None)
    court.take(case)
    court.rule(
        case, effect="nothing", articles=articles("j1989:10.4"), reasons="Both had confirmed."
    )
    assert court.outcome == ("confirmed", "white", "score", 13)


def test_who_plays_on_after_the_stop_has_asked_to_resume_and_the_other_moves_first() -> None:
    """Whoever asks must be granted it, and the other moves first, or passes (J: Art. 9.3).

    White passes; Black's stone at B2 is dead, White's at C2 fills a point: W+1.5 as before.
    """
    court = court_of(SHORT)
    court.report(WHITE, "white", "score", margin="1.5", record=SHORT.written(), dead="none")
    court.wrong(BLACK, "effective_move", note="I could have played at B2.")
    court.answer(BLACK, "resume")
    court.answer(WHITE, "no_resumption", "game_over")
    page = court.page(WHITE, "on/")
    assert "White to move." in page
    moved = {"moves": "pass B2 C2 pass pass", "dead": "B2", "step": "send"}
    form = form_with(page, 'name="moves"') | moved
    answer = court.players[WHITE].post(court.address("on/"), form)
    assert answer.status_code == 302, answer.text
    assert court.outcome == ("reported", "white", "score", 3)
    court.confirm(BLACK)
    assert court.outcome == ("confirmed", "white", "score", 3)


# A stone that slid, and a count that was disturbed


def test_a_stone_that_slid_is_put_back_where_the_record_has_it() -> None:
    """It is put back and the game goes on, if the players agree (J: Art. 13.2); it ends B+2.5.

    White does not remember where it stood, and agrees once Black's record shows it.
    """
    court = court_of(CLOSE)
    begun = CLOSE.written(CLOSE.moves[:40])
    court.wrong(BLACK, "displaced_stone", point="H9", note="My sleeve.")
    court.answer(BLACK, "there", "put_back")
    page = court.answer(WHITE, "unsure")
    assert "You do not agree" not in page
    case = court.case()
    assert case.proposal is None
    court.say(BLACK, "My record has it.", begun)
    judge_all()
    assert "In the record Black played H9 with move 39." in court.reads(WHITE)
    court.say(WHITE, "Now I remember: it stood there.")
    court.take(case)
    court.ask(case, "displaced_stone")
    court.answer(BLACK, "there", "put_back")
    page = court.answer(WHITE, "there", "put_back")
    assert "You agree: the game goes on." in page
    assert court.outcome == ("open", "", "", None)
    court.report(BLACK, "black", "score", margin="2.5", record=CLOSE.written(), dead="none")
    court.confirm(WHITE)
    assert court.outcome == ("confirmed", "black", "score", 5)


def test_a_count_that_was_swept_off_the_board_is_made_again_from_the_record() -> None:
    """What is counted is the position of the stop (J: Art. 10.2), and the record has it: W+1.5."""
    court = court_of(SHORT)
    court.wrong(BLACK, "count_lost", note="A sleeve swept the board before we had counted.")
    case = court.case()
    assert court.outcome == ("disputed", "", "", None)
    court.say(WHITE, "I have the record.", SHORT.written())
    judge_all()
    page = court.take(case)
    assert "Both players passed, and play stopped after move 28." in page
    form = court.form(case)
    assert "where a record shows them" in unescape(form)
    court.rule(
        case,
        effect="result",
        winner="white",
        reason="score",
        margin="1.5",
        articles=articles("j1989:10.2", "event:count"),
        reasons="Counted again from the record.",
    )
    assert court.outcome == ("ruled", "white", "score", 3)


# A wrong colour, a wrong komi, a wrong board


def test_who_sat_down_with_the_wrong_colour_has_won_as_the_person_they_are() -> None:
    """The game is as it was played; colours in the list are corrected (the event's own rule)."""
    court = court_of(SHORT_TOO)
    aki = court.game.black_id
    record = SHORT_TOO.written(black="Béa", white="Aki")
    court.report(BLACK, "black", "score", margin="2.5", record=record, dead="none")
    assert Inquiry.objects.get().kind == "wrong_record"
    court.answer(WHITE, "mend")
    court.answer(BLACK, "mend")
    judge_all()
    assert court.game.white_id == aki
    assert court.outcome[1:] == ("white", "score", 5)
    court.confirm(WHITE)
    assert court.outcome == ("confirmed", "white", "score", 5)


def test_the_komi_of_a_program_is_not_that_of_the_game() -> None:
    """The tournament's komi counts: W+1.5 (J: Art. 10.2), whatever the program counted."""
    court = court_of(SHORT)
    record = SHORT.written(komi=0.5)
    court.report(BLACK, "black", "score", margin="4.5", record=record, dead="none")
    assert Inquiry.objects.filter(kind="wrong_record", state="waiting").exists()
    court.answer(BLACK, "ours")
    court.answer(WHITE, "ours")
    judge_all()
    assert court.outcome[0] != "confirmed"
    assert "Counted: W+1.5." in court.page(BLACK)
    court.report(BLACK, "white", "score", margin="1.5", record=record, dead="none")
    court.confirm(WHITE)
    assert court.outcome == ("confirmed", "white", "score", 3)


def test_the_record_of_another_board_says_nothing_of_this_one() -> None:
    """It is set aside, and what both say of their own game is confirmed (J: Art. 10.4)."""
    court = court_of(KO_FIGHT)
    theirs = KO_FIGHT.written(black="Chris", white="Dora")
    Game.objects.update(komi_half=2 * KO_FIGHT.komi)
    game = court.world.games[1]
    send_report(game, game.white, "W+6.5", theirs, KO_FIGHT.dead.split())
    judge_all()
    court.report(BLACK, "black", "resignation", record=theirs)
    assert Inquiry.objects.get(state="waiting").kind == "wrong_record"
    court.answer(BLACK, "not_this_game")
    court.answer(WHITE, "not_this_game")
    judge_all()
    assert court.outcome == ("reported", "black", "resignation", None)
    assert "record agrees" not in court.page(WHITE)
    court.confirm(WHITE)
    assert court.outcome == ("confirmed", "black", "resignation", None)


# Other rule sets


def test_in_france_two_dead_stones_that_nobody_takes_stand_in_the_end() -> None:
    """Play goes on from the stop, and after two more passes no stone is removed: B+9.5.

    As the players had agreed it would have been W+0.5: 91 to 74 points with all stones, komi 7.5.
    """
    court = court_of(TWO_STONES, "french")
    record = TWO_STONES.written()
    court.report(WHITE, "white", "score", margin="0.5", record=record, dead=TWO_STONES.dead)
    court.report(BLACK, "black", "score", margin="9.5", record=record, dead="none")
    assert Inquiry.objects.get().kind == "dead_stones"
    court.answer(BLACK, "resume")
    court.answer(WHITE, "resume")
    page = court.page(WHITE, "on/")
    form = form_with(page, 'name="moves"') | {"moves": "pass pass", "step": "send"}
    answer = court.players[WHITE].post(court.address("on/"), form)
    assert answer.status_code == 302, answer.text
    assert court.outcome == ("reported", "black", "score", 19)
    court.confirm(BLACK)
    assert court.outcome == ("confirmed", "black", "score", 19)


IN_SEKI = ("R4", "P2", "T2", "S1")


@pytest.mark.parametrize("by_marks", [True, False])
def test_the_eyes_of_a_seki_are_counted_by_one_player_and_not_by_the_other(by_marks: bool) -> None:
    """Stones that have dame are in seki, and what they surround is no territory (8): B+4.5.

    White counts two eyes in it and leaves Black's one, which makes it B+3.5.
    """
    court = court_of(SEKI)
    record = SEKI.written()
    court.report(WHITE, "black", "score", margin="3.5", record=record, dead=SEKI.dead)
    seki = " ".join(IN_SEKI)
    court.report(BLACK, "black", "score", margin="4.5", record=record, dead=SEKI.dead, seki=seki)
    both = court.page(WHITE).partition('id="both-say"')[2].partition("</table>")[0]
    assert all(stone in both for stone in IN_SEKI)
    case = court.case()
    court.say(WHITE, "I have two eyes in the corner.")
    court.say(BLACK, "Neither of us can play there: it is a seki.")
    page = unescape(court.take(case))
    assert "seki" in page
    if by_marks:
        ruling = court.rule_by_count(case, "marks-1")
    else:
        ruling = court.rule_by_count(case, "marks-0", **dict.fromkeys(IN_SEKI, "seki"))
    assert court.outcome == ("ruled", "black", "score", 9)
    assert {"j1989:8", "j1989:7.1"} <= set(ruling.articles)
    assert not {"j1989:9.2", "j1989:9.3"} & set(ruling.articles)
    # Nobody reads of one player's marks any more, and everybody sees what was decided.
    stranger = unescape(Client().get(court.address()).text)
    assert "that one player marked" not in stranger
    assert 'id="counted-by-ruling"' in stranger
    assert stranger.count('class="sign square') == 12
    for who in (BLACK, WHITE):
        assert "opponent has not confirmed" not in court.page(who)
        assert "What stones in seki surround counts for nobody" in court.reads(who)


IN_THE_END = "White has to fill K8 in the end: a false eye"


def test_a_false_eye_that_one_player_counts_is_no_territory_and_the_other_accepts() -> None:
    """White counts K8, where they have to connect (J: Art. 8): W+4.5, and not W+5.5 (10.2)."""
    court = court_of(FALSE_EYE)
    record = FALSE_EYE.written()
    court.report(WHITE, "white", "score", margin="5.5", record=record, dead=FALSE_EYE.dead)
    page = unescape(court.page(BLACK)).partition('id="confirm"')[0]
    assert IN_THE_END in page
    assert "W+4.5" in page
    court.report(BLACK, "white", "score", margin="4.5", record=record, dead=FALSE_EYE.dead)
    assert court.outcome[0] == "disputed"
    page = court.page(WHITE)
    assert IN_THE_END in unescape(page)
    asked = court.players[WHITE].post(court.address("accept/"), form_with(page, "accept/")).text
    court.players[WHITE].post(court.address("accept/"), form_with(asked, "Yes, this is right"))
    assert court.outcome == ("confirmed", "white", "score", 9)


def test_a_false_eye_on_which_the_players_differ_is_counted_by_the_referee() -> None:
    """The same, where neither gives way."""
    court = court_of(FALSE_EYE)
    record = FALSE_EYE.written()
    court.report(WHITE, "white", "score", margin="5.5", record=record, dead=FALSE_EYE.dead)
    court.report(BLACK, "white", "score", margin="4.5", record=record, dead=FALSE_EYE.dead)
    case = court.case()
    court.say(BLACK, "White has to connect at K8.")
    court.say(WHITE, "Nobody has played there.")
    assert IN_THE_END in unescape(court.take(case))
    ruling = court.rule_by_count(case, "marks-0", tap="K8")
    assert court.outcome == ("ruled", "white", "score", 9)
    assert "j1989:8" in ruling.articles
    for who in (BLACK, WHITE):
        assert "Counted for nobody: K8." in court.reads(who)
        assert "opponent has not confirmed" not in unescape(court.page(who))
    stranger = unescape(Client().get(court.address()).text)
    assert 'id="counted-by-ruling"' in stranger
    assert IN_THE_END not in stranger


def test_in_new_zealand_seven_points_and_a_komi_of_seven_are_a_draw() -> None:
    """44 points to 37 and a komi of 7: a draw is a result (NZ rules)."""
    court = court_of(EQUAL, "nz")
    court.report(WHITE, "white", "score", margin="1", record=EQUAL.written(), dead="none")
    case = court.contest(BLACK, "It is even.")
    court.say(BLACK, "44 to 37.")
    court.take(case)
    court.rule(
        case,
        effect="result",
        winner="draw",
        reason="score",
        margin="0",
        reasons="Counted from the record: 44 points and 37, komi 7.",
    )
    assert court.outcome[:2] == ("ruled", "draw")


def test_both_count_a_handicap_by_another_rule_and_both_are_wrong() -> None:
    """AGA: White gets a point for each stone but the first: 9 - 2.5 behind gives W+11.5.

    White counts three (Chinese), W+12.5, and Black none, W+9.5.
    """
    court = court_of(HANDICAP, "aga")
    record = HANDICAP.written()
    court.report(WHITE, "white", "score", margin="12.5", record=record, dead=HANDICAP.dead)
    court.report(BLACK, "white", "score", margin="9.5", record=record, dead=HANDICAP.dead)
    case = court.case()
    page = court.take(case)
    assert "W+11.5" in page
    court.rule(
        case,
        effect="result",
        winner="white",
        reason="score",
        margin="11.5",
        reasons="Two points for three stones.",
    )
    assert court.outcome == ("ruled", "white", "score", 23)


def test_marks_in_the_record_that_is_not_right_are_set_anew_in_the_other() -> None:
    """White's record lacks two moves; what is dead is so in the position of the stop: B+6.5."""
    court = court_of(ONE_DEAD)
    whole, short = ONE_DEAD.written(), ONE_DEAD.written(ONE_DEAD.without(21, 2))
    court.report(BLACK, "black", "score", margin="6.5", record=whole, dead=ONE_DEAD.dead)
    court.report(WHITE, "black", "score", margin="5.5", record=short, dead=ONE_DEAD.dead)
    case = court.case()
    court.take(case)
    blacks = Submission.objects.get(player=court.game.black)
    compared = court.rita.get(court.address("records/")).text
    # White's mark is of another position, in which the stone stands alike.
    assert f'data-stay="report-{blacks.pk}"' in compared
    sent = {"what": "right", "record": f"report-{blacks.pk}"}
    answer = court.rita.post(at(case, "do/"), sent, follow=True)
    judge_all()
    assert answer.redirect_chain[-1][0].startswith(at(case, "count/"))
    assert "marked in another record" in answer.text
    ruling = court.rule_by_count(case, "marks-0")
    assert court.outcome == ("ruled", "black", "score", 13)
    assert "j1989:10.2" in ruling.articles
    # Nobody reads that White said so of a position that White never saw.
    assert "Dead, as both players marked them, White in another record: E7" in ruling.reasons
    assert "as both players say" not in ruling.reasons


@pytest.mark.parametrize("dead", [True, False])
def test_a_stone_in_dispute_in_one_file_that_both_sent(dead: bool) -> None:
    """What could be taken and not saved is dead (J: Art. 7.1): W+2.5, whoever says otherwise."""
    court = court_of(LONE)
    record = LONE.written()
    court.report(BLACK, "black", "score", margin="0.5", record=record, dead="none")
    court.report(WHITE, "white", "score", margin="2.5", record=record, dead=LONE.dead)
    case = court.case()
    page = unescape(court.take(case))
    assert page.count("Record sent by both players") == 1
    assert 'id="compare-records"' not in page
    ruling = court.rule_by_count(case, "agreed", **{LONE.dead: "dead" if dead else "alive"})
    told = "Ruled dead, as White alone says: E8" if dead else "though White calls them dead: E8"
    assert told in ruling.reasons
    assert "Art. 7.1" in ruling.reasons
    assert (court.outcome == ("ruled", "white", "score", 5)) is dead
    for who in (BLACK, WHITE):
        assert told in court.reads(who)


def test_whoever_was_ahead_on_the_board_agrees_that_their_time_was_up() -> None:
    """No text speaks of clocks: by the tournament's rule the game is lost; B+8.5 is not counted."""
    court = court_of(CORNERED)
    record = CORNERED.written()
    court.report(BLACK, "black", "score", margin="8.5", record=record, dead=CORNERED.dead)
    court.wrong(WHITE, "time", clock="fell", whose="black", note="His flag was down before that.")
    assert court.outcome == ("disputed", "", "", None)
    # Nothing is decided by what White says.
    page = court.page(BLACK, "lost-on-time/")
    assert "B+8.5" in unescape(page)
    form = form_with(page, 'id="agree"')
    for _press in range(2):
        assert court.players[BLACK].post(court.address("lost-on-time/"), form).status_code == 302
    judge_all()
    assert court.outcome == ("confirmed", "white", "time", None)
    assert court.case().state == "settled"
