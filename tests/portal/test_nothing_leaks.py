"""A mark in every text on record: none but those of the allowed columns comes out where anybody may look."""

import re
import uuid
from collections.abc import Iterator
from datetime import date
from itertools import count
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import IntegrityError, models, transaction
from django.test import Client
from django.urls import reverse

from sanitarian.core import search
from sanitarian.core.permissions import EVERYONE, PAGES
from sanitarian.core.records import ref
from sanitarian.core.search import vocabulary
from sanitarian.county.acts.corrections import ask_for_correction
from sanitarian.county.acts.zones import override_zone
from sanitarian.county.models import Parcel
from sanitarian.letters.models import Letter
from sanitarian.wastewater.acts.decisions import accept_report, send_back
from tests.wastewater.cases import LAKE_FRONT, clear_system, draft, filed, signer

pytestmark = pytest.mark.django_db

TOKEN = uuid.UUID("7f0f3a52-9f26-4c0e-8c0e-3f6f0f6f1a01")
MARK = re.compile(r"ƣ[0-9a-z]{3}")
# What anybody may read. A column that is to become public is added here, in sight.
PUBLIC = {
    "county.Parcel.address", "county.Parcel.print_key", "county.Parcel.key",  # key: where there is no print key
    "county.Municipality.name", "permits.Permit.number",
}  # fmt: skip
# What whoever holds a paper reads beside its code.
ON_PAPERS = {"permits.Permit.place", "permits.Permit.town", "letters.Letter.number"}
# What the program steers by: other words in them would be another record, not another text.
STEERING = {
    "county.Municipality.swis", "county.Municipality.name", "county.Parcel.swis", "county.ParcelZone.fronts",
    "county.ParcelZone.watershed", "county.ZoneOverride.value", "permits.Permit.kind", "letters.Letter.kind",
    "letters.Letter.subject", "letters.Letter.code", "parties.User.password",
    "wastewater.DischargePermit.classification", "wastewater.System.classification", "permits.Delegation.kinds",
    "county.CorrectionRequest.pin", "county.CorrectionRequest.token_digest", "county.CorrectionRequest.number",
}  # fmt: skip
ROOMS = ("parties", "county", "letters", "permits", "trades", "wastewater", "enforcement")
IN_CORE = ("RowVersion", "Task", "TimelineEntry")  # the journal has tests of its own; search is rebuilt from the rest


@pytest.fixture(autouse=True)
def fresh() -> None:
    vocabulary.forget()
    cache.clear()


def _models() -> Iterator[type[models.Model]]:
    for model in apps.get_models():
        label = model._meta.app_label
        if label in ROOMS or (label == "core" and model.__name__ in IN_CORE):
            yield model


def _texts(model: type[models.Model]) -> Iterator[Any]:
    for column in model._meta.concrete_fields:
        is_text = isinstance(column, (models.CharField, models.TextField, models.JSONField, models.FileField))
        name = f"{model._meta.label}.{column.name}"
        if is_text and not column.choices and name not in STEERING:
            yield column


def _marked(value: Any, mark: str) -> Any:
    if isinstance(value, dict):
        return {**{key: _marked(inner, mark) for key, inner in value.items()}, mark: mark}
    if isinstance(value, list):
        return [*(_marked(inner, mark) if isinstance(inner, (dict, list)) else inner for inner in value), mark]
    is_day = isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", value)
    return mark if isinstance(value, str) and not is_day else value


def plant() -> dict[str, str]:
    """Write a mark of its own into every text of every row; return the column of each mark."""
    planted: dict[str, str] = {}
    numbers = count(1)
    for model in _models():
        for column in _texts(model):
            for row in model._default_manager.order_by("pk"):
                mark = f"ƣ{next(numbers):03d}"
                is_json = isinstance(column, models.JSONField)
                new = _marked(getattr(row, column.attname), mark) if is_json else mark
                try:
                    with transaction.atomic():
                        model._default_manager.filter(pk=row.pk).update(**{column.attname: new})
                except IntegrityError:  # a state that asks for this column to be empty
                    continue
                planted[mark] = f"{model._meta.label}.{column.name}"
    return planted


def scene() -> Parcel:
    """A property with all that can be on record about it."""
    actor = signer()
    system = clear_system(actor, "Niles", **LAKE_FRONT)
    parcel = system.parcels.get()
    run = parcel.zone.run
    run.layers = {"shorelines": {"version": 2, "file": "shore.gpkg", "loaded": "2026-05-02", "provisional": True}}
    run.save()
    override_zone(actor, parcel.pk, "watershed", "owasco-lake", "as the neighbour said")
    returned = filed(actor, system, performed=date(2026, 5, 20), remarks="smells")
    send_back(actor, returned.pk, codes=["other"], remark="not legible")
    accept_report(actor, filed(actor, system, drain_pipe_count=0).pk)
    draft(actor, system, remarks="a draft")
    ask_for_correction(
        actor, token=TOKEN, parcel_id=parcel.pk, wrong="w", right="r", name="n", email="e@example.org", phone="5"
    )
    return parcel


def everywhere(client: Client, parcel: Parcel, queries: list[str]) -> Iterator[tuple[str, str]]:
    """Everything that anybody gets to see: each open page, what searches find, what programs get."""
    arguments = {
        "portal:property": [parcel.pk], "portal:correction": [parcel.pk],
        "portal:verified": [Letter.objects.earliest("pk").code],
        "code:provision": ["V.IV.A"], "code:reading": ["A-1"], "code:rule": ["inspection-schedule"],
        "api:rule": ["inspection-schedule"], "api:rule-bare": ["inspection-schedule"],
    }  # fmt: skip
    for name, audience in PAGES.items():
        if audience is EVERYONE and name.partition(":")[0] in {"portal", "code", "api"}:
            yield name, client.get(reverse(name, args=arguments.get(name, []))).content.decode()
    for query in queries:
        answer = client.get(reverse("portal:find-property"), {"q": query, "list": "yes"}).content.decode()
        yield f"find {query}", answer.replace(f"“{query}”", "").replace(f'value="{query}"', "")


def test_no_text_on_record_comes_out_but_those_of_the_allowed_columns(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sanitarian.core.limits._count", lambda *args: 0)
    parcel = scene()
    planted = plant()
    assert len(set(planted.values())) > 100, "the scene holds rows of few models"
    search.rebuild()
    seen: dict[str, set[str]] = {}
    owner = next(mark for mark, column in planted.items() if column == "parties.Party.name")
    for where, text in everywhere(client, parcel, [*planted, f"{_address(parcel)} {owner}"]):
        for mark in MARK.findall(text):
            seen.setdefault(planted[mark], set()).add(where)
    papers = {column: places for column, places in seen.items() if column in ON_PAPERS}
    assert {place for places in papers.values() for place in places} <= {"portal:verified"}
    assert set(seen) - ON_PAPERS <= PUBLIC
    assert set(seen) >= {"county.Parcel.address", "county.Parcel.print_key", "permits.Permit.number"}


def test_every_property_of_the_scene_is_about_this_parcel() -> None:
    """The marks stand where the page would find them: the property's own rows, not somebody else's."""
    parcel = scene()
    assert parcel.systems.count() == 1
    assert parcel.ownerships.count() == 1
    states = set(parcel.systems.get().reports.values_list("state", flat=True))
    assert states == {"accepted", "sent-back", "draft"}
    from sanitarian.core.models import Task, TimelineEntry

    assert TimelineEntry.objects.filter(subject=ref(parcel)).exists()
    assert Task.objects.exists()


def _address(parcel: Parcel) -> str:
    return Parcel.objects.get(pk=parcel.pk).address
