"""What a list of findings about the result files is called: some lack, others are worth a look."""

from django import template

from tournament.exchange.gaps import still_open

register = template.Library()
register.filter("still_open", still_open)
