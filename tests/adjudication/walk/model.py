"""What the rule texts and the promises to players say of a game, apart from the product.

This module knows nothing of the services: it is told who did what with which page before them, how
the game looked before and after, and whether the deed was taken. It keeps the word of each player,
what they last said the result is, and says what may become of the game:

- A result is final by both players only where each of them last said exactly that (J: Art. 10).
- It does not change afterwards, whatever is found (J: Art. 10.4); only both together mend it.
- What a record shows to be illegal before that is not the players' to confirm for whoever did it
  (J: Art. 14), and a game ends without result only where the text knows that and both say so
  (J: Art. 12).
- Otherwise a referee who has the case decides, and it is final once nobody can appeal, or as the
  committee's majority has it.
- Where the players do not agree on dead stones play goes on as the text says, from the stop, and
  whoever the text says moves first (J: Art. 9.3).
- Equal scores are what the tournament says they are, whoever reports, enters or rules them.
- What a clock did, or that a count cannot be done again, decides nothing by itself: a referee does,
  to whom a loss on time is proposed only where nothing is to be found out first. Who says that the
  opponent's time ran out says that they won, and no longer what they said before; the opponent can
  agree to that until a referee has it.
- What a player took back is as if it had not been raised.
- A proof says of stones that nobody could save nothing else than that, and changes no result; nor
  does a record that is removed.
- From every state somebody can lead the game to an end (:mod:`.leading`).
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tests.adjudication.walk.games import (
    ACCUSING,
    KOMI,
    LINES,
    TEXTS,
    WHOLE,
    Meant,
    Resumed,
    can_be,
    counted,
    even,
    next_in,
    replayed,
    resumed,
)

BESIDE = {"late", "outside_help", "account_sharing", "conduct", "not_reported", "other"}
"""What a case may be about that leaves the result with the players."""
VOID = Meant("none", "void", None)
MOST = 20
"""How often a player may report one game, at least."""
MOST_RAISED = 10
"""How many matters of one game a player may raise, at least."""
RAISED = {
    "cycle", "effective_move", "displaced_stone", "illegal_move", "count_lost", "absence", "time",
    "conduct", "other",
}  # fmt: skip
"""What a player may bring up."""
OF_THE_WALLS = {"walls", "plain", "swapped", "others", "komi"}
"""The records that stop where play over the dead stones of the walls goes on from."""
LOST = {"dead", "capturable", "undecided"}
"""What a proof may say of a single stone among the opponent's, who moves first."""
LIVE_CASES = {"open", "asked", "taken", "ruled", "appealed"}


@dataclass(frozen=True)
class Report:
    """What a player reported, as a page shows it."""

    id: int
    player: int
    meant: Meant
    dead: frozenset[str] | None
    record: str
    state: str
    stands: bool
    judged: bool
    answered_by: int | None = None
    resumed: bool = False
    imported: bool = False
    removed: bool = False


@dataclass(frozen=True)
class Question:
    """What both players are asked and have not both answered."""

    id: int
    kind: str
    answers: Mapping[str, str]
    shown: Mapping[str, Any]


@dataclass(frozen=True)
class CaseSeen:
    """A case as the referees see it."""

    id: int
    state: str
    version: int
    holder: int | None
    lapsed: bool
    causes: tuple[str, ...]
    raised: tuple[tuple[int | None, str], ...]
    """Who raised each of them: a player, or None."""
    complaint: bool
    due: bool
    proposed: tuple[str, str]
    """The winner and the reason of what is proposed, empty where nothing is."""
    searching: bool
    """Whether a search for life and death waits in it or runs."""

    @property
    def held(self) -> bool:
        """Whether a referee decides the result now, and nobody else."""
        about = any(cause not in BESIDE for cause in self.causes)
        return self.state == "taken" and not self.lapsed and about


@dataclass(frozen=True)
class View:
    """A game as it stands."""

    id: int
    black: int
    white: int
    version: int
    state: str
    result: Meant | None
    final: bool
    stays: bool
    reading: bool
    reports: tuple[Report, ...]
    brought: frozenset[str]
    """The records that came with statements in its cases."""
    questions: tuple[Question, ...]
    cases: tuple[CaseSeen, ...]
    proposals: tuple[tuple[int, Meant, frozenset[int]], ...]
    going: Resumed | None
    """How its players are told that play goes on after a stop."""

    @property
    def players(self) -> tuple[int, int]:
        """Return the two players, Black first."""
        return self.black, self.white

    def opponent(self, player: int) -> int:
        """Return the other player."""
        return self.white if player == self.black else self.black

    def case(self, case_id: int) -> CaseSeen | None:
        """Return one of its cases by its id."""
        return next((one for one in self.cases if one.id == case_id), None)

    @property
    def pending(self) -> Report | None:
        """Return the report that waits for the opponent."""
        return next((one for one in self.reports if one.state == "pending"), None)

    def report(self, report_id: int) -> Report:
        """Return a report by its id."""
        return next(one for one in self.reports if one.id == report_id)

    def said(self, player: int) -> Report | None:
        """Return what a player reported last and stands by."""
        mine = [one for one in self.reports if one.player == player and one.stands]
        return mine[-1] if mine else None

    @property
    def live(self) -> CaseSeen | None:
        """Return the case that waits for its decision, else one that may still be appealed."""
        waiting = [one for one in self.cases if one.state in ("open", "asked", "taken")]
        ruled = [one for one in self.cases if one.state in ("ruled", "appealed")]
        return (waiting or ruled or [None])[-1]

    @property
    def held(self) -> bool:
        """Whether a referee has the result in hand."""
        return self.live is not None and self.live.held

    @property
    def stands(self) -> tuple[str, Meant | None, bool]:
        """Return what is known of the result."""
        return self.state, self.result, self.final

    @property
    def over(self) -> bool:
        """Whether the result is final."""
        return self.state == "confirmed" or self.final


@dataclass(frozen=True)
class Deed:
    """Something that somebody does.

    ``page`` is the game as they last saw it, ``means`` the result that their page showed them they
    were saying. ``more`` is what else goes with it.
    """

    name: str
    game: int | None
    player: int | None = None
    staff: int | None = None
    page: View | None = None
    means: Meant | None = None
    more: Mapping[str, Any] = field(default_factory=dict)


class DisagreementError(AssertionError):
    """The product did what the model does not allow, or refused what it must take."""


def hold(condition: object, *told: object) -> None:
    """Raise DisagreementError where a promise is not kept."""
    if not condition:
        raise DisagreementError(" | ".join(str(one) for one in told))


@dataclass
class Known:
    """What the model keeps of a game: the word of each player, and what was decided."""

    words: dict[int, Meant | None]
    ever: dict[int, set[Meant]]
    mends: dict[int, Meant | None]
    """What each says the result should have been, once it is confirmed."""
    decided: Meant | None = None
    going: Resumed | None = None
    """How play goes on by the answers of both, until one of them reports what came of it."""
    raised: Counter[int] = field(default_factory=Counter)
    late: dict[int, int] = field(default_factory=dict)
    """Who says last that the opponent's time ran out, and in which case."""
    before: dict[int, Meant | None] = field(default_factory=dict)
    """What they said before that."""
    looked_at: set[str] = field(default_factory=set)
    """The records that a referee or the staff has looked at and done with."""


@dataclass
class Policy:
    """What the tournament settles itself."""

    rules: str
    no_result: str = "half"
    appeal: bool = True
    reopening: str = "never"
    komi: float = KOMI
    ties: str = "rules"


PLAYERS_MAKE_FINAL = {"report", "confirm", "accept", "answer", "consent", "agree late"}
STAFF_RULES = {"rule", "take and rule", "revise", "vote", "undo"}
OPENS = {
    "withdraw", "answer", "go on", "settle", "rule", "take and rule", "revise", "vote", "clear",
    "correct to none", "undo", "decide reading", "accept marks", "take back",
}  # fmt: skip
"""What may open a game that had something on the table."""
SUSPENDS = {
    "report", "contest", "raise", "object", "worker", "open case", "undo", "add record",
    "rule", "take and rule", "revise", "vote", "answer",
}  # fmt: skip
LOOK_AT_RECORDS = STAFF_RULES | {
    "settle", "correct", "correct to none", "enter", "clear", "decide reading", "decide record",
    "say as staff",
}  # fmt: skip
"""By what the staff has seen the records of a game, and what it makes of them stands."""
ENTERS = {"enter", "correct", "undo", "rule", "take and rule", "revise", "vote"}
FINISHES = {"time", "withdraw appeal", "vote", "rule", "take and rule", "revise", "appeal"}


class Model:
    """All games of a walk."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        # None of these texts says who wins equal scores.
        equal = {"black": "B", "white": "W"}.get(policy.ties, "")
        self.text = replace(TEXTS[policy.rules], komi=policy.komi, equal=equal)
        self.games: dict[int, Known] = {}
        self.told: dict[str, set[int]] = {}
        """For which games records of a kind were sent: whose it is is in doubt with a second."""

    def begin(self, view: View) -> None:
        """Begin to follow a game that nobody has said anything of."""
        self.games[view.id] = Known(
            dict.fromkeys(view.players),
            {player: set() for player in view.players},
            dict.fromkeys(view.players),
        )

    # --- Which deeds are open to whom ---

    def expects(self, view: View, deed: Deed) -> bool | None:
        """Return whether a deed must be taken; None where the texts leave it open."""
        rule = getattr(self, "_may_" + deed.name.replace(" ", "_"), None)
        return None if rule is None else rule(view, deed)

    def _can_be(self, view: View, deed: Deed) -> bool:
        return deed.means is None or can_be(deed.means, self.text, *view.players)

    def _may_report(self, view: View, deed: Deed) -> bool | None:
        assert deed.page is not None
        if not self._can_be(view, deed):
            return False
        seen, waiting = deed.page.pending, view.pending
        if view.state not in ("open", "reported"):
            return False
        if (seen and seen.id) != (waiting and waiting.id):
            return False
        if deed.more["dead"] and view.stays:
            return False
        if sum(one.player == deed.player for one in view.reports) >= MOST:
            return None
        if waiting is None or waiting.player == deed.player or waiting.meant != deed.means:
            return True
        if deed.page.version != view.version:
            return False
        mine, theirs = deed.more["dead"], waiting.dead
        counted_both = waiting.meant.reason == "score" and None not in (mine, theirs)
        if counted_both and not view.stays and mine != theirs:
            return False  # the same result of another count is not the same
        if view.reading or deed.more["dead"] is not None or deed.more["record"]:
            return None  # it depends on the stones that each of them calls dead
        return True

    def _answerable(self, view: View, deed: Deed, done: str) -> bool | None:
        assert deed.page is not None
        assert deed.page.pending is not None
        theirs = view.report(deed.page.pending.id)
        if theirs.state == done:
            return True
        if theirs.state != "pending" or view.state == "disputed":
            return False
        return None if deed.page.version == view.version else False

    def _may_confirm(self, view: View, deed: Deed) -> bool | None:
        may = self._answerable(view, deed, "confirmed")
        if may is not None or view.reading:
            return may
        if deed.means is not None and deed.means.winner == "none":
            return False if self.text.repetition_forbidden else None
        return True

    def _may_contest(self, view: View, deed: Deed) -> bool | None:
        may = self._answerable(view, deed, "contested")
        return True if may is None and deed.more["dead"] is None else may

    def _may_withdraw(self, view: View, deed: Deed) -> bool | None:
        assert deed.page is not None
        assert deed.page.pending is not None
        mine = view.report(deed.page.pending.id)
        if mine.state == "withdrawn":
            return True
        return mine.state == "pending" and view.state == "reported"

    def _may_accept(self, view: View, deed: Deed) -> bool | None:
        assert deed.page is not None
        assert deed.player is not None
        theirs = view.said(view.opponent(deed.player))
        if view.state == "confirmed":
            return None if deed.means == view.result else False
        if view.state != "disputed" or view.held or theirs is None:
            return False
        if theirs.id != deed.more["expects"] or deed.page.version != view.version:
            return False
        live = view.live
        if live is not None and "illegal_move" in live.causes:
            return False
        if self.games[view.id].words[theirs.player] != deed.means:
            return False  # whoever reported it says otherwise by now
        if theirs.player in self.games[view.id].late:
            return None  # they say the same, and more of it
        if view.reading or (deed.means is not None and deed.means.winner == "none"):
            return None
        return True

    def _may_agree_late(self, view: View, deed: Deed) -> bool | None:
        assert deed.page is not None
        assert deed.player is not None
        if view.state == "confirmed":
            return None  # twice is no error, whatever both have put right since
        live = view.live
        if view.state != "disputed" or view.held or live is None or live.id != deed.more["case"]:
            return False
        if deed.page.version != view.version or "illegal_move" in live.causes:
            return False
        if self.games[view.id].late.get(view.opponent(deed.player)) != live.id:
            return False
        return None if view.reading else True

    def _may_take_back(self, view: View, deed: Deed) -> bool | None:
        live, case = view.live, view.case(deed.more["case"])
        if case is not None and case.state == "settled":
            return None  # perhaps it was they who took it back
        if live is None or live.id != deed.more["case"] or live.state == "taken":
            return None if live is not None and live.lapsed else False
        return None

    def _may_object(self, view: View, deed: Deed) -> bool | None:
        if any(one.kind == "objection" for one in view.questions):
            return True
        return {"reported": True, "entered": True}.get(view.state, False)

    def _may_take(self, view: View, deed: Deed) -> bool | None:
        case = next((one for one in view.cases if one.id == deed.more["case"]), None)
        if case is None:
            return None
        if case.state not in ("open", "asked", "taken"):
            return False
        return case.state != "taken" or case.lapsed or case.holder == deed.staff

    def _may_rule(self, view: View, deed: Deed) -> bool | None:
        case = next((one for one in view.cases if one.id == deed.more["case"]), None)
        if case is None:
            return None
        if case.state != "taken" or case.holder != deed.staff:
            return False
        if case.version != deed.more["version"]:
            return False
        if deed.more["effect"] != "nothing" and any(one.state == "appealed" for one in view.cases):
            return False  # the committee's decision is final
        if view.over and deed.more["effect"] != "nothing":
            return False if self.policy.reopening == "never" or view.final else None
        return None if case.complaint else True

    def _may_go_on(self, view: View, deed: Deed) -> bool | None:
        if view.state == "open":
            return True
        return view.going is not None and not view.held

    def _may_resume(self, view: View, deed: Deed) -> bool | None:
        going = self.games[view.id].going
        if going is None or view.going is None or view.held:
            return False
        if sum(one.player == deed.player for one in view.reports) >= MOST:
            return None
        at_hand = {one.record for one in view.reports if one.record and not one.removed}
        if not at_hand <= OF_THE_WALLS:
            return None  # it may go on from another stop, or from none
        if deed.more["record"] == "ko":
            return False  # that is another game
        if going.at_once or deed.more["resigned"]:
            return True
        # Nothing after the stop is two passes: who moves first may pass, and so may the other.
        return deed.more["record"] in {f"resumed {going.first}", *OF_THE_WALLS}

    def _may_raise(self, view: View, deed: Deed) -> bool | None:
        assert deed.player is not None
        cause = deed.more["cause"]
        if cause not in RAISED or (deed.more["clock"] and cause != "time"):
            return False
        if view.state in ("confirmed", "ruled") and cause not in BESIDE:
            return False
        if deed.more["clock"] == "fell" and deed.more["whose"] == deed.player:
            return None  # they may be led to reporting that they lost
        return True if self.games[view.id].raised[deed.player] < MOST_RAISED else None

    def _may_open_case(self, view: View, deed: Deed) -> bool | None:
        cause = deed.more["cause"]
        if deed.more["clock"] and cause != "time":
            return False
        if view.over and cause not in BESIDE:
            return False
        return True if cause in ("time", "count_lost") and view.state != "ruled" else None

    def _may_answer(self, view: View, deed: Deed) -> bool | None:
        return None if self._can_be(view, deed) else False

    def _may_remove_record(self, view: View, deed: Deed) -> bool | None:
        sent = view.report(deed.more["report"])
        if sent.removed:
            return True
        stands = sent.meant == view.result and not sent.imported
        return sent.state == "confirmed" and not stands

    def _may_say_stones(self, view: View, deed: Deed) -> bool | None:
        case = view.case(deed.more["case"])
        return case is not None and case.state in LIVE_CASES - {"ruled"}

    def _may_ask_life(self, view: View, deed: Deed) -> bool | None:
        if not self.text.proves:
            return False
        case = view.case(deed.more["case"])
        return case is not None and case.state in LIVE_CASES and not case.searching

    def _may_propose(self, view: View, deed: Deed) -> bool | None:
        if not self._can_be(view, deed):
            return False
        if view.state != "confirmed" or view.proposals or deed.means == view.result:
            return False
        return None

    def _may_consent(self, view: View, deed: Deed) -> bool | None:
        waiting = next((one for one in view.proposals if one[0] == deed.more["error"]), None)
        if waiting is None:
            return False
        return deed.player not in waiting[2]

    def _may_ask_about_an_error(self, view: View, deed: Deed) -> bool | None:
        return None if self._can_be(view, deed) else False

    def _may_enter(self, view: View, deed: Deed) -> bool | None:
        if not self._can_be(view, deed):
            return False
        return None if view.state in ("open", "entered") else False

    def _may_correct(self, view: View, deed: Deed) -> bool | None:
        if view.state == "ruled" or view.held or not self._can_be(view, deed):
            return False
        if view.state == "confirmed" and self.policy.reopening == "never":
            return False
        return None

    # --- What came of it ---

    def check(
        self,
        before: Mapping[int, View],
        deed: Deed,
        *,
        taken: bool,
        after: Mapping[int, View],
        refusal: object = None,
    ) -> None:
        """Compare what a deed did with what it may do, and keep what was said."""
        for view in after.values():
            for one in view.reports:
                if one.record:
                    self.told.setdefault(_kind(one.record), set()).add(view.id)
        for key, view in after.items():
            was = before[key]
            if deed.game not in (None, key):
                hold(view.stands == was.stands, deed, "changed another game", was, view)
            self._game(was, deed, view, taken and deed.game in (None, key), refusal)
            self._always(view)

    def _game(self, was: View, deed: Deed, now: View, taken: bool, refusal: object) -> None:
        known = self.games[now.id]
        if deed.game == now.id:
            expected = self.expects(was, deed)
            hold(
                expected is None or expected == taken,
                "must be taken" if expected else "must be refused",
                refusal,
                deed,
                was,
            )
        if not taken:
            # A deed that finds the time for an appeal over makes the ruling final all the same.
            late = deed.name in ("appeal", "revise") and now.final
            hold(now.stands == was.stands or late, "a refusal changed the result", deed, was, now)
            return
        if deed.game == now.id or was.stands != now.stands:
            self._hear(known, was, deed, now)
        if deed.game == now.id:
            self._follows(known, was, deed, now)
        if now.stands == was.stands:
            return
        self._changed(known, was, deed, now)

    def _hear(self, known: Known, was: View, deed: Deed, now: View) -> None:
        """Keep what somebody said with a deed that was taken."""
        player = deed.player
        if player is None:
            if deed.name in LOOK_AT_RECORDS:
                known.looked_at |= {one.record for one in was.reports} | was.brought
        elif deed.name in ("propose", "consent"):
            # Until both have agreed the result that they confirmed is their word.
            known.mends[player] = deed.means
        elif deed.name in ("refuse", "take proposal back"):
            known.mends = dict.fromkeys(known.mends)
        elif (
            deed.name in ("report", "confirm", "accept", "resume")
            or (deed.name == "answer" and deed.means is not None)
            or (
                # Where it was asked or done before, what came first stays.
                deed.name in ("contest", "object", "withdraw", "agree late")
                and was.stands != now.stands
            )
        ):
            self._says(known, player, deed.means)

    def _follows(self, known: Known, was: View, deed: Deed, now: View) -> None:
        """See what follows from words alone: how play goes on, and what is only proposed."""
        match deed.name:
            case "answer" if not was.held:
                self._goes_on(known, was, deed, now)
            case "raise":
                assert deed.player is not None
                known.raised[deed.player] += 1
                self._suspended(was, deed, now)
                self._clock_said(known, deed, now)
            case "take back":
                assert deed.player is not None
                self._others_stay(was, deed, now)
                if known.late.get(deed.player) == deed.more["case"]:
                    self._says(known, deed.player, known.before.get(deed.player))
            case "open case":
                self._suspended(was, deed, now)
                self._proposed(was, deed, now)
            case "remove record":
                hold(now.report(deed.more["report"]).removed, "not removed", deed, now)

    def _others_stay(self, was: View, deed: Deed, now: View) -> None:
        """See that nobody takes back what somebody else raised, nor ends a case about it."""
        before, after = was.case(deed.more["case"]), now.case(deed.more["case"])
        assert before is not None
        assert after is not None
        others = [one for one in before.raised if one[0] != deed.player]
        hold(others == [one for one in after.raised if one[0] != deed.player], "gone", deed, now)
        ended = before.state != "settled" and after.state == "settled"
        hold(not (ended and others), "ended what somebody else raised", deed, was, now)

    def _clock_said(self, known: Known, deed: Deed, now: View) -> None:
        """Keep that a player says to have won on time; not where they say otherwise of a clock."""
        assert deed.player is not None
        if deed.more["cause"] != "time" or now.state != "disputed":
            return
        late = deed.more["clock"] == "fell" and deed.more["whose"] == now.opponent(deed.player)
        if late:
            assert now.live is not None
            if deed.player not in known.late:
                known.before[deed.player] = known.words[deed.player]
            self._says(known, deed.player, Meant(deed.player, "time"))
            known.late[deed.player] = now.live.id
        elif deed.player in known.late and (deed.more["clock"], deed.more["whose"]) != (
            "moved_after",
            now.opponent(deed.player),
        ):
            self._says(known, deed.player, None)

    def _goes_on(self, known: Known, was: View, deed: Deed, now: View) -> None:
        """Keep how play goes on where this was the second answer to a question after a stop."""
        question = next((one for one in was.questions if one.id == deed.more["question"]), None)
        if question is None or question.kind not in ("dead_stones", "effective_move"):
            return
        mine = "black" if deed.player == was.black else "white"
        other = "white" if mine == "black" else "black"
        if other not in question.answers:
            return
        said = {mine: deed.more["word"], other: question.answers[other]}
        if "submission" not in question.shown:
            known.going = now.going  # nobody sent a record: it is for the players to say from where
            return
        stopped = was.report(question.shown["submission"])
        known.going = resumed(
            self.text,
            question.kind,
            said["black"],
            said["white"],
            asked=other[0].upper(),
            turn=next_in(stopped.record),
        )
        hold(now.going == known.going or now.held, "play goes on otherwise", deed, was, now)

    def _suspended(self, was: View, deed: Deed, now: View) -> None:
        """See that what a clock did, or a count that is lost, is the referee's: nobody else's."""
        if deed.more["cause"] not in ("time", "count_lost"):
            return
        hold(now.live is not None, "nobody is to look at it", deed, was, now)
        kept = now.stands == was.stands and was.state in ("entered", "ruled")
        hold(kept or now.state == "disputed", "decided by what was said of a clock", deed, now)

    def _proposed(self, was: View, deed: Deed, now: View) -> None:
        """See that a loss is proposed only where nothing is to be found out before."""
        case = now.live
        if case is None or len(case.causes) > 1 or was.case(case.id) is not None:
            return
        winner, reason = case.proposed
        if deed.more["cause"] == "count_lost":
            hold(not winner, "who wins a count that is lost?", deed, now)
        if deed.more["cause"] == "time":
            loses = deed.more["clock"] in ("", "fell", "moved_after") or (
                deed.more["clock"] == "prisoners" and self.text.complete
            )
            right = "white" if deed.more["about"] == now.black else "black"
            wanted = (right, "time") if loses else ("", "")
            hold((winner, reason) == wanted, "proposed over a clock", wanted, deed, now)

    def searched(self, told: Mapping[str, str]) -> None:
        """See that a proof saves no stone that nobody can save; takes what it says of each."""
        for stone, status in told.items():
            hold(status in LOST, "a lost stone is proven to live", stone, status)

    def _says(self, known: Known, player: int, means: Meant | None) -> None:
        known.words[player] = means
        known.late.pop(player, None)
        if means is not None:
            known.ever[player].add(means)

    def _changed(self, known: Known, was: View, deed: Deed, now: View) -> None:
        """Say whether the result may have changed so."""
        told = (deed, was, now, known.words)
        hold(not was.final, "a final ruling changed", *told)
        if was.state == "confirmed":
            self._mended(known, was, deed, now)
            return
        if now.final:
            hold(deed.name in FINISHES, "made final by nobody", *told)
            if was.state == "ruled" and deed.name not in STAFF_RULES:
                hold(was.result == now.result, "became final as another result", *told)
                return
        allowed = {"ruled": STAFF_RULES, "entered": ENTERS, "open": OPENS, "disputed": SUSPENDS}
        hold(deed.name in allowed.get(now.state, {deed.name}), "done by nobody", *told)
        said = (
            deed.name != "undo" and deed.more.get("effect") == "result"
            if now.state == "ruled"
            else now.state == "entered" and deed.name in ("enter", "correct")
        )
        hold(not said or now.result == deed.means, "otherwise than said", *told)
        if deed.name == "vote":
            hold(deed.more["effect"] != "none", "decided without a majority", *told)
            hold(deed.more["effect"] != "uphold" or now.result == was.result, "upheld?", *told)
        match now.state:
            case "confirmed":
                self._confirmed(known, was, deed, now)
            case "open":
                known.words = dict.fromkeys(known.words)
                known.late = {}
            case "disputed" if deed.name == "worker":
                self._accused(was, *told)
            case "disputed" if deed.name in STAFF_RULES:
                self._put_back(known, now)
            case "reported":
                self._reported(known, deed, was, now)

    def _reported(self, known: Known, deed: Deed, was: View, now: View) -> None:
        waiting = now.pending
        hold(waiting is not None, "reported without a report", deed, was, now)
        assert waiting is not None
        if deed.player is None or deed.name in ("answer", "take back"):
            # A referee, what both said of something else, or that it was nothing puts back what
            # was said before.
            hold(
                waiting.meant in known.ever[waiting.player],
                "a report in the name of somebody who never said so",
                deed,
                was,
                now,
                known.ever,
            )
            known.words[waiting.player] = waiting.meant

    def _put_back(self, known: Known, now: View) -> None:
        """Take what stands again for what its authors say: the staff undid what had cleared it."""
        for player in now.players:
            said = now.said(player)
            if said is not None and said.meant in known.ever[player]:
                known.words[player] = said.meant

    def _confirmed(self, known: Known, was: View, deed: Deed, now: View) -> None:
        told = (deed, was, now, known.words)
        hold(deed.name in PLAYERS_MAKE_FINAL, "confirmed by nobody", *told)
        hold(deed.player in now.players, "confirmed by somebody else", *told)
        for player in now.players:
            hold(known.words[player] == now.result, "final, and one did not mean it", player, *told)
        hold(not was.held, "confirmed while a referee decides", *told)
        assert now.result is not None
        if now.result.winner in ("none", "void"):
            hold(not self.text.repetition_forbidden, "no result, which the text forbids", *told)
            whole = [one for one in was.reports if one.stands and one.record in WHOLE - {"others"}]
            for one in whole:
                shown = replayed(LINES[one.record].moves, self.text)
                hold(shown.returns, "no result, and a record shows no repetition", *told)
        for one in was.reports:
            ours = self.told.get(_kind(one.record), set()) <= {now.id}
            if one.stands and one.judged and ours and one.record in ACCUSING - known.looked_at:
                loser = replayed(LINES[one.record].moves, self.text).illegal_by
                offender = {"B": now.black, "W": now.white}.get(loser)
                hold(
                    offender is None or now.result.winner == now.opponent(offender),
                    "an illegal move that a record shows was confirmed away",
                    one,
                    *told,
                )

    def _mended(self, known: Known, was: View, deed: Deed, now: View) -> None:
        told = (deed, was, now, known.words)
        hold(now.state == "confirmed", "a confirmed result was taken off the table", *told)
        if deed.name == "consent":
            for player in now.players:
                hold(known.mends[player] == now.result, "mended without consent", player, *told)
            known.words = dict(known.mends)
            return
        hold(self.policy.reopening != "never", "a confirmed result changed", *told)
        hold(deed.name in {"correct"} | STAFF_RULES, "a confirmed result changed", *told)

    def _accused(self, was: View, *told: object) -> None:
        """See that a worker suspends a result only for what a record really shows."""
        stand = {one.record for one in was.reports if one.stands} | was.brought
        shows = stand & ACCUSING
        hold(shows, "suspended for a record that shows nothing", *told)

    def _always(self, view: View) -> None:
        """What holds for every game at any time."""
        known = self.games[view.id]
        if view.state != "disputed":
            known.going = None
        waiting, live = view.pending, view.live
        match view.state:
            case "open" | "entered":
                hold(waiting is None, "a report waits for nobody", view)
            case "reported":
                hold(waiting is not None, "reported without a report", view)
                assert waiting is not None
                hold(waiting.meant == view.result, "the report is not what stands", view)
                hold(
                    known.words[waiting.player] == view.result,
                    "a report in the name of somebody who does not say so",
                    view,
                    known.words,
                )
            case "disputed":
                hold(live is not None, "suspended without a case: a dead end", view)
                hold(view.result is None, "suspended with a result", view)
            case "ruled":
                hold(view.final or live is not None, "ruled, neither final nor with a case", view)
            case "confirmed":
                hold(waiting is None, "a report waits though the result is final", view)
        if view.over:
            hold(not view.questions, "asked although the result is final", view)

    def decided(self, decision: Mapping[str, Any], view: View) -> Meant | str:
        """Return what a decision makes of a game: a result, or ``open``, or ``as before``."""
        if decision["effect"] == "nothing":
            return "as before"
        if decision["effect"] != "result":
            return "open"
        meant: Meant = decision["means"]
        if meant.winner == "none":
            if self.policy.no_result == "replay":
                return "open"
            if self.policy.no_result == "void":
                return replace_winner(meant, "void")
            return meant
        return self._with_points(meant, decision["points"], view)

    def _with_points(self, meant: Meant, points: Mapping[int, int], view: View) -> Meant:
        """Return who wins when points are taken from a count: the count itself stays a count."""
        if meant.reason not in ("score", "tie") or not points:
            return meant
        black = {view.black: 1, view.white: -1, "draw": 0}.get(meant.winner)
        if black is None:
            return meant
        ahead = black * (meant.margin_half or 0)
        ahead += points.get(view.white, 0) - points.get(view.black, 0)
        equal = even(self.text, *view.players).winner
        winner: object = view.black if ahead > 0 else view.white if ahead < 0 else equal
        return meant if winner == meant.winner else Meant(winner, "ruling", None)

    def count(self, record: str, dead: Collection[str], view: View) -> Meant:
        """Return the result of a record of a game that is counted with these stones dead."""
        stones = () if view.stays else dead
        return counted(LINES[record].moves, stones, self.text, view.black, view.white)


def _kind(record: str) -> str:
    """Return what records of the same moves, or turned ones, have in common."""
    return record.removeprefix("black ").removesuffix(" of others")


def replace_winner(meant: Meant, winner: str) -> Meant:
    """Return a result with another outcome, decided by ruling."""
    return meant._replace(winner=winner, reason="ruling", margin_half=None)
