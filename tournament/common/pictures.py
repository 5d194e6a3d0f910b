"""Pictures that people send, drawn again so that nothing else comes along with them.

A small file can be a huge picture. So its size is read from the header before a pixel is decoded,
the memory for decoding is bounded, and a process decodes one at a time. Call this outside any
transaction, so that nobody waits for a row while a picture is drawn.
"""

import hashlib
import io
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from PIL import Image, ImageOps, UnidentifiedImageError

from tournament.common.rate_limit import increment_counter
from tournament.errors import NotNow, UserError

MOST_PICTURES = 3
MOST_BYTES = 8 * 1024 * 1024
LONGEST_SIDE = 2000
"""The longest side of a stored photograph, in pixels."""
MOST_PIXELS = 20_000_000
"""The most pixels a picture may have. At four bytes each, decoding takes 80 MB."""
FORMATS = ("JPEG", "PNG", "WEBP")
QUALITY = 85
ORIENTATION = 0x0112
"""The EXIF tag that says how the camera was held."""
RESIZABLE = ("L", "LA", "RGB", "RGBA")
"""Pixel modes that can be averaged as they are."""
MOST_ATTEMPTS, ATTEMPTS_SECONDS = 30, 15 * 60
"""How often somebody may send pictures within so many seconds, whatever the outcome."""
WAIT_SECONDS = 20.0
"""How long a picture waits for its turn to be decoded."""
_decoder = ThreadPoolExecutor(1, "pictures")
"""All pictures of a process are decoded one by one in the same thread, because each thread keeps
some of the memory that it once allocated."""


@dataclass(frozen=True, slots=True)
class StoredPicture:
    """A picture as it is stored: a JPEG without metadata, and its size in pixels."""

    data: bytes
    sha256: str
    width: int
    height: int


def redraw_pictures(
    pictures: Sequence[Callable[[], bytes]], *, sender: str, longest: int = LONGEST_SIDE
) -> tuple[StoredPicture, ...]:
    """Return pictures as they will be stored; each is read by its function when its turn comes.

    ``sender`` identifies the person who sends them, whose attempts are counted before anything is
    decoded; ``longest`` is the longest side of what is stored, in pixels. Raises UserError (field
    ``pictures``), as NotNow after too many attempts or if too many others are sending pictures.
    """
    if not pictures:
        return ()
    if len(pictures) > MOST_PICTURES:
        raise _refusal(
            "too_many_pictures",
            ngettext(
                "Send at most %(count)d picture.",
                "Send at most %(count)d pictures at a time.",
                MOST_PICTURES,
            )
            % {"count": MOST_PICTURES},
        )
    if increment_counter(f"pictures:{sender}", ATTEMPTS_SECONDS) > MOST_ATTEMPTS:
        raise NotNow(
            "too_many_attempts",
            field="pictures",
            seconds=ATTEMPTS_SECONDS,
            text=_("You have sent pictures too often. Wait a quarter of an hour."),
        )
    # Copy the request's context, so that refusals are in its language.
    turn = _decoder.submit(copy_context().run, _all_drawn, pictures, longest)
    try:
        return turn.result(WAIT_SECONDS)
    except TimeoutError:
        if not turn.cancel():  # it has begun, and will be done in a moment
            return turn.result()
        raise NotNow(
            "pictures_busy",
            field="pictures",
            seconds=WAIT_SECONDS,
            text=_("Many pictures are being sent at this moment. Send yours again in a minute."),
        ) from None


def is_stored_picture(data: bytes, width: int, height: int) -> bool:
    """Whether bytes are a picture as stored here, of this size; no pixel is decoded."""
    try:
        with Image.open(io.BytesIO(data), formats=("JPEG",)) as kept:
            return kept.size == (width, height)
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        return False


def _all_drawn(pictures: Sequence[Callable[[], bytes]], longest: int) -> tuple[StoredPicture, ...]:
    return tuple(_drawn(read(), longest) for read in pictures)


def _drawn(data: bytes, longest: int) -> StoredPicture:
    if len(data) > MOST_BYTES:
        raise too_large()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=FORMATS) as sent:
                picture = _shrunk(sent, longest)
    except UserError:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise _too_many_pixels() from error
    # Pillow's readers raise nearly anything for broken files; only the file is at fault.
    except (
        UnidentifiedImageError,
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
        raise _refusal(
            "picture_unreadable",
            _("This picture cannot be read: send a JPEG or PNG photo."),
        ) from error
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=QUALITY)
    kept = out.getvalue()
    return StoredPicture(kept, hashlib.sha256(kept).hexdigest(), picture.width, picture.height)


def _shrunk(sent: Image.Image, longest: int) -> Image.Image:
    """Return a picture the right way up, on white and not too large.

    Its size is known before a pixel is decoded, and it is shrunk before anything else is done.
    """
    if sent.width * sent.height > MOST_PIXELS:
        raise _too_many_pixels()
    sent.draft("RGB", (longest, longest))  # decode a JPEG no larger than necessary
    held = sent.getexif().get(ORIENTATION, 1)
    see_through = sent.mode == "PA" or "transparency" in sent.info
    if see_through or sent.mode not in RESIZABLE:
        picture = sent.convert("RGBA" if see_through else "RGB")
    else:
        picture = sent
    picture.thumbnail((longest, longest))
    plain = Image.new("RGB", picture.size, "white")
    above = picture.convert("RGBA") if picture.mode in ("RGBA", "LA") else None
    plain.paste(above or picture, mask=above)
    plain.getexif()[ORIENTATION] = held
    turned = ImageOps.exif_transpose(plain)
    turned.info.clear()
    return turned


def _too_many_pixels() -> UserError:
    return _refusal(
        "picture_too_large",
        _("A picture has more than %(most)d million pixels: send a smaller one.")
        % {"most": MOST_PIXELS // 1_000_000},
    )


def too_large() -> UserError:
    """Return the error for a picture of more than ``MOST_BYTES``."""
    text = _("A picture is larger than %(most)d MB: send a smaller one.")
    return _refusal("picture_too_large", text % {"most": MOST_BYTES // 1024 // 1024})


def _refusal(code: str, text: "str | Promise") -> UserError:
    return UserError(code, field="pictures", text=text)
