"""What referees, committees, the director and the workers do, and what time does."""

from collections import Counter
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone

from adjudication.cases.services.actions import (
    hand_over,
    keep_case,
    return_case,
    settle_case,
    take_case,
)
from adjudication.cases.services.opening import open_by_staff
from adjudication.cases.services.overdue import open_overdue
from adjudication.cases.services.statements import write_statement
from adjudication.corrections.services.corrections import correct_result, withdraw_result
from adjudication.corrections.services.undo import undo
from adjudication.inquiries.services.agreements import decide_reading
from adjudication.inquiries.services.asking import ask_players, refer_unanswered
from adjudication.life_and_death.services.asking import (
    LEAST_BUDGET,
    ask_confirmation,
    cancel_confirmation,
)
from adjudication.life_and_death.services.jobs import CONFIRM
from adjudication.life_and_death.sources import Source
from adjudication.models import (
    Appeal,
    Case,
    Confirmation,
    ConfirmedChain,
    InquiryKind,
    Motion,
    Statement,
)
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision, PenaltyGiven
from adjudication.result_entry.services import clear_result, enter_result
from adjudication.rulings.services.appeals import appoint_committee, close_vote, put_motion, vote
from adjudication.rulings.services.finality import make_final
from adjudication.rulings.services.ruling import revise, rule
from adjudication.submissions.services.removing import remove_record
from adjudication.submissions.services.right_record import decide_record
from adjudication.triage.services.resumption import say_stones_stay
from adjudication.verdicts.models import JUDGE, JUDGE_STATEMENT
from jobs.models import Job, JobState
from jobs.registry import HANDLERS
from jobs.table import claim, sweep
from jobs.worker import run_job
from tests.adjudication.decisions import as_player, person, staff
from tests.adjudication.walk.games import DEAD, Meant, even
from tests.adjudication.walk.looking import meant
from tests.adjudication.walk.model import OF_THE_WALLS, CaseSeen, Deed, Policy, View
from tests.adjudication.walk.players import COLUMNS, COMMITTEE, Act, Nothing, Players, columns
from tests.support.world import World
from tournament.audit.services.current_actor import NOBODY, Actor, acting_as
from tournament.models import AuditEvent, Role
from tournament.results.services.recording_errors import propose
from tournament.rounds.services.rounds import finish_round

JUDGING = (JUDGE, JUDGE_STATEMENT)
STAFF_RESULTS = ("resignation", "score", "draw", "tie", "none", "both", "forfeit", "absence")
DAMAGE_WORDS = ("pass", "passes", "played", "handicap", "wrong_record", "mend", "ours",
                "not_this_game")  # fmt: skip


class Court(Players):
    """Everybody of a tournament."""

    def __init__(self, world: World, chance: Any, policy: Policy) -> None:
        super().__init__(world, chance, policy)
        tournament = world.tournament
        self.director = staff(tournament, Role.DIRECTOR, "Dora")
        self.referees = [staff(tournament, Role.REFEREE, name) for name in ("Rita", "Rolf")]
        self.persons = {
            one.link_id: person(tournament, one).pk for one in (self.director, *self.referees)
        }

    def acts(self) -> dict[str, Callable[[], Act]]:
        """Return what can be tried, by name."""
        names = [name for name in dir(self) if name.startswith("do_")]
        return {name[3:]: getattr(self, name) for name in names}

    def a_staff(self) -> Actor:
        return self.chance.choice([*self.referees, *self.referees, self.director])

    def a_case(self, *states: str) -> tuple[View, CaseSeen]:
        view = self.a_view()
        cases = [one for one in view.cases if not states or one.state in states]
        return view, self.any_of(cases)

    def holder(self, case: CaseSeen) -> Actor:
        """Return who has a case, or now and then somebody else."""
        for one in (self.director, *self.referees):
            if self.persons[one.link_id] == case.holder and self.often(0.9):
                return one
        return self.a_staff()

    def by(
        self, name: str, view: View | None, who: Actor, do: Callable[[], object], **more: Any
    ) -> Act:
        """Return an act of the staff."""

        def act() -> None:
            with acting_as(who):
                do()

        means = more.pop("means", None)
        key = None if view is None else view.id
        return Deed(name, key, staff=self.persons.get(who.link_id), means=means, more=more), act

    # Cases

    def do_take(self) -> Act:
        view, case = self.a_case()
        return self.by(
            "take", view, self.a_staff(), lambda: take_case(case_id=case.id), case=case.id
        )

    def do_keep(self) -> Act:
        view, case = self.a_case("taken")
        return self.by("keep", view, self.holder(case), lambda: keep_case(case_id=case.id))

    def do_return(self) -> Act:
        view, case = self.a_case("taken")
        return self.by(
            "return", view, self.holder(case), lambda: return_case(case_id=case.id, note="Lunch")
        )

    def do_hand_over(self) -> Act:
        view, case = self.a_case("taken")
        to = self.a_staff().link_id
        return self.by(
            "hand over",
            view,
            self.holder(case),
            lambda: hand_over(case_id=case.id, link_id=to, note="Yours"),
        )

    def do_settle(self) -> Act:
        view, case = self.a_case("taken")
        return self.by(
            "settle",
            view,
            self.holder(case),
            lambda: settle_case(case_id=case.id, note="Nothing to decide"),
        )

    def do_ask(self) -> Act:
        view, case = self.a_case("taken")
        kind = self.chance.choice(InquiryKind.values)
        return self.by(
            "ask", view, self.holder(case), lambda: ask_players(case_id=case.id, kind=kind)
        )

    def do_open_case(self) -> Act:
        view = self.a_view()
        cause, player = self.chance.choice(list(Cause)), self.chance.choice(view.players)
        minutes = self.chance.choice((None, 20))
        if self.often(0.2):
            cause = self.chance.choice((Cause.TIME, Cause.TIME, Cause.COUNT_LOST))
        clock = self.a_clock(cause)
        tournament_id = self.world.tournament.pk
        return self.by(
            "open case",
            view,
            self.a_staff(),
            lambda: open_by_staff(
                tournament_id=tournament_id,
                cause=cause,
                game_id=view.id,
                player_ids=[player],
                minutes=minutes,
                clock=clock,
                note="I saw it.",
            ),
            cause=str(cause),
            clock=clock,
            about=player,
        )

    def do_say_as_staff(self) -> Act:
        view, case = self.a_case("open", "asked", "taken", "appealed")
        key = self.a_key()
        return self.by(
            "say as staff",
            view,
            self.a_staff(),
            lambda: write_statement(
                case_id=case.id, text="This is said to have happened.", idempotency_key=key
            ),
        )

    def do_decide_record(self) -> Act:
        view, case = self.a_case("taken")
        said = Statement.objects.filter(case=case.id, record__isnull=False).first()
        if said is not None and self.often(0.3):
            return self.by(
                "decide record",
                view,
                self.holder(case),
                lambda: decide_record(case_id=case.id, statement_id=said.pk),
            )
        report = self.any_of(one for one in view.reports if one.record)
        return self.by(
            "decide record",
            view,
            self.holder(case),
            lambda: decide_record(case_id=case.id, submission_id=report.id),
        )

    def do_decide_reading(self) -> Act:
        view, case = self.a_case("taken")
        word = self.chance.choice(DAMAGE_WORDS)
        return self.by(
            "decide reading",
            view,
            self.holder(case),
            lambda: decide_reading(case_id=case.id, answer=word),
        )

    def do_stones_stay(self) -> Act:
        view, case = self.a_case("taken")
        stay = self.often(0.6)
        return self.by(
            "stones stay",
            view,
            self.holder(case),
            lambda: say_stones_stay(case_id=case.id, stay=stay),
        )

    # Life and death, and records that are removed

    def between(self, game_id: int) -> list[Callable[[], Act]]:
        """A referee asks of a stone in dispute, and a worker says what can be proven."""
        if self.often(0.5):
            return []

        def ask() -> Act:
            view = self.any_of(one for one in self.views.values() if one.id == game_id)
            return self._ask_life(view, self.any_of(view.cases))

        return [ask, self.do_say_stones, self.do_search]

    def do_ask_life(self) -> Act:
        return self._ask_life(*self.a_case())

    def _ask_life(self, view: View, case: CaseSeen) -> Act:
        """A referee asks whether a single stone among the opponent's lives."""
        report = self.any_of(one for one in view.reports if one.record in OF_THE_WALLS)
        stone, area = self.chance.choice((("B8", "A9-C7"), ("G3", "F4-H2")))
        agreed = sorted(self.chance.choice(({"B8", "G3"} - {stone}, set())))
        key = self.a_key()
        return self.by(
            "ask life",
            view,
            self.a_staff(),
            lambda: ask_confirmation(
                case_id=case.id,
                source=Source(report.id),
                points=[stone],
                agreed_dead=agreed,
                area=[area],
                budget=LEAST_BUDGET,
                idempotency_key=key,
            ),
            case=case.id,
        )

    def do_cancel_life(self) -> Act:
        view, case = self.a_case()
        if not case.searching:
            raise Nothing
        number = Confirmation.objects.live().filter(case=case.id).values_list("number", flat=True)
        last = number.get()
        return self.by(
            "cancel life",
            view,
            self.a_staff(),
            lambda: cancel_confirmation(case_id=case.id, number=last),
        )

    def do_search(self) -> Act:
        """A worker searches, and what it proves is read."""
        job = self.any_of(Job.objects.filter(state=JobState.READY, kind=CONFIRM))

        def act() -> None:
            run_job(job_id=job.pk)
            found = ConfirmedChain.objects.filter(
                confirmation=job.payload["confirmation_id"]
            ).values_list("chain", "status")
            self.model.searched({str(chain): status for chain, status in found})

        return Deed("search", None), act

    def do_bring_and_remove(self) -> Act:
        """A server sends a record that the director takes out again."""
        self.script.append(self.do_remove_record)
        return self.do_send_server_game()

    def do_remove_record(self) -> Act:
        view = self.a_view()
        report = self.any_of(one for one in view.reports if one.record)
        return self.by(
            "remove record",
            view,
            self.director,
            lambda: remove_record(
                game_id=view.id, submission_id=report.id, note="It is of another game."
            ),
            report=report.id,
        )

    # Rulings

    def a_decision(self, view: View) -> tuple[Decision, dict[str, Any]]:
        """Return a decision of a game, and what the model calls it."""
        effect = self.chance.choice(("result", "result", "result", "replay", "resume", "nothing"))
        means: Meant | None = None
        penalties: tuple[PenaltyGiven, ...] = ()
        points: dict[int, int] = {}
        if self.often(0.3):
            player = self.chance.choice(view.players)
            number = self.people[player].number
            kinds: dict[str, dict[str, int]] = {
                "warning": {},
                "points": {"points_half": self.chance.choice((2, 64))},
                "time": {"seconds": 60},
            }
            kind = self.chance.choice(list(kinds))
            penalties = (PenaltyGiven(number, kind, **kinds[kind]),)
            if kind == "points":
                points = {player: kinds[kind]["points_half"]}
        if effect == "result":
            means = self.staff_result(view)
        told = {"effect": effect, "means": means, "points": points}
        decision = Decision(
            effect,
            **({} if means is None else columns(means, view)),
            resume_move=self.chance.choice((0, 3, 9)) if effect == "resume" else None,
            reasons="It is so.",
            penalties=penalties,
            heard="Both at the board." if self.often(0.8) else "",
        )
        return decision, told

    def staff_result(self, view: View) -> Meant:
        """Return a result that the staff may write down: a count on the board, or another."""
        winner = self.chance.choice(view.players)
        counting = [one for one in view.reports if one.record in ("walls", "plain")]
        match self.chance.choice(STAFF_RESULTS):
            case "score" if counting:
                return self.model.count("walls", self.chance.choice(DEAD), view)
            case "score":
                return Meant(winner, "score", 13)
            case "draw":
                return self.chance.choice(
                    (Meant("draw", "score"), even(self.model.text, *view.players))
                )
            case "tie":
                return Meant(winner, "tie")
            case "none":
                return Meant("none", "void")
            case "both":
                return Meant("both", "both_lose")
            case how:
                return Meant(winner, how)

    def _ruling(
        self, name: str, view: View, case: CaseSeen, who: Actor, act: Callable[[Decision], object]
    ) -> Act:
        decision, told = self.a_decision(view)
        made = self.model.decided(told, view)
        means = made if isinstance(made, Meant) else None
        return self.by(
            name,
            view,
            who,
            lambda: act(decision),
            case=case.id,
            version=case.version,
            effect="result" if means is not None else told["effect"],
            means=means,
        )

    def do_rule(self) -> Act:
        view, case = self.a_case()
        return self._ruling(
            "rule",
            view,
            case,
            self.holder(case),
            lambda decision: rule(case_id=case.id, decision=decision, version=case.version),
        )

    def do_take_and_rule(self) -> Act:
        view, case = self.a_case("open", "asked", "taken")
        if view.live is not None and self.often(0.5):
            case = view.live

        def act(decision: Decision) -> None:
            take_case(case_id=case.id)
            version = Case.objects.values_list("version", flat=True).get(pk=case.id)
            rule(case_id=case.id, decision=decision, version=version)

        return self._ruling("take and rule", view, case, self.chance.choice(self.referees), act)

    def do_revise(self) -> Act:
        view, case = self.a_case("ruled")
        return self._ruling(
            "revise",
            view,
            case,
            self.a_staff(),
            lambda decision: revise(
                case_id=case.id, decision=decision, version=case.version, note="I was wrong"
            ),
        )

    # Appeals

    def _appeal(self) -> tuple[View, Appeal]:
        one = self.any_of(
            Appeal.objects.filter(case__game__in=self.keys, state="waiting").select_related("case")
        )
        return self.views[one.case.game_id], one

    def do_appoint(self) -> Act:
        view, one = self._appeal()
        chosen = [player.pk for player in self.chance.sample(self.world.players[COMMITTEE:], 3)]
        if self.often(0.2):
            chosen = [player.pk for player in self.chance.sample(self.world.players, 4)]
        return self.by(
            "appoint",
            view,
            self.director,
            lambda: appoint_committee(
                appeal_id=one.pk, player_ids=chosen, note="They had to leave."
            ),
        )

    def _member(self, one: Appeal) -> Actor:
        member = self.any_of(one.members.all())
        player = member.person.player
        return self.director if player is None else as_player(player)

    def do_move(self) -> Act:
        view, one = self._appeal()
        decision, told = self.a_decision(view)
        return self.by(
            "motion",
            view,
            self._member(one),
            lambda: put_motion(appeal_id=one.pk, decision=decision),
            told=told,
        )

    def do_vote(self) -> Act:
        view, one = self._appeal()
        motion = self.any_of(Motion.objects.filter(appeal=one))
        who = self._member(one)
        chosen = {
            member.pk: member.vote.motion_id if hasattr(member, "vote") else None
            for member in one.members.select_related("vote")
        }
        mine = one.members.get(person=person(self.world.tournament, who))
        chosen[mine.pk] = motion.pk
        reasons = "" if motion.decision is not None else "It stands."
        return self.by(
            "vote",
            view,
            who,
            lambda: vote(appeal_id=one.pk, motion_id=motion.pk, reasons=reasons),
            **self._voted(view, one, chosen, wait=True),
        )

    def do_close_vote(self) -> Act:
        view, one = self._appeal()
        chosen = {
            member.pk: member.vote.motion_id
            for member in one.members.select_related("vote")
            if hasattr(member, "vote")
        }
        return self.by(
            "vote",
            view,
            self._member(one),
            lambda: close_vote(appeal_id=one.pk, note="Nobody else can come."),
            **self._voted(view, one, chosen, wait=False),
        )

    def _voted(
        self, view: View, one: Appeal, chosen: Mapping[int, int | None], *, wait: bool
    ) -> dict[str, Any]:
        """Return what the votes of a committee come to: what has more than half of its members."""
        ahead = Counter(key for key in chosen.values() if key is not None)
        size = one.members.count()
        won = next((key for key, votes in ahead.items() if 2 * votes > size), None)
        if won is None or (wait and None in chosen.values()):
            return {"effect": "none", "means": None}
        told = Motion.objects.get(pk=won).decision
        if told is None:
            return {"effect": "uphold", "means": view.result}
        if told["effect"] != "result":
            return {"effect": told["effect"], "means": None}
        means = meant(*(told[name] for name in COLUMNS), *view.players)
        return {"effect": "result", "means": means}

    # The director

    def do_propose_as_director(self) -> Act:
        view = self.a_view()
        means = self.staff_result(view)
        return self.by(
            "ask about an error",
            view,
            self.director,
            lambda: propose(game_id=view.id, note="The slip says so", **columns(means, view)),
        )

    def do_enter(self) -> Act:
        view = self.a_view()
        means = self.staff_result(view)
        return self.by(
            "enter",
            view,
            self.director,
            lambda: enter_result(game_id=view.id, **columns(means, view)),
            means=means,
        )

    def do_clear(self) -> Act:
        view = self.a_view()
        return self.by("clear", view, self.director, lambda: clear_result(game_id=view.id))

    def do_correct(self) -> Act:
        view = self.a_view()
        means = self.staff_result(view)
        return self.by(
            "correct",
            view,
            self.director,
            lambda: correct_result(
                game_id=view.id, note="It was written down wrong", **columns(means, view)
            ),
            means=means,
        )

    def do_correct_to_none(self) -> Act:
        view = self.a_view()
        return self.by(
            "correct to none",
            view,
            self.director,
            lambda: withdraw_result(game_id=view.id, note="Not yet over"),
        )

    def do_undo(self) -> Act:
        events = AuditEvent.objects.filter(
            tournament=self.world.tournament, verb__startswith="result."
        ).order_by("-pk")
        event = self.any_of(events[:5])
        return self.by(
            "undo", None, self.director, lambda: undo(event_id=event.pk, reason="Wrong button")
        )

    def do_finish(self) -> Act:
        round_id = self.world.games[0].round_id
        return self.by("finish", None, self.director, lambda: finish_round(round_id=round_id))

    # Workers and time

    def do_judge(self) -> Act:
        """A worker does a job, whichever; now and then one thought dead ends it as well."""
        job = self.any_of(Job.objects.filter(state=JobState.READY, kind__in=JUDGING))
        late = self.often(0.2)

        def act() -> None:
            slow = claim(job_id=job.pk, kinds=JUDGING) if late else None
            if slow is not None:
                past = timezone.now() - timedelta(minutes=1)
                Job.objects.filter(pk=job.pk).update(lease_until=past)
                sweep()
            run_job(job_id=job.pk)
            if slow is not None:
                HANDLERS[slow.kind](slow)
            run_job(job_id=job.pk)

        return Deed("worker", None), act

    def do_pass_time(self) -> Act:
        """Three hours pass, and what is due is done."""
        tournament = self.world.tournament
        ago = timedelta(hours=self.chance.choice((0, 3)))

        def act() -> None:
            cases = Case.objects.live().filter(tournament=tournament)
            cases.exclude(lease_until=None).update(lease_until=F("lease_until") - ago)
            cases.exclude(appeal_until=None).update(appeal_until=F("appeal_until") - ago)
            with acting_as(NOBODY):
                make_final()
                refer_unanswered(timezone.now() + ago)
                open_overdue(timezone.now() + ago)

        return Deed("time", None), act
