"""The public: a property is found, read and corrected, on a desk and on a phone."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sanitarian.core import search
from sanitarian.core.search import vocabulary
from sanitarian.county.models import Parcel
from sanitarian.wastewater.acts.decisions import accept_report
from tests.journeys.harness import DESK, PHONE, look_over, visit
from tests.places import parcel as place
from tests.wastewater.cases import LAKE_FRONT, clear_system, filed, signer

WIDTHS = [pytest.param(DESK, id="1280"), pytest.param(PHONE, id="360")]


@pytest.fixture
def lake_house() -> Parcel:
    """A house at the lake with a system, a permit and a map that says so; a house of the same address elsewhere."""
    vocabulary.forget()
    actor = signer()
    system = clear_system(actor, "Niles", **LAKE_FRONT)
    accept_report(actor, filed(actor, system, drain_pipe_count=0).pk)
    here = system.parcels.get()
    run = here.zone.run
    layer = {"version": 2, "file": "map.gpkg", "loaded": "2026-05-02", "provisional": True}
    run.layers = {"shorelines": layer, "watersheds": layer}
    run.save()
    twin = place("Venice")
    Parcel.objects.filter(pk__in=[here.pk, twin.pk]).update(address="4512 W Lake Rd")
    search.rebuild()
    return here


@pytest.mark.parametrize("size", WIDTHS)
def test_a_buyer_finds_the_property_and_asks_for_a_correction(
    page: Page, lake_house: Parcel, size: dict[str, int]
) -> None:
    page.set_viewport_size(size)
    visit(page, "/")
    look_over(page, "public-home")
    page.get_by_label("Address or tax map number").fill("4512 west lake rd")
    page.get_by_role("button", name="Find", exact=True).click()
    expect(page.locator("main")).to_contain_text("2 properties have exactly this address or number")
    look_over(page, "public-choose")

    page.get_by_role("row", name="Niles").get_by_role("link").click()
    expect(page.locator("h1")).to_have_text("4512 W Lake Rd")
    expect(page.locator("main")).to_contain_text("Permit to Discharge")
    page.locator("summary").nth(1).click()
    look_over(page, "public-property")

    page.get_by_role("link", name="Ask for a correction").click()
    look_over(page, "public-correction")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("alert")).to_contain_text("things to correct")
    look_over(page, "public-correction-faults")
    page.get_by_label("What is wrong?").fill("The house is on the public sewer.")
    page.get_by_label("What is right").fill("It has a septic tank. I had it pumped.")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("h1")).to_have_text("Your request is received")
    look_over(page, "public-correction-received")
    number, pin = (page.locator(".p-receipt dd").nth(at).inner_text() for at in (0, 1))

    page.get_by_role("link", name="See how it stands").click()
    look_over(page, "public-follow")
    page.get_by_label("Number").fill(number)
    page.get_by_label("PIN").fill("CCCCC-CCCCC")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing has this number and this PIN")
    look_over(page, "public-follow-wrong")
    page.get_by_label("PIN").fill(pin)
    page.get_by_role("button", name="Show").click()
    expect(page.locator("h1")).to_contain_text(number)
    look_over(page, "public-followed")


@pytest.mark.parametrize("size", WIDTHS)
def test_pages_with_nothing_to_show(page: Page, size: dict[str, int]) -> None:
    page.set_viewport_size(size)
    bare = place("Niles", sewer="unknown", fronts=None, distance_ft=None, watershed=None)
    for name, address in {
        "public-find": "/property/",
        "public-nothing-found": "/property/?q=zeppelin",
        "public-find-short": "/property/?q=z",
        "public-property-bare": f"/property/{bare.pk}/",
    }.items():
        visit(page, address)
        look_over(page, name)
    visit(page, "/property/999999/", status=404)
    look_over(page, "public-no-property")


@pytest.mark.parametrize("size", WIDTHS)
def test_a_clerk_answers(page: Page, sign_in: Any, lake_house: Parcel, size: dict[str, int]) -> None:
    import uuid

    from sanitarian.core.actors import NOBODY, Role
    from sanitarian.county.acts.corrections import ask_for_correction
    from tests.wastewater.cases import user

    ask_for_correction(
        NOBODY, token=uuid.uuid4(), parcel_id=lake_house.pk, wrong="It is on the public sewer.", right="It has a tank.",
        email="ann@example.org",
    )  # fmt: skip
    page.set_viewport_size(size)
    sign_in(page, user("Clerk", Role.CLERK))
    visit(page, "/desk/corrections/")
    look_over(page, "desk-corrections")
    page.get_by_role("link", name="CR-2026-00001").click()
    look_over(page, "desk-correction")
    page.get_by_role("button", name="Answer").click()
    look_over(page, "desk-correction-faults")
    page.get_by_label("Not changed").check()
    page.get_by_role("textbox", name="Answer").fill("The sewer line ends before the lot.")
    page.get_by_role("button", name="Answer").click()
    expect(page.locator("main")).to_contain_text("is answered")
    look_over(page, "desk-correction-answered")
