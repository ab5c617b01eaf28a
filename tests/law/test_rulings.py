"""What each ruling rests on: every section it cites, in order, and whether it holds, does not, or is not shown.

``says`` lists reasons that are given in these very words. The cases stand in ``rulings/<rule>.toml``, to be read
beside the code.
"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sanitarian.law.registry import rules
from sanitarian.law.ruling import Ruling

CASES = [
    pytest.param(file.stem, case, id=f"{file.stem}-{number}")
    for file in sorted((Path(__file__).parent / "rulings").glob("*.toml"))
    for number, case in enumerate(tomllib.loads(file.read_text(encoding="utf-8"))["case"], start=1)
]
SIGNS = {True: "+", False: "-", None: "?"}


def rests_on(ruling: Ruling) -> str:
    return " ".join(f"{reason.cite}{SIGNS[reason.holds]}" for reason in ruling.reasons)


@pytest.mark.parametrize(("rule", "case"), CASES)
def test_a_ruling_rests_on(rule: str, case: dict[str, Any]) -> None:
    ruling = rules()[rule].ask(case["facts"])
    assert (ruling.outcome, rests_on(ruling)) == (case["outcome"], case["rests_on"])
    values = ruling.to_json()["values"]
    assert {name: values[name] for name in case.get("values", {})} == case.get("values", {})
    texts = [reason.text for reason in ruling.reasons]
    assert [text for text in case.get("says", ()) if text not in texts] == []


def test_every_rule_has_its_rulings_on_file() -> None:
    assert {param.values[0] for param in CASES} == set(rules())
