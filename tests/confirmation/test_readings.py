"""What is proven by one reading of the pass for a ko serves by the letter where it holds there."""

from dataclasses import replace

from adjudication.confirmation.checker import check_certificate
from adjudication.confirmation.confirm import RegionConfirmation, answer_problem
from adjudication.confirmation.problem import KoPass, Problem, TargetQuestion
from adjudication.confirmation.readings import answer_by_the_letter
from adjudication.confirmation.stored_answers import stored_form
from adjudication.confirmation.verdict import ProblemAnswer
from tests.confirmation.diagrams import chain, region
from tests.confirmation.random_problems import problems
from tests.confirmation.shapes import group_with_room
from tests.support.environment import times

DIRECT_KO = "XO.X@\n.XXX@\nXX@@@\n@@@--\n-----"


def _by_both(problem: Problem) -> Problem:
    return replace(problem, ko_pass=KoPass.BOTH)


def test_what_is_carried_over_is_what_a_search_by_the_letter_finds() -> None:
    carried = searched = 0
    for _, one in problems(times(150, 20_000)):
        found = answer_problem(_by_both(one))
        letter = replace(one, ko_pass=KoPass.EACH)
        again = answer_by_the_letter(stored_form(found), letter)
        searched += 1
        if again is None:
            continue
        carried += 1
        assert again.winner is answer_problem(letter).winner
        assert again.certificate is not None
        assert check_certificate(again.certificate, letter).winner is again.winner
    assert carried > 0.9 * searched


def test_a_proof_of_something_else_is_not_carried_over() -> None:
    found = [one for _, one in problems(30)]
    kept = stored_form(answer_problem(_by_both(found[0])))
    others = [one for one in found if _by_both(one) != _by_both(found[0])]
    for other in others:
        assert answer_by_the_letter(kept, replace(other, ko_pass=KoPass.EACH)) is None
    letter = replace(found[0], ko_pass=KoPass.EACH)
    assert answer_by_the_letter(replace(kept, certificate=""), letter) is None
    assert answer_by_the_letter(replace(kept, certificate="{}"), letter) is None


def test_a_pass_for_a_ko_names_it_by_the_letter() -> None:
    of = region(DIRECT_KO)
    target = chain(of, "D5")
    by_both = Problem(of, target, target, TargetQuestion.Q0)
    again = answer_by_the_letter(
        stored_form(answer_problem(by_both)), replace(by_both, ko_pass=KoPass.EACH)
    )
    assert again is not None
    assert stored_form(again).line == ("A4", "ko-pass A5", "C5")
    assert again.nodes == 0


def test_where_kos_interact_only_those_states_are_searched() -> None:
    of, target = group_with_room(9, 39)
    letter = Problem(of, target, target, TargetQuestion.Q0, KoPass.EACH)
    by_both = answer_problem(_by_both(letter))
    again = answer_by_the_letter(stored_form(by_both), letter)
    assert again is not None
    assert again.certificate is not None
    assert (
        check_certificate(again.certificate, letter).winner
        is again.winner
        is answer_problem(letter).winner
    )
    assert 0 < again.nodes < by_both.nodes / 5
    assert answer_by_the_letter(stored_form(by_both), letter, budget=1) is None


def test_what_is_carried_over_is_told_like_what_is_searched() -> None:
    of, target = group_with_room(9, 39)
    letter = Problem(of, target, target, TargetQuestion.Q0, KoPass.EACH)
    told: list[ProblemAnswer] = []
    kept = {(one := stored_form(answer_problem(_by_both(letter)))).key: one}
    asked = RegionConfirmation(of, ko_pass=KoPass.EACH, find_stored=kept.get, on_answer=told.append)
    found = asked.ask(TargetQuestion.Q0, target)
    assert told == [found]
    assert asked.nodes == found.nodes
