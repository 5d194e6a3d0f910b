"""What every reader says of a file that it cannot read."""

from language.localtext import LocalText


class FormatError(ValueError):
    """A file that cannot be read: what is wrong, where, and what to do.

    ``code`` is stable, ``text`` is one sentence or two for people. ``line`` counts from 1 and
    ``field`` names the element, attribute or column (``Game@roundNumber``); either is None where
    nothing more precise than the whole file is known.
    """

    def __init__(
        self, code: str, text: LocalText, line: int | None = None, field: str | None = None
    ) -> None:
        self.code = code
        self.text = text
        self.line = line
        self.field = field
        super().__init__(self.message("en"))

    def message(self, language: str = "en") -> str:
        """Return where and what as one line, in a language code such as ``fr``."""
        where = []
        if self.line is not None:
            where.append(LocalText(f"line {self.line}", f"ligne {self.line}").get(language))
        if self.field is not None:
            where.append(self.field)
        text = self.text.get(language)
        return f"{', '.join(where)}: {text}" if where else text
