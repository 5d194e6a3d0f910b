"""What pages must not have: anything inline, or foreign text as it came."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.template import loader
from django.test import Client

from adjudication.models import Verdict
from tests.support.records import KO, sgf
from tests.support.world import World, fill, judge_all, make_world, report

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"
LINKS = {"href", "src", "action", "formaction", "data-live"}


class Inline(HTMLParser):
    """Collects what a strict policy forbids, and scripts that came from foreign text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        for name, value in attrs:
            if name.startswith("on") or name == "style":
                self.found.append(f"<{tag} {name}>")
            if name in LINKS and re.match(r"(?i)\s*(javascript|data|vbscript):", value or ""):
                self.found.append(f"<{tag} {name}={value}>")
        data_block = values.get("type") == "application/json"
        if tag == "style" or (tag == "script" and not values.get("src") and not data_block):
            self.found.append(f"<{tag}>")
        if tag in ("iframe", "object", "embed", "base"):
            self.found.append(f"<{tag}>")


@pytest.mark.parametrize("name", ["400.html", "413.html", "500.html", "503.html"])
def test_pages_without_a_request_are_plain_and_in_both_languages(name: str) -> None:
    text = loader.get_template(name).render()
    assert Inline(text).found == []
    assert 'lang="fr"' in text


def test_the_check_for_inline_code_finds_it() -> None:
    bad = '<p style="x" onclick=y><script>z</script><a href=" JavaScript:1">'
    assert len(Inline(bad).found) == 4


def test_foreign_text_is_escaped_everywhere(db: None) -> None:
    names = tuple(f"{HOSTILE[:60]}{number}" for number in range(8))
    world = make_world(name=HOSTILE, names=names)
    fill(world)
    record = sgf(KO, PB="<script>alert(3)<\\/script>", PW="javascript:alert(4)", C="<b>")
    open_game = world.games[1]
    report(open_game, open_game.black, "B+R", record)
    judge_all()
    browser = world.player(3)
    for address in ("/", "/t/coupe/", "/me/", f"/games/{open_game.pk}/"):
        text = browser.get(address).text
        assert Inline(text).found == []
        assert "<script>alert" not in text
        assert "<img src=x" not in text
    director = world.client("director")
    for address in ("/director/coupe/", "/director/coupe/links/", "/referee/coupe/"):
        text = director.get(address).text
        assert Inline(text).found == []
        assert "<script>alert" not in text


def test_what_a_finding_says_cannot_end_a_data_block(filled: World) -> None:
    verdict = Verdict.objects.filter(verdict="forfeit").get()
    findings = verdict.findings
    findings[0]["message"] = {"id": "</script><script>alert(5)</script>"}
    # The database refuses to change a verdict, so a second tournament's is made hostile on the way.
    world = make_world(name="Other", slug="other")
    game = world.games[0]
    submission = report(game, game.black, "B+R", sgf(KO))
    Verdict.objects.create(
        submission_id=submission,
        engine_version="x",
        rules="japanese",
        verdict="forfeit",
        findings=findings,
        decisive_move=findings[0]["move"],
        size=9,
        moves=10,
    )
    text = world.player(0).get(f"/games/{game.pk}/").text
    assert "<script>alert" not in text
    assert "&lt;/script&gt;&lt;script&gt;alert(5)" in text
    assert Inline(text).found == []


def test_records_are_handed_out_as_files(filled: World) -> None:
    game = filled.games[0]
    submission = game.submissions.exclude(record=None).get()
    answer = filled.player(0).get(f"/games/{game.pk}/records/{submission.pk}.sgf")
    assert answer["Content-Disposition"] == 'attachment; filename="coupe-1-1.sgf"'
    assert answer["Content-Type"] == "application/x-go-sgf"
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_forms_need_the_csrf_token(filled: World) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.cookies = filled.player(0).cookies
    game = filled.games_of(0)[-1].pk
    for address in (
        f"/games/{game}/report/",
        f"/games/{game}/confirm/",
        f"/games/{game}/contest/",
        f"/games/{game}/withdraw/",
        "/leave/",
        "/i18n/setlang/",
    ):
        assert browser.post(address).status_code == 403


def test_no_template_marks_text_as_safe() -> None:
    for path in Path(settings.BASE_DIR, "templates").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert "|safe" not in text, path
        assert "autoescape" not in text, path


def test_the_public_sees_the_verdict_on_what_stands_but_no_evidence(filled: World) -> None:
    # The same record was sent for another game, too: that is for those who decide.
    doubted = Client().get(f"/games/{filled.games[0].pk}/").text
    assert "record in doubt" not in doubted
    assert "another game" not in doubted
    # Claims are disputed: what a record says of one of them is for those who decide.
    contested = Client().get(f"/games/{filled.games[2].pk}/").text
    for private in ("illegal move", "The ko!", "resignation", ".sgf"):
        assert private not in contested
