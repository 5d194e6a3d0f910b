"""Walks every line of play that a certificate's strategy allows, by the checker's own rules."""

from __future__ import annotations

from typing import Final

from adjudication.confirmation.checker.board import Ground, Play
from adjudication.confirmation.checker.errors import CheckError
from adjudication.confirmation.checker.leaves import cannot_live, lives_for_good
from adjudication.confirmation.checker.reading import KO_PASS, NAMED_KO, PASS, Claim, Node
from adjudication.confirmation.problem import KoPass, Question
from adjudication.rules.colours import BLACK, EMPTY

MOST_WORK: Final = 40_000_000
"""So many moves of the loser's, times points of the region, are tried at most: some 40 seconds."""
MOST_STATES: Final = 500_000
"""So many states are come to at most: some 250 MB."""


class Walk:
    """One walk. ``used`` are the nodes whose moves it took, ``states`` how many it came to."""

    def __init__(self, claim: Claim) -> None:
        """Prepare; nothing is walked yet."""
        problem = claim.problem
        self.claim, self.moves = claim, claim.moves
        self.question, self.reading = problem.question, problem.ko_pass
        self.owner, self.attacker = problem.owner, problem.attacker
        self.winner = claim.winning_colour
        self.ground = ground = Ground(problem.region)
        points = problem.region.points
        self.target = frozenset(cell for cell in ground.cells if points[cell] in problem.target)
        self.local = frozenset(cell for cell in ground.cells if points[cell] in problem.local)
        self.used: set[Node] = set()
        self.states = 0
        self._work = 0

    def root(self) -> Node:
        """Return the state in which play begins."""
        first, owner = self.ground.first, self.owner
        mine = (cell for cell in self.ground.cells if first[cell] == owner)
        standing = bytes(cell for cell in mine if cell in self.local)
        return Node(first, b"", b"", standing, self.attacker)

    def run(self) -> None:
        """Walk all of it. Raises CheckError where it is no proof.

        Whoever has to win in finitely many moves may come to no state twice on one way.
        """
        must_end = self.claim.winner is self.claim.problem.prover
        root = self.root()
        on_the_way = {root: True}
        path = [(root, iter(self.after(root)))]
        while path:
            node, rest = path[-1]
            for after in rest:
                again = on_the_way.get(after)
                if again is None:
                    if len(on_the_way) >= MOST_STATES:
                        raise CheckError("walk.too_long", "too many states would be come to")
                    on_the_way[after] = True
                    path.append((after, iter(self.after(after))))
                    break
                if again and must_end:
                    raise CheckError("walk.cycle", "play comes round to the same state for ever")
            else:
                on_the_way[node] = False
                path.pop()
        self.states = len(on_the_way)

    def after(self, node: Node) -> list[Node]:
        """Return where play goes on: by the winner's one move, or by each of the loser's.

        None where the winner has won. Raises CheckError where he has not, and has no move. A move
        that the certificate names is followed, even where a static result would do.
        """
        if self.question is Question.Q0 and self.target.isdisjoint(node.standing):
            if self.winner == self.attacker:
                return []
            raise CheckError("walk.lost", "the target is captured")
        step = self.moves.get(node) if node.mover == self.winner else None
        if step is not None:
            self.used.add(node)
            after = self.one_move(node, step)
            if after is None:
                raise CheckError("walk.illegal", "a move is not allowed by the rules")
            return [after]
        if self.decided(node):
            return []
        if node.mover == self.winner:
            raise CheckError("walk.missing", "a state is reached for which there is no move")
        return self.all_moves(node)

    # --- What a state is ---

    def decided(self, node: Node) -> bool:
        """Return whether the winner has won by a static result."""
        board = node.board
        still = self.target.intersection(node.standing)
        if self.winner == self.attacker:
            asked = still if self.question is Question.Q0 else self.local
            return cannot_live(self.ground, board, self.attacker, asked)
        if self.question is Question.Q0:
            return lives_for_good(self.ground, board, still)
        return lives_for_good(self.ground, board, still.union(self.new(node)))

    def new(self, node: Node) -> list[int]:
        """Return where among the local points the owner has a stone that he has played."""
        board, owner = node.board, self.owner
        return [cell for cell in self.local.difference(node.standing) if board[cell] == owner]

    def good_for_mover(self, node: Node) -> bool:
        """Return whether who is to move may pass."""
        good = not self.target.isdisjoint(node.standing)
        if not good and self.question is not Question.Q0:
            good = bool(self.new(node))
        return good == (node.mover == self.owner)

    # --- Moves ---

    def all_moves(self, node: Node) -> list[Node]:
        """Return what every move that is allowed leads to."""
        return [after for _, after in self.all_steps(node)]

    def all_steps(self, node: Node) -> list[tuple[int, Node]]:
        """Return every move that is allowed and what it leads to."""
        board, mover = node.board, node.mover
        found = []
        for cell in self.ground.cells:
            if board[cell] == EMPTY:
                play = self.ground.play(board, mover, cell)
                after = None if play is None else self.played(node, cell, play)
                if after is not None:
                    found.append((cell, after))
        bans = node.bans_black if mover == BLACK else node.bans_white
        if bans and self.reading is KoPass.EACH:
            named = [NAMED_KO - cell for cell in bans]
            found += [(step, self.lifted(node, step)) for step in named]
        elif bans:
            found.append((KO_PASS, self.lifted(node, KO_PASS)))
        if self.good_for_mover(node):
            found.append((PASS, node._replace(mover=3 - mover)))
        self._work += (len(found) + 1) * len(self.ground.cells)
        if self._work > MOST_WORK:
            raise CheckError("walk.too_long", "too many moves would have to be tried")
        return found

    def one_move(self, node: Node, step: int) -> Node | None:
        """Return what one move leads to; None when it is not allowed."""
        mover = node.mover
        if step == PASS:
            return node._replace(mover=3 - mover) if self.good_for_mover(node) else None
        if step < PASS:
            bans = node.bans_black if mover == BLACK else node.bans_white
            named = bool(bans) if step == KO_PASS else NAMED_KO - step in bans
            return self.lifted(node, step) if named else None
        if node.board[step] != EMPTY:
            return None
        play = self.ground.play(node.board, mover, step)
        return None if play is None else self.played(node, step, play)

    def played(self, node: Node, cell: int, play: Play) -> Node | None:
        """Return what a play leads to; None when it takes back a ko too early."""
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
        return Node(board, black, white, standing, 3 - mover)

    def lifted(self, node: Node, step: int) -> Node:
        """Return what a pass for a ko leads to."""
        board, black, white, standing, mover = node
        if self.reading is KoPass.BOTH:
            black = white = b""
        else:
            own = black if mover == BLACK else white
            own = b"" if step == KO_PASS else own.replace(bytes((NAMED_KO - step,)), b"")
            black, white = (own, white) if mover == BLACK else (black, own)
        return Node(board, black, white, standing, 3 - mover)
