"""Results and points in words."""

import re
from dataclasses import fields

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from adjudication.cases.views.articles import article_text
from adjudication.policy.articles import ARTICLES
from adjudication.rules.presets import PRESETS
from adjudication.rules.rulesets import Cited
from adjudication.rules.sentences import SENTENCES
from adjudication.submissions.views.evidence import finding_line
from adjudication.verdicts.selectors.verdicts import finding_view
from adjudication.verdicts.services.claims import Result
from adjudication.verdicts.views import own_sentence, plain_sentence
from tests.support.records import sgf
from tests.support.world import World
from tournament.games import words
from tournament.games.selectors import GameRow, PlayerName
from tournament.models import Reason, Winner
from tournament.spoken import translated

pytestmark = pytest.mark.once

GAME = GameRow(
    id=1,
    round_id=1,
    round_number=1,
    board_number=1,
    black=PlayerName(1, "Aki", "1k", ""),
    white=PlayerName(2, "Béa", "", ""),
    handicap=0,
    komi_half=13,
    state="open",
    winner="",
    reason="",
    margin_half=None,
    version=0,
)


@pytest.mark.parametrize(
    ("halves", "english", "french"),
    [
        (1, "0.5 points", "0,5 point"),
        (2, "1 point", "1 point"),
        (3, "1.5 points", "1,5 point"),
        (4, "2 points", "2 points"),
        (31, "15.5 points", "15,5 points"),
    ],
)
def test_points(halves: int, english: str, french: str) -> None:
    with translation.override("en"):
        assert words.points_word(halves) == english
    with translation.override("fr"):
        assert words.points_word(halves) == french


@pytest.mark.parametrize(
    ("result", "english", "french"),
    [
        (("black", "score", 7), "B+3.5", "Noir+3,5"),
        (("white", "resignation", None), "W+R", "Blanc gagne par abandon"),
        (("black", "unknown", None), "B+", "Noir gagne"),
        (("draw", "score", None), "jigo", "jigo"),
        (("both", "both_lose", None), "both lose", "défaite des deux"),
        (("none", "void", None), "no result", "sans résultat"),
        (("", "", None), "", ""),
    ],
)
def test_short_results(result: tuple[str, str, int | None], english: str, french: str) -> None:
    with translation.override("en"):
        assert words.short_result(*result) == english
    with translation.override("fr"):
        assert words.short_result(*result) == french


@pytest.mark.parametrize(
    ("text", "expected"),
    [("B+3.5", "B+3.5"), ("W+R", "W+R"), ("jigo", "jigo"), ("?", "?")],
)
def test_results_of_the_core(text: str, expected: str) -> None:
    with translation.override("en"):
        assert words.core_result(text) == expected


def test_every_result_has_a_sentence_of_its_own_for_each_reader() -> None:
    results = [
        Result(winner, reason, 7 if reason == Reason.SCORE else None)
        for winner in (Winner.BLACK, Winner.WHITE)
        for reason in Reason
        if reason not in (Reason.BOTH_LOSE, Reason.VOID, Reason.RULING)
    ]
    results += [
        Result(Winner.DRAW, Reason.SCORE, None),
        Result(Winner.BOTH, Reason.BOTH_LOSE, None),
        Result(Winner.NONE, Reason.VOID, None),
    ]
    for language in ("en", "fr"):
        with translation.override(language):
            seen = {
                reader(result)
                for result in results
                for reader in (
                    lambda result: own_sentence(GAME, "black", result),
                    lambda result: own_sentence(GAME, "white", result),
                    lambda result: plain_sentence(GAME, result),
                )
            }
            assert len(seen) == 3 * len(results)
            assert not any("%(" in sentence or "None" in sentence for sentence in seen)


def test_the_two_players_read_the_same_mirrored() -> None:
    result = Result("black", "score", 7)
    with translation.override("en"):
        assert own_sentence(GAME, "black", result) == (
            "As Black, you won against Béa by 3.5 points."
        )
        assert own_sentence(GAME, "white", result) == "As White, you lost to Aki by 3.5 points."


def test_terms() -> None:
    with translation.override("en"):
        assert words.terms_sentence(size=19, handicap=3, komi_half=1) == (
            "19×19, 3 handicap stones, komi 0.5"
        )
        assert words.terms_sentence(size=9, handicap=0, komi_half=14) == (
            "9×9, no handicap, komi 7"
        )


def test_sections_of_french_texts_are_known() -> None:
    """Articles are numbered in the other texts: a title in French would go unquoted."""
    for key, rules in PRESETS.items():
        cited = [getattr(rules, field.name) for field in fields(rules)]
        articles = [one.article for one in cited if isinstance(one, Cited) and one.article]
        numbered = [bool(re.search(r"\d", article)) for article in articles]
        assert not any(numbered) if key in words.FRENCH_TEXTS else all(numbered), articles


def test_a_section_of_a_french_text_is_quoted() -> None:
    finding = finding_view({"code": "x", "article": "Capture", "message": {"id": "M."}})
    lines = [finding_line(finding, key) for key in ("french", "aga")]
    french, aga = (render_to_string("parts/source.html", {"line": line}) for line in lines)
    assert 'French rules (text) · <cite lang="fr">«&nbsp;Capture&nbsp;»</cite>' in french
    assert "cite" not in aga
    repeated = finding_view({"code": "x", "article": "Répétition", "message": {"id": "M."}})
    for language, meant in (("en", True), ("fr", False)):
        with translation.override(language):
            line = finding_line(repeated, "french")
            shown = render_to_string("parts/source.html", {"line": line})
        assert ("</cite> (Repetition)" in shown) is meant


def test_an_article_of_a_french_text_has_its_heading_marked_as_french() -> None:
    for key, marked in (("french:play.2", True), ("j1989:14", False), ("event:late", False)):
        with translation.override("en"):
            shown = render_to_string("parts/article.html", {"one": article_text(ARTICLES[key])})
        assert ('lang="fr"' in shown) is marked


def test_times_tell_their_zone(filled: World) -> None:
    page = filled.player(0).get(f"/games/{filled.games[0].pk}/").text
    times = re.findall(r'<time datetime="[^"]+\+00:00"[^>]*>([^<]+)</time>', page)
    assert times
    assert all(time.endswith(" UTC") for time in times)


def test_komi_of_a_record_is_written_as_the_reader_does(world: World) -> None:
    game = f"/games/{world.games[0].pk}/report/"
    form = {"winner": "black", "reason": "resignation", "step": "review"}
    for komi, shown in (("6.5", "6,5"), ("nan", "nan"), ("many", "many")):
        page = world.player(0, "fr").post(game, {**form, "paste": sgf("dd", KM=komi).decode()})
        assert f"komi {shown}." in page.text


def test_no_french_line_breaks_before_a_colon() -> None:
    for text in (
        *SENTENCES.values(),
        *(text for article in ARTICLES.values() for text in (article.title, article.words)),
    ):
        with translation.override("fr"):
            assert not re.search(r" [:;?!»]|« ", translated(text))
