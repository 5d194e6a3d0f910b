"""The catalogues as they are in the files, and messages of the cores in French."""

import ast
import re
from functools import cache
from gettext import GNUTranslations, translation
from pathlib import Path

from language.messages import Message

LOCALE = Path(__file__).resolve().parents[2] / "locale"
Key = tuple[str, str]


class Entry:
    """One message of a .po file."""

    def __init__(self, block: str) -> None:
        self.fuzzy = bool(re.search(r"^#,.*\bfuzzy\b", block, re.M))
        self.texts: dict[str, str] = {}
        pattern = r'^(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?) ((?:"(?:[^"\\]|\\.)*"\s*)+)'
        for name, quoted in re.findall(pattern, block, re.M):
            parts = re.findall(r'"(?:[^"\\]|\\.)*"', quoted)
            self.texts[name] = "".join(ast.literal_eval(part) for part in parts)

    @property
    def key(self) -> Key:
        return self.texts.get("msgctxt", ""), self.texts.get("msgid", "")

    @property
    def translations(self) -> list[str]:
        return [text for name, text in self.texts.items() if name.startswith("msgstr")]


def entries(path: Path) -> list[Entry]:
    blocks = path.read_text(encoding="utf-8").split("\n\n")
    return [entry for block in blocks if (entry := Entry(block)).key[1]]


CATALOGUE = entries(LOCALE / "fr" / "LC_MESSAGES" / "django.po")
"""All messages of the product, with their French."""


@cache
def catalogue(language: str) -> GNUTranslations:
    """Return a language's catalogue."""
    return translation("django", LOCALE, [language])


def french(message: Message) -> str:
    """Return a message in French, with plain spaces before its marks as tests write them."""
    return message.render(catalogue("fr")).replace("\N{NO-BREAK SPACE}", " ")
