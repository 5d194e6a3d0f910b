"""Metrics of what a player is and has: category, rank, rating and the running scores."""

from language.localtext import LocalText
from tournament.standings.metric import Metric
from tournament.state.criteria import Criterion

CATEGORY = Metric(
    Criterion.CATEGORY,
    LocalText(
        "Category by rank; the highest category comes first.",
        "Catégorie selon le niveau ; la plus haute vient en premier.",
    ),
    lambda position: position.history.category,
    scale=1,
    ascending=True,
)
RANK = Metric(
    Criterion.RANK,
    LocalText("Rank at registration.", "Niveau à l'inscription."),
    lambda position: position.history.rank,
    scale=1,
)
RATING = Metric(
    Criterion.RATING,
    LocalText(
        "Rating on the EGF scale at registration.", "Classement à l'échelle EGF à l'inscription."
    ),
    lambda position: position.history.rating,
    scale=1,
)
NBW = Metric(
    Criterion.NBW,
    LocalText(
        "Number of wins; a jigo is half a win.", "Nombre de victoires ; un jigo vaut une demie."
    ),
    lambda position: position.scores.nbw[-1],
)
MMS = Metric(
    Criterion.MMS,
    LocalText(
        "McMahon score: the starting score by rank, plus one point a win.",
        "Score McMahon : score de départ selon le niveau, plus un point par victoire.",
    ),
    lambda position: position.scores.mms[-1],
)
CPS = Metric(
    Criterion.CPS,
    LocalText(
        "Cup score: doubled before every round, plus one point a win.",
        "Score de coupe : doublé avant chaque ronde, plus un point par victoire.",
    ),
    lambda position: position.scores.cps[-1],
)
STS = Metric(
    Criterion.STS,
    LocalText(
        "Strasbourg score: McMahon score, plus 2 points for each of the two rounds before the last "
        "after which it is exactly that of somebody who started at the bar and won everything.",
        "Score Strasbourg : score McMahon, plus 2 points pour chacune des deux rondes précédant la "
        "dernière après laquelle il est exactement celui d'un joueur parti de la barre qui aurait "
        "tout gagné.",
    ),
    lambda position: position.scores.sts[-1],
)
