"""A player's accounts on servers, as the director enters them."""

import pytest
from django.test import Client

from tests.support.forms import said
from tournament.formats.players_csv import read_players_csv
from tournament.models import Player

pytestmark = pytest.mark.django_db
LIST = "/director/coupe/players/"


def test_accounts_are_entered_in_one_way_of_writing(director: Client) -> None:
    said(director, LIST, {"surname": "Rose", "accounts": "ogs=rose;  pandanet : Rose12"})
    assert Player.objects.get(surname="Rose").accounts == "OGS: rose, Pandanet (IGS): Rose12"


def test_what_names_no_server_is_refused_beside_its_field(director: Client) -> None:
    answer = director.post(LIST, {"surname": "Rose", "accounts": "Yahoo: rose"})
    assert answer.status_code == 400
    assert "Yahoo" in answer.text
    assert not Player.objects.filter(surname="Rose").exists()


def test_a_column_of_a_list_holds_accounts() -> None:
    good = read_players_csv(b"surname;rank;accounts\nRose;3k;OGS: rose, KGS: r12\nBlum;2k;\n")
    assert [one.card.accounts for one in good.players] == ["OGS: rose, KGS: r12", ""]
    bad = read_players_csv(b"surname;rank;comptes\nRose;3k;rose\n")
    assert (bad.players, [row.field for row in bad.bad]) == ((), ["accounts"])
