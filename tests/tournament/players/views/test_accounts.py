"""A player's accounts on servers, as the director enters them."""

import pytest
from django.test import Client

from tests.support.forms import said
from tournament.errors import Conflict
from tournament.formats.players_csv import read_players_csv
from tournament.models import Player
from tournament.players.services.players import change_player

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
    assert (bad.players, [row.field for row in bad.bad_rows]) == ((), ["accounts"])


def test_accounts_without_a_comma_between_them_are_refused() -> None:
    text = b"surname;rank;accounts\nRose;3k;OGS: rose12 / KGS: ddupont\n"
    bad = read_players_csv(text)
    assert (bad.players, [row.field for row in bad.bad_rows]) == ((), ["accounts"])


def test_the_preview_of_a_list_shows_accounts(director: Client) -> None:
    text = "surname;rank;accounts\nRose;3k;OGS: rose12\n"
    page = director.post(f"{LIST}import/", {"text": text, "check": "1"}).text
    assert "<td>OGS: rose12</td>" in page


def test_two_players_have_no_account_in_common(director: Client) -> None:
    said(director, LIST, {"surname": "Rose", "accounts": "OGS: hirosan"})
    answer = director.post(LIST, {"surname": "Blum", "accounts": "OGS: Hirosan"})
    assert answer.status_code == 400
    assert "Rose" in answer.text
    assert not Player.objects.filter(surname="Blum").exists()
    said(director, LIST, {"surname": "Blum", "accounts": "KGS: Hirosan"})
    other = Player.objects.get(surname="Blum")
    with pytest.raises(Conflict):
        change_player(player_id=other.pk, accounts="OGS: hirosan")
