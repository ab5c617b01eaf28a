"""The pages that every installation has: sign-in pages, error pages, and the style guide with every component."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.urls import include, path
from playwright.sync_api import Page, expect

from sanitarian.config.urls import urlpatterns as site_urls
from sanitarian.core.actors import Role
from sanitarian.core.styleguide import styleguide
from tests.journeys.harness import DESK, PASSPHRASE, PHONE, look_over, visit

WIDTHS = [pytest.param(DESK, id="1280"), pytest.param(PHONE, id="360")]
OPEN_PAGES = {
    "style-guide": "/styleguide/",
    "style-guide-errors": "/styleguide/?errors",
    "sign-in": "/accounts/login/",
    "password-reset": "/accounts/password/reset/",
    "password-reset-done": "/accounts/password/reset/done/",
    "password-reset-stale": "/accounts/password/reset/key/1-none/",
    "password-reset-key-done": "/accounts/password/reset/key/done/",
    "account-ask": "/accounts/ask/",
    "account-asked": "/accounts/ask/sent/",
    "account-inactive": "/accounts/inactive/",
}
STAFF_PAGES = {
    "style-guide-staff": "/styleguide/",
    "sign-out": "/accounts/logout/",
    "password-change": "/accounts/password/change/",
    "sessions": "/accounts/sessions/",
    "mfa": "/accounts/2fa/",
    "totp": "/accounts/2fa/totp/activate/",
    "security-key": "/accounts/2fa/webauthn/add/",
    "security-keys": "/accounts/2fa/webauthn/",
}
DESK_PAGES = ("today", "find", "due", "review", "reports")
# For the tests of the staff's header alone: a desk whose every page is the style guide.
_desk = ([path(f"{name}/", styleguide, name=name) for name in DESK_PAGES], "desk")
urlpatterns = [path("trial-desk/", include(_desk)), *site_urls]
ERROR_PAGES = ("400", "403", "403_csrf", "404", "429", "500")


@pytest.fixture
def sanitarian_user() -> Any:
    from sanitarian.parties.models import RoleGrant, User

    user = User.objects.create_user("dana@county.example", PASSPHRASE, name="Dana Hartwell")
    RoleGrant.objects.create(user=user, role=Role.SANITARIAN, starts=date(2020, 1, 1))
    return user


@pytest.mark.parametrize("size", WIDTHS)
@pytest.mark.parametrize("name", OPEN_PAGES)
def test_open_page(page: Page, name: str, size: dict[str, int]) -> None:
    page.set_viewport_size(size)
    visit(page, OPEN_PAGES[name])
    look_over(page, name)


@pytest.mark.parametrize("size", WIDTHS)
def test_staff_pages(page: Page, sign_in: Callable[..., None], sanitarian_user: Any, size: dict[str, int]) -> None:
    page.set_viewport_size(size)
    sign_in(page, sanitarian_user)
    for name, address in STAFF_PAGES.items():
        visit(page, address)
        if page.locator("#id_password").count() and "reauthenticate" in page.url:
            look_over(page, "confirm-access")
            page.fill("#id_password", PASSPHRASE)
            page.get_by_role("button", name="Confirm").click()
            page.wait_for_url(lambda url: "reauthenticate" not in url)
        look_over(page, name)


@pytest.mark.parametrize("size", WIDTHS)
@pytest.mark.parametrize("name", ERROR_PAGES)
def test_error_page(page: Page, name: str, size: dict[str, int], rf: Any) -> None:
    """Error pages need neither a session nor a database: they are rendered here and shown as the server sends them."""
    from django.shortcuts import render

    page.set_viewport_size(size)
    visit(page, "/styleguide/")  # so that the styles have this server's address
    page.set_content(render(rf.get("/"), f"{name}.html").content.decode())
    page.wait_for_load_state("networkidle")
    look_over(page, f"error-{name}")


@pytest.mark.parametrize("size", WIDTHS)
def test_demo_sign_in(page: Page, size: dict[str, int], settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from sanitarian.core import context

    settings.SANITARIAN_DEMO = True
    person = context.DemoUser("Dana Hartwell", "Sanitarian", "dana@county.example", PASSPHRASE)
    monkeypatch.setitem(context._ANSWERS, "demo_users", lambda: [person])
    page.set_viewport_size(size)
    visit(page, "/accounts/login/")
    look_over(page, "sign-in-demo")


def test_demo_person_signs_in_with_one_press(
    page: Page, settings: Any, monkeypatch: pytest.MonkeyPatch, sanitarian_user: Any
) -> None:
    from sanitarian.core import context

    settings.SANITARIAN_DEMO = True
    person = context.DemoUser("Dana Hartwell", "Sanitarian", sanitarian_user.email, PASSPHRASE)
    monkeypatch.setitem(context._ANSWERS, "demo_users", lambda: [person])
    visit(page, "/accounts/login/?next=/styleguide/")
    page.get_by_role("button", name="Sign in as Dana Hartwell").click()
    page.wait_for_url("**/styleguide/")
    assert page.get_by_role("link", name="Dana Hartwell").is_visible()


def test_wrong_passphrase_leads_to_its_field_and_keeps_the_address(page: Page, sanitarian_user: Any) -> None:
    visit(page, "/accounts/login/")
    page.fill("#id_login", sanitarian_user.email)
    page.fill("#id_password", "not the right one at all")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.locator("[data-error-summary]").wait_for()
    expect(page).to_have_title(re.compile(r"^Error: "))
    assert page.input_value("#id_login") == sanitarian_user.email
    expect(page.locator("[data-error-summary]")).to_be_focused()


def test_errors_lead_to_their_fields_and_keep_what_was_typed(page: Page) -> None:
    visit(page, "/styleguide/?errors")
    page.get_by_role("link", name="There is no such day").click()
    field = page.locator("#id_inspected_on")
    assert field.input_value() == "13/45/2026"
    assert page.evaluate("document.activeElement.id") == "id_inspected_on"
    assert "id_inspected_on_error" in (field.get_attribute("aria-describedby") or "")


@pytest.mark.parametrize("size", WIDTHS)
def test_tables_stay_tables_when_they_become_cards(page: Page, size: dict[str, int]) -> None:
    page.set_viewport_size(size)
    visit(page, "/styleguide/")
    table = page.get_by_role("table", name="Systems due in 2026")
    assert table.get_by_role("row").count() == 3
    assert table.get_by_role("rowheader", name="123.00-1-45.2").is_visible()


def test_everything_is_there_without_javascript(browser: Any, live_server: Any) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    visit(page, "/styleguide/")
    closed = page.locator(".s-why:not([open])").first
    closed.locator("summary").click()
    assert page.locator(".s-why").first.get_by_text("The property lies in the Owasco Lake watershed.").is_visible()
    visit(page, "/accounts/login/")
    assert page.locator("#id_password").is_editable()
    context.close()


@pytest.mark.parametrize("size", WIDTHS)
def test_header_of_the_desk(
    page: Page, sign_in: Callable[..., None], sanitarian_user: Any, settings: Any, size: dict[str, int]
) -> None:
    settings.ROOT_URLCONF = __name__
    page.set_viewport_size(size)
    sign_in(page, sanitarian_user)
    visit(page, "/trial-desk/review/")
    navigation = page.get_by_role("navigation", name="Main")
    assert navigation.get_by_role("link").all_inner_texts() == ["Today", "Find", "Due", "Review", "Reports"]
    look_over(page, "desk-header")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "site-find"
    page.keyboard.type("12/3")
    assert page.input_value("#site-find") == "12/3"


def test_find_shortcut_can_be_turned_off(
    page: Page, sign_in: Callable[..., None], sanitarian_user: Any, settings: Any
) -> None:
    settings.ROOT_URLCONF = __name__
    sign_in(page, sanitarian_user)
    visit(page, "/trial-desk/review/")
    page.get_by_role("button", name="turn off").click()
    visit(page, "/trial-desk/due/")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") != "site-find"


def test_second_click_sends_nothing(page: Page) -> None:
    visit(page, "/styleguide/")
    sent: list[str] = []
    page.context.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    with page.context.expect_page() as answer:  # in windows of their own, so that the first does not end the second
        page.evaluate(
            """() => { const form = document.querySelector("main form[method=post]");
                       form.target = "_blank"; form.requestSubmit(); form.requestSubmit(); }"""
        )
    answer.value.wait_for_load_state()
    page.wait_for_timeout(300)
    assert len(sent) == 1


def test_page_prints_without_its_controls(page: Page) -> None:
    page.emulate_media(media="print")
    visit(page, "/styleguide/")
    assert page.get_by_role("table", name="Systems due in 2026").is_visible()
    assert not page.locator(".s-filters").is_visible()
