"""A citizen reads the code and asks it: from a question on the home page to the section that an answer rests on."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.harness import DESK, PHONE, look_over, visit

WIDTHS = [pytest.param(DESK, id="1280"), pytest.param(PHONE, id="360")]
PAGES = {
    "home": "/",
    "code": "/code/",
    "code-article": "/code/V/",
    "code-section": "/code/V.IV/",
    "code-provision": "/code/V.IV.A.1/",
    "code-ended": "/code/III/",
    "code-state": "/code/PHL.309/",
    "code-readings": "/code/readings/",
    "code-reading": "/code/readings/A-1/",
    "code-glossary": "/code/glossary/",
    "code-found": "/code/?q=pump",
    "code-nothing-found": "/code/?q=zeppelin",
    "code-rules": "/code/rules/",
    "code-form": "/code/rules/inspection-schedule/",
    "code-form-entries": "/code/rules/transfer-readiness/",
    "code-form-long": "/code/rules/variance-application/",
    "code-answer": "/code/rules/septic-design/?bedrooms=4&fixtures=post-1994&perc_min_per_inch=14",
    "code-answer-counsel": "/code/rules/drain-pipe/?first-result=150&first-unit=CFU/100+mL&first-sampled=06/01/2026",
    "code-answer-short": "/code/rules/separation/?component=absorption-field&well_ft=60&water_ft=20",
}


@pytest.mark.parametrize("size", WIDTHS)
@pytest.mark.parametrize("name", PAGES)
def test_every_kind_of_page(page: Page, name: str, size: dict[str, int]) -> None:
    page.set_viewport_size(size)
    visit(page, PAGES[name])
    expect(page.locator("h1")).to_have_count(1)
    look_over(page, name)


@pytest.mark.parametrize("size", WIDTHS)
def test_an_owner_asks_and_follows_the_answer_to_the_code(page: Page, size: dict[str, int]) -> None:
    page.set_viewport_size(size)
    visit(page, "/")
    page.get_by_role("link", name="When is my inspection due?").click()
    expect(page.locator("h1")).to_contain_text("inspect")

    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("to correct")
    look_over(page, "code-faults")

    page.locator("#id_municipality").select_option("Venice")
    page.locator("#id_distance_ft").fill("4000")
    page.locator("#id_as_of").fill("06/01/2026")
    page.get_by_role("button", name="Ask", exact=True).click()
    answer = page.locator("main")
    expect(answer).to_contain_text("December 31, 2027")
    look_over(page, "code-answered")

    page.get_by_role("link", name="B-11 Early inspections").click()
    expect(page.locator("h1")).to_have_text("Early inspections")
    page.go_back()
    page.get_by_role("link", name="V.IV.A.2", exact=True).first.click()
    expect(page.locator("h1")).to_contain_text("Schedule by town")
    look_over(page, "code-cited")


def test_a_buyer_asks_by_keyboard_alone(page: Page) -> None:
    page.set_viewport_size(DESK)
    visit(page, "/")
    page.get_by_role("link", name="Must I have my system inspected before I sell?").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/transfer-readiness/**")
    page.locator("#id_closing").focus()
    page.keyboard.type("06/15/2026")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("It depends on whether the property has a septic system")


def test_a_section_is_found_by_its_number(page: Page) -> None:
    visit(page, "/code/")
    page.get_by_label("Find in the code").fill("V IV A 1")
    page.get_by_role("button", name="Find", exact=True).click()
    page.wait_for_url("**/code/V.IV.A.1/")
