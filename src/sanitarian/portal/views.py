"""The public pages: what this is, and whether a paper is what it says."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from sanitarian.core.dates import today
from sanitarian.core.limits import limited
from sanitarian.core.templatetags.sanitarian import american_date
from sanitarian.law.registry import rules
from sanitarian.letters.queries import verification
from sanitarian.letters.status import PublicStatus
from sanitarian.portal.code.forms import FILL
from sanitarian.portal.forms import VerifyForm
from sanitarian.portal.property.forms import AddressForm

VERIFICATIONS_PER_MINUTE = 20
# What citizens ask the code most: the question, the rule that answers it, and what the question itself says.
ASKED_MOST: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("Must I have my system inspected before I sell?", "transfer-readiness", {}),
    ("When is my inspection due?", "inspection-schedule", {}),
    ("How large a tank for four bedrooms?", "septic-design", {"bedrooms": "4"}),
    ("Do I need a permit to fix my septic system?", "construction-permit", {}),
    ("What does a permit cost?", "fee", {}),
)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    asked = [(question, _asked(name, facts)) for question, name, facts in ASKED_MOST if name in rules()]
    context = {
        "find_form": AddressForm(auto_id="find_%s"),
        "form": VerifyForm(use_required_attribute=False),
        "asked": asked,
    }
    return render(request, "portal/home.html", context)


def _asked(name: str, facts: dict[str, str]) -> str:
    """The form of a rule, with what the question itself says filled in."""
    query = f"?{urlencode({**facts, FILL: 'yes'})}" if facts else ""
    return reverse("code:rule", args=[name]) + query


@require_safe
def verify(request: HttpRequest) -> HttpResponse:
    """The form; a code that has the right shape leads to its own address, which can be kept and shared."""
    form = VerifyForm(request.GET if "code" in request.GET else None, use_required_attribute=False)
    if form.is_bound and form.is_valid():
        return redirect("portal:verified", code=form.cleaned_data["code"])
    return render(request, "portal/verify.html", {"form": form}, status=400 if form.errors else 200)


@require_safe
@never_cache
@limited("verify", VERIFICATIONS_PER_MINUTE)
def verified(request: HttpRequest, code: str) -> HttpResponse:
    """The status of a paper today, without names. A wrong code and a mistyped one get the same answer."""
    found = verification(code)
    context = {"found": found, "facts": _facts(found.status) if found else [], "today": today()}
    response = render(request, "portal/verified.html", context, status=200 if found else 404)
    response["X-Robots-Tag"] = "noindex"
    return response


def _facts(status: PublicStatus | None) -> list[dict[str, str]]:
    if status is None:
        return []
    facts = [{"label": "Place", "value": status.place}, {"label": "Municipality", "value": status.town}]
    if status.starts:
        facts.append({"label": "Valid from", "value": american_date(status.starts)})
    if status.through:
        facts.append({"label": "Valid through", "value": american_date(status.through)})
    return facts
