"""Addresses of one case: who may open it, and in what role they act there."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request

from adjudication.cases.selectors.cases import OwnCase, case_page, own_case
from adjudication.cases.selectors.referees import sits_on
from adjudication.cases.services.base import locked_case
from adjudication.cases.views.access import Desk, as_member
from adjudication.models import Case
from api.models import Scope
from api.permissions import CHANGING, READING, RolePermission
from api.problems import ProblemDetails, no_such_thing
from api.viewsets import TournamentViewSet
from tournament.audit.services.current_actor import current_actor, set_current_actor
from tournament.common.versions import Version, version_of
from tournament.models import Role
from tournament.staff.visitors import REFEREES, actor_of


class CommitteePermission(RolePermission):
    """Those who sit on the committee of the case: the staff, or players of other games."""

    roles = tuple(Role.values)

    def begin_acting(self, request: Request, view: Any) -> None:
        """Let a member of the committee act as such. Raises a 403 for anybody else."""
        visitor = request.user.visitor
        sitting = sits_on(
            view.tournament_id,
            view.kwargs["number"],
            links=[known.link_id for known in visitor.identities],
            player_id=visitor.player_id,
            user_id=visitor.user_id,
        )
        if sitting is None:
            self.refuse(request, view)
        else:
            set_current_actor(as_member(visitor, sitting))

    def refuse(self, request: Request, view: Any) -> None:
        """Raise a 403 for anyone who is not on the committee."""
        raise ProblemDetails(
            403, "not_on_committee", _("This is for the appeals committee of the case.")
        )


class CommitteeReads(CommitteePermission):
    """The referees and the committee of the case read it."""

    methods, scope = READING, Scope.READ

    def refuse(self, request: Request, view: Any) -> None:
        """Let a referee act as such, or raise a 403."""
        visitor = request.user.visitor
        if not visitor.has(view.tournament_id, *REFEREES):
            super().refuse(request, view)
        set_current_actor(actor_of(visitor, view.tournament_id, REFEREES))


class CommitteeVotes(CommitteePermission):
    """The committee of the case votes; a player may use the scope for their own games."""

    methods, scope = CHANGING, Scope.CASES

    def need_scope(self, request: Request) -> None:
        """Raise a 403 for a token without the scope for this."""
        plays = request.user.visitor.player is not None
        if not (plays and Scope.GAMES in request.user.scopes):
            super().need_scope(request)


class PlayersReadOwnCase(RolePermission):
    """The players that the case is about; for anybody else there is no such case."""

    methods, roles, scope = READING, (Role.PLAYER,), Scope.READ


class PlayersSpeakInOwnCase(RolePermission):
    """The players that the case is about make a statement in it, or appeal."""

    methods, roles, scope = CHANGING, (Role.PLAYER,), Scope.GAMES


class CaseAddresses(TournamentViewSet):
    """Addresses for one case, ``number`` in its tournament, for those who settle cases."""

    lookup_url_kwarg, lookup_value_converter = "number", "int"
    versioned = "number"

    def at_desk(self) -> Desk:
        """Return the case as the current actor has it before them. Raises a 404."""
        page = case_page(self.terms.id, self.kwargs["number"], current_actor())
        if page is None:
            raise no_such_thing()
        return Desk(self.terms, page, page.reader, page.policy)

    @property
    def case_id(self) -> int:
        """Return the key of the case. Raises a 404."""
        return self.at_desk().page.line.id

    def hold(self) -> None:
        """Lock the case, after its game."""
        locked_case(self.case_id)

    def version(self) -> Version | None:
        """Return the version of the case."""
        return version_of(Case, tournament=self.terms.id, number=self.kwargs["number"])


class OwnCaseAddresses(TournamentViewSet):
    """Addresses for one case, ``case_id``, for the players it is about.

    Others are not even told that there is a case: it may be about a suspicion.
    """

    lookup_url_kwarg, lookup_value_converter = "case_id", "int"
    versioned = "case_id"

    def locate(self) -> None:
        """Find the case, which must be one of the caller's. Raises a 404."""
        player = self.caller.visitor.player
        if player is None:
            raise no_such_thing()
        self.own()
        self.in_tournament(player.slug)

    def hold(self) -> None:
        """Lock the case, after its game."""
        locked_case(self.kwargs["case_id"])

    def version(self) -> Version | None:
        """Return the version of the case."""
        return version_of(Case, pk=self.kwargs["case_id"])

    def own(self) -> OwnCase:
        """Return the case as it is now. Raises a 404."""
        player_id = self.caller.visitor.player_id
        found = None if player_id is None else own_case(self.kwargs["case_id"], player_id)
        if found is None:
            raise no_such_thing()
        return found
