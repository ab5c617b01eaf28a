"""The demo county's assessment roll: every lot with the columns of the State's tax-parcel schema."""

from dataclasses import dataclass
from datetime import date

import numpy as np
import shapely

from sanitarian.demo import geography, people
from sanitarian.demo.chance import SEED
from sanitarian.demo.lots import ACRE, Kind, Lots, layout

PARCELS = 39_000
_CONDOMINIUMS, _UNITS = 14, 12
_WITHOUT_SHAPE = 40
_NO_PARCEL_ROWS = 60
SEWERED_TOWN = "Owasco"  # its whole shore has public sewer

# Property classes of each kind of lot and how often they occur.
_CLASSES: dict[Kind, tuple[tuple[str, float], ...]] = {
    Kind.FARM: (("112", 0.18), ("105", 0.3), ("120", 0.12), ("240", 0.12), ("241", 0.08), ("322", 0.16), ("910", 0.04)),
    Kind.COUNTRY: (("210", 0.56), ("240", 0.09), ("270", 0.09), ("220", 0.03), ("260", 0.03), ("283", 0.02),
                   ("314", 0.11), ("311", 0.05), ("416", 0.002), ("421", 0.004), ("620", 0.006), ("582", 0.001)),
    Kind.VILLAGE: (("210", 0.66), ("220", 0.11), ("230", 0.03), ("311", 0.09), ("411", 0.02), ("484", 0.05),
                   ("421", 0.02), ("620", 0.01), ("652", 0.01)),
    Kind.CITY: (("210", 0.6), ("220", 0.16), ("230", 0.05), ("311", 0.08), ("411", 0.03), ("484", 0.05),
                ("425", 0.01), ("620", 0.01), ("612", 0.004), ("710", 0.006)),
    Kind.SHORE: (("210", 0.45), ("260", 0.42), ("313", 0.09), ("417", 0.012), ("570", 0.008), ("220", 0.02)),
    Kind.BEHIND_SHORE: (("210", 0.55), ("260", 0.15), ("311", 0.24), ("270", 0.04), ("240", 0.02)),
}  # fmt: skip
RESIDENTIAL = frozenset(("210", "220", "230", "240", "241", "260", "270", "283", "112"))
_SEWER_WORDS = {"1": "None", "2": "Private", "3": "Comm/public", "": ""}


@dataclass(frozen=True)
class Roll:
    """The rows of the parcel file: columns by name, and the shapes beside them (None: not mapped)."""

    columns: dict[str, np.ndarray]
    shapes: np.ndarray

    def __len__(self) -> int:
        return len(self.shapes)


def roll(on: date, scale: float = 1.0) -> Roll:
    """The roll in force on a day: 39,000 parcels times ``scale``, and some rows that are no parcels."""
    rng = np.random.default_rng(SEED + 1)
    wanted = round(PARCELS * scale)
    extra = _share(_CONDOMINIUMS * (_UNITS - 1), scale) if scale == 1.0 else 11
    lots = _exactly(layout(), wanted - extra, rng)
    copies = _condominiums(lots, extra, rng)
    suffix = np.concatenate([np.zeros(len(lots), dtype=int), copies[1]])
    stacked = np.isin(np.arange(len(lots) + len(copies[0])), np.concatenate([copies[0], len(lots) + np.arange(extra)]))
    lots = Lots.join([lots, lots.take(copies[0])])
    suffix[copies[0]] = 1
    columns = _columns(lots, suffix, stacked, rng, on)
    shapes = lots.shape.copy()
    shapes[rng.choice(len(shapes), _share(_WITHOUT_SHAPE, scale), replace=False)] = None
    return _with_no_parcels(Roll(columns, shapes), _share(_NO_PARCEL_ROWS, scale), rng)


def _share(count: int, scale: float) -> int:
    return max(round(count * scale), 2)


def _exactly(lots: Lots, wanted: int, rng: np.random.Generator) -> Lots:
    """Just so many lots: the largest farms are split, or a part of each kind is kept."""
    if wanted < len(lots):
        chosen = rng.permutation(len(lots))
        rare = np.isin(lots.kind, (Kind.SHORE, Kind.BEHIND_SHORE)) & (rng.random(len(lots)) < 2.0 * wanted / len(lots))
        chosen = np.concatenate([chosen[rare[chosen]], chosen[~rare[chosen]]])
        return lots.take(np.sort(chosen[:wanted]))
    farms = np.argsort(-shapely.area(lots.shape), kind="stable")[: wanted - len(lots)]
    centres = shapely.get_coordinates(shapely.centroid(lots.shape[farms]))
    east = shapely.box(centres[:, 0], -1e7, 1e7, 1e7)
    other = lots.take(farms)
    other.shape = shapely.intersection(other.shape, east)
    other.sublot = np.full(len(farms), 200)
    other.house = other.house + 1
    lots.shape[farms] = shapely.difference(lots.shape[farms], east)
    lots.sublot[farms] = 100
    return Lots.join([lots, other])


def _condominiums(lots: Lots, extra: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Which lots carry further units, and the numbers of those units."""
    buildings = max(extra // (_UNITS - 1), 1)
    candidates = np.flatnonzero(np.isin(lots.kind, (Kind.CITY, Kind.SHORE, Kind.VILLAGE)) & (lots.sublot == 0))
    chosen = np.sort(rng.choice(candidates, buildings, replace=False))
    order = np.arange(extra)
    return chosen[order % buildings], 2 + order // buildings


def _columns(
    lots: Lots, suffix: np.ndarray, stacked: np.ndarray, rng: np.random.Generator, on: date
) -> dict[str, np.ndarray]:
    classes = _classes(lots.kind, stacked, rng)
    built, bedrooms = _buildings(classes, rng)
    acres = np.round(shapely.area(lots.shape) / ACRE, 2)
    acres[stacked] = 0.0
    columns = _identity(lots, suffix)
    columns |= _addresses(lots, suffix)
    columns |= {
        "PROP_CLASS": classes,
        "ROLL_SECTION": np.where(np.isin(classes, ("612", "620", "652")), "8", "1").astype(object),
        "ROLL_YR": np.full(len(lots), on.year),
        "ACRES": acres,
        "YR_BLT": built,
        "NBR_BEDROOMS": bedrooms,
        "DUP_GEO": np.where(stacked, "Y", "").astype(object),
    }
    columns |= _services(lots, classes, rng)
    columns |= _owners(lots, columns, classes, rng)
    return columns


def _identity(lots: Lots, suffix: np.ndarray) -> dict[str, np.ndarray]:
    codes = swis_codes()
    swis = [codes[place] for place in zip(lots.village, lots.town, strict=True)]
    fields = zip(lots.section, lots.subsection, lots.block, lots.lot, lots.sublot, suffix, strict=True)
    sbl, printed = [], []
    for section, subsection, block, lot, sublot, unit in fields:
        sbl.append(f"{section:03d}{subsection:03d}{block:04d}{lot:03d}{sublot:03d}{unit:04d}")
        part = f"{subsection:02d}" if subsection else ""
        point = f".{sublot // 100}" if sublot else ""
        printed.append(f"{section}.{part}-{block}-{lot}{point}" + (f"/{unit}" if unit else ""))
    names = {"SWIS": swis, "SBL": sbl, "PRINT_KEY": printed}
    names["SWIS_SBL_ID"] = [first + second for first, second in zip(swis, sbl, strict=True)]
    names["CITYTOWN_NAME"] = list(lots.town)
    names["MUNI_NAME"] = [village or town for village, town in zip(lots.village, lots.town, strict=True)]
    return {name: np.array(values, dtype=object) for name, values in names.items()}


def swis_codes() -> dict[tuple[str, str], str]:
    """Six-digit roll codes by (village or "", town), from the county's own list."""
    from sanitarian.county.counties import load_county

    codes: dict[tuple[str, str], str] = {}
    with_village = {town for _, town in geography.villages()}
    for place in load_county("cayuga").municipalities:
        if place.kind == "village":
            for town, code in zip(place.towns, place.swis6, strict=True):
                codes[place.name, town] = code
        else:
            codes["", place.name] = place.swis4 + ("89" if place.name in with_village else "00")
    return codes


def _addresses(lots: Lots, suffix: np.ndarray) -> dict[str, np.ndarray]:
    streets = [_street(*place) for place in zip(lots.kind, lots.town, lots.village, lots.street, strict=True)]
    numbers = [str(number) for number in lots.house]
    units = [f"Unit {unit}" if unit else "" for unit in suffix]
    whole = [f"{number} {street} {unit}".strip() for number, street, unit in zip(numbers, streets, units, strict=True)]
    names = {"PARCEL_ADDR": whole, "LOC_ST_NBR": numbers, "LOC_STREET": streets, "LOC_UNIT": units}
    names["LOC_ZIP"] = [people.ZIP_CODES[town][1] for town in lots.town]
    return {name: np.array(values, dtype=object) for name, values in names.items()}


def _street(kind: int, town: str, village: str, number: int) -> str:
    """The name of a street, by its number in its municipality."""
    if kind in (Kind.SHORE, Kind.BEHIND_SHORE):
        return people.SHORE_STREETS[number % 2] if town != "Niles" else "Rockledge Rd"
    start = sum(map(ord, village or town)) * 7
    names = people.TOWN_STREETS if kind in (Kind.CITY, Kind.VILLAGE) else people.ROAD_STREETS
    return names[(start + number * 5) % len(names)]


def _classes(kind: np.ndarray, stacked: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    classes = np.empty(len(kind), dtype=object)
    for which, table in _CLASSES.items():
        here = np.flatnonzero(kind == which)
        weights = np.array([weight for _, weight in table])
        classes[here] = rng.choice([code for code, _ in table], len(here), p=weights / weights.sum())
    classes[stacked] = "210"
    return classes


def _buildings(classes: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Year built and bedrooms; 0 is the roll's "not recorded"."""
    count = len(classes)
    lived = np.isin(classes, list(RESIDENTIAL))
    era = rng.choice([1850, 1900, 1950, 1975, 1995, 2010], count, p=[0.2, 0.2, 0.2, 0.2, 0.13, 0.07])
    built = np.where(lived, era + rng.integers(-25, 14, count), 0)
    bedrooms = np.where(lived, rng.choice([1, 2, 3, 4, 5, 6], count, p=[0.03, 0.2, 0.48, 0.22, 0.05, 0.02]), 0)
    return np.where(rng.random(count) < 0.03, 0, built), np.where(rng.random(count) < 0.03, 0, bedrooms)


def _services(lots: Lots, classes: np.ndarray, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Sewer and water by the State's codes. Vacant land has none; a few cells are blank, which is not an answer."""
    count = len(lots)
    chance = rng.random(count)
    sewer = np.full(count, "2", dtype=object)
    town_sewer = np.isin(lots.kind, (Kind.CITY, Kind.VILLAGE)) & (chance < 0.965)
    near = np.isin(lots.kind, (Kind.SHORE, Kind.BEHIND_SHORE))
    shore_sewer = near & (
        (lots.town == SEWERED_TOWN) | ((lots.town == "Fleming") & (lots.lot <= 22)) | (lots.town == "Auburn")
    )
    unsewered_villages = np.isin(lots.village, ("Meridian", "Cato")) & (chance < 0.9)
    sewer[(town_sewer | shore_sewer) & ~unsewered_villages] = "3"
    sewer[np.isin(classes, ("311", "314", "322", "105", "910", "313"))] = "1"
    sewer[rng.random(count) < 0.02] = ""
    water = np.where(np.isin(lots.kind, (Kind.CITY, Kind.VILLAGE)), "3", "2").astype(object)
    water[sewer == "1"] = "1"
    words = {
        code: np.array([_SEWER_WORDS[value] for value in cells], dtype=object)
        for code, cells in (("s", sewer), ("w", water))
    }
    return {"SEWER_TYPE": sewer, "SEWER_DESC": words["s"], "WATER_SUPPLY": water, "WATER_DESC": words["w"]}


def _owners(
    lots: Lots, columns: dict[str, np.ndarray], classes: np.ndarray, rng: np.random.Generator
) -> dict[str, np.ndarray]:
    """Owners: most own one parcel; farms, firms and landlords own several."""
    homes = list(zip(columns["PARCEL_ADDR"], lots.town, strict=True))
    pool = []
    for _ in range(max(len(lots) // 45, 3)):
        address, town = homes[rng.integers(len(homes))]
        pool.append(people.owner(rng, (address, *people.ZIP_CODES[town]), firm=bool(rng.random() < 0.7)))
    shared = rng.random(len(lots)) < np.where(np.isin(classes, ("105", "112", "120", "411", "322", "416")), 0.55, 0.05)
    owners = [
        pool[rng.integers(len(pool))]
        if many
        else people.owner(rng, (address, *people.ZIP_CODES[town]), firm=bool(rng.random() < 0.05))
        for many, (address, town) in zip(shared, homes, strict=True)
    ]
    table = {
        "PRIMARY_OWNER": [owner.name for owner in owners], "ADD_OWNER": [owner.second for owner in owners],
        "MAIL_ADDR": [owner.address for owner in owners], "PO_BOX": [owner.po_box for owner in owners],
        "MAIL_CITY": [owner.city for owner in owners], "MAIL_STATE": [owner.state for owner in owners],
        "MAIL_ZIP": [owner.zip_code for owner in owners],
    }  # fmt: skip
    return {name: np.array(values, dtype=object) for name, values in table.items()}


def _with_no_parcels(parcels: Roll, count: int, rng: np.random.Generator) -> Roll:
    """Rows for water and rights of way among the parcels, which have no SBL, as county files have them."""
    shapes = list(geography.lakes().values())
    shapes += [line.buffer(30) for line in geography.streams().values()]
    pieces = [shapes[order % len(shapes)] for order in range(count)]
    places = np.sort(rng.choice(len(parcels), count, replace=False))
    columns = {}
    for name, values in parcels.columns.items():
        blank = "" if values.dtype == object else 0
        columns[name] = np.insert(values, places, [blank] * count)
    at = places + np.arange(count)
    columns["SWIS"][at] = "054689"
    columns["CITYTOWN_NAME"][at] = "Owasco"
    columns["PARCEL_ADDR"][at] = np.where(np.arange(count) < 2, "Water", "Right of way").astype(object)
    return Roll(columns, np.insert(parcels.shapes, places, pieces))
