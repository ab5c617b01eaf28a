"""Report entry, review, signing together, what waits, and permits: looked over at both widths."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sanitarian.core.actors import Role
from sanitarian.permits.acts import NewCondition
from sanitarian.wastewater.acts.decisions import accept_report, send_back
from sanitarian.wastewater.acts.pipes import NewPipeResult
from sanitarian.wastewater.acts.reports import save_report
from sanitarian.wastewater.models import Report
from tests.journeys.harness import DESK, PHONE, look_over, visit
from tests.wastewater.cases import FAILED, LAKE_FRONT, SUBSTANDARD, clear_system, draft, filed, signer, user

WIDTHS = [pytest.param(DESK, id="1280"), pytest.param(PHONE, id="360")]


@pytest.fixture
def official() -> Any:
    return user("Sam", Role.SANITARIAN, delegated=("discharge", "interim"))


@pytest.fixture
def cases() -> dict[str, Any]:
    """A report of each sort, and an interim permit with conditions."""
    clerk, ann = user("Cleo", Role.CLERK).actor(), signer("Ann")
    lake = clear_system(clerk, "Niles", **LAKE_FRONT)
    exceeding = NewPipeResult("north pipe", ">2419.6", "MPN/100 mL", date(2026, 5, 28), "Lake Lab", True)
    waiting = filed(clerk, lake, drain_pipe_count=1, pipes=[exceeding], application_signed_on=None)
    accept_report(ann, waiting.pk)
    back = filed(clerk, clear_system(clerk), fixtures="")
    send_back(ann, back.pk, codes=["fixtures", "other"], remark="Count the sinks too, please.")
    interim = filed(clerk, clear_system(clerk), **SUBSTANDARD)
    conditions = [
        NewCondition("Have the tank pumped.", "V.V.E.3", date(2026, 8, 14)),
        NewCondition("Keep drains away."),
    ]
    permit = accept_report(ann, interim.pk, conditions=conditions).permit
    return {
        "draft": draft(clerk, lake, fixtures="", drain_pipe_count=2, pipes=[exceeding]),
        "back": back,
        "waiting": waiting,
        "clear": filed(clerk, clear_system(clerk)),
        "failed": filed(clerk, clear_system(clerk), **FAILED),
        "incomplete": filed(clerk, clear_system(clerk), fixtures="", description="", inspector_interest=None),
        "substandard": filed(clerk, clear_system(clerk), **SUBSTANDARD),
        "permit": permit,
    }


@pytest.mark.parametrize("size", WIDTHS)
def test_pages(page: Page, sign_in: Callable[..., None], official: Any, cases: dict[str, Any], size: Any) -> None:
    page.set_viewport_size(size)
    sign_in(page, official)
    lake = cases["draft"].system_id
    pages = {
        "reports": "/desk/reports/",
        "report-choose": "/desk/reports/new/?q=test",
        "report-entry": f"/desk/reports/new/?system={lake}",
        "report-entry-free": "/desk/reports/new/?place=free",
        "report-draft": f"/desk/reports/{cases['draft'].pk}/edit/",
        "report-mend": f"/desk/reports/{cases['back'].pk}/edit/",
        "report-received": f"/desk/reports/{cases['clear'].pk}/received/",
        "report-back": f"/desk/reports/{cases['back'].pk}/",
        "report-waits": f"/desk/reports/{cases['waiting'].pk}/",
        "review-queue": "/desk/review/",
        "review-queue-clear": "/desk/review/?group=clear",
        "review-batch": "/desk/review/batch/",
        "review-clear": f"/desk/review/{cases['clear'].pk}/",
        "review-failed": f"/desk/review/{cases['failed'].pk}/",
        "review-incomplete": f"/desk/review/{cases['incomplete'].pk}/",
        "review-substandard": f"/desk/review/{cases['substandard'].pk}/",
        "review-waiting": f"/desk/review/{cases['waiting'].pk}/waiting/",
        "permit": f"/desk/permits/{cases['permit'].pk}/",
    }
    for name, address in pages.items():
        visit(page, address)
        page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
        look_over(page, name)
    visit(page, "/desk/review/batch/")
    page.get_by_role("button", name="Sign").click()
    look_over(page, "review-batch-done")


def test_the_panel_follows_what_is_typed(
    page: Page, sign_in: Callable[..., None], official: Any, cases: dict[str, Any]
) -> None:
    sign_in(page, official)
    visit(page, f"/desk/reports/{cases['draft'].pk}/edit/")
    expect(page.locator("#missing")).to_contain_text("The list of fixtures is missing.")
    page.fill('[name="fixtures"]', "Two bathrooms")
    page.locator('[name="fixtures"]').blur()
    expect(page.locator("#missing")).not_to_contain_text("The list of fixtures is missing.")


@pytest.mark.parametrize("size", WIDTHS)
def test_errors_and_stale_pages(
    page: Page, sign_in: Callable[..., None], official: Any, cases: dict[str, Any], size: Any
) -> None:
    page.set_viewport_size(size)
    sign_in(page, official)
    report = cases["draft"]
    visit(page, f"/desk/reports/{report.pk}/edit/")
    page.fill('[name="performed"]', "13/45/2026")
    page.get_by_label("Result", exact=True).first.fill("Absent")
    page.get_by_role("button", name="Submit the report").click()
    page.locator("[data-error-summary]").wait_for()
    look_over(page, "report-errors")
    page.get_by_role("link", name="Day of the inspection").click()
    assert page.evaluate("document.activeElement.name") == "performed"
    save_report(user("Wilma", Role.CLERK).actor(), report.pk, remarks="typed by somebody else")
    page.fill('[name="performed"]', "6/1/2026")
    page.get_by_label("Result", exact=True).first.fill("260")
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_text("Changed since you opened it")).to_be_visible()
    look_over(page, "report-stale")
    assert Report.objects.get(pk=report.pk).remarks == "typed by somebody else"


def test_a_report_is_entered_and_decided_without_javascript(
    browser: Any, live_server: Any, official: Any, cases: dict[str, Any]
) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    visit(page, "/accounts/login/")
    page.fill("#id_login", official.email)
    page.fill("#id_password", "correct horse battery")
    page.get_by_role("button", name="Sign in", exact=True).first.click()
    visit(page, f"/desk/reports/{cases['back'].pk}/edit/")
    page.fill('[name="fixtures"]', "Two bathrooms")
    page.get_by_role("button", name="Submit the report").click()
    expect(page.get_by_text(cases["back"].number)).to_be_visible()
    visit(page, f"/desk/review/{cases['back'].pk}/")
    page.get_by_role("button", name="Accept and issue the permit").click()
    expect(page.get_by_text("is issued").first).to_be_visible()
    context.close()
