"""What the tests of mails do again and again."""

import re
from email.message import EmailMessage
from urllib.parse import urlsplit

from notices.models import Mail
from tests.support.mail_server import MailServer
from tests.support.world import World
from tournament.models import Player


def address(world: World, *players: int) -> None:
    """Give players of these indexes, or all, an e-mail address."""
    for index in players or range(len(world.players)):
        name = world.players[index].name.lower().replace("é", "e")
        world.players[index].email = f"{name}@example.org"
        Player.objects.filter(pk=world.players[index].pk).update(email=f"{name}@example.org")


def only(post: MailServer, recipient: str) -> EmailMessage:
    (mail,) = post.to(recipient)
    return mail


def text_of(mail: EmailMessage) -> str:
    return str(mail.get_content())


def path_in(mail: EmailMessage, start: str) -> str:
    """Return the path and query of the address in a mail that begins like this, from its text."""
    for found in re.findall(r"http://\S+", text_of(mail)):
        address = urlsplit(found)
        if address.path.startswith(start):
            return address.path + (address.query and f"?{address.query}")
    raise AssertionError(f"no {start} in {text_of(mail)}")


def states() -> list[str]:
    return sorted(Mail.objects.values_list("state", flat=True))
