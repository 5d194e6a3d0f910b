"""Who looks like somebody entered already, and several who register and decide at once."""

import pytest

from tests.adjudication.threads import at_once
from tests.factories import TournamentFactory
from tournament.errors import Conflict, UserError
from tournament.models import AuditEvent, CheckIn, Player, Registration, Tournament, Verb
from tournament.players.selectors.duplicates import Likeness, Twins
from tournament.players.services import requests as requests_module
from tournament.players.services.check_in import check_in
from tournament.players.services.players import (
    Newcomer,
    PossibleDuplicate,
    add_player,
    add_players,
    change_unless_duplicate,
    enter_players,
    rounds_before,
    set_absent,
)
from tournament.players.services.requests import (
    RequestOutcome,
    approve_requests,
    refuse_requests,
    request_place,
    sign_up,
)
from tournament.rounds.selectors.state import state_of


@pytest.fixture
def tournament(transactional_db: None) -> Tournament:
    return TournamentFactory(registration_open=True)


def entered(tournament: Tournament, surname: str, first_name: str = "", **more: str) -> Player:
    entry = Player(surname=surname, first_name=first_name, **more)
    return enter_players(tournament_id=tournament.pk, newcomers=[Newcomer(entry)])[0]


@pytest.mark.parametrize(
    ("surname", "first_name", "why"),
    [
        ("Łąkowska", "Zoé", Likeness.NAME),
        ("ŁĄKOWSKA", "zoe", Likeness.NAME),
        ("Zoé", "Łąkowska", Likeness.NAME),
        ("Lakowska", "Zoe", Likeness.NAME),
        ("Lakowsak", "Zoe", Likeness.NEAR),
        ("Lakovska", "Zoe", Likeness.NEAR),
        ("Lakowska", "Zoee", Likeness.NEAR),
        ("Zoe", "Lakowka", Likeness.NEAR),
        ("Lakowska", "Zacharias", None),
        ("Lakowska", "", None),
        ("Lukovska", "Zoe", None),
    ],
)
def test_names_that_look_alike(tournament, surname, first_name, why):
    known = entered(tournament, "Łąkowska", "Zoé")
    twins = Twins(tournament.pk).of(Player(surname=surname, first_name=first_name))
    assert [(twin.id, twin.why) for twin in twins] == ([(known.pk, why)] if why else [])


@pytest.mark.parametrize(("one", "other"), [("Aki", "Abi"), ("李明", "李敏"), ("Li Bo", "Li Ba")])
def test_short_names_are_the_same_only_where_they_are_equal(tournament, one, other):
    entered(tournament, one)
    twins = Twins(tournament.pk)
    assert not twins.of(Player(surname=other))
    assert twins.of(Player(surname=one))


@pytest.mark.parametrize("register", ["egf_pin", "ffg_licence", "aga_id"])
def test_the_same_number_in_the_same_register_is_the_same_person(tournament, register):
    entered(tournament, "Somebody", **{register: "12345678"})
    twins = Twins(tournament.pk)
    other = {"egf_pin": "aga_id", "ffg_licence": "egf_pin", "aga_id": "ffg_licence"}[register]
    assert twins.of(Player(surname="Else", **{register: "12345678"}))[0].why is Likeness.REGISTER
    assert not twins.of(Player(surname="Else", **{other: "12345678"}))
    assert not twins.of(Player(surname="Else"))


def test_one_is_not_a_twin_of_oneself_nor_of_players_elsewhere(tournament):
    known = entered(tournament, "Newman", "Max")
    assert not Twins(tournament.pk).of(known, but=known.pk)
    assert not Twins(TournamentFactory().pk).of(known)


def test_all_are_entered_or_nobody(tournament):
    entered(tournament, "Newman", "Max")
    newcomers = [Newcomer(Player(surname=name)) for name in ("First", "Max Newman", "Third")]
    with pytest.raises(PossibleDuplicate) as caught:
        enter_players(tournament_id=tournament.pk, newcomers=newcomers)
    assert set(caught.value.twins) == {1}
    assert tournament.players.count() == 1
    enter_players(tournament_id=tournament.pk, newcomers=newcomers, knowingly={1})
    assert tournament.players.count() == 4


def test_an_entry_that_comes_to_look_like_another_is_asked_about(tournament):
    add_player(tournament_id=tournament.pk, surname="Walker", first_name="Kate", egf_pin="12001370")
    other = add_player(tournament_id=tournament.pk, surname="Hughes", first_name="Leo")
    with pytest.raises(PossibleDuplicate):
        change_unless_duplicate(player_id=other.pk, egf_pin="12001370")
    with pytest.raises(PossibleDuplicate):
        change_unless_duplicate(player_id=other.pk, surname="Walker", first_name="Kate")
    other.refresh_from_db()
    assert (other.name, other.egf_pin) == ("Hughes Leo", "")
    change_unless_duplicate(player_id=other.pk, egf_pin="12001370", knowingly=True)
    change_unless_duplicate(player_id=other.pk, rank="3k", club="Leeds")
    other.refresh_from_db()
    assert (other.egf_pin, other.rank) == ("12001370", "3k")


def test_the_rounds_that_late_entries_miss_are_told(tournament):
    newcomers = [
        Newcomer(Player(surname="First")),
        Newcomer(Player(surname="Later"), frozenset({1, 2})),
    ]
    enter_players(tournament_id=tournament.pk, newcomers=newcomers)
    event = AuditEvent.objects.get(verb=Verb.PARTICIPATION)
    assert event.players == [2]
    assert event.after["absent"] == [[2, 1], [2, 2]]


def test_a_round_to_come_in_is_one_there_can_be():
    assert rounds_before(1) == frozenset()
    assert rounds_before(3) == {1, 2}
    for number in (0, -1, 100):
        with pytest.raises(UserError):
            rounds_before(number)


def test_two_directors_enter_the_same_player_at_once(tournament):
    acts = [lambda: entered(tournament, "Newman", "Max") for _ in range(4)]
    outcomes = at_once(acts)
    assert tournament.players.count() == 1
    assert sum(isinstance(outcome, PossibleDuplicate) for outcome in outcomes) == 3


def asked(tournament: Tournament, name: str) -> Player:
    return request_place(tournament_id=tournament.pk, entry=Player(surname=name, rank="5k"))


def test_many_register_at_once_and_never_more_than_may_wait(tournament, monkeypatch):
    monkeypatch.setattr(requests_module, "MOST_WAITING", 3)
    acts = [lambda n=n: asked(tournament, f"Player {n}") for n in range(6)]
    outcomes = at_once(acts)
    waiting = Player.everybody.filter(registration=Registration.REQUESTED)
    assert waiting.count() == 3
    assert sorted(waiting.values_list("number", flat=True)) == [32765, 32766, 32767]
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 3


def test_a_request_is_decided_once(tournament):
    player = asked(tournament, "Newman")
    outcomes = at_once(
        [
            lambda: approve_requests(tournament_id=tournament.pk, player_ids=[player.pk]),
            lambda: refuse_requests(tournament_id=tournament.pk, player_ids=[player.pk]),
            lambda: approve_requests(tournament_id=tournament.pk, player_ids=[player.pk]),
        ]
    )
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 2
    decided = AuditEvent.objects.filter(verb__in=[Verb.PLAYER_APPROVED, Verb.PLAYER_REFUSED])
    assert decided.count() == 1


def test_requests_are_approved_all_or_none(tournament):
    players = [asked(tournament, name) for name in ("Ulm", "Bonn")]
    gone = asked(tournament, "Graz")
    refuse_requests(tournament_id=tournament.pk, player_ids=[gone.pk])
    keys = [player.pk for player in (*players, gone)]
    with pytest.raises(Conflict):
        approve_requests(tournament_id=tournament.pk, player_ids=keys)
    assert not tournament.players.exists()


def test_who_waits_keeps_the_rounds_he_asked_for(tournament):
    add_player(tournament_id=tournament.pk, surname="Other")
    player = request_place(
        tournament_id=tournament.pk, entry=Player(surname="Newman", rank="5k"), absent=[1, 2]
    )
    set_absent(tournament_id=tournament.pk, round_number=1, player_ids=[])
    assert player.absences.count() == 2
    approve_requests(tournament_id=tournament.pk, player_ids=[player.pk])
    assert player.absences.count() == 2


def test_two_presses_on_one_form_at_once_are_one_request(tournament):
    def press() -> RequestOutcome:
        entry = Player(surname="Newman", rank="5k")
        return sign_up(tournament_id=tournament.pk, entry=entry, key="form").outcome

    outcomes = at_once([press] * 4)
    assert sorted(one.value for one in outcomes) == ["arrived", "same", "same", "same"]
    assert Player.everybody.count() == 1


def test_two_tablets_tap_at_once(tournament):
    player = add_player(tournament_id=tournament.pk, surname="Newman")
    acts = [
        lambda: check_in(
            tournament_id=tournament.pk, player_id=player.pk, round_number=1, here=True
        )
        for _ in range(4)
    ]
    assert not [outcome for outcome in at_once(acts) if isinstance(outcome, BaseException)]
    assert CheckIn.objects.count() == 1
    assert AuditEvent.objects.filter(verb=Verb.CHECKED_IN).count() == 1


def test_nothing_is_entered_or_decided_in_a_closed_tournament(tournament):
    from django.utils import timezone

    player = add_player(tournament_id=tournament.pk, surname="Newman")
    waiting = asked(tournament, "Waiting")
    Tournament.objects.update(closed_at=timezone.now())
    for act in (
        lambda: entered(tournament, "Late"),
        lambda: asked(tournament, "Late"),
        lambda: approve_requests(tournament_id=tournament.pk, player_ids=[waiting.pk]),
        lambda: check_in(
            tournament_id=tournament.pk, player_id=player.pk, round_number=1, here=True
        ),
    ):
        with pytest.raises(Conflict):
            act()


@pytest.mark.django_db
def test_nobody_of_a_pair_meets_themselves():
    tournament = TournamentFactory()
    add_players(
        tournament_id=tournament.pk,
        entries=[
            Player(surname=surname, first_name=first, partner=partner, rank="1k")
            for surname, first, partner in (
                ("Petit", "Anne", "Tom Roux"),
                ("Gris", "Gil", "Roux Tom"),
                ("Blanc", "Bea", "Sam Solo"),
                ("Solo", "Sam", ""),
                ("Vert", "Lou", ""),
                ("Vert", "Lou", ""),
            )
        ],
    )
    assert state_of(tournament).wishes.forbidden == {frozenset({1, 2}), frozenset({3, 4})}
    twins = Twins(tournament.pk)
    for newcomer, found in (
        (Player(surname="Roux", first_name="Tom"), {1, 2}),
        (Player(surname="Noir", first_name="Ida", partner="Sam Solo"), {3, 4}),
        (Player(surname="Noir", first_name="Ida", partner="Nobody Else"), set()),
    ):
        likely = twins.of(newcomer)
        assert {twin.number for twin in likely} == found
        assert {twin.why for twin in likely} <= {Likeness.PAIR}
