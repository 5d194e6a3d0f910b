"""What was ruled in cases: everything that was decided, and what it means for players."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from adjudication.models import Case, CaseState, Effect, Penalty, PenaltyKind, Ruling
from adjudication.policy.causes import BEHAVIOUR
from adjudication.policy.decisions import BoardCount, Decision, PenaltyGiven, board_count_from
from language.messages import Message, message_from
from tournament.common.prepared import prepared
from tournament.games.selectors import GameRow
from tournament.models import GameState
from tournament.rounds.selectors.running import RunningGame
from tournament.spoken import catalogue, renders_as, translated


@dataclass(frozen=True, slots=True)
class PenaltyLine:
    """A penalty of a ruling; points in half-points, time in seconds."""

    player_id: int
    number: int
    name: str
    colour: str
    """``black`` or ``white`` in the game of the case, otherwise empty."""
    kind: str
    points_half: int | None
    seconds: int | None
    note: str
    state: str
    """The state of its case."""

    @property
    def final(self) -> bool:
        """Whether it can no longer change, so that everybody may read it."""
        return self.state == CaseState.FINAL

    @property
    def given(self) -> PenaltyGiven:
        """Return the penalty without its note."""
        return PenaltyGiven(self.number, self.kind, self.points_half, self.seconds)


@dataclass(frozen=True, slots=True)
class RulingView:
    """One decision of a case. ``stands`` marks the last one; ``final`` one that cannot change.

    ``by`` names whom the link was made for, or the player; ``resume_move`` is the number of the
    last move that stands.
    """

    id: int
    case_id: int
    number: int
    kind: str
    effect: str
    winner: str
    reason: str
    margin_half: int | None
    resume_move: int | None
    resume_record: str
    rules: str
    cause: str
    finding: str
    articles: tuple[str, ...]
    reasons: str
    by: str
    made_at: datetime
    stands: bool
    final: bool
    penalties: tuple[PenaltyLine, ...]
    counted: BoardCount | None = None
    """The count of the board that the reasons give, if there is one."""
    made_of: Message | None = None
    """The message behind the reasons, if they stand as proposed."""
    before_committee: bool = False
    """Whether an appeal against a ruling of its case is waiting."""

    @property
    def decision(self) -> Decision:
        """Return the decision that it was made from."""
        return Decision(
            effect=self.effect,
            winner=self.winner,
            reason=self.reason,
            margin_half=self.margin_half,
            resume_move=self.resume_move,
            resume_record=self.resume_record,
            articles=self.articles,
            finding=self.finding,
            reasons=self.reasons,
            penalties=tuple(
                replace(penalty.given, note=penalty.note) for penalty in self.penalties
            ),
            counted=self.counted,
        )


@dataclass(frozen=True, slots=True)
class ResumptionByRuling:
    """A game reopened by a ruling: to be played again, or to go on from a position."""

    case_id: int
    case: int
    resume_move: int | None
    """The number of the last move that stands; None if the game is played again."""
    resume_record: str
    """The SHA-256 of the record with that move, if there is one."""
    reasons: str


def standing_rulings() -> "QuerySet[Ruling]":
    """Return the rulings that no other supersedes."""
    return Ruling.objects.filter(superseded_by=None)


def overtaken_by_result() -> "QuerySet[Ruling]":
    """Return the rulings that become final as soon as both players confirm their game's result.

    Such a ruling let the game go on or be played again: what both confirm afterwards stands (J:
    Art. 10), whatever an appeal might say about how they came to it. A penalty stays open to
    appeal.
    """
    penal = Exists(Penalty.objects.filter(ruling=OuterRef("pk")))
    return standing_rulings().filter(
        ~penal, case__state=CaseState.RULED, effect__in=(Effect.RESUME, Effect.REPLAY)
    )


def rulings_of(case_id: int) -> tuple[RulingView, ...]:
    """Return all that was decided in a case, the newest first. Two queries at most."""
    return _views(_rulings(case_id))


def rulings_by_case(game_id: int) -> dict[int, tuple[RulingView, ...]]:
    """Return :func:`rulings_of` all cases of a game, by the numbers of the cases that have any."""
    rows = _rulings_of_game(game_id)
    views = {view.id: view for view in _views(rows)}
    found: dict[int, tuple[RulingView, ...]] = {}
    for row in rows:
        found[row.case.number] = (*found.get(row.case.number, ()), views[row.pk])
    return found


def resumption_by_ruling(game_id: int) -> ResumptionByRuling | None:
    """Return where a game reopened by a ruling goes on from; None for any other game."""
    return _went_on(standing_rulings().filter(case__game=game_id, case__game__state="open"))


def past_resumption_by_ruling(game_id: int) -> ResumptionByRuling | None:
    """Return where a game's latest ruling let it go on from, whatever was reported since."""
    return _went_on(standing_rulings().filter(case__game=game_id))


def _went_on(rulings: "QuerySet[Ruling]") -> ResumptionByRuling | None:
    ruling = (
        rulings.exclude(effect=Effect.NOTHING)
        .order_by("-made_at", "-pk")
        .values_list(
            *("effect", "case_id", "case__number", "resume_move", "resume_record"),
            *("reasons", "made_of"),
        )
        .first()
    )
    if ruling is None or ruling[0] not in (Effect.REPLAY, Effect.RESUME):
        return None
    _effect, case_id, number, move, digest, *reasons = ruling
    return ResumptionByRuling(case_id, number, move, digest, reasons_in_language(*reasons))


def reasons_in_language(reasons: str, made_of: Any, language: str = "") -> str:
    """Return the reasons of a ruling, in the reader's language if possible.

    Reasons left as proposed (``made_of``) are a message and can be translated. What somebody wrote
    stays as written, and so does what was published if the message says something else by now.
    """
    if made_of is None:
        return reasons
    message = message_from(made_of)
    if not renders_as(message, reasons):
        return reasons
    return message.render(catalogue(language)) if language else translated(message)


def count_of_result(game: GameRow) -> BoardCount | None:
    """Return the count by which a ruling gave a game its present result, or None.

    One query.
    """
    stored = _deciding(game).values_list("counted", flat=True).first()
    counted = None if stored is None else board_count_from(stored)
    if counted is None or (counted.winner, counted.margin_half) != (game.winner, game.margin_half):
        return None
    return counted


def articles_of_result(game: GameRow) -> tuple[str, ...]:
    """Return the keys of the articles in the final ruling that gave a ruled game its result.

    They are public, so there are none if somebody's behaviour comes into the case, whatever the
    ruling says about it. One query.
    """
    ruling = (
        _deciding(game)
        .values_list("effect", "case__state", "case__grounds", "articles", named=True)
        .first()
    )
    if ruling is None or ruling.effect != Effect.RESULT or ruling.case__state != CaseState.FINAL:
        return ()
    behaviour = any(ground["cause"] in BEHAVIOUR for ground in ruling.case__grounds)
    return () if behaviour else tuple(ruling.articles)


def _deciding(game: GameRow) -> "QuerySet[Ruling]":
    """Return the standing rulings that decide something about a game, the last first."""
    given = standing_rulings().filter(case__game=game.id).exclude(effect=Effect.NOTHING)
    return given.order_by("-made_at", "-pk")


def records_held(game_id: int) -> bool:
    """Whether a ruling on a game is not final: an appeal may rest on what the records show."""
    ruled = Case.objects.filter(game=game_id, state__in=(CaseState.RULED, CaseState.APPEALED))
    return ruled.exists()


def provisional_rulings(game_ids: Iterable[int]) -> Mapping[int, str]:
    """Return the state of the case whose ruling decides a game but is not final, by game.

    A ruling that leaves the game as it is does not count. One query.
    """
    rows = standing_rulings().filter(
        case__game__in=game_ids, case__state__in=(CaseState.RULED, CaseState.APPEALED)
    )
    decided = rows.exclude(effect=Effect.NOTHING).order_by("made_at", "pk")
    return dict(decided.values_list("case__game_id", "case__state"))


def provisional_of(games: Iterable[GameRow | RunningGame]) -> Mapping[int, str]:
    """Return :func:`provisional_rulings` of listed games, querying only if there can be one."""
    ruled = [game.id for game in games if game.state == GameState.RULED]
    return provisional_rulings(ruled) if ruled else {}


def penalties_in(games: Iterable[GameRow | RunningGame]) -> Mapping[int, tuple[PenaltyLine, ...]]:
    """Return :func:`penalties_of` listed games, querying only if there can be one."""
    known = [game.id for game in games if game.winner]
    return penalties_of(known) if known else {}


def penalties_of(game_ids: Iterable[int]) -> Mapping[int, tuple[PenaltyLine, ...]]:
    """Return the standing penalties beside the results of some games, by game. One query.

    Those that are not :attr:`PenaltyLine.final` are only for the game's players and the staff.
    """
    found: dict[int, list[PenaltyLine]] = {}
    for game_id, *row in _standing_penalties(list(game_ids)):
        found.setdefault(game_id, []).append(_line(*row))
    return {game_id: tuple(lines) for game_id, lines in found.items()}


def warnings_in(tournament_id: int) -> Mapping[int, int]:
    """Return the number of standing warnings of each player, by the player's id. One query."""
    rows = Penalty.objects.filter(
        kind=PenaltyKind.WARNING,
        ruling__superseded_by=None,
        ruling__case__tournament=tournament_id,
    )
    return Counter(rows.values_list("player_id", flat=True))


@prepared
def _rulings(case_id: int) -> "QuerySet[Ruling, Any]":
    return _with_penal(Ruling.objects.filter(case=case_id).order_by("-number"))


@prepared
def _rulings_of_game(game_id: int) -> "QuerySet[Ruling, Any]":
    return _with_penal(Ruling.objects.filter(case__game=game_id).order_by("case", "-number"))


def _with_penal(rows: "QuerySet[Ruling, Any]") -> "QuerySet[Ruling, Any]":
    penal = Exists(Penalty.objects.filter(ruling=OuterRef("pk")))
    return rows.annotate(penal=penal).select_related("case", "by__player", "superseded_by")


def _views(rulings: list[Any]) -> tuple[RulingView, ...]:
    lines: dict[int, list[PenaltyLine]] = {}
    penal = [ruling.pk for ruling in rulings if ruling.penal]
    if penal:
        for ruling_id, *row in _penalties(penal):
            lines.setdefault(ruling_id, []).append(_line(*row))
    return tuple(_view(ruling, tuple(lines.get(ruling.pk, ()))) for ruling in rulings)


def _view(ruling: Ruling, penalties: tuple[PenaltyLine, ...]) -> RulingView:
    stands = not hasattr(ruling, "superseded_by")
    return RulingView(
        id=ruling.pk,
        case_id=ruling.case_id,
        number=ruling.number,
        kind=ruling.kind,
        effect=ruling.effect,
        winner=ruling.winner,
        reason=ruling.reason,
        margin_half=ruling.margin_half,
        resume_move=ruling.resume_move,
        resume_record=ruling.resume_record,
        rules=ruling.rules,
        cause=ruling.cause,
        finding=ruling.finding,
        articles=tuple(ruling.articles),
        reasons=reasons_in_language(ruling.reasons, ruling.made_of),
        by=ruling.by.player.name if ruling.by.player else ruling.by.name,
        made_at=ruling.made_at,
        stands=stands,
        final=stands and ruling.case.state == CaseState.FINAL,
        penalties=penalties,
        counted=None if ruling.counted is None else board_count_from(ruling.counted),
        made_of=None if ruling.made_of is None else message_from(ruling.made_of),
        before_committee=ruling.case.state == CaseState.APPEALED,
    )


@prepared
def _penalties(ruling_ids: Sequence[int]) -> "QuerySet[Penalty, tuple[Any, ...]]":
    return _penalty_rows(Penalty.objects.filter(ruling__in=ruling_ids), "ruling_id")


@prepared
def _standing_penalties(game_ids: Sequence[int]) -> "QuerySet[Penalty, tuple[Any, ...]]":
    rows = Penalty.objects.filter(ruling__superseded_by=None, ruling__case__game__in=game_ids)
    return _penalty_rows(rows, "ruling__case__game_id")


def _penalty_rows(rows: "QuerySet[Penalty]", first: str) -> "QuerySet[Penalty, tuple[Any, ...]]":
    return rows.order_by("pk").values_list(
        first,
        "player_id",
        "player__number",
        "player__public_name",
        "ruling__case__game__black_id",
        "kind",
        "points_half",
        "seconds",
        "note",
        "ruling__case__state",
        "ruling__case__game_id",
    )


def _line(
    player_id: int,
    number: int,
    name: str,
    black_id: int | None,
    kind: str,
    points_half: int | None,
    seconds: int | None,
    note: str,
    state: str,
    game_id: int | None,
) -> PenaltyLine:
    colour = "" if game_id is None else "black" if player_id == black_id else "white"
    return PenaltyLine(player_id, number, name, colour, kind, points_half, seconds, note, state)
