"""What referees see of life and death: the form, the search, the verdict, its proof."""

import re
from html import unescape

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from adjudication.confirmation.problem import KoPass
from adjudication.confirmation.verdict import Status
from adjudication.life_and_death.views import asking
from adjudication.models import Case, Confirmation, ConfirmationAnswer
from jobs.worker import run_job
from tests.support.desk_world import appealed, at, committee, fields, new_case, ruled, taken_by
from tests.support.life_world import (
    BENT_FOUR,
    BLACK_SEVEN,
    OPEN_BOARD,
    WHITE_THREE,
    disputed,
    kept_confirmation,
    links,
    plain,
    sent,
)
from tests.support.world import World, make_world
from tests.web.test_every_page import MOST_STAFF, counted
from tournament.models import Person, Role

# The form ----------------------------------------------------------------------------------------


def test_the_case_leads_there_and_what_the_players_said_is_filled_in(
    rita: Client, case: Case
) -> None:
    assert at(case, "life/") in rita.get(at(case)).text
    page = rita.get(at(case, "life/")).text
    words = plain(page)
    assert "Chris marked as dead J2" in words
    assert "Dora marked as dead H4" in words
    assert "The 7 black stones at H4 the players differ" in words
    assert "The 18 white stones at D9" in words
    assert sent(page)["agreed_dead"] == "none"
    assert "points" not in sent(page)


def test_what_all_marked_is_agreed_to_be_dead(rita: Client, world: World) -> None:
    case = disputed(world, dead=("J2 C9", "J2 C9"), diagram=BENT_FOUR)
    page = rita.get(at(case, "life/")).text
    assert sent(page)["agreed_dead"] == "C9 J2"
    page = rita.get(at(case, "life/?points=J2")).text
    assert sent(page)["agreed_dead"] == "C9"
    assert sent(page)["points"] == "J2"


def test_a_group_is_asked_about_and_its_search_can_be_cancelled(rita: Client, case: Case) -> None:
    page = rita.get(at(case, "life/")).text
    answer = rita.post(at(case, "life/"), sent(page, points=BLACK_SEVEN, agreed_dead="c9"))
    asked = Confirmation.objects.get()
    assert answer["Location"] == at(case, "life/1/")
    assert (asked.points, asked.agreed_dead, asked.move) == (["H4"], ["C9"], 2)
    page = rita.get(at(case, "life/1/")).text
    assert "Waiting for its turn" in page
    assert "0 positions were looked at" in page
    assert "A group is being examined" in rita.get(at(case, "life/")).text
    told = rita.post(at(case, "life/1/cancel/"), follow=True).text
    assert "The search is cancelled." in told
    assert "cancelled before there was a verdict" in told
    assert links(told, "agreed_dead=C9")
    again = rita.post(at(case, "life/1/cancel/"), follow=True)
    assert again.status_code == 200


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("points", "", "Choose the group that is in dispute."),
        ("points", "A1", "There is no stone at A1."),
        ("points", "Z99", "is not a point on this board"),
        ("agreed_dead", "C9 Z9 E5", "No stone stands at Z9, E5."),
        ("assume", "everything", "Choose what counts as alive."),
        ("budget", "99999999", "Choose how far it is searched."),
        ("budget", "-1", "Choose how far it is searched."),
        ("move", "17", "from 0 to 2"),
        ("move", "x", "from 0 to 2"),
        ("submission", "999999", "choose another one"),
    ],
)
def test_a_mistake_is_told_at_its_field_and_what_was_typed_is_kept(
    rita: Client, case: Case, field: str, value: str, text: str
) -> None:
    page = rita.get(at(case, "life/")).text
    typed = sent(page, points=WHITE_THREE, agreed_dead="C9 D9")
    answer = rita.post(at(case, "life/"), typed | {field: value})
    assert answer.status_code == 400
    assert text in plain(answer.text)
    assert f'id="{field}' in answer.text
    if field != "points":
        assert sent(answer.text)["points"] == WHITE_THREE
    if field != "agreed_dead":
        assert sent(answer.text)["agreed_dead"] == "C9 D9"
    else:
        assert sent(answer.text)["agreed_dead"] == value
    assert not Confirmation.objects.exists()


@pytest.mark.parametrize(
    "query",
    [
        "submission=x&move=-1&points=%00&agreed_dead=cc&budget=abc&assume=x",
        "submission=99999999999999999999&move=99999999999999999999",
        "points=" + "A1+" * 3000 + "&agreed_dead=" + "H4," * 3000,
        "move=0&points=H4",
    ],
)
def test_whatever_the_address_says_the_form_is_shown(rita: Client, case: Case, query: str) -> None:
    assert rita.get(at(case, f"life/?{query}")).status_code == 200


def test_there_is_none_where_the_rules_have_none_or_nothing_is_played(world: World) -> None:
    other = make_world(name="Coupe de France", slug="france", rules="french")
    case = disputed(other)
    browser = other.client(Role.DIRECTOR)
    address = f"/referee/france/cases/{case.number}/"
    assert "Life and death" not in browser.get(address).text
    assert browser.get(f"{address}life/").status_code == 404


def test_without_a_record_it_says_what_is_needed(rita: Client, world: World) -> None:
    empty = new_case(world, 3)
    answer = rita.get(at(empty, "life/"))
    assert "There is no board to ask about." in answer.text
    assert rita.post(at(empty, "life/"), {"key": "k"}).status_code == 400


# Several groups, stones taken to be alive, an area ----------------------------------------------


@pytest.fixture
def wide(db: None) -> Case:
    """A case on a board on which the stones in question are shut in by nothing proven."""
    return disputed(
        make_world(name="Wide", slug="wide", size=13), diagram=OPEN_BOARD, dead=("A13", "K5")
    )


@pytest.fixture
def at_wide(wide: Case) -> Client:
    world = World(wide.tournament)
    return world.client(Role.REFEREE)


def wide_at(case: Case, rest: str = "") -> str:
    return f"/referee/wide/cases/{case.number}/life/{rest}"


def link(page: str, name: str) -> str:
    """Return the address that a link of the page has, by its id."""
    found = re.search(rf'id="{name}" href="([^"]+)"', page)
    assert found, name
    return unescape(found[1]).partition("#")[0]


def test_groups_are_chosen_by_their_links_and_asked_together(rita: Client, case: Case) -> None:
    life = at(case, "life/")
    page = rita.get(life).text
    page = rita.get(life + link(page, f"group-{BLACK_SEVEN}")).text
    page = rita.get(life + link(page, f"group-{WHITE_THREE}")).text
    words = plain(page)
    assert "The part of the board that matters has 12 points, 2 of them empty." in words
    chosen = fields(page)
    assert chosen["points"] == [BLACK_SEVEN, WHITE_THREE]
    rita.post(life, {name: values for name, values in chosen.items() if values})
    asked = Confirmation.objects.get()
    assert asked.points == [BLACK_SEVEN, WHITE_THREE]
    while run_job():
        pass
    words = plain(rita.get(at(case, "life/1/")).text)
    assert "The 7 black stones at H4 are dead" in words
    assert "The 3 white stones at J2 are alive" in words
    assert "cannot both be used" not in words


@pytest.mark.parametrize(
    ("mode", "field", "value"),
    [("points", "points", "D9"), ("agreed_dead", "agreed_dead", "D9"), ("alive", "alive", "D9")],
)
def test_a_tap_does_what_is_chosen_and_a_second_one_takes_it_back(
    rita: Client, case: Case, mode: str, field: str, value: str
) -> None:
    life = at(case, "life/")
    page = rita.get(life + link(rita.get(life).text, f"tap-{mode}")).text
    (tap,) = (one for one in links(page, "tap=D9&") + links(page, "tap=D9#"))
    page = rita.get(life + tap).text
    assert sent(page)[field] == value
    (tap,) = (one for one in links(page, "tap=D9&") + links(page, "tap=D9#"))
    assert sent(rita.get(life + tap).text).get(field, "none") in ("", "none")


def test_a_chain_is_one_thing_at_a_time(rita: Client, case: Case) -> None:
    page = rita.get(at(case, "life/?points=H4&agreed_dead=J2&alive=D9&tap=D9&as=agreed_dead")).text
    told = sent(page)
    assert (told["points"], told["agreed_dead"], told["alive"]) == ("H4", "D9 J2", "")


def test_two_corners_draw_an_area_which_the_verdict_names(rita: Client, case: Case) -> None:
    life = at(case, "life/")
    page = rita.get(life + "?points=H4&as=area&assume=benson&tap=F5").text
    assert "F5 is one corner of the area: tap the opposite one." in plain(page)
    assert "edge of the area" in page
    (tap,) = links(page, "tap=J1&") + links(page, "tap=J1#")
    page = rita.get(life + tap).text
    assert sent(page)["area"] == "F5-J1"
    shaded = page.count('class="shade"')
    assert f"The part of the board that matters has {shaded} points" in plain(page)
    assert ("edge of the area" in page) is ('class="sign cross' in page)
    rita.post(life, sent(page))
    while run_job():
        pass
    words = plain(rita.get(at(case, "life/1/")).text)
    assert "because the referee who asked drew the area" in words
    assert "area=" in rita.get(at(case, "life/1/")).text
    assert sent(rita.get(life + link(page, "whole-board")).text)["area"] == ""


def test_an_area_that_cuts_through_what_is_asked_is_said_at_once(rita: Client, case: Case) -> None:
    life = at(case, "life/")
    page = rita.get(life + "?points=H4&area=H4-J1").text
    assert "The area has to hold all stones that are asked about" in plain(page)
    refused = rita.post(life, sent(page))
    assert refused.status_code == 400
    assert not Confirmation.objects.exists()


def test_what_is_written_is_shown_on_the_board_without_a_script(rita: Client, case: Case) -> None:
    life = at(case, "life/")
    typed = sent(rita.get(life).text, points="H4", alive="d9", area="", show="on")
    answer = rita.post(life, typed)
    assert answer.status_code == 302
    page = rita.get(answer["Location"]).text
    assert (sent(page)["points"], sent(page)["alive"]) == ("H4", "D9")
    answer = rita.post(life, typed | {"alive": "E5"})
    assert answer.status_code == 400
    assert "No stone stands at E5." in plain(answer.text)
    answer = rita.post(life, typed | {"area": "A1-Z99"})
    assert "A1-Z99 is no part of this board" in plain(answer.text)


def test_what_keeps_a_board_open_is_told_and_taken_with_a_link(at_wide: Client, wide: Case) -> None:
    page = at_wide.get(wide_at(wide, "?points=D13")).text
    words = plain(page)
    assert "has 169 points, too many to search: at most 128 can be." in words
    assert "The 7 white stones at E13 – take them to be alive then 8 points are left" in words
    page = at_wide.get(wide_at(wide) + link(page, "open-E13")).text
    assert "has 8 points, 3 of them empty." in plain(page)
    assert sent(page)["alive"] == "E13"
    at_wide.post(wide_at(wide), sent(page))
    while run_job():
        pass
    words = plain(at_wide.get(wide_at(wide, "1/")).text)
    assert "The 5 black stones at D13 are dead" in words
    assert "are taken to be alive by the referee who asked. They stay in" in words
    key = ConfirmationAnswer.objects.filter(winner="attacker").earliest("order").key
    proof = plain(at_wide.get(wide_at(wide, f"1/play/{key}/")).text)
    assert "are taken to be alive by the referee who asked. They stay in" in proof


def test_stones_that_look_alive_are_proposed_with_their_reason(at_wide: Client, wide: Case) -> None:
    page = at_wide.get(wide_at(wide, "?points=D13")).text
    page = at_wide.get(wide_at(wide) + link(page, "propose-walls")).text
    words = plain(page)
    assert re.search(r"The 7 white stones at E13 .*They stay in \d+ of \d+ random games\.", words)
    assert "No player marked them dead." in words
    page = at_wide.get(wide_at(wide) + link(page, "proposed-E13")).text
    assert sent(page)["alive"] == "E13"
    page = at_wide.get(wide_at(wide) + link(page, "proposed-E13")).text
    assert sent(page)["alive"] == ""


def test_only_so_many_proposals_are_made(
    at_wide: Client, wide: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()  # nobody has asked about this board before
    monkeypatch.setattr(asking, "MOST", 0)
    page = at_wide.get(wide_at(wide, "?points=D13&walls=proposed"))
    assert page.status_code == 200
    assert "Many proposals were asked for in a short time." in plain(page.text)


def test_two_dead_answers_that_exclude_each_other_are_told(
    rita: Client, case: Case, person: Person
) -> None:
    kept_confirmation(case, person, BLACK_SEVEN)
    told = dict.fromkeys(KoPass, Status.DEAD)
    kept_confirmation(case, person, WHITE_THREE, told=told)
    words = plain(rita.get(at(case, "life/2/")).text)
    assert "Answers that cannot both be used" in words
    assert "only one side can be taken" in words
    assert "The other answer: search 1" in words


# The verdict -------------------------------------------------------------------------------------


def test_a_worker_answers_and_everything_it_rests_on_is_shown(rita: Client, case: Case) -> None:
    page = rita.get(at(case, "life/")).text
    rita.post(at(case, "life/"), sent(page, points=BLACK_SEVEN))
    while run_job():
        pass
    page = rita.get(at(case, "life/1/")).text
    words = plain(page)
    assert (
        "The 7 black stones at H4 are dead: White can take them, and Black gets no new stone in "
        "return that cannot be taken (Art. 7.1)." in words
    )
    assert "Both readings of the pass for a ko (Article 7.2) come to this." in words
    assert "You decide." in words
    assert "The 18 white stones at D9 are taken to be alive" in words
    assert "Can White take the 7 black stones at H4? Yes" in words
    assert "If these stones are: Black White Result" in words
    assert "alive, and J2 (white, 3 stones): alive 18 30.5 W+12.5" in words
    assert "dead, and J2 (white, 3 stones): alive 18 46.5 W+28.5" in words
    assert "Art. 7.1 ·" in words
    assert "Art. 7.2 ·" in words
    assert "at most 200,000 positions a question · engine " in words
    listed = plain(rita.get(at(case, "life/")).text)
    assert "The 7 black stones at H4 dead The 7 black stones" in listed
    assert rita.get(at(case, "life/1/live/")).status_code == 200


def test_the_score_is_of_nothing_silently_taken_for_alive(
    rita: Client, world: World, case: Case, person: Person
) -> None:
    """Chris marked J2 as dead, Dora H4: with a verdict on one the other is open still."""
    taken_by(rita, case)
    ruling = reverse("adjudication:rule", args=("coupe", case.number))
    kept_confirmation(case, person, BLACK_SEVEN)
    page = rita.get(at(case, "life/1/")).text
    words = plain(page)
    # Both cannot be dead: one of them takes the other.
    beside = r"(alive|dead), and J2 \(white, 3 stones\): (alive|dead) [0-9.]+ [0-9.]+ (\S+)"
    assert re.findall(beside, words) == [
        ("alive", "alive", "W+12.5"),
        ("alive", "dead", "W+4.5"),
        ("dead", "alive", "W+28.5"),
    ]
    assert "points=J2" in page[page.index('id="beside"') :]
    assert f'href="{ruling}"' not in page
    kept_confirmation(case, person, WHITE_THREE, told=dict.fromkeys(KoPass, Status.UNCAPTURABLE))
    page = rita.get(at(case, "life/1/")).text
    assert 'id="beside"' not in page
    assert f'href="{ruling}"' in page
    assert "alive 18 30.5 W+12.5 dead 18 46.5 W+28.5" in plain(page)


def test_of_many_that_are_open_no_outcome_is_picked(
    rita: Client, world: World, person: Person
) -> None:
    case = disputed(world, dead=("J2 C9 D9", "H4"), diagram=BENT_FOUR)
    kept_confirmation(case, person, BLACK_SEVEN)
    page = rita.get(at(case, "life/1/")).text
    score = page[page.index('id="score-1"') :].split("</section>")[0]
    assert "<table" not in score
    assert "W+" not in score
    assert all(name in score for name in ("J2", "C9", "D9"))


def test_no_score_is_told_where_something_else_than_the_end_of_the_record_was_looked_into(
    rita: Client, world: World, person: Person
) -> None:
    case = disputed(world, 2, BENT_FOUR.replace(". . X O . . . . .", "X . X O . . . . .", 1))
    kept_confirmation(case, person)
    page = rita.get(at(case, "life/1/")).text
    assert "The score either way is shown only if the end of the record" in page
    assert "W+" not in plain(page)


def test_two_readings_that_differ_are_both_shown(rita: Client, case: Case, person: Person) -> None:
    kept_confirmation(case, person, told={KoPass.EACH: Status.UNCAPTURABLE})
    words = plain(rita.get(at(case, "life/1/")).text)
    assert "The two readings of the pass for a ko come to different verdicts:" in words
    letter = words.index("retake only the ko they name: the letter of Article 7.2.")
    alive = words.index("The 7 black stones at H4 are alive: White cannot take them")
    example = words.index("A pass for a ko lets both players retake theirs")
    dead = words.index("The 7 black stones at H4 are dead: White can take them")
    assert letter < alive < example < dead
    listed = plain(rita.get(at(case, "life/")).text)
    assert "Readings differ" in listed
    assert "By the letter of Article 7.2: The 7 black stones at H4 are alive" in listed


@pytest.mark.parametrize(
    ("letter", "text"),
    [
        (Status.UNDECIDED, "By one reading of the pass for a ko it is decided, by the other it"),
        (Status.CAPTURABLE, "By one reading of the pass for a ko it is decided, by the other it"),
        (Status.ALIVE_BY_RECAPTURE, "By both readings of the pass for a ko they are alive"),
    ],
)
def test_other_ways_in_which_the_readings_differ_are_named(
    rita: Client, case: Case, person: Person, letter: Status, text: str
) -> None:
    both = Status.DEAD if letter.alive is None else Status.UNCAPTURABLE
    kept_confirmation(case, person, told={KoPass.EACH: letter, KoPass.BOTH: both})
    assert text in plain(rita.get(at(case, "life/1/")).text)


def test_a_proven_capture_is_an_answer_of_its_own(rita: Client, case: Case, person: Person) -> None:
    kept_confirmation(case, person, budget=1000)
    words = plain(rita.get(at(case, "life/1/")).text)
    assert "White can take the 7 black stones at H4: this is proven." in words
    assert "Whatever their owner plays, they are taken." in words
    assert "What you can do now:" in words
    assert "Can be captured" in plain(rita.get(at(case, "life/")).text)
    in_french = plain(rita.get(at(case, "life/1/"), headers={"accept-language": "fr"}).text)
    assert "c’est prouvé" in in_french


def test_what_is_undecided_says_why_and_what_to_do(
    rita: Client, case: Case, person: Person
) -> None:
    told = dict.fromkeys(KoPass, Status.UNDECIDED)
    kept_confirmation(case, person, budget=1000, told=told)
    page = rita.get(at(case, "life/1/")).text
    words = plain(page)
    assert "Whether the 7 black stones at H4 are alive is not decided." in words
    assert "The search ended without an answer" in words
    assert "Rule without it" in words
    assert "Not decided" in words
    (further,) = links(page, "budget=200000")
    assert sent(rita.get(further).text)["budget"] == "200000"
    answered = ConfirmationAnswer.objects.exclude(winner="").values_list("key", flat=True)
    assert {one.split("/")[-2] for one in links(page, "/play/")} == set(answered)


def test_one_that_was_given_up_says_so(rita: Client, case: Case, person: Person) -> None:
    kept_confirmation(case, person, state="failed")
    assert "given up for technical reasons" in rita.get(at(case, "life/1/")).text


def test_a_question_that_waits_says_which_other_one_is_searched(
    world: World, rita: Client, case: Case, person: Person
) -> None:
    kept_confirmation(case, person, state="running")
    other = disputed(world, 0)
    rita.post(at(other, "life/"), sent(rita.get(at(other, "life/")).text, points=BLACK_SEVEN))
    waiting = at(other, "life/1/live/")
    assert at(case, "life/1/") in rita.get(waiting).text
    assert "searched-first" not in rita.get(at(case, "life/1/live/")).text
    rita.post(at(case, "life/1/cancel/"))
    assert at(case, "life/1/") not in rita.get(waiting).text


def test_what_is_asked_while_it_is_searched_is_little(
    rita: Client, case: Case, person: Person
) -> None:
    kept_confirmation(case, person, state="running")
    live = at(case, "life/1/live/")
    answer = rita.get(live)
    answered = ConfirmationAnswer.objects.count()
    assert f"{answered} questions are answered so far." in plain(answer.text)
    assert rita.get(live, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert "data-live-done" not in answer.text
    for reading in ("By the letter of Article 7.2 ", "By the reading of the official example "):
        assert reading in plain(answer.text)


# All of them -------------------------------------------------------------------------------------


def test_no_page_asks_more_where_there_is_more(rita: Client, case: Case, person: Person) -> None:
    kept_confirmation(case, person, WHITE_THREE, readings=(KoPass.BOTH,))
    key = ConfirmationAnswer.objects.latest("pk").key
    rest = ("", "life/", "life/1/", f"life/1/play/{key}/")
    few = [counted(rita, at(case, one)) for one in rest]
    for _ in range(3):
        kept_confirmation(case, person, BLACK_SEVEN, WHITE_THREE)
    assert [counted(rita, at(case, one)) for one in rest] == few
    assert max(few) <= MOST_STAFF


def test_the_committee_reads_and_asks_nothing(world: World, case: Case, person: Person) -> None:
    kept_confirmation(case, person)
    committee(world, appealed(world, ruled(world, case), world.players[2]), 5, 6, 7)
    member = world.player(5)
    page = member.get(at(case, "life/")).text
    assert "The referees can ask here." in page
    assert 'id="ask-life"' not in page
    assert member.get(at(case, "life/1/")).status_code == 200
    assert member.post(at(case, "life/"), {"key": "k"}).status_code == 403
    assert member.post(at(case, "life/1/cancel/")).status_code == 403
    assert world.player(4).get(at(case, "life/1/")).status_code == 403


def test_nothing_is_asked_in_a_case_that_is_over(world: World, case: Case) -> None:
    browser = world.client(Role.REFEREE)
    browser.post(at(case, "do/"), {"what": "take"})
    browser.post(at(case, "do/"), {"what": "settle", "note": "They agree now."})
    page = browser.get(at(case, "life/")).text
    assert "This case is over: nothing more is asked." in page
    assert 'id="ask-life"' not in page
