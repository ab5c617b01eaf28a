"""The registers that every citation resolves in: provisions of the code, and readings of what it leaves open."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache

from sanitarian.law.data import in_force, table
from sanitarian.law.ruling import NotInForce

STATUSES = ("settled", "policy", "counsel_review")


@dataclass(frozen=True, slots=True)
class Provision:
    """A provision of the code or of the State law it leans on, summed up in our words."""

    id: str
    title: str
    summary: str
    source: str


@dataclass(frozen=True, slots=True)
class Interpretation:
    """A reading chosen where the code is silent, torn or contradicts itself."""

    id: str
    section: str
    title: str
    problem: str
    reading: str
    alternatives: str
    impact: str
    status: str
    decides: str
    setting: str


@dataclass(frozen=True, slots=True)
class Citation:
    """What stands behind a citation, for display beside a reason."""

    cite: str
    title: str
    section: str
    text: str


@cache
def provisions() -> Mapping[str, Provision]:
    """All provisions by their identifier."""
    sources = table("provisions")["sources"]
    entries = table("provisions")["provisions"].items()
    return {key: Provision(key, entry["title"], entry["summary"], sources[key.split(".")[0]]) for key, entry in entries}


@cache
def interpretations() -> Mapping[str, Interpretation]:
    """All readings by their identifier."""
    return {
        key: Interpretation(id=key, setting=f"interp.{key}", **entry)
        for key, entry in table("interpretations")["interpretations"].items()
    }


def provision(key: str) -> Provision:
    """One provision; KeyError if there is none of that identifier."""
    return provisions()[key]


def interpretation(key: str) -> Interpretation:
    """One reading; KeyError if there is none of that identifier."""
    return interpretations()[key]


def resolve(cite: str) -> Citation:
    """What a reason's citation stands for, in either register; KeyError if in neither."""
    if (found := provisions().get(cite)) is not None:
        return Citation(cite, found.title, cite, found.summary)
    reading = interpretations()[cite]
    return Citation(cite, reading.title, reading.section, reading.reading)


@lru_cache(maxsize=8192)
def law_version(on: date | None = None, article: str = "") -> str:
    """The version of the code in force on a day (the newest without a day), named by its date.

    Raises NotInForce before the code, or the article named, took effect.
    """
    begun = table("code")["articles"].get(article)
    if on is not None and begun is not None and on < begun["from"]:
        raise NotInForce(f"Article {article} was not in force on {on}; give {begun['from']} or later")
    version = in_force(table("code")["versions"], on)
    if version is None:
        first = min(entry["from"] for entry in table("code")["versions"])
        raise NotInForce(f"the code was not in force on {on}; give {first} or later")
    return version["from"].isoformat()
