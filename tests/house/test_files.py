"""The order of the project's own files."""

import ast
import re
import runpy
import sys
from pathlib import Path

import pytest

from tests.support.environment import REPOSITORY
from tests.support.house import own_files

HOMES = re.compile(r"(?<![\w.:/}~-])/(?:home/[a-z]|root/|work/|Users/[a-z])")
SHARED = "../" + "shared"
KNOW_SHARED = {"README.md", "CONTRIBUTING.md", "tests/support/shared.py"}


def test_nobodys_own_folders_are_named():
    found = {
        f"{name}:{number}"
        for name, path in own_files().items()
        if path.suffix != ".mo"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if HOMES.search(line)
    }
    assert not found - {f"tests/house/test_files.py:{line}" for line in range(1, 40)}


def test_the_files_that_the_pages_name_exist():
    pages = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/paths.md")
    text = "".join((REPOSITORY / page).read_text(encoding="utf-8") for page in pages)
    tops = "tests|tournament|adjudication|config|api|notices|templates"
    named = set(re.findall(rf"(?<![\w/])(?:{tops})/[\w/]+\.(?:py|html)\b", text))
    assert len(named) > 5
    assert [name for name in sorted(named) if not (REPOSITORY / name).is_file()] == []


def test_the_tests_that_certification_names_exist():
    page = (REPOSITORY / "docs/certification.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| .* \| `(tests/[\w/]+\.py)::(\w+)` \|$", page, re.M)
    assert len(rows) > 30
    missing = [
        f"{name}::{test}"
        for name, test in rows
        if not (path := REPOSITORY / name).is_file()
        or f"\ndef {test}(" not in path.read_text(encoding="utf-8")
    ]
    assert missing == []


def test_the_shared_data_are_known_in_one_place():
    found = {
        name
        for name, path in own_files().items()
        if path.suffix != ".mo" and SHARED in path.read_text(encoding="utf-8")
    }
    assert found <= KNOW_SHARED


def test_the_rooms_that_everybody_looks_for_are_there():
    for name in (
        *("LICENSE", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "manage.py", "run"),
        *(".ci/run", "docker-compose.yml", "Dockerfile", "pyproject.toml", "requirements.txt"),
        *("docs/README.md", "config/settings.py", "adjudication/rules/__init__.py"),
    ):
        assert (REPOSITORY / name).is_file(), name


@pytest.mark.parametrize(
    "package", ["adjudication", "api", "config", "jobs", "notices", "operations", "tournament"]
)
def test_raw_sql_is_in_a_module_of_named_queries(package):
    found = [
        f"{path.relative_to(REPOSITORY)}:{node.lineno}"
        for path in (REPOSITORY / package).rglob("*.py")
        if path.name != "queries.py" and path.parent.name != "migrations"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and node.attr in {"execute", "executemany", "executescript", "raw"}
        and not (isinstance(node.value, ast.Name) and node.value.id == "env")
        and ast.unparse(node.value) != "super()"  # of a command
    ]
    assert found == []


def test_the_licence_is_apache_2_in_full():
    text = (REPOSITORY / "LICENSE").read_text(encoding="utf-8")
    assert "Apache License" in text
    assert "Version 2.0, January 2004" in text
    assert "END OF TERMS AND CONDITIONS" in text


def test_ci_runs_exactly_the_test_command_of_the_readme():
    commands = [
        line.strip()
        for line in (REPOSITORY / ".ci/run").read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.lstrip().startswith("#")
    ]
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    assert commands[-1] == "./run test"
    assert re.search(r"^\./run test +# everything CI runs$", readme, re.MULTILINE)


def test_the_two_commands_can_be_started():
    for name in ("run", ".ci/run", "manage.py"):
        assert (REPOSITORY / name).stat().st_mode & 0o111, f"{name} is not executable"


def imported_by(path: Path) -> set[str]:
    """Return the top-level names that a file imports, at its top or inside functions."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: relative import"
            names.add((node.module or "").partition(".")[0])
    return names


def test_run_needs_only_the_standard_library():
    assert imported_by(REPOSITORY / "run") <= sys.stdlib_module_names


def test_manage_and_run_do_nothing_when_imported():
    assert "main" in runpy.run_path(str(REPOSITORY / "run"), run_name="probe")
    assert "main" in runpy.run_path(str(REPOSITORY / "manage.py"), run_name="probe")


def test_the_core_imports_the_standard_library_itself_and_sgfmill_once():
    reads_sgfmill = []
    for path in sorted((REPOSITORY / "adjudication/rules").rglob("*.py")):
        names = imported_by(path)
        if "sgfmill" in names:
            reads_sgfmill.append(path.relative_to(REPOSITORY).as_posix())
        foreign = names - sys.stdlib_module_names - {"adjudication", "language", "sgfmill"}
        assert not foreign, f"{path}: {foreign}"
    assert len(reads_sgfmill) == 1, reads_sgfmill
    assert reads_sgfmill[0].startswith("adjudication/rules/sgf")


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_locks_pin_every_package_with_hashes_and_name_no_server(lock):
    text = (REPOSITORY / lock).read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^\s*--(?!hash)", text, re.MULTILINE)
    blocks = re.split(r"\n(?=\S)", re.sub(r"^ *#.*\n", "", text, flags=re.MULTILINE).strip())
    for block in blocks:
        assert re.match(r"[a-z0-9_.-]+==[\w.]+", block), block
        assert "--hash=sha256:" in block, block


def test_both_locks_agree():
    def pins(lock: str) -> set[str]:
        text = (REPOSITORY / lock).read_text(encoding="utf-8")
        return set(re.findall(r"^([a-z0-9_.-]+==[\w.]+)", text, re.MULTILINE))

    assert pins("requirements.txt") <= pins("requirements-dev.txt")


def test_every_folder_of_tests_is_in_a_stage():
    stages = (REPOSITORY / "run").read_text()
    folders = {path.parent.name for path in (REPOSITORY / "tests").glob("*/test_*.py")}
    assert folders >= {"rules", "policy", "web", "browser"}
    assert [name for name in sorted(folders) if f'"tests/{name}"' not in stages] == []
