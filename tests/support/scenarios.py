"""Running scenarios by their names, and telling what each has shown."""

import time
import traceback
from collections.abc import Callable, Mapping, Sequence

from tests.support.figures import Figure, machine, told

Scenario = Callable[[], list[Figure]]


def run_all(scenarios: Mapping[str, Scenario], asked: Sequence[str]) -> int:
    """Run the scenarios whose names are, or begin with, those asked for; all when none is.

    Prints every figure, then one line for each scenario. Gives 1 where something did not hold, 2
    for a name that is none.
    """
    if list(asked) == ["--list"]:
        print("\n".join(scenarios))
        return 0
    chosen = [name for name in scenarios if not asked or name.startswith(tuple(asked))]
    strange = [one for one in asked if not any(name.startswith(one) for name in scenarios)]
    if strange:
        print(f"No {', '.join(strange)}. There are: {', '.join(scenarios)}")
        return 2
    lines, missed = [], 0
    for name in chosen:
        print(f"\n=== {name} ({machine()}) ===", flush=True)
        started = time.monotonic()
        try:
            figures = scenarios[name]()
        except Exception as error:
            traceback.print_exc()
            figures = [Figure("ran to its end", "yes", f"{type(error).__name__}", held=False)]
        held = all(figure.held for figure in figures)
        missed += not held
        print(told(figures), flush=True)
        verdict = "holds" if held else "MISSED"
        lines.append(f"{name:24} {verdict:8} {time.monotonic() - started:6.0f} s")
    print("\n" + "\n".join(lines))
    return 1 if missed else 0
