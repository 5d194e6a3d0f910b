"""Sentences about what an OpenGotha file cannot hold."""

from collections import Counter

from language.messages import Message, comma_list
from language.messages import gettext_lazy as _
from tournament.formats.lost import lost_systems
from tournament.formats.opengotha.names import MAX_CRITERIA, MAX_ROUNDS
from tournament.state.criteria import Criterion
from tournament.state.event import Details
from tournament.state.games import Game
from tournament.state.komi import without_usual
from tournament.state.parameters import KomiParameters, Method, Parameters
from tournament.state.results import Decided, Outcome
from tournament.state.wishes import Wishes

_OF_GAMES = {
    "no_result": _("Games without result, written as jigo: %(count)d."),
    "void": _("Games that do not count, left out: %(count)d."),
    "ruling": _("Games decided by the referee, written as played: %(count)d."),
    "komi": _("Games with a komi of their own, which is left out: %(count)d."),
}


class LossNotes:
    """Collects sentences, each once."""

    def __init__(self) -> None:
        """Begin with nothing lost."""
        self._texts: dict[Message, None] = {}
        self._games: Counter[str] = Counter()

    def add(self, text: Message) -> None:
        """Say that something is lost."""
        self._texts[text] = None

    def messages(self) -> tuple[Message, ...]:
        """Return all sentences."""
        return tuple(self._texts)

    def rounds(self, number: int) -> None:
        """Say that there are too many rounds."""
        self.add(
            _(
                "There are %(number)d rounds and OpenGotha can have %(most)d: later rounds are "
                "left out."
            )
            % {"number": number, "most": MAX_ROUNDS}
        )

    def criteria(self, names: list[str]) -> None:
        """Say that there are too many criteria."""
        self.add(
            _("OpenGotha has room for %(most)d criteria: %(names)s left out.")
            % {"most": MAX_CRITERIA, "names": comma_list(names)}
        )

    def criterion(self, criterion: Criterion) -> None:
        """Say that a criterion is ours alone."""
        self.add(
            _("OpenGotha does not know the criterion %(criterion)s: left out.")
            % {"criterion": criterion.value}
        )

    def of_parameters(self, details: Details, parameters: Parameters) -> None:
        """Say which parameters have no place."""
        if details.rules:
            self.add(_("OpenGotha does not record the rules."))
        if details.country:
            self.add(
                _("OpenGotha does not record the country (%(country)s).")
                % {"country": details.country}
            )
        if details.clock.byo_yomi_periods:
            self.add(_("OpenGotha does not record how many byo-yomi periods there are."))
        if parameters.method is not Method.WEIGHTS:
            self.add(_("OpenGotha does not record that rounds are paired by another method."))
        for text in lost_systems(parameters):
            self.add(text)
        if parameters.handicap.table:
            self.add(
                _("OpenGotha has no handicap table: correction and ceiling are written instead.")
            )
        if parameters.komi.handicap_half != KomiParameters().handicap_half:
            self.add(_("OpenGotha has no komi for games with a handicap."))

    def of_wishes(self, wishes: Wishes) -> None:
        """Say that wishes have no place."""
        if wishes != Wishes():
            self.add(
                _(
                    "OpenGotha has no pairing wishes (who should not meet whom, no handicap): left "
                    "out."
                )
            )

    def of_game(self, game: Game, komi: KomiParameters) -> None:
        """Count what has no place in a game."""
        self._games["no_result"] += game.result.outcome is Outcome.NO_RESULT
        self._games["void"] += game.result.outcome is Outcome.VOID
        self._games["ruling"] += game.result.decided is Decided.RULING
        self._games["komi"] += without_usual(game, komi) is not None

    def of_games(self) -> None:
        """Say what was counted, kind by kind."""
        for kind, text in _OF_GAMES.items():
            if self._games[kind]:
                self.add(text % {"count": self._games[kind]})
