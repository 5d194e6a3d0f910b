"""Who can be reached by e-mail: what a tournament sends, who has an address and wants it.

Used both to write e-mails and by the pages that say whether one goes out.
"""

from collections.abc import Collection, Iterable

from django.conf import settings
from django.utils.crypto import salted_hmac

from notices.models import MailKind, MailRules, PlayerMail, StaffMail
from tournament.models import AccessLink, Person, Player, Role


def kinds_off(tournament_id: int) -> frozenset[str]:
    """Return the kinds of e-mails that a tournament does not send."""
    rules = MailRules.objects.filter(tournament=tournament_id).first()
    if rules is None:
        return frozenset()
    return frozenset(rules.off) if rules.enabled else frozenset(MailKind.values)


def players_wanting(kind: str, players: Iterable[int]) -> tuple[int, ...]:
    """Return the players who have an address and want e-mails of a kind."""
    rows = Player.objects.filter(pk__in=list(players), erased_at=None).exclude(email="")
    preferences = PlayerMail.objects.filter(player__in=rows.values("pk"))
    off = dict(preferences.values_list("player", "off"))
    return tuple(
        pk for pk in rows.order_by("pk").values_list("pk", flat=True) if kind not in off.get(pk, ())
    )


def staff_wanting(kind: str, tournament_id: int) -> tuple[int, ...]:
    """Return the staff addresses that want e-mails of a kind and whose links are usable."""
    return tuple(address.pk for address in _staff_addresses(kind, tournament_id))


def _staff_addresses(kind: str, tournament_id: int) -> list[StaffMail]:
    usable = AccessLink.objects.usable()
    rows = StaffMail.objects.filter(tournament=tournament_id, link__in=usable)
    return [address for address in rows.order_by("pk") if kind not in address.off]


def committee_reached(tournament_id: int, persons: Collection[int]) -> frozenset[int]:
    """Return which of these persons an e-mail can call to a committee, with a link that works.

    Leaves out those who have no address or no link, switched such e-mails off, or could not be
    reached there; nobody if none are sent. At most five queries.
    """
    if not settings.SHINPAN_EMAIL:
        return frozenset()
    off = kinds_off(tournament_id)
    rows = Person.objects.filter(pk__in=persons).values_list("pk", "player", "link")
    by_player = {player: pk for pk, player, _link in rows if player is not None}
    by_link = {link: pk for pk, _player, link in rows if link is not None}
    found: set[int] = set()
    if by_player and MailKind.COMMITTEE not in off:
        wanted = players_wanting(MailKind.COMMITTEE, by_player)
        linked = AccessLink.objects.usable().filter(player__in=wanted, role=Role.PLAYER)
        told = (
            "player",
            "player__email",
            "player__mail__failed_at",
            "player__mail__failed_address",
        )
        for key, email, failed_at, failed_address in linked.values_list(*told):
            if not failed_at or failed_address != fingerprint(email):
                found.add(by_player[key])
    if by_link and MailKind.STAFF_COMMITTEE not in off:
        for address in _staff_addresses(MailKind.STAFF_COMMITTEE, tournament_id):
            if address.link_id not in by_link:
                continue
            if not address.failed_at or address.failed_address != fingerprint(address.email):
                found.add(by_link[address.link_id])
    return frozenset(found)


def fingerprint(email: str) -> str:
    """Return a keyed hash of an e-mail address, for where the address itself must not be stored."""
    return salted_hmac("shinpan.address", email.strip().lower(), algorithm="sha256").hexdigest()[
        :32
    ]
