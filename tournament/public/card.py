"""The social card of an event: its name, days and place as a picture.

Programs that show such cards do not accept SVG. Names are set in the font that printing uses, or in
one from the folder ``SHINPAN_FONTS`` that has all their letters. Words that no font has, or whose
letters are joined or reordered, are left out: the page behind the shared URL has the full name.
"""

import io
import unicodedata
from contextlib import suppress
from functools import cache, lru_cache
from importlib.resources import as_file, files
from pathlib import Path

from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFont

from tournament.public.selectors.published import EventHead

SIZE = WIDTH, HEIGHT = 1200, 630
MARGIN = 90
SIZES = ((92, 2), (76, 2), (62, 3), (52, 3))
"""The font sizes for a name, each with the number of lines it leaves room for."""
STONE, SMOOTH = 120, 4
WORDS_SIZE = 38
NIGHT, DAY = (15, 47, 60), (27, 100, 132)
WHITE, GOLD, SOFT = "#ffffff", "#e9c987", "#d3e4eb"
KNOWN = range(0x20, 0x530)
"""The letters of Latin, Greek and Cyrillic, which the font has."""
BEYOND = "\u2010\u2011\u2012\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u00d7\u00b7"
"""Dashes and quotation marks that occur in names."""
ALONE = frozenset(
    {
        *("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "CJK", "HIRAGANA", "KATAKANA"),
        *("HANGUL", "BOPOMOFO", "IDEOGRAPHIC", "FULLWIDTH", "HALFWIDTH", "KATAKANA-HIRAGANA"),
    }
)
"""The first words in the Unicode names of letters that simply follow one another."""
MOST_FONTS = 40
NO_LETTER = "\uffff"


def card_words(head: EventHead) -> tuple[str, str, str]:
    """Return an event's name, days and place as they appear on its card."""
    days = [head.terms.starts_on, head.ends_on]
    told = [date_format(day, "DATE_FORMAT") for day in dict.fromkeys(days) if day is not None]
    name = drawable_text(head.terms.name) or _("Go tournament")
    return name, " – ".join(told), drawable_text(head.terms.city)


def drawable_text(text: str) -> str:
    """Return a text, or only its words that can be drawn."""
    words = [] if _face_of(text) is None else [text]
    if not words:
        words = [word for word in text.split() if _is_plain(word)]
    kept = " ".join(words).strip("-–—,.;: ")
    return kept if any(sign.isalnum() for sign in kept) else ""


def _is_plain(text: str) -> bool:
    return all(ord(sign) in KNOWN or sign in BEYOND for sign in text)


def _stands_alone(sign: str) -> bool:
    if unicodedata.category(sign)[0] not in "LM":
        return True
    return unicodedata.name(sign, "NONE").split()[0] in ALONE


def _face_of(text: str) -> str | None:
    """Return the file of a font with all letters of a text; empty for the main font."""
    if _is_plain(text):
        return ""
    if not all(map(_stands_alone, text)):
        return None
    signs = {sign for sign in text if not sign.isspace()}
    return next(
        (path for path in _own_fonts() if all(_has_glyph(path, sign) for sign in signs)), None
    )


@cache
def _own_fonts() -> tuple[str, ...]:
    """Return the fonts in the folder; a file that is not a font is ignored."""
    folder = Path(settings.SHINPAN_FONTS) if settings.SHINPAN_FONTS else None
    found = []
    for path in sorted(folder.glob("*.[to]t[fc]"))[:MOST_FONTS] if folder else []:
        with suppress(OSError):
            ImageFont.truetype(str(path), WORDS_SIZE)
            found.append(str(path))
    return tuple(found)


@lru_cache(maxsize=1024)
def _has_glyph(path: str, sign: str) -> bool:
    """Whether a font has a letter, that is, draws it unlike a missing one."""
    font = ImageFont.truetype(path, WORDS_SIZE)
    return bytes(font.getmask(sign)) != bytes(font.getmask(NO_LETTER))


@lru_cache(maxsize=32)
def card_of(name: str, days: str, place: str) -> bytes:
    """Return the card as a PNG."""
    card = _gradient()
    draw = ImageDraw.Draw(card)
    _draw_stones(card)
    draw.text((MARGIN, 96), days, font=_font(WORDS_SIZE, 600), fill=GOLD)
    size, lines = _fitting(draw, name)
    y = 170
    for line in lines:
        draw.text((MARGIN, y), line, font=_font(size, 700, _face_of(name)), fill=WHITE)
        y += round(size * 1.2)
    draw.text((MARGIN, y + 24), place, font=_font(WORDS_SIZE, 400, _face_of(place)), fill=SOFT)
    out = io.BytesIO()
    card.save(out, "PNG")
    return out.getvalue()


def _gradient() -> Image.Image:
    """Return the night blue of the header of an event's pages."""
    across = Image.linear_gradient("L").rotate(90).resize(SIZE)
    return Image.composite(Image.new("RGB", SIZE, DAY), Image.new("RGB", SIZE, NIGHT), across)


def _draw_stones(card: Image.Image) -> None:
    """Draw a black and a white stone in the lower corner, with smooth edges."""
    mask = Image.new("L", (STONE * SMOOTH, STONE * SMOOTH))
    ImageDraw.Draw(mask).ellipse((0, 0, STONE * SMOOTH - 1, STONE * SMOOTH - 1), fill=255)
    mask = mask.resize((STONE, STONE))
    for x, colour in ((WIDTH - 270, "#161514"), (WIDTH - 170, "#fdfcf8")):
        card.paste(colour, (x, HEIGHT - 180), mask)


def _fitting(draw: ImageDraw.ImageDraw, name: str) -> tuple[int, list[str]]:
    """Return the largest font size in which a name fits, and its lines; the last may be cut."""
    found = [(size, _lines(draw, name, size), most) for size, most in SIZES]
    size, lines, most = next((one for one in found if len(one[1]) <= one[2]), found[-1])
    return size, lines[:most]


def _lines(draw: ImageDraw.ImageDraw, name: str, size: int) -> list[str]:
    font, lines, room = _font(size, 700, _face_of(name)), [""], WIDTH - 2 * MARGIN
    for word in name.split():
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or draw.textlength(longer, font) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
        # Languages without spaces, and very long words, can be broken anywhere.
        while draw.textlength(lines[-1], font) > room:
            long = lines.pop()
            fits = next(at for at in range(len(long), 0, -1) if _fits(draw, long[:at], font, room))
            lines += [long[:fits], long[fits:]]
    return lines


def _fits(draw: ImageDraw.ImageDraw, text: str, font: ImageFont.FreeTypeFont, room: int) -> bool:
    return len(text) == 1 or draw.textlength(text, font) <= room


@lru_cache(maxsize=16)
def _font(size: int, weight: int, face: str | None = "") -> ImageFont.FreeTypeFont:
    """Return a font from the folder as it is, or the main one in a weight."""
    if face:
        return ImageFont.truetype(face, size)
    with as_file(files("fontpkg_noto_sans") / "files" / "NotoSans[wdth,wght].ttf") as path:
        font = ImageFont.truetype(io.BytesIO(path.read_bytes()), size)
    font.set_variation_by_axes([weight, 100])
    return font
