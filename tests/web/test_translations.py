"""French is complete: no message untranslated or in doubt, and none missing from the file."""

import gettext
import re
import shutil
import string
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from adjudication.records.models import MAX_RECORD_BYTES
from tests.support.catalogues import CATALOGUE, entries
from tests.support.environment import some
from tests.support.world import World
from tests.web.routes.tables import PAGES

ROOT = Path(settings.BASE_DIR)
FOLDER = ROOT / "locale" / "fr" / "LC_MESSAGES"
SOURCES = (
    "api",
    "jobs",
    "notices",
    "operations",
    "adjudication",
    "config",
    "language",
    "templates",
    "tournament",
)
pytestmark = pytest.mark.once


def test_the_limits_that_sentences_name_are_those_that_hold() -> None:
    """Sentences written with their figure read better than with a placeholder; this holds them."""
    sizes, files = set(), set()
    for entry in CATALOGUE:
        for text in (entry.key[1], *entry.translations):
            sizes |= set(re.findall(r"(\d+)[ \u00a0](?:kB|ko)\b", text))
            files |= set(re.findall(r"(?:at most|au plus|up to|jusqu’à) (\d+) (?:SGF )?fi", text))
    assert sizes == {str(MAX_RECORD_BYTES // 1024)}
    most = (settings.SHINPAN_MAX_FORM_FILES, settings.DATA_UPLOAD_MAX_NUMBER_FILES)
    assert files == {str(limit) for limit in most}


def test_every_message_is_translated() -> None:
    assert len(CATALOGUE) > 300
    assert [entry.key for entry in CATALOGUE if entry.fuzzy] == []
    assert [entry.key for entry in CATALOGUE if not all(entry.translations)] == []
    plural = [entry for entry in CATALOGUE if "msgid_plural" in entry.texts]
    assert all(len(entry.translations) == 2 for entry in plural)


def test_french_signs_stay_with_their_words() -> None:
    """No line begins with a colon: what stands before it is U+00A0, and behind ``«``, too."""
    loose = re.compile(r"(?<=\S) [:;?!»](?=[\s.,)%\"“”»]|$)|« ")
    assert [text for one in CATALOGUE for text in one.translations if loose.search(text)] == []


def test_translations_fill_the_same_places() -> None:
    def places(text: str) -> set[str]:
        return set(re.findall(r"%\(\w+\)s", text)) | {
            name for _, name, _, _ in string.Formatter().parse(text.replace("%(", "")) if name
        }

    for entry in CATALOGUE:
        texts = [entry.texts[name] for name in ("msgid", "msgid_plural") if name in entry.texts]
        for text, translation in zip(texts, entry.translations, strict=True):
            assert places(translation) == places(text), entry.key


def test_the_compiled_file_is_that_of_the_source() -> None:
    with (FOLDER / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for entry in CATALOGUE:
        context, message = entry.key
        form = [compiled.pgettext(context, message) if context else compiled.gettext(message)]
        if "msgid_plural" in entry.texts:
            plural = entry.texts["msgid_plural"]
            form = [
                compiled.npgettext(context, message, plural, number)
                if context
                else compiled.ngettext(message, plural, number)
                for number in (1, 2)
            ]
        assert form == entry.translations


def test_no_message_of_the_source_is_missing(tmp_path: Path) -> None:
    if shutil.which("xgettext") is None:
        pytest.skip("xgettext is not installed, so the source cannot be searched for messages")
    for name in SOURCES:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.pyc"))
    (tmp_path / "locale").mkdir()
    subprocess.run(
        [sys.executable, "-m", "django", "makemessages", "-l", "fr", "--no-location", "-v0"],
        cwd=tmp_path,
        check=True,
        env={"PATH": str(Path(shutil.which("xgettext") or "").parent), "PYTHONPATH": ""},
    )
    found = {entry.key for entry in entries(tmp_path / "locale/fr/LC_MESSAGES/django.po")}
    known = {entry.key for entry in CATALOGUE}
    assert found - known == set(), "add these to locale/fr/LC_MESSAGES/django.po"
    assert known - found == set(), "no longer used: remove these"


ENGLISH = {
    entry.texts["msgid"]
    for entry in CATALOGUE
    if len(entry.texts["msgid"]) > 12
    and entry.texts["msgid"] not in entry.translations
    and "%" not in entry.texts["msgid"]
}
ENGLISH_WITH_TAGS = {text for text in ENGLISH if set("<>") & set(text)}


@pytest.mark.parametrize("name", some(PAGES, every=15))
def test_pages_speak_french(filled: World, name: str) -> None:
    """In short some do: that every text of every page can be, the third language shows."""
    client, address = PAGES[name]
    browser = client(filled)
    browser.post("/i18n/setlang/", {"language": "fr", "next": "/"})
    path = address(filled)
    page = browser.get(path).text
    assert ENGLISH & set(re.findall(r">([^<>]+)(?=<)", page)) == set()
    assert [text for text in ENGLISH_WITH_TAGS if f">{text}<" in page] == []
    if "live" not in path and "(part)" not in name:
        assert '<html lang="fr">' in page


def test_the_language_follows_the_browser_and_the_switch(db: None) -> None:
    french = Client(headers={"Accept-Language": "fr-CH, fr;q=0.9"})
    assert "<h1>Tournois</h1>" in french.get("/").text
    french.post("/i18n/setlang/", {"language": "en", "next": "/"})
    assert "<h1>Tournaments</h1>" in french.get("/").text


def test_results_are_written_as_the_language_does(filled: World) -> None:
    page = filled.player(0, "fr").get(f"/games/{filled.games[0].pk}/").text
    assert "Avec Noir, vous avez perdu contre Béa de 15,5 points." in page
    assert "Blanc+15,5" in page
    assert "43,5" in page
