"""A record against the game that was paired: what differs is named, nothing is rejected."""

from dataclasses import replace

import pytest

from adjudication.rules.accounts import parse_accounts
from adjudication.rules.pairing_check import PairedGame, check_pairing
from adjudication.rules.presets import FRENCH, JAPANESE
from adjudication.rules.record import GameRecord
from adjudication.rules.sgf import read_record
from tests.support.catalogues import french

PAIRED = PairedGame("Ada Lovelace", "Émile Borel", 9, 0, 6.5)


def record(root: str) -> GameRecord:
    return read_record(f"(;{root};B[ee])".encode())


def found(root: str, paired: PairedGame = PAIRED) -> list[str]:
    findings = check_pairing(record(root), paired, JAPANESE)
    assert all(f.move is None and f.rules == "japanese" for f in findings)
    return [f.code.value for f in findings]


@pytest.mark.parametrize(
    "root",
    [
        "SZ[9]KM[6.5]HA[0]PB[Ada Lovelace]PW[Émile Borel]",
        "SZ[9]KM[650]PB[LOVELACE, Ada]PW[emile borel]",
        "SZ[9]PW[Borel Emile]",
        "SZ[9]KM[?]HA[1]",
        "SZ[9]",
    ],
)
def test_the_same_game(root: str) -> None:
    assert found(root) == []


@pytest.mark.parametrize(
    ("root", "code"),
    [
        ("SZ[13]", "record.size_differs"),
        ("SZ[9]HA[2]", "record.handicap_differs"),
        ("SZ[9]KM[7.5]", "record.komi_differs"),
        ("SZ[9]PB[Émile Borel]PW[Ada Lovelace]", "record.colours_swapped"),
        ("SZ[9]PB[Ada Lovelace]PW[Someone Else]", "record.names_differ"),
        ("SZ[9]PB[ada99]", "record.names_differ"),
    ],
)
def test_what_differs_is_named(root: str, code: str) -> None:
    assert found(root) == [code]


@pytest.mark.parametrize(("named", "other"), [("PB", "White"), ("PW", "Black")])
def test_a_name_that_is_missing_is_not_told(named: str, other: str) -> None:
    (finding,) = check_pairing(record(f"SZ[9]{named}[Zoe]"), PAIRED, JAPANESE)
    for text in (str(finding.text), french(finding.text)):
        assert "Zoe" in text
        assert "  " not in text
    assert other not in str(finding.text)


ONLINE = replace(
    PAIRED,
    black_accounts=parse_accounts("KGS: emmak, OGS: ada1"),
    white_accounts=parse_accounts("KGS: Miyamack"),
)


@pytest.mark.parametrize(
    ("root", "codes"),
    [
        ("PC[KGS]PB[emmak]PW[miyamack]", []),
        ("PC[KGS]PB[emmak [3d\\]]PW[Borel Émile]", []),
        ("PB[emmak]PW[miyamack]", []),
        ("PC[KGS]PB[miyamack]PW[emmak]", ["record.colours_swapped"]),
        ("PC[KGS]PB[Borel Émile]PW[emmak]", ["record.colours_swapped"]),
        ("PC[OGS]PB[emmak]PW[miyamack]", ["record.names_differ"]),
        ("PC[KGS]PB[emmak]PW[somebody]", ["record.names_differ"]),
    ],
)
def test_accounts_name_their_players(root: str, codes: list[str]) -> None:
    assert found(f"SZ[9]{root}", ONLINE) == codes


FIRST = replace(PAIRED, black_first_name="Ada", white_first_name="Émile")


@pytest.mark.parametrize(
    ("root", "codes"),
    [
        ("PB[ada]PW[Emile]", []),
        ("PB[Ada [3k\\]]PW[Borel Émile]", []),
        ("PB[Emile]PW[Ada]", ["record.colours_swapped"]),
        ("PB[Ada]PW[Someone]", ["record.names_differ"]),
    ],
)
def test_first_names_alone_name_the_players_of_a_pairing(root: str, codes: list[str]) -> None:
    assert found(f"SZ[9]{root}", FIRST) == codes


def test_a_first_name_that_both_share_names_nobody() -> None:
    same = replace(FIRST, white_name="Ada Byron", white_first_name="Ada")
    assert found("SZ[9]PB[Ada]PW[Ada]", same) == ["record.names_differ"]
    # Nor does one that is the opponent's account there.
    account = replace(FIRST, white_accounts=parse_accounts("KGS: ada"))
    assert found("SZ[9]PC[KGS]PB[ada]PW[emile]", account) == ["record.names_differ"]


def test_everything_at_once() -> None:
    assert found("SZ[13]HA[3]KM[0.5]PB[X]PW[Y]") == [
        "record.size_differs",
        "record.handicap_differs",
        "record.komi_differs",
        "record.names_differ",
    ]


def test_komi_in_zi_is_the_same_komi_under_area_rules_only() -> None:
    paired = replace(PAIRED, komi=7.5)
    assert check_pairing(record("SZ[9]KM[3.75]"), paired, FRENCH) == []
    [finding] = check_pairing(record("SZ[9]KM[3.75]"), paired, JAPANESE)
    assert finding.code == "record.komi_differs"
    assert "3.75" in str(finding.text)
    assert "7,5" in french(finding.text)
