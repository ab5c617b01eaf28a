"""The lakes that the inspection schedule singles out (V.IV.A), and by what names maps call them."""

import re
from dataclasses import dataclass

from sanitarian.law.data import per_law, table

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


@per_law
def lakes() -> dict[str, Lake]:
    """The lakes by code, in the order in which the columns of findings count them."""
    return {code: _lake(code, entry) for code, entry in table("schedule")["geography"]["lakes"].items()}


def _lake(code: str, entry: dict[str, list[str]]) -> Lake:
    names = "|".join(re.escape(name) for name in entry["map_names"])
    return Lake(
        code=code,
        name=str(entry["name"]),
        names=re.compile(f"({names}){_SUFFIX}"),
        shore_towns=frozenset(entry["shore_towns"]),
        watershed_towns=frozenset(entry["watershed_towns"]),
    )


@per_law
def waters() -> tuple[str, ...]:
    """What the columns ``fronts`` and ``watershed`` of findings count in: each lake, then none."""
    return (*lakes(), NONE)


def no_water() -> int:
    """The place of none among ``waters()``."""
    return len(lakes())


def lake_code(text: str) -> str | None:
    """The lake a map's label means, or None for another water.

    The whole label must fit: Owasco Outlet runs away from the lake, and Little Sodus Creek never reaches the bay.
    """
    words = " ".join(re.split(r"[\s_\-,.]+", text.strip().casefold())).strip()
    return next((lake.code for lake in lakes().values() if lake.names.fullmatch(words)), None)


def lake_name(code: str) -> str:
    """The name of a lake by its code."""
    return lakes()[code].name
