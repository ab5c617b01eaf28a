"""The demo's files taken in by the county's own importers, as a clerk would."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from sanitarian.core.actors import Actor
from sanitarian.county.acts.imports import import_parcels
from sanitarian.county.acts.layers import import_layer
from sanitarian.county.acts.zones import determine_zones
from sanitarian.county.counties import the_county
from sanitarian.county.imports.prepare import ParcelFile, prepare
from sanitarian.county.layers import LayerFile, prepare_layer
from sanitarian.county.zoning.register import make_plan
from sanitarian.demo.files import LAYER_FILES, PARCELS_FILE


def import_files(clerk: Actor, folder: Path, step: Callable[[str], AbstractContextManager[None]]) -> None:
    """Import the parcels and the four layers, and determine where every parcel lies."""
    county = the_county()
    with step("parcels"):
        prepared = prepare(ParcelFile(folder / PARCELS_FILE, None, None, None), county, None)
        import_parcels(clerk, prepared, county)
    with step("map layers"):
        for kind, name in LAYER_FILES.items():
            plan = prepare_layer(LayerFile(folder / name, kind, None, None, provisional=False), county)
            import_layer(clerk, plan, note="Made up for the demo county")
    with step("zones"):
        determine_zones(clerk, make_plan(county), county)
