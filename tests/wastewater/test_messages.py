"""A report that is sent back also goes by e-mail to its inspector, if an address is known."""

import pytest
from django.core import mail

from sanitarian.core.actors import Actor
from sanitarian.core.acts import ActRefused
from sanitarian.core.models import TimelineEntry
from sanitarian.letters.mail.sending import sweep
from sanitarian.letters.models import Letter, Message
from sanitarian.parties.models import Party
from sanitarian.wastewater.acts.decisions import send_back
from sanitarian.wastewater.models import Report
from tests.wastewater.cases import clear_system, filed, signer

pytestmark = pytest.mark.django_db


def sent_back(clerk: Actor, email: str) -> Report:
    report = filed(clerk, clear_system(clerk), fixtures="")
    Party.objects.filter(pk=report.inspector.party_id).update(email=email)  # type: ignore[union-attr]
    send_back(signer(), report.pk, codes=["fixtures"])
    return Report.objects.get(pk=report.pk)


def test_the_letter_goes_with_it_and_every_timeline_of_the_report_tells(
    clerk: Actor, settings: object, tmp_path: object
) -> None:
    settings.MEDIA_ROOT = tmp_path  # type: ignore[attr-defined]
    report = sent_back(clerk, "ina@inspections.example")
    message = Message.objects.get()
    assert (message.to, message.subject, message.kind) == (
        "ina@inspections.example", f"report:{report.pk}", "report_returned",
    )  # fmt: skip
    assert list(message.letters.all()) == [Letter.objects.get()]
    sweep()
    (sent,) = mail.outbox
    assert sent.subject == f"Inspection report {report.number} is returned to you"
    assert report.return_reasons.get().text in sent.body
    assert [(name, kind) for name, _, kind in sent.attachments] == [(f"{report.number}.pdf", "application/pdf")]
    told = set(TimelineEntry.objects.filter(verb="message.sent").values_list("subject", flat=True))
    parcel = report.system.parcels.get()  # type: ignore[union-attr]
    assert told == {f"report:{report.pk}", f"system:{report.system_id}", f"parcel:{parcel.pk}"}


@pytest.mark.parametrize("email", ["", "not an address"])
def test_without_an_address_the_letter_stands_alone(clerk: Actor, email: str) -> None:
    report = sent_back(clerk, email)
    assert report.state == "sent-back"
    assert Letter.objects.count() == 1
    assert not Message.objects.exists()


def test_a_refused_act_leaves_no_message(clerk: Actor) -> None:
    report = sent_back(clerk, "ina@inspections.example")
    with pytest.raises(ActRefused):
        send_back(signer("Sue"), report.pk, codes=["fixtures"])
    assert Message.objects.count() == 1
