"""Haulers and the desk's pump-outs in a browser: logged on a phone, a file from look to result, a pair settled."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sanitarian.core.actors import Role
from sanitarian.parties.models import RoleGrant, User
from sanitarian.trades.models import Firm
from sanitarian.wastewater.acts.pump_out_files import look_at_file
from sanitarian.wastewater.models import PumpOut, PumpOutSuspicion
from tests.journeys.harness import DESK, PHONE, look_over, visit
from tests.places import parcel, system, town
from tests.wastewater.cases import PASSPHRASE, user
from tests.wastewater.loads import firm, land, logged, plant
from tests.wastewater.test_pump_out_files import as_csv, good

WIDTHS = [pytest.param(DESK, id="1280"), pytest.param(PHONE, id="360")]


@pytest.fixture
def of(transactional_db: None) -> Firm:
    plant("Auburn plant")
    town("Niles")
    system(parcel("Niles"))
    return firm()


@pytest.fixture
def hal(of: Firm) -> User:
    made = User.objects.create_user("hal@hauler.example", PASSPHRASE, name="Hal Hauler")
    RoleGrant.objects.create(user=made, role=Role.HAULER, party=of.party, starts=date(2020, 1, 1))
    return made


def test_a_load_is_logged_on_a_phone(page: Page, sign_in: Callable[..., None], hal: User) -> None:
    page.set_viewport_size(PHONE)
    sign_in(page, hal)
    visit(page, "/my/")
    look_over(page, "hauler-my")
    page.get_by_role("link", name="Log a pump-out").click()
    page.get_by_role("button", name="Log this pump-out").click()
    expect(page.get_by_role("alert")).to_contain_text("to correct")
    look_over(page, "pump-out-faults")
    page.get_by_label("Street address").fill("1 Test Rd")
    page.get_by_label("Town, city or village").select_option(label="Town of Niles")
    page.locator("#id_pumped_on").fill("06/01/2026")
    page.locator("#id_pumped_time").fill("09:30")
    page.locator("#id_volume").fill("1000")
    page.locator("#id_unit").select_option("gal")
    page.locator("#id_disposal_place").select_option(index=1)
    page.get_by_role("button", name="Log this pump-out").dblclick()
    expect(page.get_by_text("PO-2026-00001").first).to_be_visible()
    look_over(page, "pump-out-received")
    assert PumpOut.objects.count() == 1
    assert PumpOut.objects.get().system is not None


def test_a_file_from_look_to_result(
    page: Page, sign_in: Callable[..., None], hal: User, of: Firm, tmp_path: Path
) -> None:
    log = tmp_path / "june.csv"
    rows = [good(Manifest_number="M-1"), good(Manifest_number="M-1", Volume=900), good(Unit="barrels")]
    log.write_bytes(as_csv(rows))
    sign_in(page, hal)
    visit(page, "/my/pump-outs/files/")
    look_over(page, "pump-out-files")
    page.locator("#id_upload").set_input_files(log)
    page.get_by_role("button", name="Look at the file").click()
    expect(page.get_by_role("heading", name="What this file would do")).to_be_visible()
    look_over(page, "pump-out-file-preview")
    page.set_viewport_size(PHONE)
    look_over(page, "pump-out-file-preview")
    page.get_by_text("File them as well").click()
    page.get_by_role("button", name="File the pump-outs").click()
    expect(page.get_by_role("heading", name="2 pump-outs are filed")).to_be_visible()
    look_over(page, "pump-out-file-done")
    assert (PumpOut.objects.count(), PumpOutSuspicion.objects.count()) == (2, 1)


def test_a_long_file_goes_on_by_itself(
    page: Page, sign_in: Callable[..., None], hal: User, of: Firm, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sanitarian.portal.haulers.files.PIECES_AT_ONCE", 1)
    file = look_at_file(hal.actor(), of, "long.csv", as_csv([good(Manifest_number=f"M-{n}") for n in range(1_200)]))
    sign_in(page, hal)
    visit(page, f"/my/pump-outs/files/{file.pk}/")
    page.get_by_role("button", name="File the pump-outs").click()
    expect(page.get_by_role("heading", name="1,200 pump-outs are filed")).to_be_visible(timeout=60_000)
    assert PumpOut.objects.count() == 1_200


@pytest.fixture
def cases(of: Firm) -> dict[str, Any]:
    """A record of each sort."""
    clerk = user("Cleo", Role.CLERK)
    actor = clerk.actor()
    served = system(parcel("Niles"), description="Tank behind the barn")
    other = firm("Unlicensed Pumping", licensed=False, permitted=False)
    for number in range(3):
        logged(actor, of, parcel=served.parcels.get(), system=served, manifest_number=f"A-{number}",
               disposal_place=plant(f"Plant {number}"))  # fmt: skip
    waits = logged(
        actor, other, place_text="yellow house, Niles", tax_map="1.-2-34", disposal_place=land(), manifest_number="B",
        place_note="no parcel in Niles has the number 1.-2-34",
    )  # fmt: skip
    logged(actor, of, manifest_number="B", disposal_place=None, disposal_text="Bob’s back field")
    return {"clerk": clerk, "waits": waits, "pair": PumpOutSuspicion.objects.latest("pk"), "served": served}


@pytest.mark.parametrize("size", WIDTHS)
def test_pages_of_the_desk(
    page: Page, sign_in: Callable[..., None], cases: dict[str, Any], of: Firm, size: Any
) -> None:
    page.set_viewport_size(size)
    sign_in(page, cases["clerk"])
    key = cases["served"].parcels.get().print_key
    pages = {
        "pump-outs": "/desk/pump-outs/",
        "pump-out": f"/desk/pump-outs/{cases['waits'].pk}/",
        "pump-out-match": f"/desk/pump-outs/{cases['waits'].pk}/match/",
        "pump-out-match-found": f"/desk/pump-outs/{cases['waits'].pk}/match/?tax_map={key}&town=",
        "pump-out-correct": f"/my/pump-outs/{cases['waits'].pk}/correct/",
        "pump-out-withdraw": f"/my/pump-outs/{cases['waits'].pk}/withdraw/",
        "pump-outs-alike": "/desk/pump-outs/alike/",
        "pump-out-pair": f"/desk/pump-outs/alike/{cases['pair'].pk}/",
        "loads": "/desk/pump-outs/loads/",
        "disposal-places": "/desk/pump-outs/places/",
        "disposal-place": f"/desk/pump-outs/places/{cases['waits'].disposal_place_id}/",
        "firms": "/desk/firms/",
        "firm": f"/desk/firms/{of.pk}/",
        "firm-new": "/desk/firms/new/",
        "today-with-pump-outs": "/desk/",
    }
    for name, address in pages.items():
        visit(page, address)
        look_over(page, name)


@pytest.mark.parametrize("size", WIDTHS)
def test_pages_of_the_hauler(
    page: Page, sign_in: Callable[..., None], hal: User, cases: dict[str, Any], size: Any
) -> None:
    page.set_viewport_size(size)
    sign_in(page, hal)
    first = PumpOut.objects.order_by("pk").first()
    assert first is not None
    pages = {
        "hauler-loads": "/my/pump-outs/",
        "hauler-load": f"/my/pump-outs/{first.pk}/",
        "hauler-new": "/my/pump-outs/new/",
        "hauler-files": "/my/pump-outs/files/",
    }
    for name, address in pages.items():
        visit(page, address)
        look_over(page, name)


def test_a_pair_is_settled(page: Page, sign_in: Callable[..., None], cases: dict[str, Any]) -> None:
    sign_in(page, cases["clerk"])
    visit(page, f"/desk/pump-outs/alike/{cases['pair'].pk}/")
    page.get_by_text("Two pump-outs: both count").click()
    page.get_by_label("What you rest it on").fill("two manifests, two trucks")
    page.get_by_role("button", name="Settle").click()
    expect(page.get_by_text("It is settled.")).to_be_visible()
    cases["pair"].refresh_from_db()
    assert cases["pair"].outcome == "different"
