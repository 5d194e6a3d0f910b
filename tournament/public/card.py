"""The social card of an event: its name, days and place as a picture.

Programs that show such cards take no SVG. Names are set in the font that printing uses; where it
lacks a letter there is no card.
"""

import io
from functools import lru_cache
from importlib.resources import as_file, files

from django.utils.formats import date_format
from PIL import Image, ImageDraw, ImageFont

from tournament.public.selectors.published import EventHead

SIZE = WIDTH, HEIGHT = 1200, 630
MARGIN = 90
SIZES = ((92, 2), (76, 2), (62, 3), (52, 3))
"""Of the letters of a name, each with how many lines there is room for."""
STONE, SMOOTH = 120, 4
WORDS_SIZE = 38
NIGHT, DAY = (15, 47, 60), (27, 100, 132)
WHITE, GOLD, SOFT = "#ffffff", "#e9c987", "#d3e4eb"
KNOWN = range(0x20, 0x530)
"""The letters of Latin, Greek and Cyrillic, which the font has."""
BEYOND = "\u2010\u2011\u2012\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u00d7\u00b7"
"""Dashes and quotation marks that names have."""


def can_draw(name: str) -> bool:
    """Whether every letter of a name can be drawn."""
    return all(ord(sign) in KNOWN or sign in BEYOND for sign in name)


def card_words(head: EventHead) -> tuple[str, str]:
    """Return the days and the place of an event as its card has them."""
    days = [head.terms.starts_on, head.ends_on]
    told = [date_format(day, "DATE_FORMAT") for day in dict.fromkeys(days) if day is not None]
    return " – ".join(told), head.terms.city if can_draw(head.terms.city) else ""


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
        draw.text((MARGIN, y), line, font=_font(size, 700), fill=WHITE)
        y += round(size * 1.2)
    draw.text((MARGIN, y + 24), place, font=_font(WORDS_SIZE, 400), fill=SOFT)
    out = io.BytesIO()
    card.save(out, "PNG")
    return out.getvalue()


def _gradient() -> Image.Image:
    """Return the night blue of the head of an event's pages."""
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
    """Return the largest letters in which a name has room, and its lines; a last one is cut."""
    found = [(size, _lines(draw, name, size), most) for size, most in SIZES]
    size, lines, most = next((one for one in found if len(one[1]) <= one[2]), found[-1])
    return size, lines[:most]


def _lines(draw: ImageDraw.ImageDraw, name: str, size: int) -> list[str]:
    font, lines = _font(size, 700), [""]
    for word in name.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and draw.textlength(longer, font) > WIDTH - 2 * MARGIN:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


@lru_cache(maxsize=8)
def _font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    with as_file(files("fontpkg_noto_sans") / "files" / "NotoSans[wdth,wght].ttf") as path:
        font = ImageFont.truetype(io.BytesIO(path.read_bytes()), size)
    font.set_variation_by_axes([weight, 100])
    return font
