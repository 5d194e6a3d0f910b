"""Whatever two players, referees, a committee, the director, workers and time do in any order.

What became of it is compared at every step and at every end with a model of the rule texts that
is written apart (:mod:`.model`): nothing is final that one of the players did not mean, nothing
against the text, and there is no dead end. More of it, thousands of steps, in
``./run faults walks``.

Left out is what changes no game (tried moves, proposed dead stones, previews, pictures), and the
director's correction of terms, colours and players, which is of the pairing and not of a result.
"""

import io
import random
from collections import Counter
from collections.abc import Callable

import pytest

from adjudication.archive.services.archive import restore_archive
from tests.adjudication.archives import archive_of
from tests.adjudication.walk.court import Court
from tests.adjudication.walk.games import KOMIS
from tests.adjudication.walk.leading import has_a_way, lead
from tests.adjudication.walk.looking import look
from tests.adjudication.walk.model import Deed, Policy, View, hold
from tests.adjudication.walk.players import NAMES, Nothing
from tests.adjudication.watching import Watch
from tests.support.environment import some, times
from tests.support.world import make_world
from tournament.audit.selectors.trail import check_trail
from tournament.errors import UserError
from tournament.models import Game, Tournament
from tournament.public.selectors.standings import standings_page

pytestmark = [pytest.mark.django_db, pytest.mark.database]

RULES = ("japanese", "french", "nz", "beginner", "aga")
SEEDS = some(range(40), every=14)
STEPS = times(45, long=150)
FITTING = ("answer", "answer", "answer_proposal", "play_on", "resume", "resume", "go_on",
           "take_record", "accept", "confirm", "contest", "contest", "withdraw", "vote",
           "close_vote", "move", "appeal", "rule", "withdraw_appeal", "revise", "decide_reading",
           "decide_record", "stones_stay", "ask", "judge", "search", "ask_life", "say_stones",
           "dispute", "agree_late", "take_back")  # fmt: skip
"""What has its hour: where one of them can be tried it is, half of the time."""
OFTEN = ("report", "report", "judge", "take", "take_and_rule", "rule", "appoint", "pass_time",
         "claim_late", "both_raise")  # fmt: skip
SELDOM = ("enter", "clear", "correct", "correct_to_none", "finish", "send_server_game",
          "bring_and_remove")  # fmt: skip
"""What the staff does for the players: there would be little left to them otherwise."""
AFTERWARDS = 10
"""How much is still tried with a game that is over, before the next one begins."""
PARTLY = {"search", "take_and_rule", "judge", "pass_time", "appeal", "revise"}
"""What does one thing after the other: a refusal of the second leaves the first."""


def told(tournament: Tournament) -> list[object]:
    page = standings_page(tournament.slug)
    assert page is not None
    lines = [(one.place, one.number, one.values, one.cells) for one in page.lines]
    return [page.criteria, page.provisional, lines]


def a_policy(seed: int, tournament: Tournament) -> Policy:
    """Give a tournament what it settles itself, another with every seed."""
    chance = random.Random(1000 + seed)
    policy = Policy(
        tournament.rules,
        no_result=chance.choice(("half", "half", "void", "replay")),
        appeal=chance.random() < 0.8,
        reopening=chance.choice(("never", "never", "always")),
        komi=chance.choice(KOMIS),
        ties=chance.choice(("rules", "nobody", "black", "white")),
    )
    tournament.komi_half, tournament.tie_winner = int(2 * policy.komi), policy.ties
    Game.objects.filter(round__tournament=tournament).update(komi_half=tournament.komi_half)
    tournament.rulings = {"no_result": policy.no_result} | (
        {} if policy.appeal else {"appeal_minutes": 0}
    )
    tournament.reopening = policy.reopening
    tournament.save()
    return policy


class Walk:
    """One walk: its people, the model, what was done and how it ended."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.world = make_world(rules=RULES[seed % len(RULES)], names=NAMES)
        policy = a_policy(seed, self.world.tournament)
        self.court = Court(self.world, self.chance, policy)
        self.model = self.court.model
        self.acts = self.court.acts()
        self.watch = Watch(self.world.tournament)
        self.steps = 0
        self.log: list[str] = []
        self.done: Counter[str] = Counter()
        self.ends: Counter[str] = Counter()
        self.since: Counter[int] = Counter()
        """How much was tried with a game since it ended."""

    def next(self) -> tuple[str, Deed, Callable[[], object]]:
        """Draw what is done next: what can be tried on something."""
        while self.court.script and self.chance.random() < 0.8:
            try:
                deed, act = self.court.script.pop(0)()
            except Nothing:
                continue
            return deed.name.replace(" ", "_"), deed, act
        while True:
            names = [self.chance.choice([*self.acts, *OFTEN * 3])]
            if self.chance.random() < 0.5:
                names = self.chance.sample(FITTING, len(FITTING))
            elif names[0] in SELDOM and self.chance.random() < 0.7:
                continue
            for name in names:
                try:
                    return name, *self.acts[name]()
                except Nothing:
                    continue

    def step(self) -> None:
        """Do one thing, look at what came of it, and now and then press once more."""
        name, deed, act = self.next()
        self.steps += 1
        self._try(name, deed, act)
        if self.chance.random() < 0.1 and name not in ("judge", "pass_time", "take_and_rule"):
            self._try(name, deed, act, again=True)
        if self.chance.random() < 0.1:
            has_a_way(self.court, self.court.a_view())
            self.watch.forget()
        for view in list(self.court.views.values()):
            self.since[view.id] += view.over
            if self.since[view.id] >= AFTERWARDS and self.court.to_come:
                self.ended(view)
                self.court.keys.remove(view.id)
                self.court.begin()

    def _try(
        self, name: str, deed: Deed, act: Callable[[], object], *, again: bool = False
    ) -> None:
        """Do something; pressed ``again`` it changes nothing more."""
        before, refusal = self.court.views, None
        try:
            act()
        except UserError as error:
            refusal = error
        self.court.views = look(self.court.keys, self.court.names)
        states = {key: view.state for key, view in self.court.views.items()}
        who = deed.player or deed.staff
        self.log.append(f"~ {name} {deed.game} by {who}: {deed.means} {refusal!r} -> {states}")
        if again:
            for key, view in self.court.views.items():
                hold(view.stands == before[key].stands, "done twice", deed, before[key], view)
        else:
            self.done[name] += refusal is None
            self.model.check(
                before, deed, taken=refusal is None, after=self.court.views, refusal=refusal
            )
        self.watch.look(refused=refusal is not None, partly=name in PARTLY, put_back=name == "undo")

    def ended(self, view: View, how: str = "") -> None:
        """Note how a game ended, and that both players meant it where they ended it."""
        last = "final ruling" if view.final else view.state
        self.ends[f"{how}{last}"] += 1
        if view.state == "confirmed" and self.model.policy.reopening == "never" and not how:
            for word in self.model.games[view.id].words.values():
                hold(word == view.result, "one of them did not mean it", view)

    def end(self) -> None:
        """Lead every game that is not over to its end."""
        for view in look(self.court.keys, self.court.names).values():
            last = lead(self.court, view)
            self.ended(last, "" if last.stands == view.stands else "led to: ")


@pytest.mark.by_turns
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_final_that_somebody_did_not_mean(seed: int) -> None:
    walk = Walk(seed)
    with walk.watch.listening():
        while walk.steps < STEPS:
            try:
                walk.step()
            except Exception as error:
                error.add_note("\n".join(walk.log[-40:]))
                raise
    walk.end()
    assert len(walk.done) > 12, walk.done
    tournament = walk.world.tournament
    assert check_trail(tournament.pk).wrong is None
    restored = restore_archive(stream=io.BytesIO(archive_of(tournament)), slug="again")
    assert told(restored) == told(tournament)
    assert check_trail(restored.pk).wrong is None
    print(seed, walk.steps, dict(walk.ends), dict(walk.done))
