"""From a reference to the page that shows the record."""

from django.urls import NoReverseMatch, reverse

from sanitarian.core.records import ref_id

PAGES = {
    "parcel": "desk:property",
    "system": "desk:system",
    "inspector": "desk:inspector",
    "agreement": "desk:agreement",
    "report": "desk:report",
    "permit": "desk:permit",
    "letter": "desk:letter",
    "importrun": "desk:import",
    "correctionrequest": "desk:correction",
    "user": "desk:account",
    "accountrequest": "desk:account-request",
    "firm": "desk:firm",
    "pumpout": "desk:pump-out",
    "pumpoutsuspicion": "desk:suspicion",
    "pumpoutfile": "portal:pump-out-file",
    "disposalplace": "desk:disposal-place",
}


def address_of(reference: str) -> str:
    """The page of a record; empty where it has none of its own."""
    kind = reference.partition(":")[0]
    if kind not in PAGES:
        return ""
    try:
        return reverse(PAGES[kind], args=[ref_id(reference)])
    except NoReverseMatch:  # this installation does not have the page
        return ""
