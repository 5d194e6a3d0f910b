"""A made-up third language: every message of the catalogue in Cyrillic letters.

What stands in Latin letters then is a name, something that somebody typed, or a text that no
catalogue reaches.
"""

import json
import re
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase

from django.conf import settings
from django.test import override_settings

from tests.support.catalogues import CATALOGUE, Entry

CODE = "eo"
KEPT = re.compile(r"%\(\w+\)[a-z]|%%|%[a-z]|<[^>]*>|&#?\w+;|\{\w*\}|https?://\S+")
ADDRESS = re.compile(r"\S*[/@_]\S*|\w+\.\w+")
WORD = re.compile(r"[A-Za-z]{4,}")
_LETTERS = "абцдефгхијклмнопярстувшжыз"
_CYRILLIC = str.maketrans(ascii_lowercase + ascii_uppercase, _LETTERS + _LETTERS.upper())


def foreign(text: str) -> str:
    """Return a text in Cyrillic letters; places, tags and entities stay."""
    parts, at = [], 0
    for kept in KEPT.finditer(text):
        parts += [_in_cyrillic(text[at : kept.start()]), kept[0]]
        at = kept.end()
    return "".join([*parts, _in_cyrillic(text[at:])])


def _in_cyrillic(text: str) -> str:
    return text.translate(_CYRILLIC)


def _block(entry: Entry) -> str:
    lines = []
    for name in ("msgctxt", "msgid", "msgid_plural"):
        if name in entry.texts:
            lines.append(f"{name} {json.dumps(entry.texts[name], ensure_ascii=False)}")
    forms = [entry.texts[name] for name in ("msgid", "msgid_plural") if name in entry.texts]
    for number, form in enumerate(forms):
        index = f"[{number}]" if len(forms) > 1 else ""
        lines.append(f"msgstr{index} {json.dumps(foreign(form), ensure_ascii=False)}")
    return "\n".join(lines)


@contextmanager
def third_language(folder: Path) -> Iterator[None]:
    """Give the product a third catalogue, in a folder, and a line in ``LANGUAGES``."""
    messages = folder / CODE / "LC_MESSAGES"
    messages.mkdir(parents=True)
    header = (
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"'
    )
    source = messages / "django.po"
    source.write_text("\n\n".join([header, *map(_block, CATALOGUE)]) + "\n", encoding="utf-8")
    subprocess.run(["msgfmt", source, "-o", messages / "django.mo"], check=True)
    languages = [*settings.LANGUAGES, (CODE, "Esperanto")]
    paths = [folder, *map(Path, settings.LOCALE_PATHS)]
    with override_settings(LANGUAGES=languages, LOCALE_PATHS=paths):
        yield


VOCABULARY = {
    word.lower()
    for entry in CATALOGUE
    for word in WORD.findall(KEPT.sub(" ", entry.texts["msgid"]))
    if word.islower()
}
"""The English words that are no names."""


class Visible(HTMLParser):
    """What a person sees or hears of a page, but for what says that it is in a language."""

    SILENT = frozenset({"script", "style", "code", "kbd", "samp", "textarea", "option"})
    EMPTY = frozenset({"br", "hr", "img", "input", "link", "meta", "source", "wbr", "use", "path"})
    SPOKEN = frozenset({"title", "alt", "aria-label", "placeholder"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._goes_on = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        own = tag != "html" and "lang" in given
        silent = tag in self.SILENT or own or bool(self._open and self._open[-1][1])
        if not silent:
            self.texts += [value for name, value in attrs if name in self.SPOKEN and value]
        # Where a line may break within a word, the word goes on.
        self._goes_on = tag == "wbr"
        if tag not in self.EMPTY:
            self._open.append((tag, silent))

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            if self._open.pop()[0] == tag:
                break

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1][1]:
            return
        if self._goes_on and self.texts:
            self.texts[-1] += data
        else:
            self.texts.append(data)
        self._goes_on = False


def untranslated(texts: Iterable[str], *typed: str) -> list[str]:
    """Return the texts with an English word in them that nobody ``typed`` and that is no name."""
    found = []
    for text in texts:
        rest = text
        for words in (*typed, "Shinpan"):
            rest = rest.replace(words, " ")
        if any(word.lower() in VOCABULARY for word in WORD.findall(ADDRESS.sub(" ", rest))):
            found.append(text.strip())
    return found
