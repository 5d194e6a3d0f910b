"""MacMahon files, in both shapes that are about."""

import pytest

from tests.support.shared import require_shared
from tournament.formats.errors import FormatError
from tournament.formats.macmahon import read_macmahon
from tournament.state.criteria import Criterion
from tournament.state.event import Event
from tournament.state.games import Bye
from tournament.state.parameters import Basis, HandicapRule
from tournament.state.results import Decided, Outcome

GENERAL = "<Name>Cup</Name><NumberOfRounds>4</NumberOfRounds>"


def person(number: object, surname: str, rest: str = "<GoLevel>3k</GoLevel>", own: str = "") -> str:
    return (
        f"<IndividualParticipant><Id>{number}</Id>{own}<GoPlayer><FirstName>Jo</FirstName>"
        f"<Surname>{surname}</Surname>{rest}</GoPlayer></IndividualParticipant>"
    )


def pairing(black: object, white: object, result: str = "1-0", rest: str = "") -> str:
    return (
        f"<Pairing><Black>{black}</Black><White>{white}</White><Result>{result}</Result>"
        f"{rest}</Pairing>"
    )


def file(*rounds: str, general: str = GENERAL, people=("Alpha", "Beta", "Gamma")) -> bytes:
    listed = [
        name if name.startswith("<") else person(number, name)
        for number, name in enumerate(people, 1)
    ]
    played = [
        f"<TournamentRound><RoundNumber>{number}</RoundNumber>{pairings}</TournamentRound>"
        for number, pairings in enumerate(rounds, 1)
    ]
    body = "\n".join([general, *listed, *played])
    return f'<Tournament typeversion="3.9">{body}</Tournament>'.encode()


def said(event: Event) -> tuple[str, ...]:
    return tuple(map(str, event.notes))


def test_the_sample():
    event = read_macmahon(require_shared("pairing/opengotha/macmahon39-sample.xml").read_bytes())
    state = event.state
    assert said(event) == ("White is listed first in pairings, so 1-0 is read as a win for White.",)
    assert [player.rank for player in state.players] == [2, 1, 0, -1]
    assert [player.final for player in state.players] == [True, True, True, False]
    assert [player.smms_correction for player in state.players] == [0, 0, 1, 0]
    assert state.players[3].absent == {2}
    assert [(game.round, game.table, *game.players) for game in state.games] == [
        (1, 1, 2, 1),
        (1, 2, 4, 3),
        (2, 1, 1, 2),
    ]
    assert [game.result.outcome.value for game in state.games] == ["white", "black", "black"]
    assert state.byes == (Bye(2, 3),)
    assert (state.parameters.scoring.floor, state.parameters.scoring.bar) == (-20, 0)
    assert state.parameters.scoring.rounds == 3
    assert state.parameters.handicap.ceiling == 0
    assert state.parameters.criteria == (Criterion.MMS, Criterion.SOSM, Criterion.SOSOSM)


@pytest.mark.parametrize(
    ("written", "outcome"),
    [
        ("1-0", Outcome.BLACK),
        ("0-1", Outcome.WHITE),
        ("½-½", Outcome.JIGO),
        ("0-0", Outcome.BOTH_LOSE),
        ("1-1", Outcome.BOTH_WIN),
        ("?-?", Outcome.UNKNOWN),
        ("", Outcome.UNKNOWN),
    ],
)
def test_results_have_the_points_of_the_player_named_first_first(written, outcome):
    event = read_macmahon(file(pairing(1, 2, written)))
    assert event.state.games[0].result.outcome is outcome
    told = "Black is listed first in pairings, so 1-0 is read as a win for Black."
    decided = outcome in (Outcome.BLACK, Outcome.WHITE)
    assert said(event) == ((told,) if decided else ())


def test_where_white_is_named_first_a_win_by_one_to_nothing_is_whites():
    pair = "<Pairing><White>2</White><Black>1</Black><Result>1-0</Result></Pairing>"
    event = read_macmahon(file(pair))
    assert event.state.games[0].players == (1, 2)
    assert event.state.games[0].result.outcome is Outcome.WHITE


def test_results_by_the_referee_are_by_default_and_said():
    for pair in (
        pairing(1, 2, "0-1!"),
        pairing(1, 2, "0-1", "<ResultByReferee>true</ResultByReferee>"),
    ):
        event = read_macmahon(file(pair))
        assert event.state.games[0].result.decided is Decided.DEFAULT
        assert "by the referee" in str(event.notes[-1])


def test_handicaps():
    general = (
        "<HandicapUsed>true</HandicapUsed><HandicapAdjustment>true</HandicapAdjustment>"
        "<HandicapAdjustmentValue>-1</HandicapAdjustmentValue><HandicapByLevel>true"
        "</HandicapByLevel><HandicapBelow>true</HandicapBelow><HandicapBelowLevel>1d"
        "</HandicapBelowLevel><HandicapLimit>true</HandicapLimit>"
        "<HandicapLimitValue>6</HandicapLimitValue>"
    )
    event = read_macmahon(file(pairing(1, 2, rest="<Handicap>3</Handicap>"), general=general))
    assert event.state.parameters.handicap == HandicapRule(Basis.RANK, 0, 1, 6)
    assert event.state.games[0].handicap == 3


def test_a_swiss_tournament_is_told_by_its_first_criterion():
    walllist = "".join(
        f"<Criterion><ShortName>{name}</ShortName></Criterion>"
        for name in ("Points", "SOS", "SODOS", "Moon")
    )
    event = read_macmahon(file(general=f"{GENERAL}<Walllist>{walllist}</Walllist>"))
    assert event.state.parameters.criteria == (Criterion.NBW, Criterion.SOSW, Criterion.SODOSW)
    assert said(event) == ("line 1: The criterion “MOON” is not known and is left out.",)


def test_missing_fields_get_defaults():
    people = [person(1, "A", ""), person(2, "B", "<Rating>1510</Rating>"), person(3, "C", "")]
    event = read_macmahon(file(general="", people=people))
    assert [(p.rank, p.rating) for p in event.state.players] == [
        (-30, -900),
        (-6, 1510),
        (-30, -900),
    ]
    assert event.state.parameters.scoring.rounds == 5
    assert event.state.parameters.scoring.floor == -30


def test_rank_follows_the_rating_where_the_file_says_so():
    general = "<RatingDeterminesRank>true</RatingDeterminesRank>"
    people = [person(1, "A", "<GoLevel>1d</GoLevel><Rating>1510</Rating>")]
    assert read_macmahon(file(general=general, people=people)).state.players[0].rank == -6


def test_pairings_that_cannot_have_been_are_left_out_and_named():
    first = pairing(1, 2) + pairing(1, 3) + pairing(3, 3)
    event = read_macmahon(
        file(first, pairing(0, 2), pairing(2, 0, rest="<PairingWithBye>true</PairingWithBye>"))
    )
    assert len(event.state.games) == 1
    assert event.state.byes == (Bye(2, 2), Bye(3, 2))
    assert ["left out" in note for note in said(event)] == [False, True, True]
    assert "player 1 has another game" in said(event)[1]


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("<Black>1<", "<Black>9<", "Pairing@Black"),
        ("<White>2<", "<White>two<", "Pairing@White"),
        (">1-0<", ">perhaps<", "Pairing@Result"),
        ("<Handicap>3<", "<Handicap>xx<", "Pairing@Handicap"),
        ("<RoundNumber>1<", "<RoundNumber>0<", "TournamentRound@RoundNumber"),
        (">3k<", ">strong<", "GoPlayer@GoLevel"),
        ("<Id>1<", "<Id><", "IndividualParticipant@Id"),
        ("<Black>1</Black><White>2</White>", "", "Pairing@Black"),
        ("<NumberOfRounds>4<", "<NumberOfRounds>seven<", "Tournament@NumberOfRounds"),
    ],
)
def test_values_that_mean_nothing_are_refused(old, new, field):
    data = file(pairing(1, 2, rest="<Handicap>3</Handicap>")).decode()
    assert old in data
    with pytest.raises(FormatError) as caught:
        read_macmahon(data.replace(old, new).encode())
    assert caught.value.field == field
    assert caught.value.line


def test_an_opengotha_file_is_no_macmahon_file():
    with pytest.raises(FormatError) as caught:
        read_macmahon(b"<Tournament><Players/></Tournament>")
    assert caught.value.code == "not_macmahon"
