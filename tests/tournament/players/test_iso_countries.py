"""A country has one code, however a file, a list or an earlier version wrote it."""

from importlib import import_module

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from tests.support.world import World
from tournament.exchange.selectors import export
from tournament.exchange.services import import_with_owner
from tournament.formats.h9_reader import read_h9
from tournament.formats.recognise import Format
from tournament.models import Player

pytestmark = pytest.mark.django_db
H9 = b"""; EV[Leeds Open]
; PC[UK,Leeds]
1 Smith Jo 3k UK Lon 1 2+/b0
2 Jones Al 3k GB Lee 0 1-/w0
"""


def test_uk_of_a_file_is_the_country_that_is_typed_as_gb() -> None:
    event = read_h9(H9)
    assert [player.country for player in event.state.players] == ["GB", "GB"]
    taken = import_with_owner(event=event, rules="japanese", secret=b"0" * 16)
    players = Player.objects.filter(tournament__slug=taken.slug).order_by("number")
    assert list(players.values_list("country", flat=True)) == ["GB", "GB"]
    written = export(players[0].tournament_id, Format.H9).data.decode()
    assert "; PC[UK,Leeds]" in written
    assert written.count(" UK ") == 2
    assert "GB" not in written


def test_no_country_is_kept_in_another_code(world: World) -> None:
    for written, kept in (("UK", "GB"), ("FRA", "FR"), ("de", "DE"), ("QQ", "QQ"), ("", "")):
        Player.objects.filter(pk=world.players[0].pk).update(country=written)
        assert Player.objects.get(pk=world.players[0].pk).country == kept


def test_countries_of_earlier_imports_are_written_anew(world: World) -> None:
    old = MigrationLoader(connection).project_state(("tournament", "0007_sponsor_logo")).apps
    pk = world.players[0].pk
    old.get_model("tournament", "Player")._base_manager.filter(pk=pk).update(country="UK")
    assert Player.objects.get(pk=pk).country == "UK"
    import_module("tournament.migrations.0008_iso_countries").write_iso(old, None)
    assert Player.objects.get(pk=pk).country == "GB"
