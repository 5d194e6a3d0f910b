"""What does jobs is imported when it is needed, and all of it is there."""

import subprocess
import sys

from jobs import registry
from tests.support.environment import REPOSITORY, process_environment


def test_all_that_does_jobs_can_be_imported():
    registry.import_lazy_functions()
    assert len(registry.HANDLERS) > len(registry.TOGETHER) > 0


def test_starting_a_command_imports_nothing_that_does_jobs():
    told = (
        "import sys, django; django.setup();"
        "from jobs.registry import _PATHS;"
        "print([path for path in _PATHS if path.rpartition('.')[0] in sys.modules]);"
        "print('numpy' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", told],
        cwd=REPOSITORY,
        env=process_environment(),
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == ["[]", "False"]
