"""What a parcel file may tell, the State's names for it, and how each cell is read."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from sanitarian.county.imports import cells
from sanitarian.county.imports.cells import Converter


@dataclass(frozen=True)
class FieldSpec:
    """A fact of a parcel row. ``names`` are the State's long and ten-letter column names, the preferred first."""

    name: str
    convert: Converter
    names: tuple[str, ...]
    meaning: str
    identifier: bool = False


def _text(limit: int) -> Converter:
    return partial(cells.text, limit=limit)


def _zip(limit: int) -> Converter:
    return partial(cells.zip_code, limit=limit)


def _degrees(most: float) -> Converter:
    return partial(cells.coordinate, most=most)


_year: Callable[[int], Converter] = lambda least: partial(cells.count, least=least, most=2100)  # noqa: E731

FIELDS: tuple[FieldSpec, ...] = (
    FieldSpec("swis", cells.swis_code, ("SWIS",), "six-digit code of county, town and village", True),
    FieldSpec("key", cells.identifier, ("SBL",), "section, block, lot: with SWIS, the parcel's key", True),
    FieldSpec(
        "swis_key",
        cells.identifier,
        ("SWIS_SBL_ID", "SWISSBLID"),
        "SWIS and SBL in one; used without both",
        True,
    ),
    FieldSpec("print_key", cells.identifier, ("PRINT_KEY",), "tax-map number as printed; never joined on", True),
    FieldSpec("address", _text(200), ("PARCEL_ADDR", "PARCELADDR", "PARCEL_ADD"), "street address of the parcel"),
    FieldSpec("street_number", _text(20), ("LOC_ST_NBR",), "house number"),
    FieldSpec("street", _text(120), ("LOC_STREET",), "street"),
    FieldSpec("unit", _text(40), ("LOC_UNIT",), "unit"),
    FieldSpec("zip_code", _zip(10), ("LOC_ZIP",), "ZIP code of the parcel"),
    FieldSpec("property_class", _text(4), ("PROP_CLASS",), "property class, three digits"),
    FieldSpec("roll_section", _text(4), ("ROLL_SECTION", "ROLL_SECT", "ROLL_SECTI"), "section of the roll"),
    FieldSpec("roll_year", _year(1900), ("ROLL_YR",), "year of the roll"),
    FieldSpec(
        "acres", partial(cells.decimal, digits=12, places=4), ("ACRES", "CALC_ACRES"), "acres; commas between thousands"
    ),
    FieldSpec("year_built", _year(1600), ("YR_BLT",), "year built; 0 is not recorded"),
    FieldSpec(
        "bedrooms",
        partial(cells.count, least=1, most=999),
        ("NBR_BEDROOMS", "NBR_BEDRM", "NBR_BEDROO"),
        "bedrooms; 0 is not recorded",
    ),
    FieldSpec("sewer", cells.service, ("SEWER_TYPE", "SEWER_DESC"), "1 none, 2 private, 3 public; else unknown"),
    FieldSpec(
        "water",
        cells.service,
        ("WATER_SUPPLY", "WATER_SUPP", "WATER_TYPE", "WATER_DESC"),
        "1 none, 2 private, 3 public; else unknown",
    ),
    FieldSpec("shares_shape", cells.yes, ("DUP_GEO",), "Y: several parcels lie on this polygon"),
    FieldSpec("owner", _text(200), ("PRIMARY_OWNER", "PRMY_OWNER", "PRIMARY_OW"), "first owner on the roll"),
    FieldSpec("owner_2", _text(200), ("ADD_OWNER",), "second owner"),
    FieldSpec("mail_address", _text(200), ("MAIL_ADDR",), "mailing address of the first owner"),
    FieldSpec("mail_po_box", _text(40), ("PO_BOX",), "post office box"),
    FieldSpec("mail_city", _text(100), ("MAIL_CITY",), "city"),
    FieldSpec("mail_state", _text(40), ("MAIL_STATE",), "state"),
    FieldSpec("mail_zip", _zip(20), ("MAIL_ZIP",), "ZIP code"),
    FieldSpec(
        "mail_2_address", _text(200), ("ADD_MAIL_ADDR", "ADDMAILADR", "ADD_MAIL_A"), "the second owner's, if another"
    ),
    FieldSpec("mail_2_po_box", _text(40), ("ADD_MAIL_PO_BOX", "ADDMAILPO", "ADD_MAIL_P"), "post office box"),
    FieldSpec("mail_2_city", _text(100), ("ADD_MAIL_CITY", "ADDMAILCIT", "ADD_MAIL_C"), "city"),
    FieldSpec("mail_2_state", _text(40), ("ADD_MAIL_STATE", "ADDMAILST", "ADD_MAIL_S"), "state"),
    FieldSpec("mail_2_zip", _zip(20), ("ADD_MAIL_ZIP", "ADDMAILZIP", "ADD_MAIL_Z"), "ZIP code"),
    FieldSpec("lon", _degrees(180), ("LONGITUDE", "LON"), "longitude, in tables without shapes"),
    FieldSpec("lat", _degrees(90), ("LATITUDE", "LAT"), "latitude, in tables without shapes"),
)
BY_NAME = {spec.name: spec for spec in FIELDS}

# What the parcel's own record holds; the rest goes to owners, the map or the key.
PARCEL_FIELDS = (
    "print_key",
    "address",
    "street_number",
    "street",
    "unit",
    "zip_code",
    "property_class",
    "roll_section",
    "acres",
    "year_built",
    "bedrooms",
    "sewer",
    "water",
)
OWNER_FIELDS = tuple(spec.name for spec in FIELDS if spec.name.startswith(("owner", "mail_")))
