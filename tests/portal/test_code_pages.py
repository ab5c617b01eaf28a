"""The code as pages: all of it, for anyone, without asking the database (tests without one prove that)."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from sanitarian.core.permissions import EVERYONE, PAGES
from sanitarian.law.data import Law, applying, county_folder
from sanitarian.law.figures import published
from sanitarian.law.registers import interpretations, provisions
from sanitarian.law.registry import rules
from sanitarian.law.words import words
from sanitarian.portal.code.search import jump, search
from sanitarian.portal.code.shown import _address
from sanitarian.portal.code.tree import above, children, glossary_terms, sources

TINY = Path(__file__).parents[1] / "law" / "tiny"
LISTS = ("/code/", "/code/readings/", "/code/glossary/", "/code/rules/", "/code/?q=tank")


def page(client: Client, address: str, expected: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == expected, f"{address}: {response.status_code}"
    return unescape(response.content.decode())


def every_page() -> Iterator[str]:
    yield from LISTS
    yield from (f"/code/{key}/" for key in (*provisions(), *(each.key for each in sources())))
    yield from (f"/code/readings/{key}/" for key in interpretations())
    yield from (f"/code/rules/{name}/" for name in rules())


def test_every_page_answers_without_the_database_and_links_to_pages_that_exist(client: Client) -> None:
    known = set(every_page()) | {"/api/v1/ask/", "/api/v1/openapi.json"}
    public = [name for name, audience in PAGES.items() if audience is EVERYONE and name.startswith(("portal:", "acc"))]
    known |= {path for path in map(_address, public) if path}
    known |= {f"/api/v1/ask/{name}/" for name in rules()}
    anchors: dict[str, set[str]] = {}
    wanted: set[tuple[str, str]] = set()
    for address in every_page():
        shown = page(client, address)
        anchors[address] = set(re.findall(r'id="([^"]+)"', shown))
        for link in re.findall(r'href="(/[^"]*|#[^"]*)"', shown):
            path, _, anchor = link.partition("#")
            path = path.partition("?")[0] or address
            assert path in known or path.startswith("/static/"), f"{address} leads to {link}"
            if anchor:
                wanted.add((path, anchor))
    assert {(path, anchor) for path, anchor in wanted if anchor not in anchors.get(path, ())} == set()
    assert len(wanted) > 50


def test_the_contents_name_every_article_with_its_sections_and_dates(client: Client) -> None:
    shown = page(client, "/code/")
    for source in sources():
        assert f'href="/code/{source.key}/"' in shown
        for section in () if source.state else source.sections:
            assert section.title in shown
    assert "In force since August 9, 1994" in shown
    assert "through August 8, 1994, ended" in shown
    assert f"{next(each.count for each in sources() if each.key == 'V')} provisions" in shown


def test_a_provision_says_who_must_do_what_by_when_and_since_when(client: Client) -> None:
    shown = page(client, "/code/V.VI.B.2/")
    found = provisions()["V.VI.B.2"]
    plain = re.sub(r"<[^>]+>", "", shown)
    for text in (found.title, found.summary, found.deadline, "since ", "30", "Until when must the inspector send"):
        assert text in plain
    assert [each.id for each in above("V.VI.B.2")] == ["V", "V.VI", "V.VI.B"]
    for over in ("V", "V.VI", "V.VI.B"):
        assert f'href="/code/{over}/"' in shown


def test_the_tree_leaves_no_provision_out() -> None:
    reached: set[str] = set()
    waiting = [each.key for each in sources()]
    while waiting:
        key = waiting.pop()
        reached.add(key)
        waiting += [child.id for child in children(key)]
    assert reached >= set(provisions())


def test_readings_stand_beside_their_provision_and_counsels_are_marked(client: Client) -> None:
    shown = page(client, "/code/V.III.G/")
    readings = [each for each in interpretations().values() if each.section == "V.III.G"]
    assert len(readings) > 5
    for reading in readings:
        assert f'id="{reading.id.lower()}"' in shown
        for text in (reading.title, reading.problem, reading.alternatives):
            assert text in re.sub(r"<[^>]+>", "", shown)
    awaiting = sum(each.status == "counsel_review" for each in readings)
    assert awaiting > 0
    assert shown.count("Before county counsel") == awaiting


@pytest.mark.parametrize(
    ("status", "says", "is_silent_on"),
    [
        ("counsel_review", "County counsel has not spoken on this point", "Settled"),
        ("policy", "can be changed without amending the code", "Before county counsel"),
        ("settled", "Who may decide", "Before county counsel"),
    ],
)
def test_a_reading_says_how_far_it_is_decided(client: Client, status: str, says: str, is_silent_on: str) -> None:
    for reading in interpretations().values():
        if reading.status != status:
            continue
        shown = page(client, f"/code/readings/{reading.id}/")
        assert says in shown, reading.id
        assert is_silent_on not in shown, reading.id


def test_the_list_of_readings_is_whole(client: Client) -> None:
    shown = page(client, "/code/readings/")
    assert all(f'href="/code/readings/{key}/"' in shown for key in interpretations())


def test_figures_that_were_not_checked_say_so_and_only_they(client: Client) -> None:
    marks: dict[str, int] = {}
    for figure in published():
        marks[figure.section] = marks.get(figure.section, 0) + (not figure.verified)
    assert any(marks.values())
    for section, count in marks.items():
        if section in provisions():
            beside = sum(n for key, n in marks.items() if key in interpretations() and
                         interpretations()[key].section == section)  # fmt: skip
            assert page(client, f"/code/{section}/").count("not printed as law") == (
                count + beside + (not provisions()[section].verified)
            ), section


def test_figures_stand_with_their_day_and_fees_in_dollars(client: Client) -> None:
    shown = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page(client, "/code/V.XIII.1/")))
    assert "The fee for a construction permit: $75.00 Since August 9, 1994" in shown
    tank = re.sub(r"<[^>]+>", "", page(client, "/code/75-A.6/"))
    assert "4 bedrooms, 1,250 gallons, 34 square feet" in tank


def test_a_provision_says_how_the_system_serves_it(client: Client) -> None:
    planned = [each for each in provisions().values() if each.status == "planned" and each.kind != "heading"]
    assert planned
    for each in planned:
        assert "is planned and not" in page(client, f"/code/{each.id}/"), each.id
    served = [each for each in provisions().values() if each.status == "served" and each.kind != "heading"]
    assert served
    for each in served:
        shown = page(client, f"/code/{each.id}/")
        assert "is planned" not in shown, each.id
        assert ("Staff’s pages" in shown) is any(name.startswith("desk:") for name in each.pages), each.id
        assert ("Official acts" in shown) is bool(each.acts), each.id
    public = next(each for each in provisions().values() if "portal:verify" in each.pages)
    assert '<a href="/verify/">Verify a permit</a>, Status of a permit' in page(client, f"/code/{public.id}/")


def test_every_rule_is_reached_from_its_section(client: Client) -> None:
    for rule in rules().values():
        assert f'href="/code/rules/{rule.name}/"' in page(client, f"/code/{rule.section}/"), rule.name


def test_the_glossary_defines_the_terms_of_the_code(client: Client) -> None:
    shown = page(client, "/code/glossary/")
    terms = [key for key in provisions() if re.fullmatch(r"V\.II\.[0-9]+", key)]
    assert len(terms) == 36
    assert {each.id for each in glossary_terms()} >= {*terms, "I.2.H"}
    for key in terms:
        assert f'id="{key.lower().replace(".", "-")}"' in shown
        assert provisions()[key].title in shown
    titles = [each.title.casefold() for each in glossary_terms()]
    assert titles == sorted(titles)


def test_questions_stand_in_the_order_of_the_code(client: Client) -> None:
    shown = page(client, "/code/rules/")
    places = [shown.index(f'href="/code/rules/{name}/"') for name in rules()]
    assert all(place > 0 for place in places)
    five = [name for name, rule in rules().items() if rule.section.startswith("V.")]
    assert [place for name, place in zip(rules(), places, strict=True) if name in five] == sorted(
        place for name, place in zip(rules(), places, strict=True) if name in five
    )
    assert next(iter(rules())) == "business-days"


@pytest.mark.parametrize(
    ("typed", "leads_to"),
    [
        ("V.IV.A.1", "/code/V.IV.A.1/"),
        ("v.iv.a.1", "/code/V.IV.A.1/"),
        ("V IV A 1", "/code/V.IV.A.1/"),
        ("IV A 1", "/code/V.IV.A.1/"),
        ("IV.A.1", "/code/V.IV.A.1/"),
        ("IV(A)(1)", "/code/V.IV.A.1/"),
        ("Article V, Section IV, Subdivision A, paragraph 1", "/code/V.IV.A.1/"),
        ("§ V.III.G", "/code/V.III.G/"),
        ("article v", "/code/V/"),
        ("A-1", "/code/readings/A-1/"),
        ("a 1", "/code/readings/A-1/"),
        ("75-A.4", "/code/75-A.4/"),
        ("gcl 25-a", "/code/GCL.25-a/"),
        ("14", None),  # one number alone could be anything
        ("septic tank", None),
        ("A.2", "/code/readings/A-2/"),
        ("B.9", "/code/readings/B-9/"),
        ("1.1", None),
        ("", None),
        ("V." * 200, None),
    ],
)
def test_a_sections_number_leads_straight_there(typed: str, leads_to: str | None) -> None:
    assert jump(typed) == leads_to


def test_a_number_that_ends_several_sections_leads_to_none_of_them() -> None:
    for end in ("1.a", "1.b", "5.a"):
        assert len([key for key in provisions() if key.endswith(f".{end}")]) > 1
        assert jump(end) is None
    ends = [key.partition(".")[2] for key in provisions() if key.count(".") > 2]
    unique = {end for end in ends if sum(key.endswith(f".{end}") for key in provisions()) == 1}
    assert unique
    assert all(jump(end) for end in unique)


def test_the_search_finds_provisions_terms_readings_and_questions() -> None:
    kinds = {found.kind for found in search("inspection")} | {found.kind for found in search("absorption")}
    assert kinds == {"Question", "Provision", "Term", "Reading"}
    assert search("sell")[0].url == "/code/rules/transfer-readiness/"
    assert search("pump-out")
    assert {found.id for found in search("septic tank")} <= {found.id for found in search("tank")}
    assert search("septic zebra") == []
    assert [found.id for found in search("tanks")] == [found.id for found in search("tanks ")]
    assert search("... ?!") == []


def test_a_search_keeps_what_was_typed_and_says_when_nothing_fits(client: Client) -> None:
    shown = client.get("/code/", {"q": '<script>"zebra'}).content.decode()
    assert "Nothing has these words" in shown
    assert "<script>&quot;" not in shown
    assert "&lt;script&gt;&quot;zebra" in shown
    response = client.get("/code/", {"q": "V.IV.A.1"})
    assert (response.status_code, response.headers["Location"]) == (302, "/code/V.IV.A.1/")


@pytest.mark.parametrize("typed", ["\x00", "a\x00b", "%", "🚰", "x" * 5000, "\n\r", "V.\x00", "(", "' OR 1=1 --"])
def test_nothing_that_is_typed_breaks_the_search(client: Client, typed: str) -> None:
    assert client.get("/code/", {"q": typed}).status_code in {200, 302}


@pytest.mark.parametrize(
    ("address", "proper"),
    [
        ("/code/v.iv.a.1/", "/code/V.IV.A.1/"),
        ("/code/75-a.4/", "/code/75-A.4/"),
        ("/code/readings/a-1/", "/code/readings/A-1/"),
        ("/code/rules/FEE/", "/code/rules/fee/"),
    ],
)
def test_another_spelling_leads_to_the_page(client: Client, address: str, proper: str) -> None:
    response = client.get(address)
    assert (response.status_code, response.headers["Location"]) == (302, proper)


@pytest.mark.django_db  # the page for what is not there asks who is signed in
@pytest.mark.parametrize("address", ["/code/VII/", "/code/readings/Z-9/", "/code/rules/none/", "/code/V.XCIX.1/"])
def test_what_the_code_does_not_have_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("address", LISTS)
def test_pages_are_only_read(client: Client, address: str) -> None:
    assert client.post(address).status_code == 405


def test_the_start_page_leads_to_what_citizens_ask_most(client: Client) -> None:
    shown = page(client, "/")
    asked = {
        "Must I have my system inspected before I sell?": "/code/rules/transfer-readiness/",
        "When is my inspection due?": "/code/rules/inspection-schedule/",
        "How large a tank for four bedrooms?": "/code/rules/septic-design/?bedrooms=4&_fill=yes",
        "Do I need a permit to fix my septic system?": "/code/rules/construction-permit/",
        "What does a permit cost?": "/code/rules/fee/",
    }
    for question, address in asked.items():
        assert f'<a href="{address}">{question}</a>' in shown
    filled = page(client, asked["How large a tank for four bedrooms?"])
    assert re.search(r'name="bedrooms"[^>]*value="4"|value="4"[^>]*name="bedrooms"', filled)
    assert "s-error-summary" not in filled


def test_everyone_is_led_to_the_code(client: Client) -> None:
    shown = page(client, "/")
    assert '<a href="/code/">Sanitary code</a>' in shown
    assert shown.count('href="/code/"') >= 2  # on top, and at the bottom, which staff see too


@pytest.fixture(params=["tompkins", "no folder", "tiny"])
def another_county(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    folders = {"tompkins": county_folder("tompkins"), "no folder": tmp_path, "tiny": TINY}
    with applying(Law(folders[request.param])):
        yield request.param


def test_every_page_of_another_county_answers_with_or_without_a_law(client: Client, another_county: str) -> None:
    for address in every_page():
        page(client, address)
    contents, schedule = page(client, "/code/"), page(client, "/code/rules/inspection-schedule/")
    if another_county == "tiny":
        assert "Sanitary Code of Tiny County" in contents
        assert "Hither" in schedule
    else:
        assert "No code of this county is on file" in contents
        assert "No law on file" in schedule
        shown = page(client, "/code/rules/fee/?item=construction-permit&on=06/15/2026")
        assert "No law" in shown
    listed = page(client, "/code/rules/")
    assert all(words(name).question in listed for name in rules())


def test_staff_see_the_same_code(client: Client, db: Any, sanitarian: Any) -> None:
    from sanitarian.parties.models import User

    client.force_login(User.objects.get(pk=sanitarian.user_id))
    shown = page(client, "/code/V.IV.A/")
    assert 'href="/code/"' in shown
    assert 'href="/desk/due/"' in shown
