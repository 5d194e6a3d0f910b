"""What an archive carries of mails and webhooks, and what it does not."""

import io
import zipfile

import pytest

from adjudication.archive.services.archive import restore_archive
from notices.emails.services import set_mail_rules, set_player_mail
from notices.models import MailRules, PlayerMail, Webhook
from notices.webhooks.services import add_webhook
from tests.adjudication.archive.test_hostile_archives import changed
from tests.adjudication.archives import archive_of
from tests.support.world import World
from tournament.errors import UserError

pytestmark = pytest.mark.django_db


def chosen(world: World) -> bytes:
    where = world.tournament.pk
    rules = {"enabled": True, "off": ["dates"], "language": "fr", "remind_hours": 12}
    set_mail_rules(tournament_id=where, **rules)
    set_player_mail(player_id=world.players[0].pk, off=["ruling"], language="en")
    add_webhook(tournament_id=where, url="https://hooks.example.org/", topics=["verdict"])
    return archive_of(world.tournament)


def test_an_archive_carries_switches_and_no_webhooks(world):
    data = chosen(world)
    restored = restore_archive(stream=io.BytesIO(data), slug="again")
    rules = MailRules.objects.get(tournament=restored)
    assert (rules.off, rules.language, rules.remind_hours) == (["dates"], "fr", 12)
    assert not rules.enabled
    choice = PlayerMail.objects.get(player__tournament=restored)
    assert (choice.player.number, choice.off, choice.language) == (1, ["ruling"], "en")
    assert not Webhook.objects.filter(tournament=restored).exists()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert b"hooks.example.org/" not in b"".join(
            archive.read(name) for name in archive.namelist() if "audit" not in name
        )


def test_a_restored_tournament_writes_to_nobody_until_it_is_told_to(world):
    restored = restore_archive(stream=io.BytesIO(archive_of(world.tournament)), slug="again")
    assert not MailRules.objects.get(tournament=restored).enabled
    assert not MailRules.objects.filter(tournament=world.tournament).exists()


@pytest.mark.parametrize("off", ["pairing", {"a": 1}, [1], [["pairing"]], None])
def test_switches_that_are_none_are_refused(world, off):
    data = chosen(world)

    def spoil(rows: list[dict[str, object]]) -> None:
        rows[0]["off"] = off

    for table in ("notices_mailrules", "notices_playermail"):
        with pytest.raises(UserError):
            restore_archive(stream=changed(data, table, spoil), slug="again")
