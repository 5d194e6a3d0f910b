"""A player's own page tells of every case that concerns them, and what they can do until when."""

from datetime import timedelta

import pytest
from django.test import Client

from adjudication.models import Case
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.result_entry.services import enter_result
from adjudication.rulings.services.finality import make_final
from tests.adjudication.rulings.views.test_substance import complain, reply, won, write_down
from tests.support.desk_world import appealed, new_case, ruled
from tests.support.world import World
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.models import Game, Role

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
