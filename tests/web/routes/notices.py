"""The addresses of webhooks and mails."""

from notices.emails.signed_links import pass_of, unsubscribe_token
from notices.models import Delivery, Mail, Webhook
from notices.webhooks.services import add_webhook
from tests.support.world import World
from tests.web.routes.visitors import (
    ALL,
    AWAY,
    NO_METHOD,
    OWNING,
    PLAYERS,
    Pages,
    Routes,
    anybody,
    at,
    only,
    player,
    staff,
)
from tournament.models import AccessLink, Player, Role
from tournament.staff.services import issue_link


def _hook(world: World, rest: str = "") -> str:
    """Return a page of a webhook with some deliveries, of which one failed."""
    hook = Webhook.objects.filter(tournament=world.tournament).first()
    if hook is None:
        made = add_webhook(
            tournament_id=world.tournament.pk,
            url="https://hooks.example.org/shinpan",
            topics=["verdict", "ruling"],
        )
        hook = Webhook.objects.get(pk=made.id)
        for number in range(3):
            Delivery.objects.create(webhook=hook, topic="verdict", source=f"verdict:{number}")
        Delivery.objects.create(
            webhook=hook,
            topic="ruling",
            source="event:0",
            state="failed",
            error="It did not accept the message.",
        )
    return f"/director/coupe/webhooks/{hook.pk}/{rest}"


def _delivery(world: World) -> str:
    page = _hook(world)
    return f"{page}deliveries/{Delivery.objects.latest('pk').pk}/replay/"


def _pass(world: World) -> str:
    one = world.players[7]
    if not AccessLink.objects.usable().filter(player=one).exists():
        issue_link(tournament_id=world.tournament.pk, role=Role.PLAYER, player_id=one.pk)
    Player.objects.filter(pk=one.pk).update(email="hana@example.org")
    return f"/m/{pass_of(Player.objects.get(pk=one.pk))}/"


def _switch(world: World) -> str:
    mail = Mail(tournament=world.tournament, player=world.players[7], kind="pairing")
    return f"/mails/{unsubscribe_token(mail)}/"


def _staff(world: World) -> str:
    links = AccessLink.objects.filter(tournament=world.tournament, role=Role.REFEREE)
    if not links.exists():
        issue_link(tournament_id=world.tournament.pk, role=Role.REFEREE, label="Rita")
    return f"/director/coupe/mails/staff/{links.latest('pk').pk}/"


ROUTES: Routes = {
    "notices:enter": (ALL, AWAY, lambda scene: _pass(scene.world)),
    "notices:switch": (ALL, ALL, lambda scene: _switch(scene.world)),
    "notices:own": (
        only(200, *PLAYERS),
        only(302, *PLAYERS),
        lambda scene: "/me/mails/",
    ),
    "notices:mails": (
        only(200, *OWNING),
        only(400, *OWNING),
        lambda scene: "/director/coupe/mails/",
    ),
    "notices:staff_mail": (
        only(200, *OWNING),
        only(302, *OWNING),
        lambda scene: _staff(scene.world),
    ),
    "notices:webhooks": (
        only(200, *OWNING),
        only(400, *OWNING),
        lambda scene: "/director/coupe/webhooks/",
    ),
    "notices:webhook": (
        only(200, *OWNING),
        only(400, *OWNING),
        lambda scene: _hook(scene.world),
    ),
    "notices:webhook_live": (
        only(200, *OWNING),
        NO_METHOD,
        lambda scene: _hook(scene.world, "live/"),
    ),
    "notices:webhook_secret": (
        only(200, *OWNING),
        only(302, *OWNING),
        lambda scene: _hook(scene.world, "secret/"),
    ),
    "notices:webhook_shown": (
        only(302, *OWNING),
        NO_METHOD,
        lambda scene: _hook(scene.world, "secret/shown/"),
    ),
    "notices:webhook_remove": (
        only(200, *OWNING),
        only(302, *OWNING),
        lambda scene: _hook(scene.world, "remove/"),
    ),
    "notices:webhook_test": (
        NO_METHOD,
        only(302, *OWNING),
        lambda scene: _hook(scene.world, "test/"),
    ),
    "notices:webhook_replay": (
        NO_METHOD,
        only(302, *OWNING),
        lambda scene: _hook(scene.world, "replay/"),
    ),
    "notices:delivery_replay": (
        NO_METHOD,
        only(302, *OWNING),
        lambda scene: _delivery(scene.world),
    ),
}

PAGES: Pages = {
    "pass of a mail": (anybody, _pass),
    "switch of a mail": (anybody, _switch),
    "own mails": (player(0), at("/me/mails/")),
    "mails": (staff(Role.DIRECTOR), at("/director/coupe/mails/")),
    "mails of one of the staff": (staff(Role.DIRECTOR), _staff),
    "webhooks": (
        staff(Role.DIRECTOR),
        lambda world: _hook(world) and "/director/coupe/webhooks/",
    ),
    "webhook": (staff(Role.DIRECTOR), _hook),
    "webhook, live part": (staff(Role.DIRECTOR), lambda world: _hook(world, "live/")),
    "new secret": (staff(Role.DIRECTOR), lambda world: _hook(world, "secret/")),
    "remove a webhook": (staff(Role.DIRECTOR), lambda world: _hook(world, "remove/")),
}
