"""Figures, and how the system serves a provision, as the pages show them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import NoReverseMatch, reverse

from sanitarian.core.permissions import EVERYONE, PAGES
from sanitarian.core.templatetags.sanitarian import american_date, in_words
from sanitarian.law.figures import Published, Version
from sanitarian.law.registers import Provision
from sanitarian.portal.code.wording import Said, said, unit_of, value_in_words

# What a page is called where its name in the program says too little.
_PAGES = {
    "desk:due": "Due list", "desk:end-override": "End of a finding on where a place lies", "desk:import": "Imports",
    "desk:letter": "Papers", "desk:override": "Finding on where a place lies", "desk:permit": "Permits",
    "desk:property": "Property file", "desk:report": "Inspection reports", "desk:report-edit": "Report entry",
    "desk:report-file": "Files of a report", "desk:report-missing": "What a report lacks",
    "desk:report-new": "New report", "desk:report-received": "Receipt of a report",
    "desk:report-withdraw": "Withdrawal of a report", "desk:review-batch": "Review of clear reports",
    "desk:review-batch-done": "Review of clear reports, done", "desk:review-report": "Review of a report",
    "desk:review-waiting": "Permits that wait", "desk:system": "Systems", "desk:system-abandon": "End of a system",
    "desk:system-amend": "Correction of a system", "desk:system-match": "Match of a system",
    "desk:system-new": "New system", "desk:system-void-rounds": "Rounds that lapse", "desk:inspector": "Inspectors",
    "desk:inspector-new": "New inspector", "portal:verified": "Status of a permit", "portal:verify": "Verify a permit",
    "portal:property": "A property as anybody sees it", "portal:correction": "Request for a correction",
    "desk:correction": "Requests for corrections", "portal:find-property": "Find a property",
    "portal:follow": "Follow a report or request",
}  # fmt: skip
_LETTERS = {"discharge_permit": "Permit to discharge", "report_returned": "Letter that sends a report back"}


@dataclass(frozen=True, slots=True)
class FigureShown:
    """A figure in words; ``older`` are its earlier versions."""

    title: str
    section: str
    value: Said
    version: Version
    older: tuple[tuple[str, Said], ...]
    reading: str


def figures_shown(found: list[Published]) -> list[FigureShown]:
    """Figures as a page prints them, each once."""
    return [
        FigureShown(
            title=f"{each.title[:1].upper()}{each.title[1:]}",
            section=each.section,
            value=said(_value(each, each.versions[0])),
            version=each.versions[0],
            older=tuple((american_date(old.since), said(_value(each, old))) for old in each.versions[1:]),
            reading=each.reading,
        )
        for each in {(figure.name, figure.section): figure for figure in found}.values()
    ]


def _value(figure: Published, version: Version) -> str | list[str]:
    value = version.value
    if isinstance(value, Mapping):
        return [line for key, item in value.items() for line in _lines(key, item)]
    units = [part for part in figure.name.split("_") if unit_of(part)]
    tells = bool(units) and unit_of(units[0]).split()[0][:3] not in figure.title
    return value_in_words(units[0] if tells else "", value)


def _lines(key: str, item: Any) -> list[str]:
    """A part of a figure: its entries line by line where it is a table of its own."""
    said = value_in_words(key, item)
    if isinstance(said, list) and item and isinstance(item[0], Mapping):
        return said
    return [f"{in_words(key)}: {_line(said)}"]


def _line(said: str | list[str]) -> str:
    return said if isinstance(said, str) else "; ".join(said)


@dataclass(frozen=True, slots=True)
class Service:
    """How the system serves a provision: pages for everyone with their addresses, all others by name, and acts."""

    public: tuple[tuple[str, str], ...]
    filers: tuple[str, ...]
    staff: tuple[str, ...]
    acts: tuple[str, ...]
    letters: tuple[str, ...]

    @property
    def any(self) -> bool:
        """Whether there is anything to name."""
        return bool(self.public or self.filers or self.staff or self.acts or self.letters)


def service(provision: Provision) -> Service:
    """What serves a provision, in words."""
    public = [name for name in provision.pages if PAGES.get(name) is EVERYONE]
    staff = [name for name in provision.pages if name.startswith("desk:")]
    filers = [name for name in provision.pages if name not in {*public, *staff}]
    return Service(
        public=tuple((_page(name), _address(name)) for name in public),
        filers=tuple(dict.fromkeys(_page(name) for name in filers)),
        staff=tuple(dict.fromkeys(_page(name) for name in staff)),
        acts=tuple(_acts(provision.acts)),
        letters=tuple(_LETTERS.get(name) or in_words(name) for name in provision.letters),
    )


def _page(name: str) -> str:
    return _PAGES.get(name) or in_words(name.partition(":")[2])


def _address(name: str) -> str:
    try:
        return reverse(name)
    except NoReverseMatch:  # a page of one thing, such as a permit's
        return ""


def _acts(names: Any) -> list[str]:
    """Acts by what they act on: "Permit: issue, suspend"."""
    grouped: dict[str, list[str]] = {}
    for name in names:
        subject, _, verb = name.rpartition(".")
        grouped.setdefault(in_words(subject.rpartition(".")[2]), []).append(in_words(verb).lower())
    return [f"{subject}: {', '.join(verbs)}" for subject, verbs in grouped.items()]
