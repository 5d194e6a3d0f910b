"""The filter that counts how many findings about result files need fixing."""

from django import template

from tournament.exchange.gaps import still_open

register = template.Library()
register.filter("still_open", still_open)
