"""Several records of one game: what differs in a sentence, and two of them beside each other."""

import re
from dataclasses import replace
from hashlib import sha256
from html import unescape

import pytest
from django.test import Client

from adjudication.cases.services.actions import take_case
from adjudication.cases.services.statements import bring_record
from adjudication.models import Case, Statement
from adjudication.policy.decisions import BoardCount, Decision
from adjudication.records.services import RecordFile
from adjudication.result_entry.services import enter_result
from adjudication.rules.claims import Claim
from adjudication.rules.comparing import compare
from adjudication.rules.sgf import read_record
from adjudication.rulings.services.ruling import rule
from adjudication.submissions.services.bulk_records import import_records
from adjudication.submissions.services.right_record import decide_record, take_record
from adjudication.submissions.views.several_records import difference_sentence
from adjudication.verdicts.selectors.submissions import verdict_badges
from adjudication.verdicts.selectors.verdicts import details_of
from adjudication.verdicts.services.claims import result_columns
from tests.support.desk_world import at, referee, ruled
from tests.support.records import WALLS, sgf
from tests.support.world import World, judge_all, report
from tournament.audit.services.current_actor import acting_as
from tournament.models import Game, Role

SLID = WALLS.replace("gg bb", "gf bb")
# With one stone of Black more, which White takes in the count.
FILLED = WALLS.replace("gg bb", "ab bb ac")
FILLED_RESULT = "W+16.5"
CARD = "Two records of this game"


def told(first: bytes, second: bytes) -> str:
    one, other = read_record(first), read_record(second)
    return difference_sentence(one, other, compare(one, other))


@pytest.mark.parametrize(
    ("second", "sentence"),
    [
        (
            sgf(SLID),
            "The same first 18 moves. Move 19: G3 in the first, G4 in the second. Then the same "
            "again to the end.",
        ),
        (
            sgf(WALLS.replace("de ee dd ed", "dd ed de ee")),
            "Moves 1–4: the same moves in another order. Then the same again to the end.",
        ),
        (
            sgf(WALLS.replace("dc ec ", "")),
            "The same first 4 moves. Moves 5–6 are only in the first. Then the same again to the "
            "end.",
        ),
        (
            sgf(" ".join(WALLS.split()[:10])),
            "The same first 10 moves. The second ends here; the first goes on with moves 11–22.",
        ),
        (
            sgf(SLID.replace("de ee", "ce ee")),
            "Move 1: D5 in the first, C5 in the second. 1 more difference follows.",
        ),
        (sgf(WALLS, KM="6.5"), "The same moves; what differs: komi."),
        (
            sgf(WALLS, KM="6.5", RE="B+R", PB="Ada"),
            "The same moves; what differs: komi, result, names.",
        ),
        (
            sgf(WALLS, DT="2026-10-01", TM="600", OT="5x30"),
            "The same moves; what differs: date, time.",
        ),
        (sgf(WALLS, GN="The final"), "The same moves, and nothing else differs that counts."),
    ],
)
def test_what_differs_in_a_sentence(second: bytes, sentence: str) -> None:
    assert told(sgf(WALLS), second) == sentence


@pytest.fixture
def disputed(world: World) -> World:
    """A game of which both sent another record, each with the result that it gives."""
    game = world.games[0]
    report(game, game.black, "B+R", sgf(WALLS))
    report(game, game.white, "W+15.5", sgf(SLID), dead=["B8", "G4"])
    judge_all()
    return world


def test_players_and_referee_see_that_there_are_two(disputed: World) -> None:
    game = disputed.games[0]
    case = Case.objects.get(game=game)
    for browser, address in (
        (disputed.player(0), f"/games/{game.pk}/"),
        (disputed.player(1), f"/games/{game.pk}/"),
        (disputed.client("referee"), f"/games/{game.pk}/"),
        (disputed.client("referee"), f"/referee/coupe/cases/{case.number}/"),
    ):
        page = browser.get(address).text
        assert CARD in page
        assert "Move 19: G3 in the first, G4 in the second." in page
    assert CARD not in Client().get(f"/games/{game.pk}/").text


def test_of_three_records_the_one_with_other_moves_is_told(world: World) -> None:
    game = world.games[0]
    files = [
        RecordFile(f"{n}.sgf", data)
        for n, data in enumerate((sgf(WALLS), sgf(WALLS, PB="Ada"), sgf(SLID)))
    ]
    enter_result(game_id=game.pk, winner="white", reason="resignation")
    placed = [replace(file, round_number=1, board_number=game.board_number) for file in files]
    import_records(tournament_id=world.tournament.pk, files=placed)
    page = world.client("director").get(f"/games/{game.pk}/").text
    assert "Move 19: G3 in the first, G4 in the second." in page


def test_both_are_beside_each_other_at_the_first_difference(disputed: World) -> None:
    game = disputed.games[0]
    page = unescape(disputed.player(1).get(f"/games/{game.pk}/records/").text)
    assert page.count("<figure ") == 2
    assert "Move 19" in page
    assert page.index("First: Record of") < page.index("Second: Your record")
    assert page.count("Verdict of the replay") == 2
    assert "Counted: W+15.5" in page or "Counted W+15.5" in page
    assert Client().get(f"/games/{game.pk}/records/").status_code == 403


@pytest.mark.parametrize(
    ("dead", "told"),
    [
        (["B8", "G4"], "both give W+15.5: for the count it does not matter"),
        (["B8"], "the first gives W+15.5 and the second B+21.5"),
        (None, "The first counts to W+15.5; the second gives no certain count."),
    ],
)
def test_players_and_referee_read_whether_it_matters_for_the_result(
    world: World, dead: list[str] | None, told: str
) -> None:
    game = world.games[0]
    report(game, game.black, "W+15.5", sgf(WALLS, KM="6.5"), dead=["B8", "G3"])
    report(game, game.white, "W+14.5", sgf(SLID, KM="6.5"), dead=dead)
    judge_all()
    number = Case.objects.get(game=game).number
    for browser in (world.player(0), world.player(1), world.client("referee")):
        for page in ("", "records/", "case/"):
            assert told in unescape(browser.get(f"/games/{game.pk}/{page}").text)
    assert told in unescape(world.client("referee").get(f"/referee/coupe/cases/{number}/").text)


def test_a_players_case_has_one_count_once_a_ruling_has_counted(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "W+15.5", sgf(WALLS, KM="6.5"), dead=["B8", "G3"])
    report(game, game.white, "W+14.5", sgf(SLID, KM="6.5"))
    judge_all()
    told, address = "the second gives no certain count", f"/games/{game.pk}/case/"
    assert told in world.player(0).get(address).text
    counted = BoardCount(28, 43.5, "white", dead=("B8", "G3"))
    decision = Decision(
        effect="result",
        winner="white",
        reason="score",
        margin_half=31,
        articles=("j1989:10.2",),
        reasons="Counted.",
        counted=counted,
    )
    ruled(world, Case.objects.get(game=game), decision=decision)
    page = world.player(0).get(address).text
    assert CARD in page
    assert told not in page


def test_a_record_that_came_with_a_statement_is_counted_as_well(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "W+15.5", sgf(WALLS, KM="6.5"), dead=["B8", "G3"])
    report(game, game.white, "W+14.5")
    judge_all()
    case = Case.objects.get(game=game)
    bring_record(case, player_id=game.white_id, record_bytes=sgf(SLID), filename="slid.sgf")
    judge_all()
    both = "The first counts to W+15.5; the second gives no certain count."
    address = f"/games/{game.pk}/case/"
    assert both in unescape(world.player(1).get(address).text)
    # There it is not looked at: nothing is said of its count.
    assert "the second gives no" not in unescape(world.player(1).get(f"/games/{game.pk}/").text)


def test_any_two_of_three_records_are_compared(disputed: World) -> None:
    game = disputed.games[0]
    third = sgf(WALLS.replace("de ee", "ce ee"))
    bring_record(
        Case.objects.get(game=game), player_id=game.white_id, record_bytes=third, filename="c.sgf"
    )
    judge_all()
    page = unescape(disputed.player(0).get(f"/games/{game.pk}/records/").text)
    section = page[page.index('aria-labelledby="pairs"') : page.index('class="one-of"')]
    pairs = re.findall(r'href="([^"]+)"', section)
    assert len(pairs) == 2
    for pair in pairs:
        shown = disputed.player(0).get(f"/games/{game.pk}/records/{pair}").text
        assert f'id="side-statement-{Statement.objects.get().pk}"' in shown


def test_all_of_three_records_are_named_with_what_each_counts_to(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "W+15.5", sgf(WALLS, KM="6.5"), dead=["B8", "G3"])
    report(game, game.white, "W+14.5", sgf(SLID, KM="6.5"), dead=["B8"])
    case = Case.objects.get(game=game)
    third = sgf(WALLS.replace("de ee", "ce ee"))
    bring_record(case, player_id=game.white_id, record_bytes=third, filename="third.sgf")
    judge_all()
    referee = world.client("referee")
    alone = "Record with the statement of Béa"
    compared = unescape(referee.get(f"/games/{game.pk}/records/").text)
    listed = compared[compared.index('aria-labelledby="listed"') :].partition("</section>")[0]
    assert "3 records of this game" in listed
    assert "counts to W+15.5" in listed
    assert "counts to B+21.5" in listed
    assert f"{alone}: gives no certain count" in listed
    assert re.findall('data-place="([a-z]+)"', listed) == ["first", "second"]
    for browser, address in (
        (referee, f"/referee/coupe/cases/{case.number}/"),
        (world.player(0), f"/games/{game.pk}/case/"),
    ):
        card = unescape(browser.get(address).text)
        card = card[card.index('aria-labelledby="several"') :].partition("</section>")[0]
        assert f"{alone}: gives no certain count" in card
    # The page of the game names it with the records of statements, once.
    card = unescape(world.player(0).get(f"/games/{game.pk}/").text)
    card = card[card.index('aria-labelledby="several"') :].partition("</section>")[0]
    assert card.count(alone) == 1


def test_one_goes_from_difference_to_difference(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+R", sgf(WALLS))
    report(game, game.white, "W+R", sgf(SLID.replace("de ee", "ce ee")))
    judge_all()
    browser = world.player(0)
    first = browser.get(f"/games/{game.pk}/records/")
    assert 'id="before"' not in first.text
    (href,) = [part.split('"')[0] for part in first.text.split('id="after" href="')[1:]]
    second = browser.get(f"/games/{game.pk}/records/{unescape(href)}").text
    assert 'id="before"' in second
    assert 'id="after"' not in second
    assert "19" in second


def test_of_one_record_there_is_nothing_to_compare(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "W+15.5", sgf(WALLS))
    report(game, game.white, "B+R", sgf(WALLS))
    assert CARD not in world.player(0).get(f"/games/{game.pk}/").text
    assert world.player(0).get(f"/games/{game.pk}/records/").status_code == 404


def test_what_the_address_asks_for_may_be_nonsense(disputed: World) -> None:
    game = disputed.games[0]
    for asked in (
        "one=report-1&other=report-1",
        "one=%00&other=x&at=-4",
        "at=99999999999999999999",
    ):
        page = disputed.player(0).get(f"/games/{game.pk}/records/?{asked}")
        assert page.status_code == 200


def test_a_player_takes_the_record_that_is_right(disputed: World) -> None:
    game = disputed.games[0]
    browser = disputed.player(1)
    page = unescape(browser.get(f"/games/{game.pk}/records/").text)
    assert "This is right: Record of" in page
    blacks = game.submissions.get(player=game.black)
    game.refresh_from_db()
    sent = {"record": f"report-{blacks.pk}", "version": game.version}
    for _press in range(2):
        assert browser.post(f"/games/{game.pk}/records/", sent).status_code == 302
    judge_all()
    whites = game.submissions.exclude(replaced_at=None).get()
    assert f"/records/{whites.pk}.sgf" in browser.get(f"/games/{game.pk}/").text
    assert f'value="report-{whites.pk}"' in browser.get(f"/games/{game.pk}/records/").text
    assert "right" not in sent  # nothing is confirmed by it
    game.refresh_from_db()
    assert game.state == "disputed"


def test_whoever_takes_a_record_reads_before_and_after_whether_dead_stones_count(
    world: World,
) -> None:
    """Black marked none; of White's marks one is on another point in Black's record."""
    game = world.games[0]
    report(game, game.black, "B+R", sgf(WALLS))
    report(game, game.white, "W+15.5", sgf(SLID), dead=["B8", "G4"])
    judge_all()
    address = f"/games/{game.pk}/records/"
    first, second = (game.submissions.get(player=one).pk for one in (game.black, game.white))
    for seat, takes, drops in ((1, first, True), (0, second, False)):
        browser = world.player(seat)
        page = browser.get(address).text
        assert f'value="report-{takes}"' in page
        assert ("data-drops" in page) is drops
        game.refresh_from_db()
        sent = {"record": f"report-{takes}", "version": game.version}
        told = browser.post(address, sent, follow=True).text
        assert "The result that you reported stays as it was." in told
        assert ("What you said about dead stones no longer counts." in told) is drops


def test_dead_stones_that_count_on_are_not_said_to_be_dropped(world: World) -> None:
    """The same moves in another order: the final position is the same."""
    game = world.games[0]
    report(game, game.black, "B+R", sgf(WALLS.replace("de ee dd ed", "dd ed de ee")))
    report(game, game.white, "W+15.5", sgf(WALLS), dead=["B8", "G3"])
    judge_all()
    browser, address = world.player(1), f"/games/{game.pk}/records/"
    assert "data-drops" not in browser.get(address).text
    game.refresh_from_db()
    takes = game.submissions.get(player=game.black).pk
    browser.post(address, {"record": f"report-{takes}", "version": game.version})
    assert game.submissions.get(player=game.white, replaced_at=None).dead_stones == ["B8", "G3"]


def test_a_player_takes_the_record_of_a_statement(disputed: World) -> None:
    game = disputed.games[0]
    bring_record(
        Case.objects.get(game=game),
        player_id=game.black_id,
        record_bytes=sgf(WALLS.replace("gg bb", "ge bb")),
        filename="",
    )
    browser, said = disputed.player(1), Statement.objects.get()
    whites = game.submissions.get(player=game.white)
    address = f"/games/{game.pk}/records/"
    asked = f"{address}?one=report-{whites.pk}&other=statement-{said.pk}"
    assert f'value="statement-{said.pk}"' in browser.get(asked).text
    game.refresh_from_db()
    browser.post(address, {"record": f"statement-{said.pk}", "version": game.version})
    assert game.submissions.get(player=game.white, replaced_at=None).record_id == said.record_id
    back = f"{address}?one=report-{whites.pk}&other=report-{game.submissions.last().pk}"
    assert f'value="report-{whites.pk}"' in browser.get(back).text


def test_nothing_is_taken_by_a_broken_form(disputed: World) -> None:
    game = disputed.games[0]
    for sent in ({}, {"record": "statement-1"}, {"record": "x"}, {"record": "report-99999999"}):
        assert disputed.player(1).post(f"/games/{game.pk}/records/", sent).status_code == 302
    assert game.submissions.filter(replaced_at=None).count() == 2


def test_the_referee_chooses_on_the_same_page_once_the_case_is_theirs(disputed: World) -> None:
    game, rita = disputed.games[0], disputed.client("referee")
    case = Case.objects.get(game=game)
    blacks = game.submissions.get(player=game.black)
    page = unescape(rita.get(f"/games/{game.pk}/records/").text)
    assert "Which of them is right?" in page
    do = f"/referee/coupe/cases/{case.number}/do/"
    sent = {"what": "right", "record": f"report-{blacks.pk}"}
    assert "Take the case first" in rita.post(do, sent, follow=True).text
    rita.post(do, {"what": "take"})
    rita.post(do, sent)
    whites = game.submissions.exclude(replaced_at=None).get()
    assert f"/records/{whites.pk}.sgf" in rita.get(f"/referee/coupe/cases/{case.number}/").text
    assert f"report-{whites.pk}" in rita.get(f"/games/{game.pk}/records/").text
    assert {one.record_id for one in game.submissions.standing()} == {blacks.record_id}


@pytest.mark.parametrize(
    ("first", "stays"),
    [(WALLS.replace("de ee dd ed", "dd ed de ee"), True), (SLID.replace("gf", "ge"), False)],
)
def test_a_referee_reads_whose_marks_go_and_is_led_to_the_board_to_set_them(
    world: World, first: str, *, stays: bool
) -> None:
    game, rita = world.games[0], world.client("referee")
    report(game, game.black, "B+R", sgf(first), dead=[])
    report(game, game.white, "W+15.5", sgf(WALLS), dead=["B8", "G3"])
    judge_all()
    case = Case.objects.get(game=game)
    rita.post(f"/referee/coupe/cases/{case.number}/do/", {"what": "take"})
    chosen = f"report-{game.submissions.get(player=game.black).pk}"
    page = unescape(rita.get(f"/games/{game.pk}/records/").text)
    told = re.findall(rf'data-drops="{chosen}">([^<]+)<', page)
    assert (not told) is stays
    assert all("of which Béa said what is dead" in text for text in told)
    do = f"/referee/coupe/cases/{case.number}/do/"
    answer = rita.post(do, {"what": "right", "record": chosen}, follow=True)
    judge_all()
    marked = game.submissions.get(player=game.white, replaced_at=None).dead_stones
    assert marked == (["B8", "G3"] if stays else None)
    board = f"/referee/coupe/cases/{case.number}/count/"
    assert answer.redirect_chain[-1][0].startswith(board) is not stays
    if not stays:
        assert answer.context["form"].shown.record.points[18] == read_record(sgf(first)).points[18]


def test_a_record_of_a_statement_is_named_and_led_to_where_the_reported_ones_are_chosen(
    disputed: World,
) -> None:
    game, case = disputed.games[0], Case.objects.get()
    further = sgf(WALLS.replace("gg bb", "gg bc"))
    bring_record(case, player_id=game.black_id, record_bytes=further, filename="third.sgf")
    judge_all()
    said = Statement.objects.get()
    for player, names in (
        (0, ("The record with your report", "The record with your statement")),
        (1, ("Record with the report of Aki (Black)", "Record with the statement of Aki")),
    ):
        page = unescape(disputed.player(player).get(f"/games/{game.pk}/").text)
        link = re.search(rf'href="([^"]+other=statement-{said.pk})">([^<]+)</a>', page)
        assert link is not None
        assert link[2] == names[1]
        assert names[0] in page
        compared = unescape(disputed.player(player).get(link[1]).text)
        for name in names:
            assert re.search(rf'name="which"[^>]*> {re.escape(name)}<', compared)


def test_marks_in_a_record_that_was_not_chosen_are_still_shown_as_their_players(
    disputed: World,
) -> None:
    game = disputed.games[0]
    case = Case.objects.get(game=game)
    rita = referee(disputed)
    with acting_as(rita):
        take_case(case_id=case.pk)
        decide_record(case_id=case.pk, submission_id=game.submissions.get(player=game.black).pk)
    judge_all()
    marked = "B8, G4 (marked before another record was chosen)"
    desk = disputed.client("referee")
    pages = (
        (disputed.player(1), f"/games/{game.pk}/"),
        (desk, f"/games/{game.pk}/"),
        (desk, at(case)),
    )
    for browser, address in pages:
        assert marked in browser.get(address, follow=True).text
    unsaid = ("is still to be said", "does not say which stones are dead")
    case_page = unescape(desk.get(at(case)).text)
    assert all(text in case_page for text in unsaid)
    count = BoardCount(28, 43.5, "white", dead=("B8", "G3"), record=sha256(sgf(WALLS)).hexdigest())
    decision = Decision("result", "white", "score", 31, reasons="Counted.", counted=count)
    case.refresh_from_db()
    with acting_as(rita):
        rule(case_id=case.pk, decision=decision, version=case.version)
    for address in (at(case), f"/games/{game.pk}/"):
        page = unescape(desk.get(address).text)
        assert marked in page
        assert not any(text in page for text in unsaid)


def test_who_claims_a_resignation_does_not_contradict_the_others_marks(disputed: World) -> None:
    page = disputed.player(0).get(f"/games/{disputed.games[0].pk}/").text
    both = page[page.index('id="both-say"') :].partition("</section>")[0]
    assert "B8, G4" in both
    assert both.count('class="differs"') == 1  # the results


def test_two_reports_of_one_record_are_told_apart_by_what_each_player_reports(
    disputed: World,
) -> None:
    game = disputed.games[0]
    take_record(
        game_id=game.pk,
        player_id=game.white_id,
        submission_id=game.submissions.get(player=game.black).pk,
        version=Game.objects.get(pk=game.pk).version,
    )
    judge_all()
    page = unescape(disputed.client("referee").get(f"/games/{game.pk}/").text)
    for name in ("Aki", "Béa"):
        assert f": what {name} reports" in page


def overruled(world: World, result: str, record: str) -> tuple[Game, int, Claim]:
    """Return a game, Black's report and the result of Black's record.

    White's record had been chosen, but who decides in the end says that Black's was right.
    """
    game = world.games[0]
    blacks = report(game, game.black, result, sgf(record), dead=["B8"])
    whites = report(game, game.white, "W+15.5", sgf(WALLS), dead=["B8", "G3"])
    judge_all()
    case, one = Case.objects.get(game=game), referee(world)
    with acting_as(one):
        take_case(case_id=case.pk)
        decide_record(case_id=case.pk, submission_id=whites)
    judge_all()
    claim = details_of([blacks])[blacks].counted_claim
    assert claim is not None
    counted = result_columns(claim)
    decision = Decision(
        effect="result",
        winner=counted.winner,
        reason=counted.reason,
        margin_half=counted.margin_half,
        articles=("j1989:14",),
        reasons="Black’s record is right.",
    )
    case.refresh_from_db()
    with acting_as(one):
        rule(case_id=case.pk, decision=decision, version=case.version)
    return game, blacks, claim


def test_a_ruling_against_the_chosen_record_shows_the_one_that_comes_to_its_result(
    world: World, client: Client
) -> None:
    game, blacks, claim = overruled(world, "W+13.5", SLID)
    assert client.get(f"/games/{game.pk}/").context["viewer"].id == f"board-{blacks}"
    compared = world.player(0).get(f"/games/{game.pk}/records/").context["results"]
    told = world.player(0).get(f"/games/{game.pk}/case/").context["several"].sentence
    # Black's marks stay, as made in the other record, so that White's counts to two results.
    assert str(claim) in compared
    assert compared in told


def test_no_page_says_that_the_record_a_ruling_comes_to_gives_another_result(
    world: World, client: Client
) -> None:
    game, blacks, claim = overruled(world, FILLED_RESULT, FILLED)
    assert str(claim) == FILLED_RESULT
    public = client.get(f"/games/{game.pk}/")
    assert public.context["viewer"].id == f"board-{blacks}"
    assert public.context["verdict"] is None
    assert public.context["record_line"] == ""
    assert game.pk not in verdict_badges([game.round_id])


def test_players_and_referees_see_the_board_of_the_record_that_a_ruling_comes_to(
    world: World,
) -> None:
    game, blacks, _claim = overruled(world, FILLED_RESULT, FILLED)
    for reader in (world.player(0), world.player(1), world.client(Role.REFEREE)):
        page = reader.get(f"/games/{game.pk}/?move-{blacks}=5")
        assert not page.context["not_shown"]
        right, *others = page.context["cards"]
        assert right.report.id == blacks
        assert right.board.move == 5
        assert "comes to the same result" in right.panel.sentence
        assert not any(one.panel.decisive for one in (right, *others))


def test_a_copied_link_opens_the_record_that_it_names(disputed: World) -> None:
    game = disputed.games[0]
    first, second = disputed.player(0).get(f"/games/{game.pk}/records/").context["sides"]
    assert first.shown
    page = disputed.player(0).get(f"/games/{game.pk}/records/?{second.mark}=5")
    assert [one.shown for one in page.context["sides"]] == [False, True]
    assert page.context["sides"][1].board.move == 5
