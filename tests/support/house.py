"""Which files are the project's own."""

from pathlib import Path

from tests.support.environment import REPOSITORY

NOT_OURS = {"staticfiles", "var", "vendor", "__pycache__", "node_modules"}
SUFFIXES = {".py", ".html", ".css", ".js", ".md", ".yml", ".toml", ".in", ".txt", ".svg", ".po", ""}
HIDDEN_BUT_OURS = {".ci", ".gitignore", ".editorconfig", ".gitattributes"}


def own_files() -> dict[str, Path]:
    """Return the project's own text files by their path from its root, locks and data left out."""
    found: dict[str, Path] = {}

    def walk(folder: Path) -> None:
        for path in sorted(folder.iterdir()):
            hidden = path.name.startswith(".") and path.name not in HIDDEN_BUT_OURS
            if hidden or path.name in NOT_OURS:
                continue
            if path.is_dir():
                walk(path)
            elif path.suffix in SUFFIXES and path.name != "requirements-dev.txt":
                found[path.relative_to(REPOSITORY).as_posix()] = path

    walk(REPOSITORY)
    return found
