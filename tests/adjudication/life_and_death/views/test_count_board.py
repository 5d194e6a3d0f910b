"""The board that a referee counts: where it begins, what a tap does, what a ruling gets of it."""

import json
import re
from dataclasses import replace
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from adjudication.cases.selectors.rulings import reasons_in_language
from adjudication.cases.services.statements import bring_record
from adjudication.cases.views.articles import cited_articles
from adjudication.confirmation.problem import KoPass
from adjudication.confirmation.verdict import Status
from adjudication.confirmation.walls import AliveReason
from adjudication.life_and_death.boards import MarkedBoard, PlayerMarks, usual_board
from adjudication.life_and_death.counting import (
    VerdictOnChain,
    setting_by_verdicts,
    stones_unlike_both,
    undecided_chains,
)
from adjudication.life_and_death.selectors import SaidLine
from adjudication.life_and_death.sources import Source
from adjudication.models import Case, Confirmation, ConfirmationState, ConfirmedChain, Ruling
from adjudication.policy.decisions import BoardCount, board_count_from
from adjudication.rules.colours import states_of
from adjudication.rules.points import parse_point, point_name, point_names
from adjudication.rules.presets import get_ruleset
from adjudication.rules.replay import replay_record
from adjudication.rules.scoring.regions import chain_at
from adjudication.rulings.forms import signed_count
from adjudication.rulings.services.appeals import appoint_committee
from adjudication.verdicts.selectors.submissions import game_badge, submissions_of
from language.messages import Message
from tests.rules.builders import game
from tests.rules.test_seki_as_said import STOP, THREE_CHAINS
from tests.support.answering import contest_as_read
from tests.support.badges import verdict_badges
from tests.support.desk_world import appealed, at, fields, new_case
from tests.support.life_world import (
    BENT_FOUR,
    BLACK_SEVEN,
    OPEN_DAME,
    TWO_EYES,
    WHITE_THREE,
    disputed,
    kept_confirmation,
    links,
    plain,
    record_of,
)
from tests.support.records import WALLS, sgf
from tests.support.world import World, judge_all, report
from tournament.games.selectors import game_rows
from tournament.models import AccessLink, Game, Person, PublicBoards, Role, Tournament

SLID = WALLS.replace("gg bb", "gf bb")

# The bent four dead, and White's three stones in it, or both colours as the players marked them.
ALL_ALIVE = "?begin=none"


def score(page: str) -> str:
    """Return the result that a page of the board says."""
    found = re.search(r"data-play-caption>.*?<strong>([^<]+)</strong>", page, re.DOTALL)
    assert found is not None, page
    return unescape(found[1])


def board(rita: Client, case: Case, query: str = "") -> str:
    answer = rita.get(at(case, "count/") + query.partition("#")[0])
    assert answer.status_code == 200, answer.status_code
    return answer.text


def follow(rita: Client, case: Case, page: str, *parts: str) -> str:
    """Follow the one link of a page to the board that has all these parts in its address."""
    addresses = [one for one in links(page, "?") if all(part in one for part in parts)]
    assert addresses, parts
    return board(rita, case, addresses[0])


def test_the_case_leads_to_the_board(rita: Client, case: Case) -> None:
    rita.post(at(case, "do/"), {"what": "take"})
    assert at(case, "count/") in rita.get(at(case)).text


def test_it_begins_from_the_marks_of_either_player(rita: Client, case: Case) -> None:
    assert "marked them as dead" in plain(board(rita, case))
    page = board(rita, case)
    words = plain(page)
    assert "What Chris marked" in words
    assert "What Dora marked" in words
    chris = board(rita, case, "?begin=marks-0")
    dora = board(rita, case, "?begin=marks-1")
    assert score(chris) != score(dora)
    assert 'value="J2"' in chris
    assert 'value="H4"' in dora


def test_a_tap_makes_a_group_dead_and_the_next_one_alive(rita: Client, case: Case) -> None:
    page = board(rita, case, ALL_ALIVE)
    alive = score(page)
    page = follow(rita, case, page, "tap=H4")
    dead = score(page)
    assert dead != alive
    assert "H4 (black, 7 stones): dead." in plain(page)
    page = follow(rita, case, page, "tap=H4")
    assert "H4 (black, 7 stones): alive." in plain(page)
    assert score(page) == alive


def test_taps_set_groups_in_seki_where_that_is_chosen(rita: Client, case: Case) -> None:
    page = follow(rita, case, board(rita, case, ALL_ALIVE), "tap=H4")
    assert 'id="taps-seki"' in page
    page = board(rita, case, next(one for one in links(page, "?") if "sets=seki" in one))
    assert 'value="H4"' in page  # still dead
    for state in ("in seki", "alive", "in seki"):
        page = follow(rita, case, page, "tap=H4", "sets=seki")
        assert f"H4 (black, 7 stones): {state}." in plain(page)
    page = board(rita, case, next(one for one in links(page, "?") if "sets" not in one))
    page = follow(rita, case, page, "tap=H4")
    assert "H4 (black, 7 stones): dead." in plain(page)


def test_a_seki_takes_what_its_stones_surround(rita: Client, case: Case) -> None:
    page = board(rita, case, ALL_ALIVE)
    assert "A9 counts for nobody" not in plain(page)
    assert score(page) != score(board(rita, case, "?dead=none&seki=C9"))


def test_an_empty_point_goes_round_its_owners(rita: Client, case: Case) -> None:
    page = board(rita, case, ALL_ALIVE)
    page = follow(rita, case, page, "tap=A9")
    assert "A9 counts for nobody." in plain(page)
    page = follow(rita, case, page, "tap=A9")
    assert "A9 counts for White." in plain(page)
    page = follow(rita, case, page, "tap=A9")
    assert "A9 counts for Black." in plain(page)
    assert score(page) == score(board(rita, case, ALL_ALIVE))


def test_wrong_points_are_said_and_the_board_stays(rita: Client, case: Case) -> None:
    page = board(rita, case, "?dead=A9&nobody=C9")
    assert "No stone stands at A9" in plain(page)
    assert "C9 is no empty point" in plain(page)


def test_all_verdicts_of_the_case_come_to_one_count(
    rita: Client, case: Case, person: Person
) -> None:
    told = dict.fromkeys(KoPass, Status.DEAD)
    kept_confirmation(case, person, BLACK_SEVEN, told=told)
    kept_confirmation(case, person, WHITE_THREE, told=dict.fromkeys(KoPass, Status.UNCAPTURABLE))
    page = board(rita, case)
    assert 'value="H4"' in page  # dead by the verdict, J2 alive by the other
    assert at(case, "life/1/") in page
    assert at(case, "life/2/") in page
    assert score(page) == score(board(rita, case, "?dead=H4"))


def test_a_proof_stands_where_the_same_was_asked_again_and_is_not_decided(
    rita: Client, case: Case, person: Person
) -> None:
    kept_confirmation(case, person, BLACK_SEVEN, told=dict.fromkeys(KoPass, Status.DEAD))
    rita.post(at(case, "do/"), {"what": "take"})
    before = score(board(rita, case, "?begin=verdicts"))
    kept_confirmation(case, person, BLACK_SEVEN, told=dict.fromkeys(KoPass, Status.UNDECIDED))
    page = board(rita, case, "?begin=verdicts")
    assert score(page) == before
    assert at(case, "life/1/") in page
    assert at(case, "life/2/") not in page
    (address,) = links(board(rita, case, "?dead=H4&decided=J2"), "ruling/")
    values = fields(rita.get(address).text)
    reasons = " ".join(values["reasons"])
    assert "Dead by the verdict on hypothetical play: H4" in reasons
    assert "verdict 1 of this case" in reasons
    assert "verdict 2" not in reasons
    # The page of the later one leads to the proof, and those of other groups do not ask for it.
    assert at(case, "life/1/") in rita.get(at(case, "life/2/")).text
    kept_confirmation(case, person, WHITE_THREE, told=dict.fromkeys(KoPass, Status.UNCAPTURABLE))
    assert 'id="beside"' not in rita.get(at(case, "life/3/")).text


def test_two_proofs_of_the_opposite_are_told_and_the_newer_one_is_counted(
    rita: Client, case: Case, person: Person
) -> None:
    kept_confirmation(case, person, BLACK_SEVEN, told=dict.fromkeys(KoPass, Status.DEAD))
    kept_confirmation(case, person, BLACK_SEVEN, told=dict.fromkeys(KoPass, Status.UNCAPTURABLE))
    rita.post(at(case, "do/"), {"what": "take"})
    page = board(rita, case, "?begin=verdicts")
    assert score(page) == score(board(rita, case, ALL_ALIVE))
    assert "Verdict 1 of this case" in plain(page)
    assert 'class="doubt' in page
    (address,) = links(board(rita, case, "?dead=none&decided=J2"), "ruling/")
    reasons = " ".join(fields(rita.get(address).text)["reasons"])
    assert "Verdict 1 of this case" in reasons
    for number, other in ((1, 2), (2, 1)):
        page = rita.get(at(case, f"life/{number}/")).text
        assert at(case, f"life/{other}/") in page


def test_what_is_not_decided_is_cited_as_no_proof(rita: Client, case: Case, person: Person) -> None:
    kept_confirmation(case, person, BLACK_SEVEN, told=dict.fromkeys(KoPass, Status.UNDECIDED))
    rita.post(at(case, "do/"), {"what": "take"})
    page = board(rita, case, "?begin=verdicts")
    assert at(case, "life/1/") in page
    assert "with its proof" not in plain(page)
    (address,) = links(board(rita, case, "?dead=H4&decided=J2 H4"), "ruling/")
    reasons = " ".join(fields(rita.get(address).text)["reasons"])
    assert "H4" in reasons
    assert "with its proof" not in reasons


def test_the_reasons_name_what_a_drawn_area_takes_for_granted(
    rita: Client, case: Case, person: Person
) -> None:
    kept = kept_confirmation(case, person, state="running")
    held = {"points": ["F6", "G6"], "colour": "white", "why": AliveReason.EDGE.value}
    for reading in KoPass.EACH, KoPass.BOTH:
        ConfirmedChain.objects.create(
            confirmation=kept,
            ko_pass=reading.value,
            order=0,
            chain=point_names(_chain_at(BLACK_SEVEN), 9),
            colour="black",
            status=Status.DEAD.value,
            assumptions=[held],
        )
    assert Confirmation.objects.move(kept, ConfirmationState.DONE)
    rita.post(at(case, "do/"), {"what": "take"})
    page = board(rita, case, "?begin=verdicts")
    (address,) = links(board(rita, case, "?dead=H4&decided=J2"), "ruling/")
    reasons = " ".join(fields(rita.get(address).text)["reasons"])
    assert "Dead by the verdict on hypothetical play: H4" not in reasons
    for text in (reasons, plain(page), plain(rita.get(at(case, "life/1/")).text)):
        assert "F6, G6 at the edge of the area count as held by White" in text


def _chain_at(name: str) -> frozenset[int]:
    return chain_at(states_of("".join(BENT_FOUR.split())), 9, parse_point(name, 9))


def test_of_two_groups_that_cannot_both_be_dead_each_is_counted_alone(
    rita: Client, case: Case, person: Person
) -> None:
    told = dict.fromkeys(KoPass, Status.DEAD)
    kept_confirmation(case, person, BLACK_SEVEN, WHITE_THREE, told=told)
    page = rita.get(at(case, "life/1/")).text
    alone = [score(board(rita, case, f"?dead={point}")) for point in ("H4", "J2")]
    found = re.findall(
        r'<th scope="rowgroup"[^>]*>dead\b.*?<strong>([^<]+)</strong>', page, re.DOTALL
    )
    assert [unescape(one) for one in found] == alone


def test_readings_that_differ_are_marked_to_be_looked_at(
    rita: Client, case: Case, person: Person
) -> None:
    told = {KoPass.EACH: Status.DEAD, KoPass.BOTH: Status.UNCAPTURABLE}
    kept_confirmation(case, person, BLACK_SEVEN, told=told)
    page = board(rita, case)
    assert "look at it" in plain(page)
    assert 'class="doubt' in page


def test_the_form_of_the_ruling_is_filled_in(rita: Client, case: Case, person: Person) -> None:
    kept_confirmation(case, person, BLACK_SEVEN, told=dict.fromkeys(KoPass, Status.DEAD))
    assert "use-count" not in board(rita, case)
    rita.post(at(case, "do/"), {"what": "take"})
    page = board(rita, case)
    assert not links(page, "ruling/")  # Chris and Dora differ on the other stones, too
    assert 'id="undecided"' in page
    page = follow(rita, case, page, "dead=H4&", "decided=J2")
    (address,) = links(page, "ruling/")
    form = rita.get(address).text
    values = fields(form)
    assert values["effect"] == ["result"]
    assert values["winner"] == ["white"]
    assert values["reason"] == ["score"]
    margin = score(page).partition("+")[2]
    assert values["margin"] == [margin]
    assert "j1989:7.1" in values["articles"]
    assert any(key.startswith("j1989:10") for key in values["articles"])
    # Nobody asked to play on, no ko was passed for, and the players did not agree.
    assert {"j1989:9.3", "j1989:7.2", "j1989:9.2"}.isdisjoint(values["articles"])
    assert "j1989:10.3" not in values["articles"]  # the count rests on no objection
    reasons = " ".join(values["reasons"])
    assert "Dead by the verdict on hypothetical play: H4 (black, 7 stones)" in reasons
    # Whoever called them dead reads what became of that.
    assert "Ruled alive, though Black calls them dead: J2 (white, 3 stones)" in reasons
    assert "What decides on stones in dispute: Art. 7.1." in reasons
    paragraphs = reasons.split("\n\n")
    assert "verdict 1 of this case" in paragraphs[1]
    assert "Counted: Black" in paragraphs[-1]
    assert "count/?report=" in form  # back to the board


def test_the_ruling_keeps_the_count_and_its_reasons_are_read_in_every_language(
    world: World, rita: Client, case: Case, person: Person
) -> None:
    kept_confirmation(case, person, BLACK_SEVEN, told=dict.fromkeys(KoPass, Status.DEAD))
    rita.post(at(case, "do/"), {"what": "take"})
    player, verdict = world.player(2), at(case, "life/1/")
    assert player.get(verdict).status_code == 403
    (address,) = links(board(rita, case, "?dead=H4&decided=J2"), "ruling/")
    values = fields(rita.get(address).text)
    for page in ("ruling/", "revise/"):
        preview = rita.post(at(case, page), {**values, "step": "preview"}).text
        assert 'id="counted"' in preview
        rita.post(at(case, page), {**fields(preview), "step": "confirm"})
        values = fields(rita.get(at(case, "revise/")).text) | {"note": "I counted it again."}
    first, second = Ruling.objects.order_by("number")
    for ruling in (first, second):
        counted = board_count_from(ruling.counted)
        assert (counted.dead, counted.verdicts) == ((BLACK_SEVEN,), (1,))
        assert counted.margin_half == ruling.margin_half
        french = reasons_in_language(ruling.reasons, ruling.made_of, "fr")
        assert f"{BLACK_SEVEN} (noire, 7 pierres)" in french
        assert "verdict" in french
        assert "Counted" not in french
    # A referee who sits on the committee begins from it, and puts a count before the committee.
    sits = world.client(Role.REFEREE)
    appoint_committee(
        appeal_id=appealed(world, case, world.players[2]),
        link_ids=[AccessLink.objects.latest("pk").pk],
        player_ids=[world.players[4].pk, world.players[5].pk],
    )
    page = board(sits, case)
    assert score(page) == score(board(sits, case, "?begin=ruling"))
    assert score(page) != score(board(sits, case, "?begin=none"))
    assert links(page, "appeal/motion/")
    assert not links(board(rita, case), "appeal/motion/")
    # What the ruling rests on its players open; others do not.
    told = player.get(f"/games/{case.game_id}/case/").text
    assert verdict in told
    assert 'id="counted-of-2"' in told
    assert 'id="counted-of-1"' not in told, "that one no longer stands"
    page = player.get(verdict).text
    assert at(case, "ruling/") not in page
    assert at(case, "count/") not in page
    for proof in dict.fromkeys(links(page, "/play/") + links(page, "/proof/")):
        assert player.get(proof).status_code == 200
    assert world.player(0).get(verdict).status_code == 403


def test_a_proposal_is_asked_for_and_shown(rita: Client, case: Case) -> None:
    answer = rita.post(at(case, "count/"), {"report": ""}, follow=True)
    assert answer.status_code == 200
    # Both groups are too close: it names them, and proposes nothing.
    assert "none are proposed" in plain(answer.text)
    assert "H4 (black, 7 stones)" in plain(answer.text).partition("Not sure of these")[2]
    assert "dead=" in answer.redirect_chain[0][0]


def test_a_count_says_what_it_waits_for_and_takes_a_proposal_in_one_press(
    rita: Client, case: Case
) -> None:
    rita.post(at(case, "do/"), {"what": "take"})
    page = board(rita, case, f"?dead={BLACK_SEVEN}&proposed={BLACK_SEVEN} {WHITE_THREE}")
    left = re.findall(r'href="#(group-\w+)"', page)
    assert left == [f"group-{BLACK_SEVEN}", f"group-{WHITE_THREE}"]
    assert all(f'id="{one}"' in page for one in left)
    assert 'id="use-count"' not in page
    taken = board(rita, case, as_proposed(page))
    assert 'id="use-count"' in taken
    assert 'id="as-proposed"' not in taken
    assert score(taken) == score(page)


def test_the_reasons_say_why_where_that_is_known_and_the_board_shows_the_dispute(
    world: World, rita: Client, case: Case
) -> None:
    rita.post(at(case, "do/"), {"what": "take"})
    proposed = f"?dead={BLACK_SEVEN}&proposed={BLACK_SEVEN} {WHITE_THREE}"
    page = board(rita, case, as_proposed(board(rita, case, proposed)))
    (address,) = links(page, "ruling/")
    values = fields(rita.get(address).text)
    (reasons,) = values["reasons"]
    assert "which can be wrong, takes for dead: H4 (black, 7 stones)." in reasons
    assert "which can be wrong, takes for alive: J2 (white, 3 stones)." in reasons
    # What the referee sets themselves rests on no proposal any more.
    (alive,) = re.findall(r'id="set-J2-alive" href="([^"#]*)', page)
    (address,) = links(board(rita, case, unescape(alive)), "ruling/")
    (own,) = fields(rita.get(address).text)["reasons"]
    assert "takes for dead" in own
    assert "takes for alive" not in own
    preview = rita.post(at(case, "ruling/"), {**values, "step": "preview"}).text
    rita.post(at(case, "ruling/"), {**fields(preview), "step": "confirm"})
    assert board_count_from(Ruling.objects.get().counted).differing == (BLACK_SEVEN, WHITE_THREE)
    for shown in (
        preview,
        rita.get(at(case)).text,
        world.player(2).get(f"/games/{case.game_id}/case/").text,
    ):
        counted = shown.partition('id="counted')[2].partition("</figure>")[0]
        assert counted.count('class="sign triangle') == 10
        assert "The players differ on" in counted
        assert "the players differ" in counted, "the legend has it"


def test_the_reasons_say_of_stones_that_nobody_can_take_that_it_is_so(
    world: World, rita: Client
) -> None:
    case = disputed(world, 0, TWO_EYES, dead=("", "H4"))
    rita.post(at(case, "do/"), {"what": "take"})

    def reasons(start: str) -> str:
        (address,) = links(board(rita, case, start), "ruling/")
        return " ".join(fields(rita.get(address).text)["reasons"])

    alive, dead = reasons(ALL_ALIVE), reasons("?dead=H4&decided=H4")
    assert "These cannot be taken, whatever is played: H4 (black, 6 stones)." in alive
    assert "cannot be taken" not in dead


def reasons_for(rita: Client, case: Case, start: str) -> str:
    """Return the reasons that a board which is set fills in."""
    (address,) = links(board(rita, case, start), "ruling/")
    return " ".join(fields(rita.get(address).text)["reasons"])


def test_the_reasons_say_what_is_ruled_otherwise_than_by_whom(rita: Client, case: Case) -> None:
    rita.post(at(case, "do/"), {"what": "take"})
    # White marked H4, Black J2, and nobody the stones around C9.
    both = f"decided={BLACK_SEVEN} {WHITE_THREE} C9"
    dead = reasons_for(rita, case, f"?dead={BLACK_SEVEN} C9&{both}")
    assert f"Ruled dead, as White alone says: {BLACK_SEVEN} (black, 7 stones)." in dead
    assert "Ruled dead, though neither player says so: C9 (black" in dead
    assert f"Ruled alive, though Black calls them dead: {WHITE_THREE} (white, 3 stones)." in dead
    assert "What decides on stones in dispute: Art. 7.1." in dead
    seki = reasons_for(rita, case, f"?dead=none&seki={BLACK_SEVEN} {WHITE_THREE}&{both}")
    assert "though neither player says so: H4 (black, 7 stones), J2 (white, 3 stones)." in seki
    assert "Ruled alive: C9 (black" in seki


@pytest.mark.parametrize(
    ("text", "french"),
    [
        ("Dead, as the referee finds: %(groups)s.", "Mortes, selon l’arbitre"),
        ("Alive, though Black calls them dead: %(groups)s.", "Vivantes, bien que Noir"),
    ],
)
def test_what_an_earlier_release_wrote_is_read_in_every_language(text: str, french: str) -> None:
    made_of = (Message(text) % {"groups": BLACK_SEVEN}).as_json()
    told = reasons_in_language(text % {"groups": BLACK_SEVEN}, made_of, "fr")
    assert told.startswith(french)


def test_what_both_say_is_ruled_by_nobody(world: World, rita: Client) -> None:
    case = disputed(world, 0, dead=(BLACK_SEVEN, BLACK_SEVEN))
    rita.post(at(case, "do/"), {"what": "take"})
    reasons = reasons_for(rita, case, "")
    assert f"Dead, as both players say: {BLACK_SEVEN} (black, 7 stones)." in reasons
    assert "in dispute" not in reasons
    alive = reasons_for(rita, case, f"?dead=none&decided={BLACK_SEVEN}")
    assert f"Ruled alive, though both players call them dead: {BLACK_SEVEN}" in alive


def test_nobody_is_said_to_have_marked_what_only_a_file_does(world: World, rita: Client) -> None:
    game = world.games[0]
    # White's program took the points on which Black's seven stones stand for White's.
    marks = "".join(f"[{point}]" for point in ("hf", "if", "hg", "fh", "gh", "hh", "fi"))
    file = record_of(BENT_FOUR).replace(b";W[])", f";W[]TW{marks})".encode())
    report(game, game.black, "B+20.5", record_of(BENT_FOUR), [])
    report(game, game.white, "W+20.5", file, None)
    judge_all()
    case = Case.objects.get(game=game)
    rita.post(at(case, "do/"), {"what": "take"})
    key = f"report={game.submissions.get(player=game.white).pk}"
    page = board(rita, case, f"?{key}")
    assert "What is marked in the file of" in plain(page)
    assert "marked them as dead" not in plain(page)
    reasons = reasons_for(rita, case, f"?{key}&dead={BLACK_SEVEN}&decided={BLACK_SEVEN}")
    assert f"Ruled dead, as the record’s file marks them: {BLACK_SEVEN}" in reasons
    assert "alone says" not in reasons


def test_what_was_marked_in_another_record_is_said_to_be_so(world: World, rita: Client) -> None:
    game = world.games[0]
    other = BENT_FOUR.replace(". . X O . . . . .", ". X X O . . . . .", 1)
    # H1 is a stone of White here, and of Black in the record in which Black marked it.
    turned = other[: other.rindex("O O")] + "X O"
    report(game, game.black, "B+20.5", record_of(turned), ["H1"])
    report(game, game.white, "W+20.5", record_of(BENT_FOUR), [])
    judge_all()
    case = Case.objects.get(game=game)
    rita.post(at(case, "do/"), {"what": "take"})
    key = f"report={game.submissions.get(player=game.white).pk}"
    page = board(rita, case, f"?{key}&begin=marks-0")
    assert "marked in another record" in plain(page)
    assert score(page) == score(board(rita, case, f"?{key}&begin=none"))


def test_what_both_marked_in_two_records_is_no_dispute(world: World, rita: Client) -> None:
    """Both marked the group at B8; the stone at G3 stands at G4 in White's record."""
    game = world.games[0]
    report(game, game.black, "W+15.5", sgf(WALLS, KM="6.5"), dead=["B8", "G3"])
    report(game, game.white, "W+14.5", sgf(SLID, KM="6.5"), dead=["B8", "G4"])
    judge_all()
    case = Case.objects.get(game=game)
    rita.post(at(case, "do/"), {"what": "take"})
    blacks = game.submissions.get(player=game.black).pk
    sent = {"what": "right", "record": f"report-{blacks}"}
    page = rita.post(at(case, "do/"), sent, follow=True).text
    assert 'id="marked-elsewhere"' in page
    assert re.findall(r'href="#(group-\w+)"', page) == ["group-G3"]
    assert "players differ" not in plain(page)
    (set_dead,) = re.findall(r'id="set-G3-dead" href="([^"#]*)', page)
    (address,) = links(board(rita, case, unescape(set_dead)), "ruling/")
    values = fields(rita.get(address).text)
    reasons = " ".join(values["reasons"])
    assert "Of the records of this game, the referee chose Black’s." in reasons
    assert "Dead, as both players marked them, White in another record: B8" in reasons
    assert "they stand in another way: G3" in reasons
    assert "alone" not in reasons
    assert "in dispute" not in reasons


def test_a_record_that_nobody_marked_begins_without_dead_stones(world: World, rita: Client) -> None:
    game = world.games[0]
    report(game, game.black, "W+15.5", sgf(WALLS, KM="6.5"), dead=["B8", "G3"])
    report(game, game.white, "W+14.5", sgf(SLID, KM="6.5"), dead=["B8", "G4"])
    case = Case.objects.get(game=game)
    third = sgf(WALLS.replace("de ee", "ce ee"))
    bring_record(case, player_id=game.white_id, record_bytes=third, filename="third.sgf")
    judge_all()
    rita.post(at(case, "do/"), {"what": "take"})
    said = case.statements.get(record__isnull=False).pk
    sent = {"what": "right", "record": f"statement-{said}"}
    page = rita.post(at(case, "do/"), sent, follow=True).text
    assert 'id="marked-elsewhere"' in page
    assert score(page) == score(board(rita, case, ALL_ALIVE))
    assert 'id="use-count"' not in page
    assert "group-B8" in re.findall(r'href="#(group-\w+)"', page)
    # What both marked is one press away, and settles only that.
    both = board(rita, case, "?begin=agreed")
    assert score(both) != score(page)
    assert "group-B8" not in re.findall(r'href="#(group-\w+)"', both)


@pytest.mark.parametrize(
    ("dead", "ticked", "left_out"),
    [
        ((BLACK_SEVEN, BLACK_SEVEN), "j1989:9.2", "j1989:7.1"),
        ((BLACK_SEVEN, None), "j1989:7.1", "j1989:9.2"),
    ],
)
def test_the_articles_that_the_reasons_cite_are_ticked(
    world: World, rita: Client, dead: tuple[str, str | None], ticked: str, left_out: str
) -> None:
    game = world.games[0]
    blacks, whites = dead
    report(game, game.black, "B+20.5", record_of(BENT_FOUR), [blacks])
    report(game, game.white, "W+20.5", record_of(BENT_FOUR), whites and [whites])
    judge_all()
    case = Case.objects.get(game=game)
    rita.post(at(case, "do/"), {"what": "take"})
    (address,) = links(board(rita, case, f"?dead={BLACK_SEVEN}"), "ruling/")
    values = fields(rita.get(address).text)
    assert ("Art. 7.1" in " ".join(values["reasons"])) is (ticked == "j1989:7.1")
    assert ticked in values["articles"]
    assert left_out not in values["articles"]


def as_proposed(page: str) -> str:
    """Return the address of the board with all groups as they are proposed."""
    (found,) = re.findall(r'id="as-proposed" href="([^"]*)"', page)
    return unescape(found)


def test_of_what_a_proposal_is_not_sure_is_still_asked(rita: Client, case: Case) -> None:
    rita.post(at(case, "do/"), {"what": "take"})
    page = board(rita, case, f"?dead={BLACK_SEVEN}&proposed={BLACK_SEVEN}")
    page = board(rita, case, as_proposed(page))
    assert re.findall(r'href="#(group-\w+)"', page) == [f"group-{WHITE_THREE}"]
    assert 'id="use-count"' not in page
    assert 'id="as-proposed"' not in page


@pytest.mark.parametrize(
    "query", ["", ALL_ALIVE, f"?dead={WHITE_THREE}&proposed={BLACK_SEVEN}&written=1"]
)
def test_what_nobody_proposed_is_not_taken_in_one_press(
    rita: Client, case: Case, query: str
) -> None:
    rita.post(at(case, "do/"), {"what": "take"})
    assert 'id="as-proposed"' not in board(rita, case, query)


def test_under_area_rules_there_is_no_seki_to_set(world: World, rita: Client, case: Case) -> None:
    Tournament.objects.filter(pk=world.tournament.pk).update(rules="french")
    page = board(rita, case, ALL_ALIVE)
    assert 'name="seki"' not in page
    assert "sets=seki" not in page
    page = board(rita, case, ALL_ALIVE + "&sets=seki&tap=H4")
    assert "H4 (black, 7 stones): dead." in plain(page)
    page = follow(rita, case, page, "tap=H4")
    assert "H4 (black, 7 stones): alive." in plain(page)


def test_where_no_stone_is_removed_none_can_be_dead(rita: Client, case: Case) -> None:
    Game.objects.filter(pk=case.game_id).update(stones_stay_since=timezone.now())
    page = board(rita, case)
    assert "no more stones are removed" in plain(page)
    assert "tap=H4" not in page
    assert score(board(rita, case, "?dead=H4")) == score(page)


@pytest.mark.parametrize("query", ["?tap=Z99", "?report=999", "?begin=marks-77"])
def test_odd_addresses_show_the_board(rita: Client, case: Case, query: str) -> None:
    assert score(board(rita, case, query))


def test_without_a_record_it_says_so(world: World, rita: Client) -> None:
    case = new_case(world, 0)
    assert "No record of this game" in rita.get(at(case, "count/")).text


def test_what_both_marked_in_seki_is_counted_so_and_what_one_did_is_asked_for() -> None:
    record = game(THREE_CHAINS, STOP)
    replay = replay_record(record)
    plain = MarkedBoard(Source(1), "", record, replay, 2, tuple(replay.position), ())
    left, nothing = frozenset({1, 9, 10}), frozenset[int]()

    def marked(*seki: frozenset[int]) -> MarkedBoard:
        marks = (PlayerMarks("", nothing, number, stones) for number, stones in enumerate(seki, 1))
        return replace(plain, marked=tuple(marks))

    both = marked(left, left)
    begun = setting_by_verdicts(both, {}, get_ruleset("japanese"), both.agreed_dead)
    assert begun.seki == left
    assert not both.differing
    alone = marked(left, nothing)
    begun = setting_by_verdicts(alone, {}, get_ruleset("japanese"), alone.agreed_dead)
    assert not begun.seki
    assert undecided_chains(alone, {}, begun) == [left]
    assert alone.calls_by_player(min(left)) == {1: "seki"}


def test_of_a_record_that_nobody_marked_the_groups_are_asked_for_that_no_marked_one_has(
    world: World, rita: Client
) -> None:
    """Of three records, marks on two say nothing of a group that stands only in the third."""
    rows = BENT_FOUR.strip().splitlines()
    whites, third = (
        record_of("\n".join((*rows[:at], ". . X O . . . X .", *rows[at + 1 :]))) for at in (1, 2)
    )
    game = world.games[0]
    report(game, game.black, "W+28.5", record_of(BENT_FOUR), [BLACK_SEVEN])
    report(game, game.white, "W+29.5", whites, [BLACK_SEVEN, "H8"])
    judge_all()
    case = Case.objects.get(game=game)
    bring_record(case, player_id=game.white_id, record_bytes=third, filename="third.sgf")
    judge_all()
    rita.post(at(case, "do/"), {"what": "take"})
    (said,) = case.statements.all()
    shown = f"?report=statement-{said.pk}"

    def asked_for(query: str) -> str:
        page = board(rita, case, query)
        return plain(page.partition('id="undecided"')[2].partition("</p>")[0])

    asked = asked_for(shown)
    assert f"{BLACK_SEVEN} (black, 7 stones)" in asked
    assert "H7 (black, 1 stone)" in asked
    # What stands alike in a marked record, and was not marked there, is nobody's question.
    assert WHITE_THREE not in asked
    assert "H7" not in asked_for("")
    decided = f"{shown}&dead={BLACK_SEVEN} H7&decided={BLACK_SEVEN} H7"
    reasons = reasons_for(rita, case, decided)
    assert "Ruled dead; no marks speak of them: H7 (black, 1 stone)." in reasons
    assert "in dispute" not in reasons


def test_a_group_is_asked_for_that_players_call_otherwise_and_so_is_what_neither_says() -> None:
    record = game(THREE_CHAINS, STOP)
    replay = replay_record(record)
    plain = MarkedBoard(Source(1), "", record, replay, 2, tuple(replay.position), ())
    left = frozenset({1, 9, 10})
    first = point_name(min(left), 9)

    def line(player: int, **said: tuple[str, ...]) -> SaidLine:
        states = {"alive": (), "dead": (), "seki": (), **said}
        return SaidLine(player, "", Source(1), 9, plain.text, **states, said_at=timezone.now())

    differ = replace(plain, said=(line(1, dead=(first,)), line(2, seki=(first,))))
    begun = setting_by_verdicts(differ, {}, get_ruleset("japanese"), differ.agreed_dead)
    assert undecided_chains(differ, {}, begun) == [left]
    assert not undecided_chains(differ, {}, begun.with_decision(left, "alive"))
    assert stones_unlike_both(differ, {}, begun) == left  # alive, which neither says
    for state in ("dead", "seki"):
        assert not stones_unlike_both(differ, {}, begun.with_decision(left, state))
    agree = replace(plain, said=(line(1, dead=(first,)), line(2, dead=(first,))))
    begun = setting_by_verdicts(agree, {}, get_ruleset("japanese"), agree.agreed_dead)
    assert begun.dead == left
    assert not undecided_chains(agree, {}, begun)
    assert stones_unlike_both(agree, {}, begun.with_decision(left, "alive")) == left


def test_where_open_dame_decide_who_wins_the_referee_is_told_what_can_be_done(
    world: World, rita: Client
) -> None:
    game = world.games[0]
    report(game, game.black, "B+3.5", record_of(OPEN_DAME), [])
    report(game, game.white, "W+6.5", record_of(OPEN_DAME), [])
    judge_all()
    case = Case.objects.get(game=game)
    rita.post(at(case, "do/"), {"what": "take"})
    page = board(rita, case, ALL_ALIVE)
    assert score(page) == "B+3.5"
    for article in ("Art. 8", "Art. 9.2", "Art. 9.3"):
        assert article in page.partition('id="by-the-letter"')[2].partition("</div>")[0]
    assert links(page, "ruling/"), "nothing is decided by it"
    letter = follow(rita, case, page, "seki=")
    assert score(letter) == "W+6.5"
    assert "by-the-letter" not in letter
    # Where the same player wins either way there is nothing to decide.
    Game.objects.filter(pk=game.pk).update(komi_half=-1)
    assert "by-the-letter" not in board(rita, case, ALL_ALIVE)
    Tournament.objects.update(rules="japanese-strict")
    assert "by-the-letter" not in board(rita, case, ALL_ALIVE)


def test_players_read_of_open_dame_without_a_second_count(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+3.5", record_of(OPEN_DAME), [])
    judge_all()
    address = f"/games/{game.pk}/"
    for client in (world.player(0), world.player(1)):
        page = client.get(address).text
        assert "Open dame: F1" in page
        assert "W+6.5" not in page
    assert "W+6.5" in world.client("referee").get(address).text


def test_chains_of_both_colours_found_alive_without_two_eyes_are_counted_in_seki() -> None:
    record = game(THREE_CHAINS, STOP)
    replay = replay_record(record)
    standing = MarkedBoard(Source(1), "", record, replay, 2, tuple(replay.position), ())
    left, middle, right = ({1, 9, 10}, {3, 4, 5, *range(11, 16)}, {7, 16, 17})
    alive = VerdictOnChain(1, None, alive=True, differs=False)  # type: ignore[arg-type]
    found = {frozenset(chain): alive for chain in (left, middle, right)}
    japanese, beginner = get_ruleset("japanese"), get_ruleset("beginner")
    setting = setting_by_verdicts(standing, found, japanese, frozenset(left))
    assert (setting.dead, setting.seki) == (frozenset(), frozenset(left | middle | right))
    assert not setting_by_verdicts(standing, found, beginner, frozenset()).seki
    one_side = {frozenset(left): alive}
    assert not setting_by_verdicts(standing, one_side, japanese, frozenset()).seki


def test_a_referee_begins_with_a_board_that_players_spoke_of() -> None:
    record = game(THREE_CHAINS, STOP)
    replay = replay_record(record)
    first = MarkedBoard(Source(1), "", record, replay, 2, tuple(replay.position), ())
    line = SaidLine(7, "", Source(2), 9, first.text, (), (), (), timezone.now())
    second = replace(first, source=Source(2), said=(line,))
    assert usual_board((first, second)) is usual_board((first, second), 8) is second
    assert usual_board((first, replace(first))) is first
    assert usual_board(()) is None


def test_a_ruling_that_counts_stones_as_dead_which_a_verdict_finds_alive_is_asked_about(
    rita: Client, case: Case, person: Person
) -> None:
    rita.post(at(case, "do/"), {"what": "take"})
    kept_confirmation(case, person, WHITE_THREE, told=dict.fromkeys(KoPass, Status.UNCAPTURABLE))
    form = dict(fields(rita.get(at(case, "ruling/")).text)) | {"effect": "result"}
    form |= {
        "winner": "black",
        "reason": "score",
        "margin": "9.5",
        "reasons": "So it is counted.",
        "step": "confirm",
    }

    def asked(*dead: str) -> bool:
        count = signed_count(BoardCount(40, 30.5, "black", dead=dead))
        page = rita.post(at(case, "ruling/"), {**form, "count": count}, follow=True).text
        return "verdict 1 of this case finds them alive" in page

    otherwise = signed_count(BoardCount(40, 30.5, "black", unlike_both=(BLACK_SEVEN,)))
    page = rita.post(at(case, "ruling/"), {**form, "count": otherwise}, follow=True).text
    assert f"{BLACK_SEVEN} are counted as alive, and neither player says so" in page
    assert asked(WHITE_THREE, BLACK_SEVEN)
    # A later question about the same stones that stays open takes nothing away.
    kept_confirmation(case, person, WHITE_THREE, told=dict.fromkeys(KoPass, Status.UNDECIDED))
    assert asked(WHITE_THREE, BLACK_SEVEN)
    assert not Ruling.objects.exists()
    assert not asked(BLACK_SEVEN)


def test_a_ruling_that_leaves_stones_alive_which_a_verdict_finds_dead_is_asked_about(
    rita: Client, case: Case, person: Person
) -> None:
    rita.post(at(case, "do/"), {"what": "take"})
    kept_confirmation(case, person, BLACK_SEVEN, told=dict.fromkeys(KoPass, Status.DEAD))
    form = dict(fields(rita.get(at(case, "ruling/")).text)) | {"effect": "result"}
    form |= {"winner": "black", "reason": "score", "margin": "9.5", "reasons": "So it is."}

    def asked(*dead: str, verdicts: tuple[int, ...] = (1,)) -> bool:
        count = signed_count(BoardCount(40, 30.5, "black", dead=dead, verdicts=verdicts))
        sent = {**form, "count": count, "step": "preview"}
        return "verdict 1 of this case finds them dead" in rita.post(at(case, "ruling/"), sent).text

    assert asked()
    assert not asked(BLACK_SEVEN)
    # A count of another record names no such verdict: its stones are others.
    assert not asked(verdicts=())
    Game.objects.filter(cases=case).update(stones_stay_since=timezone.now())
    assert not asked()


@pytest.mark.parametrize(
    ("rules", "ticked", "left_out"),
    [
        ("japanese", {"j1989:7.1", "j1989:10.1", "j1989:10.2"}, {"j1989:9.2", "j1989:9.3"}),
        ("french", {"french:end.3", "french:end.4", "french:end.5"}, {"french:end.9"}),
        ("nz", {"nz:game.4", "nz:territory"}, {"nz:game.2"}),
        ("beginner", {"beginner:count.1", "beginner:count.2", "event:dispute"}, set()),
        ("aga", {"event:dispute"}, set()),
    ],
)
def test_the_articles_on_a_disagreement_are_ticked(
    rita: Client, case: Case, rules: str, ticked: set[str], left_out: set[str]
) -> None:
    Tournament.objects.update(rules=rules)
    rita.post(at(case, "do/"), {"what": "take"})
    page = board(rita, case, f"?dead={BLACK_SEVEN}&decided={BLACK_SEVEN} {WHITE_THREE}")
    (address,) = links(page, "ruling/")
    found = set(fields(rita.get(address).text)["articles"])
    assert found >= ticked
    assert not found & left_out


def ruled_as_white_reported(world: World, rita: Client, *, counted: bool) -> tuple[Case, str]:
    """Let a referee rule what White reported and marked, by a count or as they write it.

    Return the case and the result.
    """
    points = 28.5
    game = world.games[0]
    report(game, game.black, "B+20.5", record_of(BENT_FOUR), ["H1"])
    report(game, game.white, f"W+{points}", record_of(BENT_FOUR), [BLACK_SEVEN])
    judge_all()
    case = Case.objects.get(game=game)
    rita.post(at(case, "do/"), {"what": "take"})
    (address,) = links(
        board(rita, case, f"?dead={BLACK_SEVEN}&decided={BLACK_SEVEN} {WHITE_THREE}"), "ruling/"
    )
    values = fields(rita.get(address).text)
    assert values["margin"] == [str(points)]
    if not counted:
        values = {**values, "count": [""], "made_of": [""], "reasons": ["So both said later."]}
    preview = rita.post(at(case, "ruling/"), {**values, "step": "preview"}).text
    rita.post(at(case, "ruling/"), {**fields(preview), "step": "confirm"})
    game = Game.objects.get(pk=game.pk)
    assert (game.state, game.margin_half) == ("ruled", int(2 * points))
    return case, f"/games/{game.pk}/"


@pytest.mark.parametrize("counted", [True, False])
def test_after_a_ruling_nobody_reads_that_a_record_agrees_by_the_marks_of_one_player(
    world: World, rita: Client, counted: bool
) -> None:
    case, address = ruled_as_white_reported(world, rita, counted=counted)
    beside = {case.game_id: "counted"} if counted else {}
    assert verdict_badges(world.tournament.pk) == beside
    reports = submissions_of([case.game_id])[case.game_id]
    (row,) = game_rows(Game.objects.filter(pk=case.game_id))
    assert game_badge(row, reports) == beside.get(case.game_id, "")
    assert {one.badge for one in reports} == {"counted" if counted else "decided", "contradicted"}
    for client in (Client(), world.player(0), rita):
        page = plain(client.get(address).text)
        assert "opponent has not confirmed" not in page
        assert "that one player marked" not in page


def test_everybody_sees_the_stones_by_which_a_ruling_gave_the_result(
    world: World, rita: Client
) -> None:
    _case, address = ruled_as_white_reported(world, rita, counted=True)
    page = Client().get(address).text
    data = json.loads(page.partition('type="application/json">')[2].partition("</script>")[0])
    assert point_name(min(data["dead"]), 9) == BLACK_SEVEN
    assert len(data["dead"]) == 7
    assert 'id="counted-by-ruling"' in page
    Tournament.objects.update(public_boards=PublicBoards.NONE)
    assert "counted-by-ruling" not in Client().get(address).text
    # Another result than that of the ruling is not told with its stones.
    Tournament.objects.update(public_boards=PublicBoards.MOVES)
    Game.objects.filter(state="ruled").update(margin_half=3)
    page = Client().get(address).text
    assert "counted-by-ruling" not in page
    assert '"dead": []' in page


def test_everybody_sees_the_count_of_a_record_that_came_with_a_statement_alone(
    world: World, rita: Client
) -> None:
    game = world.games[0]
    report(game, game.black, "B+20.5")
    report(game, game.white, "W+28.5")
    case = Case.objects.get(game=game)
    sent = {"player_id": game.white.pk, "filename": "white.sgf"}
    bring_record(case, record_bytes=record_of(BENT_FOUR), **sent)
    judge_all()
    rita.post(at(case, "do/"), {"what": "take"})
    page = board(rita, case, f"?dead={BLACK_SEVEN}&decided={BLACK_SEVEN} {WHITE_THREE}")
    (address,) = links(page, "ruling/")
    preview = rita.post(
        at(case, "ruling/"), {**fields(rita.get(address).text), "step": "preview"}
    ).text
    rita.post(at(case, "ruling/"), {**fields(preview), "step": "confirm"})
    assert Game.objects.get(pk=game.pk).state == "ruled"
    page = Client().get(f"/games/{game.pk}/").text
    data = json.loads(page.partition('type="application/json">')[2].partition("</script>")[0])
    assert point_name(min(data["dead"]), 9) == BLACK_SEVEN
    assert 'id="counted-by-ruling"' in page
    assert 'name="move-ruled"' in page
    Tournament.objects.update(public_boards=PublicBoards.NONE)
    assert "counted-by-ruling" not in Client().get(f"/games/{game.pk}/").text


def test_stones_are_not_shown_where_a_ruling_counted_none(world: World, rita: Client) -> None:
    _case, address = ruled_as_white_reported(world, rita, counted=False)
    page = Client().get(address).text
    assert "data-board=" in page
    assert '"dead": []' in page


def one_sided(world: World, rules: str, index: int = 2) -> Case:
    """Let White contest, without marks, the dead stones that Black reports under some rules."""
    Tournament.objects.update(rules=rules)
    game = world.games[index]
    sent = report(game, game.black, "B+20.5", record_of(BENT_FOUR), ["H1"])
    judge_all()
    contest_as_read(submission_id=sent, player_id=game.white_id, about_dead_stones=True)
    return Case.objects.get(game=game)


@pytest.mark.parametrize(
    ("rules", "play_on"),
    [
        ("french", "Fin de la partie (5)"),
        ("nz", "Partie (4)"),
        ("aga", "Rule 10"),
        ("tromp-taylor", "Tromp-Taylor rules"),
        ("japanese", ""),
        ("beginner", ""),
    ],
)
def test_where_the_players_play_on_it_is_asked_whether_the_stones_are_ruled_on(
    world: World, rita: Client, rules: str, play_on: str
) -> None:
    case = one_sided(world, rules)
    rita.post(at(case, "do/"), {"what": "take"})
    page = board(rita, case)
    assert ('id="play-on"' in page) == bool(play_on)
    assert f"By {play_on}" in plain(page) or not play_on
    (address,) = links(page, "ruling/")
    values = fields(rita.get(address).text)
    reasons = " ".join(values["reasons"])
    assert ("What decides on stones in dispute" in reasons) != bool(play_on)
    assert ("here that is ruled instead" in reasons) == bool(play_on)
    preview = rita.post(at(case, "ruling/"), {**values, "step": "preview"}).text
    assert ("Rule all the same</button>" in preview) == bool(play_on)
    # The reasons say it, so the doubt above them does not say it again.
    said = plain(preview).count("do not agree which stones are dead play on")
    assert said == bool(play_on)
    # As they stand in the end, all stones are counted.
    page = board(rita, case, ALL_ALIVE)
    assert 'id="play-on"' not in page
    (address,) = links(page, "ruling/")
    values = fields(rita.get(address).text)
    assert "Rule all" not in rita.post(at(case, "ruling/"), {**values, "step": "preview"}).text


def test_a_tournament_that_names_rules_for_disputes_has_the_players_play_on(
    world: World, rita: Client
) -> None:
    Tournament.objects.update(rulings={"dispute_rules": "french"})
    case = one_sided(world, "beginner")
    rita.post(at(case, "do/"), {"what": "take"})
    assert "Fin de la partie (5)" in plain(board(rita, case))


def test_the_article_that_decides_has_the_name_under_which_the_ruling_cites_it(
    world: World, rita: Client
) -> None:
    case = one_sided(world, "beginner")
    rita.post(at(case, "do/"), {"what": "take"})
    (address,) = links(board(rita, case), "ruling/")
    values = fields(rita.get(address).text)
    assert "§" not in " ".join(values["reasons"])
    (cited,) = [one for one in cited_articles(values["articles"]) if one.key == "event:dispute"]
    assert f"What decides on stones in dispute: {cited.label}." in " ".join(values["reasons"])
