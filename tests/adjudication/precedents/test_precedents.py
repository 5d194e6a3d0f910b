"""Precedents: found across tournaments, told without names."""

from typing import Any

import pytest
from django.utils import timezone

from adjudication.erasing.services import erase_player
from adjudication.models import Case
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision, PenaltyGiven
from adjudication.precedents.selectors import PAGE, search_rulings, search_terms, similar_rulings
from adjudication.rulings.services.finality import make_final
from adjudication.rulings.services.ruling import revise, rule
from tests.adjudication.decisions import staff, taken, time_is_over
from tests.factories import GameFactory, PlayerFactory, TournamentFactory
from tournament.audit.services.current_actor import acting_as
from tournament.models import Game, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def decided(
    *articles: str,
    tournament: Tournament | None = None,
    game: Game | None = None,
    cause: Cause = Cause.ILLEGAL_MOVE,
    final: bool = True,
    **decision: Any,
) -> Case:
    """Return a case about a game of its own, ruled and final."""
    if game is None:
        tournament = tournament or TournamentFactory(rulings={"appeal_minutes": 0 if final else 30})
        game = GameFactory(
            round__tournament=tournament,
            black__surname="Dupont",
            black__first_name="Zoé",
            white__surname="Li",
            white__first_name="An",
        )
    tournament = game.round.tournament
    referee = staff(tournament)
    case = taken(tournament, referee, game, cause=cause)
    made = {"effect": "result", "winner": "white", "reason": "forfeit", "reasons": "So."}
    with acting_as(referee):
        rule(
            case_id=case.pk,
            decision=Decision(**{**made, "articles": articles, **decision}),
            version=case.version,
        )
    return case


AT_ONCE = {"appeal_minutes": 0}


def found(**wanted: Any) -> list[int]:
    return [one.case_id for one in search_rulings(**wanted).rulings]


def test_rulings_are_found_by_article_finding_rules_and_cause():
    ko = decided("j1989:14", "j1989:6", finding="illegal.ko")
    suicide = decided("j1989:14", finding="illegal.suicide")
    cycle = decided(
        "j1989:12", cause=Cause.CYCLE, winner="none", reason="void", finding="cycle.whole_board"
    )
    french = decided(
        "french:repetition",
        tournament=TournamentFactory(rules="french", rulings={"appeal_minutes": 0}),
        finding="illegal.superko",
    )
    assert found() == [french.pk, cycle.pk, suicide.pk, ko.pk]
    assert found(article="j1989:14") == [suicide.pk, ko.pk]
    assert found(article="j1989:1") == []
    assert found(finding="illegal") == [french.pk, suicide.pk, ko.pk]
    assert found(finding="illegal.ko") == [ko.pk]
    assert found(rules="french") == [french.pk]
    assert found(cause="cycle") == [cycle.pk]
    assert found(article="j1989:14", finding="illegal.ko") == [ko.pk]
    terms = search_terms()
    assert terms.articles["j1989:14"] == 2
    assert terms.rules == {"french": 1, "japanese": 3}
    assert terms.causes == {"cycle": 1, "illegal_move": 3}
    assert "cycle.whole_board" in terms.findings


def test_an_article_means_its_clauses_too():
    clause = decided("j1989:9.3")
    decided("j1989:14")
    assert found(article="j1989:9") == [clause.pk]
    assert found(article="j1989:9.3") == [clause.pk]
    assert found(article="j1989:1") == []
    assert found(article='%"') == []


def test_only_what_is_final_and_stands_is_told():
    case = decided("j1989:14", final=False)
    assert found() == []
    case.refresh_from_db()
    with acting_as(staff(case.tournament, name="Otto")):
        revise(
            case_id=case.pk,
            decision=Decision("nothing", reasons="It was legal.", articles=("j1989:5",)),
            version=case.version,
            note="I was wrong.",
        )
    time_is_over(case)
    make_final()
    (line,) = search_rulings().rulings
    assert (line.effect, line.kind, line.reasons) == ("nothing", "revised", "It was legal.")
    assert found(article="j1989:14") == []


def test_names_are_told_as_colours():
    witness = "Hélène Moreau"
    tournament = TournamentFactory(rulings={"appeal_minutes": 0})
    PlayerFactory(tournament=tournament, surname="Moreau", first_name="Hélène")
    decided(
        tournament=tournament,
        reasons=f"Zoé Dupont retook the ko, as {witness} saw; Li did not answer.",
    )
    (line,) = search_rulings().rulings
    assert line.reasons == "Black retook the ko, as a player saw; White did not answer."
    assert search_rulings(language="fr").rulings[0].reasons.startswith("Noir retook")


def test_without_a_game_it_is_the_player():
    tournament = TournamentFactory(rulings={"appeal_minutes": 0})
    player = PlayerFactory(tournament=tournament, surname="Dupont", first_name="Zoé")
    referee = staff(tournament)
    case = taken(tournament, referee, cause=Cause.CONDUCT, players=[player])
    warning = PenaltyGiven(player.number, "warning", note="Dupont shouted.")
    with acting_as(referee):
        rule(
            case_id=case.pk,
            decision=Decision("nothing", reasons="Dupont shouted.", penalties=(warning,)),
            version=case.version,
        )
    (line,) = search_rulings().rulings
    assert line.reasons == "the player shouted."
    assert "Dupont" not in repr(line)
    assert [(one.colour, one.kind) for one in line.penalties] == [("", "warning")]


def test_reasons_are_not_told_where_a_party_was_erased():
    case = decided(reasons="Zoé Dupont retook the ko.")
    assert case.game is not None
    type(case.game.black).everybody.filter(pk=case.game.black_id).update(
        surname="?", first_name="", erased_at=timezone.now()
    )
    (line,) = search_rulings().rulings
    assert (line.reasons, line.winner) == ("", "white")


def test_reasons_that_name_somebody_who_was_erased_are_not_told():
    case = decided(reasons="Quirin Vogelsang saw that White retook the ko.")
    other = decided("j1989:5", tournament=case.tournament, reasons="Nobody saw it.")
    witness = PlayerFactory(tournament=case.tournament, surname="Vogelsang", first_name="Quirin")
    erase_player(tournament_id=case.tournament_id, player_id=witness.pk, note="Asked for it")
    assert {one.case_id: one.reasons for one in search_rulings().rulings} == {
        case.pk: "",
        other.pk: "Nobody saw it.",
    }
    assert search_rulings(words="Vogelsang").total == 0


def test_what_was_found_comes_in_pages():
    tournament = TournamentFactory(rulings={"appeal_minutes": 0})
    for _ in range(PAGE + 1):
        decided(tournament=tournament)
    first, last = search_rulings(page=1), search_rulings(page=99)
    assert (len(first.rulings), first.pages, first.total) == (PAGE, 2, PAGE + 1)
    assert (len(last.rulings), last.number) == (1, 2)


def test_what_was_found_is_sorted_as_it_is_asked():
    first = decided(
        finding="illegal.suicide", tournament=TournamentFactory(name="B", rulings=AT_ONCE)
    )
    second = decided(finding="illegal.ko", tournament=TournamentFactory(name="C", rulings=AT_ONCE))
    third = decided(finding="illegal.ko", tournament=TournamentFactory(name="A", rulings=AT_ONCE))
    ids = [case.pk for case in (first, second, third)]
    for sort, order in (
        ("", [3, 2, 1]),
        ("date", [1, 2, 3]),
        ("finding", [3, 2, 1]),
        ("tournament", [3, 1, 2]),
        ("reasons", [3, 2, 1]),
    ):
        assert found(sort=sort) == [ids[place - 1] for place in order], sort
        assert found(sort=sort, words="So") == found(sort=sort)


def test_many_rulings_cost_as_many_queries_as_one(django_assert_max_num_queries):
    for _ in range(6):
        decided("j1989:14")
    with django_assert_max_num_queries(7):
        search_rulings(article="j1989:14")
    with django_assert_max_num_queries(7):
        similar_rulings(rules="japanese", cause="illegal_move", articles=["j1989:14"])


def test_the_nearest_ruling_comes_first():
    cause = decided("j1989:5")
    article = decided("j1989:14", cause=Cause.CONTESTED)
    same = decided("j1989:14", finding="illegal.ko")
    decided("j1989:12", cause=Cause.CYCLE)
    about = {"rules": "japanese", "cause": "illegal_move", "finding": "illegal.ko"}
    told = similar_rulings(**about, articles=["j1989:14"])
    assert [one.case_id for one in told] == [same.pk, cause.pk, article.pk]
    assert [one.case_id for one in similar_rulings(**about, besides=same.pk)] == [cause.pk]
    assert len(similar_rulings(**about, articles=["j1989:14"], most=1)) == 1


def test_ones_own_tournament_is_told_before_it_is_final():
    case = decided("j1989:14", final=False)
    about = {"rules": "japanese", "cause": "illegal_move"}
    assert similar_rulings(**about) == ()
    own = similar_rulings(**about, tournament_id=case.tournament_id)
    assert [one.case_id for one in own] == [case.pk]
    assert similar_rulings(**about, tournament_id=TournamentFactory().pk) == ()
