"""Playing through a proof in the browser: the line, every other move, and what cannot be played."""

import re
from html import unescape
from random import Random

import pytest
from django.test import Client

from adjudication.confirmation.checker.reading import read_claim
from adjudication.confirmation.confirm import RegionConfirmation
from adjudication.confirmation.exploring import explore
from adjudication.confirmation.problem import QuestionWinner, TargetQuestion
from adjudication.life_and_death.views.playing import PrincipalLine, play_page, played_line
from adjudication.models import Case, ConfirmationAnswer
from tests.confirmation.official import SIXTEEN
from tests.support.desk_world import at
from tests.support.life_world import kept_confirmation, links, plain
from tournament.models import Person


@pytest.fixture
def proof(rita: Client, case: Case, person: Person) -> str:
    """The address of the proof that Black gets no new stone there."""
    made = kept_confirmation(case, person)
    found = ConfirmationAnswer.objects.filter(confirmation=made, question="Q2", ko_pass="each")
    return at(case, f"life/1/play/{found.get().key}/")


def caption(page: str) -> str:
    found = re.search(r"<figcaption[^>]*>([^<]*)<", page)
    assert found
    return unescape(found[1])


def test_the_main_line_is_stepped_through_to_its_end(rita: Client, proof: str) -> None:
    page = rita.get(proof).text
    assert caption(page) == "Before the first move."
    assert "White moves first" in page
    last = len(re.findall(r"<li><a [^>]*>(?:Black|White) ", page))
    assert last > 3
    for number in range(1, last + 1):
        page = rita.get(f"{proof}?at={number}").text
        assert caption(page).startswith(f"Move {number}: ")
        # The loser can try something else wherever it is his turn, and nowhere else.
        his = number % 2 == 1 and number < last
        assert ("What if Black plays here" in page) == his, number
    assert "Here it is over." in page
    assert rita.get(f"{proof}?at=9999").text.count('aria-disabled="true"') == 2


def test_from_the_end_of_a_line_both_sides_are_played_on(rita: Client, proof: str) -> None:
    end = rita.get(f"{proof}?at=9999").text
    assert "Here it is over." in end
    onward = [one.removesuffix("#play") for one in links(end, "amp;on=")]
    assert onward
    page = rita.get(proof + onward[0])
    assert page.status_code == 200
    assert "Here it is over." not in page.text
    assert "Your own line" in page.text
    deeper = links(page.text, "amp;on=")
    assert any(one.split("#")[0].startswith(f"{onward[0]}%2C") for one in deeper)
    # What was played on is stepped through, and taken back move by move.
    assert onward[0].split("&on=")[0] + "#play" in links(page.text, "?moves=")
    wrong = rita.get(f"{proof}?moves=G1&on=A9")
    assert wrong.status_code == 400
    assert "A9" in wrong.text


def test_a_pass_for_a_ko_is_named(rita: Client, proof: str) -> None:
    page = rita.get(f"{proof}?moves=G1,J1").text
    assert "may retake at J1 only after a pass for this ko (Art. 7.2)." in page
    assert "a pass for the ko at J1" in page
    page = rita.get(f"{proof}?moves=G1,J1,ko-pass J1").text
    assert "Black passes for the ko at J1." in page
    assert "Your own line" in page


def test_whatever_the_loser_plays_is_answered_and_can_be_taken_back(
    rita: Client, proof: str
) -> None:
    page = rita.get(f"{proof}?at=1").text
    choices = links(page, "?moves=")
    assert [one.removesuffix("#play") for one in choices] == ["?moves=G1", "?moves=pass"]
    for choice in choices:
        answered = rita.get(proof + choice.split("#")[0])
        assert answered.status_code == 200
        deeper = links(answered.text, "?moves=")
        assert deeper
    other = next(one for one in choices if "pass" in one)
    page = rita.get(proof + other.split("#")[0]).text
    assert 'id="take-back"' in page
    assert links(page, "?at=1")
    # The way to the line where this one left it.
    assert "The main line" in rita.get(f"{proof}?at=1").text


def test_every_position_on_the_board_is_that_of_the_proof(rita: Client, proof: str) -> None:
    page = rita.get(f"{proof}?moves=pass").text
    taken = re.search(r"takes 7 stones at", page)
    assert taken
    rows = plain(page[page.index("The position in words") :])
    assert "Row 4: Black C; White D, G." in rows


def test_a_line_of_one_s_own_leads_back_to_the_main_line_where_it_left(
    rita: Client, proof: str
) -> None:
    # What the main line has, too, is shown as that, after the answer.
    page = rita.get(f"{proof}?moves=g1").text
    assert caption(page).startswith("Move 3: White plays")
    assert "Your own line" not in page
    own = rita.get(f"{proof}?moves=G1,J1").text
    assert "Your own line" in own
    assert re.search(r'id="take-back" href="\?moves=G1#play"', own)
    assert re.search(r'id="to-main" href="\?at=3#play"', own)
    # Its moves are stepped through as well, and another move taken on the way leaves it.
    page = rita.get(f"{proof}?moves=G1,J1&at=3").text
    assert caption(page).startswith("Move 3: White plays")
    assert "?moves=G1%2Cpass#play" in page


@pytest.mark.parametrize(
    "query",
    [
        "moves=Z9",
        "moves=C9",
        "moves=ko-pass Q16",
        "moves=pass,pass,pass,pass",
        "moves=" + ",".join(["pass"] * 500),
        "moves=" + "A1," * 2000,
        "moves=<script>alert(1)</script>",
        "moves=%00%ff,\u200b",
    ],
)
def test_what_cannot_be_played_is_said(rita: Client, proof: str, query: str) -> None:
    answer = rita.get(f"{proof}?{query}")
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert "<script>alert" not in answer.text
    assert links(answer.text, "?moves=") or links(answer.text, "?at=")


@pytest.mark.parametrize("query", ["at=-1", "at=x", "at=99999999999999", "moves=", "moves=,,"])
def test_other_numbers_and_nothing_are_taken_as_they_can_be(
    rita: Client, proof: str, query: str
) -> None:
    assert rita.get(f"{proof}?{query}").status_code == 200


def test_what_is_not_there_is_not_found(rita: Client, case: Case, proof: str) -> None:
    for rest in ("life/2/", "life/1/play/nothing/", "life/1/proof/nothing/", "life/9/live/"):
        assert rita.get(at(case, rest)).status_code == 404, rest
    assert rita.post(at(case, "life/7/cancel/")).status_code == 404


def test_a_proof_is_a_file_that_another_program_can_check(rita: Client, proof: str) -> None:
    answer = rita.get(proof.replace("/play/", "/proof/"))
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"].startswith('attachment; filename="coupe-case-1-1-')
    assert answer.json()["question"] == "Q2"


def test_a_proof_that_cannot_be_read_is_said_to_be_none(
    rita: Client, case: Case, person: Person
) -> None:
    made = kept_confirmation(case, person, certificate="{}")
    key = ConfirmationAnswer.objects.filter(confirmation=made).first().key  # type: ignore[union-attr]
    answer = rita.get(at(case, f"life/1/play/{key}/"))
    assert answer.status_code == 200
    assert "cannot read the proof" in answer.text


def test_where_only_an_area_is_left_to_guard_the_page_says_so() -> None:
    """White's two stones of example 16 are taken, and Black's stones around that are joined."""
    region, _down = SIXTEEN.region()
    asked = RegionConfirmation(region)
    found = asked.ask(TargetQuestion.Q1, asked.chain(1))
    assert found.certificate is not None
    claim = read_claim(found.certificate)
    chance, choices = Random(16), ()
    while not (explored := explore(claim, choices)).guarded or explored.end:
        choices = (*choices, chance.choice(explored.moves)) if explored.moves else ()
    shown = played_line(claim, PrincipalLine(choices, explored), choices, None)
    page = play_page(
        shown, region.position, region.size, found.problem.target, QuestionWinner.ATTACKER
    )
    assert page.guarded == (
        "Nothing takes Black's stones around what is left, and whatever White plays, there or "
        "elsewhere, Black has an answer."
    )
    assert page.choices
    assert not page.end
    earlier = played_line(claim, PrincipalLine(choices, explored), choices, 1)
    before = play_page(
        earlier, region.position, region.size, found.problem.target, QuestionWinner.ATTACKER
    )
    assert not before.guarded
