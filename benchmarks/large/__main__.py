"""Makes a large installation in the migrated database of the environment.

DATABASE_URL=... python -m benchmarks.large [--tournaments 112] [--games 200000] [--seed 1]
"""

import argparse
import os
import time

from benchmarks.large.seeding import GAMES, TOURNAMENTS, seed


def main() -> None:
    """Write the tournaments and say how many rows there are."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tournaments", type=int, default=TOURNAMENTS)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    started = time.monotonic()
    made = seed(tournaments=options.tournaments, games=options.games, number=options.seed)
    counts = ", ".join(f"{count} {name}" for name, count in made.items())
    print(f"{counts}; {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
