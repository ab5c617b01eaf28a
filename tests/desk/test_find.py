"""The Find page: never the wrong one of two, and words for what was done."""

from collections.abc import Callable
from datetime import date

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from sanitarian.core import search
from sanitarian.core.actors import Actor
from sanitarian.core.search import vocabulary
from sanitarian.county.models import Municipality, Ownership, Parcel
from sanitarian.desk.find.highlight import highlight
from sanitarian.parties.models import Party, User

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_vocabulary() -> None:
    vocabulary.forget()


@pytest.fixture
def desk(clerk: Actor) -> Client:
    client = Client()
    client.force_login(User.objects.get(pk=clerk.user_id))
    return client


@pytest.fixture
def town() -> Callable[[str, str], Municipality]:
    def make(name: str, swis: str) -> Municipality:
        return Municipality.objects.get_or_create(swis=swis, defaults={"name": name, "kind": "town"})[0]

    return make


def lot(town: Municipality, print_key: str, address: str = "", sbl: str = "", **more: object) -> Parcel:
    parcel = Parcel.objects.create(
        swis=town.swis, key=sbl or f"SBL{print_key}", print_key=print_key, address=address, municipality=town, **more
    )
    search.reindex([f"parcel:{parcel.pk}"])
    return parcel


def page(desk: Client, query: str, **more: str) -> str:
    return desk.get("/desk/find/", {"q": query, **more}).content.decode()


def opened(desk: Client, query: str) -> str | None:
    answer = desk.get("/desk/find/", {"q": query})
    return answer.headers.get("Location") if answer.status_code == 302 else None


def test_two_print_keys_that_differ_in_punctuation(desk: Client, town: Callable[..., Municipality]) -> None:
    fleming = town("Fleming", "052800")
    one, other = lot(fleming, "1.-2-34", "1 First St"), lot(fleming, "1.-23-4", "2 Second St")
    assert opened(desk, "1234") is None
    listed = page(desk, "1234")
    assert "First" in listed
    assert "Second" in listed
    assert search.find("1.-2-34").opens == f"parcel:{one.pk}"
    assert search.find("1.-23-4").opens == f"parcel:{other.pk}"
    assert search.find("1.-2-34").hits[0].ref == f"parcel:{one.pk}"


def test_one_print_key_in_two_towns_asks_for_the_town(desk: Client, town: Callable[..., Municipality]) -> None:
    niles, scipio = town("Niles", "059901"), town("Scipio", "059989")
    one = lot(niles, "1.-2-34", "1 Lake Rd", sbl="00100000020340000000")
    lot(scipio, "1.-2-34", "9 Hill Rd", sbl="00100000020340000000")
    for query in ("1.-2-34", "00100000020340000000"):
        assert opened(desk, query) is None
        listed = page(desk, query)
        assert "2 records have exactly this number." in listed
        assert "Choose the town: Niles, Scipio." in listed
    for query in ("059901 1.-2-34", "1.-2-34 niles", "05990100100000020340000000", "059901 00100000020340000000"):
        assert search.find(query).opens == f"parcel:{one.pk}", query


def test_the_same_number_printed_in_another_way_is_listed_and_not_opened(town: Callable[..., Municipality]) -> None:
    parcel = lot(town("Fleming", "052800"), "12.-3-4.12")
    for query in ("012.00-3-4.12", "12.00-3-4.12", "12-3-4.12"):
        found = search.find(query)
        assert [hit.ref for hit in found.hits] == [f"parcel:{parcel.pk}"], query
        assert found.opens is None


def test_digits_that_are_one_number_and_read_like_another_open_nothing(town: Callable[..., Municipality]) -> None:
    fleming = town("Fleming", "052800")
    lot(fleming, "", sbl="1234")
    assert search.find("1234").opens is not None
    lot(fleming, "1.-2-34")
    assert search.find("1234").opens is None


def test_a_number_with_letters_is_found_unchanged(town: Callable[..., Municipality]) -> None:
    parcel = lot(town("Fleming", "052800"), "12.-3-4.12", sbl="0120000003004120HOME")
    assert search.find("0120000003004120home").opens == f"parcel:{parcel.pk}"


def test_former_owners_and_retired_parcels_are_marked(desk: Client, town: Callable[..., Municipality]) -> None:
    fleming = town("Fleming", "052800")
    sold, gone = lot(fleming, "1.-1-1", "5 Sold St"), lot(fleming, "1.-1-2", "6 Gone St", retired_on=date(2024, 7, 1))
    old, new = Party.objects.create(name="ZABEL OLD"), Party.objects.create(name="ZABEL NEW")
    Ownership.objects.create(parcel=sold, party=old, ends=date(2021, 5, 31))
    Ownership.objects.create(parcel=sold, party=new, starts=date(2021, 6, 1))
    Ownership.objects.create(parcel=gone, party=old)
    search.reindex([f"parcel:{sold.pk}", f"parcel:{gone.pk}"])
    listed = page(desk, "zabel")
    assert "until 2021" in listed
    assert "parcel retired" in listed
    assert listed.index("NEW") < listed.index("until 2021")
    assert "retired 2024" in page(desk, "gone st")


def test_a_correction_is_said(desk: Client, town: Callable[..., Municipality]) -> None:
    parcel = lot(town("Fleming", "052800"), "1.-1-1", "5 Rockefeller Rd")
    Ownership.objects.create(parcel=parcel, party=Party.objects.create(name="SMITH JOHN A & MARY"))
    search.reindex([f"parcel:{parcel.pk}"])
    assert "No exact match for “jhon smiht”; showing “john smith”." in page(desk, "jhon smiht")
    assert "showing" not in page(desk, "john smith")


@pytest.mark.parametrize("query", ["'", "%", "\x00", "<script>", "“”", "a" * 5_000, "%F0"])
def test_odd_queries_give_a_page(desk: Client, town: Callable[..., Municipality], query: str) -> None:
    lot(town("Fleming", "052800"), "1.-1-1", "5 Rockefeller Rd")
    answer = desk.get("/desk/find/", {"q": query})
    assert answer.status_code == 200
    assert "Rockefeller" not in answer.content.decode()
    assert "<script>q" not in answer.content.decode()


def test_what_is_typed_and_what_is_on_record_is_shown_as_text(desk: Client, town: Callable[..., Municipality]) -> None:
    lot(town("Fleming", "052800"), "1.-1-1", "5 <b>Bold</b> Rd")
    listed = page(desk, "<b>bold")
    assert "<b>" not in listed
    assert "&lt;b&gt;" in listed


def test_while_typing_the_list_alone_is_sent(desk: Client, town: Callable[..., Municipality]) -> None:
    lot(town("Fleming", "052800"), "1.-1-1", "5 Rockefeller Rd")
    live = desk.get("/desk/find/", {"q": "1.-1-1"}, headers={"HX-Request": "true"})
    assert live.status_code == 200
    assert "<html" not in live.content.decode()
    assert "HX-Request" in live.headers["Vary"]


def test_more_of_one_kind(desk: Client, town: Callable[..., Municipality]) -> None:
    fleming = town("Fleming", "052800")
    for number in range(1, 13):
        lot(fleming, f"1.-1-{number}", f"{number} Kline Rd")
    assert page(desk, "kline").count("<tr>") == 1 + 10
    assert "kind=parcel" in page(desk, "kline")
    assert page(desk, "kline", kind="parcel").count("<tr>") == 1 + 12


def test_queries_stay_few(
    desk: Client, town: Callable[..., Municipality], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    fleming = town("Fleming", "052800")
    for number in range(1, 9):
        lot(fleming, f"1.-1-{number}", f"{number} Kline Rd")
    with django_assert_max_num_queries(12):
        page(desk, "klein 12")
    with django_assert_max_num_queries(12):
        page(desk, "kline rd")


@pytest.mark.parametrize(
    ("text", "query", "marked"),
    [
        ("SMITH JOHN A & MARY", "john smith", "<mark>SMITH</mark> <mark>JOHN</mark> A &amp; MARY"),
        ("4512 W LAKE RD", "west lake", "4512 <mark>W</mark> <mark>LAKE</mark> RD"),
        ("O BRIEN TESS", "obrien", "<mark>O</mark> <mark>BRIEN</mark> TESS"),
        ("O’Brien, Tess", "o'brien", "<mark>O’Brien</mark>, Tess"),
        ("Print key 1.-2-34", "1234", "Print key <mark>1.-2-34</mark>"),
        ("Peña-Müller José", "muller", "<mark>Peña-Müller</mark> José"),
        ("<i>Smith</i>", "jones", "&lt;i&gt;Smith&lt;/i&gt;"),
    ],
)
def test_the_words_found_are_marked(text: str, query: str, marked: str) -> None:
    assert highlight(text, search.find(query).words) == marked
