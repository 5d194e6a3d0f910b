"""The version of the rules core, stored with every verdict that it gives."""

from typing import Final

# Raised whenever a record may get a different verdict, finding or count than before.
ENGINE_VERSION: Final = "13"
