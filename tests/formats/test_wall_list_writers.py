"""H9 and TOU lists written: they come back, and agree with what the reference program wrote."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.formats.strategies import events, letters, results
from tests.support.catalogues import french
from tests.support.environment import times
from tests.support.shared import require_shared
from tournament.formats.charset import decode_text
from tournament.formats.folding import folded
from tournament.formats.h9 import read_h9, write_h9
from tournament.formats.opengotha.reader import read_opengotha
from tournament.formats.preflight import preflight
from tournament.formats.recognise import Format
from tournament.formats.spreadsheets import crosstable_csv
from tournament.formats.tou import read_tou, write_tou
from tournament.formats.wall_tokens import read_token
from tournament.standings.gor import egf_class
from tournament.state.criteria import Criterion
from tournament.state.event import Clock, Details, Event, TimeSystem
from tournament.state.games import Bye, Game
from tournament.state.parameters import HandicapRule, Parameters, ScoringParameters
from tournament.state.people import Card, Player
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState

EXACT = tuple(o for o in Outcome if o not in (Outcome.VOID, Outcome.NO_RESULT))
PAIRS = [
    ("Championnat_Levallois_2018 - Resultats.xml", "Championnat_Levallois_2018 - Resultats.h9"),
    ("frioul-2018.xml", "Frioul.tou"),
]


def games_of(event: Event, *, colours: bool = True) -> Counter:
    """Return the games by names, leaving out what no wall list can hold."""
    names = {player.id: folded(player.name) for player in event.state.players}
    found = []
    for game in event.state.counted_games():
        outcome, handicap = game.result.outcome, game.handicap
        seats = (names[game.black], names[game.white])
        if not colours or not (game.colours_known or handicap):
            signs = dict(zip(seats, game.result.meaning.signs, strict=True))
            found.append((game.round, frozenset(signs.items()), game.result.by_default))
        else:
            found.append((game.round, seats, outcome, handicap, game.result.by_default))
    return Counter(found)


def listed(event: Event) -> Event:
    """Return an event without the players who played no game, as lists that are sent have it."""
    games = event.state.counted_games()
    seated = {who for game in games if not game.result.by_default for who in game.players}
    kept = tuple(game for game in event.state.games if seated.issuperset(game.players))
    return replace(event, state=replace(event.state, games=kept))


def distinct(event: Event) -> bool:
    names = [folded(player.name) for player in event.state.players]
    return len(set(names)) == len(names)


@given(events(text=letters, result=results(EXACT)))
@settings(max_examples=times(20, long=60), deadline=None)
def test_h9_games_come_back(event: Event):
    wanted = games_of(listed(event))
    if not wanted or not distinct(event):
        return
    found = read_h9(write_h9(event).data)
    assert games_of(found) == wanted
    again = write_h9(found)
    assert games_of(read_h9(again.data)) == games_of(found)
    rows = {folded(player.name) for player in found.state.players}
    names = {player.id: folded(player.name) for player in event.state.players}
    byes = [bye for bye in event.state.byes if names[bye.player] in rows]
    value = event.state.parameters.scoring.bye_mms
    if value == event.state.parameters.scoring.bye_nbw == 2:
        assert len([bye for bye in found.state.byes if bye]) >= len(byes)


@given(events(text=letters, result=results(EXACT)))
@settings(max_examples=50, deadline=None)
def test_tou_games_come_back(event: Event):
    names = [folded(player.name)[:8] for player in event.state.players]
    if not games_of(listed(event)) or not distinct(event) or len(set(names)) < len(names):
        return
    found = read_tou(write_tou(event).data)
    games = tuple(game for game in event.state.games if not game.result.by_default)
    played = replace(event, state=replace(event.state, games=games))
    wanted = Counter(key[:2] for key in games_of(played, colours=False).elements())
    if all(len(player.name) <= 20 for player in event.state.players):
        assert Counter(key[:2] for key in games_of(found, colours=False).elements()) == wanted
    else:
        assert len(found.state.games) == wanted.total()


PEOPLE = (
    Player(1, "von Doe", "Jane Eva", 2, country="FR", club="06Ni", card=Card(egf_pin="10000001")),
    Player(2, "Roe", "Rick", -5, country="DE", card=Card(ffg_licence="")),
    Player(3, "Noe;|", "", -3, country="Germany", club="Berlin"),
    Player(4, "Away", "Al", 0, absent=frozenset({1, 2})),
    Player(5, "Poe", "Ed", -5, country="FR", club="38Gr", card=Card(ffg_licence="1234567")),
)
STATE = TournamentState(
    PEOPLE,
    (
        Game(1, 1, 2, 1, Result(Outcome.WHITE), handicap=6),
        Game(1, 2, 3, 5, Result(Outcome.JIGO)),
        Game(2, 1, 1, 3, Result(Outcome.BLACK, Decided.DEFAULT)),
        Game(3, 1, 2, 5, Result(Outcome.NO_RESULT), komi_half=3),
        Game(3, 2, 1, 3, Result(Outcome.VOID)),
    ),
    (Bye(2, 2),),
    Parameters(scoring=ScoringParameters(rounds=3)),
)
EVENT = Event(
    Details("Open", "open", "Nice, FR", "", "2026-11-21", "2026-11-22", 19, Clock(60)), STATE
)


def test_a_list_for_the_egf():
    written = write_h9(EVENT)
    text = written.data.decode()
    header = re.findall(r"(?m)^; (\w\w\[.*\])$", text)
    assert header == [
        *("CL[A]", "EV[Open]", "PC[FR,Nice]", "DT[2026-11-21,2026-11-22]", "HA[h1]", "KM[7.5]"),
        *("TM[82]", "CM[Standard byo-yomi]"),
    ]
    lines = [line for line in text.splitlines() if not line.startswith(";")]
    cells = {line.split()[1]: line for line in lines}
    assert set(cells) == {"von_Doe", "Roe", "Noe", "Poe"}
    assert cells["von_Doe"].split()[0:6] == ["1", "von_Doe", "Jane_Eva", "3D", "FR", "06Ni"]
    assert cells["von_Doe"].endswith(" |10000001")
    assert cells["Noe"].split()[1:6] == ["Noe", "_", "3K", "XX", "Berl"]
    rows = {name: line.split()[0] for name, line in cells.items()}
    tokens = {
        name: [word for word in line.partition("|")[0].split()[1:] if read_token(word)]
        for name, line in cells.items()
    }
    assert tokens["von_Doe"] == [f"{rows['Roe']}+/w6", f"{rows['Noe']}+!b0", "0-"]
    assert tokens["Roe"] == ["1-/b6", "0+", f"{rows['Poe']}=/b0"]
    assert tokens["Poe"][1] == "0-"
    lost = "\n".join(str(sentence) for sentence in written.lost)
    for word in ("void", "no result", "Away Al", "komi of 1 game is", "Berlin", "Germany"):
        assert word in lost
    assert all(french(sentence) for sentence in written.lost)


def test_who_played_no_game_has_no_line():
    people = tuple(Player(at, name, "X", 0) for at, name in enumerate(("Doe", "Roe", "Poe"), 1))
    absent, only_bye = Player(4, "Noe", "Al", 9), Player(5, "Loe", "Ed", 9)
    state = TournamentState(
        (absent, *people, only_bye),
        (
            Game(1, 1, 1, 4, Result(Outcome.BLACK, Decided.DEFAULT)),
            Game(1, 2, 2, 3, Result(Outcome.WHITE)),
            Game(2, 1, 3, 1, Result(Outcome.WHITE)),
            Game(2, 2, 4, 2, Result(Outcome.BOTH_LOSE, Decided.DEFAULT)),
            Game(3, 1, 1, 2, Result(Outcome.BLACK, Decided.DEFAULT)),
        ),
        (Bye(1, 5),),
    )
    event = Event(Details("Open"), state)
    for write, read in ((write_h9, read_h9), (write_tou, read_tou)):
        written = write(event)
        rows = rows_of(written.data)
        numbers = {name: row[0] for name, row in rows.items()}
        assert list(numbers.values()) == ["1", "2", "3"]
        assert rows[folded("Doe X")][2][0] == "0+"
        assert rows[folded("Roe X")][2][1] == "0-"
        assert "no_game" not in {fault.code for fault in preflight(written.data, Format.H9)}
        said = " ".join(str(text) for text in written.lost if "played no game" in str(text))
        assert "Noe Al" in said
        assert "Loe Ed" in said
        back = read(written.data)
        assert games_of(read(write(back).data)) == games_of(back)
        assert Bye(1, int(numbers[folded("Doe X")])) in back.state.byes
    assert games_of(read_h9(write_h9(event).data)) == games_of(listed(event))
    assert "Noe Al" in crosstable_csv(event).data.decode()


def test_the_country_of_the_event_is_the_code_of_the_database():
    details = replace(EVENT.details, location="Leeds", country="GB", ends_on="")
    text = write_h9(replace(EVENT, details=details)).data.decode()
    assert "; PC[UK,Leeds]\n" in text
    assert "; DT[2026-11-21,2026-11-21]\n" in text
    back = read_h9(text.encode()).details
    assert (back.location, back.country) == ("Leeds", "GB")
    unknown = read_h9(text.replace("UK,Leeds", "QQ,Leeds").encode()).details
    assert (unknown.location, unknown.country) == ("Leeds, QQ", "")


def test_a_list_after_an_earlier_round():
    text = write_h9(EVENT, after=1).data.decode()
    for line in text.splitlines():
        if not line.startswith(";"):
            assert sum(read_token(word) is not None for word in line.split("|")[0].split()) == 1
    assert "Away" not in text
    assert not read_h9(write_h9(EVENT, after=1).data).state.byes


def test_a_list_for_the_french_ladder():
    written = write_tou(EVENT)
    lines = written.data.decode().splitlines()
    assert lines[:9] == [
        *(";name=open", ";date=21/11/2026", ";vill=Nice, FR", ";comm=Open", ";prog=Shinpan"),
        *(";time=60+b", ";ta=82", ";size=19", ";komi=7.5"),
    ]
    rows = {line[5:9]: line for line in lines if not line.startswith(";")}
    assert set(rows) == {"VON_", "ROE ", "NOE ", "POE "}
    assert rows["ROE "][30:46] == " 5K         DE  "
    assert rows["POE "][30:46] == " 5K 1234567 38Gr"
    assert all(len(line) == 46 + 3 * 8 for line in rows.values())
    roe = rows["ROE "].split()[0]
    assert rows["VON_"].split()[-3:-1] == [f"{roe}+w6", "0+"]  # the second by default
    assert rows["NOE "].split()[-2] == "0-"
    assert any("default" in str(sentence) for sentence in written.lost)


def test_names_beyond_latin_9_are_written_in_utf_8_and_it_is_said():
    def with_name(surname: str) -> Event:
        people = (Player(1, surname, "A", 0), Player(2, "B", "B", 0))
        return Event(Details(), TournamentState(people, (Game(1, 1, 1, 2),)))

    for surname, charset in (("Œuvré", "iso-8859-15"), ("Łąka", "utf-8"), ("Ã©", "utf-8")):
        for write, read in ((write_h9, read_h9), (write_tou, read_tou)):
            written = write(with_name(surname))
            assert decode_text(written.data)[1] == charset
            names = {folded(player.surname) for player in read(written.data).state.players}
            assert folded(surname) in names
            assert bool([text for text in written.lost if "UTF-8" in str(text)]) == (
                charset == "utf-8"
            )


@pytest.mark.parametrize(
    ("clock", "internet", "name"),
    [
        (Clock(60, TimeSystem.BYO_YOMI, byo_yomi_seconds=20), False, "A"),
        (Clock(60, TimeSystem.BYO_YOMI, byo_yomi_seconds=19), False, "B"),
        (Clock(45, TimeSystem.FISCHER, fischer_seconds=15), False, "A"),
        (Clock(44, TimeSystem.FISCHER, fischer_seconds=20), False, "B"),
        (Clock(75, TimeSystem.SUDDEN_DEATH), False, "A"),
        (Clock(60, TimeSystem.CANADIAN, canadian_moves=15, canadian_seconds=300), False, "A"),
        (Clock(25, TimeSystem.BYO_YOMI, byo_yomi_seconds=10), False, "C"),
        (Clock(20, TimeSystem.FISCHER, fischer_seconds=5), False, "C"),
        (Clock(15, TimeSystem.BYO_YOMI, byo_yomi_seconds=60), False, "X"),
        (Clock(60), True, "D"),
        (Clock(25, TimeSystem.BYO_YOMI, byo_yomi_seconds=10), True, "X"),
    ],
)
def test_classes_of_the_egf(clock: Clock, internet: bool, name: str):
    details = Details(clock=clock, internet=internet)
    assert egf_class(details).value == name
    event = replace(EVENT, details=details)
    assert f"; CL[{name}]" in decode_text(write_h9(event).data)[0]


def test_small_boards_are_not_rated():
    event = replace(EVENT, details=Details(board_size=9, clock=Clock(90)))
    assert "; CL[X]" in decode_text(write_h9(event).data)[0]


def rows_of(data: bytes) -> dict[str, tuple[str, list[str], list[str]]]:
    """Return place, other columns and cells of every row by name."""
    rows = {}
    for line in decode_text(data)[0].splitlines():
        if line.strip() and not line.startswith(";"):
            words = line.partition("|")[0].split()
            name = folded(" ".join(words[bool(line[:4].strip()) :][:2]))
            cells = [word for word in words if read_token(word)]
            rows[name] = (line[:4].strip(), [word for word in words if not read_token(word)], cells)
    return rows


@pytest.mark.parametrize(("xml", "export"), PAIRS)
def test_real_exports_have_the_same_cells(xml: str, export: str):
    root = require_shared("corpus/tournaments")
    event = read_opengotha((root / "opengotha" / xml).read_bytes())
    wanted = rows_of((root / "exports" / export).read_bytes())
    written = write_tou(event) if export.endswith("tou") else write_h9(event)
    found = rows_of(written.data)
    assert list(found) == list(wanted)
    assert {name: row[2] for name, row in found.items()} == {
        name: row[2] for name, row in wanted.items()
    }


def test_real_tournaments_come_back():
    root = require_shared("corpus/tournaments/opengotha")
    compared = 0
    for path in sorted(root.glob("*.xml")):
        event = read_opengotha(path.read_bytes())
        if not event.state.games or not distinct(event):
            continue
        found = read_h9(write_h9(event).data)
        assert games_of(found) == games_of(listed(event)), path.name
        compared += len(event.state.games)
    assert compared > 5000


def test_no_handicap_is_invented_where_colours_are_unknown():
    people = (Player(1, "A", "A", 3), Player(2, "B", "B", -9))
    for ceiling in (0, 9):
        state = TournamentState(
            people,
            (Game(1, 1, 1, 2, colours_known=False),),
            parameters=Parameters(handicap=HandicapRule(ceiling=ceiling)),
        )
        (game,) = read_h9(write_h9(Event(Details(), state)).data).state.games
        assert (game.handicap, game.colours_known) == (0, False)


@pytest.mark.parametrize("club", ["-", "--", "?", "3-", "12+", "0=", "12", "+", "1-b0"])
def test_a_club_that_looks_like_a_result_shifts_nothing(club: str):
    people = tuple(
        Player(number, name, "X", 0, country="DE", club=club, card=Card(ffg_licence=licence))
        for number, (name, licence) in enumerate((("Doe", "12"), ("Roe", "1234567")), 1)
    )
    games = (Game(1, 1, 1, 2, Result(Outcome.BLACK)), Game(2, 1, 2, 1, Result(Outcome.BLACK)))
    event = Event(Details(), TournamentState(people, games))
    for write, read in ((write_h9, read_h9), (write_tou, read_tou)):
        found = read(write(event).data)
        assert games_of(found) == games_of(event)
        clubs = {player.club for player in found.state.players}
        assert clubs == {club if len(club) < 4 else club[:3]}
    assert [player.card.ffg_licence for player in found.state.players] == ["12", "1234567"]


def lost(write, event: Event) -> str:
    sentences = [str(text) for text in write(event).lost]
    assert len(sentences) == len(set(sentences))
    return "\n".join(sentences)


def test_the_number_of_byo_yomi_periods_has_no_place():
    details = Details("Open", clock=Clock(30, TimeSystem.BYO_YOMI, 30, byo_yomi_periods=5))
    event = Event(details, TournamentState((), ()))
    assert "number of byo-yomi periods" in lost(write_tou, event)
    assert "number of byo-yomi periods" in lost(write_h9, event)


def test_an_h9_has_the_time_system_and_its_minutes_but_not_the_basic_time_alone():
    details = Details("Open", clock=Clock(60, TimeSystem.FISCHER))
    event = Event(details, TournamentState((), ()))
    assert "the time system" not in lost(write_h9, event)
    assert "basic time" in lost(write_h9, event)
    sudden = replace(details, clock=Clock(60, TimeSystem.SUDDEN_DEATH))
    assert "time" not in lost(write_h9, replace(event, details=sudden))


def test_absences_beyond_the_last_round_are_no_loss():
    gone = Player(1, "Doe", "Jane", 0, absent=frozenset({2, 3, 4, 5, 6, 7}))
    games = (Game(1, 1, 1, 2, Result(Outcome.BLACK)),)
    people = (gone, Player(2, "Roe", "Rick", 0))
    for rounds, planned in ((1, False), (3, True)):
        parameters = Parameters(scoring=ScoringParameters(rounds=rounds))
        event = Event(Details(), TournamentState(people, games, parameters=parameters))
        for write in (write_h9, write_tou):
            assert ("planned absences" in lost(write, event)) is planned


def test_what_lists_cannot_hold_is_said_once_each():
    rich = (
        Player(
            *(1, "Doe", "Jane", 8, 2700, "DE", "Berlin", False, frozenset({5}), 1),
            Card("2P", egf_pin="10000001", ffg_licence="12345678", aga_id="7"),
        ),
        Player(2, "Roe", "Rick", 0),
    )
    games = (
        Game(1, 1, 1, 2, Result(Outcome.BLACK, Decided.RULING), colours_known=False),
        Game(2, 1, 1, 2),
    )
    details = Details(
        *("Open", "open", "", "Loe Ed", "", "2026-11-22", 13, Clock(60, TimeSystem.FISCHER)),
        rules="french",
    )
    event = Event(details, TournamentState(rich, games), source="h9")
    both = (
        *("settings for pairing", "table numbers", "the director", "the rules"),
        *("ratings", "corrections of starting", "preliminary", "planned absences"),
        *("grades of professionals", "AGA numbers", "Places are recalculated", "Berlin"),
        *("1 game decided by the referee looks", "1 game is not done"),
    )
    h9, tou = lost(write_h9, event), lost(write_tou, event)
    for word in both:
        assert word in h9
        assert word in tou
    for word in ("FFG licences", "the short name", "the board size"):
        assert word in h9
        assert word not in tou
    for word in (
        "EGF PINs",
        "the last day",
        "Licences are shortened",
        "The countries of players",
        "colours",
    ):
        assert word not in h9
        assert word in tou


def test_the_usual_komi_is_not_lost():
    people = (Player(1, "A", "A", 3), Player(2, "B", "B", -9))
    games = (Game(1, 1, 1, 2, komi_half=15), Game(2, 1, 1, 2, handicap=3, komi_half=1))
    event = Event(Details(), TournamentState(people, games))
    for write in (write_h9, write_tou):
        assert "komi" not in lost(write, event)


def test_titles_of_criteria_are_whole_and_stand_over_their_numbers():
    criteria = (Criterion.NBW, Criterion.SOSW_1, Criterion.SODOSW)
    event = replace(EVENT, state=replace(STATE, parameters=Parameters(criteria=criteria)))
    lines = write_h9(event).data.decode().splitlines()
    title = next(line for line in lines if line.startswith("; Pl"))
    assert title.split()[-4:] == ["NBW", "SOSW-1", "SODOSW", "-"]
    end = title.index("SOSW-1") + len("SOSW-1")
    for row in lines[lines.index(title) + 1 :]:
        assert row[end - 1].isdecimal()
        assert row[end] == " "


def test_tou_cells_stand_in_the_columns_of_a_real_list():
    data = require_shared("corpus/tournaments/exports/Frioul.tou").read_bytes()
    real = [line for line in decode_text(data)[0].splitlines() if line and not line.startswith(";")]
    written = decode_text(write_tou(read_tou(data)).data)[0].splitlines()
    rows = [line for line in written if line and not line.startswith(";")]
    shapes = {re.sub(r"\d", "9", cell) for line in real for cell in eights(line[46:])}
    found = {re.sub(r"\d", "9", cell) for line in rows for cell in eights(line[46:])}
    assert "   9=   " in shapes & found
    assert found <= shapes | {cell.rstrip() for cell in shapes}


def eights(text: str) -> list[str]:
    return [text[at : at + 8] for at in range(0, len(text), 8)]
