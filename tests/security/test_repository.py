"""What the repository itself must not hold: unescaped text, secrets, packages with known holes."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.security import secrets_scan
from tests.support.environment import REPOSITORY
from tests.support.house import own_files

# Drawings of boards: numbers, and one label that board/svg.py escapes.
DRAWINGS = {
    "adjudication/inquiries/views/resume.py",
    "adjudication/board/page.py",
    "adjudication/submissions/views/marking.py",
}
# What a library has cleaned, with a list of what may stand in it.
CLEANED = {"tournament/public/markdown.py"}
MARKING = {"mark_safe", "SafeString", "SafeText", "html_safe", "safestring"}
FORMATTING = {"format_html", "format_html_join"}
TEMPLATE = re.compile(r"\|\s*safe(seq)?\b|\bautoescape\s+off\b|\bautoescape\b|\|\s*safe\s*\}")
# They put in what our own server answered, once each.
ANSWERS = {f"static/js/{name}.js" for name in ("dead", "door", "live", "result_line", "wall")}
SCRIPT = re.compile(r"\.(inner|outer)HTML\s*\+?=(?!=)|insertAdjacentHTML|document\.write|\beval\(")


def unescaped_in(source: str) -> list[str]:
    """Return the calls of Python that put text into a page as it is."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in MARKING:
                found.append(f"{node.lineno}: {name}")
            literal = node.args and all(
                isinstance(one, ast.Constant) for one in node.args[: 1 + name.endswith("_join")]
            )
            if name in FORMATTING and not literal:
                found.append(f"{node.lineno}: {name} of what is no plain text")
        elif isinstance(node, ast.FunctionDef) and node.name == "__html__":
            found.append(f"{node.lineno}: __html__")
    return found


def product() -> dict[str, Path]:
    return {name: path for name, path in own_files().items() if not name.startswith("tests/")}


def test_no_python_puts_text_into_a_page_as_it_is() -> None:
    found = {
        name: calls
        for name, path in product().items()
        if path.suffix == ".py" and (calls := unescaped_in(path.read_text(encoding="utf-8")))
    }
    known = DRAWINGS | CLEANED
    assert {name for name in found if name not in known} == set()
    assert all(len(found.get(name, [])) <= 1 for name in known)


def test_no_template_puts_text_into_a_page_as_it_is() -> None:
    templates = {name: path for name, path in product().items() if path.suffix == ".html"}
    assert len(templates) > 50
    wrong = [
        name
        for name, path in templates.items()
        if TEMPLATE.search(path.read_text(encoding="utf-8"))
    ]
    assert wrong == []


def test_no_script_makes_markup_of_text() -> None:
    scripts = {name: path for name, path in product().items() if path.suffix == ".js"}
    assert len(scripts) > 5
    found = {name: SCRIPT.findall(path.read_text("utf-8")) for name, path in scripts.items()}
    assert {name for name, uses in found.items() if uses} - ANSWERS == set()
    assert all(len(found.get(name, [])) <= 1 for name in ANSWERS)


@pytest.mark.parametrize(
    "bad",
    [
        "x = mark_safe(y)", "SafeString(z)", "format_html(y)", "format_html(f'<b>{y}')",
        "format_html('<b>%s' % y)", "format_html_join('', y, z)", "def __html__(self): pass",
    ],
)  # fmt: skip
def test_the_look_finds_it(bad: str) -> None:
    assert unescaped_in(bad)


def test_a_secret_would_be_found(tmp_path: Path) -> None:
    lines = [
        "AWS_ACCESS_KEY_ID = 'AKIA" + "IOSFODNN7EXAMPLF'",
        "-----BEGIN RSA PRIVATE" + " KEY-----",
        "token = 'ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'",
        "DATABASE_URL=postgres://shinpan:" + "k3mQz81xYv@db.example.org/shinpan",
        "password = '" + "correct-Horse-42-battery'",
    ]
    for number, line in enumerate(lines):
        (tmp_path / f"{number}.py").write_text(line + "\n")
        assert list(secrets_scan.found_in([f"{number}.py"], tmp_path)), line


AUDITED = ("requirements.txt", "requirements-extra.txt")


def audit(*arguments: str) -> tuple[dict[str, list[dict[str, object]]], str]:
    """Return what pip-audit says; nothing where its service did not answer."""
    command = [sys.executable, "-m", "pip_audit", "--format=json", "--progress-spinner=off"]
    try:
        done = subprocess.run(
            [*command, *arguments], capture_output=True, text=True, check=False, timeout=150
        )
        return json.loads(done.stdout), done.stderr
    except (subprocess.TimeoutExpired, ValueError) as error:
        return {"dependencies": []}, str(error)


@pytest.mark.timeout(300)
def test_no_package_has_a_known_hole(tmp_path: Path) -> None:
    probe = tmp_path / "probe.txt"
    version = re.search(r"^django==(\S+)", (REPOSITORY / AUDITED[0]).read_text(), re.MULTILINE)
    assert version is not None
    probe.write_text(f"django=={version[1]}\n")
    answered, said = audit("--no-deps", "--disable-pip", f"--requirement={probe}")
    if not any("vulns" in one for one in answered["dependencies"]):
        pytest.skip(f"the service of known vulnerabilities cannot be reached: {said[:120]}")
    for lock in AUDITED:
        found, said = audit(
            "--no-deps", "--disable-pip", "--require-hashes", f"--requirement={REPOSITORY / lock}"
        )
        assert found["dependencies"], said
        assert [one for one in found["dependencies"] if one.get("vulns")] == []
