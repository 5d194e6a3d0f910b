"""The question which stones are dead: who marked which, and where the marks differ."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from adjudication.board.legend import Meaning, sign_for
from adjudication.board.page import is_small, named_points, safe_svg
from adjudication.board.svg import Drawing, Sign
from adjudication.cases.selectors.cases import live_case_of
from adjudication.cases.services.base import policy_of
from adjudication.cases.views.words import ruling_ends
from adjudication.inquiries.services.agreements import with_their_marks
from adjudication.inquiries.services.answering import may_follow
from adjudication.inquiries.views.second_look import SecondLook
from adjudication.models import Inquiry, InquiryKind
from adjudication.policy.forms.after_stop import ACCEPT, KEEP, RESUMED, dispute_ruleset
from adjudication.policy.questions import AnswersOutcome
from adjudication.rules.points import point_names
from adjudication.rules.replay import Replay
from adjudication.rules.rulesets import Resumption
from adjudication.submissions.views.chains import chain_names
from adjudication.triage.models import HELD
from adjudication.triage.selectors import InquiryView
from adjudication.triage.services.dead_stones import named_in_question
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.services.claims import claim_of
from adjudication.verdicts.views import own_sentence
from tournament.games import words
from tournament.games.selectors import GameRow
from tournament.models import Game


def name_of(game: GameRow, colour: str) -> str:
    """Return the name of the player of a colour; empty for no colour."""
    player = {"black": game.black, "white": game.white}.get(colour)
    return player.name if player else ""


def _who(game: GameRow, colour: str) -> str:
    """Return a player's name with their colour: Béa (White)."""
    return f"{name_of(game, colour)} ({words.colour(colour)})"


def _points(names: object) -> str:
    if not isinstance(names, list):
        return _("nothing said")
    return ", ".join(str(name) for name in names) or _("none")


def whose_marks(game: GameRow, current: InquiryView, colour: str, word: str) -> str:
    """Return whose marks an answer is about, and their dead stones; empty for other answers."""
    theirs = "white" if colour == "black" else "black"
    about = {ACCEPT: theirs, KEEP: theirs}.get(word)
    if current.kind != InquiryKind.DEAD_STONES or about is None:
        return ""
    named = named_in_question(current.data, about)
    if named.dead is None:
        return ""
    told = {"name": _who(game, about), "points": _points(named.dead)}
    if named.seki:
        told["seki"] = _points(named.seki)
        return _("The marks of %(name)s, dead: %(points)s; in seki: %(seki)s.") % told
    return _("The marks of %(name)s, dead: %(points)s.") % told


@dataclass(frozen=True, slots=True)
class MarksOf:
    """What one player says is dead, and the note with which they refused the other's report.

    ``seki`` is what they say is in seki, empty for nothing.
    """

    who: str
    points: str
    seki: str
    note: str
    own: bool
    """Whether the reader is this player."""


@dataclass(frozen=True, slots=True)
class BothMarks:
    """Both players' marks, the stones on which they differ, and both on one board.

    ``differing`` is empty if neither has marked any.
    """

    players: tuple[MarksOf, ...]
    differing: str
    svg: SafeString | None
    caption: str
    small: bool


def both_marks(
    page: GamePage, current: InquiryView, replay: Replay | None, colour: str
) -> BothMarks | None:
    """Return what both say is dead, for the question about that; None for any other question.

    ``replay`` is that of the record the question shows, if any; the player of ``colour`` reads it.
    """
    data, game = current.data, page.game
    if current.kind != InquiryKind.DEAD_STONES or "black" not in data:
        return None
    size = page.terms.board_size
    said = {side: named_in_question(data, side) for side in ("black", "white")}
    named = {side: named_points(of.dead or (), size) for side, of in said.items()}
    shared = {side: named_points(of.seki or (), size) for side, of in said.items()}
    differing = (named["black"] ^ named["white"]) | (shared["black"] ^ shared["white"])
    texts = {side: _points(of.dead) for side, of in said.items()}
    in_seki = {side: ", ".join(of.seki or ()) for side, of in said.items()}
    caption = _("The position at the end of the game.")
    if any(shared.values()):
        caption = _(
            "The end of the game: pale stones both call dead, a square both call in seki; of "
            "stones with a question mark you say different things."
        )
    elif any(named.values()):
        caption = _(
            "The end of the game: pale stones both call dead, stones with a question mark only "
            "one of you does."
        )
    told, svg = ", ".join(point_names(differing, size)), None
    if replay is not None and replay.size == size:
        position = tuple(replay.position)

        def chains(points: frozenset[int]) -> str:
            return ", ".join(chain_names(position, size, points)) or _("none")

        texts = {
            side: chains(points) if isinstance(data.get(side), list) else texts[side]
            for side, points in named.items()
        }
        in_seki = {side: chains(points) if points else "" for side, points in shared.items()}
        told = chains(differing)
        drawing = Drawing(
            size=size,
            position=position,
            label=caption,
            dead=named["black"] & named["white"],
            signs={
                **dict.fromkeys(shared["black"] & shared["white"], sign_for(Meaning.SEKI)),
                **dict.fromkeys(differing, Sign.DOUBT),
            },
        )
        svg = safe_svg(drawing)
    notes = {
        report.answered_by_id: report.answer_note
        for report in page.submissions
        if report.answer_note and report.counts
    }
    players = {"black": game.black.id, "white": game.white.id}
    return BothMarks(
        tuple(
            MarksOf(
                _who(game, side),
                texts[side],
                in_seki[side],
                notes.get(players[side], ""),
                side == colour,
            )
            for side in ("black", "white")
        ),
        told if differing else "",
        svg,
        caption,
        is_small(size),
    )


def acceptance(
    page: GamePage, current: InquiryView, inquiry: Inquiry, game: Game, colour: str
) -> SecondLook | None:
    """Return what accepting the opponent's marks leads to for the player of a colour.

    None if there are no longer such marks.
    """
    theirs = "white" if colour == "black" else "black"
    taken = with_their_marks(inquiry, game, theirs)
    if taken is None:
        return None
    claim = str(claim_of(taken.result))
    outcomes = may_follow(inquiry, game, colour, ACCEPT)
    shown = words.core_result(claim)
    marks = whose_marks(page.game, current, colour, ACCEPT)
    return SecondLook(
        ACCEPT,
        claim,
        " ".join((marks, _("The game is counted so:"))).strip(),
        shown,
        own_sentence(page.game, colour, taken.result),
        _("Yes, %(result)s") % {"result": shown},
        " ".join(
            _follows(
                outcomes,
                ruling_ends(live_case_of(game.pk)) if taken.agreed else "",
                agreed=taken.agreed,
                marked=isinstance(current.data.get(colour), list),
            )
        ),
    )


def own_marks(
    page: GamePage, current: InquiryView, inquiry: Inquiry, game: Game, colour: str, word: str
) -> SecondLook | None:
    """Return what an answer leads to that may end the game at once with the player's own marks.

    It may if the opponent only has to accept the marks and they count to the result claimed with
    them. None for an answer that cannot make a result final in this way.
    """
    taken = with_their_marks(inquiry, game, colour)
    if taken is None or not taken.agreed:
        return None
    outcomes = may_follow(inquiry, game, colour, word)
    if AnswersOutcome.CONFIRM not in outcomes:
        return None
    claim = str(claim_of(taken.result))
    answered = bool(current.answer_of("white" if colour == "black" else "black"))
    follows = (
        _(
            "Your opponent has already answered. If they accept your marks, this is the result at "
            "once, and final: neither of you can take it back."
        )
        if answered
        else _(
            "Once your opponent accepts your marks, this is the result, and final: you are not "
            "asked again. Until they answer you can change your answer."
        )
    )
    counted = _("With your marks the game is counted so:")
    if word == RESUMED and AnswersOutcome.ALL_STAND in outcomes:
        counted = _("If your opponent accepts your marks all the same, the game is counted so:")
        stand = _(
            "If they say as you do that you have played on, that is not the result: no stone is "
            "removed, and you report the game anew."
        )
        follows = f"{stand} {follows}"
    tournament = game.round.tournament
    way = dispute_ruleset(tournament.ruleset, policy_of(tournament))
    follows = " ".join((follows, *_otherwise(word, way.resumption.value, outcomes)))
    ends = ruling_ends(live_case_of(game.pk))
    return SecondLook(
        word,
        claim,
        counted,
        words.core_result(claim),
        own_sentence(page.game, colour, taken.result),
        _("Yes, this is my answer"),
        f"{follows} {ends}".strip(),
    )


def _otherwise(word: str, way: Resumption, outcomes: frozenset[str]) -> Iterator[str]:
    """Yield what happens with the player's own marks if the opponent does not accept them.

    It covers whatever the opponent may say, without telling what they have already said.
    """
    resumes, refers = AnswersOutcome.RESUME in outcomes, AnswersOutcome.CASE in outcomes
    stays_open = _("If they say anything else, a referee decides.")
    if word == RESUMED or way is Resumption.OPPONENT_OF_REQUESTER:
        if resumes:
            yield _(
                "If they ask to play on, play goes on from the position at the stop, and you move "
                "first."
            )
    elif way is Resumption.AGREED and resumes:
        yield _(
            "If they name the same player to move first, play goes on from the position at the "
            "stop. If they name the other, no stones are taken off and all those on the board are "
            "counted."
        )
    elif resumes:
        yield _("If they do not accept them, play goes on from the position at the stop.")
        yield _("The player who did not pass last moves first.")
        stays_open = _("If they say that you have already played on, a referee decides.")
    if AnswersOutcome.GO_ON in outcomes:
        yield _("If they say that you both mark the dead stones, you do.")
    if refers:
        yield stays_open


def _follows(outcomes: frozenset[str], ends: str, *, agreed: bool, marked: bool) -> Iterator[str]:
    """Yield what accepting the opponent's marks leads to, given the possible outcomes.

    ``ends`` says that a ruling becomes final with the result, if there is one. ``agreed`` says that
    the marks count to the opponent's claim. ``marked`` says that the player who accepts has marked
    stones too: otherwise the opponent can only give up their own.
    """
    if HELD in outcomes:
        yield _("A referee is working on the case: they see your answer, and decide.")
        return
    yield (
        _(
            "That is what your opponent reported: once you have both answered, it is the result, "
            "and final."
        )
        if agreed
        else _(
            "Your opponent reported something else: once you have both answered, they still have "
            "to confirm this."
        )
    )
    if ends:
        yield ends
    if AnswersOutcome.RESUME in outcomes:
        yield _("But if your opponent asks to play on, play goes on.")
    if AnswersOutcome.CASE in outcomes:  # the records stop in different positions
        yield _("But if your opponent asks to play on, a referee decides.")
    if AnswersOutcome.GO_ON in outcomes:
        yield (
            _("If they accept your marks instead, or want to mark again, you both do.")
            if marked
            else _("If they give up their own marks instead, you both mark again.")
        )
