"""What the tags and filters of every page write."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.template import Context, Template

from sanitarian.core.templatetags.sanitarian import american_date, cite, in_words, not_shown, short_date, yes_no_unknown
from sanitarian.law.ruling import Reason, Ruling

_LATE_EVENING = datetime(2026, 11, 2, 2, 30, tzinfo=UTC)  # still November 1 in the county


@pytest.mark.parametrize(
    ("value", "long", "short"),
    [
        (date(2026, 11, 1), "November 1, 2026", "11/01/2026"),
        ("2026-11-01", "November 1, 2026", "11/01/2026"),
        (_LATE_EVENING, "November 1, 2026", "11/01/2026"),
        (_LATE_EVENING.isoformat(), "November 1, 2026", "11/01/2026"),
        (None, "not shown", "not shown"),
        ("soon", "not shown", "not shown"),
    ],
)
def test_dates(value: Any, long: str, short: str) -> None:
    assert american_date(value) == long
    assert short_date(value) == short


@pytest.mark.parametrize(("value", "text"), [(None, "not shown"), ("", "not shown"), (0, 0), (False, False)])
def test_only_what_is_missing_is_not_shown(value: Any, text: Any) -> None:
    assert not_shown(value) == text


@pytest.mark.parametrize(("value", "text"), [(True, "Yes"), (False, "No"), (None, "Not known")])
def test_three_answers_in_words(value: bool | None, text: str) -> None:
    assert yes_no_unknown(value) == text


def test_outcome_in_words() -> None:
    assert in_words("cannot-be-determined") == "Cannot be determined"


def test_citation_carries_its_heading_and_is_escaped() -> None:
    assert 'title="' in cite("V.IV.A")
    assert cite('<b>"') == '<cite class="s-cite">&lt;b&gt;&quot;</cite>'
    assert cite(None) == ""


_RULING = Ruling(
    "inspection-schedule",
    "scheduled",
    {},
    (
        Reason(True, "In the watershed", "V.IV.A"),
        Reason(False, "On a public <sewer>", "V.IV.A"),
        Reason(None, "Last inspection", "V.IV.A"),
    ),
    "2006-03-14",
)


@pytest.mark.parametrize("ruling", [_RULING, _RULING.to_json()], ids=["ruling", "its JSON"])
def test_why_tells_holding_failing_and_missing_reasons_apart(ruling: Any) -> None:
    html = Template("{% load sanitarian %}{% why ruling %}").render(Context({"ruling": ruling}))
    for state, words in (("yes", "Holds: "), ("no", "Does not hold: "), ("unknown", "Not shown: ")):
        assert html.count(f"s-reason--{state}") == 1
        assert words in html
    assert "&lt;sewer&gt;" in html


def test_why_of_nothing_is_nothing() -> None:
    assert Template("{% load sanitarian %}{% why ruling %}").render(Context({"ruling": None})).strip() == ""
