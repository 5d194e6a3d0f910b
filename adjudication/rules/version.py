"""The version of the rules core, kept with every verdict so that it can be told what judged it."""

from typing import Final

# Raised whenever a record may get another verdict, finding or count than before.
ENGINE_VERSION: Final = "5"
