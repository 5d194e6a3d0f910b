"""What an OpenGotha file cannot carry, one sentence each."""

from collections import Counter

from language.localtext import LocalText
from tournament.formats.komi import without_usual
from tournament.formats.opengotha.names import MAX_CRITERIA, MAX_ROUNDS
from tournament.state.event import Details
from tournament.state.games import Game
from tournament.state.parameters import Komi, Method, Parameters
from tournament.state.results import Decided, Outcome
from tournament.state.wishes import Wishes


class Lost:
    """Collects sentences; the same one is said once."""

    def __init__(self) -> None:
        """Begin with nothing lost."""
        self._texts: dict[LocalText, None] = {}
        self._games: Counter[str] = Counter()

    def say(self, en: str, fr: str) -> None:
        """Say that something is lost."""
        self._texts[LocalText(en, fr)] = None

    def told(self) -> tuple[LocalText, ...]:
        """Return all sentences."""
        return tuple(self._texts)

    def rounds(self, number: int) -> None:
        """Say that there are too many rounds."""
        self.say(
            f"There are {number} rounds and OpenGotha knows {MAX_ROUNDS}: what is beyond is "
            "left out.",
            f"Il y a {number} rondes et OpenGotha en connaît {MAX_ROUNDS} : le reste est omis.",
        )

    def criteria(self, names: list[str]) -> None:
        """Say that there are too many criteria."""
        listed = ", ".join(names)
        self.say(
            f"OpenGotha has {MAX_CRITERIA} places for criteria: {listed} left out.",
            f"OpenGotha a {MAX_CRITERIA} places pour les critères : {listed} omis.",
        )

    def egf_direct_comparison(self) -> None:
        """Say that the criterion is ours."""
        self.say(
            "OpenGotha does not know the EGF's direct comparison (EGF-DC): left out.",
            "OpenGotha ne connaît pas la confrontation directe de l'EGF (EGF-DC) : omise.",
        )

    def of_parameters(self, details: Details, parameters: Parameters) -> None:
        """Say what of the parameters has no place."""
        if details.rules:
            self.say(
                f"OpenGotha does not note the rules ({details.rules}).",
                f"OpenGotha ne note pas les règles ({details.rules}).",
            )
        if parameters.method is not Method.WEIGHTS:
            self.say(
                "OpenGotha does not note that rounds are paired by another method.",
                "OpenGotha ne note pas que les rondes sont appariées par une autre méthode.",
            )
        if parameters.handicap.table:
            self.say(
                "OpenGotha has no table of handicaps: correction and ceiling are written instead.",
                "OpenGotha n'a pas de table de handicaps : la correction et le plafond sont "
                "écrits à la place.",
            )
        if parameters.komi.handicap_half != Komi().handicap_half:
            self.say(
                "OpenGotha has no komi for games with a handicap.",
                "OpenGotha n'a pas de komi pour les parties à handicap.",
            )

    def of_wishes(self, wishes: Wishes) -> None:
        """Say that wishes have no place."""
        if wishes != Wishes():
            self.say(
                "OpenGotha knows no wishes (who should not meet whom, no handicap): left out.",
                "OpenGotha ne connaît pas les souhaits (qui ne doit pas rencontrer qui, sans "
                "handicap) : omis.",
            )

    def of_game(self, game: Game, komi: Komi) -> None:
        """Count what of a game has no place."""
        self._games["no_result"] += game.result.outcome is Outcome.NO_RESULT
        self._games["void"] += game.result.outcome is Outcome.VOID
        self._games["ruling"] += game.result.decided is Decided.RULING
        self._games["komi"] += without_usual(game, komi) is not None

    def of_games(self) -> None:
        """Say what was counted, kind by kind."""
        for kind, en, fr in (
            (
                "no_result",
                "Games without result, written as jigo",
                "Parties sans résultat, écrites comme jigo",
            ),
            (
                "void",
                "Games that do not count, left out",
                "Parties qui ne comptent pas, omises",
            ),
            (
                "ruling",
                "Games decided by the referee, written as played",
                "Parties décidées par l'arbitre, écrites comme jouées",
            ),
            (
                "komi",
                "Games with a komi of their own, which is left out",
                "Parties avec leur propre komi, qui est omis",
            ),
        ):
            if self._games[kind]:
                self.say(f"{en}: {self._games[kind]}.", f"{fr} : {self._games[kind]}.")
