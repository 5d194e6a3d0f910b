"""Addresses of one case: who may open it, and as whom he acts there."""

from django.utils.translation import gettext as _

from adjudication.selectors.cases import OwnCase, case_page, own_case
from adjudication.selectors.deskmates import sits_on
from adjudication.web.desk.doors import Desk, as_member
from api.http.operations import Door
from api.http.problems import Problem, no_such_thing
from api.http.views import TournamentView
from api.models import Scope
from tournament.models import Role
from tournament.services.acting import act_as, actor
from tournament.web.access import REFEREES, actor_of

READS_CASES = Door(Scope.READ, REFEREES)
COMMITTEE = Door(Scope.READ, tuple(Role.values))
"""The referees, and whoever sits on the committee of the case: the view asks whether he does."""
VOTES = Door(Scope.CASES, tuple(Role.values))
"""The committee of the case; a player votes with the scope of his own games."""
OWN_CASE = Door(Scope.READ, (Role.PLAYER,))
"""The players whom the case is about: for everybody else there is no such case."""
IN_OWN_CASE = Door(Scope.GAMES, (Role.PLAYER,))


class CaseView(TournamentView):
    """An address of one case, ``number`` in its tournament, for who settles cases."""

    def at_desk(self) -> Desk:
        """Return the case as whoever acts has it before him. Raises a 404."""
        page = case_page(self.terms.id, self.kwargs["number"], actor())
        if page is None:
            raise no_such_thing()
        return Desk(self.terms, page, page.reader, page.policy)

    @property
    def case_id(self) -> int:
        """Return the key of the case. Raises a 404."""
        return self.at_desk().page.line.id


class CommitteeView(CaseView):
    """An address of one case that its committee may open, too."""

    sits = False
    """Whether the caller sits on the committee of the case."""

    def pass_door(self) -> None:
        """Let the committee and, where they may only look, the referees pass."""
        super().pass_door()
        if self.operation.door not in (COMMITTEE, VOTES):
            return
        visitor, terms = self.caller.visitor, self.terms
        sitting = sits_on(
            terms.id,
            self.kwargs["number"],
            links=[known.link_id for known in visitor.identities],
            player_id=visitor.player_id,
            user_id=visitor.user_id,
        )
        if sitting is not None:
            self.sits = True
            act_as(as_member(visitor, sitting))
        elif self.operation.door is COMMITTEE and visitor.has(terms.id, *REFEREES):
            act_as(actor_of(visitor, terms.id, REFEREES))
        else:
            raise Problem(
                403, "not_on_committee", _("This is for the appeals committee of the case.")
            )

    def needs_scope(self, door: Door) -> None:
        """Raise a 403 for a token that was not made for this."""
        plays = self.caller.visitor.player is not None
        if not (door is VOTES and plays and Scope.GAMES in self.caller.scopes):
            super().needs_scope(door)


class OwnCaseView(TournamentView):
    """An address of one case, ``case_id``, for the players whom it is about.

    Not even that there is a case is told to others: it may be about a suspicion.
    """

    def locate(self) -> int | None:
        """Return the key of the tournament of a case of the caller's; None for any other case."""
        player = self.caller.visitor.player
        if player is None or self._found() is None:
            return None
        return self.at(player.slug)

    def own(self) -> OwnCase:
        """Return the case as it is now. Raises a 404."""
        found = self._found()
        if found is None:
            raise no_such_thing()
        return found

    def _found(self) -> OwnCase | None:
        player_id = self.caller.visitor.player_id
        return None if player_id is None else own_case(self.kwargs["case_id"], player_id)
