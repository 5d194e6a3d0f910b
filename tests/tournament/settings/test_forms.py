"""What the forms of the setup and of the prizes refuse, keep and merge."""

import pytest
from django.http import QueryDict

from tournament.models import Player, Tournament
from tournament.players.services.players import add_player
from tournament.public.forms import PrizesForm
from tournament.public.selectors.prizes import prizes_page
from tournament.public.services import set_prizes
from tournament.settings.forms import STEPS, NewTournamentForm
from tournament.settings.forms.disputes import DisputesForm
from tournament.settings.forms.event import EventForm
from tournament.settings.forms.results import ResultsForm
from tournament.settings.forms.step import SetupStepForm
from tournament.settings.forms.system import SystemForm
from tournament.settings.forms.time import TimeForm
from tournament.settings.selectors import setup_of
from tournament.standings.prizes import Prize, PrizeKind
from tournament.tournaments.services import create_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def tournament() -> Tournament:
    return create_tournament(name="Coupe", slug="coupe", rules="french")


def sent(kind: type[SetupStepForm], tournament: Tournament, **typed: str) -> SetupStepForm:
    """Return a form as it is sent when only these fields were changed."""
    form = kind(setup_of(tournament.pk))
    form.fill({})
    data = form.data.copy()
    for name, text in typed.items():
        data[name] = text
    return kind(setup_of(tournament.pk), data)


@pytest.mark.parametrize("kind", STEPS)
def test_what_is_sent_as_it_was_shown_is_what_is_saved(
    tournament: Tournament, kind: type[SetupStepForm]
) -> None:
    form = sent(kind, tournament)
    assert form.is_valid(), form.errors
    setup = setup_of(tournament.pk)
    saved = {"order": setup.system}.get(kind.key) or getattr(setup, kind.key)
    if kind is not DisputesForm:
        assert form.settings == saved


@pytest.mark.parametrize(
    ("kind", "typed"),
    [
        (EventForm, {"name": ""}),
        (EventForm, {"name": "x" * 121}),
        (EventForm, {"name": "\u202ereversed"}),
        (EventForm, {"director_name": "x" * 101}),
        (EventForm, {"board_size": "1"}),
        (EventForm, {"board_size": ""}),
        (EventForm, {"starts_on": "21.11.2026"}),
        (EventForm, {"rules": "chess"}),
        (EventForm, {"slug": ""}),
        (SystemForm, {"rounds": ""}),
        (SystemForm, {"bar": "31x"}),
        (SystemForm, {"komi": "6.25"}),
        (SystemForm, {"handicap_policy": "luck"}),
        (SystemForm, {"first_seeding": "luck"}),
        (TimeForm, {"system": "sand"}),
        (TimeForm, {"round_minutes": "0"}),
        (TimeForm, {"round_minutes": "1441"}),
        (TimeForm, {"play_by_days": "367"}),
        (TimeForm, {"reschedule_times": "21"}),
        (ResultsForm, {"reporting": "nobody"}),
        (DisputesForm, {"grace_minutes": "1441"}),
        (DisputesForm, {"committee": "2"}),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(
    tournament: Tournament, kind: type[SetupStepForm], typed: dict[str, str]
) -> None:
    form = sent(kind, tournament, **typed)
    assert not form.is_valid()
    assert set(form.errors) == set(typed)
    assert form.status == 400
    (name, text), *_rest = typed.items()
    assert form[name].value() == text


def test_the_board_is_shown_and_komi_in_points(tournament: Tournament) -> None:
    setup = setup_of(tournament.pk)
    assert 'name="board_size" value="19"' in str(EventForm(setup)["board_size"])
    assert 'name="komi" value="7.5"' in str(SystemForm(setup)["komi"])


def test_a_preset_keeps_what_the_form_began_with(tournament: Tournament) -> None:
    form = TimeForm(setup_of(tournament.pk), start="quick")
    page = str(form)
    assert 'name="basic_minutes" value="15"' in page
    assert 'name="initial-basic_minutes" value="60"' in page
    assert TimeForm(setup_of(tournament.pk), start="none").preset == ""


def test_a_preset_chosen_before_another_director_saved_is_not_lost(tournament: Tournament) -> None:
    form = TimeForm(setup_of(tournament.pk), start="quick")
    data = form.data.copy()
    Tournament.objects.update(version=1, reschedule_times=3)
    later = TimeForm(setup_of(tournament.pk), data)
    assert later.is_valid(), later.errors
    assert later.settings.clock.basic_minutes == 15
    assert later.settings.reschedule_times == 3


def test_a_new_tournament_needs_name_zone_and_rules_and_nothing_else() -> None:
    form = NewTournamentForm(QueryDict("name=Cup&time_zone=UTC&rules=french&board_size=19"))
    assert form.is_valid(), form.errors
    assert not NewTournamentForm(QueryDict("name=&rules=french&board_size=19")).is_valid()


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("kind=medal", "kind"),
        ("kind=place&number=101", "number"),
        ("kind=category&category=x", "category"),
        ("kind=ranks&weakest=3d&strongest=5k", "weakest"),
        ("kind=ranks&strongest=best", "strongest"),
    ],
)
def test_a_prize_that_cannot_be_is_marked_in_its_line(
    tournament: Tournament, line: str, field: str
) -> None:
    form = PrizesForm(prizes_page(tournament.pk), QueryDict(f"name=Cup&{line}"))
    assert not form.is_valid()
    assert f'id="{field}-1_error"' in str(form["prizes"])


def test_a_prize_of_a_category_is_for_one_that_a_player_has(tournament: Tournament) -> None:
    number = tournament.pk

    def form(*categories: str) -> PrizesForm:
        lines = "&".join(f"name=Best&kind=given&among={category}" for category in categories)
        return PrizesForm(prizes_page(number), QueryDict(f"{lines}&version=0"))

    assert not form("woman").is_valid()
    add_player(tournament_id=number, surname="Ito", categories="Woman, U12")
    found = form("woman", "u12")
    assert found.is_valid()
    wanted = found.cleaned_data["prizes"]
    assert [prize.among for prize in wanted] == ["Woman", "U12"]
    assert [value for value, __ in form().presets() if value == "given"] == ["given"]
    set_prizes(tournament_id=number, prizes=wanted)
    # Whoever has it may leave: what is set can still be saved, and the page says whose it is.
    Player.objects.update(categories="U12")
    wrong = form("woman", "senior")
    assert not wrong.is_valid()
    assert 'id="among-2_error"' in str(wrong["prizes"])
    assert 'id="among-1_error"' not in str(wrong["prizes"])
    assert [prize.among for prize in prizes_page(number).for_nobody] == ["Woman"]


def test_prizes_come_back_as_they_were_typed(tournament: Tournament) -> None:
    wanted = (
        Prize("Cup"),
        Prize("Best kyu", PrizeKind.RANKS, strongest=-1),
        Prize("B", PrizeKind.CATEGORY, 2, category=3),
    )
    set_prizes(tournament_id=tournament.pk, prizes=wanted)
    page = prizes_page(tournament.pk)
    form = PrizesForm(page)
    text = str(form["prizes"])
    assert text.count('<fieldset class="card prize">') == 5
    assert 'name="strongest" value="1k"' in text
    again = PrizesForm(page, QueryDict("name=Cup&kind=place&prizes=["))
    assert not again.is_valid()
    assert str(again["prizes"]).count("<fieldset") == 2
