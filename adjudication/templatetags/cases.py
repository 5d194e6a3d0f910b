"""What of a tournament's cases waits, for the menu of its staff."""

from django import template
from django.template import Context

from adjudication.cases.selectors.referees import Waiting
from adjudication.cases.views.access import waiting_for
from tournament.staff.visitors import visitor_of

register = template.Library()


@register.simple_tag(takes_context=True)
def cases_waiting(context: Context, tournament_id: int) -> Waiting:
    """Return what waits in a tournament for the page's visitor."""
    return waiting_for(visitor_of(context["request"]), tournament_id)
