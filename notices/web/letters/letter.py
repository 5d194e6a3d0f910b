"""A whole letter: greeting, what there is to say, the way to the page, how to get no more."""

from collections.abc import Callable

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from notices.models import Mail, MailKind, MailRules, PlayerMail
from notices.services.entry import DAYS, pass_of
from notices.services.leaving import switch_of
from notices.services.mailing import Letter
from notices.web.letters import cases, games, staff
from notices.web.letters.telling import Said
from tournament.models import Player

PLAYERS: dict[str, Callable[[Mail, Player], Said | None]] = {
    MailKind.PAIRING: games.pairing,
    MailKind.CONFIRM: games.confirm,
    MailKind.DATES: games.dates,
    MailKind.REMINDER: games.reminder,
    MailKind.CASE: cases.case,
    MailKind.RULING: cases.ruling,
}
STAFF: dict[str, Callable[[Mail], Said | None]] = {
    MailKind.STAFF_CASE: staff.opened,
    MailKind.STAFF_ROUND: staff.not_opened,
    MailKind.STAFF_TROUBLE: staff.trouble,
}

SIGNATURE = "-- "
"""The line from which on mail programs show a footer."""


def write_letter(mail: Mail) -> Letter | None:
    """Write a mail, in the language of who gets it; None where there is nothing to say any more."""
    with translation.override(language_of(mail)):
        if mail.player is not None:
            said = PLAYERS[mail.kind](mail, mail.player)
        else:
            said = STAFF[mail.kind](mail)
        return None if said is None else _letter(mail, said)


def language_of(mail: Mail) -> str:
    """Return the language somebody chose, else the tournament's, else the installation's."""
    chosen = ""
    if mail.player_id is not None:
        rows = PlayerMail.objects.filter(player=mail.player_id)
        chosen = rows.values_list("language", flat=True).first() or ""
    elif mail.staff is not None:
        chosen = mail.staff.language
    if not chosen:
        rules = MailRules.objects.filter(tournament=mail.tournament_id)
        chosen = rules.values_list("language", flat=True).first() or ""
    return chosen if chosen in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _letter(mail: Mail, said: Said) -> Letter:
    switch = absolute(reverse("notices:switch", args=[switch_of(mail)]))
    name = mail.tournament.name
    if mail.player is not None:
        hello = _("Hello %(name)s,") % {"name": mail.player.name}
        way = _way(mail, mail.player, said.opens)
    else:
        hello, way = _("Hello,"), absolute(said.path)
    told = {"kind": MailKind(mail.kind).label}
    paragraphs = (
        hello,
        *said.paragraphs,
        way,
        "\n".join((SIGNATURE, name, _("No more mails of this kind (%(kind)s):") % told, switch)),
    )
    subject = _("%(tournament)s: %(subject)s") % {"tournament": name, "subject": said.subject}
    headers = {
        "List-Unsubscribe": f"<{switch}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return Letter(subject, "\n\n".join(paragraphs) + "\n", headers)


def _way(mail: Mail, player: Player, opens: str) -> str:
    """Return how a player gets to his page: by a pass, where he has a link that works."""
    token = pass_of(player)
    if not token:
        page = absolute(reverse("tournament:tournament", args=[mail.tournament.slug]))
        return _("The tournament:\n%(address)s") % {"address": page}
    address = absolute(reverse("notices:enter", args=[token])) + (opens and f"?{opens}")
    return _("Your page (for you alone, this address works for %(days)d days):\n%(address)s") % {
        "days": DAYS,
        "address": address,
    }


def absolute(path: str) -> str:
    """Return the whole address of a page: a mail knows no request."""
    return str(settings.SHINPAN_BASE_URL) + path
