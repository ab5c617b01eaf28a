"""How much was pumped: what people write becomes gallons (U.S.), or a reason why it cannot. Pure functions."""

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

LITERS_A_GALLON = Decimal("3.785411784")  # by definition
MOST = Decimal(1_000_000)  # gallons; more is a slip of the pen, not a load
TIMES_THE_TANK = 2  # what runs back from the field, and more than one chamber, explain that much
UNUSUAL_LOAD = Decimal(25_000)  # gallons, where no tank is on record: several trucks full
_UNITS = {
    "gal": Decimal(1),
    "kgal": Decimal(1000),
    "L": 1 / LITERS_A_GALLON,
    "m3": 1000 / LITERS_A_GALLON,
}
UNIT_CHOICES = [("gal", "gallons"), ("kgal", "thousand gallons"), ("L", "liters"), ("m3", "cubic meters")]
_NAMES = {
    "gal": ("gal", "gals", "gallon", "gallons", "us gal", "us gallon", "us gallons", "u.s. gallons"),
    "kgal": ("kgal", "kgals", "thousand gallons", "1000 gal", "1,000 gal", "1000 gallons", "1,000 gallons"),
    "L": ("l", "liter", "liters", "litre", "litres"),
    "m3": ("m3", "m\u00b3", "m^3", "cubic meter", "cubic meters", "cubic metre", "cubic metres"),
}
_BY_NAME = {name: unit for unit, names in _NAMES.items() for name in names}
_QUANTITY = re.compile(r"(?P<number>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)\s*(?P<unit>[^\d\s.,+-].*)?")


@dataclass(frozen=True)
class Volume:
    """A volume in U.S. gallons to one decimal, and as it was written."""

    gallons: Decimal
    written: str
    unit: str


class NoVolume(ValueError):
    """What was written is no volume; ``field`` is ``volume`` or ``unit``, the message says what to do."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def read_volume(written: str, unit: str = "") -> Volume:
    """Read a quantity and its unit; the unit may stand behind the number. Without a unit it is asked for (C46).

    Raises:
        NoVolume: no number, none above zero, too much to be a load, or a unit that is missing, unknown or told twice.
    """
    text, unit = " ".join(written.split()), " ".join(unit.split())
    found = _QUANTITY.fullmatch(text)
    if found is None:
        negative = text.startswith(("-", "\u2212"))
        raise NoVolume("volume", "a volume is above zero" if negative else "this is not a number")
    inner = (found["unit"] or "").strip()
    code = _unit(inner, unit)
    gallons = Decimal(found["number"].replace(",", "")) * _UNITS[code]
    if gallons > MOST:
        raise NoVolume("volume", f"{gallons:,.0f} gallons is more than any load; check number and unit")
    gallons = gallons.quantize(Decimal("0.1"), ROUND_HALF_UP)
    if gallons <= 0:
        raise NoVolume("volume", "a volume is above zero")
    return Volume(gallons, found["number"][:20], (unit or inner)[:20])


def _unit(inner: str, unit: str) -> str:
    if not inner and not unit:
        raise NoVolume("unit", "the unit is missing: write gal, kgal, L or m3")
    codes = {_BY_NAME.get(name.casefold().rstrip(".")) for name in (inner, unit) if name}
    if None in codes:
        unknown = next(name for name in (inner, unit) if name and name.casefold().rstrip(".") not in _BY_NAME)
        raise NoVolume("unit", f"{unknown[:40]!r} is not a unit known here: write gal, kgal, L or m3")
    if len(codes) > 1:
        raise NoVolume("unit", f"two units are given, {inner[:20]!r} and {unit[:20]!r}; keep one")
    return str(codes.pop())


def unusual(gallons: Decimal, tank_gallons: int | None) -> str:
    """Why a volume needs an eye: far above the tank that it came from, or above any load. Empty where it does not."""
    if tank_gallons:
        if gallons > TIMES_THE_TANK * tank_gallons:
            return f"{gallons:,.0f} gallons from a tank of {tank_gallons:,}"
        return ""
    return f"{gallons:,.0f} gallons in one load, and no size of the tank on record" if gallons > UNUSUAL_LOAD else ""
