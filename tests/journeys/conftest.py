"""Fixtures of the browser tests. They do not stop the clock: Chromium would drop the session cookie of a past day.

The county's own today is set all the same (`county_day`), for the live server runs in this process.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.journeys.harness import DESK, PHONE, launch, open_context, require_chromium, sign_in_as

SignIn = Callable[..., None]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test in this folder is a journey, and its database is shared with the server's threads."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.journey)
            item.add_marker(pytest.mark.django_db(transaction=True))


@pytest.fixture(scope="session", autouse=True)
def orm_beside_playwright() -> Iterator[None]:
    """Playwright leaves an event loop running in this thread, in which Django would refuse its own ORM."""
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    yield
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
    else:
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = before


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for the whole run."""
    require_chromium()
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


def _page(browser: Browser, base_url: str, size: dict[str, int]) -> Iterator[Page]:
    context, watch = open_context(browser, base_url, size)
    yield context.new_page()
    context.close()
    assert not watch.faults, "\n".join(watch.faults)


@pytest.fixture
def page(browser: Browser, live_server: Any) -> Iterator[Page]:
    """A page in a window 1280 px wide; the test fails if the page breaks the security policy or a script fails."""
    yield from _page(browser, live_server.url, DESK)


@pytest.fixture
def phone_page(browser: Browser, live_server: Any) -> Iterator[Page]:
    """The same, 360 px wide."""
    yield from _page(browser, live_server.url, PHONE)


@pytest.fixture
def sign_in() -> SignIn:
    """``sign_in(page, user)``: through the real form, with the passphrase that test users have."""

    def through_the_form(page: Page, user: Any, **options: Any) -> None:
        sign_in_as(page, user.email, **options)

    return through_the_form
