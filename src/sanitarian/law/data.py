"""The county's figures: dated data in ``law/cayuga/*.toml``, read once, when first asked for."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from sanitarian.law.ruling import NotInForce

FOLDER = Path(__file__).parent / "cayuga"


@cache
def table(name: str) -> Mapping[str, Any]:
    """The contents of one data file; numbers with a point are exact decimals."""
    import tomllib
    from decimal import Decimal

    with (FOLDER / f"{name}.toml").open("rb") as file:
        return tomllib.load(file, parse_float=Decimal)


def in_force(versions: Sequence[Mapping[str, Any]], on: date | None) -> Mapping[str, Any] | None:
    """The version in force on a day (the newest without a day), or None before the first."""
    begun = [version for version in versions if on is None or version["from"] <= on]
    return max(begun, key=lambda version: version["from"], default=None)


@lru_cache(maxsize=8192)
def limit(name: str, on: date | None = None) -> Any:
    """A figure of ``limits.toml`` as in force on a day; NotInForce before it was first set."""
    entry = table("limits")[name]
    version = in_force(entry["versions"], on)
    if version is None:
        raise NotInForce(f"no figure for {entry['title']} was in force on {on} ({entry['section']})")
    return version["value"]
