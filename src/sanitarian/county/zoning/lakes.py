"""The two lakes of the inspection schedule (Article V, IV.A), and by what names maps call them."""

import re
from dataclasses import dataclass

NONE = "none"


@dataclass(frozen=True, slots=True)
class Lake:
    """A lake: its code in the law, its name, and the towns that its shore and its watershed touch.

    The towns matter only where a layer lacks the lake: elsewhere in the county its absence leaves nothing open.
    """

    code: str
    name: str
    names: re.Pattern[str]
    shore_towns: frozenset[str]
    watershed_towns: frozenset[str]


_SUFFIX = r"( (drainage )?(basin|watershed|shoreline|shore|mhw|mean high water( mark| line)?))?"
LAKES = (
    Lake(
        "owasco-lake",
        "Owasco Lake",
        re.compile(rf"(lake owasco|owasco( lake)?){_SUFFIX}"),
        frozenset({"Auburn", "Fleming", "Moravia", "Niles", "Owasco", "Scipio", "Venice"}),
        frozenset(
            {"Auburn", "Sennett", "Fleming", "Owasco", "Scipio", "Niles", "Venice", "Moravia", "Sempronius", "Genoa"}
            | {"Locke", "Summerhill"}
        ),
    ),
    Lake(
        "little-sodus-bay",
        "Little Sodus Bay",
        re.compile(rf"(little sodus( bay)?|lsb){_SUFFIX}"),
        frozenset({"Sterling"}),
        frozenset({"Sterling"}),
    ),
)
BY_CODE = {lake.code: lake for lake in LAKES}


def lake_code(text: str) -> str | None:
    """The lake a map's label means, or None for another water.

    The whole label must fit: Owasco Outlet runs away from the lake, and Little Sodus Creek never reaches the bay.
    """
    words = " ".join(re.split(r"[\s_\-,.]+", text.strip().casefold())).strip()
    return next((lake.code for lake in LAKES if lake.names.fullmatch(words)), None)


def lake_name(code: str) -> str:
    """The name of a lake by its code."""
    return BY_CODE[code].name
