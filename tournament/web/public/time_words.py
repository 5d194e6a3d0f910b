"""A time system in one line."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.state.event import Clock, TimeSystem


def time_sentence(clock: Clock) -> str:
    """Return the time of a player in words: ``60 minutes, then 30 seconds a move (byo-yomi)``."""
    basic = ngettext("%(count)d minute", "%(count)d minutes", clock.basic_minutes) % {
        "count": clock.basic_minutes
    }
    extra = {
        TimeSystem.SUDDEN_DEATH: "",
        TimeSystem.BYO_YOMI: _("then byo-yomi: %(seconds)d seconds a move")
        % {"seconds": clock.byo_yomi_seconds},
        TimeSystem.CANADIAN: _("then %(moves)d moves in every %(seconds)d seconds")
        % {"moves": clock.canadian_moves, "seconds": clock.canadian_seconds},
        TimeSystem.FISCHER: _("plus %(seconds)d seconds for every move")
        % {"seconds": clock.fischer_seconds},
    }[clock.system]
    return f"{basic}, {extra}" if extra else basic
