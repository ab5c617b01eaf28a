"""The main job: from the county's files to a signed permit that anybody can verify, in a real browser."""

import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sanitarian.config.cli import main
from sanitarian.core import journal
from sanitarian.core.actors import Role
from sanitarian.parties.models import Party, RoleGrant, User
from sanitarian.permits.models import Delegation, Permit
from sanitarian.trades.models import Course, Inspector
from sanitarian.wastewater.models import Report, Round, System
from tests.county.import_files import state_row, write_spatial
from tests.county.zone_maps import box, line
from tests.journeys.harness import look_over, sign_in_as, visit


def _county_files(folder: Path) -> dict[str, Path]:
    """A county of two towns and a shore; six lots, the seventh in Niles within the lake's watershed."""
    towns = [{"SWIS": "052800", "NAME": "Fleming"}, {"SWIS": "054400", "NAME": "Niles"}]
    lots = [state_row(n, SWIS="052889") for n in range(1, 7)]
    lots.append(state_row(7, SWIS="054400", PRIMARY_OWNER="O'BRIEN TESS"))
    shapes = [box(8_000 + n * 200, 100, 8_100 + n * 200, 200) for n in range(6)] + [box(11_000, 100, 11_200, 300)]
    return {
        "municipalities": write_spatial(
            folder / "towns.gpkg", towns, [box(0, 0, 10_000, 10_000), box(10_000, 0, 20_000, 10_000)]
        ),
        "watersheds": write_spatial(folder / "sheds.gpkg", [{"NAME": "Owasco Lake"}], [box(9_000, 0, 12_000, 10_000)]),
        "shorelines": write_spatial(
            folder / "shores.gpkg", [{"NAME": "Owasco Lake"}], [line((5_000, 0), (5_000, 9_000))],
            geometry_type="LineString",
        ),
        "parcels": write_spatial(folder / "parcels.gpkg", lots, shapes),
    }  # fmt: skip


def _person(email: str, name: str, role: Role) -> User:
    user = User.objects.create_user(email, "correct horse battery", name=name, title=role.title())
    RoleGrant.objects.create(user=user, role=role, starts=date(2020, 1, 1))
    return user


@pytest.fixture
def department() -> dict[str, User]:
    """A clerk, a sanitarian who may sign by delegation, and a certified inspector."""
    clerk = _person("clerk@county.example", "Cleo Clerk", Role.CLERK)
    sanitarian = _person("sanitarian@county.example", "Sam Sanitarian", Role.SANITARIAN)
    Delegation.objects.create(
        official=sanitarian, kinds=["discharge", "interim"], starts=date(2025, 1, 1), document="Letter 1", by="user:0"
    )
    inspector = Inspector.objects.create(
        party=Party.objects.create(name="Ina Spector"), number="IN-0001", qualification="engineer",
        certified_on=date(2020, 1, 1),
    )  # fmt: skip
    Course.objects.create(inspector=inspector, completed=date(2025, 6, 1), passed=True)
    return {"clerk": clerk, "sanitarian": sanitarian}


def _answer(page: Page, name: str, value: str) -> None:
    page.check(f'input[name="{name}"][value="{value}"]')


def _choose(page: Page, name: str, part: str) -> None:
    """Choose the option whose text has a part."""
    value = page.locator(f'select[name="{name}"] option', has_text=part).first.get_attribute("value")
    page.select_option(f'select[name="{name}"]', value)


def _fill_report(page: Page) -> None:
    _choose(page, "inspector", "Ina Spector")
    page.fill('[name="performed"]', "6/1/2026")
    page.fill('[name="description"]', "Concrete tank and a field behind the house")
    for name in ("sizes", "construction_dates", "distances"):
        page.check(f'[name="{name}_unknown"]')
    page.fill('[name="fixtures"]', "Two bathrooms, a kitchen, a washing machine")
    page.fill('[name="occupancy"]', "Four people all year")
    yes = ("operation_tested", "components_good", "tank_ok")
    no = (
        *("inspector_interest", "has_spdes", "surface_discharge", "watercourse_discharge"),
        *("overflow_points", "broken_component", "conforms_75a", "valid_permit"),
    )
    for name in yes:
        _answer(page, name, "yes")
    for name in no:
        _answer(page, name, "no")
    page.fill('[name="vertical_separation_ft"]', "3")
    page.fill('[name="watercourse_distance_ft"]', "140")


def test_from_the_countys_files_to_a_permit(
    page: Page, phone_page: Page, department: dict[str, User], tmp_path: Path, live_server: Any
) -> None:
    files = _county_files(tmp_path)
    clerk = department["clerk"].email
    for kind in ("municipalities", "watersheds", "shorelines"):
        assert main(["import", "layer", kind, str(files[kind]), "--yes", "--as", clerk]) == 0
    assert main(["import", "parcels", str(files["parcels"]), "--yes", "--as", clerk]) == 0
    assert main(["zones", "--as", clerk]) == 0

    sign_in_as(page, clerk)
    look_over(page, "job-today")
    visit(page, "/desk/find/?q=o'brien")
    look_over(page, "job-find")
    page.get_by_role("link", name="O'BRIEN TESS").click()
    look_over(page, "job-property-empty")
    page.get_by_role("link", name="Put a system on record").click()
    look_over(page, "job-system-new")
    page.fill('[name="description"]', "1,000-gallon concrete tank")
    page.get_by_role("button", name="Put on record").click()
    expect(page.get_by_text("Due by November 1, 2026")).to_be_visible()
    look_over(page, "job-property")

    page.get_by_role("link", name="Enter an inspection report").click()
    look_over(page, "job-entry")
    _fill_report(page)
    _sign_application(page)
    page.get_by_role("button", name="Submit the report").click()
    expect(page.get_by_text("The number to quote")).to_be_visible()
    look_over(page, "job-received")
    report = Report.objects.get()
    assert report.state == "submitted"

    sign_in_as(phone_page, department["sanitarian"].email)
    visit(phone_page, "/desk/review/")
    look_over(phone_page, "job-review-queue")
    visit(phone_page, f"/desk/review/{report.pk}/")
    look_over(phone_page, "job-review")
    phone_page.get_by_role("button", name=re.compile("Accept and issue")).click()
    expect(phone_page.get_by_text(re.compile(r"DP-2026-00001")).first).to_be_visible()

    permit = Permit.objects.get()
    assert (permit.holder.name, permit.signed_by.name) == ("O'BRIEN TESS", "Sam Sanitarian")
    assert list(System.objects.get().rounds.order_by("due").values_list("due", "status")) == [
        (date(2026, 11, 1), Round.Status.SATISFIED),
        (date(2031, 11, 1), Round.Status.OPEN),
    ]
    visit(phone_page, f"/desk/permits/{permit.pk}/")
    look_over(phone_page, "job-permit")
    _paper_is_there_and_verifies(phone_page, permit)
    assert journal.verify()[1] == []


def _sign_application(page: Page) -> None:
    page.check('input[name="applicant_is_agent"][value="owner"]')
    _choose(page, "applicant", "BRIEN")
    page.fill('[name="application_signed_on"]', "6/1/2026")


def _paper_is_there_and_verifies(page: Page, permit: Permit) -> None:
    from sanitarian.letters.models import Letter

    letter = Letter.objects.get(subject=f"permit:{permit.pk}")
    link = page.get_by_role("link", name=re.compile("PDF")).first
    answer = page.request.get(link.get_attribute("href") or "")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.body().startswith(b"%PDF-")
    visit(page, f"/verify/{letter.code}")
    expect(page.get_by_text("In force")).to_be_visible()
    assert "BRIEN" not in page.content()
    look_over(page, "job-verified")
