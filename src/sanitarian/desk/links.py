"""From a reference to the page that shows the record."""

from collections.abc import Iterable

from django.urls import NoReverseMatch, reverse

from sanitarian.core.records import ref_id

PAGES = {
    "parcel": "desk:property",
    "report": "desk:report",
    "permit": "desk:permit",
    "system": "desk:system",
    "importrun": "desk:import",
}


def address_of(reference: str) -> str:
    """The page of one record; empty where it has none of its own."""
    kind = reference.partition(":")[0]
    if kind not in PAGES:
        return ""
    try:
        return reverse(PAGES[kind], args=[ref_id(reference)])
    except NoReverseMatch:  # this installation does not have the page
        return ""


def addresses_of(references: Iterable[str]) -> dict[str, str]:
    """The page of each record that has one."""
    return {reference: address_of(reference) for reference in references}
