"""Search keys of names, so that ``lukasz`` finds Łukasz and ``o neill`` finds O'Neill."""

import re
import unicodedata

_LETTERS = str.maketrans(
    {
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ı": "i",
        "ŀ": "l",
        "ŧ": "t",
        "ŋ": "n",
        "ɓ": "b",
        "ə": "a",
        "ĸ": "k",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ß": "ss",
    }
)
"""Letters that Unicode does not decompose into a plain letter and a mark."""
_GAP = re.compile(r"[\W_]+")


def folded(name: str) -> str:
    """Return a name for searching: lower case, no accents, only letters, digits and single spaces.

    The key of a part of a name is a part of the name's key, so searching it for ``folded(part)``
    finds any part. Scripts without case stay as they are.
    """
    plain = name.casefold()
    if not plain.isascii():
        letters = unicodedata.normalize("NFKD", plain).casefold().translate(_LETTERS)
        plain = "".join(char for char in letters if not unicodedata.combining(char))
    return _GAP.sub(" ", plain).strip()


def one_letter_variants(key: str) -> set[str]:
    """Return a key and all its variants with one letter left out.

    Two keys share one of these if a letter is missing, different or out of place in one of them.
    """
    return {key} | {key[:at] + key[at + 1 :] for at in range(len(key))}


def name_key(name: str) -> str:
    """Return a key for a name whose surname and first name may be in either order.

    It has the words of the folded name in a fixed order; empty for a name without a letter or
    digit.
    """
    return " ".join(sorted(folded(name).split()))
