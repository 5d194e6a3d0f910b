"""What is sent to a rating officer: made, kept, and compared with what is now."""

import io
import json
import zipfile

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from adjudication.archive.services.archive import restore_archive
from adjudication.bundles.contents import lists_in_use, rating_basis
from adjudication.bundles.selectors import bundle_page, differences_in
from adjudication.bundles.services import make_bundle, note_sent
from adjudication.cases.services.opening import open_case
from adjudication.cases.views.words import left_open
from adjudication.closing.services import close_tournament
from adjudication.corrections.services.corrections import correct_result
from adjudication.corrections.services.undo import undo
from adjudication.models import Bundle, Case
from adjudication.policy.causes import Cause
from adjudication.result_entry.services import enter_result
from tests.adjudication.archives import archive_of
from tests.support.desk_world import appealed, new_case, ruled
from tests.support.world import World, add_round, make_world, report
from tournament.audit.selectors.trail import check_trail, head_of
from tournament.errors import UserError
from tournament.formats.bundle import digest_of, unzipped
from tournament.formats.recognise import Format
from tournament.models import AuditEvent, Game, Player, RatingList, Role, Round, Tournament, Verb
from tournament.players.services.players import (
    Newcomer,
    enter_players,
    rounds_before,
    set_participation,
    withdraw_player,
)
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import finish_round, publish_round, withdraw_round

pytestmark = pytest.mark.django_db
ADDRESS = "/director/coupe/bundles/"


@pytest.fixture
def played() -> World:
    """An event of the EGF's class A, all of its games won by Black, one of them by default."""
    world = make_world(size=19)
    Tournament.objects.update(country="DE", starts_on="2026-11-21", ends_on="2026-11-21")
    for game in world.games:
        reason = "absence" if game is world.games[-1] else "resignation"
        enter_result(game_id=game.pk, winner="black", reason=reason)
    return world


def sent_bundle(world: World, **options: str) -> Bundle:
    kinds = [Format.H9, Format.TOU]
    made = make_bundle(
        tournament_id=world.tournament.pk, kinds=kinds, language="en", base="https://x/", **options
    )
    return note_sent(tournament_id=world.tournament.pk, number=made.number, recipient="ratings@x")


def test_a_bundle_holds_files_letter_dry_run_digests_and_the_seal(played: World) -> None:
    tournament_id = played.tournament.pk
    head = head_of(tournament_id)
    made = make_bundle(tournament_id=tournament_id, kinds=[Format.H9], language="fr")
    files = unzipped(made.data)
    assert made.draft
    assert made.sha256 == digest_of(made.data)
    assert [item["sha256"] for item in made.files] == [digest_of(files["coupe.h9"])]
    assert head is not None
    assert (made.head_sequence, made.head_digest) == (head.sequence, head.digest)
    facts = json.loads(files["bundle.json"])
    assert facts["record"]["seal"] == head.digest
    assert len(facts["tournament"]["games"]) == len(played.games)
    letter = files["letter.txt"].decode()
    assert "PROVISOIRE" in letter
    absent = played.games[-1]
    assert f"{absent.black.name} – {absent.white.name}" in letter
    assert head.digest in letter
    table = files["ratings-egf.csv"].decode("utf-8-sig").splitlines()
    assert len(table) == 1 + len(played.players) - len([absent.black, absent.white])
    event = AuditEvent.objects.get(verb=Verb.BUNDLE_MADE)
    assert event.after["sha256"] == made.sha256
    assert check_trail(tournament_id).wrong is None


def test_the_letter_counts_what_was_played_and_names_who_came_to_nothing(played: World) -> None:
    absent = played.games[-1].white
    withdraw_player(player_id=absent.pk, from_round=2)
    finish_round(round_id=played.games[0].round_id)
    publish_round(round_id=draw_round(tournament_id=played.tournament.pk, seed=1).round.pk)
    made = make_bundle(tournament_id=played.tournament.pk, kinds=[Format.H9], language="en")
    files = unzipped(made.data)
    letter = " ".join(files["letter.txt"].decode().split())
    assert f"{len(played.players)} players, " in letter
    assert f"{absent.name}: withdrew after round 1; lost by default in round 1" in letter
    assert "of the players played no game" in letter
    assert absent.name not in files["ratings-egf.csv"].decode("utf-8-sig")


def test_a_board_without_a_result_is_not_counted_as_a_game_played() -> None:
    world = make_world(size=19)
    games = len(world.games)
    enter_result(game_id=world.games[0].pk, winner="black", reason="resignation")

    def letter() -> str:
        made = make_bundle(tournament_id=world.tournament.pk, kinds=[Format.H9], language="en")
        return " ".join(unzipped(made.data)["letter.txt"].decode().split())

    assert f"players, 1 game played, {games - 1} results missing, 1 round;" in letter()
    for game in world.games[1:]:
        enter_result(game_id=game.pk, winner="black", reason="resignation")
    assert f"players, {games} games played, 1 round;" in letter()


def test_who_comes_for_a_later_round_is_told_as_late_and_not_as_absent(played: World) -> None:
    (late,) = enter_players(
        tournament_id=played.tournament.pk,
        newcomers=[Newcomer(Player(surname="Late", rank="5k"), absent=rounds_before(3))],
    )
    absent = played.games[0].black
    set_participation(player_id=absent.pk, round_number=2, plays=False)
    for number in (1, 2, 3):
        if number > 1:
            drawn = draw_round(tournament_id=played.tournament.pk, seed=1).round
            for game in publish_round(round_id=drawn.pk).games.all():
                enter_result(game_id=game.pk, winner="black", reason="resignation")
        finish_round(round_id=Round.objects.get(number=number).pk)
    made = make_bundle(tournament_id=played.tournament.pk, kinds=[Format.H9], language="en")
    files = unzipped(made.data)
    letter = " ".join(files["letter.txt"].decode().split())
    assert "Late: came late, for round 3" in letter
    assert "Late: came late, for round 3; not in" not in letter
    assert f"{absent.name}: not in round 2" in letter
    away = {one["number"]: one for one in json.loads(files["bundle.json"])["away"]}
    assert (away[late.number]["came_for"], away[late.number]["missed"]) == (3, [1, 2])
    assert away[absent.number]["came_for"] is None


def test_a_withdrawal_is_told_from_single_absences(played: World) -> None:
    gone, back, ill = (game.black for game in played.games[:3])
    set_participation(player_id=back.pk, round_number=2, plays=False)
    set_participation(player_id=gone.pk, round_number=2, plays=False)
    withdraw_player(player_id=gone.pk, from_round=4)
    withdraw_player(player_id=ill.pk, from_round=3)
    for number in (1, 2, 3, 4):
        if number > 1:
            drawn = draw_round(tournament_id=played.tournament.pk, seed=1).round
            for game in publish_round(round_id=drawn.pk).games.all():
                enter_result(game_id=game.pk, winner="black", reason="resignation")
        finish_round(round_id=Round.objects.get(number=number).pk)
    made = make_bundle(tournament_id=played.tournament.pk, kinds=[Format.H9], language="en")
    files = unzipped(made.data)
    letter = " ".join(files["letter.txt"].decode().split())
    assert f"{gone.name}: not in round 2; withdrew after round 3" in letter
    assert f"{ill.name}: withdrew after round 2" in letter
    assert f"{back.name}: not in round 2 " in letter
    away = {one["number"]: one for one in json.loads(files["bundle.json"])["away"]}
    assert away[gone.number]["missed"] == [2]
    assert [away[one.number]["left_after"] for one in (gone, ill, back)] == [3, 2, None]


def test_numbers_that_no_list_confirms_are_not_called_checked(played: World) -> None:
    def checks() -> str:
        made = make_bundle(tournament_id=played.tournament.pk, kinds=[Format.H9], language="en")
        return unzipped(made.data)["letter.txt"].decode()

    assert "otherwise in the list" not in checks()
    assert "numbers were not checked" in " ".join(checks().split())
    Player.objects.update(egf_pin="10000001")
    director = played.client(Role.DIRECTOR)
    assert director.get("/director/coupe/closing/").context["unchecked"]
    RatingList.objects.create(source="egf", entries=1, sha256="a" * 64)
    assert "numbers were not checked" not in " ".join(checks().split())
    assert not director.get("/director/coupe/closing/").context["unchecked"]


def test_a_bundle_needs_lists_games_and_a_language_of_ours(played: World) -> None:
    tournament_id = played.tournament.pk
    for kinds, language, field in (
        ([], "en", "kinds"),
        ([Format.CSV], "en", "kinds"),
        ([Format.H9], "xx", "language"),
    ):
        with pytest.raises(UserError) as refused:
            make_bundle(tournament_id=tournament_id, kinds=kinds, language=language)
        assert refused.value.field == field


def test_whatever_differs_from_what_was_sent_is_told_and_needs_a_reason(played: World) -> None:
    tournament_id = played.tournament.pk
    sent_bundle(played)
    assert differences_in(tournament_id) == ()  # a draft was sent to be looked at
    close_tournament(tournament_id=tournament_id)
    final = sent_bundle(played)
    assert differences_in(tournament_id) == ()
    Tournament.objects.update(closed_at=None)
    game = played.games[0]
    correct_result(game_id=game.pk, winner="white", reason="resignation", note="typed wrong")
    Player.objects.filter(pk=played.players[2].pk).update(egf_pin="12345678")
    by_kind = {item.kind: item for item in differences_in(tournament_id)}
    assert set(by_kind) == {Format.H9, Format.TOU}
    found = by_kind[Format.H9]
    assert found.number == final.number
    assert found.facts is not None
    assert [fact for fact in found.facts if "12345678" in fact and played.players[2].name in fact]
    assert [fact for fact in found.facts if "Round 1, board 1" in fact]
    assert found.lines is not None
    assert any("|12345678" in line for change in found.lines for line in change.after)
    assert {item.name for item in found.ratings} == {game.black.name, game.white.name}
    with pytest.raises(UserError) as refused:
        sent_bundle(played)
    assert refused.value.field == "reason"
    director = played.client(Role.DIRECTOR)
    shown = director.get(ADDRESS).context["differences"]
    assert [item["correction"] for item in shown] == [None, None]
    close_tournament(tournament_id=tournament_id)
    number = make_bundle(
        tournament_id=tournament_id,
        kinds=[Format.H9, Format.TOU],
        language="en",
        base="https://x/",
        reason="Board 1 was typed wrong",
    ).number
    shown = director.get(ADDRESS).context["differences"]
    assert [item["correction"] for item in shown] == [number, number]
    correction = note_sent(tournament_id=tournament_id, number=number, recipient="ratings@x")
    assert differences_in(tournament_id) == ()
    assert correction.corrects == final
    letter = unzipped(correction.data)["letter.txt"].decode()
    assert "Board 1 was typed wrong" in letter
    assert "|12345678" in letter


def test_what_changed_since_it_was_read_is_in_the_bundle(played: World) -> None:
    read = rating_basis(played.tournament.pk)
    assert read.current
    game = played.games[0]
    correct_result(game_id=game.pk, winner="white", reason="resignation", note="typed wrong")
    assert not read.current
    options = {"tournament_id": played.tournament.pk, "kinds": [Format.H9], "language": "en"}
    made = make_bundle(**options, basis=read)
    assert made.files == make_bundle(**options).files


def letter_of(bundle: Bundle) -> str:
    """Return the letter with its lines joined again."""
    return " ".join(unzipped(bundle.data)["letter.txt"].decode().split())


def undecided_of(bundle: Bundle, key: str = "pending") -> list[dict[str, object]]:
    """Return the cases that a bundle names for programs."""
    found: list[dict[str, object]] = json.loads(unzipped(bundle.data)["bundle.json"])[key]
    return found


def test_a_pending_appeal_is_named_before_and_after_closing() -> None:
    world = make_world(size=19)
    for game in world.games[1:]:
        enter_result(game_id=game.pk, winner="black", reason="resignation")
    case = ruled(world, new_case(world, 0))
    before = sent_bundle(world)
    assert undecided_of(before) == []
    assert "Not decided yet" not in letter_of(before)
    assert "(may be appealed)" in letter_of(before)
    appealed(world, case, world.players[1])
    about = {"case": case.number, "appeal": True, "round": 1, "table": 1}
    draft = sent_bundle(world)
    assert (undecided_of(draft), undecided_of(draft, "left_undecided")) == ([about], [])
    assert f"Round 1, board 1. Case {case.number}: an appeal" in letter_of(draft)
    assert "(under appeal)" in letter_of(draft)
    close_tournament(tournament_id=world.tournament.pk, leaves=[case.number])
    final = sent_bundle(world)
    assert (undecided_of(final), undecided_of(final, "left_undecided")) == ([], [about])
    letter = letter_of(final)
    assert f"Round 1, board 1. Case {case.number}: {left_open('appealed')}" in letter
    assert "may still change" not in letter
    assert "Not decided yet" not in letter
    assert "(under appeal)" not in letter


def test_an_open_case_about_a_result_that_is_in_is_named(played: World) -> None:
    game = Game.objects.select_related("round__tournament", "black", "white").get(
        pk=played.games[1].pk
    )
    case = open_case(cause=Cause.CONDUCT, game=game)
    made = sent_bundle(played)
    about = {"case": case.number, "appeal": False, "round": 1, "table": 2}
    assert undecided_of(made) == [about]
    assert f"Round 1, board 2. Case {case.number}: no referee" in letter_of(made)
    close_tournament(tournament_id=played.tournament.pk, leaves=[case.number])
    final = sent_bundle(played)
    assert (undecided_of(final), undecided_of(final, "left_undecided")) == ([], [about])
    assert f"Case {case.number}: {left_open('open')}" in letter_of(final)
    assert "may still change" not in letter_of(final)


def test_a_correction_that_was_undone_is_no_change_and_one_done_again_has_its_reason(
    played: World,
) -> None:
    def correct(note: str) -> AuditEvent:
        return correct_result(
            game_id=played.games[0].pk, winner="white", reason="resignation", note=note
        )

    def changes() -> str:
        return letter_of(sent_bundle(played))

    undone = undo(event_id=correct("typed wrong").pk)
    assert "corrected the result" not in changes()
    undo(event_id=undone.pk)
    letter = changes()
    assert letter.count("corrected the result") == 1
    assert "from B+R to W+R" in letter
    assert "Reason: typed wrong" in letter


def test_what_was_reported_is_told_with_the_correction_that_overruled_it(played: World) -> None:
    add_round(played)
    game, other = played.games[-1], played.games[-2]
    for one in (game, other):
        report(one, one.black, "B+1.5")
        report(one, one.white, "W+2.5")
    cases = {case.game_id: case.number for case in Case.objects.all()}
    correct_result(
        game_id=game.pk, winner="white", reason="score", margin_half=3, note="The slip says so"
    )
    letter = letter_of(sent_bundle(played))
    assert "W+2.5 instead of B+1.5" in letter
    assert letter.count("W+2.5 instead of B+1.5") == 1  # the other is still disputed
    assert f"Case {cases[game.pk]} is settled" in letter
    assert letter.index("instead of B+1.5") < letter.index("to W+1.5")
    assert letter.count("Reason: The slip says so") == 1


def test_what_was_made_stays_and_comes_back_with_an_archive(played: World) -> None:
    close_tournament(tournament_id=played.tournament.pk)
    made = sent_bundle(played)
    again = note_sent(tournament_id=made.tournament_id, number=1, recipient="somebody else")
    assert (again.recipient, again.sent_at) == ("ratings@x", made.sent_at)
    for change in ({"sha256": "0" * 64}, {"data": b"x"}, {"sent_at": timezone.now()}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Bundle.objects.update(**change)
    restored = restore_archive(stream=io.BytesIO(archive_of(played.tournament)), slug="again")
    back = Bundle.objects.get(tournament=restored)
    assert (back.data, back.files, back.recipient) == (made.data, made.files, "ratings@x")
    Bundle.objects.filter(tournament=played.tournament).update(data=b"")  # as erasing does
    correct = Player.objects.filter(tournament=played.tournament).first()
    assert correct is not None
    Player.objects.filter(pk=correct.pk).update(surname="Renamed")
    (difference, _tou) = differences_in(played.tournament.pk)
    assert (difference.lines, difference.facts) == (None, None)


def test_the_lists_in_use_as_play_began_are_noted(played: World) -> None:
    assert lists_in_use(played.tournament) == []
    first = Round.objects.get(tournament=played.tournament)
    RatingList.objects.create(source="egf", entries=3, sha256="a" * 64)
    (today,) = lists_in_use(Tournament.objects.get())
    assert not today["frozen"]
    other = make_world(name="Other", slug="other")
    other.tournament.refresh_from_db()
    withdraw_round(round_id=other.games[0].round_id)
    RatingList.objects.update(entries=4)
    publish_round(round_id=other.games[0].round_id)
    RatingList.objects.update(entries=5)
    (noted,) = lists_in_use(Tournament.objects.get(slug="other"))
    assert (noted["frozen"], noted["entries"], noted["sha256"]) == (True, 4, "a" * 64)
    assert first.state == "published"


def test_the_page_of_a_bundle_names_the_addresses_that_are_known(played: World) -> None:
    director = played.client(Role.DIRECTOR)

    def known(kind: Format, country: str) -> list[str]:
        Tournament.objects.update(country=country)
        made = make_bundle(tournament_id=played.tournament.pk, kinds=[kind], language="en")
        page = director.get(f"{ADDRESS}{made.number}/")
        return [line.address for line in page.context["destinations"]]

    assert known(Format.TOU, "DE") == known(Format.H9, "FR") == ["echelle@jeudego.org"]
    assert known(Format.H9, "DE") == []


def test_a_director_makes_reads_downloads_and_notes_it(played: World) -> None:
    director = played.client(Role.DIRECTOR)
    answer = director.post(ADDRESS, {"kinds": ["h9"], "language": "en"}, follow=True)
    assert answer.status_code == 200
    data = director.get(f"{ADDRESS}1/bundle.zip").content
    assert zipfile.ZipFile(io.BytesIO(data)).testzip() is None
    assert director.post(f"{ADDRESS}1/", {"recipient": " "}).status_code == 400
    director.post(f"{ADDRESS}1/", {"recipient": "ratings@x"})
    page = bundle_page(played.tournament.pk, 1)
    assert page is not None
    assert page.row.recipient == "ratings@x"
