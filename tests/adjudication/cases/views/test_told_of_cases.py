"""A player's own page tells of every case that concerns them, and what they can do until when."""

from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from adjudication.cases.selectors.complaints import REPLY_TIME
from adjudication.models import Case
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.result_entry.services import enter_result
from adjudication.rulings.services.appeals import withdraw_appeal
from adjudication.rulings.services.finality import make_final
from adjudication.rulings.services.ruling import revise
from tests.adjudication.decisions import as_player
from tests.adjudication.rulings.views.test_substance import complain, reply, won, write_down
from tests.stories.court import BLACK, WHITE, open_court
from tests.stories.test_damaged_records import FOX
from tests.support.desk_world import appealed, new_case, referee, ruled
from tests.support.world import World
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.models import Game, Role, Tournament

pytestmark = pytest.mark.django_db
__all__ = ["won"]
KEPT = Decision("nothing", reasons="Nothing was shown.")


class Page:
    """A player's own page, which also tells whether its polled part has news."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.tag = ""

    def news(self) -> str:
        """Return the page; fails where a poll would not have brought what is new on it."""
        response = self.client.get("/me/")
        tag = str(response.context["live_tag"])
        assert tag != self.tag
        self.tag = tag
        return response.text


def step(page: str, case: Case) -> str:
    """Return how far a case is for the player of a page; empty where it is not told of."""
    mark = f'data-case="{case.pk}" data-step="'
    return page.split(mark)[1].split('"')[0] if mark in page else ""


def test_the_accused_learns_of_each_step_as_it_comes(won: World) -> None:
    page = Page(won.player(1))
    page.news()
    case = complain(won)
    assert step(page.news(), case) == "waits"
    write_down(case)
    found = page.news()
    assert step(found, case) == "reply"
    assert won.player(1).get(f"/cases/{case.pk}/")["Location"] == f"/games/{won.games[0].pk}/case/"
    assert f'href="/cases/{case.pk}/"' in found
    reply(case, won)
    assert step(page.news(), case) == "waits"
    ruled(won, case, decision=KEPT)
    assert step(page.news(), case) == "ruled"
    appealed(won, case, won.players[0])
    assert step(page.news(), case) == "appealed"


def test_no_word_of_the_complaint_is_on_it(won: World) -> None:
    complain(won)
    page = Page(won.player(1)).news()
    assert "asked their phone" not in page
    assert "Conduct" not in page


def test_who_complained_is_not_asked_to_reply(won: World) -> None:
    case = complain(won)
    write_down(case)
    assert step(Page(won.player(0)).news(), case) == "waits"


def test_a_ruling_that_is_final_is_told_too(won: World) -> None:
    case = ruled(won, new_case(won, 0, cause=Cause.OTHER), decision=KEPT)
    page = Page(won.player(1))
    assert step(page.news(), case) == "ruled"
    make_final(case.appeal_until + timedelta(seconds=1))
    assert step(page.news(), case) == "over"


def test_a_case_of_an_earlier_game_is_told_of(won: World) -> None:
    """Its game is no longer the one on the page."""
    case = ruled(won, new_case(won, 0, cause=Cause.OTHER), decision=KEPT)
    for game in won.games[1:]:
        if Game.objects.get(pk=game.pk).state == "open":
            enter_result(game_id=game.pk, winner="black")
    assert step(Page(won.player(0)).news(), case) == "ruled"


def test_a_player_reads_of_no_case_of_others(won: World) -> None:
    case = complain(won)
    with acting_as(Actor(role=Role.REFEREE, name="Rita")):
        write_down(case)
    assert step(Page(won.player(2)).news(), case) == ""


def test_the_page_of_the_case_says_until_when_they_can_reply(won: World) -> None:
    case, path = complain(won), f"/games/{won.games[0].pk}/case/"
    white, black = won.player(1), won.player(0)
    assert 'data-hearing="unwritten"' in white.get(path).text
    write_down(case)
    assert 'data-hearing="waiting"' in white.get(path).text
    assert "data-hearing" not in black.get(path).text
    reply(case, won)
    assert "data-hearing" not in white.get(path).text


def contested(world: World) -> Case:
    """Return a case about the first game in which nobody complains, ruled."""
    return ruled(world, new_case(world, 0, cause=Cause.OTHER), decision=KEPT)


def line(client: Client, case: Case, language: str = "en") -> str:
    """Return what a player's own page says of a case; its own page says the same."""
    page = unescape(client.get("/me/", headers={"Accept-Language": language}).text)
    told = page.split(f'data-case="{case.pk}"')[1].split("<p>")[2].split("</p>")[0]
    path = f"/cases/{case.pk}/"
    assert told in unescape(
        client.get(path, follow=True, headers={"Accept-Language": language}).text
    )
    return told


@pytest.mark.parametrize("language", ["en", "fr"])
def test_both_read_whose_appeal_the_committee_decides(won: World, language: str) -> None:
    case = contested(won)
    white, black = won.player(1, language), won.player(0, language)
    before = line(white, case, language)
    appealed(won, case, won.players[0])
    assert "Aki" in line(white, case, language)
    mine = line(black, case, language)
    assert "Aki" not in mine
    assert mine != before


def test_where_somebody_complains_nobody_reads_whose_appeal_it_is(won: World) -> None:
    case = complain(won)
    ruled(won, case, decision=KEPT)
    appealed(won, case, won.players[0])
    assert "Aki" not in line(won.player(1), case)
    assert "You have appealed" in line(won.player(0), case)


def test_who_took_their_appeal_back_is_not_told_that_they_can_appeal(won: World) -> None:
    case = contested(won)
    appealed(won, case, won.players[0])
    with acting_as(as_player(won.players[0])):
        withdraw_appeal(case_id=case.pk)
    assert "You can appeal until" not in line(won.player(0), case)
    assert "You can appeal until" in line(won.player(1), case)


def test_who_read_a_ruling_is_told_that_it_no_longer_stands(won: World) -> None:
    case = contested(won)
    assert "no longer stands" not in line(won.player(1), case)
    with acting_as(referee(won, "Rita")):
        revise(case_id=case.pk, decision=KEPT, version=case.version, note="Looked again.")
    assert "the earlier ruling no longer stands" in line(won.player(1), case)


def test_the_page_changes_as_the_time_to_reply_is_over(
    won: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Page(won.player(1))
    case = complain(won)
    write_down(case)
    assert "Please reply by" in page.news()
    later = timezone.now() + REPLY_TIME
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    found = page.news()
    assert "Please reply by" not in found
    assert step(found, case) == "reply"
    reply(case, won)
    assert step(page.news(), case) == "waits"


def test_in_a_closed_tournament_nobody_is_offered_an_appeal(won: World) -> None:
    case = contested(won)
    page = f"/games/{won.games[0].pk}/case/"
    assert 'id="appeal-it"' in won.player(1).get(page).text
    Tournament.objects.update(closed_at=timezone.now())
    assert 'id="appeal-it"' not in won.player(1).get(page).text
    assert "You can appeal" not in won.player(1).get("/me/").text
    assert step(won.player(1).get("/me/").text, case) == "ruled"


def test_a_question_says_until_when_it_is_the_players_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    court = open_court(komi=0, handicap=2)
    court.report(WHITE, "white", "resignation", record=FOX)
    page = Page(court.players[BLACK])
    assert "Please answer by" in page.news()
    later = timezone.now() + timedelta(hours=1)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    found = page.news()
    assert "Please answer by" not in found
    assert "there is a question for you" in found
