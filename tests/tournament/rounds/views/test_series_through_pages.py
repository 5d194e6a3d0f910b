"""The largest of the real tournaments, run by a director through the pages alone."""

import re
from pathlib import Path

import pytest
from django.test import Client, override_settings

from tests.support.environment import times
from tests.support.pages_replay import STEPS, Pages
from tests.support.shared import require_shared
from tests.tournament import replaying
from tests.tournament.replaying import Replay, table
from tournament.formats.opengotha import read_opengotha
from tournament.models import AuditEvent, Role
from tournament.rounds.selectors.state import state_of

LARGEST = "corpus/tournaments/series/Canadian-Open-2020"


@pytest.mark.django_db
@pytest.mark.once
@pytest.mark.long
@pytest.mark.skipif(not times(0, long=1), reason="in the long form: ./run faults tournaments")
@pytest.mark.timeout(900)
@override_settings(SHINPAN_ANYBODY_CREATES=True)
def test_the_largest_real_tournament_through_the_pages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files: list[Path] = sorted(require_shared(LARGEST).iterdir())
    pages = Pages(Client())
    for name in STEPS:
        monkeypatch.setattr(replaying, name, getattr(pages, name))
    monkeypatch.setattr(replaying, "corrections", pages)
    monkeypatch.setattr(replaying, "import_event", lambda event: pages.take_over(files[0]))
    replay = Replay(read_opengotha(files[0].read_bytes()))
    for path in files[1:]:
        event = read_opengotha(path.read_bytes())
        replay.go_to(event)
        assert table(state_of(replay.tournament)) == table(event.state), path.name
    assert pages.posts > 1000
    roles = set(AuditEvent.objects.values_list("actor_role", flat=True))
    assert roles == {Role.DIRECTOR}

    shown = Client().get(f"/t/{pages.slug}/standings/").content.decode()
    names = re.findall(r'<th scope="row" class="stays"><a [^>]*>([^<]*)</a>', shown)
    assert names == [row[1] for row in table(event.state)]
