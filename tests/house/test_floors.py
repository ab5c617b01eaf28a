"""The rooms stand on floors. The linter sees imports; these tests see what is written as text."""

import ast
import re
from pathlib import Path

import pytest
from django.apps import apps
from django.db.migrations.loader import MigrationLoader

SOURCE = Path(__file__).parents[2] / "src" / "sanitarian"
FLOORS = [
    "law",
    "core",
    "parties",
    "county",
    "letters",
    "access",
    "permits",
    "trades",
    "wastewater",
    "desk",
    "portal",
    "demo",
]
FLOOR = {room: number for number, room in enumerate(FLOORS)} | {"portal": FLOORS.index("desk")}


def _room_of(label: str) -> str | None:
    return label if label in FLOOR else None


def test_relations_of_models_go_down() -> None:
    upward = [
        f"{model._meta.label}.{field.name} -> {field.related_model._meta.label}"
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if field.is_relation and not field.auto_created and field.related_model
        and _room_of(model._meta.app_label) and _room_of(field.related_model._meta.app_label)
        and FLOOR[field.related_model._meta.app_label] > FLOOR[model._meta.app_label]
    ]  # fmt: skip
    assert upward == []


def test_migrations_depend_downward() -> None:
    loader = MigrationLoader(None)
    upward = [
        f"{label}.{name} -> {needed}"
        for (label, name), migration in loader.disk_migrations.items()
        for needed, _ in migration.dependencies
        if _room_of(label) and _room_of(needed) and FLOOR[needed] > FLOOR[label]
    ]
    assert upward == []


@pytest.mark.parametrize("word", ["TODO", "FIXME", "NotImplementedError", "coming soon"])
def test_nothing_is_left_open(word: str) -> None:
    found = [path.name for path in SOURCE.rglob("*.py") if word in path.read_text(encoding="utf-8")]
    assert found == []


def test_only_one_function_asks_the_clock() -> None:
    asks = re.compile(r"(date|datetime|timezone)\.(today|now|utcnow)\(")
    queues = {"letters/acts.py", "letters/worker.py", "letters/mail/acts.py", "letters/mail/sending.py"}
    allowed = {"core/dates.py", *queues}  # leases of the queues are moments
    found = {
        str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*.py") if asks.search(path.read_text(encoding="utf-8"))
    }
    assert found - allowed == set()


def test_facts_decide_nothing() -> None:
    """Models have no save() of their own and rooms listen to no signals: changes go through acts."""
    faults = []
    for path in SOURCE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name == "save" and "models" in str(path):
                faults.append(f"{path.relative_to(SOURCE)}: save()")
            if isinstance(node, ast.ImportFrom) and node.module == "django.db.models.signals":
                faults.append(f"{path.relative_to(SOURCE)}: signals")
    assert faults == []


def test_the_project_speaks_of_itself_alone() -> None:
    """No registry host stands in a committed file, no path of a machine."""
    root = SOURCE.parents[1]
    hosts = re.compile(r"https?://[a-z.-]*(pypi|pythonhosted|npmjs|debian)\.|/work/|/root/")
    places = ["src", "tests", "docs", "scripts", "benchmarks", ".ci"]
    files = [path for place in places for path in (root / place).rglob("*") if path.suffix in {".py", ".md", ".toml"}]
    files += [
        root / name for name in ("README.md", "CHANGELOG.md", "Makefile", "package-lock.json", "requirements.txt")
    ]
    found = [
        str(path.relative_to(root))
        for path in files
        if path.is_file() and path != Path(__file__) and hosts.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []
