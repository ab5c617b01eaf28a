"""The law imports nothing of Django, and no other room."""

import ast
from pathlib import Path

import pytest

import sanitarian.law

MODULES = sorted(Path(sanitarian.law.__file__).parent.glob("**/*.py"))


def _imported(module: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_the_law_stands_on_the_ground_floor(module: Path) -> None:
    imported = _imported(module)
    assert not {name for name in imported if name.split(".")[0] in {"django", "allauth", "sqlite3", "psycopg"}}
    assert not {name for name in imported if name.startswith("sanitarian") and not name.startswith("sanitarian.law")}


def test_the_law_asks_no_clock() -> None:
    for module in MODULES:
        text = module.read_text(encoding="utf-8")
        assert not {".today(", ".now(", "time.time("} & {
            word for word in (".today(", ".now(", "time.time(") if word in text
        }
