"""The registers that every citation resolves in: provisions of the code, and readings of what it leaves open."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from sanitarian.law.data import active, figures, in_force, per_law, table
from sanitarian.law.ruling import NotInForce

STATUSES = ("settled", "policy", "counsel_review")
IMPACTS = ("high", "medium", "low")
DECIDERS = ("department", "Commissioner", "Board of Health", "county counsel")

KINDS = ("heading", "definition", "duty", "power", "prohibition", "procedure")
SERVED = ("served", "planned", "text")


@dataclass(frozen=True, slots=True, kw_only=True)
class Provision:
    """A provision of the code or of the State law it leans on, summed up in our words.

    ``kind`` is one of KINDS. ``who`` must or may do what the summary says, ``deadline`` is the time or number it sets.
    ``since`` is the day from which the present wording holds, where that is not its article's own; ``until`` the last
    day on which it held, where it has ended. ``status``, one of SERVED: ``served``, by the rules, acts, pages and
    letters named; ``planned`` where its part of the system is not built, or not whole; ``text`` where nothing is left
    for a system to do. Where not ``verified``, the State's text has been read in a secondary source only.
    """

    id: str
    title: str
    summary: str
    source: str
    kind: str
    status: str
    who: str = ""
    deadline: str = ""
    since: date | None = None
    until: date | None = None
    rules: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    verified: bool = True


@dataclass(frozen=True, slots=True)
class Interpretation:
    """A reading chosen where the code is silent, torn or contradicts itself.

    ``status`` is ``settled``; ``policy`` where it is a setting of the department or the Board; ``counsel_review``
    where nothing adverse rests on it until counsel has spoken. ``decides`` names who may choose another reading.
    ``figures`` are the figures of ``limits.toml`` that it controls; ``setting`` is the place in another table of the
    county that carries it (``fees.items.interim-permit``: the table, then the path in its newest version).
    """

    id: str
    section: str
    title: str
    problem: str
    reading: str
    alternatives: str
    impact: str
    status: str
    decides: str
    setting: str = ""
    figures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Citation:
    """What stands behind a citation, for display beside a reason."""

    cite: str
    title: str
    section: str
    text: str


@per_law
def provisions() -> Mapping[str, Provision]:
    """All provisions by their identifier."""
    register = active().register("provisions")
    sources = register["sources"]
    entries = register["provisions"].items()
    return {key: _provision(key, entry, sources[key.split(".")[0]]) for key, entry in entries}


def _provision(key: str, entry: Mapping[str, Any], source: str) -> Provision:
    lists = {name: tuple(entry.get(name, ())) for name in ("rules", "acts", "pages", "letters")}
    return Provision(id=key, source=source, **dict(entry) | lists)


@per_law
def interpretations() -> Mapping[str, Interpretation]:
    """All readings by their identifier."""
    controlled: dict[str, list[str]] = {}
    for name, figure in figures().items():
        controlled.setdefault(figure.get("setting", ""), []).append(name)
    return {
        key: Interpretation(id=key, figures=tuple(controlled.get(f"interp.{key}", ())), **entry)
        for key, entry in active().register("interpretations").get("interpretations", {}).items()
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


def county_name() -> str:
    """The county whose code answers: Cayuga County; NotInForce where the county has no code on file."""
    return str(table("code")["county"])


def code_title() -> str:
    """The name of the code that answers; NotInForce where the county has none on file."""
    return str(table("code")["title"])


@per_law
def law_version(on: date | None = None, article: str = "") -> str:
    """The version of the code in force on a day (the newest without a day), named by its date.

    Raises NotInForce before the code, or the article named, took effect.
    """
    begun = table("code")["articles"].get(article)
    if on is not None and begun is not None and on < begun["from"]:
        fault = f"Article {article} was not in force on {on}; give {begun['from']} or later"
        raise NotInForce(fault, cite="I.8")
    version = in_force(table("code")["versions"], on)
    if version is None:
        first = min(entry["from"] for entry in table("code")["versions"])
        raise NotInForce(f"the code was not in force on {on}; give {first} or later", cite="I.8")
    return version["from"].isoformat()
