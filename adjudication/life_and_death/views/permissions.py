"""Permissions for the pages of confirmations: who may read them, and who may ask."""

from django.http import Http404, HttpRequest

from adjudication.cases.views.access import Desk, at_desk, at_own_ruling, read_at_desk
from adjudication.life_and_death.selectors import ConfirmationView, confirmation_view
from adjudication.models import ConfirmationState


def may_ask(desk: Desk) -> bool:
    """Whether the visitor may ask for a confirmation now, as far as the page can tell."""
    return desk.referees and not desk.page.closed and not desk.page.line.over


def life_desk(request: HttpRequest, slug: str, number: int) -> Desk:
    """Return a case with confirmations to those who may read it. Raises Http404 for one without."""
    return _with_life(read_at_desk(request, slug, number))


def verdict_desk(request: HttpRequest, slug: str, number: int) -> Desk:
    """Return a case with confirmations to those who may read its verdicts.

    Once there is a ruling, that includes the players of the game: it may rest on the verdicts.
    """
    own = at_own_ruling(request, slug, number)
    return life_desk(request, slug, number) if own is None else _with_life(own)


def acting_at_desk(request: HttpRequest, slug: str, number: int) -> Desk:
    """Return a case with confirmations to the owner and the referees."""
    return _with_life(at_desk(request, slug, number))


def confirmation_of(desk: Desk, number: int) -> ConfirmationView:
    """Return a confirmation of a case; for players, only one with a verdict. Raises Http404."""
    view = confirmation_view(desk.page.line.id, number)
    if view is None or (desk.player and view.state != ConfirmationState.DONE):
        raise Http404
    return view


def _with_life(desk: Desk) -> Desk:
    if not desk.page.confirmable:
        raise Http404
    return desk
