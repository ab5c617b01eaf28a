"""What an import does to the register: new, changed, unchanged, retired; owners from day to day; all or nothing."""

import os
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import shapely
from django.db import connection

from sanitarian.core.actors import NOBODY, Actor
from sanitarian.core.acts import ActRefused, NotPermitted
from sanitarian.core.models import JournalEntry, RowVersion, TimelineEntry
from sanitarian.county import counties
from sanitarian.county.acts.imports import import_parcels
from sanitarian.county.counties import load_county
from sanitarian.county.imports.findings import ImportRefused
from sanitarian.county.imports.prepare import ParcelFile, Prepared, prepare
from sanitarian.county.models import ImportReject, ImportRun, Municipality, Ownership, Parcel, ParcelShape
from sanitarian.county.queries import owners_on
from sanitarian.parties.models import Party
from tests.conftest import TODAY
from tests.county.import_files import lot, sbl, state_row, write_csv, write_spatial

CAYUGA = load_county("cayuga")
YEAR_1, YEAR_2, YEAR_3 = date(2024, 7, 1), date(2025, 7, 1), TODAY


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def prepared(folder: Path, rows: list[dict[str, Any]], as_of: date | None = None) -> Prepared:
    return prepare(ParcelFile(write_csv(folder / "p.csv", rows)), CAYUGA, as_of)


def bring(actor: Actor, folder: Path, rows: list[dict[str, Any]], as_of: date, **options: Any) -> dict[str, int]:
    """Import a list and return its counts, which add up."""
    run = import_parcels(actor, prepared(folder, rows, as_of), CAYUGA, **options)
    counts = run.counts
    parts = ("new", "changed", "unchanged", "merged", "skipped", "rejected")
    assert counts["read"] == sum(counts[part] for part in parts)
    return counts


def parcel(number: int) -> Parcel:
    return Parcel.objects.get(swis="052889", key=sbl(number))


def owners(number: int, day: date) -> list[str]:
    return [ownership.party.name for ownership in owners_on(parcel(number), day)]


def many(count: int, **changes: Any) -> list[dict[str, Any]]:
    return [state_row(number, **changes) for number in range(1, count + 1)]


def test_a_first_import_fills_the_register(clerk: Actor, folder: Path) -> None:
    facts = [state_row(1), state_row(2, SWIS="052401", ADD_OWNER="Second Owner"), state_row(3, ACRES="wet")]
    path = write_spatial(folder / "p.gpkg", facts, [lot(0), lot(3), lot(6)])
    run = import_parcels(clerk, prepare(ParcelFile(path), CAYUGA, YEAR_1), CAYUGA)
    assert {name: run.counts[name] for name in ("read", "new", "rejected")} == {"read": 3, "new": 2, "rejected": 1}
    first, second = Parcel.objects.order_by("pk")
    assert (first.swis, first.key, first.print_key, first.address) == ("052889", sbl(1), "12.-1-4.12", "1 Lake Rd")
    assert (first.sewer, first.water, first.bedrooms, str(first.acres)) == ("private", "public", 3, "1.5000")
    assert str(first.municipality) == "Town of Fleming"
    assert first.village is None
    assert (str(second.municipality), str(second.village)) == ("Town of Cato", "Village of Cato")
    assert shapely.from_wkb(bytes(first.shape.wkb)).equals(lot(0))
    assert owners(1, date(1999, 1, 1)) == ["Owner 1"]
    assert [ownership.party.name for ownership in owners_on(second, TODAY)] == ["Owner 2", "Second Owner"]
    [reject] = ImportReject.objects.filter(run=run)
    assert (reject.row, reject.field, reject.value, reject.reason) == (3, "ACRES", "wet", "this is not a number")
    assert (run.status, run.by) == ("applied", clerk.ref)


def test_the_same_file_again_changes_nothing(clerk: Actor, folder: Path) -> None:
    facts = [
        state_row(1, ADD_OWNER="Second"),
        state_row(2, MAIL_ADDR="", MAIL_CITY=""),
        state_row(3, SBL="0120000003005000"),
    ]
    path = write_spatial(folder / "p.gpkg", facts, [lot(0), lot(3), lot(6)])
    import_parcels(clerk, prepare(ParcelFile(path), CAYUGA, YEAR_1), CAYUGA)
    before = list(Parcel.objects.order_by("pk").values()), list(Ownership.objects.order_by("pk").values())
    again = import_parcels(clerk, prepare(ParcelFile(path), CAYUGA, YEAR_2), CAYUGA)
    assert {name: count for name, count in again.counts.items() if count} == {"read": 3, "unchanged": 3}
    after = list(Parcel.objects.order_by("pk").values()), list(Ownership.objects.order_by("pk").values())
    for row in before[0]:
        row["last_import_id"] = again.pk
    assert after == before
    assert not RowVersion.objects.exists()
    assert Party.objects.count() == 4


def test_another_format_of_the_same_map_changes_nothing(clerk: Actor, folder: Path) -> None:
    facts = [{"SWIS": "052889", "SBL": sbl(1)}]
    import_parcels(
        clerk, prepare(ParcelFile(write_spatial(folder / "p.gpkg", facts, [lot(0)])), CAYUGA, YEAR_1), CAYUGA
    )
    plan = prepare(ParcelFile(write_spatial(folder / "p.shp", facts, [lot(0)])), CAYUGA, YEAR_2).plan
    assert (len(plan.changed), len(plan.unchanged)) == (0, 1)


def test_a_change_keeps_what_was_there_before(clerk: Actor, folder: Path) -> None:
    bring(clerk, folder, many(2), YEAR_1)
    counts = bring(clerk, folder, [state_row(1, PROP_CLASS="260"), state_row(2)], YEAR_2)
    assert (counts["changed"], counts["unchanged"]) == (1, 1)
    changed = parcel(1)
    assert (changed.property_class, changed.version) == ("260", 2)
    kept = RowVersion.objects.get(row=f"parcel:{changed.pk}")
    assert (kept.version, kept.values["property_class"], kept.actor) == (1, "210", clerk.ref)
    assert parcel(2).version == 1


def test_a_new_shape_keeps_the_old_one_in_the_history(clerk: Actor, folder: Path) -> None:
    facts = [{"SWIS": "052889", "SBL": sbl(1)}]
    for year, shape in ((YEAR_1, lot(0)), (YEAR_2, lot(0, size=80))):
        path = write_spatial(folder / f"{year}.gpkg", facts, [shape])
        import_parcels(clerk, prepare(ParcelFile(path), CAYUGA, year), CAYUGA)
    now = parcel(1)
    assert shapely.from_wkb(bytes(now.shape.wkb)).equals(lot(0, size=80))
    assert now.x == pytest.approx(lot(0, size=80).centroid.x)
    kept = RowVersion.objects.get(row=f"parcelshape:{now.pk}", version=1)
    assert shapely.from_wkb(bytes.fromhex(kept.values["wkb"])).equals(lot(0))


def test_a_list_without_shapes_leaves_the_shapes(clerk: Actor, folder: Path) -> None:
    path = write_spatial(folder / "p.gpkg", many(1), [lot(0)])
    import_parcels(clerk, prepare(ParcelFile(path), CAYUGA, YEAR_1), CAYUGA)
    assert bring(clerk, folder, many(1), YEAR_2)["unchanged"] == 1
    assert ParcelShape.objects.count() == 1


@pytest.mark.parametrize("blank", ["", "0", "9"])
def test_a_blank_sewer_keeps_the_earlier_value_and_says_so(blank: str, clerk: Actor, folder: Path) -> None:
    bring(clerk, folder, many(1), YEAR_1)
    later = prepared(folder, [state_row(1, SEWER_TYPE=blank)], YEAR_2)
    assert later.plan.kept_rows == {"sewer": [2]}
    assert later.plan.counts()["values_kept"] == 1
    import_parcels(clerk, later, CAYUGA)
    assert parcel(1).sewer == "private"
    bring(clerk, folder, [state_row(1, SEWER_TYPE="3")], YEAR_3)
    assert parcel(1).sewer == "public"


def test_unknown_service_stays_unknown(clerk: Actor, folder: Path) -> None:
    bring(clerk, folder, [state_row(1, SEWER_TYPE="")], YEAR_1)
    assert parcel(1).sewer == "unknown"


def test_a_column_that_the_file_lacks_is_left_alone(clerk: Actor, folder: Path) -> None:
    bring(clerk, folder, many(1), YEAR_1)
    assert bring(clerk, folder, [{"SWIS": "052889", "SBL": sbl(1)}], YEAR_2)["unchanged"] == 1
    assert owners(1, TODAY) == ["Owner 1"]


def test_a_new_owner_begins_and_the_old_one_ends(clerk: Actor, folder: Path) -> None:
    bring(clerk, folder, many(1), YEAR_1)
    counts = bring(clerk, folder, [state_row(1, PRIMARY_OWNER="Buyer", MAIL_ADDR="9 New St")], YEAR_2)
    assert (counts["changed"], counts["owner_changes"], counts["address_changes"]) == (1, 1, 0)
    assert owners(1, date(2025, 6, 30)) == ["Owner 1"]
    assert owners(1, YEAR_2) == ["Buyer"]
    assert TimelineEntry.objects.get(subject=f"parcel:{parcel(1).pk}").on == YEAR_2
    assert parcel(1).version == 1


def test_owners_changed_twice_on_one_day(clerk: Actor, folder: Path) -> None:
    bring(clerk, folder, many(1), YEAR_1)
    for name in ("Buyer", "Corrected Buyer"):
        bring(clerk, folder, [state_row(1, PRIMARY_OWNER=name)], YEAR_2)
    assert owners(1, TODAY) == ["Corrected Buyer"]
    assert Ownership.objects.count() == 3


def test_a_second_owner_leaves(clerk: Actor, folder: Path) -> None:
    bring(clerk, folder, [state_row(1, ADD_OWNER="Second")], YEAR_1)
    bring(clerk, folder, [state_row(1)], YEAR_2)
    assert (owners(1, YEAR_1), owners(1, YEAR_2)) == (["Owner 1", "Second"], ["Owner 1"])


def test_an_owner_who_moves_stays_the_same_party(clerk: Actor, folder: Path) -> None:
    same = {"PRIMARY_OWNER": "Mover", "MAIL_ADDR": "1 Old St"}
    bring(clerk, folder, many(2, **same), YEAR_1)
    party = Party.objects.get()
    counts = bring(clerk, folder, many(2, **same | {"MAIL_ADDR": "2 New St"}), YEAR_2)
    assert (counts["changed"], counts["owner_changes"], counts["address_changes"]) == (2, 0, 1)
    moved = Party.objects.get()
    assert (moved.pk, moved.mail_line1, moved.version) == (party.pk, "2 New St", 2)
    assert RowVersion.objects.get(row=f"party:{party.pk}").values["mail_line1"] == "1 Old St"
    assert Ownership.objects.filter(ends=None).count() == 2


def test_one_name_with_two_addresses_is_not_taken_for_one_person(clerk: Actor, folder: Path) -> None:
    same = {"PRIMARY_OWNER": "Smith John", "MAIL_ADDR": "1 Old St"}
    bring(clerk, folder, many(2, **same), YEAR_1)
    bring(clerk, folder, [state_row(1, **same), state_row(2, **same | {"MAIL_ADDR": "2 New St"})], YEAR_2)
    assert sorted(Party.objects.values_list("mail_line1", flat=True)) == ["1 Old St", "2 New St"]
    assert Ownership.objects.filter(ends=None).count() == 2


def test_parties_match_by_exact_name_and_address_only(clerk: Actor, folder: Path) -> None:
    address = {"MAIL_ADDR": "1 Lake Rd"}
    rows = [
        state_row(1, PRIMARY_OWNER="O'Brien, Tess", **address),
        state_row(2, PRIMARY_OWNER="O’BRIEN,  TESS", **address),
        state_row(3, PRIMARY_OWNER="OBrien, Tess", **address),
        state_row(4, PRIMARY_OWNER="O'Brien, Tess", MAIL_ADDR="2 Lake Rd"),
        state_row(5, PRIMARY_OWNER="O'Brien, Tess", MAIL_ADDR="", MAIL_CITY=""),
        state_row(6, PRIMARY_OWNER="O'Brien, Tess", MAIL_ADDR="", MAIL_CITY=""),
    ]
    bring(clerk, folder, rows, YEAR_1)
    party = {number: Ownership.objects.get(parcel=parcel(number)).party_id for number in range(1, 7)}
    assert party[1] == party[2]
    assert len(set(party.values())) == 5


def test_a_parcel_that_vanishes_is_retired_and_one_that_reappears_is_the_same(clerk: Actor, folder: Path) -> None:
    bring(clerk, folder, many(40), YEAR_1)
    gone = parcel(7)
    split = [row for row in many(40) if row["SBL"] != sbl(7)] + [state_row(71), state_row(72)]
    counts = bring(clerk, folder, split, YEAR_2)
    assert (counts["retired"], counts["new"], counts["unchanged"]) == (1, 2, 39)
    gone.refresh_from_db()
    assert (gone.retired_on, gone.version) == (YEAR_2, 2)
    assert owners(7, TODAY) == ["Owner 7"]
    assert owners(71, YEAR_1) == []
    counts = bring(clerk, folder, [*split, state_row(7)], YEAR_3)
    assert (counts["returned"], counts["changed"], counts["new"], counts["retired"]) == (1, 1, 0, 0)
    assert (parcel(7).pk, parcel(7).retired_on, parcel(7).version) == (gone.pk, None, 3)
    titles = TimelineEntry.objects.filter(subject=f"parcel:{gone.pk}").order_by("on").values_list("title", flat=True)
    assert list(titles) == ["No longer on the assessment roll", "On the assessment roll again"]


def test_a_short_file_is_not_a_county_that_shrank(clerk: Actor, folder: Path) -> None:
    bring(clerk, folder, many(50), YEAR_1)
    with pytest.raises(ActRefused, match=r"30 parcels would be retired \(60%\).*--confirm-retired 30"):
        bring(clerk, folder, many(20), YEAR_2)
    with pytest.raises(ActRefused, match="--confirm-retired 30"):
        bring(clerk, folder, many(20), YEAR_2, confirmed_retired=29)
    assert not Parcel.objects.exclude(retired_on=None).exists()
    assert bring(clerk, folder, many(20), YEAR_2, confirmed_retired=30)["retired"] == 30


def test_parcels_of_another_key_scheme_or_opened_for_a_report_are_not_retired(clerk: Actor, folder: Path) -> None:
    Parcel.objects.create(swis="052889", key_scheme="print-key", key="12.-1-1")
    Parcel.objects.create(swis="052889", key=sbl(9), provisional=True)
    Parcel.objects.create(swis="052889", key=sbl(2), provisional=True)
    counts = bring(clerk, folder, many(2), YEAR_1)
    assert (counts["new"], counts["changed"], counts["retired"]) == (1, 1, 0)
    assert not parcel(2).provisional
    assert parcel(9).provisional


def test_a_file_of_which_nothing_can_be_taken_is_refused(clerk: Actor, folder: Path) -> None:
    with pytest.raises(ActRefused, match="No row of this file can be taken"):
        bring(clerk, folder, [state_row(1, SWIS="500700")], YEAR_1)
    assert not ImportRun.objects.exists()


def test_a_preview_that_no_longer_holds_is_not_applied(clerk: Actor, folder: Path) -> None:
    shown = prepared(folder, many(1), YEAR_1)
    Parcel.objects.create(swis="052889", key=sbl(1))
    with pytest.raises(ActRefused, match="changed since the preview"):
        import_parcels(clerk, shown, CAYUGA)


def test_an_older_roll_does_not_turn_owners_back(clerk: Actor, folder: Path) -> None:
    bring(clerk, folder, many(1), YEAR_2)
    with pytest.raises(ImportRefused, match="holds the roll as of July 1, 2025"):
        prepared(folder, many(1), YEAR_1)
    with pytest.raises(ImportRefused, match="lies in the future"):
        prepared(folder, many(1), date(2026, 6, 16))


def test_who_may_import(folder: Path, db: None) -> None:
    with pytest.raises(NotPermitted):
        import_parcels(NOBODY, prepared(folder, many(1)), CAYUGA)


def test_the_journal_has_one_entry_without_personal_data(clerk: Actor, folder: Path) -> None:
    bring(clerk, folder, many(3), YEAR_1)
    entry = JournalEntry.objects.get(act="county.parcels.import")
    assert entry.subject == f"importrun:{ImportRun.objects.get().pk}"
    assert '"new":3' in entry.body
    assert ImportRun.objects.get().sha256 in entry.body
    assert "Owner 1" not in entry.body
    assert "Lake Rd" not in entry.body


def test_a_town_comes_in_once_the_list_names_it(clerk: Actor, folder: Path) -> None:
    bring(clerk, folder, [state_row(1, SWIS="059901")], YEAR_1)
    assert Parcel.objects.get().municipality is None
    own = folder / "own.toml"
    shipped = Path(counties.__file__).parent / "cayuga.toml"
    own.write_text(shipped.read_text() + '\n[[municipality]]\nname = "Alpha"\nkind = "town"\nswis4 = "0599"\n')
    county = load_county(str(own))
    file = ParcelFile(write_csv(folder / "p.csv", [state_row(1, SWIS="059901")]))
    import_parcels(clerk, prepare(file, county, YEAR_2), county)
    assert str(Parcel.objects.get().municipality) == "Town of Alpha"
    assert Parcel.objects.get().flags == []
    assert Municipality.objects.filter(name="Alpha").count() == 1


KILLED = """
import os, signal, sys
from datetime import date
from pathlib import Path
import django
django.setup()
from sanitarian.core.actors import Actor, Role
from sanitarian.county import counties
from sanitarian.county.acts.imports import import_parcels
from sanitarian.county.counties import load_county
from sanitarian.county.imports import apply
from sanitarian.county.imports.prepare import ParcelFile, prepare
setattr(apply, sys.argv[2], lambda *_: os.kill(os.getpid(), signal.SIGKILL))
county = load_county("cayuga")
clerk = Actor(ref="user:0", roles=frozenset({Role.CLERK}))
import_parcels(clerk, prepare(ParcelFile(Path(sys.argv[1])), county, date(2026, 6, 15)), county)
"""


def _database_url() -> str:
    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{settings['NAME']}"
    user = quote(settings["USER"]) + (f":{quote(settings['PASSWORD'])}" if settings["PASSWORD"] else "")
    host = f"{settings['HOST']}:{settings['PORT'] or 5432}" if settings["HOST"] else ""
    options = "&".join(f"{name}={quote(str(value))}" for name, value in settings["OPTIONS"].items())
    return f"postgresql://{user + '@' if user else ''}{host}/{settings['NAME']}?{options}"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("step", ["_write_owners", "_write_rejects"])
def test_killed_in_the_middle_the_register_is_as_before(step: str, clerk: Actor, folder: Path) -> None:
    bring(clerk, folder, many(40), YEAR_1)
    second = write_csv(folder / "second.csv", [*many(39, PRIMARY_OWNER="Buyer", PROP_CLASS="260"), state_row(99)])
    before = [list(model.objects.order_by("pk").values()) for model in (Parcel, Party, Ownership, ImportRun)]
    environment = {
        **os.environ,
        "SANITARIAN_DATABASE_URL": _database_url(),
        "DJANGO_SETTINGS_MODULE": "sanitarian.config.settings",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    ended = subprocess.run(
        [sys.executable, "-c", KILLED, str(second), step], env=environment, check=False, capture_output=True, text=True
    )
    assert ended.returncode == -9, ended.stderr
    after = [list(model.objects.order_by("pk").values()) for model in (Parcel, Party, Ownership, ImportRun)]
    assert after == before
    again = import_parcels(clerk, prepare(ParcelFile(second), CAYUGA), CAYUGA)
    assert (again.counts["changed"], again.counts["new"], again.counts["retired"]) == (39, 1, 1)
