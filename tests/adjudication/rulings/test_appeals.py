"""Appeals: who makes them, who decides them, and what a majority does."""

from dataclasses import replace

import pytest
from django.utils import timezone

from adjudication.cases.selectors.appeals import (
    AppealView,
    appealable_until,
    appeals_of,
    candidates,
)
from adjudication.cases.selectors.rulings import rulings_of, warnings_in
from adjudication.models import Appeal, Case, CommitteeMember, Statement, Vote
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision, PenaltyGiven
from adjudication.rulings.services.appeals import (
    appeal,
    appoint_committee,
    close_vote,
    put_motion,
    vote,
    withdraw_appeal,
)
from adjudication.rulings.services.finality import make_final
from adjudication.rulings.services.ruling import revise, rule
from adjudication.submissions.services.reports import submit_result
from tests.adjudication.decisions import (
    BLACK_WINS,
    as_player,
    person,
    ruled,
    staff,
    taken,
    time_is_over,
)
from tests.factories import GameFactory, PlayerFactory
from tests.support.answering import as_read
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import AuditEvent, Game, Player, Role, Team, TeamSeat, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.once]

WHITE_WINS = Decision("result", "white", "ruling", reasons="The move was legal.")


@pytest.fixture
def game() -> Game:
    return GameFactory()


@pytest.fixture
def tournament(game: Game) -> Tournament:
    return game.round.tournament


@pytest.fixture
def referee(tournament: Tournament) -> Actor:
    return staff(tournament)


@pytest.fixture
def case(tournament: Tournament, referee: Actor, game: Game) -> Case:
    """White has lost by ruling and may appeal."""
    return ruled(tournament, referee, game, BLACK_WINS)


@pytest.fixture
def committee(tournament: Tournament) -> list[Actor]:
    return [
        staff(tournament, Role.DIRECTOR, "Dora"),
        staff(tournament, Role.ASSISTANT, "Ann"),
        as_player(PlayerFactory(tournament=tournament)),
    ]


@pytest.fixture
def waiting(case: Case, game: Game, committee: list[Actor]) -> Appeal:
    """White's appeal, with its committee."""
    return appealed(case, game.white, committee)


def appealed(case: Case, player: Player, committee: list[Actor]) -> Appeal:
    with acting_as(as_player(player)):
        made = appeal(case_id=case.pk, text="I had not passed.")
    persons = [person(case.tournament, one).pk for one in committee]
    appoint_committee(appeal_id=made.pk, person_ids=persons)
    case.refresh_from_db()
    return made


def the_view(one: Appeal) -> AppealView:
    (view,) = appeals_of(one.case_id)
    return view


def uphold(one: Appeal) -> int:
    return one.motions.get(decision__isnull=True).pk


def voting(one: Appeal, member: Actor, motion_id: int) -> bool:
    reasons = "It was right." if motion_id == uphold(one) else ""
    with acting_as(member):
        return vote(appeal_id=one.pk, motion_id=motion_id, reasons=reasons)


def closing(one: Appeal, member: Actor, note: str) -> None:
    with acting_as(member):
        close_vote(appeal_id=one.pk, note=note)


def putting(one: Appeal, member: Actor, decision: Decision) -> int:
    with acting_as(member):
        return put_motion(appeal_id=one.pk, decision=decision).pk


def listed(appeal):
    return candidates(the_view(appeal), appeal.case.tournament_id)


def now(game: Game) -> tuple[str, str, bool]:
    game.refresh_from_db()
    return game.state, game.winner, game.final


def test_a_party_appeals_and_to_uphold_is_before_the_committee(case, game):
    until = case.appeal_until
    assert appealable_until(case.pk, game.white_id, timezone.now()) == until
    assert appealable_until(case.pk, PlayerFactory().pk, timezone.now()) is None
    with acting_as(as_player(game.white)):
        made = appeal(case_id=case.pk, text="I had not passed.")
    case.refresh_from_db()
    assert (case.state, made.player) == ("appealed", game.white)
    view = the_view(made)
    assert [one.decision for one in view.motions] == [None]
    assert (view.by, view.ruling_number, view.waits) == (game.white.name, 1, True)
    event = AuditEvent.objects.get(verb="appeal.made")
    assert (event.actor_role, event.after["case"]) == ("player", case.number)
    assert appealable_until(case.pk, game.white_id, timezone.now()) is None


def test_only_a_party_appeals(case, game, referee):
    stranger = PlayerFactory(tournament=case.tournament)
    with acting_as(as_player(stranger)), pytest.raises(NotFound):
        appeal(case_id=case.pk, text="I saw it.")
    with acting_as(referee), pytest.raises(NotFound):
        appeal(case_id=case.pk, text="I was wrong.")
    with acting_as(referee):
        made = appeal(case_id=case.pk, player_id=game.white_id, text="He says it was not so.")
    assert made.player == game.white
    assert AuditEvent.objects.get(verb="appeal.made").actor_role == "referee"


@pytest.mark.parametrize("text", ["", " \n ", "x" * 4001])
def test_an_appeal_has_reasons(case, game, text):
    with acting_as(as_player(game.white)), pytest.raises(UserError) as refused:
        appeal(case_id=case.pk, text=text)
    assert refused.value.field == "text"


def test_an_appeal_comes_in_time_and_once(case, game):
    with acting_as(as_player(game.white)):
        appeal(case_id=case.pk, text="It was not so.")
    with acting_as(as_player(game.black)), pytest.raises(Conflict, match="case_appealed"):
        appeal(case_id=case.pk, text="And I say more.")


def test_after_its_time_a_ruling_is_final(case, game):
    time_is_over(case)
    with acting_as(as_player(game.white)), pytest.raises(Conflict, match="case_final"):
        appeal(case_id=case.pk, text="It was not so.")
    assert now(game) == ("ruled", "black", True)


def test_an_appealed_ruling_waits_for_the_committee_alone(case, game, waiting, referee):
    time_is_over(case)
    assert make_final() == 0
    with acting_as(referee), pytest.raises(Conflict, match="case_appealed"):
        revise(case_id=case.pk, decision=WHITE_WINS, version=case.version, note="Sorry.")
    assert now(game) == ("ruled", "black", False)


def test_an_appeal_taken_back_makes_the_ruling_final(case, game, waiting):
    time_is_over(case)
    with acting_as(as_player(game.black)), pytest.raises(NotFound):
        withdraw_appeal(case_id=case.pk)
    with acting_as(as_player(game.white)):
        withdraw_appeal(case_id=case.pk)
    case.refresh_from_db()
    waiting.refresh_from_db()
    assert (case.state, waiting.state) == ("final", "withdrawn")
    assert now(game) == ("ruled", "black", True)
    with acting_as(as_player(game.white)), pytest.raises(Conflict, match="appeal_over"):
        withdraw_appeal(case_id=case.pk)


def test_who_takes_his_appeal_back_does_not_take_away_the_others(case, game, waiting):
    with acting_as(as_player(game.white)):
        withdraw_appeal(case_id=case.pk)
        with pytest.raises(Conflict, match="appeal_withdrawn"):
            appeal(case_id=case.pk, text="After all.")
    case.refresh_from_db()
    assert (case.state, now(game)) == ("ruled", ("ruled", "black", False))
    assert appealable_until(case.pk, game.white_id, timezone.now()) is None
    assert appealable_until(case.pk, game.black_id, timezone.now()) == case.appeal_until
    with acting_as(as_player(game.black)):
        appeal(case_id=case.pk, text="I want more.")
    assert [one.state for one in appeals_of(case.pk)] == ["waiting", "withdrawn"]


def test_who_is_involved_is_not_on_the_committee(case, game, tournament, referee, waiting):
    mate, witness = (PlayerFactory(tournament=tournament) for _ in range(2))
    team = Team.objects.create(tournament=tournament, number=1, name="A")
    for board, player in enumerate((game.black, mate), start=1):
        TeamSeat.objects.create(team=team, round_number=1, board=board, player=player)
    Statement.objects.create(
        case=case,
        person=person(tournament, as_player(witness)),
        player=witness,
        text="I saw it.",
        idempotency_key="1",
    )
    why = {one.name: str(one.why_not) for one in listed(waiting)}
    assert "about this player" in why[game.black.name]
    assert "about this player" in why[game.white.name]
    assert "team" in why[mate.name]
    assert "statement" in why[witness.name]
    assert "ruled" in why["Rita"]
    assert why["Dora"] == why["Ann"] == ""
    free = [staff(tournament, name=name) for name in ("Ulla", "Vera")]
    others = [person(tournament, one).pk for one in free]
    for one in (as_player(mate), as_player(witness), as_player(game.black), referee):
        with pytest.raises(UserError, match="involved"):
            appoint_committee(
                appeal_id=waiting.pk, person_ids=[*others, person(tournament, one).pk]
            )
    assert waiting.members.count() == 3


def test_only_members_put_motions_and_vote(tournament, waiting, referee, game):
    for one in (referee, as_player(game.white), staff(tournament, name="Ulla")):
        with pytest.raises(NotFound, match="not_a_member"):
            voting(waiting, one, uphold(waiting))
        with pytest.raises(NotFound, match="not_a_member"):
            putting(waiting, one, WHITE_WINS)


def test_the_majority_upholds(case, game, waiting, committee):
    assert not voting(waiting, committee[0], uphold(waiting))
    assert not voting(waiting, committee[2], uphold(waiting))
    assert now(game) == ("ruled", "black", False)
    assert voting(waiting, committee[1], uphold(waiting))
    case.refresh_from_db()
    waiting.refresh_from_db()
    assert (case.state, waiting.state) == ("final", "decided")
    assert now(game) == ("ruled", "black", True)
    assert len(rulings_of(case.pk)) == 1
    event = AuditEvent.objects.get(verb="appeal.decided")
    assert event.after["upheld"] is True
    with pytest.raises(Conflict, match="appeal_over"):
        voting(waiting, committee[1], uphold(waiting))


def test_the_majority_decides_otherwise(case, game, waiting, committee):
    motion = putting(waiting, committee[1], WHITE_WINS)
    assert not voting(waiting, committee[1], motion)
    assert not voting(waiting, committee[2], motion)
    assert voting(waiting, committee[0], uphold(waiting))
    case.refresh_from_db()
    assert case.state == "final"
    assert now(game) == ("ruled", "white", True)
    newest, first = rulings_of(case.pk)
    assert (newest.kind, newest.by, newest.stands, newest.final) == ("appeal", "Ann", True, True)
    assert (first.stands, first.reasons) == (False, BLACK_WINS.reasons)
    (view,) = appeals_of(case.pk)
    assert [(one.votes, one.wins) for one in view.motions] == [(1, False), (2, True)]


def test_a_vote_is_closed_before_all_are_heard_only_with_a_reason(case, game, waiting, committee):
    voting(waiting, committee[0], uphold(waiting))
    with pytest.raises(Conflict, match="no_majority"):
        closing(waiting, committee[0], "Ann is ill.")
    voting(waiting, committee[2], uphold(waiting))
    for note in ("", " \n ", "x" * 501):
        with pytest.raises(UserError) as refused:
            closing(waiting, committee[0], note)
        assert refused.value.field == "note"
    with pytest.raises(NotFound, match="not_a_member"):
        closing(waiting, as_player(game.white), "I have waited long enough.")
    assert now(game) == ("ruled", "black", False)
    closing(waiting, committee[0], "Ann is ill.")
    waiting.refresh_from_db()
    assert (waiting.state, waiting.unheard, waiting.closing_note) == ("decided", 1, "Ann is ill.")
    assert waiting.closed_by is not None
    assert now(game) == ("ruled", "black", True)
    assert AuditEvent.objects.get(verb="appeal.decided").reason == "Ann is ill."


def test_who_upholds_says_why_once(waiting, committee):
    def upholds(member: Actor, reasons: str = "") -> None:
        with acting_as(member):
            vote(appeal_id=waiting.pk, motion_id=uphold(waiting), reasons=reasons)

    with pytest.raises(UserError) as refused:
        upholds(committee[0])
    assert refused.value.field == "reasons"
    assert not Vote.objects.exists()
    upholds(committee[0], "The ko was taken at once.")
    upholds(committee[1])
    motion = putting(waiting, committee[0], WHITE_WINS)
    with pytest.raises(UserError, match="reasons"), acting_as(committee[0]):
        vote(appeal_id=waiting.pk, motion_id=motion, reasons="Not here.")
    voting(waiting, committee[0], motion)
    upholds(committee[2], "And both records show it.")
    (view,) = appeals_of(waiting.case_id)
    assert view.upheld
    assert view.reasons == "The ko was taken at once.\n\nAnd both records show it."


def test_a_vote_may_change_until_it_is_decided(game, waiting, committee):
    motion = putting(waiting, committee[0], WHITE_WINS)
    voting(waiting, committee[0], motion)
    voting(waiting, committee[1], uphold(waiting))
    voting(waiting, committee[0], uphold(waiting))
    assert Vote.objects.count() == 2
    voting(waiting, committee[2], motion)
    assert now(game) == ("ruled", "black", True)


def test_half_of_the_votes_decides_nothing(tournament, game, waiting, committee):
    fourth = staff(tournament, name="Ulla")
    ids = [person(tournament, one).pk for one in (*committee, fourth)]
    appoint_committee(appeal_id=waiting.pk, person_ids=ids)
    voting(waiting, committee[0], uphold(waiting))
    motion = putting(waiting, fourth, WHITE_WINS)
    assert not voting(waiting, committee[1], uphold(waiting))
    assert not voting(waiting, committee[2], motion)
    assert not voting(waiting, fourth, motion)
    with pytest.raises(Conflict, match="no_majority"):
        closing(waiting, fourth, "We shall not agree.")
    assert voting(waiting, fourth, uphold(waiting))


def test_a_motion_has_to_make_sense_and_to_be_new(waiting, committee):
    with pytest.raises(UserError, match="reasons_missing"):
        putting(waiting, committee[0], Decision("result", "white", "ruling"))
    for reason, margin in (("score", None), ("score", -7), ("both_lose", None), ("void", 3)):
        with pytest.raises(UserError, match="result"):
            putting(
                waiting,
                committee[0],
                Decision("result", "white", reason, margin, reasons="It was legal."),
            )
    putting(waiting, committee[0], WHITE_WINS)
    with pytest.raises(Conflict, match="motion_twice"):
        putting(waiting, committee[1], WHITE_WINS)
    with pytest.raises(NotFound, match="no_motion"):
        voting(waiting, committee[0], 999999)


@pytest.mark.parametrize(
    "decision",
    [
        replace(BLACK_WINS, reasons="We see it the same way.", articles=("event:illegal",)),
        replace(BLACK_WINS, finding="", reasons="Just as the referee says."),
    ],
)
def test_what_the_ruling_says_is_no_other_decision(waiting, committee, decision):
    """It would be a way round the reasons for upholding, and read as a ruling that was changed."""
    with pytest.raises(Conflict, match="as_ruled"):
        putting(waiting, committee[0], decision)
    assert waiting.motions.count() == 1


def test_the_same_result_with_other_penalties_is_another_decision(waiting, committee, game):
    warned = PenaltyGiven(game.black.number, "warning", note="For the noise.")
    putting(waiting, committee[0], replace(BLACK_WINS, penalties=(warned,)))
    assert waiting.motions.count() == 2


def test_a_penalty_in_other_words_is_the_same(tournament, referee, game, committee):
    warned = PenaltyGiven(game.black.number, "warning", note="For the noise.")
    case = ruled(tournament, referee, game, replace(BLACK_WINS, penalties=(warned,)))
    made = appealed(case, game.white, committee)
    again = replace(BLACK_WINS, penalties=(replace(warned, note="For talking."),))
    with pytest.raises(Conflict, match="as_ruled"):
        putting(made, committee[0], again)
    putting(made, committee[0], BLACK_WINS)


def test_a_game_that_was_played_again_since_may_have_to_be_once_more(
    tournament, referee, game, committee
):
    again = Decision("replay", reasons="Nobody knows.")
    made = appealed(ruled(tournament, referee, game, again), game.white, committee)
    with pytest.raises(Conflict, match="as_ruled"):
        putting(made, committee[0], again)
    submit_result(game_id=game.pk, player_id=game.black_id, claim="B+R", idempotency_key="1")
    putting(made, committee[0], again)


def test_on_appeal_the_game_may_be_played_again(case, game, waiting, committee):
    motion = putting(waiting, committee[0], Decision("replay", reasons="Nobody knows."))
    for one in committee:
        voting(waiting, one, motion)
    case.refresh_from_db()
    assert (case.state, now(game)) == ("final", ("open", "", False))
    submit_result(game_id=game.pk, player_id=game.black_id, claim="B+R", idempotency_key="1")


def test_upholding_a_new_game_leaves_what_was_reported_since(tournament, referee, game, committee):
    case = ruled(tournament, referee, game, Decision("replay", reasons="Nobody knows."))
    made = appealed(case, game.white, committee)
    submit_result(game_id=game.pk, player_id=game.black_id, claim="B+R", idempotency_key="1")
    for one in committee:
        voting(made, one, uphold(made))
    assert now(game) == ("reported", "black", False)


def test_what_both_confirmed_since_stands_also_against_the_committee(
    tournament, referee, game, committee
):
    case = ruled(tournament, referee, game, Decision("replay", reasons="Nobody knows."))
    made = appealed(case, game.white, committee)
    motion = putting(made, committee[0], WHITE_WINS)
    for player in (game.black, game.white):
        submit_result(
            game_id=game.pk,
            player_id=player.pk,
            claim="B+R",
            idempotency_key=player.name,
            **as_read(game.pk),
        )
    voting(made, committee[0], motion)
    voting(made, committee[1], motion)
    with pytest.raises(Conflict, match="game_confirmed"):
        voting(made, committee[2], motion)
    assert now(game) == ("confirmed", "black", False)
    assert Vote.objects.count() == 2
    voting(made, committee[0], uphold(made))
    assert voting(made, committee[2], uphold(made))
    assert now(game)[:2] == ("confirmed", "black")


def test_a_case_without_a_game_can_be_appealed(tournament, referee, committee):
    player = PlayerFactory(tournament=tournament)
    case = taken(tournament, referee, cause=Cause.CONDUCT, players=[player])
    warning = PenaltyGiven(player.number, "warning")
    with acting_as(referee):
        rule(
            case_id=case.pk,
            decision=Decision("nothing", reasons="Loud.", penalties=(warning,)),
            version=case.version,
        )
    assert warnings_in(tournament.pk) == {player.pk: 1}
    made = appealed(case, player, committee)
    motion = putting(made, committee[0], Decision("nothing", reasons="It was somebody else."))
    for one in committee:
        voting(made, one, motion)
    assert warnings_in(tournament.pk) == {}


def test_the_committee_is_of_the_appeal(case, waiting):
    assert CommitteeMember.objects.filter(appeal=waiting).count() == 3
    assert AuditEvent.objects.filter(verb="appeal.committee", after__case=case.number).exists()


def test_a_ruling_whose_place_a_later_one_has_taken_is_not_appealed(
    tournament: Tournament, referee: Actor, game: Game
) -> None:
    earlier = ruled(tournament, referee, game, Decision("resume", resume_move=0, reasons="So."))
    assert appealable_until(earlier.pk, game.white_id, timezone.now()) is not None
    game.refresh_from_db()
    later = ruled(tournament, referee, game, BLACK_WINS)
    assert appealable_until(earlier.pk, game.white_id, timezone.now()) is None
    with acting_as(as_player(game.white)), pytest.raises(Conflict) as refused:
        appeal(case_id=earlier.pk, text="No.")
    assert refused.value.code == "ruled_later"
    assert appealable_until(later.pk, game.white_id, timezone.now()) is not None


def test_a_later_case_waits_for_the_committee_of_an_earlier_ruling(
    tournament: Tournament, referee: Actor, committee: list[Actor], game: Game
) -> None:
    earlier = ruled(tournament, referee, game, Decision("resume", resume_move=0, reasons="So."))
    waiting = appealed(earlier, game.white, committee)
    game.refresh_from_db()
    case = taken(tournament, referee, game=game)
    with acting_as(referee), pytest.raises(Conflict) as refused:
        rule(case_id=case.pk, decision=BLACK_WINS, version=case.version)
    assert refused.value.code == "before_committee"
    for one in committee:
        voting(waiting, one, uphold(waiting))
    with acting_as(referee):
        rule(case_id=case.pk, decision=BLACK_WINS, version=case.version)
    game.refresh_from_db()
    assert game.winner == "black"
