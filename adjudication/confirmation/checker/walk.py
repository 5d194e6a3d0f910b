"""Walks every line of play that a certificate's strategy allows, by the checker's own rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from adjudication.confirmation.checker.board import Play, RegionCells
from adjudication.confirmation.checker.dividing import DividingUp
from adjudication.confirmation.checker.errors import CheckError
from adjudication.confirmation.checker.filling import FillingUp
from adjudication.confirmation.checker.leaves import (
    cannot_live,
    joined_to_walls,
    lives_for_good,
)
from adjudication.confirmation.checker.reading import (
    KO_PASS,
    NAMED_KO,
    PASS,
    CertifiedClaim,
    CheckerState,
    Guarded,
)
from adjudication.confirmation.problem import KoPass, TargetQuestion
from adjudication.rules.colours import BLACK, EMPTY

MOST_WORK: Final = 40_000_000
"""The most work, in moves of the loser's tried times points of the region: some 40 seconds."""
MOST_STATES: Final = 500_000
"""The most states reached: some 250 MB."""


class Walk:
    """One walk.

    ``used`` are the states whose moves in the certificate were used, ``states`` is the number of
    states reached, and ``work`` the number of moves of the loser's tried, times the points of the
    region.
    """

    def __init__(self, claim: CertifiedClaim, most_work: int | None = None) -> None:
        """Prepare; nothing is walked yet. ``most_work`` may allow less than MOST_WORK."""
        problem = claim.problem
        self.claim, self.moves = claim, claim.moves
        self.question, self.reading = problem.question, problem.ko_pass
        self.owner, self.attacker = problem.owner, problem.attacker
        self.winner = claim.winning_colour
        self.ground = ground = RegionCells(problem.region)
        points = problem.region.points
        self.target = frozenset(cell for cell in ground.cells if points[cell] in problem.target)
        self.local = frozenset(cell for cell in ground.cells if points[cell] in problem.local)
        self.most_work = MOST_WORK if most_work is None else most_work
        self.used: set[CheckerState] = set()
        self.states = self.work = 0
        self.filling = FillingUp(ground, self.attacker)
        self.dividing = DividingUp(ground, self.owner)
        self.areas = {guarded.cells: AreaWalk(self, guarded) for guarded in claim.guarded}

    def root(self) -> CheckerState:
        """Return the state in which play begins."""
        first, owner = self.ground.first, self.owner
        mine = (cell for cell in self.ground.cells if first[cell] == owner)
        standing = bytes(cell for cell in mine if cell in self.local)
        return CheckerState(first, b"", b"", standing, self.attacker)

    def run(self) -> None:
        """Walk everything. Raises CheckError if it is no proof.

        If the winner has to win in finitely many moves, no line may repeat a state.
        """
        self.walk([self.root()], must_end=self.claim.winner is self.claim.problem.prover)
        for area in self.areas.values():
            area.states, area.work = self.states, self.work
            area.run()
            self.states, self.work = area.states, area.work

    @property
    def unused_count(self) -> int:
        """Return how many moves and states of the certificate were never reached."""
        own = len(self.moves) - len(self.used)
        return own + sum(area.spare for area in self.areas.values())

    def walk(self, roots: Iterable[CheckerState], *, must_end: bool) -> None:
        """Walk everything that follows some states. Raises CheckError if it is no proof."""
        on_the_way: dict[CheckerState, bool] = {}
        for root in roots:
            if root not in on_the_way:
                self._walk_on(root, on_the_way, must_end)
        self.states += len(on_the_way)

    def _walk_on(
        self, first: CheckerState, on_the_way: dict[CheckerState, bool], must_end: bool
    ) -> None:
        on_the_way[first] = True
        path = [(first, iter(self.next_states(first)))]
        while path:
            node, rest = path[-1]
            for after in rest:
                again = on_the_way.get(after)
                if again is None:
                    if self.states + len(on_the_way) >= MOST_STATES:
                        raise CheckError("walk.too_long", "too many states would be come to")
                    on_the_way[after] = True
                    path.append((after, iter(self.next_states(after))))
                    break
                if again and must_end:
                    raise CheckError("walk.cycle", "play comes round to the same state for ever")
            else:
                on_the_way[node] = False
                path.pop()

    def next_states(self, node: CheckerState) -> list[CheckerState]:
        """Return where play goes: by the winner's one move, or by each of the loser's.

        The list is empty if the winner has won. Raises CheckError if they have not and have no
        move. A move that the certificate names is followed even where a static result would do.
        """
        if self.question is TargetQuestion.Q0 and self.target.isdisjoint(node.standing):
            if self.winner == self.attacker:
                return []
            raise CheckError("walk.lost", "the target is captured")
        step = self.moves.get(node) if node.mover == self.winner else None
        if step is not None:
            self.used.add(node)
            after = self.after_step(node, step)
            if after is None:
                raise CheckError("walk.illegal", "a move is not allowed by the rules")
            return [after]
        if self.is_decided(node):
            return []
        if node.mover == self.winner:
            raise CheckError("walk.missing", "a state is reached for which there is no move")
        if (area := self.area_guarded(node)) is not None:
            area.entered.add(area.restricted_to_area(node))
            return []
        return self.after_all_steps(node)

    def area_guarded(self, node: CheckerState) -> AreaWalk | None:
        """Return the area that the certificate says is guarded from a state on, or None.

        The area is every part of the region, without the attacker's stones joined to the attacker's
        walls, that is connected with a local point.
        """
        if not self.areas or node.mover != self.owner:
            return None
        joined = joined_to_walls(self.ground, node.board, self.attacker)
        cells = self.local - joined
        todo = list(cells)
        for cell in todo:
            fresh = set(self.ground.inside[cell]) - joined - cells
            cells |= fresh
            todo += fresh
        area = self.areas.get(cells)
        return area if area is not None and area.restricted_to_area(node) in area.starts else None

    # --- What a state is ---

    def is_decided(self, node: CheckerState) -> bool:
        """Return whether the winner has won by a static result."""
        board = node.board
        still = self.target.intersection(node.standing)
        if self.winner == self.attacker:
            asked = still if self.question is TargetQuestion.Q0 else self.local
            if cannot_live(self.ground, board, self.attacker, asked):
                return True
            return node.mover == self.owner and self._filled(node, asked)
        if self.question is not TargetQuestion.Q0:
            still = still.union(self.newly_standing(node))
        if lives_for_good(self.ground, board, still):
            return True
        told = self.claim.format > 1 and node.mover == self.attacker and node != self.root()
        return told and self._divided(node, still)

    def _divided(self, node: CheckerState, counting: Collection[int]) -> bool:
        """Return whether the owner can make two eyes, whatever the attacker plays."""
        bans = node.bans_black if self.owner == BLACK else node.bans_white
        tried = self.dividing.tried
        divides = self.dividing.succeeds(node.board, bans, counting)
        self._spend(self.dividing.tried - tried)
        return divides

    def _filled(self, node: CheckerState, asked: Collection[int]) -> bool:
        """Return whether the attacker can fill what is left, whatever the owner plays."""
        bans = node.bans_black if self.attacker == BLACK else node.bans_white
        tried = self.filling.tried
        fills = self.filling.succeeds(node.board, bans, asked)
        self._spend(self.filling.tried - tried)
        return fills

    def _spend(self, moves: int) -> None:
        """Count moves that were tried. Raises CheckError if there are too many."""
        self.work += moves * len(self.ground.cells)
        if self.work > self.most_work:
            raise CheckError("walk.too_long", "too many moves would have to be tried")

    def newly_standing(self, node: CheckerState) -> list[int]:
        """Return the local points on which a stone that the owner has played stands."""
        board, owner = node.board, self.owner
        return [cell for cell in self.local.difference(node.standing) if board[cell] == owner]

    def may_pass(self, node: CheckerState) -> bool:
        """Return whether the player to move may pass."""
        good = not self.target.isdisjoint(node.standing)
        if not good and self.question is not TargetQuestion.Q0:
            good = bool(self.newly_standing(node))
        return good == (node.mover == self.owner)

    # --- Moves ---

    def after_all_steps(self, node: CheckerState) -> list[CheckerState]:
        """Return what every allowed move leads to."""
        return [after for _, after in self.all_steps(node)]

    def all_steps(self, node: CheckerState) -> list[tuple[int, CheckerState]]:
        """Return every allowed move and what it leads to."""
        board, mover = node.board, node.mover
        found = []
        for cell in self.ground.cells:
            if board[cell] == EMPTY:
                play = self.ground.play(board, mover, cell)
                after = None if play is None else self.after_play(node, cell, play)
                if after is not None:
                    found.append((cell, after))
        bans = node.bans_black if mover == BLACK else node.bans_white
        if bans and self.reading is KoPass.EACH:
            named = [NAMED_KO - cell for cell in bans]
            found += [(step, self.after_ko_pass(node, step)) for step in named]
        elif bans:
            found.append((KO_PASS, self.after_ko_pass(node, KO_PASS)))
        if self.may_pass(node):
            found.append((PASS, node._replace(mover=3 - mover)))
        self._spend(len(found) + 1)
        return found

    def after_step(self, node: CheckerState, step: int) -> CheckerState | None:
        """Return what one move leads to, None if it is not allowed."""
        mover = node.mover
        if step == PASS:
            return node._replace(mover=3 - mover) if self.may_pass(node) else None
        if step < PASS:
            bans = node.bans_black if mover == BLACK else node.bans_white
            named = bool(bans) if step == KO_PASS else NAMED_KO - step in bans
            return self.after_ko_pass(node, step) if named else None
        if node.board[step] != EMPTY:
            return None
        play = self.ground.play(node.board, mover, step)
        return None if play is None else self.after_play(node, step, play)

    def after_play(self, node: CheckerState, cell: int, play: Play) -> CheckerState | None:
        """Return what a play leads to, None if it retakes a ko too early."""
        _, black, white, standing, mover = node
        board, taken, takes_a_ko = play
        if black or white:
            if len(taken) == 1 and cell in (black if mover == BLACK else white):
                return None
            occupied = bytes((cell,))
            black, white = black.replace(occupied, b""), white.replace(occupied, b"")
        if taken:
            if takes_a_ko and mover == BLACK:
                white = bytes(sorted({*white, *taken}))
            elif takes_a_ko:
                black = bytes(sorted({*black, *taken}))
            standing = bytes(still for still in standing if still not in taken)
        return CheckerState(board, black, white, standing, 3 - mover)

    def after_ko_pass(self, node: CheckerState, step: int) -> CheckerState:
        """Return what a pass for a ko leads to."""
        board, black, white, standing, mover = node
        if self.reading is KoPass.BOTH:
            black = white = b""
        else:
            own = black if mover == BLACK else white
            own = b"" if step == KO_PASS else own.replace(bytes((NAMED_KO - step,)), b"")
            black, white = (own, white) if mover == BLACK else (black, own)
        return CheckerState(board, black, white, standing, 3 - mover)


class AreaWalk(Walk):
    """An area on its own, surrounded only by stones of the attacker's that stand for good.

    This is why that is enough for the whole problem in Q1 and Q2. The attacker never loses the
    stones around the area, since they are joined to the attacker's walls. So a play elsewhere takes
    nothing in the area, gives nothing there a liberty, and to the area is only a pass or a pass for
    a ko; the owner is therefore allowed all passes *elsewhere*. Every point where a stone of theirs
    counts is in the area or is the attacker's for good. As long as the attacker has an answer in
    the area to whatever is played there, and to all passes, they always have a move, so play never
    ends in the owner's favour; and in Q1 and Q2 endless play is a win for the attacker.

    ``entered`` are the states in which the walk of the whole region handed over to this one.
    """

    def __init__(self, whole: Walk, guarded: Guarded) -> None:
        """Prepare; nothing is walked yet."""
        vars(self).update(vars(whole))
        self.starts, self.moves = guarded.starts, guarded.moves
        self.cells = guarded.cells
        self.ground = whole.ground.part(guarded.cells, whole.attacker)
        self.filling = FillingUp(self.ground, whole.attacker)
        self.local = whole.local & guarded.cells
        self.areas: dict[frozenset[int], AreaWalk] = {}
        self.used: set[CheckerState] = set()
        self.entered: set[CheckerState] = set()

    def run(self) -> None:
        """Walk everything after the starts. Raises CheckError if the attacker has no answer."""
        self.walk(sorted(self.starts), must_end=False)

    @property
    def spare(self) -> int:
        """Return how many moves and states of the area were never reached."""
        return len(self.starts) - len(self.entered) + len(self.moves) - len(self.used)

    def restricted_to_area(self, node: CheckerState) -> CheckerState:
        """Return a state with only what is in the area."""
        board = bytearray(node.board)
        for cell in range(len(board) - 2):
            if cell not in self.cells:
                board[cell] = EMPTY
        black, white, standing = (
            bytes(cell for cell in of if cell in self.cells)
            for of in (node.bans_black, node.bans_white, node.standing)
        )
        return CheckerState(bytes(board), black, white, standing, node.mover)

    def all_steps(self, node: CheckerState) -> list[tuple[int, CheckerState]]:
        """Return every allowed move, including the owner's passes, and what it leads to."""
        found = super().all_steps(node)
        if node.mover == self.owner:
            after = [node._replace(mover=self.attacker)]
            if self.reading is KoPass.BOTH:
                after.append(after[0]._replace(bans_black=b"", bans_white=b""))
            known = {node for _, node in found}
            found += [(PASS, node) for node in after if node not in known]
        return found
