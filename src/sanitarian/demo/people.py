"""Made-up people, firms, streets and mailing addresses. Names are put together at random; nobody real is meant."""

from dataclasses import dataclass

import numpy as np


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


SURNAMES = _words(
    """Abbott Ackerley Almquist Ashworth Baldwyn Barrowclough Bellweather Birdsall Blodgett Brannigan Breckon Bruckner
    Cadwell Calloway Carmody Chaffee Claypool Coldwater Corrigan Crandell Dalrymple Delaney Devendorf Dowling Drummond
    Easterbrook Ellsworth Fairbairn Fenwick Ferrante Fitzhugh Fosdick Galbraith Garrity Giddings Goodale Greenleaf
    Halloran Hasbrouck Hathaway Heffernan Hollister Hoskins Ingersoll Jankowski Jessup Kaczmarek Kellerman Ketchum
    Kirkbride Kowalczyk Lamberton Larkspur Leavenworth Lindqvist Lockhart Loomis Ludlow Maddox Mahaney Marchetti Mather
    McAllister McGillicuddy McTavish Merriweather Mosher Nettleton Newcomb Norquist Nowakowski Oakley Odell Olmsted
    Ostrander Pettibone Pickering Prendergast Quackenbush Quimby Radcliff Rathbone Redfield Rinaldi Rockwood Rossiter
    Sagendorf Satterly Scofield Seabury Sheffler Silvernail Skidmore Sprague Stebbins Swarthout Talcott Tenbroeck
    Thornbury Tillotson Tompkyns Treadwell Tuttle Underhill VanAlstyne VanOrden Vermilyea Vosburgh Wadhams Wakefield
    Waldron Wentworth Westerveld Whitbeck Wickham Winterbourne Wojcik Woodbridge Yarrow Yoder Zabriskie Zimmer
    Smith Brown Jones Miller"""
)
# What trips searches and letters: apostrophes of both kinds, hyphens, diacritics, blanks inside.
ODD_SURNAMES = (
    "O'Brannon", "O’Brannon", "O'Dell-Hart", "D'Amato-Rizzi", "Peña-Müller", "Nuñez Arroyo", "Łukasik", "Gößling",
    "Čapekova", "Brønholm", "Šimůnek", "Saint-Aubin", "de la Cruz Vega", "Van der Meulen", "L'Écuyer", "Ó Súilleabháin",
)  # fmt: skip
GIVEN = _words(
    """Abigail Adele Albert Alice Amos Andrea Anita Arthur Audrey Beatrice Bernard Bonnie Bradley Bridget Calvin Carla
    Carol Cedric Charlotte Chester Clara Clifford Colleen Conrad Cora Curtis Cynthia Dale Daniel Darlene Dennis Dolores
    Donald Dorothy Earl Edith Edna Edward Eileen Elaine Ellen Elmer Emma Ernest Esther Eugene Evelyn Faye Felix Florence
    Floyd Frances Frank Gail Gerald Gilbert Gladys Glenn Gordon Grace Harold Harriet Hazel Helen Herbert Howard Hugh Ida
    Irene Jack James Janet Jean Jerome Joan John Joyce Judith Karen Keith Kenneth Lena Leonard Lewis Lois Lorraine Lucy
    Mabel Marcia Margaret Marian Mark Martha Mary Maurice Mildred Milton Nancy Nathan Nora Norman Oliver Oscar Patricia
    Paul Pauline Peter Philip Phyllis Ralph Raymond Rhoda Robert Rosalind Roy Russell Ruth Samuel Sharon Sheila Stanley
    Susan Thelma Theodore Thomas Vera Vernon Viola Virginia Walter Wanda Warren Wendell William Zoe"""
)
ODD_GIVEN = ("José", "Zoë", "Renée", "Björn", "Małgorzata", "André", "Siobhán", "Günther")
_TREES = _words(
    "Maple Oak Elm Chestnut Walnut Hickory Locust Cedar Spruce Willow Birch Sycamore Juniper Cherry Linden Aspen"
)
_PLACES = _words(
    "Mill Church Academy Depot Canal Quarry Orchard Harvest Prospect Highland Meadow Sawmill Tannery Cider Foundry "
    "Schoolhouse Cemetery Turnpike Ferry Landing Bluff Ridge Hollow Glen Creamery Blacksmith Wheelwright Cooper"
)
_FAMILIES = _words(
    "Allenby Barger Corwith Dunning Eddyville Farnham Grimshaw Hibbard Indian Jaycox Kinney Lavery Munger Northrup "
    "Osterhout Penfold Quigley Rosekrans Sherwin Tupper Valentine Wyckham Youngs Benning Carver Duryea Fowler Gillis"
)
TOWN_STREETS = tuple(f"{name} {kind}" for kind in ("St", "Ave") for name in (*_TREES, *_PLACES))
ROAD_STREETS = tuple(f"{name} {kind}" for kind in ("Rd", "Hill Rd", "Corners Rd") for name in (*_FAMILIES, *_PLACES))
SHORE_STREETS = ("Lakeview Dr", "Bayside Ln")

ZIP_CODES = {
    "Auburn": ("Auburn", "13021"), "Aurelius": ("Auburn", "13021"), "Brutus": ("Weedsport", "13166"),
    "Cato": ("Cato", "13033"), "Conquest": ("Port Byron", "13140"), "Fleming": ("Auburn", "13021"),
    "Genoa": ("Genoa", "13071"), "Ira": ("Cato", "13033"), "Ledyard": ("Aurora", "13026"),
    "Locke": ("Locke", "13092"), "Mentz": ("Port Byron", "13140"), "Montezuma": ("Montezuma", "13117"),
    "Moravia": ("Moravia", "13118"), "Niles": ("Moravia", "13118"), "Owasco": ("Auburn", "13021"),
    "Scipio": ("Scipio Center", "13147"), "Sempronius": ("Moravia", "13118"), "Sennett": ("Auburn", "13021"),
    "Springport": ("Union Springs", "13160"), "Sterling": ("Sterling", "13156"), "Summerhill": ("Locke", "13092"),
    "Throop": ("Auburn", "13021"), "Venice": ("Genoa", "13071"), "Victory": ("Red Creek", "13143"),
}  # fmt: skip
_AWAY = (
    ("Syracuse", "NY", "13202"), ("Rochester", "NY", "14604"), ("Ithaca", "NY", "14850"), ("Brooklyn", "NY", "11201"),
    ("Naples", "FL", "34102"), ("Sarasota", "FL", "34236"), ("Erie", "PA", "16501"), ("Agawam", "MA", "01001"),
    ("Montclair", "NJ", "07042"), ("Mesa", "AZ", "85201"), ("Dayton", "OH", "45402"), ("Barre", "VT", "05641"),
)  # fmt: skip
_FIRMS = (
    "{} Farms LLC", "{} Dairy Inc", "{} Brothers", "{} Holdings LLC", "{} Family Trust", "{} Properties Inc",
    "{} & Sons Excavating", "Estate of {}", "{} Orchards", "{} Realty Partners LP", "{} Hunting Club Inc",
)  # fmt: skip


@dataclass(frozen=True)
class Owner:
    """An owner as an assessment roll writes one, with the mailing address."""

    name: str
    second: str
    address: str
    po_box: str
    city: str
    state: str
    zip_code: str


def person(rng: np.random.Generator) -> tuple[str, str]:
    """A given name and a surname, some of them with apostrophes or diacritics."""
    given = _pick(rng, ODD_GIVEN if rng.random() < 0.03 else GIVEN)
    return given, _pick(rng, ODD_SURNAMES if rng.random() < 0.05 else SURNAMES)


def roll_name(rng: np.random.Generator) -> tuple[str, str]:
    """The first and the second owner as the roll writes them: surname first, mostly in capitals."""
    given, surname = person(rng)
    middle = f" {'ABCDEFGHJLMRSTW'[rng.integers(15)]}" if rng.random() < 0.6 else ""
    form = rng.random()
    if form < 0.42:
        return f"{surname} {given}{middle}".upper(), ""
    if form < 0.68:
        return f"{surname} {given}{middle} & {_pick(rng, GIVEN)}".upper(), ""
    if form < 0.84:
        return f"{surname}, {given}{middle}", f"{surname}, {_pick(rng, GIVEN)}"
    if form < 0.92:
        return f"{surname} {given}{middle} Life Use".upper(), f"{surname} {_pick(rng, GIVEN)}".upper()
    return f"{surname} {given}{middle}", ""


def firm_name(rng: np.random.Generator) -> str:
    """A farm, landlord, trust or estate."""
    return _pick(rng, _FIRMS).format(_pick(rng, SURNAMES))


def owner(rng: np.random.Generator, home: tuple[str, str, str], *, firm: bool) -> Owner:
    """An owner. ``home`` is the property's own address, city and ZIP code, where most people get their mail."""
    name, second = (firm_name(rng), "") if firm else roll_name(rng)
    where = rng.random()
    if where < 0.77:
        box = f"PO Box {rng.integers(1, 900)}" if rng.random() < 0.08 else ""
        return Owner(name, second, "" if box else home[0], box, home[1], "NY", home[2])
    city, state, zip_code = _AWAY[rng.integers(len(_AWAY))]
    return Owner(name, second, f"{rng.integers(1, 4000)} {_pick(rng, TOWN_STREETS)}", "", city, state, zip_code)


def _pick(rng: np.random.Generator, choices: tuple[str, ...]) -> str:
    return choices[rng.integers(len(choices))]
