"""What the browser tests stand on: Chromium shut in with the live server, and the accessibility checks."""

import os
import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, Response

CHROMIUM = Path(os.environ.get("SANITARIAN_CHROMIUM", "/usr/bin/chromium"))
SCREENSHOTS = Path(__file__).parents[2] / "var" / "screenshots"
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
PASSPHRASE = "correct horse battery"  # of people made for a test

_ARGUMENTS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-gpu"]
# The standard that county web pages must meet, and axe's own good practices.
_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
_AXE = Axe()


def require_chromium() -> None:
    """Skip where there is no Chromium; in CI that is a failure, or the journeys would pass unseen."""
    if CHROMIUM.exists():
        return
    reason = f"Browser tests need Chromium at {CHROMIUM} (Debian: apt install chromium), or SANITARIAN_CHROMIUM"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def launch(playwright: Playwright) -> Browser:
    """Start the machine's Chromium."""
    return playwright.chromium.launch(executable_path=str(CHROMIUM), args=_ARGUMENTS)


class Watch:
    """Notes what a page must never do: reach for another host, break the security policy, raise in a script, fail.

    An error page is a fine page: without this, a page that answers 500 would pass every scan.
    """

    def __init__(self, context: BrowserContext, base_url: str) -> None:
        self.faults: list[str] = []
        # The pattern is matched in the browser's driver, so that only foreign requests come round to Python.
        foreign = re.compile(rf"^(?!{re.escape(base_url)}/|data:|blob:)")
        context.route(foreign, self._refuse)
        context.on("console", self._console)
        context.on("response", self._response)
        context.on("weberror", lambda error: self.faults.append(f"script error: {error.error}"))

    def _refuse(self, route: Any) -> None:
        self.faults.append(f"request to another host: {route.request.url}")
        route.abort()

    def _response(self, response: Response) -> None:
        if response.status >= 500 or (response.status == 404 and "/static/" in response.url):
            self.faults.append(f"{response.status} for {response.url}")

    def _console(self, message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            self.faults.append(message.text)


def open_context(browser: Browser, base_url: str, size: dict[str, int]) -> tuple[BrowserContext, Watch]:
    """A fresh browser profile of one window size, shut in with the live server."""
    context = browser.new_context(
        base_url=base_url, viewport=size, locale="en-US", timezone_id="America/New_York", reduced_motion="reduce"
    )
    context.set_default_timeout(10_000)
    return context, Watch(context, base_url)


def axe_check(page: Page) -> None:
    """Fail on any accessibility violation, and on contrast that the scanner could not determine.

    Raises:
        AssertionError: names each rule, what is wrong, and the elements.
    """
    options = {"runOnly": _RULES, "resultTypes": ["violations", "incomplete"]}
    response = _AXE.run(page, options=options).response
    unclear = [found for found in response["incomplete"] if found["id"] == "color-contrast"]
    assert not (faults := [_told(found) for found in response["violations"] + unclear]), "\n".join([page.url, *faults])


def _told(found: dict[str, Any]) -> str:
    places = "; ".join(f"{node['target']} {node['html'][:120]} – {_reason(node)}" for node in found["nodes"][:5])
    return f"{found['id']}: {found['help']}: {places}"


def _reason(node: dict[str, Any]) -> str:
    return " ".join(check["message"] for check in node["any"] + node["all"] + node["none"])


def fits_width(page: Page) -> None:
    """Fail where a page has to be scrolled sideways.

    Raises:
        AssertionError: names the elements that stick out.
    """
    wide, window = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    if wide > window:
        sticking_out = page.evaluate(
            """() => [...document.querySelectorAll('body *')]
                .filter(e => e.getBoundingClientRect().right > window.innerWidth + 1)
                .slice(0, 8).map(e => e.outerHTML.slice(0, 100))"""
        )
        raise AssertionError(f"{page.url} is {wide} px wide in a window of {window} px: {sticking_out}")


def picture(page: Page, name: str) -> None:
    """Keep a picture of the whole page when SANITARIAN_SCREENSHOTS=1 asks for it."""
    if os.environ.get("SANITARIAN_SCREENSHOTS") == "1":
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        width = (page.viewport_size or DESK)["width"]
        page.screenshot(path=SCREENSHOTS / f"{name}-{width}.png", full_page=True)


def look_over(page: Page, name: str) -> None:
    """Everything that every page must pass, at the page's window size: axe, no sideways scrolling; and a picture."""
    page.wait_for_load_state("load")  # a click leads to a page whose styles may still be on their way
    picture(page, name)
    fits_width(page)
    axe_check(page)


def visit(page: Page, address: str, status: int = 200) -> None:
    """Open an address and fail unless it answers with this status.

    Raises:
        AssertionError: names the address and what it answered.
    """
    response = page.goto(address)
    answered = response.status if response else None
    assert answered == status, f"{address} answered {answered}"


def sign_in_as(page: Page, email: str, passphrase: str = PASSPHRASE) -> None:
    """Sign in through the real form."""
    visit(page, "/accounts/login/")
    page.fill("#id_login", email)
    page.fill("#id_password", passphrase)
    page.get_by_role("button", name="Sign in", exact=True).first.click()
    page.wait_for_url(lambda url: "/accounts/login/" not in url)
