"""Cells of the standings, short and in words."""

import re

import pytest
from django.test import Client
from django.utils import translation

from tests.tournament.fields import event, play
from tournament.models import Game
from tournament.public.views.standings import cell_text
from tournament.rounds.services.draws import draw_round
from tournament.standings.crosstable import CrosstableCell, RoundRole
from tournament.state.results import Decided, Outcome, Result


def cell(outcome: Outcome, decided: Decided = Decided.PLAY, handicap: int = 0) -> CrosstableCell:
    return CrosstableCell(1, RoundRole.WHITE, 7, 3, handicap, Result(outcome, decided))


@pytest.mark.parametrize(
    ("shown", "text", "words"),
    [
        (cell(Outcome.WHITE), "3+w", "won against Aki as White"),
        (cell(Outcome.BLACK, handicap=2), "3-w2", "lost to Aki as White, handicap 2"),
        (cell(Outcome.JIGO), "3=w", "drew with Aki as White"),
        (cell(Outcome.NO_RESULT), "3=w", "no result against Aki as White"),
        (cell(Outcome.UNKNOWN), "3w", "against Aki as White, no result yet"),
        (cell(Outcome.VOID), "3×w", "void game against Aki as White"),
        (cell(Outcome.VOID, Decided.RULING), "3×w", "void game against Aki as White, by ruling"),
        (cell(Outcome.WHITE, Decided.RULING), "3+w", "won against Aki as White, by ruling"),
        (cell(Outcome.WHITE, Decided.DEFAULT), "3+!w", "won against Aki as White, by absence"),
        (
            cell(Outcome.BOTH_WIN, Decided.RULING),
            "3+w",
            "won against Aki as White, a win for both, by ruling",
        ),
        (
            cell(Outcome.BOTH_LOSE, Decided.DEFAULT),
            "3-!w",
            "lost to Aki as White, a loss for both, by absence",
        ),
        (CrosstableCell(1, RoundRole.BYE), "bye", "bye"),
        (
            CrosstableCell(1, RoundRole.WALK_OVER, 7, 3),
            "3+!",
            "won by walk-over: Aki did not play",
        ),
        (
            CrosstableCell(1, RoundRole.WALK_OVER_LOST, 7, 3),
            "3-!",
            "did not play: Aki won by walk-over",
        ),
        (CrosstableCell(1, RoundRole.ABSENT), "–", "absent"),
        (CrosstableCell(1, RoundRole.WAITING), "–", "waits"),
        (CrosstableCell(1, RoundRole.UNPAIRED), "–", "not paired"),
    ],
)
def test_every_kind_of_game_has_its_words(shown: CrosstableCell, text: str, words: str) -> None:
    with translation.override("en"):
        found = cell_text(shown, "Aki")
    assert (found.text, found.words) == (text, words)


@pytest.mark.django_db
def test_the_words_of_a_cell_are_in_the_page_not_in_a_tooltip_only() -> None:
    tournament = event(4)
    draw_round(tournament_id=tournament.pk)
    play(tournament, 1)
    game = Game.objects.select_related("white").earliest("pk")
    words = rf"(?:won against|lost to) {game.white.name} as Black[^<\"]*"
    for path in ("standings", "crosstable"):
        page = Client().get(f"/t/{tournament.slug}/{path}/").content.decode()
        assert re.search(
            r'<span class="came (?:won|lost) black" aria-hidden="true"'
            rf' title="{words}">\d[+-](?:/\d)?</span>'
            rf'<span class="screen-reader">{words}</span>',
            page,
        )
        assert "How to read the rounds" in page


@pytest.mark.parametrize(
    ("shown", "short", "tone"),
    [
        (cell(Outcome.WHITE), "3+", "won"),
        (cell(Outcome.BLACK, handicap=2), "3-/2", "lost"),
        (cell(Outcome.JIGO), "3=", "drawn"),
        (cell(Outcome.WHITE, Decided.DEFAULT), "3+!", "won"),
        (cell(Outcome.UNKNOWN), "3", ""),
        (cell(Outcome.VOID), "3×", ""),
        (CrosstableCell(1, RoundRole.ABSENT), "–", ""),
    ],
)
def test_what_came_of_a_game_is_said_by_its_sign_and_its_colour(
    shown: CrosstableCell, short: str, tone: str
) -> None:
    found = cell_text(shown, "Aki")
    assert (found.short, found.tone) == (short, tone)
    assert found.colour == ("white" if shown.opponent else "")
