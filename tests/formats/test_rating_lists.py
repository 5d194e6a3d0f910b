"""The three federations' lists: real samples, bad lines, names as people search for them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.fuzz import survives
from tests.support.catalogues import french
from tests.support.shared import require_shared
from tournament.formats.errors import FormatError
from tournament.formats.folding import folded
from tournament.formats.rating_lists import (
    MOST_BAD_LINES,
    Source,
    egf_rating_of_aga,
    read_rating_list,
)

EGF = (
    " 10000001  Müller_Lüd Anna Eva                   DE  Berl    3d   --   2312    12  T180101A\n"
)
FFG = "DURAND Zoé                              243 L 1234567 38Gr FR\n"
AGA = "Doe, Jane Q.\t12345\tFull\t-9.91196\t8/24/2018\tTGG\tNC\t0.66209\t9/25/2016\n"


@pytest.mark.parametrize(
    ("name", "source", "entries"),
    [
        ("egf_db_newest.txt", Source.EGF, 374),
        ("ech_ffg_V3_2021.txt", Source.FFG, 399),
        ("tdlista_2021.txt", Source.AGA, 400),
    ],
)
def test_the_real_lists_are_read_whole(name: str, source: Source, entries: int):
    data = require_shared(f"corpus/ratings/{name}").read_bytes()
    told: list[tuple[int, int]] = []
    found = read_rating_list(data * 30, progress=lambda done, lines: told.append((done, lines)))
    players = list(found)
    assert found.source is source
    assert found.read == len(players) == 30 * entries
    assert len(found.bad_lines) == min(found.bad_count, MOST_BAD_LINES)
    assert all(player.surname for player in players)
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]
    once = read_rating_list(data)
    assert len(list(once)) == entries
    assert not once.bad_lines


def test_an_entry_of_the_egf():
    (player,) = read_rating_list(EGF.encode("iso-8859-15"), Source.EGF)
    assert (player.surname, player.first_name) == ("Müller Lüd", "Anna Eva")
    assert (player.egf_pin, player.country, player.club) == ("10000001", "DE", "Berl")
    assert (player.grade, player.rank, player.rating) == ("3D", 2, 2312)


def test_a_professional_and_somebody_from_nowhere():
    line = EGF.replace("3d", "2p").replace("DE  Berl", "XX  xxxx")
    (player,) = read_rating_list(line.encode("iso-8859-15"), Source.EGF)
    assert (player.grade, player.rank, player.country, player.club) == ("2P", 8, "", "")


def test_an_entry_of_the_ffg():
    (player,) = read_rating_list(FFG.encode("iso-8859-15"))
    assert (player.rating, player.rank, player.ffg_licence_status) == (2293, 2, "L")
    assert (player.ffg_licence, player.club, player.country) == ("1234567", "38Gr", "FR")
    (unrated,) = read_rating_list(FFG.replace("  243", "-9999").encode())
    assert (unrated.rating, unrated.rank) == (None, None)


def test_an_entry_of_the_aga():
    (player,) = read_rating_list(AGA.encode())
    assert (player.surname, player.first_name, player.aga_id) == ("Doe", "Jane Q.", "12345")
    assert (player.rating, player.rank, player.club) == (1159, -9, "TGG")
    assert player.aga_expiration_date == "8/24/2018"


@pytest.mark.parametrize(
    ("aga", "rank"), [(1.0, 0), (1.99, 0), (2.0, 1), (-1.0, -1), (-1.99, -1), (-2.01, -2), (9.5, 8)]
)
def test_an_aga_rating_keeps_its_rank(aga: float, rank: int):
    rating = egf_rating_of_aga(aga)
    assert rank - 1 < (rating - 2050) / 100 <= rank + 1


@pytest.mark.parametrize(
    ("data", "source", "field"),
    [
        (EGF.replace("2312", "many"), Source.EGF, "GoR"),
        (EGF.replace("10000001", "1000x001"), Source.EGF, "PIN"),
        (EGF.replace("Müller_Lüd Anna Eva", "                   "), Source.EGF, "name"),
        (FFG.replace("  243", "  2x3"), Source.FFG, "rating"),
        (FFG.replace("DURAND Zoé", "          "), Source.FFG, "name"),
        (AGA.replace("12345", ""), Source.AGA, "ID"),
        (AGA.replace("-9.91196", "strong"), Source.AGA, "rating"),
        (AGA.replace("Doe, Jane Q.", ""), Source.AGA, "name"),
        ("Doe, Jane\t12\n", Source.AGA, "name"),
    ],
)
def test_a_bad_line_is_told_and_the_others_are_read(data: str, source: Source, field: str):
    good = {Source.EGF: EGF, Source.FFG: FFG, Source.AGA: AGA}[source]
    found = read_rating_list(f"{good}{data}{good}".encode(), source)
    assert len(list(found)) == 2
    assert [(bad.line, bad.field) for bad in found.bad_lines] == [(2, field)]
    assert french(found.bad_lines[0].why)


def test_what_is_no_list_is_refused():
    for data, code in ((b"", "empty"), (b"PK\3\4\0\0", "not_text"), (b"hello\n", "unknown_list")):
        with pytest.raises(FormatError) as caught:
            read_rating_list(data)
        assert caught.value.code == code


@pytest.mark.parametrize("data", [EGF * 3, FFG * 3, AGA * 3])
def test_damaged_lists_are_read_or_refused(data: str):
    for source in (*Source, None):
        survives(
            lambda changed, source=source: list(read_rating_list(changed, source)),
            data.encode("iso-8859-15"),
            300,
        )


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Łukasz  Żółw", "lukasz zolw"),
        ("SØRENSEN Bjørn", "sorensen bjorn"),
        ("Weiß", "weiss"),
        ("Yılmaz İpek IŞIK", "yilmaz ipek isik"),
        ("O'Neill-de_la Cruz, Jr.", "o neill de la cruz jr"),
        ("Œuvre Æsir Þór Đorđe", "oeuvre aesir thor dorde"),
        ("朴廷桓", "朴廷桓"),
        ("é", "e"),
    ],
)
def test_names_fold(name: str, key: str):
    assert folded(name) == key


@given(st.text(), st.data())
def test_folding_is_stable_and_parts_are_found(name: str, data: st.DataObject):
    key = folded(name)
    assert folded(key) == key
    words = name.split()
    if words:
        assert folded(data.draw(st.sampled_from(words))) in key
