"""Where a drawn line is taken to be no more exact than it is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tolerances:
    """Limits of what the maps can show, in shares of a parcel's area, square feet and feet.

    An overlap is a sliver, the mark of two maps that do not quite agree, when it is smaller than both ``sliver_share``
    of the parcel and ``sliver_sqft``. A parcel fronts a lake when it comes within ``frontage_ft`` of mean high water.
    That part of a parcel outside the municipality of its roll code is worth a note above ``note_share`` (C04). A parcel
    known only by a point is taken to reach no farther than ``point_reach_ft`` from it: what lies beyond is settled,
    what lies within is not shown.
    """

    sliver_share: float = 0.005
    sliver_sqft: float = 21_780.0
    note_share: float = 0.05
    frontage_ft: float = 5.0
    close_ft: float = 50.0
    point_reach_ft: float = 5_280.0


STANDARD = Tolerances()
