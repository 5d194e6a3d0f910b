"""A third language is a catalogue and nothing else: mails."""

import pytest

from notices.emails.services import set_mail_rules
from tests.notices.emails import address, text_of
from tests.notices.hooks import work
from tests.support.third_language import CODE, third_language, untranslated
from tests.support.world import add_round, report

pytestmark = pytest.mark.django_db


def test_a_mail_has_no_text_that_no_catalogue_reaches(world, post, tmp_path):
    with third_language(tmp_path):
        address(world, 0, 1, 2, 3)
        rules = {"enabled": True, "language": CODE, "remind_hours": 48, "off": ()}
        set_mail_rules(tournament_id=world.tournament.pk, **rules)
        report(world.games[0], world.games[0].black, "B+3.5")
        add_round(world)
        work()
        assert len(post.got) > 4
        for _, mail in post.got:
            assert untranslated([mail["Subject"], *text_of(mail).splitlines()]) == []
