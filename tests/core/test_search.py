"""What is found by what is typed, on whichever database the tests run."""

from collections.abc import Iterator

import pytest

from sanitarian.core import search
from sanitarian.core.search import Doc, key_words, name_words, place_words, vocabulary
from sanitarian.core.search.models import SearchDocument, SearchWord

pytestmark = pytest.mark.django_db

NAMES = [
    "O'BRIEN TESS", "O’Brien Tess", "OBRIEN", "O BRIEN", "Peña-Müller José", "VAN DER BERG", "VANDERBERG",
    "SMITH JOHN A & MARY", "SMYTHE JON", "ROCKEFELLER LAURA", "ST JOHN PETER", "MCDONALD ROY", "MC DONALD RAY",
    "SMITH ALBERT", "D'ANGELO GIA", "OWASCO MARINA LLC", "Nguyễn Văn An",
]  # fmt: skip
PLACES = ["4512 W LAKE RD", "88 Rockefeller Road", "12 Main St", "112 East Lake Road", "7 O'Hara Dr"]


@pytest.fixture(autouse=True)
def documents() -> Iterator[None]:
    vocabulary.forget()
    search.index(
        Doc("owner", f"ownership:{number}", name, name_words(name), town="Fleming", more="fleming")
        for number, name in enumerate(NAMES, 1)
    )
    search.index(
        Doc("parcel", f"parcel:{number}", place, place_words(place), more="fleming", town="Fleming")
        for number, place in enumerate(PLACES, 1)
    )
    yield
    vocabulary.forget()


def titles(query: str, **options: object) -> list[str]:
    return [hit.title for hit in search.find(query, **options).hits]  # type: ignore[arg-type]


THE_OBRIENS = ["O'BRIEN TESS", "O’Brien Tess", "OBRIEN", "O BRIEN"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        *((query, THE_OBRIENS) for query in ("obrien", "o'brien", "o’brien", "O Brien", "O´BRIEN", "OBRIEN")),
        ("pena muller", ["Peña-Müller José"]),
        ("Peña-Müller", ["Peña-Müller José"]),
        ("penamuller", ["Peña-Müller José"]),
        ("jose pena", ["Peña-Müller José"]),
        *(
            (query, ["VAN DER BERG", "VANDERBERG"])
            for query in ("van der berg", "vanderberg", "Vander Berg", "vanderb")
        ),
        ("john smith", ["SMITH JOHN A & MARY"]),
        ("mary and john smith", ["SMITH JOHN A & MARY"]),
        ("smith, john & mary", ["SMITH JOHN A & MARY"]),
        ("smi jo", ["SMITH JOHN A & MARY"]),
        ("saint john", ["ST JOHN PETER"]),
        ("mcdonald", ["MCDONALD ROY", "MC DONALD RAY"]),
        ("mc donald", ["MCDONALD ROY", "MC DONALD RAY"]),
        ("dangelo", ["D'ANGELO GIA"]),
        ("nguyen", ["Nguyễn Văn An"]),
        ("west lake road", ["4512 W LAKE RD"]),
        ("4512 W. Lake Rd.", ["4512 W LAKE RD"]),
        ("rockefeller rd", ["88 Rockefeller Road"]),
        ("main street fleming", ["12 Main St"]),
        ("ohara", ["7 O'Hara Dr"]),
        ("7 o’hara drive", ["7 O'Hara Dr"]),
    ],
)
def test_found_without_a_correction(query: str, expected: list[str]) -> None:
    results = search.find(query)
    assert sorted(hit.title for hit in results.hits if not hit.corrected) == sorted(expected)


@pytest.mark.parametrize(
    ("query", "expected", "corrected"),
    [
        ("jhon smiht", "SMITH JOHN A & MARY", "john smith"),
        ("rockefelar laura", "ROCKEFELLER LAURA", "rockefeller laura"),
        ("vandreberg", "VANDERBERG", "vanderberg"),
        ("penna muler", "Peña-Müller José", "pena muller"),
        ("owaasco marina", "OWASCO MARINA LLC", "owasco marina"),
        ("4512 westlake road", "4512 W LAKE RD", "4512 west lake road"),
        ("o'brein", "O'BRIEN TESS", "obrien"),
        ("vandre berg", "VANDERBERG", "vanderberg"),
        ("laura rocke feller", "ROCKEFELLER LAURA", "laura rockefeller"),
    ],
)
def test_typing_errors_are_forgiven_and_said(query: str, expected: str, corrected: str) -> None:
    results = search.find(query)
    assert expected in {hit.title for hit in results.hits if hit.corrected}
    assert results.corrected == corrected


def test_few_exact_finds_come_before_what_may_have_been_meant() -> None:
    results = search.find("smythe")
    assert results.hits[0].title == "SMYTHE JON"
    assert not results.hits[0].corrected


@pytest.mark.parametrize(
    "query", ["", " ", "'", "%", "_", '"', "*", "-", "\\", "''", ":*", "&", "|", "!", "()", "\x00", "s"]
)
def test_a_lone_sign_finds_nobody(query: str) -> None:
    assert search.find(query).hits == ()
    assert search.find(query).too_short


@pytest.mark.parametrize(
    "query", ["smith' OR 1=1", 'smith" OR "a', "smith NEAR john", "smith:*", "smith & !john", "head: smith"]
)
def test_signs_of_query_languages_are_only_signs(query: str) -> None:
    search.find(query)  # no error
    assert len(search.find(query).hits) < len(NAMES)


def test_whole_words_stand_before_beginnings() -> None:
    search.index(
        [Doc("owner", "ownership:90", "LAKEMAN", name_words("LAKEMAN")), Doc("owner", "ownership:91", "LAKE", "lake")]
    )
    assert titles("lake", kinds=["owner"])[:2] == ["LAKE", "LAKEMAN"]


def test_what_is_current_stands_before_what_is_over() -> None:
    search.index([
        Doc("owner", "ownership:80", "FORMER ZABEL", "zabel", standing=1, note="until 2021"),
        Doc("owner", "ownership:81", "PRESENT ZABEL", "zabel"),
    ])  # fmt: skip
    assert titles("zabel") == ["PRESENT ZABEL", "FORMER ZABEL"]


def test_words_that_only_narrow_find_nothing_alone() -> None:
    assert titles("fleming") == []
    assert titles("fleming albert") == ["SMITH ALBERT"]


def test_the_limit_holds_for_each_kind_and_says_that_there_is_more() -> None:
    search.index(Doc("owner", f"ownership:{n}", f"KLINE {n}", "kline") for n in range(100, 110))
    search.index(Doc("parcel", f"parcel:{n}", f"{n} Kline Rd", "kline road") for n in range(100, 103))
    results = search.find("kline", limit=4)
    assert [hit.kind for hit in results.hits] == ["parcel"] * 3 + ["owner"] * 4
    assert results.more == {"owner"}


def test_a_document_indexed_again_is_found_by_its_new_words_only() -> None:
    search.index([Doc("owner", "ownership:1", "QUIGLEY", "quigley")])
    assert titles("quigley") == ["QUIGLEY"]
    assert "QUIGLEY" not in titles("o'brien tess")
    assert SearchDocument.objects.filter(ref="ownership:1").count() == 1


def test_a_document_removed_is_not_found() -> None:
    assert search.remove(["ownership:10"]) == 1
    assert titles("rockefeller laura") == []


def test_a_correction_without_finds_is_not_made() -> None:
    SearchWord.objects.create(word="zimmermann")
    assert search.find("zimmerman").corrected is None


def test_new_words_are_known_for_corrections_at_once() -> None:
    assert titles("shakespear") == []
    search.index([Doc("owner", "ownership:70", "SHAKESPEARE W", name_words("SHAKESPEARE W"))])
    assert titles("shakesprear") == ["SHAKESPEARE W"]


def test_a_house_number_is_not_the_beginning_of_a_tax_map_number() -> None:
    search.index([Doc("parcel", "parcel:60", "9 Main St", f"{key_words('38.-4-17')} {place_words('9 Main St')}")])
    assert titles("384 main st") == []
    assert titles("38.-4 main st") == ["9 Main St"]
    assert titles("384") == ["9 Main St"]


def test_a_kind_number_is_given_once() -> None:
    with pytest.raises(ValueError, match="that of parcel"):
        search.register("thing", lambda ids: [], {"thing": 1})
    assert "thing" not in search.kind_numbers()


def test_identifiers_as_written_come_first_and_open() -> None:
    search.index([
        Doc("permit", "permit:1", "DP-2026-12", key_words("DP-2026-12")),
        Doc("permit", "permit:2", "DP-2026-123", key_words("DP-2026-123")),
    ])  # fmt: skip
    results = search.find("dp-2026-12")
    assert [hit.title for hit in results.hits] == ["DP-2026-12", "DP-2026-123"]
    assert (results.hits[0].exact, results.hits[1].exact) == (True, False)
    assert results.opens == "permit:1"
    assert search.find("dp-2026-1").opens is None
    assert [hit.title for hit in search.find("dp 2026 012").hits] == []
    assert search.find("DP-2026-00012").hits[0].title == "DP-2026-12"
