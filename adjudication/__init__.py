"""The adjudication: game records sent in, the jobs that judge them and the verdicts."""

from typing import Final

from speed import use_compiled

SPEED: Final = use_compiled()
"""Whether the rules and the search run compiled."""
