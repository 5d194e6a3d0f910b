"""Ruling on a case through its pages: the form, what comes of it, and doing it."""

import re
from typing import Any

import pytest
from django.test import Client

from adjudication.cases.services.statements import write_statement
from adjudication.inquiries.services.answering import answer as answer_question
from adjudication.models import Case, Inquiry, Penalty, Ruling
from adjudication.policy.causes import Cause
from jobs.worker import run_job
from tests.support.desk_world import DECISION, at, fields, new_case, ruled, taken_by
from tests.support.records import KO, sgf
from tests.support.world import World, report
from tournament.models import Role, Tournament

pytestmark = pytest.mark.django_db
Form = dict[str, Any]


@pytest.fixture
def rita(world: World) -> Client:
    return world.client(Role.REFEREE)


@pytest.fixture
def case(world: World, rita: Client) -> Case:
    """A contested result that Rita has taken."""
    found = new_case(world)
    taken_by(rita, found)
    found.refresh_from_db()
    return found


def filled_in(rita: Client, case: Case, **values: object) -> Form:
    """Return the form of a ruling as it comes, with what is filled in."""
    form: Form = dict(fields(rita.get(at(case, "ruling/")).text))
    return form | {
        "effect": "result",
        "winner": "black",
        "reasons": "Seen by the umpire.",
        **values,
    }


def previewed(rita: Client, case: Case, **values: object) -> str:
    answer = rita.post(at(case, "ruling/"), filled_in(rita, case, **values) | {"step": "preview"})
    assert answer.status_code == 200, answer.text
    return answer.text


def confirmed(rita: Client, case: Case, page: str, path: str = "ruling/") -> str:
    return rita.post(at(case, path), {**fields(page), "step": "confirm"}, follow=True).text


def test_a_ruling_is_shown_with_what_it_changes_before_it_is_made(case: Case, rita: Client) -> None:
    page = previewed(rita, case)
    assert "Ruling: Aki (Black) won against Béa (White)." in page
    assert "Aki: from place" in page or "stays at place" in page
    assert "The players may appeal for 30 minutes." in page
    assert not Ruling.objects.exists()
    done = confirmed(rita, case, page)
    assert "The ruling is made. Tell both players." in done
    case.refresh_from_db()
    assert case.state == "ruled"
    assert case.game is not None
    case.game.refresh_from_db()
    assert (case.game.state, case.game.winner, case.game.reason) == ("ruled", "black", "ruling")
    assert "Seen by the umpire." in done


def test_who_confirms_a_ruling_once_more_is_led_to_it(case: Case, rita: Client) -> None:
    page = previewed(rita, case)
    confirmed(rita, case, page)
    again = rita.post(at(case, "ruling/"), {**fields(page), "step": "confirm"}, follow=True)
    assert again.redirect_chain == [(at(case), 302)]
    assert "it was done only once" in again.text
    assert "Somebody else changed this" not in again.text
    assert Ruling.objects.count() == 1


def test_who_goes_back_after_a_ruling_to_change_it_is_led_to_where_that_is_done(
    case: Case, rita: Client
) -> None:
    page = previewed(rita, case)
    confirmed(rita, case, page)
    for step, winner in (("edit", "black"), ("confirm", "white")):
        back = {**fields(page), "step": step, "winner": winner}
        again = rita.post(at(case, "ruling/"), back, follow=True)
        assert again.redirect_chain == [(at(case, "revise/"), 302)]
        assert "This case was ruled on" in again.text
        assert "Aki (Black) won against Béa (White)." in again.text
    opened = rita.get(at(case, "ruling/"), follow=True)
    assert opened.redirect_chain == [(at(case), 302)]
    assert "This case was ruled on" in opened.text
    assert "Take the case first" not in opened.text
    assert Ruling.objects.count() == 1


def test_who_goes_back_to_the_form_of_a_case_that_was_ruled_is_refused_at_once(
    case: Case, rita: Client
) -> None:
    before = filled_in(rita, case, reasons="Other words.")
    confirmed(rita, case, previewed(rita, case))
    for step in ("preview", "preview", "confirm"):
        answer = rita.post(at(case, "ruling/"), {**before, "step": step})
        assert answer.status_code == 409
        assert "This case was ruled on" in answer.text
        assert "Aki (Black) won against Béa (White)." in answer.text
        assert "Other words." in answer.text
    assert Ruling.objects.count() == 1


OUTCOMES = {
    "white, by forfeit": ({"winner": "white", "reason": "forfeit"}, ("white", "forfeit", None)),
    "by points": (
        {"winner": "white", "reason": "score", "margin": "3,5"},
        ("white", "score", 7),
    ),
    "both lose": ({"winner": "both"}, ("both", "both_lose", None)),
    "both win": ({"winner": "both_win"}, ("both_win", "ruling", None)),
    "jigo": ({"winner": "draw"}, ("draw", "ruling", None)),
    "jigo by points": ({"winner": "draw", "reason": "score"}, ("draw", "score", None)),
    "void": ({"winner": "void"}, ("void", "ruling", None)),
    "no result": ({"winner": "none"}, ("none", "void", None)),
    "absent": ({"winner": "black", "reason": "absence"}, ("black", "absence", None)),
}


@pytest.mark.parametrize("name", OUTCOMES)
def test_every_outcome_can_be_ruled(name: str, case: Case, rita: Client) -> None:
    typed, result = OUTCOMES[name]
    confirmed(rita, case, previewed(rita, case, **typed))
    ruling = Ruling.objects.get()
    assert (ruling.winner, ruling.reason, ruling.margin_half) == result


def test_the_game_is_played_again_or_goes_on(case: Case, rita: Client) -> None:
    page = previewed(rita, case, effect="resume", resume_move="57")
    assert "The game goes on from the position after move 57." in page
    confirmed(rita, case, page)
    ruling = Ruling.objects.get()
    assert (ruling.effect, ruling.resume_move, ruling.winner) == ("resume", 57, "")
    assert case.game is not None
    case.game.refresh_from_db()
    assert case.game.state == "open"


WRONG = {
    "no effect": ({"effect": ""}, "effect", "Say what happens to the game."),
    "no winner": ({"winner": ""}, "winner", "Say how the game ends."),
    "no margin": ({"reason": "score"}, "margin", "Write the margin in points"),
    "a margin without points": (
        {"reason": "forfeit", "margin": "3"},
        "margin",
        "Only a win by points has a margin",
    ),
    "no move": ({"effect": "resume", "resume_move": "last"}, "resume_move", "0 is the beginning"),
    "no reasons": ({"reasons": ""}, "reasons", "Give your reasons in a few words."),
    "too long": ({"reasons": "x" * 4001}, "reasons", "this text has 4001."),
    "odd minutes": ({"time-1": "soon"}, "time-1", "minutes and seconds, such as 2:30"),
    "more points than there are": ({"points-1": "626"}, "points-1", "Write points above 0"),
    "a margin of nothing": ({"reason": "score", "margin": "0"}, "margin", "Write the margin"),
    "a day and more": ({"back-1": "1441"}, "back-1", "minutes and seconds, such as 2:30"),
    "a move that no game has": (
        {"effect": "resume", "resume_move": "2001"},
        "resume_move",
        "0 is the beginning",
    ),
    "a note for nothing": ({"why-1": "Phone"}, "why-1", "Say what this player gets"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_stands_beside_its_field(name: str, case: Case, rita: Client) -> None:
    typed, field, text = WRONG[name]
    form = filled_in(rita, case, **typed) | {"step": "preview"}
    answer = rita.post(at(case, "ruling/"), form)
    assert answer.status_code == 400
    assert text in answer.text
    assert f'id="{field}_error"' in answer.text
    assert form["reasons"] in answer.text
    assert not Ruling.objects.exists()


def test_warnings_points_and_time_are_given_to_each_player_apart(case: Case, rita: Client) -> None:
    typed = {"warn-1": "1", "why-1": "Phone.", "points-2": "2", "time-2": "2:30", "back-1": "5"}
    page = previewed(rita, case, **typed)
    assert "Aki is warned. Phone." in page
    assert "Béa loses 2 points in this game." in page
    assert "2 minutes 30 seconds are taken off the clock of Béa." in page
    confirmed(rita, case, page)
    given = Penalty.objects.order_by("pk").values_list(
        "player__number", "kind", "points_half", "seconds"
    )
    assert sorted(given, key=str) == sorted(
        [
            (1, "warning", None, None),
            (1, "time_back", None, 300),
            (2, "points", 4, None),
            (2, "time", None, 150),
        ],
        key=str,
    )


def test_earlier_warnings_are_counted_and_the_policy_says_what_follows(
    world: World, case: Case, rita: Client
) -> None:
    confirmed(rita, case, previewed(rita, case, **{"warn-1": "1"}))
    Tournament.objects.update(rulings={"warnings_to_loss": 2})
    other = new_case(world, 1, Cause.CONDUCT)
    other.parties.add(world.players[0])
    taken_by(rita, other)
    page = rita.get(at(other, "ruling/")).text
    assert "1 warning so far." in page
    assert "With the next one the tournament proposes that the game is lost." in page
    assert page.count("No warning so far.") == 2


def test_a_form_made_from_an_older_case_is_refused_with_all_that_was_typed(
    world: World, case: Case, rita: Client
) -> None:
    stale = filled_in(rita, case, **{"why-1": "Phone.", "warn-1": "1"}) | {"step": "confirm"}
    Case.objects.filter(pk=case.pk).update(version=case.version + 1)
    answer = rita.post(at(case, "ruling/"), stale)
    assert answer.status_code == 409
    assert "Somebody else changed this meanwhile" in answer.text
    assert "Seen by the umpire." in answer.text
    assert 'value="Phone."' in answer.text
    assert not Ruling.objects.exists()
    again = {**fields(answer.text), "step": "confirm"}
    rita.post(at(case, "ruling/"), again)
    assert Ruling.objects.count() == 1


def test_nobody_rules_without_having_read_what_was_said_meanwhile(
    world: World, case: Case, rita: Client
) -> None:
    page = previewed(rita, case)
    write_statement(
        case_id=case.pk, player_id=world.players[0].pk, text="I saw it late.", idempotency_key="k"
    )
    again = confirmed(rita, case, page)
    assert not Ruling.objects.exists()
    assert "Somebody else changed this meanwhile" in again
    assert "I saw it late." in again
    assert f"What was done: {world.players[0].name}" in again
    assert fields(again)["reasons"] == ["Seen by the umpire."]
    confirmed(rita, case, rita.post(at(case, "ruling/"), fields(again)).text)
    assert Ruling.objects.count() == 1


def test_nobody_rules_without_having_read_an_answer_that_came_meanwhile(
    world: World, rita: Client
) -> None:
    case = new_case(world, cause=Cause.OBJECTION)
    taken_by(rita, case)
    rita.post(at(case, "do/"), {"what": "ask", "kind": "objection"})
    taken_by(rita, case)
    page = previewed(rita, case)
    answer_question(
        inquiry_id=Inquiry.objects.get().pk, player_id=world.players[0].pk, answer="confirm"
    )
    assert "Somebody else changed this meanwhile" in confirmed(rita, case, page)
    assert not Ruling.objects.exists()


def test_more_time_for_a_case_leaves_the_ruling_that_is_being_written(
    case: Case, rita: Client
) -> None:
    page = previewed(rita, case)
    for what in ("keep", "take"):
        rita.post(at(case, "do/"), {"what": what})
    confirmed(rita, case, page)
    assert Ruling.objects.count() == 1


def test_going_back_keeps_everything(case: Case, rita: Client) -> None:
    page = previewed(rita, case, winner="both", **{"points-1": "1,5"})
    answer = rita.post(at(case, "ruling/"), {**fields(page), "step": "edit"}).text
    assert fields(answer)["winner"] == ["both"]
    assert fields(answer)["points-1"] == ["1,5"]
    assert fields(answer)["reasons"] == ["Seen by the umpire."]


def test_who_has_not_taken_the_case_cannot_rule(world: World, case: Case, rita: Client) -> None:
    other = world.client(Role.REFEREE)
    told = other.get(at(case, "ruling/"), follow=True).text
    assert "is working on this case until" in told
    assert "Take the case first" not in told
    form = filled_in(rita, case) | {"step": "confirm"}
    answer = other.post(at(case, "ruling/"), form)
    assert answer.status_code == 409
    assert "Seen by the umpire." in answer.text
    assert not Ruling.objects.exists()


def test_a_proposed_forfeit_is_told_and_fills_the_form_only_when_it_is_used(
    world: World, rita: Client
) -> None:
    game = world.games[2]
    report(game, game.black, "W+R", sgf(KO, KM="6.5"))
    while run_job():
        pass
    case = Case.objects.get(game=game)
    assert case.cause == "illegal_move"
    taken_by(rita, case)
    page = rita.get(at(case, "ruling/")).text
    assert "propose:" in page
    assert not {"winner", "reason"} & {name for name, value in fields(page).items() if any(value)}
    assert fields(page).get("reasons", [""]) == [""]
    assert 'id="use-proposal" href="?proposed=1"' in page
    untouched = rita.post(at(case, "ruling/"), {**fields(page), "step": "preview"})
    assert untouched.status_code == 400
    assert 'id="effect_error"' in untouched.text
    page = rita.get(at(case, "ruling/?proposed=1")).text
    assert "use-proposal" not in page
    form = fields(page)
    assert (form["effect"], form["reason"]) == (["result"], ["forfeit"])
    assert form["winner"] in (["black"], ["white"])
    assert "j1989:14" in form["articles"]
    assert form["finding"] == ["illegal.ko"]
    assert len(form["reasons"][0]) > 20
    case_page = rita.get(at(case)).text
    about, people, found = (
        case_page.index(f'id="{part}"') for part in ("about", "people", "found")
    )
    assert about < people < found
    assert case_page.count("step by step") == 1
    assert f"board-{case.submission_id}" in case_page


def test_a_case_that_is_not_about_the_result_starts_from_nothing(
    world: World, rita: Client
) -> None:
    game = world.games[0]
    form = {"cause": "conduct", "board": str(game.pk), "note": "Shouting."}
    rita.post("/referee/coupe/new/", form)
    case = Case.objects.get()
    taken_by(rita, case)
    page = rita.get(at(case, "ruling/")).text
    assert "effect" not in fields(page)
    answer = rita.post(at(case, "ruling/"), {**fields(page), "reasons": "x", "step": "preview"})
    assert answer.status_code == 400
    assert "Say what happens to the game." in answer.text


def test_the_articles_at_stake_come_first_and_are_for_the_referee_to_tick(
    case: Case, rita: Client
) -> None:
    form = rita.get(at(case, "ruling/")).text
    assert "articles" not in fields(form)
    first = re.findall(r'name="articles" value="([^"]+)"', form)[0]
    assert form.index(first) < form.index('id="other-articles"')
    page = previewed(rita, case, articles=[first, "event:conduct", "made:up"])
    confirmed(rita, case, page)
    assert Ruling.objects.get().articles == [first, "event:conduct"]


def test_nothing_is_chosen_before_the_referee_does_and_rare_results_are_folded_away(
    case: Case, rita: Client
) -> None:
    page = rita.get(at(case, "ruling/")).text
    assert not {"effect", "winner", "articles"} & fields(page).keys()
    assert '<details id="other-results">' in page
    chosen = filled_in(rita, case, winner="both") | {"step": "edit"}
    open_ = '<details id="other-results" open>'
    assert open_ in rita.post(at(case, "ruling/"), chosen).text
    refused = filled_in(rita, case, winner="") | {"step": "preview"}
    assert open_ in rita.post(at(case, "ruling/"), refused).text


IMPOSSIBLE = {
    "more points than the board has": {"winner": "white", "reason": "score", "margin": "600"},
    "jigo with half a point of komi": {"winner": "draw"},
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_what_cannot_be_is_asked_about_before_it_is_ruled(
    name: str, case: Case, rita: Client
) -> None:
    page = previewed(rita, case, **IMPOSSIBLE[name])
    assert "Is it correct all the same?" in page
    assert "Rule all the same</button>" in page
    confirmed(rita, case, page)
    assert Ruling.objects.get().winner == IMPOSSIBLE[name]["winner"]


def test_an_illegal_move_that_lost_the_game_by_a_ruling_is_not_said_to_change_nothing(
    world: World, rita: Client
) -> None:
    game = world.games[2]
    report(game, game.black, "W+R", sgf(KO, KM="6.5"))
    while run_job():
        pass
    case = Case.objects.get(game=game)
    taken_by(rita, case)
    form = fields(rita.get(at(case, "ruling/?proposed=1")).text)
    shown = rita.post(at(case, "ruling/"), {**form, "step": "preview"}).text
    confirmed(rita, case, shown)
    game.refresh_from_db()
    assert (game.state, game.reason) == ("ruled", "forfeit")
    for reader in (rita.get(at(case)), world.player(0).get(f"/games/{game.pk}/")):
        assert reader.status_code == 200
        assert "It changes nothing" not in reader.text


def test_a_move_after_the_end_of_the_record_is_asked_about(world: World, rita: Client) -> None:
    game = world.games[2]
    report(game, game.black, "W+R", sgf(KO, KM="6.5"))
    while run_job():
        pass
    case = Case.objects.get(game=game)
    taken_by(rita, case)
    page = previewed(rita, case, effect="resume", resume_move="57")
    assert "The longest record of this game has 10 moves." in page
    assert "doubt" not in previewed(rita, case, effect="resume", resume_move="9")


def test_a_ruling_is_taken_up_again_with_a_reason(world: World, case: Case, rita: Client) -> None:
    confirmed(rita, case, previewed(rita, case))
    page = rita.get(at(case, "revise/")).text
    form: Form = {**fields(page), "winner": "white", "step": "preview"}
    assert fields(page)["winner"] == ["black"]
    assert 'id="replaces"' in page
    missing = rita.post(at(case, "revise/"), form)
    # What the ruling takes the place of is still said beside what is wrong.
    assert 'id="replaces"' in missing.text
    assert "This case was ruled on" in missing.text
    assert missing.status_code == 400
    assert 'id="note_error"' in missing.text
    shown = rita.post(at(case, "revise/"), {**form, "note": "A witness came."}).text
    assert "Reason: A witness came." in shown
    done = confirmed(rita, case, shown, "revise/")
    assert "The new ruling replaces the old one." in done
    assert "superseded" in done
    assert [one.winner for one in Ruling.objects.order_by("number")] == ["black", "white"]


def test_a_final_ruling_cannot_be_taken_up_again(world: World, case: Case, rita: Client) -> None:
    Tournament.objects.update(rulings={"appeal_minutes": 0})
    page = previewed(rita, case)
    assert "It is final at once" in page
    confirmed(rita, case, page)
    answer = rita.get(at(case, "revise/"), follow=True).text
    assert "There is no ruling here that could still change." in answer
    assert "This case is over." in answer


def test_a_case_about_no_game_ends_with_a_warning_or_nothing(world: World, rita: Client) -> None:
    form = {"cause": "conduct", "players": [str(world.players[5].pk)], "note": "Shouting."}
    rita.post("/referee/coupe/new/", form)
    case = Case.objects.get()
    taken_by(rita, case)
    page = rita.get(at(case, "ruling/")).text
    assert 'name="winner"' not in page
    shown = previewed(rita, case, **{"warn-6": "1"})
    assert "Fanny is warned." in shown
    confirmed(rita, case, shown)
    assert Ruling.objects.get().effect == "nothing"


def test_the_same_thing_ruled_before_is_found_without_names(world: World, rita: Client) -> None:
    ruled(world, new_case(world, 1, Cause.ILLEGAL_MOVE), decision=DECISION)
    case = new_case(world, 0, Cause.ILLEGAL_MOVE)
    assert f'href="{at(case, "similar/")}"' in rita.get(at(case)).text
    page = rita.get(at(case, "similar/")).text
    similar = page[page.index('<ul class="plain-list">') :]
    assert "White played where the rules forbid it." in similar
    assert "Dora" not in similar
    assert 'href="/rulings/?cause=illegal_move"' in similar


GUIDED = {
    "displaced_stone": Cause.DISPLACED_STONE,
    "effective_move": Cause.EFFECTIVE_MOVE,
    "dead_stones": Cause.DEAD_STONES,
    "no_result": Cause.CYCLE,
}


def steps(rita: Client, address: str, choose: int) -> str:
    """Answer every question with the answer at this place, or the last there is."""
    page = rita.get(address).text
    for _ in range(12):
        answers = re.findall(r'class="answers">(.*?)</ul>', page, re.DOTALL)
        if not answers:
            return page
        links = re.findall(r'href="(\?[^"]+)"', answers[0])
        page = rita.get(address + links[min(choose, len(links) - 1)].replace("&amp;", "&")).text
    raise AssertionError("the questions do not end")


@pytest.mark.parametrize("kind", GUIDED)
@pytest.mark.parametrize("choose", [0, 1, 2])
def test_the_guided_questions_end_in_a_form_that_is_filled_in(
    kind: str, choose: int, world: World, rita: Client
) -> None:
    case = new_case(world, 0, GUIDED[kind])
    taken_by(rita, case)
    page = steps(rita, at(case, f"steps/{kind}/"), choose)
    assert "This leads to" in page
    assert "Aki (Black)" in page
    assert "Béa (White)" in page
    outcome = page.split("?outcome=")[1].split('"')[0]
    form = rita.get(at(case, f"ruling/?outcome={outcome}")).text
    expected = {"no_result": "none", "both_lose": "both"}
    if outcome in expected:
        assert fields(form)["winner"] == [expected[outcome]]
    if outcome in ("resume", "go_on"):
        assert fields(form)["effect"] == ["resume"]


def test_both_lose_by_a_displaced_stone_that_nobody_can_put_back(
    world: World, rita: Client
) -> None:
    case = new_case(world, 0, Cause.DISPLACED_STONE)
    taken_by(rita, case)
    ends = {
        steps(rita, at(case, "steps/displaced_stone/"), choose).split("?outcome=")[1].split('"')[0]
        for choose in (0, 1)
    }
    assert len(ends) == 2
    assert "both lose only if they do not agree" in rita.get(at(case, "ruling/")).text
    page = rita.get(at(case, "ruling/?outcome=both_lose")).text
    assert "so both lose" in page
    assert fields(page)["winner"] == ["both"]
    assert "j1989:13.2" in fields(page)["articles"]


def test_a_word_that_is_not_offered_is_not_found(case: Case, rita: Client) -> None:
    assert rita.get(at(case, "steps/no_result/?black=perhaps")).status_code == 404
    assert rita.get(at(case, "steps/weather/")).status_code == 404
