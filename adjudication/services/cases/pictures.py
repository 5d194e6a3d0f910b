"""Photographs that come with a statement: drawn anew, so that nothing else comes with them."""

import hashlib
import io
import warnings
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from PIL import Image, ImageOps, UnidentifiedImageError

from tournament.errors import UserError

MOST_PICTURES = 3
MOST_BYTES = 8 * 1024 * 1024
LONGEST_SIDE = 2000
"""In pixels, of what is kept."""
MOST_PIXELS = 50_000_000
"""Of what is sent: more than a good camera gives, and no more than the memory of a small server."""
FORMATS = ("JPEG", "PNG", "WEBP")
QUALITY = 85
ORIENTATION = 0x0112
"""The tag of a photograph that says how the camera was held."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture as it is kept: a JPEG without any data beside it, with its size in pixels."""

    data: bytes
    sha256: str
    width: int
    height: int


def drawn_anew(pictures: Sequence[bytes]) -> tuple[Drawn, ...]:
    """Return pictures as they are to be kept. Raises UserError (field ``pictures``)."""
    if len(pictures) > MOST_PICTURES:
        raise UserError(
            "too_many_pictures",
            field="pictures",
            text=ngettext(
                "Send at most %(count)d picture.",
                "Send at most %(count)d pictures at a time.",
                MOST_PICTURES,
            )
            % {"count": MOST_PICTURES},
        )
    return tuple(_drawn(data) for data in pictures)


def _drawn(data: bytes) -> Drawn:
    if len(data) > MOST_BYTES:
        raise UserError(
            "picture_too_large",
            field="pictures",
            text=_("A picture is larger than %(most)d MB: send a smaller one.")
            % {"most": MOST_BYTES // 1024 // 1024},
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=FORMATS) as sent:
                picture = _shrunk(sent)
    except UserError:
        raise
    # Pillow's readers of broken files raise nearly anything; nothing but the file is at fault.
    except (
        UnidentifiedImageError,
        Image.DecompressionBombError,
        Image.DecompressionBombWarning,
        OSError,
        ValueError,
        SyntaxError,
        TypeError,
        IndexError,
        KeyError,
        EOFError,
        ZeroDivisionError,
        OverflowError,
    ) as error:
        raise UserError(
            "picture_unreadable",
            field="pictures",
            text=_("This is no picture that can be read: send a JPEG or PNG photograph."),
        ) from error
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=QUALITY)
    kept = out.getvalue()
    return Drawn(kept, hashlib.sha256(kept).hexdigest(), picture.width, picture.height)


def _shrunk(sent: Image.Image) -> Image.Image:
    """Return a picture the right way up, in plain colours and not too large.

    Its size is known before a pixel is decoded.
    """
    if sent.width * sent.height > MOST_PIXELS:
        raise UserError(
            "picture_too_large",
            field="pictures",
            text=_("A picture has more than %(most)d million pixels: send a smaller one.")
            % {"most": MOST_PIXELS // 1_000_000},
        )
    sent.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))  # a JPEG is decoded no larger than it must
    orientation = sent.getexif()
    picture: Image.Image = sent
    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        above = picture.convert("RGBA")
        picture = Image.new("RGB", above.size, "white")
        picture.paste(above, mask=above.getchannel("A"))
    else:
        picture = picture.convert("RGB")
    picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    picture.info.clear()
    picture.getexif()[ORIENTATION] = orientation.get(ORIENTATION, 1)
    turned = ImageOps.exif_transpose(picture)
    turned.info.clear()
    return turned
