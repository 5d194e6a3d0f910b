"""Faults planted in result lists, one each, and whether they are found and named."""

import re
from dataclasses import replace

import pytest

from tests.support.shared import require_shared
from tournament.formats.charset import decode_text
from tournament.formats.preflight import Weight, in_title_case, preflight
from tournament.formats.recognise import Format
from tournament.formats.writers import WRITERS
from tournament.pairing.random_events import RandomKind, random_event
from tournament.state.event import Clock, Details
from tournament.state.people import Card


def an_event():
    event = random_event(RandomKind(players=12, rounds=3, absent=0, default=0, spread=700), 3)
    players = tuple(
        replace(
            player,
            surname=f"{player.surname.rstrip('0123456789')}{'abcdefghijkl'[player.id - 1]}",
            country="FR",
            club="75Pa",
            card=Card(
                egf_pin=f"1000{player.id:04}",
                ffg_licence=f"10{player.id:05}",
                aga_id=str(1000 + player.id),
            ),
        )
        for player in event.state.players
    )
    details = Details(
        name="Coupe",
        short_name="Coupe",
        location="Lyon",
        country="FR",
        begins_on="2026-11-21",
        ends_on="2026-11-22",
        clock=Clock(60),
    )
    return replace(event, details=details, state=replace(event.state, players=players))


def text_of(kind: Format) -> str:
    return decode_text(WRITERS[kind].write(an_event()).data)[0]


def rows_of(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.strip() and not line.startswith(";")]


def found_in(text: str, kind: Format) -> set[str]:
    return {finding.code for finding in preflight(text.encode("iso-8859-15"), kind)}


@pytest.mark.parametrize("kind", [Format.H9, Format.TOU])
@pytest.mark.parametrize("sign", ["+", "-"])
def test_of_a_game_that_was_played_not_both_lines_win_or_lose(kind, sign):
    other = "-" if sign == "+" else "+"
    text = text_of(kind)
    row = next(row for row in rows_of(text) if re.search(rf"\d\{other}/?[wb]\d", row))
    both = text.replace(row, re.sub(rf"(\d)\{other}(/?[wb]\d)", rf"\1{sign}\2", row, count=1))
    (finding,) = preflight(both.encode("iso-8859-15"), kind)
    assert (finding.code, finding.weight) == ("result_not_mirrored", Weight.REFUSED)


@pytest.mark.parametrize("kind", [Format.H9, Format.TOU, Format.AGA])
def test_a_good_list_has_no_fault(kind):
    assert preflight(WRITERS[kind].write(an_event()).data, kind) == ()


def in_line(number: int, pattern: str, instead: str):
    """Return what changes the first match in the n-th row."""

    def change(text: str) -> str:
        row = rows_of(text)[number]
        changed = re.sub(pattern, instead, row, count=1)
        assert changed != row
        return text.replace(row, changed)

    return change


def header(pattern: str, instead: str):
    def change(text: str) -> str:
        changed = re.sub(pattern, instead, text, count=1, flags=re.M)
        assert changed != text
        return changed

    return change


def doubled(text: str) -> str:
    first, second, *_rest = rows_of(text)
    name = " ".join(second.split()[1:3])
    return text.replace(second, second.replace(name, " ".join(first.split()[1:3])))


CELL = r"(\d+)([+-])(/?)([wb])(\d)"
FAULTS = {
    Format.H9: {
        "no_EV": header(r"^; EV.*\n", ""),
        "no_PC": header(r"^; PC.*\n", ""),
        "no_DT": header(r"^; DT.*\n", ""),
        "no_CL": header(r"^; CL.*\n", ""),
        "place_country": header(r"PC\[FR,", "PC[GB,"),
        "place_town": header(r"PC\[FR,Lyon", "PC[FR,"),
        "dates": header(r"DT\[2026-11-21", "DT[21/11/2026"),
        "dates_order": header(r"DT\[2026-11-21,2026-11-22", "DT[2026-11-22,2026-11-21"),
        "class": header(r"CL\[A", "CL[E"),
        "class_unrated": header(r"CL\[A", "CL[X"),
        "class_time": header(r"TM\[\d+", "TM[45"),
        "HA": header(r"HA\[h\d", "HA[h12"),
        "KM": header(r"KM\[7.5", "KM[seven"),
        "no_grade": in_line(1, r" \d+[KD] ", " "),
        "grade": in_line(1, r" (\d+)[KD] ", " 45K "),
        "name_case": in_line(2, r"[A-Z][a-z]+", "DUPONT"),
        "name_twice": doubled,
        "country": in_line(3, " FR ", " GB "),
        "club": in_line(3, "75Pa", "Paris"),
        "no_pin": in_line(4, r" \|\d+", ""),
        "pin": in_line(4, r"\|\d+", "|123"),
        "pin_twice": in_line(4, r"\|\d+", "|10000003"),
        "number_twice": in_line(1, r"^ +2", "   1"),
        "cells": in_line(5, r" +[^ ]+ \|", " |"),
        "no_game": lambda text: re.sub(CELL, "0-", text),
        "unplayed": in_line(5, CELL, "0?"),
        "opponent_unknown": in_line(5, CELL, r"99\2/\4\5"),
        "opponent_self": in_line(5, CELL, r"6\2/\4\5"),
        "opponent_not_mirrored": in_line(5, CELL, r"1\2/\4\5"),
        "result_not_mirrored": in_line(5, CELL, r"\1=/\4\5"),
        "no_result": in_line(5, CELL, r"\1?/\4\5"),
        "colour_not_mirrored": lambda text: (
            in_line(5, r"/w", "/b")(text)
            if "/w" in rows_of(text)[5]
            else in_line(5, r"/b", "/w")(text)
        ),
        "handicap_not_mirrored": in_line(5, r"(/[wb])\d", r"\g<1>8"),
        "default_not_mirrored": in_line(5, "/", "!"),
        "implied_handicap": lambda text: header(r"HA\[h\d", "HA[h0")(
            re.sub(r" \d+[KD] ", " 30K ", re.sub(r"/[wb]\d", "", text), count=3)
        ),
    },
    Format.TOU: {
        "no_name": header(r"^;name=.*", ";name="),
        "no_date": header(r"^;date=.*\n", ""),
        "no_vill": header(r"^;vill=.*\n", ""),
        "no_size": header(r"^;size=.*\n", ""),
        "no_time": header(r"^;time=.*\n", ""),
        "no_komi": header(r"^;komi=.*\n", ""),
        "dates": header(r"^;date=.*", ";date=2026-11-21"),
        "no_licence": in_line(1, r" 10\d{5} ", "         "),
        "licence": in_line(1, r" 10\d{5} ", " 12345   "),
        "licence_twice": in_line(1, r" 10\d{5} ", lambda found: " 1000001 "),
        "no_colour": in_line(2, r"([+-])[wb]\d", r"\1"),
        "opponent_not_mirrored": in_line(5, CELL, r"1\2\4\5"),
    },
    Format.AGA: {
        "no_tourney": header(r"^TOURNEY.*", "TOURNEY"),
        "no_start": header(r"^start=.*\n", ""),
        "no_finish": header(r"^finish=.*\n", ""),
        "no_rules": header(r"^rules=.*\n", ""),
        "dates": header(r"^start=.*", "start=2026-11-21"),
        "member_twice": header(r"^1002\t", "1001\t"),
        "no_member": header(r"^1002\t", "99999\t"),
        "name_case": header(r"^(1003\t)\w+", r"\1DUPONT"),
        "no_grade": header(r"^(1004\t.*)\t\d+[KD]", r"\1"),
        "bad_game": header(r"^(GAMES 1\n).*", r"\1who knows"),
        "opponent_unknown": header(r"^(GAMES 1\n)\d+", r"\g<1>4711"),
        "opponent_self": header(r"^(GAMES 1\n)(\d+)\t\d+", r"\1\2\t\2"),
        "no_result": header(r"^(GAMES 1\n\d+\t\d+\t)\w", r"\1X"),
        "handicap": header(r"^(GAMES 1\n\d+\t\d+\t\w\t)\d+", r"\g<1>12"),
        "two_games": header(r"^(GAMES 1\n)(.*\n)", r"\1\2\2"),
        "no_game": header(r"^(PLAYERS\n)", "\\g<1>7\tRoe, Rick\t3k\n"),
    },
}


@pytest.mark.parametrize(
    ("kind", "code"), [(kind, code) for kind, faults in FAULTS.items() for code in faults]
)
def test_every_planted_fault_is_found(kind, code):
    assert code in found_in(FAULTS[kind][code](text_of(kind)), kind)


def test_two_of_one_name_with_numbers_of_their_own_are_only_worth_a_look():
    with_numbers = doubled(text_of(Format.H9))
    first, *_rest = rows_of(with_numbers)
    without = with_numbers.replace(first, re.sub(r" \|\d+", "", first))

    def weights(text: str) -> set[Weight]:
        found = preflight(text.encode("iso-8859-15"), Format.H9)
        return {finding.weight for finding in found if finding.code == "name_twice"}

    assert weights(with_numbers) == {Weight.NOTICED}
    assert Weight.MENDED in weights(without)


def test_a_fault_names_its_line_and_player():
    text = FAULTS[Format.H9]["result_not_mirrored"](text_of(Format.H9))
    (finding,) = preflight(text.encode(), Format.H9)
    assert finding.weight is Weight.REFUSED
    assert finding.line is not None
    assert finding.who in text.split("\n")[finding.line - 1].replace("_", " ")


def test_a_game_by_default_is_no_game():
    by_default = re.sub(r"(\d[+-])/", r"\1!", text_of(Format.H9))
    assert "no_game" in found_in(by_default, Format.H9)


def test_a_cut_half_point_is_no_result():
    text = text_of(Format.H9)
    row = next(line for line in rows_of(text))
    assert "cells" not in found_in(
        text.replace(row, re.sub(r"( \d+/?)( +\d+[+-])", r" 31?\2", row)), Format.H9
    )


@pytest.mark.parametrize(
    ("name", "fine"),
    [
        *(("Dupont Jean", True), ("de la Cruz Maria", True), ("McDonald Al", True)),
        *(("O'Neill Pat", True), ("Müller Jörg", True), ("李 明", True), ("Smith_III J", True)),
        *(("DUPONT Jean", False), ("dupont Jean", False), ("Dupont JEAN", False)),
    ],
)
def test_names_have_capitals_where_names_have_them(name, fine):
    assert in_title_case(name) is fine


def test_real_lists_have_the_faults_that_were_seen_by_hand():
    """Their headers have no country, no line a PIN, and six players from abroad no licence."""
    wanted = {"place_country", "no_pin", "no_licence"}
    for path in sorted(require_shared("corpus/tournaments/exports").iterdir()):
        kind = Format(path.suffix[1:])
        assert {finding.code for finding in preflight(path.read_bytes(), kind)} <= wanted


def test_a_result_that_is_none_names_its_game_in_an_aga_file():
    text = FAULTS[Format.AGA]["no_result"](text_of(Format.AGA))
    (finding,) = preflight(text.encode(), Format.AGA)
    first, second = re.search(r"^GAMES 1\n(\d+)\t(\d+)", text, flags=re.M).groups()
    for member in (first, second):
        assert re.search(rf"^{member}\t([^\t]+)", text, flags=re.M)[1] in str(finding.text)
