"""The frame of every e-mail: greeting, link to the page, how to unsubscribe.

The contents are in the modules beside it: on games, on cases, to the staff.
"""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from notices.email_texts import cases, committees, games, staff
from notices.email_texts.common import EmailText
from notices.emails.sending import Content
from notices.emails.signed_links import PASS_DAYS, pass_of, unsubscribe_token
from notices.models import Mail, MailKind, MailRules, PlayerMail
from tournament.models import Player

PLAYERS: dict[str, Callable[[Mail, Player], EmailText | None]] = {
    MailKind.PAIRING: games.pairing,
    MailKind.CONFIRM: games.confirm,
    MailKind.DATES: games.dates,
    MailKind.REMINDER: games.reminder,
    MailKind.CASE: cases.case,
    MailKind.RULING: cases.ruling,
    MailKind.COMMITTEE: committees.to_player,
}
STAFF: dict[str, Callable[[Mail], EmailText | None]] = {
    MailKind.STAFF_CASE: staff.case_opened,
    MailKind.STAFF_COMMITTEE: committees.to_staff,
    MailKind.STAFF_ROUND: staff.not_opened,
    MailKind.STAFF_SEAL: staff.trail_sealed,
    MailKind.STAFF_TROUBLE: staff.trouble,
}

SIGNATURE = "-- "
"""Mail programs show what follows this line as a footer."""


def compose(mail: Mail) -> Content | None:
    """Compose an e-mail in the recipient's language and the tournament's time zone.

    None if there is nothing to say any longer.
    """
    zone = ZoneInfo(mail.tournament.time_zone)
    with translation.override(language_of(mail)), timezone.override(zone):
        if mail.player is not None:
            message = PLAYERS[mail.kind](mail, mail.player)
        else:
            message = STAFF[mail.kind](mail)
        return None if message is None else _content(mail, message)


def language_of(mail: Mail) -> str:
    """Return the recipient's language, else the tournament's, else the installation's."""
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


def _content(mail: Mail, message: EmailText) -> Content:
    unsubscribe = absolute_url(reverse("notices:switch", args=[unsubscribe_token(mail)]))
    name = mail.tournament.name
    if mail.player is not None:
        greeting = _("Hello %(name)s,") % {"name": mail.player.name}
        page = _page_of_player(mail, mail.player, message.query)
    else:
        greeting, page = _("Hello,"), absolute_url(message.path)
    kind = {"kind": MailKind(mail.kind).label}
    paragraphs = (
        greeting,
        *message.paragraphs,
        page,
        "\n".join(
            (SIGNATURE, name, _("Stop e-mails of this kind (%(kind)s):") % kind, unsubscribe)
        ),
    )
    subject = _("%(tournament)s: %(subject)s") % {"tournament": name, "subject": message.subject}
    headers = {
        "List-Unsubscribe": f"<{unsubscribe}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return Content(subject, "\n\n".join(paragraphs) + "\n", headers)


def _page_of_player(mail: Mail, player: Player, query: str) -> str:
    """Return the link to a player's page, by a pass, or to the tournament if they have no link."""
    token = pass_of(player)
    if not token:
        page = absolute_url(reverse("tournament:tournament", args=[mail.tournament.slug]))
        return _("The tournament:\n%(address)s") % {"address": page}
    address = absolute_url(reverse("notices:enter", args=[token])) + (query and f"?{query}")
    return _("Your page (for you alone, this address works for %(days)d days):\n%(address)s") % {
        "days": PASS_DAYS,
        "address": address,
    }


def absolute_url(path: str) -> str:
    """Return the absolute URL of a page: an e-mail has no request."""
    return str(settings.SHINPAN_BASE_URL) + path
