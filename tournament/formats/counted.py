"""Sentences with a number in them, in the singular or the plural of each language."""

from language.localtext import LocalText

MOST_NAMES = 5


def counted(count: int, en: tuple[str, str], fr: tuple[str, str]) -> LocalText:
    """Return a sentence about ``count`` things.

    Each language gives its sentence for one thing and its sentence for several; ``{count}`` in it
    stands for the number. In French none is a singular too.
    """
    number = str(count)
    return LocalText(
        en[count != 1].replace("{count}", number), fr[count > 1].replace("{count}", number)
    )


def listed(names: list[str]) -> str:
    """Return the first few of some names, and how many more there are."""
    more = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (f" … +{more}" if more > 0 else "")
