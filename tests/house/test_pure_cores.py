"""The cores know no framework: they import where none can be imported."""

import subprocess
import sys

from tests.support.environment import REPOSITORY

PROBE = """
import importlib, importlib.util, pkgutil, sys
BLOCKED = {"django", "rest_framework", "celery", "kombu", "redis", "psycopg", "csp", "waitress"}

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ImportError(f"{name} is blocked here")

sys.meta_path.insert(0, Blocker())
try:
    import django
except ImportError:
    pass
else:
    sys.exit("the blocker blocks nothing")

count = 0
for core in (
    "adjudication.rules",
    "adjudication.confirmation",
    "adjudication.policy",
    "language",
    "tournament.brackets",
    "tournament.formats",
    "tournament.pairing",
    "tournament.standings",
    "tournament.state",
):
    if importlib.util.find_spec(core) is None:
        continue
    package = importlib.import_module(core)
    count += 1
    for module in pkgutil.walk_packages(package.__path__, core + "."):
        importlib.import_module(module.name)
        count += 1
print(count)
"""


def test_the_cores_import_where_no_framework_can_be_imported():
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROBE],
        cwd=REPOSITORY,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    modules = list((REPOSITORY / "adjudication/rules").rglob("*.py"))
    assert int(result.stdout) >= len(modules) > 1
