"""Errors that a user can correct, and the error for a file store that does not answer."""

from typing import Any

from django.utils import translation
from django.utils.functional import Promise, lazy

from language.messages import Message

Text = str | Promise | Message
_rendered = lazy(lambda message: message.render(translation), str)


class UserError(Exception):
    """A request that cannot be carried out as it is.

    ``code`` is stable, ``field`` names the input it is about (None: the request as a whole) and
    ``text`` says, in the reader's language, what is wrong and what to do; it may be a message of a
    core. Pages show it beside the field; it is never a server error.
    """

    def __init__(self, code: str, *, text: Text, field: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.text: Any = _rendered(text) if isinstance(text, Message) else text
        self._given = text

    @property
    def message(self) -> Message:
        """Return the text as a value that can be stored and shown in any language later."""
        if isinstance(self._given, Message):
            return self._given
        if isinstance(self._given, str):
            return Message("%(text)s") % {"text": self._given}
        with translation.override(None):
            return Message(str(self._given))

    def __str__(self) -> str:
        return f"{self.code}: {self.text}"


class Conflict(UserError):  # noqa: N818 - what happened, as HTTP calls it
    """Somebody else was quicker, or the matter is already settled. Look again and decide again."""


class IdempotencyConflict(Conflict):
    """The same key came with another body: two different requests were sent as one."""


class NotNow(UserError):  # noqa: N818
    """Too often, or too much at the moment: the same request can be sent again in ``seconds``."""

    def __init__(
        self,
        code: str,
        *,
        text: Text,
        seconds: float,
        field: str | None = None,
    ) -> None:
        super().__init__(code, text=text, field=field)
        self.seconds = seconds


class NotFound(UserError):  # noqa: N818
    """There is no such thing in this tournament."""


class LinkInvalid(UserError):  # noqa: N818
    """A private link that does not work: mistyped, revoked or expired (it does not say which)."""


class StoreError(Exception):
    """The object store does not answer, or holds another file than the one stored there."""
