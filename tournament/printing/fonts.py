"""Which font prints which letter in a PDF, and which letters none can print.

Latin, Greek and Cyrillic are set in Noto Sans, which is embedded. Chinese, Japanese and Korean
fonts are only named in the file and drawn with those of the machine that opens it, as PDF readers
have long done. Other fonts come from the folder ``SHINPAN_FONTS`` and, for Armenian and Georgian,
from the server. Scripts whose letters are joined or reordered (Arabic, Hebrew, the scripts of
India, Thai) are not printed at all rather than wrongly: browsers do that well, so the director
prints the page instead.
"""

import contextlib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import as_file, files
from itertools import groupby
from pathlib import Path

from django.conf import settings
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from tournament.games.selectors import PlayerName

MAIN = "NotoSans"
MOST_FONTS = 40
_EAST_ASIAN = (
    ("HeiseiKakuGo-W5", "cp932"),
    ("STSong-Light", "gbk"),
    ("HYSMyeongJo-Medium", "cp949"),
)
"""Fonts that are only named, each with the character set whose letters it certainly has."""
_MACHINE = ("DejaVuSans.ttf",)
"""Fonts that are used if reportlab finds them on the machine."""
# The first words of the Unicode names of letters that simply follow one another.
_PLAIN_SCRIPTS = frozenset(
    {
        *("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "COMBINING", "MODIFIER"),
        *("CJK", "HIRAGANA", "KATAKANA", "HALFWIDTH", "FULLWIDTH", "HANGUL", "BOPOMOFO"),
        *("IDEOGRAPHIC", "MASCULINE", "FEMININE", "MICRO", "OHM", "KELVIN", "ANGSTROM"),
    }
)
_KANA = ("HIRAGANA", "KATAKANA")
_TURNED = frozenset({"R", "AL", "AN"})


@dataclass(frozen=True, slots=True)
class Run:
    """Letters in one font; ``font`` is empty for letters that no font prints, drawn as boxes."""

    font: str
    text: str


@lru_cache(maxsize=4096)
def font_runs(text: str) -> tuple[Run, ...]:
    """Return a text in runs of one font each, with nothing left out."""
    clean = _clean(text)
    order = _east_asian_order(clean)
    found = ((_font_of(letter, order), letter) for letter in clean)
    return tuple(
        Run(font, "".join(letter for _font, letter in part))
        for font, part in groupby(found, key=lambda pair: pair[0])
    )


def is_printable(text: str) -> bool:
    """Whether every letter of a text can be printed in a PDF."""
    return all(run.font for run in font_runs(text))


def needs_reader_fonts(text: str) -> bool:
    """Whether the machine that opens the PDF must have a font for some of the letters."""
    names = {name for name, _charset in _EAST_ASIAN}
    return any(run.font in names for run in font_runs(text))


def text_width(text: str, size: float) -> float:
    """Return the width of a text, in points."""
    return sum(run_width(run, size) for run in font_runs(text))


def run_width(run: Run, size: float) -> float:
    """Return the width of a run, in points; a box is a little narrower than high."""
    if not run.font:
        return len(run.text) * size * 0.7
    return float(pdfmetrics.stringWidth(run.text, run.font, size))


def _clean(text: str) -> str:
    """Return the text with composed letters, and without invisible characters."""
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    return "".join(letter for letter in text if unicodedata.category(letter) not in ("Cf", "Cc"))


def _east_asian_order(text: str) -> tuple[tuple[str, str], ...]:
    """Return the East Asian fonts, beginning with the one that suits the whole text.

    If possible, one font is used for all letters of a name, because their styles differ; kana is
    always Japanese. Han letters alone are tried as Japanese, then as Chinese.
    """
    letters = [letter for letter in text if not letter.isascii() and letter not in _main_letters()]
    if any(_script(letter) in _KANA for letter in letters):
        return _EAST_ASIAN
    whole = [font for font in _EAST_ASIAN if all(_has_glyph(font[1], letter) for letter in letters)]
    return (*whole, *(font for font in _EAST_ASIAN if font not in whole))


def _font_of(letter: str, east_asian: Iterable[tuple[str, str]]) -> str:
    if not _stands_alone(letter):
        return ""
    if letter in _main_letters():
        return MAIN
    for name, letters in _other_fonts():
        if ord(letter) in letters:
            return name
    return next((name for name, charset in east_asian if _has_glyph(charset, letter)), "")


def _stands_alone(letter: str) -> bool:
    """Whether a letter is printed as it is, independently of the one before it."""
    if unicodedata.bidirectional(letter) in _TURNED:
        return False
    if unicodedata.category(letter)[0] in "LM":
        return _script(letter) in _PLAIN_SCRIPTS
    return True


def _script(letter: str) -> str:
    return unicodedata.name(letter, "NONE").split()[0].split("-")[0]


def _has_glyph(charset: str, letter: str) -> bool:
    try:
        return len(letter.encode(charset)) > 1
    except UnicodeEncodeError:
        return False


@cache
def _main_letters() -> frozenset[str]:
    """Return the letters of the main font, registering it and the named ones."""
    place = files("fontpkg_noto_sans") / "files" / "NotoSans[wdth,wght].ttf"
    with as_file(place) as path:
        font = TTFont(MAIN, str(path))
    pdfmetrics.registerFont(font)
    for name, _charset in _EAST_ASIAN:
        pdfmetrics.registerFont(UnicodeCIDFont(name))
    return frozenset(map(chr, font.face.charToGlyph))


@cache
def _other_fonts() -> tuple[tuple[str, frozenset[int]], ...]:
    """Return the fonts of the folder and of the machine, with their letters.

    A file that is not such a font is ignored.
    """
    folder = Path(settings.SHINPAN_FONTS) if settings.SHINPAN_FONTS else None
    paths = sorted(folder.glob("*.ttf"))[:MOST_FONTS] if folder else []
    found = []
    for name in (*map(str, paths), *_MACHINE):
        with contextlib.suppress(TTFError, OSError, ValueError):
            font = TTFont(f"other-{Path(name).stem}", name)
            pdfmetrics.registerFont(font)
            found.append((font.fontName, frozenset(font.face.charToGlyph)))
    return tuple(found)


# --- Names with letters that no font has: replaced by numbers, and the reader is told ---


def printable_name(text: str, number: int) -> str:
    """Return a player's name as a PDF prints it: with their number if letters are boxes."""
    if not number or is_printable(text):
        return text
    return f"#{number} {text}"


def not_printable(players: Iterable[PlayerName]) -> tuple[PlayerName, ...]:
    """Return the players whose name or club has letters that no font prints."""
    return tuple(
        player
        for player in players
        if not (is_printable(player.name) and is_printable(player.club))
    )


def with_reader_fonts(players: Iterable[PlayerName]) -> tuple[PlayerName, ...]:
    """Return the players whose letters need a font on the machine that opens the PDF."""
    return tuple(player for player in players if needs_reader_fonts(f"{player.name} {player.club}"))
