"""The department's mark: our own drawing, with the names of county and department set around it."""

from functools import lru_cache
from pathlib import Path
from xml.sax.saxutils import escape

_EMBLEM = Path(__file__).parent / "typst" / "emblem.svg"
_HOUSE = "#1b4d5c"
_RADIUS = 28.6  # of the ring of letters, in points, in a mark of 72 points
_ARC = 77.9  # how long a line of letters may be on it: less than half of the ring
_LARGEST, _SPACING, _CAPITAL_WIDTH = 6.6, 1.0, 0.62
_TOO_LONG = 34


@lru_cache(maxsize=8)
def seal_svg(county: str, department: str) -> str:
    """The mark as SVG, 72 points wide. Names too long for the ring are left out of it; the letterhead has them."""
    emblem = _EMBLEM.read_text(encoding="utf-8").partition(">")[2].rpartition("</svg>")[0]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 72" width="72" height="72" fill="none" '
        f'stroke="{_HOUSE}"><circle cx="36" cy="36" r="35.300" stroke-width="1.300"/>'
        f'<circle cx="36" cy="36" r="33.600" stroke-width="0.400"/>'
        f'<circle cx="36" cy="36" r="23" stroke-width="0.600"/>'
        f'<g transform="translate(19 19) scale(0.340)" stroke-width="2" stroke-linecap="round" '
        f'stroke-linejoin="round">{emblem}</g>{_ring(county.upper(), department.upper())}</svg>'
    )


def _ring(county: str, department: str) -> str:
    longest = max(len(county), len(department))
    if not county or not department or longest > _TOO_LONG:
        return ""
    size = min(_LARGEST, (_ARC / longest - _SPACING) / _CAPITAL_WIDTH)
    # Along the bottom the letters stand on the outside of their line: it is drawn farther out by their height.
    return (
        _line("county", county, _RADIUS - size * 0.35, size, sweep=1)
        + _line("department", department, _RADIUS + size * 0.35, size, sweep=0)
        + f'<g fill="{_HOUSE}" stroke="none"><circle cx="{36 - _RADIUS}" cy="36" r="0.900"/>'
        f'<circle cx="{36 + _RADIUS}" cy="36" r="0.900"/></g>'
    )


def _line(name: str, words: str, radius: float, size: float, sweep: int) -> str:
    return (
        f'<path id="{name}" d="M{36 - radius:.3f} 36A{radius:.3f} {radius:.3f} 0 0 {sweep} {36 + radius:.3f} 36" '
        f'stroke="none"/><text fill="{_HOUSE}" stroke="none" font-family="Public Sans, Libertinus Serif" '
        f'font-weight="600" font-size="{size:.3f}" letter-spacing="{_SPACING}" text-anchor="middle">'
        f'<textPath href="#{name}" startOffset="50%">{escape(words)}</textPath></text>'
    )
