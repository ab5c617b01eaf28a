"""Every figure on file, the county's and the State's, with the section it stands in: what the public pages print."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from sanitarian.law.data import figures, per_law, state_table, table
from sanitarian.law.ruling import NotInForce

_STATE = Path(__file__).parent / "state"


@dataclass(frozen=True, slots=True)
class Version:
    """A figure from a day on. ``verified``: it was read in the official text."""

    since: date
    value: Any
    verified: bool
    source: str


@dataclass(frozen=True, slots=True)
class Published:
    """A figure with its versions, the newest first. ``reading`` is the interpretation that leaves it to the
    department, if one does."""

    name: str
    title: str
    section: str
    versions: tuple[Version, ...]
    reading: str = ""

    def on(self, day: date | None = None) -> Version | None:
        """The version in force on a day; the newest without a day."""
        return next((version for version in self.versions if day is None or version.since <= day), None)

    @property
    def verified(self) -> bool:
        """Whether the newest version was read in the official text."""
        return self.versions[0].verified


@per_law
def published() -> tuple[Published, ...]:
    """All figures: of the limits, of the State's tables, and the fees."""
    found = [_published(name, entry) for name, entry in figures().items()]
    found += [_published(name, entry) for name, entry in _state_figures()]
    return (*found, *_fees())


def _state_figures() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The entries of the State's tables that are figures: dated, titled, and with a section."""
    for file in sorted(_STATE.glob("*.toml")):
        if file.stem == "limits":  # already read, with the county's own over them
            continue
        for name, entry in state_table(file.stem).items():
            if isinstance(entry, Mapping) and {"title", "section", "versions"} <= entry.keys():
                yield name, entry


def _published(name: str, entry: Mapping[str, Any]) -> Published:
    versions = sorted(
        (_version(version, entry) for version in entry["versions"]), key=lambda version: version.since, reverse=True
    )
    reading = str(entry.get("setting", "")).removeprefix("interp.")
    return Published(name, entry["title"], entry["section"], tuple(versions), reading)


def _version(version: Mapping[str, Any], entry: Mapping[str, Any]) -> Version:
    verified = bool(version.get("verified", entry.get("verified", True)))
    return Version(version["from"], version["value"], verified, version.get("source", entry.get("source", "")))


def _fees() -> list[Published]:
    """The fees, each by the section that sets it; none where the county has no fees on file."""
    try:
        versions = table("fees")["versions"]
    except NotInForce:
        return []
    names = dict.fromkeys(name for version in versions for name in version["items"])
    return [_fee(name, versions) for name in names]


def _fee(name: str, versions: list[Mapping[str, Any]]) -> Published:
    dated = [
        (Version(v["from"], f"${v['items'][name]['amount']}", True, v.get("source", "")), v["items"][name])
        for v in sorted(versions, key=lambda version: version["from"], reverse=True)
        if name in v["items"]
    ]
    newest = dated[0][1]
    return Published(name, f"the fee for {newest['name']}", newest["cite"], tuple(version for version, _ in dated))
