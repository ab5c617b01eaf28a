"""The code as a tree: articles, and under each provision those whose section begins with its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from sanitarian.law.data import per_law, state_table, table
from sanitarian.law.figures import Published, published
from sanitarian.law.glossary import terms
from sanitarian.law.registers import Interpretation, Provision, interpretations, provisions
from sanitarian.law.registry import Rule, rules
from sanitarian.law.ruling import NotInForce


@dataclass(frozen=True, slots=True)
class Source:
    """An article of the county's code, or a State law that it leans on. ``named``: its title is its own, not its
    source's. ``count`` is the number of its provisions."""

    key: str
    title: str
    named: bool
    state: bool
    sections: tuple[Provision, ...]
    count: int


def parent(key: str) -> str:
    """The section above, or blank above an article."""
    return key.rpartition(".")[0]


def above(key: str) -> list[Provision]:
    """The provisions over one, the topmost first."""
    found: list[Provision] = []
    while key := parent(key):
        if key in provisions():
            found.insert(0, provisions()[key])
    return found


@per_law
def _children() -> Mapping[str, tuple[Provision, ...]]:
    found: dict[str, list[Provision]] = {}
    for key, provision in provisions().items():
        over = parent(key)
        while over and "." in over and over not in provisions():  # a level that the register leaves out
            over = parent(over)
        if over:
            found.setdefault(over, []).append(provision)
    return {key: tuple(under) for key, under in found.items()}


def children(key: str) -> tuple[Provision, ...]:
    """The provisions directly under a section or an article."""
    return _children().get(key, ())


@per_law
def sources() -> tuple[Source, ...]:
    """The county's articles in the order of the code, then the State's laws."""
    state = state_table("provisions").get("sources", {})
    names: dict[str, str] = {}
    for provision in provisions().values():
        names.setdefault(provision.id.split(".")[0], provision.source)
    county = [key for key in names if key not in state]
    return tuple(_source(key, names[key], key in state) for key in [*county, *(key for key in names if key in state)])


def _source(key: str, name: str, state: bool) -> Source:
    count = sum(each == key or each.startswith(f"{key}.") for each in provisions())
    named = key in provisions()
    return Source(key, provisions()[key].title if named else name, named, state, children(key), count)


def source(key: str) -> Source | None:
    """An article or a State law by its key."""
    return next((each for each in sources() if each.key == key), None)


def _belongs(section: str, key: str, *, deep: bool) -> bool:
    return section == key or (deep and section.startswith(f"{key}."))


def readings_at(key: str) -> list[Interpretation]:
    """The readings of a section itself."""
    return [reading for reading in interpretations().values() if reading.section == key]


def rules_at(key: str) -> list[Rule]:
    """The rules that stand on a section, or below it where it is no whole article."""
    named = set(provisions()[key].rules) if key in provisions() else set()
    deep = "." in key
    return [rule for rule in rules().values() if rule.name in named or _belongs(rule.section, key, deep=deep)]


def figures_at(*keys: str) -> list[Published]:
    """The figures that sections or readings set."""
    return [figure for figure in published() if figure.section in keys]


@per_law
def glossary_terms() -> tuple[Provision, ...]:
    """The terms that the law defines, in the order of the alphabet: the code's own lists of them, and every provision
    that texts lead to for the meaning of a word."""
    meant = {meaning.id for meaning in terms().values()}
    known = provisions()
    listed = {key for key in known if "efinition" in (known[parent(key)].title if parent(key) in known else "")}
    found = [each for key, each in known.items() if each.kind == "definition" and (key in meant or key in listed)]
    return tuple(sorted(found, key=lambda each: each.title.casefold()))


def anchor(key: str) -> str:
    """The anchor of a definition in the glossary: ``v-ii-14``."""
    return key.lower().replace(".", "-")


def _articles() -> Mapping[str, Mapping[str, date]]:
    try:
        return table("code")["articles"]
    except NotInForce:
        return {}


def article_since(key: str) -> date | None:
    """The day on which an article took effect; None where that is not on file."""
    return _articles().get(key, {}).get("from")


def article_until(key: str) -> date | None:
    """The last day of an article that has ended."""
    return _articles().get(key, {}).get("until")


def history() -> list[Mapping[str, Any]]:
    """The versions of the county's code, the newest first; none where it has none on file."""
    try:
        return sorted(table("code")["versions"], key=lambda version: version["from"], reverse=True)
    except NotInForce:
        return []
