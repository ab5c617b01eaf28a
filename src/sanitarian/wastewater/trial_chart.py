"""The chart of a trial: inspections due in each year, before and after, as SVG that reads in black and white too."""

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from sanitarian.wastewater.trial import Trial

_WIDTH, _LEFT, _RIGHT = 760, 110, 90
_BAR, _GAP, _TOP = 14, 10, 62
_INK = "#1b1b1b"
Row = tuple[int, int, int]


def chart(trial: Trial) -> str:
    """An SVG picture with a title and a description; the second panel, of drain pipes, is there where they move."""
    panels: list[tuple[str, list[Row]]] = [
        ("Inspections due in each year", [(line.year, line.before, line.after) for line in trial.years])
    ]
    if any(line.pipes_before != line.pipes_after for line in trial.years):
        pipes = [(line.year, line.pipes_before, line.pipes_after) for line in trial.years]
        panels.append(("Parcels whose drain pipes are due in each year", pipes))
    height = sum(_height(rows) for _, rows in panels)
    title = escape(f"{trial.amendment.title}: inspections before and after")
    said = escape(" ".join(_said(name, rows) for name, rows in panels))
    body = "\n".join(part for number, panel in enumerate(panels) for part in _panel(panel, number, panels))
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img" \
aria-labelledby="trial-chart-title trial-chart-description" font-family="sans-serif" font-size="13">
<title id="trial-chart-title">{title}</title>
<desc id="trial-chart-description">{said}</desc>
<defs><pattern id="trial-chart-hatch" width="6" height="6" patternUnits="userSpaceOnUse" \
patternTransform="rotate(45)"><rect width="6" height="6" fill="#ffffff"/><rect width="2" height="6" \
fill="{_INK}"/></pattern></defs>
<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>
{body}
</svg>
"""


def _height(rows: Sequence[Row]) -> int:
    return _TOP + len(rows) * (2 * _BAR + _GAP) + _GAP


def _said(name: str, rows: Sequence[Row]) -> str:
    years = "; ".join(f"{year}: {before:,} before, {after:,} after" for year, before, after in rows)
    return f"{name}. {years}."


def _panel(panel: tuple[str, list[Row]], number: int, panels: Sequence[tuple[str, list[Row]]]) -> Iterator[str]:
    name, rows = panel
    top = sum(_height(rows) for _, rows in panels[:number])
    most = max(1, *(max(before, after) for _, before, after in rows))
    scale = (_WIDTH - _LEFT - _RIGHT) / most
    yield _text(16, top + 24, name, 'font-size="17" font-weight="bold"')
    yield _bar(_LEFT, top + 38, 28, before=True)
    yield _text(_LEFT + 34, top + 50, "before: the law as it stands")
    yield _bar(_LEFT + 270, top + 38, 28, before=False)
    yield _text(_LEFT + 304, top + 50, "after: with the amendment")
    for place, (year, before, after) in enumerate(rows):
        y = top + _TOP + _GAP + place * (2 * _BAR + _GAP)
        yield _text(16, y + _BAR + 4, str(year), 'font-weight="bold"')
        for offset, count, word in ((0, before, "before"), (_BAR, after, "after")):
            length = count * scale
            yield _text(_LEFT - 6, y + offset + 11, word, 'text-anchor="end" font-size="11"')
            yield _bar(_LEFT, y + offset, length, before=word == "before")
            yield _text(_LEFT + length + 6, y + offset + 11, f"{count:,}", 'font-size="11"')


def _bar(x: float, y: float, length: float, *, before: bool) -> str:
    fill = "url(#trial-chart-hatch)" if before else _INK
    return f'<rect x="{x:.1f}" y="{y + 1:.1f}" width="{length:.1f}" height="{_BAR - 2}" fill="{fill}" stroke="{_INK}"/>'


def _text(x: float, y: float, words: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{_INK}" {more}>{escape(words)}</text>'
