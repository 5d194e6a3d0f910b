"""Search keys of names, so that ``lukasz`` finds Łukasz and ``o neill`` finds O'Neill."""

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
"""Letters that Unicode does not take apart into a plain letter and a mark."""


def folded(name: str) -> str:
    """Return a name for searching: lower case, no accents, only letters, digits and single spaces.

    The key of a part of a name is a part of the key of the name, so a search for
    ``folded(part)`` inside it finds by any part. Scripts without case stay as they are.
    """
    letters = unicodedata.normalize("NFKD", name.casefold()).casefold().translate(_LETTERS)
    marks_gone = (char for char in letters if not unicodedata.combining(char))
    return " ".join("".join(c if c.isalnum() else " " for c in marks_gone).split())
