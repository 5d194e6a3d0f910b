"""Earlier rulings about the same thing, in words."""

from dataclasses import dataclass

from adjudication.selectors.cases import CasePage


@dataclass(frozen=True, slots=True)
class Similar:
    """One earlier ruling; players are told as Black and White."""

    title: str
    where: str
    articles: str
    outcome: str
    reasons: str


def similar_to(page: CasePage) -> tuple[Similar, ...]:
    """Return earlier rulings about what a case is about, the nearest first."""
    return ()
