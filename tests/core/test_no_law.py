"""What the program does where no law answers: acts are refused, pages still open."""

from pathlib import Path

import pytest
from django.test import RequestFactory

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused
from sanitarian.core.context import site
from sanitarian.law.data import Law, applying
from sanitarian.wastewater.acts.rounds import generate_rounds
from sanitarian.wastewater.models import Round
from tests.places import parcel, system


@pytest.mark.django_db
def test_an_act_that_needs_the_law_is_refused(clerk: Actor, tmp_path: Path) -> None:
    subject = system(parcel("Niles", fronts="owasco-lake"))
    with applying(Law(tmp_path)), pytest.raises(ActRefused, match="No law answers: no law: the county has no"):
        generate_rounds(clerk, subject.pk)
    assert not Round.objects.exists()
    generate_rounds(clerk, subject.pk)
    assert Round.objects.exists()


def test_a_page_names_no_edition(rf: RequestFactory, tmp_path: Path) -> None:
    edition = site(rf.get("/"))["code_edition"]
    assert edition() == "2006-03-14"
    with applying(Law(tmp_path)):
        assert edition() == ""
