"""Small files that show one trap each."""

import pytest

from tests.formats.opengotha_files import ALL, file, game, player
from tests.support.catalogues import french
from tournament.formats.errors import FormatError
from tournament.formats.opengotha import read_opengotha, write_opengotha
from tournament.state.games import Bye
from tournament.state.results import Decided, Outcome, Result

PARAMETERS = "<TournamentParameterSet>{}</TournamentParameterSet>"


def notes_of(event) -> str:
    return "\n".join(map(str, event.notes))


@pytest.mark.parametrize(
    "key",
    ["GAMMA-GOCÉ", "Gamma-GoCé", "gamma-go Cé", "GAMMAGOCÉ", "GAMMA-GOCE"],
)
def test_a_key_is_found_in_every_way_programs_write_it(key):
    event = read_opengotha(file(games=[game(1, key, "D'ELTADEE"), game(2, "DELTADEE", key)]))
    assert [(g.white, g.black) for g in event.state.games] == [(3, 4), (4, 3)]


def test_a_turkish_upper_case_is_found():
    players = [player("Kilic", "Fatih"), player("Işık", "Ali")]
    event = read_opengotha(file(players, [game(1, "KİLİCFATİH", "IŞIKALİ")]))
    assert [g.players for g in event.state.games] == [(2, 1)]
    assert "spelt differently" in notes_of(event)


def test_an_ambiguous_key_is_nobody():
    players = [player("Muller"), player("Müller"), player("Beta")]
    event = read_opengotha(file(players, [game(1, "MÚLLER", "BETA")]))
    assert event.state.games == ()
    assert "“MÚLLER” is not a player in the file" in notes_of(event)


def test_a_missing_data_version_leaves_ratings_alone():
    event = read_opengotha(file(attributes='fullVersionNumber="3.51.02"'))
    assert {p.rating for p in event.state.players} == {2300}
    assert b'dataVersion="201"' in write_opengotha(event).data


def test_an_old_data_version_shifts_ratings():
    old = [player("Alpha").replace('"2300"', '"-272"')]
    event = read_opengotha(file(old, attributes='dataVersion="200"'))
    assert event.state.players[0].rating == 1778
    assert "2050 was added" in notes_of(event)


def test_byes_inside_byes_are_read():
    rest = """<ByePlayers><ByePlayer><ByePlayer player="AlphaAnn" roundNumber="2"/></ByePlayer>
        <ByePlayer player="BETABO" roundNumber="1"/></ByePlayers>"""
    event = read_opengotha(file(rest=rest))
    assert event.state.byes == (Bye(2, 1), Bye(1, 2))


def test_games_that_cannot_have_been_are_left_out_and_named():
    games = [
        game(1, "ALPHAANN", "BETABO"),
        game(1, "ALPHAANN", "D'ELTADEE"),
        game(2, "ALPHAANN", "NOBODY"),
        game(2, "ALPHAANN", "ALPHAANN"),
    ]
    event = read_opengotha(file(games=games))
    assert len(event.state.games) == 1
    told = [str(note) for note in event.notes if "left out" in str(note)]
    assert [note.split(":")[0] for note in told] == ["line 11", "line 12", "line 13"]
    assert "“ALPHAANN” has another game or bye in that round" in told[0]
    assert "“NOBODY” is not a player" in told[1]
    assert "against themselves" in told[2]


def test_results_by_default_are_read():
    event = read_opengotha(file(games=[game(2, "ALPHAANN", "BETABO", "RESULT_BOTHLOSE_BYDEF")]))
    assert event.state.games[0].result == Result(Outcome.BOTH_LOSE, Decided.DEFAULT)


NONSENSE = (
    ('handicap="0"', 'handicap="xx"', "Game@handicap", 10),
    ('"RESULT_BLACKWINS"', '"RESULT_MAYBE"', "Game@result", 10),
    ('roundNumber="1"', 'roundNumber="0"', "Game@roundNumber", 10),
    ('roundNumber="1"', 'roundNumber="21"', "Game@roundNumber", 10),
    ('roundNumber="1"', "", "Game@roundNumber", 10),
    ('whitePlayer="ALPHAANN"', 'whitePlayer=""', "Game@whitePlayer", 10),
    ('blackPlayer="BETABO"', "", "Game@blackPlayer", 10),
    ('knownColor="true"', 'knownColor="perhaps"', "Game@knownColor", 10),
    ("</Games>", "\n<Game/></Games>", "Game@roundNumber", 12),
    ('name="Alpha" firstName="Ann"', "", "Player@name", 4),
    ('rank="3D"', 'rank="strong"', "Player@rank", 4),
    ('rating="2300"', 'rating="much"', "Player@rating", 4),
    ('"FIN"', '"MAYBE"', "Player@registeringStatus", 4),
    ('numberOfRounds="4"', 'numberOfRounds="seven"', "GeneralParameterSet@numberOfRounds", 12),
    ('komi="6.5"', 'komi="x"', "GeneralParameterSet@komi", 12),
    ('genMMBar="1D"', 'genMMBar="12X"', "GeneralParameterSet@genMMBar", 12),
    ("SPLITANDSLIP", "SPLIT", "PairingParameterSet@paiMaSeedSystem1", 12),
    ('"0.5"', '"nan"', "PairingParameterSet@paiStandardNX1Factor", 12),
    ("BETABO" + '" roundNumber="2"', "BETABO", "ByePlayer@roundNumber", 12),
)


@pytest.mark.parametrize(("old", "new", "field", "line"), NONSENSE)
def test_values_that_mean_nothing_are_refused_with_line_and_attribute(old, new, field, line):
    rest = PARAMETERS.format(
        '<GeneralParameterSet numberOfRounds="4" komi="6.5" genMMBar="1D"/>'
        '<PairingParameterSet paiMaSeedSystem1="SPLITANDSLIP" paiStandardNX1Factor="0.5"/>'
    )
    rest += '<ByePlayers><ByePlayer player="BETABO" roundNumber="2"/></ByePlayers>'
    data = file(games=[game(1, "ALPHAANN", "BETABO")], rest=rest).decode()
    assert read_opengotha(data.encode()).state.games
    assert old in data
    broken = data.replace(old, new if field != "ByePlayer@roundNumber" else f'{new}"', 1)
    with pytest.raises(FormatError) as caught:
        read_opengotha(broken.encode())
    assert (caught.value.field, caught.value.line) == (field, line)
    assert french(caught.value.message) != str(caught.value.message)


def test_short_and_odd_participation_counts_as_taking_part():
    players = [player("A", participating="01"), player("B", participating="1x0" + ALL[3:])]
    event = read_opengotha(file(players))
    assert [p.absent for p in event.state.players] == [{1}, {3}]
    assert notes_of(event).count("times 0 or 1") == 2


def test_odd_values_get_defaults_and_sentences():
    rest = PARAMETERS.format(
        '<GeneralParameterSet size="0" komi="" numberOfRounds="0" genMMBar="" basicTime="1.5"'
        ' numberOfCategories="3"><Categories><Category number="1" lowerLimit="5K"/></Categories>'
        "</GeneralParameterSet>"
        '<PairingParameterSet paiStandardNX1Factor="17"'
        ' paiMaAdditionalPlacementCritSystem1="None" paiBaRandom="99999999999999999999"/>'
    )
    event = read_opengotha(file(rest=rest))
    parameters = event.state.parameters
    assert event.details.board_size == 19
    assert parameters.komi.even_half == 15
    assert parameters.scoring.rounds == 1
    assert parameters.scoring.categories == (-5,)
    assert parameters.weights.phase_1.extra is None
    assert parameters.weights.random == 10**15
    for sentence in (
        "size “0” is not a board; 19 is used",
        "komi “” is empty; 7.5 is used",
        "genMMBar “” is empty; 4D is used",
        "basicTime “1.5” is not a whole number; 1 is used",
        "numberOfCategories is 3 but 1 lower limits are given",
        "paiStandardNX1Factor “17” is not a number from -10 to 10",
        "HandicapParameterSet is missing",
        "line 12: PairingParameterSet@paiSeRankThreshold is missing; 1D is used",
    ):
        assert sentence in notes_of(event)


def test_ratings_and_ranks_beyond_the_scale_are_brought_within():
    odd = player("A").replace("2300", "-7800").replace('rank="3D"', 'rank="99K"')
    pro = player("B").replace('"3D"', '"2P"')
    bare = '<Player name="C" rating="1500"/>'
    people = read_opengotha(file([odd, pro, bare])).state.players
    assert [(p.rating, p.rank) for p in people] == [(-900, -30), (2300, 8), (1500, -6)]
    assert people[1].card.grade == "2P"


def test_what_we_do_not_use_survives():
    publish = '<PublishParameterSet print="false" novel="1"/>'
    rest = '<Weather sky="blue"><Wind from="N&#10;W">strong</Wind></Weather>'
    rest += "".join(f'<Cup size="{size}"/>' for size in range(12)) + PARAMETERS.format(publish)
    people = [player("A").replace("<Player", '<Player shoe="43"'), player("B")]
    event = read_opengotha(file(people, rest=rest, attributes='saveDT="2026" novel="ü&lt;"'))
    data = write_opengotha(event).data
    for kept in (b'sky="blue"', b'from="N&#10;W">strong<', b'novel="1"', b'print="false"'):
        assert kept in data
    assert b'saveDT="2026"' in data
    assert read_opengotha(data).extras == event.extras
    assert write_opengotha(read_opengotha(data)).data == data
    line = next(line for line in data.splitlines() if b'shoe="43"' in line)
    assert b'name="A"' in line


def test_latin_1_that_says_utf_8_is_read():
    data = file([player("Honoré")]).decode().encode("latin-1")
    event = read_opengotha(data)
    assert event.state.players[0].surname == "Honoré"
    assert "line 4: the file says it is UTF-8 but is not" in notes_of(event)


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "iso-8859-1"])
def test_other_encodings_that_say_so_are_read(codec):
    text = file([player("Honoré")]).decode().replace("UTF-8", codec.removesuffix("-sig"))
    assert read_opengotha(text.encode(codec)).state.players[0].surname == "Honoré"


def test_many_remarks_are_counted():
    people = [player(f"N{number}", participating="1") for number in range(300)]
    event = read_opengotha(file(people))
    assert len(event.notes) == 201
    assert str(event.notes[-1]).startswith("There are ")


def test_too_many_games_are_refused_with_what_to_do():
    with pytest.raises(FormatError) as caught:
        read_opengotha(
            b"<Tournament><Players>" + b"<Player/>" * 10_001 + b"</Players></Tournament>"
        )
    assert caught.value.code == "too_many"
    assert "Split" in str(caught.value.text)


@pytest.mark.parametrize(
    ("declared", "codec", "name"),
    [
        ("GBK", "gbk", "王"),
        ("gb2312", "gb2312", "李"),
        ("GB18030", "gb18030", "㐀"),
        ("Shift_JIS", "shift_jis", "井山裕太"),
        ("EUC-JP", "euc_jp", "本因坊"),
        ("EUC-KR", "euc_kr", "이세돌"),
        ("Big5", "big5", "張栩"),
    ],
)
def test_east_asian_encodings_are_read(declared, codec, name):
    text = file(players=[player(name, "Ann"), player("Beta", "Bo")]).decode()
    data = text.replace("UTF-8", declared).encode(codec)
    event = read_opengotha(data)
    assert [one.surname for one in event.state.players] == [name, "Beta"]
    assert not any("encoding" in str(note) for note in event.notes)
    broken = data.replace(name.encode(codec), b"\x81\x20")
    event = read_opengotha(broken)
    assert event.state.players[1].surname == "Beta"
    assert any("encoding" in str(note) for note in event.notes)
