"""What the Find page shows for a query."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from django.utils.safestring import SafeString

from sanitarian.core.search import Hit, Results, find
from sanitarian.desk.find.highlight import highlight
from sanitarian.desk.links import address_of

LABELS = {
    "parcel": ("Properties", "property"),
    "owner": ("Owners", "owner"),
    "system": ("Systems", "system"),
    "permit": ("Permits", "permit"),
    "report": ("Reports", "report"),
    "inspector": ("Inspectors", "inspector"),
    "firm": ("Installers and haulers", "firm"),
    "pumpout": ("Pump-outs", "pump-out"),
}
OF_EACH_KIND, OF_ONE_KIND = 10, 200


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the result list."""

    title: SafeString
    subtitle: SafeString
    town: str
    note: str
    url: str
    exact: bool


@dataclass(frozen=True, slots=True)
class Group:
    """The lines of one kind. ``more`` says that there are more than are shown."""

    kind: str
    label: str
    lines: list[Line]
    more: bool

    @property
    def count(self) -> str:
        return f"{len(self.lines)}{' or more' if self.more else ''}"


@dataclass(frozen=True, slots=True)
class Page:
    """The answer to a query. ``written_alike`` counts the records that share a number exactly as typed."""

    results: Results
    groups: list[Group]
    opens: str
    written_alike: int
    towns: list[str]

    @property
    def found(self) -> int:
        return sum(len(group.lines) for group in self.groups)

    @property
    def only_corrected(self) -> bool:
        return all(hit.corrected for hit in self.results.hits)


def look_up(query: str, kind: str = "") -> Page:
    """Search, and lay out what was found by kind."""
    kinds = [kind] if kind in LABELS else None
    results = find(query, kinds=kinds, limit=OF_ONE_KIND if kinds else OF_EACH_KIND)
    alike = {hit.target: hit.town for hit in results.hits if hit.exact}
    return Page(
        results,
        list(_groups(results)),
        address_of(results.opens or ""),
        len(alike),
        sorted({town for town in alike.values() if town}),
    )


def _groups(results: Results) -> Iterator[Group]:
    for kind, hits in groupby(results.hits, key=lambda hit: hit.kind):
        label = LABELS.get(kind, (kind.capitalize(), kind))[0]
        yield Group(kind, label, [_line(hit, results) for hit in hits], kind in results.more)


def _line(hit: Hit, results: Results) -> Line:
    return Line(
        highlight(hit.title, results.words),
        highlight(hit.subtitle, results.words),
        hit.town,
        hit.note,
        address_of(hit.target),
        hit.exact,
    )
