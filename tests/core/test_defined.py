"""Sections and defined words lead to the code wherever its pages are there, and never inside another control."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.template import Context, Template
from django.urls import NoReverseMatch
from django.utils.safestring import SafeString, mark_safe

import sanitarian
from sanitarian.core.templatetags import sanitarian as tags
from sanitarian.core.templatetags.sanitarian import cite, defined, why
from sanitarian.law.registers import provision, resolve
from sanitarian.law.ruling import Reason, Ruling

TEMPLATES = sorted(Path(sanitarian.__file__).parent.rglob("*.html"))
CONTROLS = ("a", "button", "label", "option", "summary", "textarea", "title")
LINKS = ("|cite", "|defined", "{% why", "parts/facts.html", "parts/timeline.html", "review/_law.html")


def code_pages(view: str, args: Sequence[str] = (), **_: Any) -> str:
    folder = {"code:glossary": "/code/glossary/", "code:reading": "/code/readings/", "code:provision": "/code/"}[view]
    return "".join((folder, *(f"{key}/" for key in args)))


def no_pages(view: str, **_: Any) -> str:
    raise NoReverseMatch(view)


@pytest.fixture
def with_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tags, "reverse", code_pages)


@pytest.fixture
def without_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tags, "reverse", no_pages)


class Links(HTMLParser):
    """The links of a page, as address, title and words; and what stands inside another control."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, str, str]] = []
        self.nested: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in CONTROLS:
            self.nested += [tag] if self.open else []
            self.open.append(tag)
        if tag == "a":
            named = dict(attrs)
            self.found.append((named.get("href") or "", named.get("title") or "", ""))

    def handle_data(self, data: str) -> None:
        if "a" in self.open:
            address, title, words = self.found[-1]
            self.found[-1] = (address, title, words + data)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            self.open.remove(tag)


@pytest.mark.usefixtures("with_code")
def test_a_defined_word_leads_to_its_definition_and_carries_it() -> None:
    assert Links(defined("No wastewater here.")).found == [
        ("/code/glossary/#v-ii-33", resolve("V.II.33").text, "wastewater")
    ]
    assert defined("No wastewater here.").startswith('No <a class="s-term" href=')


@pytest.mark.usefixtures("with_code")
@pytest.mark.parametrize(("word", "address"), [("Substandard", "/code/V.V.C/"), ("Appendix 75-A", "/code/75-A.1/")])
def test_a_word_that_is_explained_elsewhere_leads_to_that_provision(word: str, address: str) -> None:
    assert [link[0] for link in Links(defined(word)).found] == [address]


@pytest.mark.usefixtures("without_code")
def test_without_the_code_pages_the_text_stays_plain() -> None:
    assert defined("No <wastewater>.") == "No &lt;wastewater&gt;."
    assert "<a" not in cite("V.IV.A")
    assert 'title="' in cite("V.IV.A")


@pytest.mark.usefixtures("with_code")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (None, ""),
        ("", ""),
        (12, "12"),
        ("<b> & \"'", "&lt;b&gt; &amp; &quot;&#x27;"),
        ("<script>wastewater</script>", "&lt;script&gt;<a>wastewater</a>&lt;/script&gt;"),
        ('wastewater" onclick="x', "<a>wastewater</a>&quot; onclick=&quot;x"),
    ],
)
def test_a_text_is_escaped_around_its_terms(text: Any, expected: str) -> None:
    shown = defined(text)
    assert isinstance(shown, SafeString)
    bare = shown.replace(f' class="s-term" href="/code/glossary/#v-ii-33" title="{resolve("V.II.33").text}"', "")
    assert bare == expected


@pytest.mark.usefixtures("with_code")
def test_a_meaning_is_escaped_in_its_tooltip(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = replace(provision("V.II.33"), summary='a "b" <c>')
    monkeypatch.setattr(tags, "split", lambda text, met: [tags.Part(text, odd)])
    assert 'title="a &quot;b&quot; &lt;c&gt;"' in defined("wastewater")


@pytest.mark.usefixtures("with_code")
@pytest.mark.parametrize(
    ("section", "address"),
    [("V.IV.A", "/code/V.IV.A/"), ("V.II.33", "/code/V.II.33/"), ("B-1", "/code/readings/B-1/")],
)
def test_a_citation_leads_to_the_page_of_its_section_or_reading(section: str, address: str) -> None:
    shown = cite(section)
    assert Links(shown).found == [(address, resolve(section).title, section)]
    assert shown.startswith('<cite class="s-cite"><a ')


@pytest.mark.usefixtures("with_code")
def test_a_citation_of_what_is_not_on_file_leads_nowhere() -> None:
    assert cite('V.99"<') == '<cite class="s-cite">V.99&quot;&lt;</cite>'


@pytest.mark.usefixtures("with_code")
def test_the_reasons_of_a_ruling_explain_each_word_once_and_nest_nothing() -> None:
    reasons = (
        Reason(True, "The wastewater <stays>.", "V.III.D"),
        Reason(None, "The wastewater reaches a watercourse.", "B-1"),
    )
    shown = Template("{% load sanitarian %}{% why ruling %}").render(
        Context({"ruling": Ruling("classification", "failed", {}, reasons, "2006-03-14")})
    )
    links = Links(shown)
    assert [link[2] for link in links.found] == ["wastewater", "V.III.D", "watercourse", "B-1"]
    assert links.nested == []
    assert "&lt;stays&gt;" in shown


def test_why_takes_a_text_that_claims_to_be_safe_as_text() -> None:
    given = {"reasons": [{"holds": True, "text": mark_safe("<i>x</i>"), "cite": ""}]}
    assert why(given)["reasons"][0]["text"] == "&lt;i&gt;x&lt;/i&gt;"


class Controls(HTMLParser):
    """What a template writes inside controls and attributes, where no link may stand."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.wrong += [value for _, value in attrs if value and any(link in value for link in LINKS)]
        if tag in CONTROLS:
            self.open.append(tag)

    def handle_data(self, data: str) -> None:
        if self.open and any(link in data for link in LINKS):
            self.wrong.append(data.strip())

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            self.open.remove(tag)


def uses() -> Iterator[Path]:
    for file in TEMPLATES:
        if any(link in file.read_text(encoding="utf-8") for link in LINKS):
            yield file


@pytest.mark.parametrize("file", list(uses()), ids=lambda file: file.name)
def test_no_template_puts_a_link_inside_another_control(file: Path) -> None:
    assert Controls(file.read_text(encoding="utf-8")).wrong == []


@pytest.mark.parametrize(
    "source",
    [
        "<a href='/'>{{ x|cite }}</a>",
        "<summary>{{ x|defined }}</summary>",
        "<label>{% why x %}</label>",
        "<p title='{{ x|defined }}'>x</p>",
    ],
)
def test_the_check_of_templates_finds_a_nested_link(source: str) -> None:
    assert len(Controls(source).wrong) == 1
