"""Permission classes: which roles may call an address, with which scope of their token.

A class decides about reading, changing or both; a view joins two with ``|``. The schema takes its
text from these classes, too.
"""

from collections.abc import Collection, Iterator
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from rest_framework.permissions import OR, BasePermission
from rest_framework.request import Request

from api.authentication import REALM
from api.models import Scope
from api.problems import ProblemDetails, no_such_thing
from tournament.audit.services.current_actor import set_current_actor
from tournament.models import Role
from tournament.staff.visitors import DIRECTORS, ENTERERS, OWNERS, REFEREES, actor_of, operator_of

READING = frozenset({"GET", "HEAD"})
CHANGING = frozenset({"POST", "PUT", "PATCH", "DELETE"})
STAFF = (Role.DIRECTOR, Role.ASSISTANT, Role.REFEREE, Role.HELPER)


class RolePermission(BasePermission):
    """Admits callers who have one of the roles in the tournament and a token with the scope.

    The operator of the installation has every role of the staff. Without roles everybody is
    admitted, even without a token unless a scope is named. A caller admitted by a role acts in it
    from then on; a caller without a role in a tournament is not told whether it exists.
    """

    methods: ClassVar[frozenset[str]] = READING | CHANGING
    roles: ClassVar[Collection[str]] = ()
    scope: ClassVar[Scope | None] = None

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether this decides about the method; raises a problem if it refuses the caller."""
        if request.method not in self.methods:
            return False
        visitor = request.user.visitor
        if self.roles or self.scope:
            require_token(request)
        view.locate()
        if not self.roles:
            self.need_scope(request)
            if visitor.superuser and view.tournament_id is None:
                set_current_actor(operator_of(visitor))
            return True
        if not visitor.has(view.tournament_id, *Role.values):
            raise no_such_thing()
        if not visitor.has(view.tournament_id, *self.roles):
            raise ProblemDetails(403, "role", _("The role of this token may not do that."))
        self.need_scope(request)
        self.begin_acting(request, view)
        return True

    def need_scope(self, request: Request) -> None:
        """Raise a 403 for a token without this scope."""
        if self.scope is not None and self.scope not in request.user.scopes:
            raise ProblemDetails(
                403,
                "scope",
                _("This token does not have the scope “%(scope)s”.") % {"scope": self.scope.value},
            )

    def begin_acting(self, request: Request, view: Any) -> None:
        """Let the caller act in the role that admits them, or raise a problem."""
        set_current_actor(actor_of(request.user.visitor, view.tournament_id, self.roles))

    @property
    def words(self) -> str:
        """Return its text for the schema."""
        if not self.roles:
            return "For everybody; no token is needed."
        roles = ", ".join(sorted(str(role) for role in self.roles))
        return f"Roles: {roles}. Scope: {self.scope or 'any'}."


def require_token(request: Request) -> None:
    """Raise a 401 for a caller without a token."""
    if not request.user.is_authenticated:
        raise ProblemDetails(
            401,
            "token_missing",
            _("Send a token: Authorization: Bearer shinpan_…"),
            headers={"WWW-Authenticate": REALM},
        )


def permission_for(view: Any, method: str) -> RolePermission:
    """Return which of a view's permissions decides about a method."""
    for permission in view.get_permissions():
        for single in _singles(permission):
            if method in single.methods:
                return single
    raise LookupError(f"{type(view).__name__}: no permission decides about {method}")


def _singles(permission: Any) -> Iterator[RolePermission]:
    if isinstance(permission, OR):
        yield from _singles(permission.op1)
        yield from _singles(permission.op2)
    else:
        yield permission


class Nobody(BasePermission):
    """The default of a viewset that names no permission: nobody is admitted."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return False."""
        return False


class Anybody(RolePermission):
    """Everybody, even without a token."""


class AnybodyReads(RolePermission):
    """Everybody reads, even without a token."""

    methods = READING


class AnyTokenReads(RolePermission):
    """Anybody with a token reads what is theirs."""

    methods, scope = READING, Scope.READ


class DirectorsRead(RolePermission):
    """Directors and their assistants read drafts and entries."""

    methods, roles, scope = READING, DIRECTORS, Scope.READ


class OwnersRead(RolePermission):
    """The owners of the tournament read its settings."""

    methods, roles, scope = READING, OWNERS, Scope.READ


class RefereesRead(RolePermission):
    """The referees read the cases."""

    methods, roles, scope = READING, REFEREES, Scope.READ


class StaffLooksBack(RolePermission):
    """Directors, assistants and referees read what everybody did."""

    methods, scope = READING, Scope.READ
    roles = (Role.DIRECTOR, Role.ASSISTANT, Role.REFEREE)


class StaffReadsNames(RolePermission):
    """The staff is shown names that are hidden from the public."""

    methods, roles, scope = READING, STAFF, Scope.READ


class DirectorsChangePlayers(RolePermission):
    """Directors enter, change and withdraw players."""

    methods, roles, scope = CHANGING, DIRECTORS, Scope.PLAYERS


class StaffChecksIn(RolePermission):
    """The staff at the entrance reads and records who is here."""

    roles, scope = ENTERERS, Scope.PLAYERS


class DirectorsRunRounds(RolePermission):
    """Directors pair, publish and finish rounds."""

    methods, roles, scope = CHANGING, DIRECTORS, Scope.ROUNDS


class StaffEntersResults(RolePermission):
    """Directors and helpers enter results."""

    methods, roles, scope = CHANGING, ENTERERS, Scope.RESULTS


class DirectorsCorrect(RolePermission):
    """Directors correct what was published."""

    methods, roles, scope = CHANGING, DIRECTORS, Scope.RESULTS


class OwnersChangeSettings(RolePermission):
    """The owners of the tournament change its settings."""

    methods, roles, scope = CHANGING, OWNERS, Scope.SETTINGS


class OwnersManageStaff(RolePermission):
    """The owners of the tournament issue and revoke the staff's tokens."""

    roles, scope = OWNERS, Scope.STAFF


class OwnersManageWebhooks(RolePermission):
    """The owners of the tournament manage its webhooks."""

    roles, scope = OWNERS, Scope.WEBHOOKS


class RefereesSettleCases(RolePermission):
    """The referees open and settle cases."""

    methods, roles, scope = CHANGING, REFEREES, Scope.CASES


class DirectorsImportRecords(RolePermission):
    """Directors import game records in bulk."""

    methods, roles, scope = CHANGING, DIRECTORS, Scope.RECORDS


class ServersSendGames(RolePermission):
    """Programs of servers, whom the directors trust, send games for their players."""

    methods, roles, scope = CHANGING, DIRECTORS, Scope.SERVER
