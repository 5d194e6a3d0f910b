"""Sums of one's own scores after every round (specification, 2.11)."""

from language.localtext import LocalText
from tournament.standings.metric import Metric
from tournament.state.criteria import Criterion

CUSSW = Metric(
    Criterion.CUSSW,
    LocalText(
        "Sum of one's numbers of wins after each round; early wins count more.",
        "Somme de ses victoires après chaque ronde ; les premières comptent davantage.",
    ),
    lambda position: position.scores.nbw[1:].sum(axis=0),
)
CUSSM = Metric(
    Criterion.CUSSM,
    LocalText(
        "Sum of one's McMahon scores after each round; early wins count more.",
        "Somme de ses scores McMahon après chaque ronde ; les premières victoires comptent "
        "davantage.",
    ),
    lambda position: position.scores.mms[1:].sum(axis=0),
)
