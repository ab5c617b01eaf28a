"""The form of every rule: it asks what the rule asks, answers what the rule answers, and says what to correct."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from html import unescape
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from django.http import QueryDict
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitarian.law.answering import from_json
from sanitarian.law.facts import Entries, Entry, Fact, FlagOrUnknown, Money, declared
from sanitarian.law.registry import NO_LAW, rules
from sanitarian.law.words import words
from sanitarian.portal.code.forms import MOST_ENTRIES, RuleForm, example_query
from tests.law.facts_at_random import facts_for

every_rule = pytest.mark.parametrize("name", list(rules()))
SALE = {"closing": "06/15/2026", "public_sewer": "no", "has_system": "yes"}


def form(rule: str, **typed: str) -> RuleForm:
    """The form of a rule after somebody has typed this and asked."""
    return RuleForm(rules()[rule], QueryDict(urlencode(typed)))


def errors(rule: str, **typed: str) -> dict[str, list[str]]:
    asked = form(rule, **typed)
    assert not asked.is_valid()
    return {name: [str(line) for line in lines] for name, lines in asked.errors.items()}


def page(client: Client, rule: str, status: int = 200, **typed: str) -> str:
    response = client.get(f"/code/rules/{rule}/", typed)
    assert response.status_code == status
    return unescape(response.content.decode())


def typed_in(facts: Sequence[Fact], given_: Mapping[str, Any], where: str = "") -> dict[str, str]:
    """Facts in JSON as one would type and tick them."""
    found = {}
    for fact in facts:
        value, name = given_.get(fact.name), where + fact.name
        if value is None:
            continue
        if isinstance(fact.kind, Entry):
            found |= typed_in(declared(fact.kind.of), value, f"{name}-")
        elif isinstance(fact.kind, Entries):
            for index, entry in enumerate(value):
                found |= typed_in(declared(fact.kind.of), entry, f"{name}-{index}-")
            if not value:
                found[f"{name}-none"] = "on"
        elif isinstance(value, bool):
            found[name] = "yes" if value else "no"
        elif isinstance(fact.kind, Money):
            found[name] = f"${value}"
        elif isinstance(value, int | Decimal):
            found[name] = f"{value:,f}" if isinstance(value, Decimal) else f"{value:,}"
        else:
            found[name] = value
    return found


def can_be_typed(facts: Sequence[Fact], given_: Mapping[str, Any]) -> dict[str, Any]:
    """The facts without what no form can hold: blank texts, and entries of which nothing is shown."""
    found: dict[str, Any] = {}
    for fact in facts:
        value = given_.get(fact.name)
        if isinstance(fact.kind, Entry) and value is not None:
            value = can_be_typed(declared(fact.kind.of), value) or None
        elif isinstance(fact.kind, Entries) and value is not None:
            entries = [can_be_typed(declared(fact.kind.of), entry) for entry in value]
            value = [entry for entry in entries if entry]
        if value is not None and not (isinstance(value, str) and not value.strip()):
            found[fact.name] = value.strip() if isinstance(value, str) else value
    return found


@every_rule
def test_what_is_typed_is_answered_as_the_law_answers_it(name: str) -> None:
    rule, random = rules()[name], Random(f"{name} typed in")
    answered = 0
    for _ in range(60):
        facts = can_be_typed(rule.facts, facts_for(rule, random))
        asked = form(name, **typed_in(rule.facts, facts))
        if not asked.is_bound:  # nothing was shown at all
            continue
        try:
            expected = rule.ask(facts)
        except ValueError:  # a period that leads out of the calendar
            assert not asked.is_valid()
            continue
        assert asked.is_valid(), (facts, asked.errors)
        assert asked.ruling == expected, facts
        answered += 1
    assert answered > 30


@every_rule
def test_the_example_is_filled_in_and_answered(client: Client, name: str) -> None:
    query = example_query(rules()[name])
    filled = client.get(f"/code/rules/{name}/?{query}")
    assert filled.context["answer"] is None
    assert "s-error-summary" not in filled.content.decode()
    said = words(name)
    response = client.get(f"/code/rules/{name}/", {k: v for k, v in parse_qsl(query) if k != "_fill"})
    ruling = rules()[name].ask(said.example)
    shown = unescape(response.content.decode())
    assert response.context["answer"]["shown"].ruling == ruling
    for text in (said.question, said.outcomes[ruling.outcome], "neither a permit nor an order", "March 14, 2006"):
        assert text in shown
    plain = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", shown))
    for reason in ruling.reasons:
        assert reason.text in plain
    assert not re.search(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", plain), "dates are American"
    assert not re.search(r"Decimal\(|\bNone\b(?!<)(?=.*&)|\bTrue\b|\bFalse\b", plain)


@pytest.mark.django_db  # programs are counted in the cache
@every_rule
def test_the_answer_is_linked_in_json_and_the_facts_in_a_schema(client: Client, name: str) -> None:
    from django.core.cache import cache

    cache.clear()
    example = words(name).example
    typed = typed_in(rules()[name].facts, example)
    response = client.get(f"/code/rules/{name}/", typed | {"law_of": "06/01/2020"})
    answer = response.context["answer"]
    for address in (answer["json"], f"/api/v1/ask/{name}/"):
        assert f'href="{address}"' in unescape(response.content.decode())
    assert client.get(answer["json"]).json() == answer["shown"].ruling.to_json()
    assert answer["shown"].ruling.to_json() == client.get(answer["address"]).context["answer"]["shown"].ruling.to_json()
    assert client.get(f"/api/v1/ask/{name}/").json()["title"] == name


@every_rule
def test_every_fact_has_a_field_with_its_words(client: Client, name: str) -> None:
    shown = page(client, name)
    said = words(name)
    for fact in rules()[name].facts:
        assert said.facts[fact.name] in shown
        if isinstance(fact.kind, Entry | Entries):
            number = "-0" if isinstance(fact.kind, Entries) else ""
            for inner in declared(fact.kind.of):
                assert f'name="{fact.name}{number}-{inner.name}"' in shown
                assert said.facts[f"{fact.name}.{inner.name}"] in shown
        else:
            assert f'name="{fact.name}"' in shown
    assert 'name="law_of"' in shown
    required = [fact for fact in rules()[name].facts if fact.required]
    assert ("marks what must be filled in" in shown) is bool(
        required or any(inner.required for fact in rules()[name].facts if isinstance(fact.kind, Entry | Entries)
                        for inner in declared(fact.kind.of))
    )  # fmt: skip
    assert shown.count('class="usa-button"') == 1, "one primary action"


@pytest.mark.parametrize(
    ("rule", "fact", "typed", "means"),
    [
        ("fee", "on", "6/5/2026", "2026-06-05"),
        ("fee", "on", "06/05/2026", "2026-06-05"),
        ("fee", "on", " 2026-06-05 ", "2026-06-05"),
        ("penalty", "charges", "3", 3),
        ("penalty", "charges", "1,000", 1000),
        ("penalty", "charges", "3.0", 3),
        ("penalty", "amount_per_charge", "75", "75"),
        ("penalty", "amount_per_charge", "$1,234.5", "1234.5"),
        ("separation", "well_ft", "99.5", Decimal("99.5")),
        ("separation", "well_ft", "0.10000000000000000001", Decimal("0.10000000000000000001")),
        ("floodplain", "field_bottom_ft", "-2.5", Decimal("-2.5")),
        ("floodplain", "in_floodway", "yes", True),
        ("floodplain", "in_floodway", "no", False),
        ("floodplain", "in_floodway", "unknown", None),
        ("floodplain", "in_floodway", "", None),
        ("report-completeness", "sizes", "yes", True),
        ("report-completeness", "sizes", "unknown", "unknown"),
        ("report-completeness", "sizes", "not-shown", None),
        ("septage-disposal", "pumped_at", "06/30/2026 2:05 pm", "2026-06-30T14:05:00"),
        ("septage-disposal", "pumped_at", "6/30/2026 2:05 P.M.", "2026-06-30T14:05:00"),
        ("septage-disposal", "pumped_at", "06/30/2026 12 am", "2026-06-30T00:00:00"),
        ("septage-disposal", "pumped_at", "06/30/2026 12:30pm", "2026-06-30T12:30:00"),
        ("septage-disposal", "pumped_at", "06/30/2026 14:05", "2026-06-30T14:05:00"),
        ("septage-disposal", "pumped_at", "2026-06-30T14:05-05:00", "2026-06-30T14:05-05:00"),
        ("permit-standing", "holder", "  A. Farmer ", "A. Farmer"),
        ("inspection-schedule", "municipality", "Niles", "Niles"),
        ("inspection-schedule", "fronts", "", None),
    ],
)
def test_what_is_typed_means(rule: str, fact: str, typed: str, means: Any) -> None:
    asked = form(rule, **{fact: typed})
    asked.is_valid()
    assert fact not in asked.errors
    value = asked.given(asked.cleaned_data).get(fact)
    assert (value, type(value)) == (means, type(means))


CHOICE = "Select a valid choice. perhaps is not one of the available choices."
DAY_AND_TIME = "Enter the day and the time, such as 06/30/2026 2:05 pm."


@pytest.mark.parametrize(
    ("rule", "fact", "typed", "says"),
    [
        ("fee", "on", "", "Enter the date, such as 11/01/2026."),
        ("fee", "on", "2/30/2026", "There is no such day: check month, day and year."),
        ("fee", "on", "tomorrow", "Enter a date as month/day/year with a four-digit year, such as 11/01/2026."),
        ("fee", "item", "", "Choose one."),
        ("fee", "item", "a car", "Choose one of the answers in the list."),
        ("penalty", "charges", "", "Enter a number."),
        ("penalty", "charges", "two", "Enter a number in digits, such as 4."),
        ("penalty", "charges", "2.5", "Enter a whole number, such as 4."),
        ("penalty", "charges", "0", "0 is impossible; the least is 1."),
        ("penalty", "charges", "1,00", "Enter a number in digits, such as 4."),
        ("penalty", "amount_per_charge", "", "Enter an amount, such as 75.00."),
        ("penalty", "amount_per_charge", "75.005", "Enter dollars and cents in digits, such as 75.00."),
        ("penalty", "amount_per_charge", "-5", "Enter dollars and cents in digits, such as 75.00."),
        ("separation", "well_ft", "1e9", "Enter a number in digits."),
        ("separation", "well_ft", "NaN", "Enter a number in digits."),
        ("separation", "well_ft", "-1", "-1 is impossible; it cannot be negative."),
        ("backup-power", "community_system", "", "Choose yes or no."),
        ("backup-power", "community_system", "perhaps", CHOICE),
        ("septage-disposal", "pumped_at", "06/30/2026", DAY_AND_TIME),
        ("septage-disposal", "pumped_at", "06/30/2026 25:00", DAY_AND_TIME),
        ("septage-disposal", "pumped_at", "06/30/2026 13:00 pm", DAY_AND_TIME),
        ("septage-disposal", "pumped_at", "03/08/2026 2:30 am", "does not exist, for clocks go forward over it"),
        ("drain-pipe", "first-result", "many", "write it like 260, <1, >2419.6, 1,200 or TNTC."),
        ("drain-pipe", "first-sampled", "", "Enter the date, such as 11/01/2026."),
        ("fee", "law_of", "1/1", "Enter a date as month/day/year with a four-digit year, such as 11/01/2026."),
    ],
)  # fmt: skip
def test_a_fault_stands_beside_its_field_and_says_what_to_do(rule: str, fact: str, typed: str, says: str) -> None:
    found = errors(rule, **{fact: typed})[fact]
    assert len(found) == 1
    assert says in found[0]
    assert "law_of" not in found[0]


def test_what_a_fault_page_shows(client: Client) -> None:
    shown = page(client, "fee", 400, item="construction-permit", on="13/45/2026")
    assert "<title>Error: How much is the fee?" in shown
    assert '<a href="#id_on">' in shown
    assert 'id="id_on_error"' in shown
    assert 'value="13/45/2026"' in shown, "what was typed is kept"
    assert "c-answer" not in shown
    shown = page(client, "transfer-readiness", 400, **{"pump_outs-1-filed": "yes", "pump_outs-0-date": "1/2/2026"})
    assert '<a href="#id_pump_outs-1-date">Entry 2: When was the tank pumped?</a>' in shown


def test_facts_that_exclude_each_other() -> None:
    day = {"from": "06/01/2026"}
    for given_ in ({}, {"days": "3", "months": "1"}):
        found = errors("period", **day, **given_)
        assert list(found) == ["days"]
        assert found["days"][0].startswith("Answer exactly one of these: “")
    asked = form("period", **day, months="1")
    assert asked.is_valid()
    assert asked.ruling is not None


def test_days_in_an_order_that_cannot_be() -> None:
    found = errors("report-deadline", performed="06/10/2026", submitted="06/09/2026")
    label = words("report-deadline").facts["performed"]
    assert found == {"submitted": [f"This comes before “{label}”. Correct one of the two."]}
    assert form("report-deadline", performed="06/10/2026", submitted="06/10/2026").is_valid()


def test_a_period_that_leads_out_of_the_calendar_stands_beside_its_field() -> None:
    found = errors("period", **{"from": "06/01/2026"}, years="9000")
    assert list(found) == ["from"]
    assert found["from"][0].startswith("The period from June 1, 2026 runs out of the calendar")


def test_entries_left_blank_are_not_shown_and_none_is_said() -> None:
    asked = form("transfer-readiness", **SALE)
    assert asked.is_valid()
    assert "pump_outs" not in asked.given(asked.cleaned_data)
    asked = form("transfer-readiness", **SALE, **{"pump_outs-none": "on", "inspections-0-date": ""})
    assert asked.is_valid()
    assert asked.given(asked.cleaned_data)["pump_outs"] == []
    assert "inspections" not in asked.given(asked.cleaned_data)


def test_none_and_an_entry_contradict_each_other() -> None:
    found = errors("transfer-readiness", **SALE, **{"pump_outs-none": "on", "pump_outs-0-date": "06/01/2026"})
    assert found == {"pump_outs-none": ["An entry is filled in. Clear it, or take the tick away."]}


def test_an_entry_begun_asks_for_what_it_needs() -> None:
    typed = {"pump_outs-0-filed": "yes", "pump_outs-1-date": "", "pump_outs-2-date": "06/01/2026"}
    assert errors("transfer-readiness", **SALE, **typed) == {
        "pump_outs-0-date": ["Enter the date, such as 11/01/2026."]
    }


@pytest.mark.parametrize(
    ("press", "dates"),
    [
        ({"_add": "pump_outs"}, ["06/01/2026", "06/02/2026", "06/03/2026", ""]),
        ({"_remove": "pump_outs-7"}, ["06/01/2026", "06/03/2026"]),
        ({"_remove": "pump_outs-2"}, ["06/02/2026", "06/03/2026"]),
        ({"_remove": "pump_outs-55"}, ["06/01/2026", "06/02/2026", "06/03/2026"]),
        ({"_add": "nothing"}, ["06/01/2026", "06/02/2026", "06/03/2026"]),
    ],
)
def test_an_entry_more_or_less(client: Client, press: dict[str, str], dates: list[str]) -> None:
    """Entries are numbered afresh, whatever their numbers were; nothing is asked, and nothing typed is lost."""
    typed = {"pump_outs-2-date": "06/01/2026", "pump_outs-7-date": "06/02/2026", "pump_outs-9-date": "06/03/2026"}
    shown = page(client, "transfer-readiness", closing="13/1/2026", **typed, **press)
    assert "s-error-summary" not in shown
    assert 'value="13/1/2026"' in shown
    fields = re.findall(r"<input[^>]*name=\"pump_outs-([0-9]+)-date\"[^>]*>", shown)
    assert fields == [str(number) for number in range(len(dates))]
    values = [
        (re.search(r'value="([^"]*)"', field) or ["", ""])[1]
        for field in re.findall(r"<input[^>]*name=\"pump_outs-[0-9]+-date\"[^>]*>", shown)
    ]
    assert values == dates
    assert ("autofocus" in shown) is (press == {"_add": "pump_outs"})


def test_there_is_an_end_to_adding(client: Client) -> None:
    typed = {f"pump_outs-{number}-date": "06/01/2026" for number in range(MOST_ENTRIES + 20)}
    shown = page(client, "transfer-readiness", _add="pump_outs", **typed)
    assert f"Entry {MOST_ENTRIES}" in shown
    assert f"Entry {MOST_ENTRIES + 1}" not in shown
    assert 'value="pump_outs">Add another' not in shown
    assert 'value="inspections">Add another' in shown


def test_what_the_rule_takes_for_granted_is_chosen_already(client: Client) -> None:
    shown = page(client, "septic-design")
    assert re.search(r'<input type="radio" name="system" value="conventional"[^>]* checked', shown)
    assert re.search(r'<input type="radio" name="garbage_grinder" value="no"[^>]* checked', shown)
    assert not re.search(r'<input type="radio" name="fixtures"[^>]* checked', shown)
    assert re.search(r'<input type="radio" name="maintenance_required" value="unknown"[^>]* checked', shown)


def test_the_link_to_an_answer_holds_only_what_was_said(client: Client) -> None:
    typed = {"bedrooms": "4", "fixtures": "post-1994", "perc_min_per_inch": "14", "system": "conventional",
             "garbage_grinder": "no", "maintenance_required": "unknown", "law_of": "", "utm_source": "x"}  # fmt: skip
    response = client.get("/code/rules/septic-design/", typed)
    address = "/code/rules/septic-design/?bedrooms=4&fixtures=post-1994&perc_min_per_inch=14"
    assert response.context["answer"]["address"] == address
    again = client.get(address).context["answer"]["shown"]
    assert again.ruling == response.context["answer"]["shown"].ruling


def test_numbers_reach_the_law_exactly(client: Client) -> None:
    typed = {"municipality": "Niles", "fronts": "none", "watershed": "none"}
    outcomes = []
    for feet in ("500", "500.00000000000000000001"):
        answer = client.get("/code/rules/inspection-schedule/", typed | {"distance_ft": feet}).context["answer"]
        outcomes.append(answer["shown"].ruling.outcome)
        assert from_json(dict(parse_qsl(answer["json"].partition("?")[2]))["facts"])["distance_ft"] == Decimal(feet)
    assert outcomes == ["near-lake", "town"]


def test_the_law_of_another_day(client: Client) -> None:
    fee = {"item": "construction-permit", "on": "06/15/2026"}
    new = page(client, "fee", **fee)
    assert "$75.00" in new
    assert "By the code as amended through March 14, 2006" in new
    old = client.get("/code/rules/fee/", fee | {"law_of": "08/08/1994"})
    assert old.context["answer"]["shown"].ruling == rules()["fee"].ask(
        {"item": "construction-permit", "on": "2026-06-15"}, __import__("datetime").date(1994, 8, 8)
    )
    shown = unescape(old.content.decode())
    assert "By the law as it stood on August 8, 1994" in shown
    assert "$75.00" not in shown


def test_no_law_is_an_answer(client: Client) -> None:
    response = client.get("/code/rules/report-deadline/", {"performed": "06/01/2026", "law_of": "01/01/1990"})
    assert response.context["answer"]["shown"].ruling.outcome == NO_LAW
    shown = unescape(response.content.decode())
    assert words("report-deadline").outcomes[NO_LAW] in shown
    assert "Article V was not in force" in shown


def test_what_awaits_counsel_says_so_in_the_answer(client: Client) -> None:
    typed = {"first-result": "150", "first-unit": "CFU/100 mL", "first-sampled": "06/01/2026"}
    shown = page(client, "drain-pipe", **typed)
    assert 'href="/code/readings/A-1/"' in shown
    assert "Before county counsel" in shown
    assert "County counsel has not spoken" in shown
    assert "Before county counsel" not in page(client, "drain-pipe", **(typed | {"first-result": "50"}))


def test_values_are_words_units_and_american_dates(client: Client) -> None:
    shown = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page(
        client, "septic-design", bedrooms="4", fixtures="post-1994", perc_min_per_inch="14"
    )))  # fmt: skip
    for text in ("440 gallons a day", "1,250 gallons", "34 square feet", "275 feet"):
        assert text in shown
    shown = re.sub(r"<[^>]+>", " ", page(client, "separation", component="absorption-field", well_ft="60",
                                         drains_toward_well="no", water_ft="20"))  # fmt: skip
    assert "100 feet" in shown
    assert "60 feet" in shown
    shown = page(client, "classification", report_complete="yes", surface_discharge="no")
    assert "undetermined" not in re.sub(r"<[^>]+>", " ", shown).lower()


SILLY = st.one_of(
    st.text(max_size=40),
    st.sampled_from(["", "yes", "no", "unknown", "on", "0", "-1", "1e999", "NaN", "½", "٣", "9" * 400, "06/31/2026",
                     "02/29/2027", "0001-01-01", "9999-12-31", "12/31/9999", "01/01/0001", "12/31/9999 11:59 pm",
                     "2026-06-30T14:05", "null", "[]", "{}", "\x00", "<1", "TNTC", "$", ",", "1,2", "🚰" * 20]),
)  # fmt: skip


def names_of(rule: str) -> list[str]:
    """Every name that a form of the rule has or could have, and some that it has not."""
    found = ["law_of", "_add", "_remove", "_fill", "facts", "x", "pump_outs", "-0-", "pump_outs-0-", "pump_outs-999-x"]
    for fact in rules()[rule].facts:
        found += [fact.name, f"{fact.name}-none", f"{fact.name}-0", f"{fact.name}[0]"]
        if isinstance(fact.kind, Entry | Entries):
            for inner in declared(fact.kind.of):
                found += [f"{fact.name}{number}-{inner.name}" for number in ("", "-0", "-1", "-29", "-999", "-00")]
    return found


@every_rule
def test_no_query_however_silly_breaks_a_page(client: Client, name: str) -> None:
    example = typed_in(rules()[name].facts, words(name).example)

    @settings(max_examples=40, deadline=None)
    @given(st.booleans(), st.lists(st.tuples(st.sampled_from(names_of(name)), SILLY), max_size=8))
    def check(begin_with_example: bool, pairs: list[tuple[str, str]]) -> None:
        query = [*(example.items() if begin_with_example else ()), *pairs]
        response = client.get(f"/code/rules/{name}/?{urlencode(query)}")
        assert response.status_code in {200, 400}
        assert (response.status_code == 400) is bool(response.context["form"].errors)

    check()


def test_a_flag_that_a_report_may_leave_unknown_has_four_answers() -> None:
    kinds = {fact.name for fact in rules()["report-completeness"].facts if isinstance(fact.kind, FlagOrUnknown)}
    assert kinds == {"sizes", "construction_dates", "distances"}
    shown = str(form("report-completeness")["sizes"])
    assert list(re.findall(r'value="([^"]+)"', shown)) == ["yes", "no", "unknown", "not-shown"]
