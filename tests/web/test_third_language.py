"""A third language is a catalogue and nothing else: pages, sheets and answers of the API."""

from collections.abc import Iterator

import pytest

from tests.api.client import staff_api
from tests.support.environment import some
from tests.support.pdf import whole
from tests.support.third_language import CODE, Visible, third_language, untranslated
from tests.support.world import World
from tests.web.routes.tables import PAGES
from tournament.models import Role

pytestmark = pytest.mark.once

TYPED = (
    *("The ko!", "Move 10.", "Seen by a neighbour.", "That ko was allowed."),
    *("White played where the rules forbid it.", "A telephone has no place at the board."),
    *("OperationalError: the connection is lost", "My program", "Board", "test", "Letter"),
)
"""What the scenes of these tests have from people and programs, and the name of a paper."""


@pytest.fixture(scope="module", autouse=True)
def language(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with third_language(tmp_path_factory.mktemp("locale")):
        yield


@pytest.mark.by_turns
@pytest.mark.parametrize("name", some(PAGES, every=3))
def test_a_page_has_no_text_that_no_catalogue_reaches(filled: World, name: str) -> None:
    client, address = PAGES[name]
    browser = client(filled)
    path = address(filled)
    browser.post("/i18n/setlang/", {"language": CODE, "next": "/"})
    assert untranslated(Visible(browser.get(path).text).texts, *TYPED) == []


def test_what_was_not_marked_is_found(filled: World) -> None:
    assert untranslated(["Пласе 1", "The round was published."]) == ["The round was published."]
    page = filled.client(Role.DIRECTOR).get("/director/coupe/").text
    assert untranslated(Visible(page).texts, *TYPED) != []


@pytest.mark.parametrize("sheet", ["slips/1", "boards/1", "names/1", "standings/1", "crosstable/1"])
def test_a_sheet_has_no_text_that_no_catalogue_reaches(filled: World, sheet: str) -> None:
    director = filled.client(Role.DIRECTOR, language=CODE)
    printed = director.get(f"/director/coupe/print/{sheet}.pdf")
    assert printed.status_code == 200
    text = whole(printed.content)
    assert text
    assert untranslated(text.splitlines(), *TYPED) == []


def test_an_answer_of_the_api_has_no_text_that_no_catalogue_reaches(filled: World) -> None:
    director = staff_api(filled, Role.DIRECTOR)
    director.language = CODE
    asked = [
        director.post(
            "/tournaments/coupe/tokens/", {"name": "x", "role": "director", "scopes": ["rounds"]}
        ),
        director.get("/tournaments/coupe/rounds/77/"),
        director.get("/tournaments/elsewhere/"),
        director.post("/tournaments/coupe/rounds/", {"number": 77}),
        director.get("/tournaments/coupe/standings/"),
        director.get("/tournaments/coupe/exports/"),
    ]
    for answer in asked:
        told = answer.json()
        texts = [told.get("title", ""), told.get("detail", "")]
        texts += [error["detail"] for error in told.get("errors", ())]
        texts += [one["words"] for one in told.get("criteria", ()) if isinstance(one, dict)]
        assert untranslated(texts, *TYPED) == [], answer
