"""Several parcels in one field, and parcels that became others."""

import pytest

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused
from sanitarian.core.models import JournalEntry, TimelineEntry
from sanitarian.county.acts.parcels import link_parcels
from sanitarian.county.models import Parcel, ParcelLink
from sanitarian.county.parcel_lists import find_parcels, parse_parcel_list


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("12.-3-4.12; 12.-3-5", ["12.-3-4.12", "12.-3-5"]),
        ("12.-3-4.12/HOME", ["12.-3-4.12/HOME"]),
        ("12.-3-4.12 & 12.-3-99", ["12.-3-4.12", "12.-3-99"]),
        ("12.-3-4, 12.-3-5 and 12.-3-6\n12.-3-7", ["12.-3-4", "12.-3-5", "12.-3-6", "12.-3-7"]),
        ("12.-3-4;12.-3-4; ;", ["12.-3-4"]),
        ("", []),
    ],
)
def test_a_slash_is_part_of_a_key_and_separates_nothing(text: str, keys: list[str]) -> None:
    assert parse_parcel_list(text) == keys


def make(print_key: str, swis: str = "052889", key: str | None = None) -> Parcel:
    return Parcel.objects.create(swis=swis, key=key or f"{swis}-{print_key}", print_key=print_key)


@pytest.mark.django_db
def test_the_known_are_linked_and_the_unknown_reported() -> None:
    first, second = make("12.-3-4.12"), make("12.-3-5", key="0120000003005000")
    listed = find_parcels("12.-3-4.12 & 12.-3-99; 0120000003005000; 12.-3-5")
    assert (listed.found, listed.unknown, listed.ambiguous) == ([first, second], ["12.-3-99"], {})


@pytest.mark.django_db
def test_a_print_key_of_two_towns_picks_neither() -> None:
    here, there = make("1.-2-34"), make("1.-2-34", swis="052089")
    assert find_parcels("1.-2-34").ambiguous == {"1.-2-34": [here, there]}
    assert find_parcels("1.-2-34", swis="0520").found == [there]
    make("1.-23-4")
    assert find_parcels("1234").unknown == ["1234"]


@pytest.mark.django_db
def test_a_split_is_recorded_once_on_both_sides(clerk: Actor) -> None:
    old, one, two = make("1.-1-1"), make("1.-1-1.1"), make("1.-1-1.2")
    for _ in range(2):
        assert len(link_parcels(clerk, [old.pk], [one.pk, two.pk], "split")) == 2
    assert set(ParcelLink.objects.values_list("before", "after")) == {(old.pk, one.pk), (old.pk, two.pk)}
    assert TimelineEntry.objects.get(subject=f"parcel:{old.pk}").title == "Split into 1.-1-1.1, 1.-1-1.2"
    assert TimelineEntry.objects.get(subject=f"parcel:{two.pk}").title == "Split from 1.-1-1"
    assert JournalEntry.objects.filter(act="county.parcels.link").count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("before", "after", "kind", "reason"),
    [
        ("ab", "c", "split", "begins with one"),
        ("a", "bc", "merge", "ends in one"),
        ("a", "a", "split", "cannot become itself"),
        ("a", "", "split", "before and after"),
        ("a", "b", "match", "split or merged"),
        ("b", "a", "split", "the other way round"),
        ("a", "x", "split", "There is no parcel"),
    ],
)
def test_links_that_make_no_sense_are_refused(before: str, after: str, kind: str, reason: str, clerk: Actor) -> None:
    ids = {name: make(f"1.-1-{name}").pk for name in "abc"} | {"x": 0}
    link_parcels(clerk, [ids["a"]], [ids["b"]], "split")
    with pytest.raises(ActRefused, match=reason):
        link_parcels(clerk, [ids[name] for name in before], [ids[name] for name in after], kind)
