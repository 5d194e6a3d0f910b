"""What one method of an address is: who may use it, what it takes and gives.

:func:`operation` stands around every handler. From it come the door, the reading of bodies and
questions, the key of what changes something, the schema, and the tests' table of who may what.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from rest_framework import serializers

from api.http.fields import Body, Paged, Question
from api.http.idempotency import once
from api.models import Scope

Handler = TypeVar("Handler", bound=Callable[..., Any])
UNSAFE = frozenset({"post", "put", "patch", "delete"})


@dataclass(frozen=True, slots=True)
class Door:
    """Who may use an operation: whoever has one of the roles and a token with the scope.

    The operator of the installation passes wherever staff does. Without roles it is for
    everybody, also without a token; without a scope any token will do.
    """

    scope: Scope | None = None
    roles: Collection[str] = ()

    @property
    def words(self) -> str:
        """Return it as the schema tells it."""
        if not self.roles:
            return "For everybody; no token is needed."
        roles = ", ".join(sorted(str(role) for role in self.roles))
        return f"Roles: {roles}. Scope: {self.scope or 'any'}."


ANYBODY = Door()


@dataclass(frozen=True, slots=True)
class Operation:
    """All that is to be known of a handler, besides what it does."""

    summary: str
    door: Door
    gives: type[serializers.BaseSerializer] | None
    takes: type[Body] | None
    asks: type[Question] | None
    paged: bool
    many: bool
    """Whether the answer shows all of several things, and not one."""
    status: int
    files: Collection[str]
    """The media types of an answer that is a file, instead of ``gives``."""
    changes: bool
    """Whether it may change something: only then it needs a key."""


def operation(
    summary: str,
    *,
    door: Door = ANYBODY,
    gives: type[serializers.BaseSerializer] | None = None,
    takes: type[Body] | None = None,
    asks: type[Question] | None = None,
    paged: bool = False,
    many: bool = False,
    status: int = 200,
    files: Collection[str] = (),
    changes: bool = True,
) -> Callable[[Handler], Handler]:
    """Say what a handler is.

    ``takes`` is its body, read with ``self.taken()``; ``asks`` its question, read with
    ``self.asked()`` (a :class:`~api.http.fields.Paged` one where it is ``paged``); ``gives`` what
    one thing of the answer looks like. A handler that may change something runs once for every
    ``Idempotency-Key`` (:mod:`api.http.idempotency`); without ``changes`` it is only a question
    that no address can hold.
    """
    if paged and asks is None:
        asks = Paged
    if paged and not issubclass(asks or Question, Paged):
        raise TypeError(f"{summary}: the question of a paged list is a Paged one")
    known = Operation(summary, door, gives, takes, asks, paged, many, status, files, changes)

    def marked(handler: Handler) -> Handler:
        made: Any = once(handler) if changes and handler.__name__ in UNSAFE else handler
        made.operation = known
        return cast(Handler, made)

    return marked
